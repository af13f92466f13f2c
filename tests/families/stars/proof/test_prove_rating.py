"""The checker's rating against one on plain sets, and against the counts of all small boards."""

from __future__ import annotations

import random

import numpy as np
import pytest

from moat_bank.families.stars import words
from moat_bank.families.stars.proof import closed_sets, examined
from moat_bank.families.stars.proof import (
    rating as prove_rating,
)
from moat_bank.kind import TIERS
from tests.families.stars.oracle import boards, plain_form
from tests.families.stars.oracle.groups import mixed, signals

NAMES = ("hardest", "steps", "rounds", "narrowest", "widest_set", "sets_of_two", "score")


def found(ratings: prove_rating.Ratings, i: int) -> tuple[object, ...]:
    values = [getattr(ratings, name)[i].tolist() for name in NAMES]
    values[0], values[-1] = values[0] or None, values[-1] or None
    values[2] = tuple(values[2])
    return tuple(values)


def tier(ratings: prove_rating.Ratings, i: int) -> str | None:
    place = int(ratings.tier[i])
    return TIERS[place] if place >= 0 else None


@pytest.mark.parametrize(("size", "count"), [(4, 300), (5, 300), (6, 150), (7, 60)])
def test_ratings_of_mixed_boards(size, count):
    grids = mixed(size, count)
    ratings = prove_rating.rate(np.array(grids, np.uint8))
    for i, grid in enumerate(grids):
        plain = words.rate(grid, 1)
        assert found(ratings, i) == signals(plain), grid
        assert tier(ratings, i) == plain.tier


@pytest.mark.parametrize(("size", "count"), [(5, 300), (6, 100), (7, 60)])
def test_ratings_of_boards_with_one_solution(size, count):
    rng = random.Random(size)
    grids = [boards.repaired(rng, size) for _ in range(count)]
    ratings = prove_rating.rate(np.array(grids, np.uint8))
    for i, grid in enumerate(grids):
        assert found(ratings, i) == signals(words.rate(grid, 1)), grid
    assert len(set(ratings.hardest.tolist())) >= 4


def test_ratings_do_not_depend_on_turn_mirror_labels_or_company():
    rng = random.Random(8)
    grids = [boards.repaired(rng, 6) for _ in range(40)]
    images = [boards.relabelled(rng, image) for grid in grids for image in plain_form.images(grid)]
    together = prove_rating.rate(np.array(images, np.uint8))
    for i, grid in enumerate(grids):
        alone = found(prove_rating.rate(np.array([grid], np.uint8)), 0)
        assert {found(together, 8 * i + t) for t in range(8)} == {alone}


def test_small_pieces_change_nothing(monkeypatch):
    grids = np.array(mixed(6, 150), np.uint8)
    whole = prove_rating.rate(grids)
    monkeypatch.setattr(prove_rating, "SUPPOSED_CELLS", 3 * 36)
    monkeypatch.setattr(closed_sets, "SETS", 100)
    cut = prove_rating.rate(grids)
    assert [found(cut, i) for i in range(len(grids))] == [
        found(whole, i) for i in range(len(grids))
    ]


@pytest.mark.parametrize("size", [5, 8, 9])
def test_sets_grown_are_the_sets_chosen(monkeypatch, size):
    """Large boards are rated in another way than small ones, so small ones are rated in both."""
    grids = np.array(mixed(size, 150), np.uint8)
    whole = prove_rating.rate(grids)
    assert (whole.rounds[:, 3] > 0).any()
    monkeypatch.setattr(closed_sets, "MOST_CHOICES", 0)
    grown = prove_rating.rate(grids)
    assert [found(grown, i) for i in range(len(grids))] == [
        found(whole, i) for i in range(len(grids))
    ]


@pytest.fixture(scope="module")
def all_of_size_4() -> np.ndarray:
    return np.array(list(boards.every_partition(4)), np.uint8)


def test_every_board_of_size_4(all_of_size_4):
    """62,741 partitions; the counts are those of an enumeration by another program."""
    assert len(all_of_size_4) == len(np.unique(all_of_size_4, axis=0)) == 62_741
    proofs = examined.examine(all_of_size_4, 1)
    assert proofs.connected.all()
    assert np.bincount(proofs.solutions).tolist() == [49_668, 11_760, 1_313]
    unique = proofs.solutions == 1
    classes, first = np.unique(proofs.canonical[unique], axis=0, return_index=True)
    assert len(classes) == 1_479
    hardest = proofs.rating.hardest[unique][first]
    assert [int((hardest <= k).sum()) for k in range(1, 6)] == [571, 794, 1_479, 1_479, 1_479]
    assert hardest.min() == 1
    assert (proofs.rating.hardest[~unique] == 0).all()


