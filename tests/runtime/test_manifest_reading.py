"""manifest.json: each way in which it can be wrong, and the one line that says so."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moat_bank.errors import MoatError
from moat_bank.families.stars.kind import StarsKind
from moat_bank.runtime import Banks
from moat_bank.runtime.manifest import parse_manifest, read_manifest
from tests.runtime.bank_fixture import write_manifest


def test_reading(bank_folder):
    manifest = read_manifest(str(bank_folder))
    written = json.loads((bank_folder / "manifest.json").read_text())
    assert manifest.edition == "test-1"
    assert manifest.shard == 4
    assert (manifest.daily_key, manifest.events_key) == (123456789, 987654321)
    assert [(b.pool, b.kind, b.tier, b.length) for b in manifest.banks] == [
        (b["pool"], StarsKind(b["size"], b["stars"]), b["tier"], b["length"])
        for b in written["banks"]
    ]
    assert [vars(shard) for bank in manifest.banks for shard in bank.shards] == [
        shard for bank in written["banks"] for shard in bank["shards"]
    ]
    assert [bank.length for bank in manifest.pool("daily")] == [5, 7]
    assert manifest.plan.locate(20) == ((StarsKind(9, 2), "easy"), 1)


def test_keys_it_does_not_know_are_left_alone(own_bank):
    folder, manifest = own_bank
    manifest["more"] = manifest["banks"][0]["more"] = {"a": 1}
    write_manifest(folder, manifest)
    assert Banks(folder).level(1).size == 5


def put(manifest, path, value):
    """A copy with one value changed; ``...`` takes it out."""
    manifest = copy.deepcopy(manifest)
    *way, last = path
    place = manifest
    for key in way:
        place = place[key]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return manifest


SHARD = ("banks", 0, "shards", 0)


@pytest.mark.parametrize(
    ("path", "value", "text"),
    [
        (("format",), 4, "'format' is 4, and this version of moat_bank reads 1 to 3: install the"),
        (("format",), 0, "'format' is 0, and this version of moat_bank reads 1 to 3: install the"),
        (("encoding",), ..., "'encoding' must be 'rows' or 'columns', found nothing"),
        (("encoding",), ["rows"], "'encoding' must be 'rows' or 'columns', found a list"),
        (("banks", 1, "family"), ..., "'banks[1].family' must be text, found nothing"),
        (
            ("banks", 1, "family"),
            "chess",
            "'banks[1].family': unknown family 'chess'; known: stars",
        ),
        (("levels", "boards", 0, "family"), 5, "'levels.boards[0].family' must be text, found 5"),
        (("solutions",), 1, "'solutions' must be true or false, found 1"),
        (("format",), "1", "'format' is '1'"),
        (("format",), True, "'format' is True"),
        (("format",), 1.0, "'format' is 1.0"),
        (("format",), ..., "is not a manifest of moat_bank"),
        (("banks",), ..., "is not a manifest of moat_bank"),
        (("edition",), 5, "'edition' must be text, found 5"),
        (("shard",), 0, "'shard' must be a whole number from 1 to"),
        (("shard",), ..., "'shard' must be a whole number from 1 to"),
        (("shard",), 5, "'banks[0].shards[0].count' must be 5, found 4"),
        (("shard",), 7, "'banks[0].shards' must be 1 files for 7 entries, found 2"),
        (("banks",), {}, "'banks' must be a list, found an object"),
        (("banks", 1), None, "'banks[1]' must be an object, found null"),
        (("banks", 1, "pool"), "weekly", "'banks[1].pool' must be one of levels, daily, events"),
        (("banks", 1, "pool"), ["levels"], "'banks[1].pool' must be text, found a list"),
        (("banks", 1, "size"), 26, "'banks[1].size' must be a whole number from 1 to 25, found 26"),
        (("banks", 1, "size"), "5", "'banks[1].size' must be a whole number"),
        (("banks", 1, "stars"), 0, "'banks[1].stars' must be a whole number from 1 to 6, found 0"),
        (("banks", 1, "tier"), "../x", "'banks[1].tier' must be a lower-case word, found '../x'"),
        (("banks", 1, "tier"), ..., "'banks[1].tier' must be a lower-case word, found nothing"),
        (("banks", 1, "length"), 0, "'banks[1].length' must be a whole number from 1 to"),
        (("banks", 1, "length"), 6, "'banks[1].length' must be odd, or levels repeat early, found"),
        (("banks", 1, "length"), 11, "'banks[1].shards' must be 3 files for 11 entries, found 2"),
        (("banks", 1, "shards"), None, "'banks[1].shards' must be a list, found null"),
        (
            ("banks", 1, "tier"),
            "easy",
            "'banks[1].shards[0].file' must be 'levels/stars-5x5-1-easy-0000.",
        ),
        (
            (*SHARD, "file"),
            "/etc/passwd",
            "'banks[0].shards[0].file' must be 'levels/stars-5",
        ),
        (
            (*SHARD, "file"),
            "levels/../../x.json",
            "'banks[0].shards[0].file' must be 'levels/stars-",
        ),
        ((*SHARD, "file"), ..., "'banks[0].shards[0].file' must be 'levels/stars-5x5-1-easy-0000."),
        ((*SHARD, "sha256"), "A" * 64, "'banks[0].shards[0].sha256' must be 64 hexadecimal digits"),
        ((*SHARD, "sha256"), "a" * 63, "'banks[0].shards[0].sha256' must be 64 hexadecimal digits"),
        (
            (*SHARD, "sha256"),
            "a" * 64,
            "'banks[0].shards[0].file' must be 'levels/stars-5x5-1-easy-0000.a",
        ),
        ((*SHARD, "sha256"), "../" * 22, "'banks[0].shards[0].sha256' must be 64 hexadecimal"),
        ((*SHARD, "bytes"), -1, "'banks[0].shards[0].bytes' must be a whole number from 1 to"),
        ((*SHARD, "count"), 3, "'banks[0].shards[0].count' must be 4, found 3"),
        (("levels",), ..., "'levels' must be an object, found null"),
        (("levels", "boards"), 5, "'levels.boards' must be a list, found a number"),
        (("levels", "boards"), [], "'levels': a level plan needs at least one board"),
        (("levels", "boards", 0), 5, "'levels.boards[0]' must be an object, found a number"),
        (("levels", "boards", 0, "from"), 2, "'levels': a level plan begins at level 1, not at 2"),
        (("levels", "boards", 2, "from"), 1.5, "'levels.boards[2].from' must be a whole number"),
        (("levels", "boards", 2, "from"), 5, "'levels': the boards of a level plan must rise"),
        (
            ("levels", "boards", 1, "size"),
            7,
            "'levels' needs a bank of stars 7x7 with 1 star, tier",
        ),
        (("levels", "tiers"), [], "'levels': a level plan needs at least one board and one tier"),
        (("levels", "tiers", 1), 3, "'levels.tiers[1]' must be a lower-case word, found 3"),
        (
            ("levels", "tiers", 1),
            "hard",
            "'levels' needs a bank of stars 5x5 with 1 star, tier hard",
        ),
        (("daily", "key"), 2**32, "'daily.key' must be a whole number from 0 to 4294967295"),
        (("events",), 5, "'events' must be an object, found a number"),
    ],
)
def test_faults(own_bank, path, value, text):
    folder, manifest = own_bank
    write_manifest(folder, put(manifest, path, value))
    with pytest.raises(MoatError) as error:
        Banks(folder)
    words = str(error.value)
    assert words.startswith(f"{folder}/manifest.json: {text}")
    assert len(words.splitlines()) == 1
    if path not in {("format",), ("banks",)} or value is ...:
        assert "build the banks anew" in words or "not a manifest" in words


def test_a_bank_twice(own_bank):
    folder, manifest = own_bank
    manifest["banks"].append(manifest["banks"][2])
    write_manifest(folder, manifest)
    with pytest.raises(MoatError, match=r"'banks\[9\]' comes a second time"):
        Banks(folder)


def test_even_lengths_are_well_outside_the_levels(own_bank):
    folder, manifest = own_bank
    bank = manifest["banks"][6]
    assert (bank["pool"], bank["length"]) == ("daily", 5)
    bank["length"] = 4
    del bank["shards"][1]
    write_manifest(folder, manifest)
    assert len({Banks(folder).daily(f"2026-03-{day:02}").entry["id"] for day in range(1, 12)}) == 11


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b"\xff\xfe", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b"null", "is not a manifest of moat_bank"),
        (b"[]", "is not a manifest of moat_bank"),
        (b'{"name": "My app", "icons": []}', "is not a manifest of moat_bank"),
    ],
)
def test_foreign_files(tmp_path, content, text):
    (tmp_path / "manifest.json").write_bytes(content)
    with pytest.raises(MoatError) as error:
        Banks(tmp_path)
    assert str(error.value).startswith(f"{tmp_path}/manifest.json: {text}")
    assert len(str(error.value).splitlines()) == 1


def test_no_manifest(tmp_path):
    with pytest.raises(MoatError, match=r"manifest\.json: no such file: name the folder that"):
        Banks(tmp_path)
    with pytest.raises(MoatError, match=r"nowhere/manifest\.json: no such file"):
        Banks(tmp_path / "nowhere")
    (tmp_path / "manifest.json").mkdir()
    with pytest.raises(MoatError, match=r"manifest\.json: cannot be read: Is a directory"):
        Banks(tmp_path)


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)


@given(st.data())
def test_any_value_anywhere_is_read_or_refused_in_one_line(bank_folder, data):
    manifest = json.loads((bank_folder / "manifest.json").read_text())
    place = manifest
    for _ in range(data.draw(st.integers(1, 5))):
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or not place[key]:
            break
        inner, holder = place[key], place
        place = inner
    else:
        place = holder
    place[key] = data.draw(junk)
    text = ""
    try:
        parse_manifest(manifest)
    except MoatError as error:
        text = str(error)
    assert len(text.splitlines()) <= 1
