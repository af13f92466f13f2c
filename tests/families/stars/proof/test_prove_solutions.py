"""The checker's solver against an exhaustive one, and against published counts."""

from __future__ import annotations

import random

import numpy as np
import pytest

from moat_bank.check.verify import verify
from moat_bank.families.stars.proof import solutions as prove_solutions
from tests.check import tiny_bank
from tests.families.stars.oracle import boards, exhaustive
from tests.families.stars.oracle.groups import mixed
from tests.families.stars.oracle.legal import legal

PLACEMENTS = {1: 1, 2: 0, 3: 0, 4: 2, 5: 14, 6: 90, 7: 646, 8: 5242, 9: 47622}  # OEIS A002464
TWO_STARS = {7: 0, 8: 2, 9: 664}


def stack(grids) -> np.ndarray:
    return np.array(grids, np.uint8)


def rows(size: int) -> np.ndarray:
    """Regions that are the rows, so that they ask for nothing more."""
    return np.repeat(np.arange(size, dtype=np.uint8), size).reshape(1, size, size)


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_all_solutions_of_mixed_boards(size):
    grids = mixed(size, 300)
    found = prove_solutions.solve(stack(grids), 1, limit=10**6)
    expected = [exhaustive.solutions(grid) for grid in grids]
    assert found.counts.tolist() == [len(solutions) for solutions in expected]
    assert [found.columns[found.board == i].tolist() for i in range(len(grids))] == expected
    assert {0, 1} < set(found.counts.tolist())


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_a_limit_gives_the_first_solutions_of_each_board(limit, monkeypatch):
    monkeypatch.setattr(prove_solutions, "MATRIX_CELLS", 64)  # many pieces
    grids = mixed(6, 300)
    found = prove_solutions.solve(stack(grids), 1, limit)
    for i, grid in enumerate(grids):
        assert found.columns[found.board == i].tolist() == exhaustive.solutions(grid)[:limit]
    assert found.counts.max() == limit


@pytest.mark.parametrize("cells", [1, 37, 1 << 20])
def test_the_width_of_the_frontier_changes_nothing(cells, monkeypatch):
    grids = stack(mixed(6, 90))
    whole = prove_solutions.solve(grids, 1, limit=50)
    monkeypatch.setattr(prove_solutions, "MATRIX_CELLS", cells)
    cut = prove_solutions.solve(grids, 1, limit=50)
    assert (cut.board == whole.board).all()
    assert (cut.columns == whole.columns).all()


@pytest.mark.parametrize("size", sorted(PLACEMENTS))
def test_placements_without_regions_are_those_of_oeis(size):
    found = prove_solutions.solve(rows(size), 1, limit=10**6)
    assert found.counts.tolist() == [PLACEMENTS[size]]
    assert len(np.unique(found.columns, axis=0)) == PLACEMENTS[size]
    assert legal(np.repeat(rows(size), len(found.board), 0), found.columns).all()


@pytest.mark.parametrize("size", sorted(TWO_STARS))
def test_placements_of_two_stars(size):
    assert prove_solutions.solve(rows(size), 2, limit=10**6).counts.tolist() == [TWO_STARS[size]]


def test_three_stars_need_size_12():
    assert prove_solutions.solve(rows(11), 3, limit=10).counts.tolist() == [0]
    assert prove_solutions.solve(rows(12), 3, limit=10).counts.tolist() == [2]


def test_two_stars_in_regions():
    rng = random.Random(9)
    placed = exhaustive.solutions([[r] * 9 for r in range(9)], 2)
    assert len(placed) == TWO_STARS[9]
    grids = []
    for stars in rng.sample(placed, 40):
        pairs = [(r, c) for r, columns in enumerate(stars) for c in columns]
        grids.append(boards.grown(rng, 9, rng.sample(pairs, 9)))
        grids.append(paired(rng, stars))
    found = prove_solutions.solve(stack(grids), 2, limit=10**6)
    for i, grid in enumerate(grids):
        fitting = [stars for stars in placed if exhaustive.finished(grid, stars, 2)]
        assert found.columns[found.board == i].tolist() == fitting
    assert found.counts.tolist().count(0) > 10
    assert found.counts.tolist().count(1) > 10


def paired(rng: random.Random, stars: list[list[int]]) -> list[list[int]]:
    """Regions, not always connected, that hold two stars each."""
    size = len(stars)
    cells = [(r, c) for r, cols in enumerate(stars) for c in cols]
    rng.shuffle(cells)
    grid = [[rng.randrange(size) for _ in range(size)] for _ in range(size)]
    for i, (r, c) in enumerate(cells):
        grid[r][c] = i // 2
    return grid


def test_more_stars_than_fit_and_no_boards_at_all():
    assert prove_solutions.solve(rows(4), 3, limit=2).counts.tolist() == [0]
    none = prove_solutions.solve(np.zeros((0, 6, 6), np.uint8), 1)
    assert none.counts.shape == (0,)
    assert none.columns.shape == (0, 6, 1)


def test_a_board_of_size_25_is_within_reach():
    size = 25
    rng = random.Random(5)
    stars = boards.star_places(rng, size)
    grid = [[(c * 7 + r) % size for c in range(size)] for r in range(size)]
    for label, (r, c) in enumerate(stars):  # one cell a region, but region 0: one solution at most
        grid[r] = [0] * size
        grid[r][c] = label
    found = prove_solutions.solve(stack([grid]), 1, limit=2)
    assert found.counts.tolist() == [1]
    assert found.columns[0].tolist() == [[c] for _, c in stars]


def without_solution_but_late(size: int) -> list[list[int]]:
    """Rows, but for two regions of one cell each, in one column near the bottom."""
    grid = [[r] * size for r in range(size)]
    for r in (size - 3, size - 1):
        grid[r] = [size - 2] * size
        grid[r][0] = r
    return grid


def test_a_board_made_to_keep_it_busy_is_left_unsettled(monkeypatch):
    busy = without_solution_but_late(8)
    good = [boards.repaired(random.Random(n), 8) for n in range(3)]
    assert prove_solutions.solve(stack([busy]), 1).counts.tolist() == [0]
    monkeypatch.setattr(prove_solutions, "MOST_STEPS", 72 * 500)
    for cells in (64, 1 << 18):
        monkeypatch.setattr(prove_solutions, "MATRIX_CELLS", cells)
        found = prove_solutions.solve(stack([good[0], busy, *good[1:]]), 1)
        assert found.counts.tolist() == [1, prove_solutions.UNSETTLED, 1, 1]
        assert sorted(found.board.tolist()) == [0, 2, 3]


def test_a_board_that_is_left_unsettled_is_a_fault(tmp_path, monkeypatch):
    monkeypatch.setattr(prove_solutions, "MOST_STEPS", 0)
    banks = tiny_bank.entries()
    tiny_bank.write(tmp_path, banks)
    faults = verify(tmp_path).faults
    assert len(faults) == sum(map(len, banks.values()))
    assert all(one.reason.startswith("undecided: its solutions take") for one in faults)
