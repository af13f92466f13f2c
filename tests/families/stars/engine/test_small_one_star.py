"""The exact solver for one star on small boards: every solution, once and in order; its doors."""

import random
from functools import cache

import numpy as np

from moat_bank.families.stars.engine import solve_one
from moat_bank.families.stars.engine.geometry import geometry, unrolled
from moat_bank.families.stars.engine.search import (
    bar,
    begin,
    begin_through,
    narrow,
    new_search,
    resume,
    solve,
)
from tests.families.stars.engine.many import cells, mask, masks
from tests.families.stars.engine.solving import found_by, moved
from tests.families.stars.oracle import boards
from tests.families.stars.oracle.exhaustive import solutions


def one_star_boards():
    rng = random.Random(1)
    for size in (4, 4, 5, 5, 5, 6, 6, 6):
        yield rng, boards.grown(rng, size)
    for size in (5, 6, 6, 6, 7):
        yield rng, boards.grown(rng, size, boards.star_places(rng, size))
    yield rng, in_bands(rng, 6, 6)
    yield rng, in_bands(rng, 9, 2)
    yield rng, in_bands(rng, 9, 4)[::-1]


def in_bands(rng, size, bands):
    """The last regions are rows, the others one cell each; what is left is the last one's."""
    stars = boards.star_places(rng, size)
    grid = [[r if r >= size - bands else size - 1] * size for r in range(size)]
    for g, (r, c) in enumerate(stars[:-bands]):
        grid[r][c] = g
    return grid


def several_times(boards_, times):
    return ((rng, grid) for rng, grid in boards_ for _ in range(times))


def every(grid, stars=1):
    return _every(tuple(map(tuple, grid)), stars)


@cache
def _every(grid, stars):
    return {
        frozenset((r, c) for r, row in enumerate(one) for c in row)
        for one in solutions(grid, stars)
    }


def test_all_solutions_of_one_star_boards():
    several = 0
    for grid in [[[0]], *(grid for _, grid in one_star_boards())]:
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
    dead_end = [[0, 1, 1, 1, 2], [0, 2, 1, 1, 2], [2, 2, 2, 2, 2], [4, 4, 4, 4, 3], [4] * 5]
    for rng, grid in [(random.Random(1), dead_end), *one_star_boards()]:
        size = len(grid)
        every_cell = [(r, c) for r in range(size) for c in range(size)]
        for cell in every_cell if size == 5 else rng.sample(every_cell, 9):

            def start(size, owner, region, search, cell=cell):
                x = cell[0] * size + cell[1]
                found = np.zeros((1, region.shape[1]), np.uint64)
                solve(size, 1, 1, geometry(size), owner, region, search, found)  # leaves its traces
                begin_through(x, size, 1, geometry(size), owner, region, search)

            expected = {one for one in every(grid) if cell in one}
            assert found_by(grid, geometry(size), start, [1, 300]) == expected


def seen_from(grid, cell):
    """The cells that a star there rules out, its own among them."""
    (r, c), size = cell, len(grid)
    return {
        (y, x)
        for y in range(size)
        for x in range(size)
        if y == r or x == c or grid[y][x] == grid[r][c] or max(abs(y - r), abs(x - c)) == 1
    }


def in_order(grid, first=None):
    """The solutions as a search finds them, with its units from the top.

    It branches on an open unit with fewest cells left: regions before rows before columns, in
    order.  A cell that has been tried is out.  ``first`` cells may stand for the first unit.
    """
    size = len(grid)
    every_cell = [(r, c) for r in range(size) for c in range(size)]
    units = [{x for x in every_cell if grid[x[0]][x[1]] == g} for g in range(size)]
    units += [{x for x in every_cell if x[axis] == i} for axis in (0, 1) for i in range(size)]

    def go_on(opened, left, unit=None):
        if not opened:
            yield frozenset()
            return
        if unit is None:
            unit = min((u & left for u in opened), key=len)
        for cell in sorted(unit):
            left = left - {cell}
            rest = [u for u in opened if cell not in u]
            for one in go_on(rest, left - seen_from(grid, cell)):
                yield one | {cell}

    return list(go_on(units, set(every_cell), first))


def test_one_star_boards_are_searched_in_order():
    """Which board a seed gives depends on which other solution its repair meets first."""
    for rng, grid in one_star_boards():
        size = len(grid)
        owner, region = masks(grid)
        search, found = new_search(size, 1), np.zeros((400, region.shape[1]), np.uint64)
        smallest = min(size, *(sum(row.count(g) for row in grid) for g in range(size)))
        for count in (0, 1, smallest, smallest + 1):
            some = rng.sample([(r, c) for r in range(size) for c in range(size)], count)
            begin(size, 1, geometry(size), region, search)
            if count:
                narrow(1, np.concatenate([mask(size, []), mask(size, some)]), 1, search)
            got = resume(size, 1, 390, geometry(size), owner, region, search, found, 0)
            expected = in_order(grid, set(some) if 0 < count <= smallest else None)
            assert [frozenset(cells(size, found[i])) for i in range(got)] == expected


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


def test_one_star_boards_that_change_during_the_search():
    """As in a repair, where a cell of the solution found last goes to another region."""
    gone_on = 0
    for rng, grid in several_times(one_star_boards(), 9):
        size, tables, expected = len(grid), geometry(len(grid)), every(grid)
        owner, region = masks(grid)
        search, found = new_search(size, 1), np.zeros((400, region.shape[1]), np.uint64)
        begin(size, 1, tables, region, search)
        steps = rng.choice((1, 2, 5))
        for _ in range(rng.randrange(1, 4)):
            got = resume(size, 1, steps, tables, owner, region, search, found, 0)
            some = [frozenset(cells(size, found[i])) for i in range(got)]
            assert len(set(some)) == got == min(steps, len(expected))
            assert set(some) <= expected
            last = rng.sample(sorted(some[-1]), 1) if some else []
            grid, changed = moved(rng, grid, last)
            owner, region = masks(grid)
            bar(size, 1, np.concatenate([mask(size, []), mask(size, changed)]), 1, search)
            expected = {one for one in expected - set(some) if not one & changed}
        rest = resume(size, 1, 390, tables, owner, region, search, found, 0)
        after = [frozenset(cells(size, found[i])) for i in range(rest)]
        assert len(set(after)) == rest
        assert set(after) == expected
        gone_on += rest > 0
    assert gone_on > 9


def test_the_same_doors_lead_to_the_solver_for_several_stars():
    size, stars, grid = 8, 2, [[r] * 8 for r in range(8)]
    owner, region = masks(grid)
    tables, search, found = geometry(size), new_search(size, stars), np.zeros((9, 1), np.uint64)
    one, other = sorted(every(grid, stars), key=sorted)
    r, c = min(one - other)
    only = np.concatenate([mask(size, []), mask(size, [(r, c)])])

    def rest():
        got = resume(size, stars, 9, tables, owner, region, search, found, 0)
        return {frozenset(cells(size, found[i])) for i in range(got)}

    assert solve(size, stars, 9, tables, owner, region, search, found) == 2
    begin(size, stars, tables, region, search)
    bar(size, stars, only, 1, search)
    assert rest() == {other}
    begin(size, stars, tables, region, search)
    narrow(stars, only, 1, search)
    assert rest() == {one}
    begin_through(r * size + c, size, stars, tables, owner, region, search)
    assert rest() == {one}
