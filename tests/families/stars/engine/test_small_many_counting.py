"""Counting by definition, with memory in a mess; beside ``test_small_many``."""

import random
from itertools import combinations_with_replacement

import numpy as np
import pytest

from moat_bank.families.stars.engine.many import counting, state
from moat_bank.families.stars.engine.many.counting import COLUMNS, ROWS
from moat_bank.families.stars.engine.many.plain import COUNTING
from tests.families.stars.engine.litter import check, check_small, littered, wild_sheet
from tests.families.stars.engine.many import cells, concluded
from tests.families.stars.engine.test_many_techniques import drawn
from tests.families.stars.oracle.packings import room
from tests.families.stars.oracle.sheets import Found, ImpossibleError, Sheet, count


def test_small_sheets_in_a_mess():
    assert check_small(random.Random(7), COUNTING, 50) > 30


def test_sheets_of_two_and_three_words_in_a_mess():
    rng = random.Random(8)
    for n in range(4):
        size = (9, 12)[n % 2]
        check(rng, COUNTING, wild_sheet(rng, size, rng.randrange(10, 30), 3, 0.5, n > 1), 1)


def bands_by_definition(sheet, axis, k):
    """What bands between open lines say that have ``k`` open lines, or leave ``k`` at most."""
    units = sheet.open_units(axis)
    found = Found()
    for length in {k, len(units) - k} if 2 * k <= len(units) else ():
        for i in range(len(units) - length + 1):
            for other in {"region", "row", "col"} - {axis}:
                count(sheet, units[i : i + length], other, found)
    return found


@pytest.mark.parametrize(("kind", "axis"), [(ROWS, "row"), (COLUMNS, "col")])
def test_bands_of_lines(kind, axis):
    rng = random.Random(int(kind))
    s = state.ACTUAL
    some = impossible = 0
    for n in range(45):
        size = (5, 6, 7)[n % 3]
        sheet = wild_sheet(rng, size, rng.randrange(size, 4 * size), 3, 0.6, rng.random() < 0.5)
        if n % 5 == 0:
            sheet.need[axis, rng.randrange(size)] += 1
        k = 1 + n % (size // 2)
        work = littered(rng, sheet)
        state.forget(s, work)
        state.note_lines(s, work)
        state.note_meetings(s, work)
        counting._note_room(s, kind, work)
        possible = counting._bands(s, kind, np.int64(k), work)
        try:
            found = bands_by_definition(sheet, axis, k)
        except ImpossibleError:
            assert not possible
            impossible += 1
        else:
            assert possible
            assert cells(size, work.star[0]) == found.stars
            assert cells(size, work.out[0]) == found.out
            some += bool(found)
    assert some > 10
    assert impossible > 3


def confined(rows):
    """Regions of the same numbers lie in these rows alone; three cells there are of another."""
    others = [r for r in range(8) if r not in rows]
    regions = []
    for r in range(8):
        here = rows if r in rows else others
        regions.append([here[(r + c) % len(here)] for c in range(8)])
    cells = {(rows[0], 0), (rows[1], 5), (rows[-1], 7)}
    for r, c in cells:
        regions[r][c] = others[-1]
    return regions, cells


SETS = [(2, 6), (5, 7), (1, 3, 6), (4, 6, 7), (2, 3, 4, 5), (4, 5, 6, 7)]


@pytest.mark.parametrize(
    ("rows", "k"), [*((rows, len(rows)) for rows in SETS), ((1, 3, 4, 6), 0)], ids=str
)
def test_sets_up_to_three_and_bands_of_four(rows, k):
    """Four rows with a gap are more than anyone is asked to see."""
    regions, others = confined(rows)
    if not k:
        others = set()
    rng = random.Random(k)
    sheet = Sheet(regions, 1)
    assert concluded(COUNTING, sheet, littered(rng, sheet)) == (k, set(), others)
    sheet = Sheet([list(row) for row in zip(*regions, strict=True)], 1)
    turned = {(c, r) for r, c in others}
    assert concluded(COUNTING, sheet, littered(rng, sheet)) == (k, set(), turned)


def test_no_sets_of_more_than_half_of_the_size():
    """All three open columns together would tell of their squeeze, which is left to the squeeze."""
    regions = "DAAA DADA BAAD BBDD"
    sheet = drawn("D.AA D.DA B.AD B.DD", regions, col0=2, col1=0, region2=2, region3=0)
    assert concluded(COUNTING, sheet, littered(random.Random(1), sheet)) == (0, set(), set())


LINES = [(ROWS, "row", "col"), (COLUMNS, "col", "row")]


@pytest.mark.parametrize(("kind", "axis", "across"), LINES)
def test_room_in_every_run_of_lines(kind, axis, across):
    """Of each region, then of each line across, up to what it misses."""
    rng = random.Random(int(kind))
    for _ in range(5):
        sheet = Sheet([[rng.randrange(2) for _ in range(6)] for _ in range(6)], 0)
        sheet.candidates = set(rng.sample(sorted(sheet.candidates), 24))
        sheet.need = {unit: rng.randrange(1, 7) for unit in sheet.units}
        work = littered(rng, sheet)
        state.note_lines(state.ACTUAL, work)
        state.note_meetings(state.ACTUAL, work)
        counting._note_room(state.ACTUAL, kind, work)
        parts = [(part, p) for part in ("region", across) for p in range(6)]
        for i, j in combinations_with_replacement(range(6), 2):
            lines = sheet.cells(*((axis, line) for line in range(i, j + 1)))
            expected = [room(sheet.cells(part) & lines, sheet.need[part]) for part in parts]
            assert work.room[kind - 1, i, j].tolist() == expected
