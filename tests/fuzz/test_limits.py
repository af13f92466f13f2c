"""Inputs made to be slow or endless for a careless reader; each of these once was, or nearly."""

from __future__ import annotations

import os

import orjson
import pytest
import yaml

from moat_bank import lines
from moat_bank.build.config import load_config
from moat_bank.check.verify import verify
from moat_bank.errors import MoatError
from moat_bank.families.stars.kind import StarsKind
from moat_bank.families.stars.notations import level
from moat_bank.runtime.banks import Banks
from moat_bank.runtime.plan import MAX_KEYS, MAX_STEPS, MAX_TIERS, make_plan
from tests.build.conftest import SMALL
from tests.check import tiny_bank
from tests.families.stars.notations import formats

MANY = 50_000
"""Repeats that make quadratic work of the characters take hours."""


@pytest.mark.parametrize(
    "text",
    [
        "m=edit&" * MANY,
        "m=edit&" + "a=&" * MANY,
        "m=edit&p=" + "A" * MANY,
        "colorRegions " * MANY,
        "colorRegions:[" * MANY,
        "colorRegions:[/*" * MANY,
        "colorRegions:[!\n" * MANY,
        "colorRegions:" + " " * MANY,
        "\n".join(["999A" + "0" * 60_000] * 20),
        '[{"a":' * MANY,
        '[["' * MANY,
        "1,1 " * MANY,
        "10x10\n" * MANY,
        "5 5 1\n\n" * MANY,
        "A" * MANY,
        "A\n" * MANY,
        "pzprv3/starbattle/5/5/" * MANY,
    ],
    ids=lambda text: text[:16].strip(),
)
def test_notations_take_time_by_their_length_alone(text):
    for name in (None, *(one.name for one in formats.NOTATIONS)):
        assert all(found.puzzle is None for found in formats.read(text, name, 1))


def test_places_in_level_files_count_from_the_start_of_the_text():
    good = 'path: "a", size: 1,\ncolorRegions: [["A"]]'
    text = f"x\n{good}; {good};\n  colorRegions: [\n  [?]]"
    *first, last = formats.read(text, "level", 1)
    assert [found.puzzle is not None for found in first] == [True, True]
    assert last.fault == "line 6 column 4: did not expect '?'"
    one_line = 'colorRegions: [["A"]], colorRegions: [?'
    assert list(formats.read(one_line))[1].fault == "line 1 column 39: did not expect '?'"
    assert len(next(iter(level.split("colorRegions: [" + " " * 10**6)))[1].text) < 10**5


def test_a_line_of_any_length_is_not_read_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(lines, "MAX_LINE", 100)
    seen = []
    path = tmp_path / "boards.jsonl"
    path.write_bytes(b"1\n" + b"[" * 100 + b"\n" + b" " * 5000 + b"\n2\n")
    with pytest.raises(MoatError, match=r"boards\.jsonl: has a line of more than 100 bytes"):
        lines.each_line(str(path), seen.append)
    assert seen == [1]


def test_what_is_nested_too_deep_to_be_written_is_a_fault_of_its_line(capsysbinary):
    deep = orjson.loads("[" * 300 + "]" * 300)
    assert lines.each_text(["1", "2"], "line", lambda n: lines.write_line(n if n > 1 else deep))
    out, err = capsysbinary.readouterr()
    assert out == b"2\n"
    assert err.startswith(b"moat-bank: line 1: cannot be written as JSON")


@pytest.mark.parametrize(
    ("steps", "tiers"), [(1, MAX_TIERS + 1), (MAX_STEPS + 1, 1), (101, MAX_KEYS // 100)]
)
def test_plans_are_bounded_everywhere(tmp_path, steps, tiers):
    plan = {
        "boards": [tiny_bank.step(n + 1, 5) for n in range(steps)],
        "tiers": ["easy"] * tiers,
    }
    with pytest.raises(MoatError, match="a level plan has at most"):
        make_plan([(n + 1, StarsKind(5)) for n in range(steps)], plan["tiers"])
    (tmp_path / "config.yaml").write_text(yaml.safe_dump({**SMALL, "levels": plan}))
    with pytest.raises(MoatError, match="levels: a level plan has at most"):
        load_config(tmp_path / "config.yaml")
    head = tiny_bank.manifest()
    head["levels"] = head["config"]["levels"] = plan
    tiny_bank.write(tmp_path, None, head)
    with pytest.raises(MoatError, match="'levels': a level plan has at most"):
        Banks(tmp_path)
    faults = verify(tmp_path).faults
    assert any(fault.reason.startswith("levels: a level plan has at most") for fault in faults)


def test_the_longest_plan_is_made():
    steps = [(n + 1, StarsKind(5 + n % 2)) for n in range(MAX_KEYS // MAX_TIERS)]
    plan = make_plan(steps, [f"t{n}" for n in range(MAX_TIERS)])
    assert plan.locate(10**9)[1] > 0


def test_a_shard_nested_deeper_than_can_be_written(tmp_path):
    banks = tiny_bank.entries()
    listed = banks["levels", 5, "easy"]
    data = b'{"easy":' + orjson.dumps(listed[:2])[:-2] + b',"more":' + b"[" * 300 + b"]" * 300
    head = tiny_bank.write(tmp_path, banks)
    shards = head["banks"][0]["shards"]
    (tmp_path / shards[0]["file"]).unlink()
    shards[0] = tiny_bank.write_shard(tmp_path, ("levels", 5, "easy"), 0, data + b"}]}\n", 2)
    tiny_bank.write_manifest(tmp_path, head)
    (fault,) = verify(tmp_path).faults
    assert fault.reason.startswith("is not as the build writes it")
    with pytest.raises(MoatError, match="is nested too deep"):
        Banks(tmp_path).level(3)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("which", ["manifest.json", "editions.json", "shard"])
def test_a_pipe_is_not_waited_for(tmp_path, which):
    head = tiny_bank.write(tmp_path)
    name = head["banks"][0]["shards"][0]["file"] if which == "shard" else which
    (tmp_path / name).unlink(missing_ok=True)
    os.mkfifo(tmp_path / name)
    with pytest.raises(MoatError, match="is not a plain file"):
        Banks(tmp_path).level(1)
    try:
        assert any(fault.reason == "is not a plain file" for fault in verify(tmp_path).faults)
    except MoatError as error:
        assert "is not a plain file" in str(error)  # noqa: PT017
