"""Banks that were published in format 1 are verified as strictly as those of today."""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path

import orjson
import pytest

from moat_bank.check.verify import verify
from tests.check import first_form, tiny_bank

PUBLISHED = Path(__file__).parents[1] / "fixtures" / "format-1"
FIRST = ("levels", 5, "easy")


def reasons(folder):
    return [f"{fault.entry}: {fault.reason}" for fault in verify(folder).faults]


def test_a_good_folder_has_no_faults(tmp_path):
    first_form.write(tmp_path)
    report = verify(tmp_path)
    assert report.faults == ()
    assert report.entries == 21
    assert all("stars" not in file for file in report.files)


def test_entries_that_were_published_are_proved(tmp_path):
    """Of one star and of two, as generator and rater of that time wrote them."""
    shutil.copytree(PUBLISHED, tmp_path / "banks")
    first_form.with_config(tmp_path / "banks")
    report = verify(tmp_path / "banks")
    assert report.entries > 20
    # It was cut down by hand, for readers, to lengths of which two are even.
    assert [fault.reason for fault in report.faults] == [
        f"banks[{bank}].length: must be odd, found 2" for bank in (6, 7)
    ]


def swapped(entry):
    """The same numbers under each other's keys, in the order of the keys."""
    keys = list(entry)
    a, b = keys.index("r1"), keys.index("r2")
    keys[a], keys[b] = keys[b], keys[a]
    values = dict(zip(keys, list(entry.values()), strict=True))
    entry.clear()
    entry.update(values)


@pytest.mark.damage
@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda e: e.update(r2=e["r2"] + 1), "1: rounds[1]: is "),
        (lambda e: e.pop("r5"), "1: rounds: is a list of 4, proved a list of 5"),
        (swapped, "1: has the unknown key 'r2'"),
        (lambda e: e.update(r6=0), "1: has the unknown key 'r6'"),
        (lambda e: e.update(rounds=[1]), "1: has the unknown key 'r1'"),
        (lambda e: e.update(k=e["k"] + 1), "1: k: is "),
        (lambda e: e["regionMap"][2].__setitem__(0, 5), "1: regionMap[2][0]: must be a region"),
        (lambda e: e.update(regionMap=3), "1: regionMap: must be 5 rows of 5 regions"),
    ],
)
def test_a_changed_entry_is_named(tmp_path, change, text):
    banks = first_form.entries()
    change(banks[FIRST][1])
    first_form.write(tmp_path, banks)
    found = reasons(tmp_path)
    assert any(text in line for line in found), found


@pytest.mark.damage
@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda head: head.update(encoding="rows"), "has the unknown key 'encoding'"),
        (lambda head: head["banks"][0].update(family="stars"), "banks[0]: has the unknown key"),
        (lambda head: head["config"].update(family="chess"), "config.family: must be one of star"),
        (lambda head: head["config"]["twins"].update(distance=-1), "config.twins.distance: must"),
        (lambda head: head["config"]["quality"].pop("largest_share"), "largest_share: is missing"),
        (
            lambda head: head["banks"][0]["shards"][0].update(
                file=head["banks"][0]["shards"][0]["file"].replace("5x5", "stars-5x5")
            ),
            "banks[0].shards[0].file: must be 'levels/5x5-1-easy-0000.",
        ),
    ],
)
def test_a_wrong_manifest_is_told_by_key(tmp_path, change, text):
    head = first_form.write(tmp_path)
    change(head)
    tiny_bank.write_manifest(tmp_path, head)
    found = reasons(tmp_path)
    assert any(text in line for line in found), found


@pytest.fixture
def chain(tmp_path):
    """A folder of two editions, the first of format 1, the second of today."""
    first_form.write(tmp_path)
    old = (tmp_path / "manifest.json").read_bytes()
    head = tiny_bank.manifest()
    head["edition"] = head["config"]["edition"] = "tiny-2"
    tiny_bank.write(tmp_path, None, head)
    new = (tmp_path / "manifest.json").read_bytes()
    (tmp_path / "editions").mkdir()
    listed = []
    for name, level, day, data in (("tiny-1", 1, "0001-01-01", old), ("tiny-2", 9, None, new)):
        digest = sha256(data).hexdigest()
        file = f"editions/{name}.{digest[:12]}.json"
        (tmp_path / file).write_bytes(data)
        listed.append(
            {"edition": name, "level": level, "day": day, "file": file}
            | {"bytes": len(data), "sha256": digest}
        )
    options = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    value = {"format": 1, "editions": listed}
    (tmp_path / "editions.json").write_bytes(orjson.dumps(value, option=options))
    return tmp_path


def test_a_chain_may_go_on_in_a_newer_format(chain):
    report = verify(chain)
    assert report.faults == ()
    assert report.entries == 42


@pytest.mark.damage
def test_damage_to_an_old_edition_of_a_chain_is_found(chain):
    shard = next(path for path in sorted((chain / "levels").iterdir()) if path.name[0] == "5")
    shard.write_bytes(shard.read_bytes().replace(b'"r1":', b'"r1" :', 1))
    (told,) = verify(chain).faults
    assert told.file == f"levels/{shard.name}"