def test_without_one_cell_regions_the_first_technique_finishes_nothing(all_of_size_4):
    cells = np.array([(all_of_size_4 == region).sum(axis=(1, 2)) for region in range(4)])
    without = all_of_size_4[cells.min(axis=0) > 1]
    proofs = examined.examine(without, 1)
    assert (proofs.solutions == 1).sum() == 7_216
    assert not (proofs.rating.rounds[:, 0] == proofs.rating.steps)[proofs.rating.hardest > 0].any()


@pytest.mark.parametrize("size", [9, 17])
def test_wide_boards_use_wider_bits(size):
    """Sizes above 8 and 16 hold their sets of regions in wider numbers."""
    rng = random.Random(size)
    inner = boards.repaired(rng, 5)
    grid = framed(inner, size)
    plain = words.rate(grid, 1)
    ratings = prove_rating.rate(np.array([grid], np.uint8))
    assert found(ratings, 0) == signals(plain)


def framed(inner, size):
    """``inner`` in the upper left corner; each further star is a region of one cell."""
    grid = [[0] * size for _ in range(size)]
    for r, row in enumerate(inner):
        grid[r][:5] = row
    columns = [c for k in range(2) for c in range(6 + k, size, 2)][: size - 5]
    columns += [c for c in range(5, size) if c not in columns]
    for label, (r, c) in enumerate(zip(range(5, size), columns, strict=False), start=5):
        grid[r][c] = label
    return grid


def test_no_boards():
    assert prove_rating.rate(np.zeros((0, 6, 6), np.uint8)).tier.shape == (0,)
    assert examined.examine(np.zeros((0, 6, 6), np.uint8), 1).solutions.shape == (0,)


def test_boards_that_are_not_well_formed_are_said_to_be_so():
    good = boards.repaired(random.Random(1), 6)
    bad = [[min(cell, 4) for cell in row] for row in good]
    far = [[cell + 250 if cell == 5 else cell for cell in row] for row in good]
    proofs = examined.examine(np.array([bad, good, far], np.uint8), 1)
    assert proofs.well_formed.tolist() == [False, True, False]
    assert proofs.solutions.tolist() == [0, 1, 0]
    assert proofs.connected.tolist() == [False, True, False]


def test_stacks_are_joined(monkeypatch):
    grids = np.array(mixed(5, 90), np.uint8)
    whole = examined.examine(grids, 1)
    monkeypatch.setattr(examined, "STACK_CELLS", 7 * 25)
    cut = examined.examine(grids, 1)
    for name in ("well_formed", "connected", "solutions", "columns", "canonical", "symmetric"):
        assert (getattr(cut, name) == getattr(whole, name)).all()
    assert (cut.rating.rounds == whole.rating.rounds).all()
    assert len(cut.rating.tier) == len(grids)


def test_boards_without_just_one_solution_are_not_rated():
    """Rows as regions have some 10**20 solutions, and sets of k in k beyond number."""
    rows = np.repeat(np.arange(25, dtype=np.uint8), 25).reshape(25, 25)
    proofs = examined.examine(np.array([rows, rows.T]), 1)
    assert proofs.solutions.tolist() == [2, 2]
    assert proofs.rating.tier.tolist() == [-1, -1]
    assert not proofs.rating.rounds.any()


def test_boards_that_are_not_rated_leave_the_others_as_they_are():
    rng = random.Random(4)
    grids = [boards.repaired(rng, 6) for _ in range(6)]
    stripes = [[row] * 6 for row in range(6)]
    alone = examined.examine(np.array(grids, np.uint8), 1).rating
    mixed_in = examined.examine(
        np.array([stripes, *grids[:3], stripes, *grids[3:]], np.uint8), 1
    ).rating
    kept = [1, 2, 3, 5, 6, 7]
    for name in (*NAMES, "tier"):
        assert (getattr(mixed_in, name)[kept] == getattr(alone, name)).all(), name
    assert mixed_in.tier[[0, 4]].tolist() == [-1, -1]
