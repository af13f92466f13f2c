"""The exact solver for several stars on sheets: every solution, found once, and none lost."""

import random
from fractions import Fraction

import numpy as np
import pytest

from moat_bank.families.stars.engine import solve_many
from moat_bank.families.stars.engine.geometry import geometry
from moat_bank.families.stars.engine.search import (
    bar,
    begin_through,
    narrow,
    new_search,
    resume,
    solve,
)
from moat_bank.families.stars.engine.solve_many import narrow_many
from tests.families.stars.engine.many import cells, mask, masks
from tests.families.stars.engine.small_sheets import laid_out, sheets
from tests.families.stars.engine.solving import found_by, moved
from tests.families.stars.oracle import boards
from tests.families.stars.oracle.packings import touching


@pytest.mark.parametrize(("count", "sizes"), [(36, (4, 5, 6)), (1, (9,))])
def test_all_solutions_of_sheets(count, sizes):
    several = 0
    for _, sheet in sheets(count, sizes):
        tables = geometry(sheet.size)
        expected = sheet.solutions()
        assert len(expected) < 300
        assert found_by(sheet.regions, tables, sheet.start(), [1, 2, 300], 2) == expected
        several += len(expected) > 1
    assert several > 3 or count == 1


def test_sheets_through_a_cell():
    for rng, sheet in sheets(24):
        open_cells = [
            x for x in sorted(sheet.candidates) if all(sheet.need[u] for u in sheet.units_of(x))
        ]
        if not open_cells:
            continue
        cell = rng.choice(open_cells)
        expected = {one for one in sheet.solutions() if cell in one}
        found = found_by(sheet.regions, geometry(sheet.size), sheet.start(cell), [1, 300], 2)
        assert found == expected


def test_sheets_narrowed_to_some_cells():
    left_out = 0
    for rng, sheet in sheets(30):
        some = set(rng.sample(sorted(sheet.candidates), 2))

        def start(size, owner, region, search, sheet=sheet, some=some):
            sheet.start()(size, owner, region, search)
            narrow(2, np.concatenate([mask(size, []), mask(size, some)]), 1, search)

        every_one = sheet.solutions()
        expected = {one for one in every_one if one & some}
        assert found_by(sheet.regions, geometry(sheet.size), start, [1, 300], 2) == expected
        left_out += len(every_one) - len(expected)
    assert left_out > 3


@pytest.mark.parametrize(("count", "sizes"), [(40, (4, 5, 6)), (41, (4, 5, 6)), (42, (9,))])
def test_sheets_that_change_during_the_search(count, sizes):
    gone_on = 0
    for rng, sheet in sheets(count, sizes):
        size, tables = sheet.size, geometry(sheet.size)
        owner, region = masks(sheet.regions)
        search, found = new_search(size, 2), np.zeros((400, region.shape[1]), np.uint64)
        sheet.start()(size, owner, region, search)
        got = resume(size, 2, 1, tables, owner, region, search, found, 0)
        before = {frozenset(cells(size, found[i])) for i in range(got)}
        other, changed = moved(rng, sheet.regions)
        owner, region = masks(other)
        bar(size, 2, np.concatenate([mask(size, []), mask(size, changed)]), 1, search)
        rest = resume(size, 2, 390, tables, owner, region, search, found, 0)
        after = [frozenset(cells(size, found[i])) for i in range(rest)]
        assert len(set(after)) == rest
        assert set(after) == {one for one in sheet.solutions() - before if not one & changed}
        gone_on += rest > 0
    assert gone_on > 1


def loose_sheets(count):
    """One star in each unit, and regions that are rows but for a few cells: many solutions."""
    for rng, sheet in sheets(count, (5, 6)):
        size = sheet.size
        sheet.regions = [[r] * size for r in range(size)]
        for r, c in rng.sample([(r, c) for r in range(size) for c in range(size)], 4):
            sheet.regions[r][c] = rng.randrange(size)
        sheet.need = dict.fromkeys(sheet.need, 1)
        sheet.candidates = {(r, c) for r in range(size) for c in range(size) if rng.random() < 0.9}
        yield rng, sheet


