"""The exact solver for one star on small boards: every solution, found once."""

import random

import numpy as np
import pytest

from moat_bank.families.stars import solve_one
from moat_bank.families.stars.geometry import geometry, unrolled
from moat_bank.families.stars.search import (
    bar,
    begin,
    begin_through,
    narrow,
    new_search,
    resume,
    solve,
)
from tests.families.many import cells, mask, masks
from tests.oracle import boards
from tests.oracle.exhaustive import solutions


def one_star_boards():
    rng = random.Random(1)
    for size in (4, 4, 5, 5, 5, 6, 6, 6):
        yield rng, boards.grown(rng, size)
    for size in (5, 6, 6, 6, 7):
        yield rng, boards.grown(rng, size, boards.star_places(rng, size))
    stars = boards.star_places(rng, 9)
    grid = [[8] * 9 for _ in range(9)]
    for g, (r, c) in enumerate(stars[:-2]):
        grid[r][c] = g
    for c in range(9):  # the last two regions share what is left, in bands
        grid[stars[-2][0]][c] = 7
    yield rng, grid


def several_times(boards_, times):
    return ((rng, grid) for rng, grid in boards_ for _ in range(times))


def every(grid, stars=1):
    return {
        frozenset((r, c) for r, row in enumerate(one) for c in row)
        for one in solutions(grid, stars)
    }


def found_by(grid, tables, start, steps, stars=1):
    """All that a search finds, a few at a time; no solution comes twice."""
    size = len(grid)
    owner, region = masks(grid)
    search, found = new_search(size, stars), np.full((400, region.shape[1]), 5, np.uint64)
    start(size, owner, region, search)
    pieces = []
    for limit in steps:
        got = resume(size, stars, limit, tables, owner, region, search, found, 2)
        assert got <= limit
        pieces += [frozenset(cells(size, found[2 + i])) for i in range(got)]
        if got < limit:
            break
    assert (found[:2] == 5).all()
    assert len(set(pieces)) == len(pieces)
    return set(pieces)


def test_all_solutions_of_one_star_boards():
    several = 0
    for _, grid in one_star_boards():
        size = len(grid)
        for tables in (geometry(size), unrolled(size)):

            def start(size, owner, region, search, tables=tables):
                begin(size, 1, tables, region, search)

            assert found_by(grid, tables, start, [1, 2, 300]) == every(grid)
        owner, region = masks(grid)
        found = np.zeros((3, region.shape[1]), np.uint64)
        got = solve(size, 1, 3, geometry(size), owner, region, new_search(size, 1), found)
        assert got == min(3, len(every(grid)))
        assert {frozenset(cells(size, found[i])) for i in range(got)} <= every(grid)
        several += len(every(grid)) > 3
    assert several > 2


def test_one_star_boards_through_a_cell():
    for rng, grid in one_star_boards():
        size = len(grid)
        for cell in {(0, 0), (size - 1, rng.randrange(size))}:

            def start(size, owner, region, search, cell=cell):
                x = cell[0] * size + cell[1]
                begin_through(x, size, 1, geometry(size), owner, region, search)

            expected = {one for one in every(grid) if cell in one}
            assert found_by(grid, geometry(size), start, [1, 300]) == expected


def test_one_star_boards_narrowed_to_some_cells():
    """Cells no more than those of any unit are branched on first: just what goes through them."""
    for rng, grid in one_star_boards():
        size = len(grid)
        smallest = min(sum(row.count(g) for row in grid) for g in range(size))
        some = rng.sample([(r, c) for r in range(size) for c in range(size)], min(smallest, size))

        def start(size, owner, region, search, some=some):
            begin(size, 1, geometry(size), region, search)
            narrow(1, np.concatenate([mask(size, []), mask(size, some)]), 1, search)

        expected = {one for one in every(grid) if one & set(some)}
        assert found_by(grid, geometry(size), start, [1, 300]) == expected


def test_one_star_boards_are_branched_on_a_unit_with_fewest_candidates():
    dead = by_line = 0
    for rng, grid in several_times(one_star_boards(), 8):
        size = len(grid)
        _, region = masks(grid)
        stack, tables = new_search(size, 1).one, geometry(size)
        solve_one.begin_one(size, tables, region, stack)
        left = {(r, c) for r in range(size) for c in range(size) if rng.random() < 0.6}
        stack.candidates[0] = mask(size, left)[0]
        alive = solve_one._branch(0, tables.words, tables.line, region, stack)
        regions = [{x for x in left if grid[x[0]][x[1]] == g} for g in range(size)]
        lines = [{x for x in left if x[axis] == i} for axis in (0, 1) for i in range(size)]
        fewest = min(map(len, regions + lines))
        dead += not alive
        if alive:
            chosen = cells(size, stack.choices[0])
            assert chosen in regions + lines
            assert len(chosen) == max(fewest, 1)
            by_line += chosen not in regions
        else:
            assert fewest == 0
    assert by_line > 1
    assert dead > 1


def moved(rng, grid):
    """Three cells go to other regions."""
    size = len(grid)
    changed = rng.sample([(r, c) for r in range(size) for c in range(size)], min(3, size))
    other = [list(row) for row in grid]
    for r, c in changed:
        other[r][c] = (other[r][c] + 1) % size
    return other, set(changed)


@pytest.mark.parametrize("seed", range(3))
def test_one_star_boards_that_change_during_the_search(seed):
    gone_on = 0
    for rng, grid in one_star_boards():
        rng.seed(seed * 100 + gone_on)
        size, tables = len(grid), geometry(len(grid))
        owner, region = masks(grid)
        search, found = new_search(size, 1), np.zeros((400, region.shape[1]), np.uint64)
        begin(size, 1, tables, region, search)
        got = resume(size, 1, 2, tables, owner, region, search, found, 0)
        before = {frozenset(cells(size, found[i])) for i in range(got)}
        other, changed = moved(rng, grid)
        owner, region = masks(other)
        bar(size, 1, np.concatenate([mask(size, []), mask(size, changed)]), 1, search)
        rest = resume(size, 1, 390, tables, owner, region, search, found, 0)
        after = [frozenset(cells(size, found[i])) for i in range(rest)]
        assert len(set(after)) == rest
        assert set(after) == {one for one in every(grid) - before if not one & changed}
        gone_on += rest > 0
    assert gone_on > 1
