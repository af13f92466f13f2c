"""The compiled family against solvers and a rater that share nothing with it."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from moat_bank.families.base import seed_of
from moat_bank.families.stars import words
from moat_bank.families.stars.board import Board, solution_rows
from moat_bank.families.stars.proof.examined import examine
from moat_bank.families.stars.proof.form import ids
from moat_bank.kind import TIERS
from tests.families.stars.engine.by_size import Quality, Spec, get_family
from tests.families.stars.oracle import boards, exhaustive, plain_form
from tests.families.stars.oracle.groups import mixed, signals

pytest.importorskip("numba")
STARS = get_family("stars")
ALL = 10**5
PLACEMENTS = {4: 2, 5: 14, 6: 90, 7: 646, 8: 5242, 9: 47622}  # OEIS A002464


def board(grid) -> Board:
    return Board(len(grid), 1, np.array(grid, np.uint8))


def solved(grid, limit: int = ALL) -> list[list[list[int]]]:
    return sorted(solution_rows(found) for found in STARS.solutions(board(grid), limit))


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_solutions_are_those_of_an_exhaustive_search_and_of_cp_sat(size):
    """2,400 boards in all, grown, made unique and altered."""
    cpsat = pytest.importorskip("tests.families.stars.oracle.cpsat", reason="needs OR-Tools")
    many: Counter[int] = Counter()
    grids = mixed(size, 600, seed=1)
    assert len(grids) == 600
    for grid in grids:
        expected = exhaustive.solutions(grid)
        assert solved(grid) == expected == cpsat.solutions(grid), grid
        assert STARS.solutions(board(grid), 1) == STARS.solutions(board(grid), ALL)[:1]
        two = solved(grid, 2)
        assert len(two) == min(2, len(expected))
        assert all(found in expected for found in two)
        many[min(3, len(expected))] += 1
    assert min(many[0], many[1], many[2] + many[3]) >= 20, many


@pytest.mark.parametrize("size", sorted(PLACEMENTS))
def test_placements_without_regions_are_those_of_oeis(size):
    found = STARS.solutions(board([[r] * size for r in range(size)]), ALL)
    assert len(found) == len({tuple(columns) for columns in found}) == PLACEMENTS[size]


@pytest.mark.parametrize(("size", "count"), [(4, 150), (5, 150), (6, 90), (7, 45)])
def test_ratings_of_mixed_boards_are_those_of_words(size, count):
    for grid in mixed(size, count, seed=2):
        plain = words.rate(grid, 1)
        rating = STARS.rate(board(grid))
        assert signals(rating) == signals(plain), grid
        assert rating.tier == plain.tier


@pytest.mark.parametrize(("size", "count"), [(5, 100), (6, 100), (7, 60), (8, 60), (9, 30)])
@pytest.mark.parametrize("style", STARS.styles)
def test_generated_boards_are_what_their_records_say(size, count, style):
    batch = STARS.generate(Spec(size, 1, style), seed_of(9, 0), count, Quality())
    assert len(batch.records) > count * 0.7
    for record in batch.records:
        grid = record["regions"].reshape(size, size).tolist()
        plain = words.rate(grid, 1)
        assert signals(STARS.rate(board(grid))) == signals(plain), grid
        assert TIERS[record["tier"]] == plain.tier
        assert [record[name] for name in ("hardest", "steps", "narrowest")] == [
            plain.hardest,
            plain.steps,
            plain.narrowest,
        ]
        assert tuple(record["rounds"].tolist()) == plain.rounds
        assert (record["widest_set"], record["sets_of_two"]) == (
            plain.widest_set,
            plain.sets_of_two,
        )
        assert record["key"] == plain_form.number_of(size, plain_form.canonical(grid))
        assert plain_form.connected(grid)
        assert not plain_form.symmetric(grid)
        if size < 8:
            assert exhaustive.solutions(grid, 1, 2) == [[[c] for c in record["solution"]]]


@pytest.mark.parametrize(("size", "count"), [(5, 2000), (8, 4000), (10, 600), (12, 200)])
@pytest.mark.parametrize("style", STARS.styles)
def test_generated_boards_are_proved_in_bulk(size, count, style):
    records = STARS.generate(Spec(size, 1, style), seed_of(10, 0), count, Quality()).records
    assert len(records) > count * 0.7
    proofs = examine(records["regions"].reshape(-1, size, size), 1)
    assert proofs.connected.all()
    assert (proofs.solutions == 1).all()
    assert (proofs.columns[:, :, 0] == records["solution"]).all()
    assert not proofs.symmetric.any()
    assert proofs.rating is not None
    for name in ("hardest", "steps", "rounds", "narrowest", "widest_set", "sets_of_two", "tier"):
        assert (getattr(proofs.rating, name) == records[name]).all(), name
    scores = STARS.scores(Spec(size), records)
    assert (proofs.rating.score == scores).all()
    assert (ids(proofs.canonical, size) == records["key"]).all()


@pytest.mark.parametrize(
    ("size", "count"), [(4, 100), (5, 100), (6, 100), (7, 40), (8, 100), (11, 40)]
)
def test_rating_and_key_are_the_same_for_all_turns_mirrors_and_labels(size, count):
    rng = random.Random(size)
    batch = STARS.generate(Spec(size), seed_of(11, 0), count, Quality())
    grids = [record["regions"].reshape(size, size).tolist() for record in batch.records]
    grids += [boards.grown(rng, size) for _ in range(count // 4)]
    keys = {}
    for grid in grids:
        rating, key = STARS.rate(board(grid)), STARS.key(board(grid))
        many = len(STARS.solutions(board(grid), 3))
        for image in plain_form.images(grid):
            turned = board(boards.relabelled(rng, image))
            assert STARS.rate(turned) == rating
            assert STARS.key(turned) == key
            assert len(STARS.solutions(turned, 3)) == many
        assert key[1] == plain_form.symmetric(grid)
        keys[key[0]] = plain_form.canonical(grid)
    assert len(keys) == len(set(keys.values())) == len({plain_form.canonical(g) for g in grids})


def test_every_board_of_size_4():
    """62,741 partitions, 11,760 with one solution, in 1,479 classes: 571, 794, all by technique."""
    classes: dict[int, int | None] = {}
    solutions: Counter[int] = Counter()
    for grid in boards.every_partition(4):
        one = board(grid)
        count = len(STARS.solutions(one, 3))
        solutions[count] += 1
        if count == 1:
            key, _ = STARS.key(one)
            hardest = STARS.rate(one).hardest
            assert classes.setdefault(key, hardest) == hardest
    assert solutions == {0: 49_668, 1: 11_760, 2: 1_313}
    assert len(classes) == 1_479
    hardest = Counter(classes.values())
    assert [hardest[1], hardest[1] + hardest[2], sum(hardest[k] for k in (1, 2, 3))] == [
        571,
        794,
        1_479,
    ]
