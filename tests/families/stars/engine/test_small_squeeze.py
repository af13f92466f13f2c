"""What follows when stars have to fit into a block, against all ways to put them there."""

import random
from itertools import product

import pytest

from moat_bank.families.stars.engine.many import state
from moat_bank.families.stars.engine.many.plain import CONFINED_LINE, SQUEEZE
from moat_bank.families.stars.engine.many.squeeze import BY_ALL, BY_TOUCH, press, squeeze
from tests.families.stars.engine.many import (
    by_definition,
    cells,
    concluded,
    mask,
    sheet_of,
    written,
)
from tests.families.stars.oracle import boards
from tests.families.stars.oracle.packings import packings, room, touching
from tests.families.stars.oracle.sheets import Sheet


def pressed(sheet, block, quota, sight):
    """Stars and cells out by definition, or None if the quota does not fit."""
    if not packings(block, quota):
        return None
    stars, out = set(), set()
    for x in sheet.candidates if quota else ():
        gone = {c for c in block if c == x or touching(c, x)}
        if sight == BY_ALL:
            gone |= sheet.cells(*(u for u in sheet.units_of(x)[1:] if sheet.need[u] == 1))
        if not packings(block - gone, quota - (x in block)):
            out.add(x)
        elif x in block and not packings(block - {x}, quota):
            stars.add(x)
    return stars, out


@pytest.mark.parametrize("sight", [BY_TOUCH, BY_ALL], ids=["touch", "all"])
@pytest.mark.parametrize("size", [6, 9])
def test_a_block_is_pressed(size, sight):
    rng = random.Random(size)
    told = impossible = 0
    for n in range(60):
        sheet = Sheet(boards.grown(rng, size), 0)
        sheet.need = {unit: rng.randrange(1, 4) for unit in sheet.units}
        height, width = rng.choice(((2, 3), (3, 3), (2, 4), (3, 4), (4, 4), (1, 6)))
        top, left = rng.randrange(size - height + 1), rng.randrange(size - width + 1)
        near = [(top + r, left + c) for r, c in product(range(height), range(width))]
        block = frozenset(rng.sample(near, rng.randrange(2, len(near) + 1)))
        block |= {rng.choice(sorted(sheet.candidates))}
        sheet.candidates = block | {c for c in sorted(sheet.candidates) if rng.random() < 0.7}
        most = room(block, 5)
        quota = (most, most, most + 1, most - 1, most, 1)[n % 6]
        work = written(sheet)
        work.block[state.BLOCK] = mask(size, block)[0]
        found = None
        if press(state.ACTUAL, quota, sight, work):
            found = cells(size, work.star[state.ACTUAL]), cells(size, work.out[state.ACTUAL])
        assert found == pressed(sheet, block, quota, sight)
        told += found is not None and bool(found[0] or found[1])
        impossible += found is None
    assert told > 10
    assert impossible > 5


def test_a_squeeze_says_the_same_when_asked_twice():
    rng = random.Random(4)
    told = 0
    for n in range(40):
        sheet = sheet_of(rng, (5, 6, 9)[n % 3], 14)
        work = written(sheet)
        settled = squeeze(state.ACTUAL, work)
        if settled == state.CONTRADICTION:
            continue
        stars, out = work.star.copy(), work.out.copy()
        assert squeeze(state.ACTUAL, work) == settled
        assert (work.star == stars).all()
        assert (work.out == out).all()
        told += settled > 0
    assert told > 10


@pytest.mark.parametrize("s", [state.ACTUAL, state.SUPPOSED], ids=["actual", "supposed"])
def test_a_squeeze_remembers_nothing_of_another_state(s):
    """There, one region was squeezed in vain, without any candidates outside."""
    rng = random.Random(5)
    told = 0
    for _ in range(12):
        sheet = sheet_of(rng, 6, 16)
        expected = by_definition(SQUEEZE, sheet)
        if expected is None:
            continue
        for g in range(6):
            work = written(sheet)
            state.suppose(state.ACTUAL, work)
            work.candidates[1 - s] &= work.unit[g]
            work.need[1 - s, [h for h in range(6) if h != g]] = 0
            squeeze(1 - s, work)
            squeeze(s, work)
            assert (0, cells(6, work.star[s]), cells(6, work.out[s])) == expected
        told += bool(expected[2])
    assert told > 5


