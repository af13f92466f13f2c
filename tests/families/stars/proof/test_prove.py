"""What ``prove`` says of entries: facts of sound boards, words for all others, any JSON."""

from __future__ import annotations

import random

import pytest

from moat_bank.families import registry
from moat_bank.families.fields import keys_of
from moat_bank.families.stars.proof import closed_sets, many_sheet, prove, rating
from tests.check import tiny_bank
from tests.families.stars.oracle import boards

SIX = {"size": 6, "stars": 1}


def sound():
    """Entries of 6x6 as the build would write them."""
    return [entry for listed in tiny_bank.rated_boards(6).values() for entry in listed]


def one(grid, values=SIX):
    """The faults of one board."""
    return prove(values, [{"regionMap": grid}], {}).faults[0]


def test_it_is_the_proof_of_its_family():
    proof = registry.proof("stars")
    assert proof.prove is prove
    assert proof.RATER == "stars-2"


def test_facts_are_the_keys_of_an_entry_from_the_puzzle_to_the_id():
    entries = sound()
    proofs = prove(SIX, entries, {})
    keys = [key for key in keys_of("stars", imported=False) if key not in ("seed", "style", "aim")]
    for entry, facts in zip(entries, proofs.facts, strict=True):
        assert list(facts) == [key for key in keys if key not in ("generator", "rater")]
        assert facts == {key: entry[key] for key in facts}
    assert not any(proofs.faults)
    assert len({*proofs.forms}) == len(entries)


@pytest.mark.parametrize(
    "value",
    [
        *(None, 3, "x" * 6, [], {}, [[0] * 6] * 5, [[0] * 5] * 6, ["000000"] * 6),
        *([[cell] * 6] * 6 for cell in ("0", 0.0, True, None, -1, 6, 2**70)),
    ],
)
def test_a_board_that_cannot_be_read_is_told_by_its_key_and_changes_no_other(value):
    entries = sound()
    alone = prove(SIX, entries, {})
    proofs = prove(SIX, [entries[0], {"regionMap": value}, {}, *entries[1:]], {})
    assert len(proofs.faults[1]) == 1
    assert proofs.faults[1][0].startswith("regionMap")
    assert proofs.faults[2] == ["regionMap: is missing"]
    assert (proofs.facts[1], proofs.tiers[1], proofs.forms[1]) == ({}, -1, b"")
    assert proofs.facts[:1] + proofs.facts[3:] == alone.facts
    assert len(proofs.laid.solution) == len(entries)


def test_no_boards():
    proofs = prove(SIX, [], {})
    assert (proofs.faults, proofs.facts, proofs.tiers, proofs.forms) == ([], [], [], [])


def test_bounds_are_those_of_the_config_and_left_out_ones_bound_nothing():
    grid = sound()[0]["regionMap"]
    sizes = [sum(row.count(region) for row in grid) for region in range(6)]
    text = "regionMap: region sizes are outside the config's quality"
    given = [{"regionMap": grid}]
    for key, good, bad in (
        ("smallest_region", min(sizes), min(sizes) + 1),
        ("single_cell_regions", sizes.count(1), sizes.count(1) - 1),
        ("largest_share", -(-max(sizes) * 100 // 36), max(sizes) * 100 // 36 - 1),
    ):
        assert prove(SIX, given, {key: good}).faults == [[]]
        assert prove(SIX, given, {key: bad}).faults == [[text]]


def test_stripes_of_any_size_are_refused_at_once():
    """They were rated once, in sets of k regions in k lines beyond number."""
    for size in (6, 25):
        grid = [[row] * size for row in range(size)]
        grid[1][0] = 0
        assert one(grid, {"size": size, "stars": 1}) == ["the board has more than one solution"]


def test_a_rating_that_takes_too_many_steps_is_undecided_in_any_stack(monkeypatch):
    entries = sorted(sound(), key=lambda entry: entry["r"])
    steps = [rated_within(entry, monkeypatch) for entry in entries]
    assert steps[0] < steps[-1]
    monkeypatch.setattr(rating, "MOST_STEPS", steps[-1] - 1)
    found = prove(SIX, entries, {}).faults
    told = ["undecided: its rating takes more steps than are made"]
    assert found == [told if need >= steps[-1] else [] for need in steps]


def rated_within(entry, monkeypatch) -> int:
    """The fewest steps in which a board is rated alone, by halving."""
    low, high = 0, 1 << 20
    while high - low > 1:
        middle = (low + high) // 2
        monkeypatch.setattr(rating, "MOST_STEPS", middle)
        low, high = (middle, high) if one(entry["regionMap"]) else (low, middle)
    return high


def test_several_stars_are_undecided_after_their_steps(monkeypatch):
    grid = tiny_bank.in_reading_order(boards.paired_unique(random.Random(5), 9))
    values = {"size": 9, "stars": 2}
    assert not any("undecided" in text for text in one(grid, values))
    monkeypatch.setattr(many_sheet, "MOST_STEPS", 5)
    assert one(grid, values) == ["undecided: its rating takes more steps than are made"]


def test_sets_beyond_number_are_given_up_for_their_board_alone(monkeypatch):
    entries = sound()
    whole = prove(SIX, entries, {})
    monkeypatch.setattr(closed_sets, "MOST_CHOICES", 0)  # as from 16x16 on
    monkeypatch.setattr(closed_sets, "GROWN_SETS", 40)  # less than the stack has, more than one
    assert prove(SIX, entries, {}).facts == whole.facts
    monkeypatch.setattr(closed_sets, "GROWN_SETS", 2)
    told = prove(SIX, entries, {}).faults
    assert ["undecided: its rating takes more steps than are made"] in told
    assert [] in told
