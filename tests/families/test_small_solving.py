"""The exact solver for several stars on small ones: every solution, once, none lost by a prune.

It runs on sheets, too: boards where each unit misses a number of stars of its own.
"""

import random
from itertools import combinations

import numpy as np
import pytest

from moat_bank.families.stars import counting
from moat_bank.families.stars.geometry import geometry
from moat_bank.families.stars.search import bar, begin, narrow, new_search, resume, solve
from tests.families.many import cells, mask, masks
from tests.families.solving import found_by, moved
from tests.oracle import boards
from tests.oracle.plain_many import room, touching


class Sheet:
    """A map with stars hidden in it; each unit misses as many as it has, at most three."""

    def __init__(self, rng, size):
        self.size, self.regions = size, boards.grown(rng, size)
        self.need = dict.fromkeys(range(3 * size), 0)
        every_cell = [(r, c) for r in range(size) for c in range(size)]
        hidden = []
        for cell in rng.sample(every_cell, size * size):
            full = any(self.need[u] == 3 for u in self.units(cell))
            if not full and rng.random() < 0.7 and not any(touching(cell, x) for x in hidden):
                hidden.append(cell)
                for u in self.units(cell):
                    self.need[u] += 1
        chance = rng.choice((0.4, 0.7, 1)) if size < 9 else 0.4
        self.candidates = {cell for cell in every_cell if cell in hidden or rng.random() < chance}
        if rng.random() < 0.2:  # then there may be none
            self.candidates.discard(hidden[0])

    def units(self, cell):
        return self.regions[cell[0]][cell[1]], self.size + cell[0], 2 * self.size + cell[1]

    def solutions(self):
        """All sets of cells that do not touch and give every unit what it misses."""
        order = sorted(self.candidates)
        found = set()

        def fill(at, chosen, need):
            if not any(need.values()):
                found.add(frozenset(chosen))
                return
            for i in range(at, len(order)):
                cell = order[i]
                if any(need[self.size + r] for r in range(cell[0])):
                    return
                if all(need[u] for u in self.units(cell)) and not any(
                    touching(cell, x) for x in chosen
                ):
                    less = need | {u: need[u] - 1 for u in self.units(cell)}
                    fill(i + 1, [*chosen, cell], less)

        fill(0, [], self.need)
        return found

    def start(self, through=None):
        """A search that has begun on this sheet; ``through`` a cell, if given."""

        def begun(size, owner, region, search):
            tables, many = geometry(size), search.many
            many.upright[:] = 0
            begin(size, 2, tables, region, search)
            many.missing[0] = list(self.need.values())
            for r in range(size):
                for c in range(size):
                    closed = not all(self.need[u] for u in self.units((r, c)))
                    if (r, c) not in self.candidates or closed:
                        counting.rule_out(size, 0, r * size + c, many)
            counting.turn_regions(size, owner, many)
            if through is not None:
                x = through[0] * size + through[1]
                counting.put(size, 0, x, tables, owner, region, many)

        return begun


def sheets(count, sizes=(4, 5, 6)):
    rng = random.Random(count)
    for n in range(count):
        yield rng, Sheet(rng, sizes[n % len(sizes)])


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
            x for x in sorted(sheet.candidates) if all(sheet.need[u] for u in sheet.units(x))
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


def test_a_full_board_of_two_stars():
    rng = random.Random(4)
    grid = boards.paired(rng, 8)
    owner, region = masks(grid)
    found = np.zeros((9, 1), np.uint64)
    got = solve(8, 2, 9, geometry(8), owner, region, new_search(8, 2), found)
    expected = {
        frozenset((r, c) for r, row in enumerate(one) for c in row)
        for one in boards.solutions_of(grid, 2)
    }
    assert {frozenset(cells(8, found[i])) for i in range(got)} == expected
    assert got == len(expected) > 0


def state(sheet):
    """Kernel memory with the sheet's candidates at level 0, as far as a prune looks."""
    size = sheet.size
    owner, region = masks(sheet.regions)
    search = new_search(size, 2).many
    flipped = {(c, r) for r, c in sheet.candidates}
    search.candidates[0] = mask(size, sheet.candidates)[0]
    search.turned[0] = mask(size, flipped)[0]
    search.missing[0] = list(sheet.need.values())
    counting.turn_regions(size, owner, search)
    return owner, region, search


def test_two_lines_side_by_side_hold_what_one_with_the_cells_of_both_would():
    verdicts = []
    for rng, sheet in sheets(60, (4, 5, 6, 9)):
        size = sheet.size
        sheet.candidates = {cell for cell in sheet.candidates if rng.random() < 0.7}
        *_, search = state(sheet)
        for at, masks_, axis in ((size, search.candidates, 0), (2 * size, search.turned, 1)):
            lines = [
                frozenset((0, cell[1 - axis]) for cell in sheet.candidates if cell[axis] == i)
                for i in range(size)
            ]
            need = [sheet.need[at + i] for i in range(size)]
            fit = all(
                need[i] + (need[i - 1] if i else 0) <= 1
                or (
                    room(lines[i], 5) >= need[i]
                    and room(lines[i] | (lines[i - 1] if i else frozenset()), 7)
                    >= need[i] + (need[i - 1] if i else 0)
                )
                for i in range(size)
            )
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
            rows = [
                {c for r, c in sheet.candidates if r == row and sheet.regions[r][c] == g}
                for row in range(size)
            ]
            bands, row = 0, 0
            while row < size:  # a band begins at a row that has some
                if rows[row]:
                    both = rows[row] | (rows[row + 1] if row + 1 < size else set())
                    bands += room(frozenset((0, c) for c in both), 5)
                    row += 1
                row += 1
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
            placed = sum(u in sheet.units(cell) for cell in stars)
            count = sum(u in sheet.units(cell) for cell in left)
            assert many.missing[0, u] == sheet.need[u] - placed
            assert count > many.missing[0, u] > 0 or count == many.missing[0, u] == 0
            if many.missing[0, u]:
                assert many.counts[u] == count
    assert min(ended.values()) > 3