def test_sheets_with_cells_barred_during_the_search():
    """Of the branch that the search is in, too: it goes on beside it, and finds nothing again."""
    gone_on = 0
    for rng, sheet in loose_sheets(24):
        size, tables, every_one = sheet.size, geometry(sheet.size), sheet.solutions()
        owner, region = masks(sheet.regions)
        search, found = new_search(size, 2), np.zeros((400, 1), np.uint64)
        for _ in range(3):
            sheet.start()(size, owner, region, search)
            expected = set(every_one)
            for limit in (0, rng.randrange(1, 9), 1, 2, 390):
                got = 0
                if limit:  # the first cells are barred at once
                    got = resume(size, 2, limit, tables, owner, region, search, found, 0)
                more = [frozenset(cells(size, found[i])) for i in range(got)]
                assert len(set(more)) == got == min(limit, len(expected))
                assert expected >= set(more)
                expected -= set(more)
                gone_on += got > 0
                levels = search.many.stars[: search.many.at[0] + 1]
                stars = sorted({cell for level in levels for cell in cells(size, level)})
                barred = {rng.choice(stars or [(0, 0)]), rng.choice(sorted(sheet.candidates))}
                bar(size, 2, np.concatenate([mask(size, []), mask(size, barred)]), 1, search)
                expected = {one for one in expected if not one & barred}
            assert not expected
    assert gone_on > 60


def test_a_full_board_of_two_stars_and_those_of_its_solutions_through_a_cell():
    rng = random.Random(4)
    grid, tables = boards.paired(rng, 8), geometry(8)
    owner, region = masks(grid)
    search, found = new_search(8, 2), np.zeros((9, 1), np.uint64)
    got = solve(8, 2, 9, tables, owner, region, search, found)
    every_one = {
        frozenset((r, c) for r, row in enumerate(one) for c in row)
        for one in boards.solutions_of(grid, 2)
    }
    assert {frozenset(cells(8, found[i])) for i in range(got)} == every_one
    assert got == len(every_one) > 0
    through = set()
    for x in range(0, 64, 3):
        begin_through(x, 8, 2, tables, owner, region, search)
        got = resume(8, 2, 9, tables, owner, region, search, found, 0)
        expected = {one for one in every_one if divmod(x, 8) in one}
        assert {frozenset(cells(8, found[i])) for i in range(got)} == expected
        assert got == len(expected)
        through.add(got)
    assert len(through) > 1


def test_the_branch_is_on_the_tightest_unit_and_the_cell_that_clears_most():
    """The cells to go through are a unit, too, that misses one; the first of equals is taken."""
    by_cells_to_pass = barred = 0
    for rng, sheet in sheets(120, (4, 5, 6, 9)):
        size, tables = sheet.size, geometry(sheet.size)
        sheet.candidates = {cell for cell in sheet.candidates if rng.random() < 0.7}
        level, _, region, search = laid_out(rng, sheet)
        every_cell = [(r, c) for r in range(size) for c in range(size)]
        to_pass = set(rng.sample(every_cell, rng.choice((1, 2, 4, size * size))))
        stars = set(rng.sample(every_cell, rng.choice((0, 1))))
        search.stars[level] = mask(size, stars)[0]
        narrow_many(np.concatenate([mask(size, []), mask(size, to_pass)]), 1, search)
        can_pass = bool(to_pass & (stars | sheet.candidates))
        assert solve_many._can_pass(level, tables.words, search) == can_pass
        units = [(to_pass & sheet.candidates, 1)] if not to_pass & stars else []
        units += [(sheet.own(u), need) for u, need in sheet.need.items() if need]
        cells_, _ = min(units, key=lambda unit: Fraction(len(unit[0]), unit[1]))
        barred += not can_pass
        if cells_:
            by_cells_to_pass += cells_ is units[0][0] and not to_pass & stars
            clears = [sum(touching(x, y) for y in sheet.candidates) for x in sorted(cells_)]
            chosen = sorted(cells_)[clears.index(max(clears))]
            x = solve_many._tightest_cell(size, level, tables, region, search)
            assert divmod(x, size) == chosen
    assert min(by_cells_to_pass, barred) > 5
