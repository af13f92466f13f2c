"""What the solver for several stars counts: each prune against its definition, on sheets."""

from itertools import combinations

from moat_bank.families.stars import counting
from moat_bank.families.stars.geometry import geometry
from moat_bank.families.stars.search import new_search
from tests.families.many import cells, masks
from tests.families.small_sheets import sheets, state
from tests.oracle.plain_many import room, touching


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
