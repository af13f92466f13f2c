"""What follows when stars have to fit into a block, against all ways to put them there."""

import random
from itertools import product

import pytest

from moat_bank.families.stars.many import state
from moat_bank.families.stars.many.plain import CONFINED_LINE, SQUEEZE
from moat_bank.families.stars.many.squeeze import BY_ALL, BY_TOUCH, press, squeeze
from tests.families.many import by_definition, cells, concluded, mask, written
from tests.families.test_small_many import sheet_of
from tests.oracle import boards
from tests.oracle.plain_many import Sheet, packings, room, touching


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
