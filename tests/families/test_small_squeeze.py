"""What follows when stars have to fit into a block, against all ways to put them there."""

import random
from itertools import product

import pytest

from moat_bank.families.stars.many import state
from moat_bank.families.stars.many.squeeze import BY_ALL, BY_TOUCH, press
from tests.families.many import cells, mask, written
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
        quota = room(block, 5) + (0, 0, 0, 1, -1, 0, 1)[n % 7]
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
