"""What the solver for several stars counts: each prune against its definition, on sheets."""

import math
import random
from copy import copy
from itertools import combinations

import numpy as np
import pytest

from moat_bank.families.stars.engine import counting
from moat_bank.families.stars.engine.geometry import geometry
from moat_bank.families.stars.engine.search import new_search
from tests.families.stars.engine.many import cells, mask, masks
from tests.families.stars.engine.small_sheets import laid_out, sheets, state
from tests.families.stars.oracle.packings import room, touching


def lines_fit(sheet, at, axis):
    """Whether each line, and each two side by side laid on each other, have room."""
    size = sheet.size
    lines = [
        frozenset((0, cell[1 - axis]) for cell in sheet.candidates if cell[axis] == i)
        for i in range(size)
    ]
    need = [sheet.need[at + i] for i in range(size)]
    return all(
        need[i] + (need[i - 1] if i else 0) <= 1
        or (
            room(lines[i], 5) >= need[i]
            and room(lines[i] | (lines[i - 1] if i else frozenset()), 7)
            >= need[i] + (need[i - 1] if i else 0)
        )
        for i in range(size)
    )


def room_by_bands(sheet, g):
    """Stars that the bands of a region have room for; a band begins at a row that has some."""
    rows = [{c for r, c in sheet.own(g) if r == row} for row in range(sheet.size)]
    bands, row = 0, 0
    while row < sheet.size:
        if rows[row]:
            both = rows[row] | (rows[row + 1] if row + 1 < sheet.size else set())
            bands += room(frozenset((0, c) for c in both), 5)
            row += 1
        row += 1
    return bands


def test_two_lines_side_by_side_hold_what_one_with_the_cells_of_both_would():
    verdicts = []
    for rng, sheet in sheets(60, (4, 5, 6, 9)):
        size = sheet.size
        sheet.candidates = {cell for cell in sheet.candidates if rng.random() < 0.7}
        *_, search = state(sheet)
        for at, masks_, axis in ((size, search.candidates, 0), (2 * size, search.turned, 1)):
            fit = lines_fit(sheet, at, axis)
            assert counting._lines_fit(size, 0, at, masks_, search) == fit
            verdicts.append(fit)
    assert min(verdicts.count(True), verdicts.count(False)) > 20


def test_a_region_holds_no_more_than_its_bands_of_two_rows():
    verdicts = []
    for rng, sheet in sheets(40, (4, 5, 6, 9)):
        size = sheet.size
        sheet.candidates = {cell for cell in sheet.candidates if rng.random() < 0.7}
        _, region, search = state(sheet)
        for g in range(size):
            bands = room_by_bands(sheet, g)
            for need in range(1, 4):
                search.missing[0, g] = need
                fit = counting._region_fits(size, 0, g, region, search)
                assert fit == (bands >= need)
                verdicts.append(fit)
    assert min(verdicts.count(True), verdicts.count(False)) > 20


def test_regions_and_lines_agree_from_the_first_line_up_to_each():
    verdicts = []
    for _, sheet in sheets(60, (4, 5, 6, 9)):
        size = sheet.size
        kept = set(sheet.candidates)
        for g in range(size):  # a region that misses a star has a candidate, as after counting
            own = [cell for cell in sorted(kept) if sheet.regions[cell[0]][cell[1]] == g]
            if not own:
                sheet.need[g] = 0
            elif len(own) > 3 and g % 2:
                sheet.candidates -= set(own[3:])
        _, region, search = state(sheet)
        fit = True
        for at, axis in ((size, 0), (2 * size, 1)):
            where = {
                g: [cell[axis] for cell in sheet.candidates if sheet.regions[cell[0]][cell[1]] == g]
                for g in range(size)
                if sheet.need[g]
            }
            for last in range(size):
                missed = sum(sheet.need[at + i] for i in range(last + 1))
                must = sum(sheet.need[g] for g, own in where.items() if max(own) <= last)
                can = sum(sheet.need[g] for g, own in where.items() if min(own) <= last)
                fit = fit and must <= missed <= can
        assert counting.regions_fit(size, 0, geometry(size), region, search) == fit
        verdicts.append(fit)
    assert min(verdicts.count(True), verdicts.count(False)) > 10


def put(sheet, cell):
    """The sheet after a star in a cell, by the definition."""
    after = copy(sheet)
    after.need = sheet.need | {u: sheet.need[u] - 1 for u in sheet.units_of(cell)}
    after.candidates = {x for x in sheet.candidates if x != cell and not touching(x, cell)}
    after.candidates -= {x for x in after.candidates for u in after.units_of(cell)
                         if not after.need[u] and u in after.units_of(x)}  # fmt: skip
    return after


def counted(sheet):
    """The sheet and its stars when counting has come to its end; None where it fails."""
    stars = set()
    while min(sheet.need.values()) >= 0:
        tight = [u for u, need in sheet.need.items() if need and need >= len(sheet.own(u))]
        if not tight:
            return sheet, stars
        own = sheet.own(tight[0])
        if len(own) < sheet.need[tight[0]]:
            break
        for cell in own:
            if cell not in sheet.candidates:
                return None
            sheet = put(sheet, cell)
            stars.add(cell)
    return None


def agrees(sheet, search, level):
    """Whether a level holds the candidates and the needs of a sheet."""
    left, turned = (cells(sheet.size, bits[level]) for bits in (search.candidates, search.turned))
    same = left == sheet.candidates == {(c, r) for r, c in turned}
    return same and search.missing[level].tolist() == list(sheet.need.values())