def test_a_region_of_eight_cells_beside_a_line_that_it_fills():
    """Two rows of four hold two stars, so the third is in row 3."""
    regions = ["AAAABB", "AAAABB", "ACCCBB", "ADDDDD", "EEEEEE", "FFFFFF"]
    sheet = Sheet([["ABCDEF".index(letter) for letter in row] for row in regions], 1)
    sheet.candidates.remove((2, 0))
    sheet.need["region", 0] = 3
    for missing in (1, 2):
        sheet.need["row", 3] = missing
        out = {(3, c) for c in range(1, 6)} if missing == 1 else set()
        assert concluded(CONFINED_LINE, sheet) == by_definition(CONFINED_LINE, sheet)
        assert concluded(CONFINED_LINE, sheet)[2] >= out


def test_a_region_of_cells_that_its_first_cell_must_not_take():
    """(0, 1) touches two cells of A that do not touch, so three stars fit beside row 5."""
    sheet = Sheet([[1] * 6, *([r] * 6 for r in range(1, 6))], 1)
    region = {(0, 1), (0, 2), (1, 0), (3, 0), (5, 5)}
    for r, c in region:
        sheet.regions[r][c] = 0
    sheet.area = Sheet(sheet.regions, 1).area
    sheet.need["region", 0] = 3
    assert by_definition(CONFINED_LINE, sheet) == concluded(CONFINED_LINE, sheet)
    assert (5, 1) not in concluded(CONFINED_LINE, sheet)[2]
    sheet.candidates.remove((1, 0))
    assert (5, 1) in concluded(CONFINED_LINE, sheet)[2]


def test_a_star_that_clears_eight_cells_of_a_block():
    """What is left is two rows of four, which hold two stars."""
    sheet = Sheet(boards.grown(random.Random(1), 9), 2)
    ring = {(r, c) for r in range(3) for c in range(3)} - {(1, 1)}
    block = frozenset(ring | {(r, c) for r in (5, 6) for c in range(4, 8)})
    for quota in range(1, 6):
        work = written(sheet)
        work.block[state.BLOCK] = mask(9, block)[0]
        assert press(state.ACTUAL, quota, BY_TOUCH, work)
        out = cells(9, work.out[state.ACTUAL])
        assert ((1, 1) in out) == (quota > 2)
        assert (cells(9, work.star[state.ACTUAL]), out) == pressed(sheet, block, quota, BY_TOUCH)


def test_a_star_that_completes_both_lines_of_a_block():
    sheet = Sheet(boards.grown(random.Random(2), 9), 1)
    block = frozenset(sheet.area["row", 4] ^ sheet.area["col", 4])
    for sight in (BY_TOUCH, BY_ALL):
        work = written(sheet)
        work.block[state.BLOCK] = mask(9, block)[0]
        assert press(state.ACTUAL, 1, sight, work)
        out = cells(9, work.out[state.ACTUAL])
        assert out == ({(4, 4)} if sight == BY_ALL else set())


def test_a_cell_may_be_a_star_for_one_region_and_out_for_another():
    """Both cells of A touch the only one of B."""
    sheet = Sheet([[0] * 5, [1] * 5, [2] * 5, [3] * 5, [4] * 5], 1)
    sheet.candidates -= sheet.area["row", 0] | sheet.area["row", 1]
    sheet.candidates |= {(0, 0), (0, 2), (1, 1)}
    found = concluded(SQUEEZE, sheet)
    assert (1, 1) in found[1] & found[2]
    assert found == by_definition(SQUEEZE, sheet)
