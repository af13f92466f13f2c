"""Formats of manifests: 1 and 2 are read for good, 3 mixes families, others are refused."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from moat_bank.bundle import Shape, bundle
from moat_bank.families.fields import keys_of
from moat_bank.runtime import Banks
from tests.families.toy import lonesum
from tests.runtime.bank_fixture import (
    GRIDS,
    in_reading_order,
    old_entry,
    write_bank,
    write_two_families,
)

FIXTURES = Path(__file__).parents[1] / "fixtures"
"""Banks and a bundle as they were published before format 3, and what was looked up in them."""

ANSWERS = [json.loads(line) for line in (FIXTURES / "answers.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("folder", ["format-1", "format-2"])
def test_what_was_published_before_gives_the_same_boards(folder):
    banks = Banks(FIXTURES / folder)
    for answer in ANSWERS:
        call, *which = answer["call"]
        level = getattr(banks, call)(*which)
        assert (level.tier, level.index, level.transform) == (
            answer["tier"], answer["index"], answer["transform"],
        )  # fmt: skip
        assert level.entry["id"] == answer["id"]
        assert level.solution == answer["solution"]
        letters = ["".join("abcdefghij"[cell] for cell in row) for row in level.region_map]
        assert letters == answer["regions"]
        assert [*level.entry] == [key for key in keys_of("stars", False) if key in level.entry]
        assert sum(level.entry["rounds"]) == level.entry["steps"]
        assert level.entry["regionMap"] == in_reading_order(level.entry["regionMap"])


def test_entries_of_before_are_those_of_today(tmp_path):
    new = write_bank(tmp_path / "new")
    write_bank(tmp_path / "old", form=1)
    for pool in {bank["pool"] for bank in new["banks"]}:
        assert not {path.name for path in (tmp_path / "new" / pool).iterdir()} & {
            path.name for path in (tmp_path / "old" / pool).iterdir()
        }
    one, two = Banks(tmp_path / "new"), Banks(tmp_path / "old")
    for n in range(1, 100):
        assert one.level(n) == two.level(n)
    raw = json.loads(next((tmp_path / "old/levels").glob("9x9-2-easy-*")).read_text())["easy"][0]
    assert raw == old_entry(one.level(20).entry)


def test_a_bundle_of_before_is_written_in_the_format_of_today(tmp_path):
    bundle(FIXTURES / "format-1", tmp_path / "1")
    bundle(FIXTURES / "format-2", tmp_path / "2")
    files = [
        {path.relative_to(tmp_path / n): path.read_bytes() for path in (tmp_path / n).rglob("*.*")}
        for n in ("1", "2")
    ]
    assert files[0] == files[1]
    before, after = Banks(FIXTURES / "format-1"), Banks(tmp_path / "1")
    assert [before.level(n) for n in range(1, 50)] == [after.level(n) for n in range(1, 50)]


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mixed")
    with lonesum():
        write_two_families(folder)
        yield folder


def test_levels_of_two_families(mixed):
    manifest = json.loads((mixed / "manifest.json").read_text())
    lengths = {
        tuple(bank[key] for key in bank if key not in ("pool", "length", "shards")): bank["length"]
        for bank in manifest["banks"]
        if bank["pool"] == "levels"
    }
    banks, seen = Banks(mixed), Counter()
    for n in range(1, 300):
        step = [step for step in manifest["levels"]["boards"] if step["from"] <= n][-1]
        tier = manifest["levels"]["tiers"][(n - 1) % 3]
        key = (*[value for name, value in step.items() if name != "from"], tier)
        seen[key] += 1
        level = banks.level(n)
        assert (level.family, *level.kind.values.values(), level.tier) == key
        assert level.index == (seen[key] - 1) % lengths[key]
        assert level.transform == (seen[key] - 1) * 3 % 8
        assert banks.check_claim(n, claim_of(level)).valid
        assert banks.check_claim(n, 7).broken == "malformed"
    assert {key[0] for key in seen} == {"stars", "lonesum"}


def claim_of(level):
    if level.family == "lonesum":
        return level.solution
    rows = [row if isinstance(row, list) else [row] for row in level.solution]
    return [[r, c] for r, row in enumerate(rows) for c in row]


def test_keys_of_a_puzzle_and_its_kind_are_attributes_of_its_level(mixed):
    level = Banks(mixed).level(5)
    assert (level.family, level.height, level.width) == ("lonesum", 3, 4)
    assert level.row_counts == level.puzzle["rowCounts"]
    for name in ("region_map", "stars", "rowcounts", "_row_counts", "rowCount", "family_name"):
        with pytest.raises(AttributeError, match=f"a level of lonesum has no '{name}'"):
            getattr(level, name)


def test_days_and_events_of_two_families(mixed):
    banks = Banks(mixed)
    days = [banks.daily(date(2026, 1, 1) + timedelta(n)) for n in range(15)]
    assert len({(day.family, day.entry["id"]) for day in days}) == 15  # all before one comes again
    assert Counter(day.family for day in days) == {"stars": 12, "lonesum": 3}
    events = [banks.event("spring", n) for n in range(1, 7)]
    assert Counter(event.family for event in events) == {"stars": 3, "lonesum": 3}


@pytest.mark.parametrize("solutions", [True, False])
def test_a_bundle_of_two_families(mixed, tmp_path, solutions):
    made = bundle(mixed, tmp_path, Shape(solutions=solutions))
    before, after = Banks(mixed), Banks(tmp_path)
    for n in range(1, 100):
        one, two = before.level(n), after.level(n)
        assert (one.kind, one.puzzle) == (two.kind, two.puzzle)
        assert (two.entry == one.entry) == solutions
        assert two.solution == (one.solution if solutions else None)
    if not solutions:
        level = next(level for n in range(1, 100) if (level := after.level(n)).family == "lonesum")
        shown = ["style", "rowCounts", "colCounts", "r", "score", "id", "generator", "rater"]
        assert [*level.entry] == shown
    assert sum(file.boards for file in made.files if file.kind and file.kind.family != "stars") == (
        sum(length for *_, length in GRIDS)
    )


def test_a_family_that_is_not_there(mixed, tmp_path):
    manifest = write_two_families(tmp_path)
    place = next(n for n, bank in enumerate(manifest["banks"]) if bank["family"] == "lonesum")
    manifest["banks"][place]["family"] = "chess"
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(ValueError, match=rf"'banks\[{place}\].family': unknown family 'chess'"):
        Banks(tmp_path)