def test_a_star_takes_its_neighbours_out_and_the_rest_of_full_units():
    for rng, sheet in sheets(60, (4, 5, 6, 9)):
        size, tables = sheet.size, geometry(sheet.size)
        level, owner, region, search = laid_out(rng, sheet)
        counting.copy(level, tables.words, search)
        assert agrees(sheet, search, level + 1)
        level += rng.randrange(2)
        for cell in rng.sample(sorted(sheet.candidates), 2):
            if cell in sheet.candidates:
                counting.put(size, level, cell[0] * size + cell[1], tables, owner, region, search)
                sheet = put(sheet, cell)
                assert agrees(sheet, search, level)
                assert cell in cells(size, search.stars[level])
            assert counting.is_full(size, level, search) != any(sheet.need[g] for g in range(size))


def test_counting_ends_where_no_unit_is_tight_or_one_has_no_room():
    ended = {True: 0, False: 0}
    for rng, sheet in sheets(200, (4, 5, 6, 9)):
        size, tables = sheet.size, geometry(sheet.size)
        sheet.candidates = {cell for cell in sheet.candidates if rng.random() < 0.9}
        if rng.random() < 0.2:  # a region of one or two squares, and a star more than has room
            g, corners = rng.randrange(size), rng.choice((1, 2))
            where = [(rng.randrange(size - 1), rng.randrange(size - 1)) for _ in range(corners)]
            squares = {
                (r + down, c + right) for r, c in where for down in (0, 1) for right in (0, 1)
            }
            sheet.candidates = sheet.candidates - sheet.own(g) | squares
            for r, c in squares:
                sheet.regions[r][c] = g
            sheet.need[g] = corners + 1
        if rng.random() < 0.1:  # a unit that has more than it should
            sheet.need[rng.choice([u for u, need in sheet.need.items() if not need])] = -1
        level, owner, region, search = laid_out(rng, sheet)
        alive = counting.propagate(size, level, tables, owner, region, search)
        if after := counted(sheet):
            sheet, stars = after
            fit = (
                all(room_by_bands(sheet, g) >= sheet.need[g] for g in range(size))
                and lines_fit(sheet, size, 0)
                and lines_fit(sheet, 2 * size, 1)
            )
        assert alive == (after is not None and fit)
        ended[alive] += 1
        if alive:
            assert agrees(sheet, search, level)
            assert cells(size, search.stars[level]) == stars
            counts = {u: len(sheet.own(u)) for u, need in sheet.need.items() if need}
            assert {u: search.counts[u] for u in counts} == counts
    assert min(ended.values()) > 20


def test_counting_loses_no_solution_and_ends_where_no_unit_is_tight():
    ended = {True: 0, False: 0}
    for _, sheet in sheets(40, (4, 5, 6)):
        size = sheet.size
        owner, region = masks(sheet.regions)
        search = new_search(size, 2)
        sheet.start()(size, owner, region, search)
        many, tables = search.many, geometry(size)
        alive = counting.propagate(size, 0, tables, owner, region, many)
        every_one = sheet.solutions()
        ended[alive] += 1
        if not alive:
            assert not every_one
            continue
        stars, left = cells(size, many.stars[0]), cells(size, many.candidates[0])
        assert {(c, r) for r, c in cells(size, many.turned[0])} == left
        assert all(stars <= one <= stars | left for one in every_one)
        assert not any(touching(a, b) for a, b in combinations(stars, 2))
        for u in range(3 * size):
            placed = sum(u in sheet.units_of(cell) for cell in stars)
            count = sum(u in sheet.units_of(cell) for cell in left)
            assert many.missing[0, u] == sheet.need[u] - placed
            assert count > many.missing[0, u] > 0 or count == many.missing[0, u] == 0
            if many.missing[0, u]:
                assert many.counts[u] == count
    assert min(ended.values()) > 3


@pytest.mark.parametrize("size", [4, 8, 9, 11, 12, 13, 16, 18, 25])
def test_masks_of_any_number_of_words(size):
    rng = random.Random(size)
    every_cell = [(r, c) for r in range(size) for c in range(size)]
    search, words = counting.new_branches(size, 2), math.ceil(size * size / 64)
    for bits in (search.candidates, search.turned, search.stars, search.through, search.upright):
        assert bits.shape[1] == words
    for table in (search.candidates, search.turned, search.stars, search.missing, search.choice):
        assert len(table) >= 2 * size  # a level for each star
    grid = [[rng.randrange(size) for _ in range(size)] for _ in range(size)]
    owner, region = masks(grid)
    search.upright[:] = np.uint64(rng.getrandbits(63))
    counting.turn_regions(size, owner, search)
    for g in range(size):
        own = {(r, c) for r, c in every_cell if grid[r][c] == g}
        assert {(c, r) for r, c in cells(size, search.upright[g])} == own
        some = set(
            rng.sample(every_cell, rng.choice((0, 1, size, size * size // 2)))
            + [(0, 0)] * rng.randrange(2)
        )
        search.candidates[1] = mask(size, some)[0]
        for row in range(size):
            bits = counting._bits(size, 1, row, search.candidates)
            assert int(bits) == sum(1 << c for r, c in some if r == row)
        both = [r * size + c for r, c in sorted(some & own)]
        first, last = counting._first_and_last(1, g, words, search.candidates, region)
        assert [first, last] == (both[:1] + both[-1:] or [-1, -1])
        for x in rng.sample(range(size * size), 2):
            search.turned[1] = mask(size, [(c, r) for r, c in some])[0]
            counting.rule_out(size, 1, x, search)
            some.discard(divmod(x, size))
            assert cells(size, search.candidates[1]) == some
            assert {(c, r) for r, c in cells(size, search.turned[1])} == some
