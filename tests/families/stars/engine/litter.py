"""Sheets for the ladder for several stars, in kernel memory whose scratch is full of rubbish.

A technique must not read what an earlier one left, nor stumble over units that are complete.
"""

import numpy as np

from moat_bank.families.stars.engine.many import state
from tests.families.stars.engine.many import (
    by_definition,
    concluded,
    hide_stars,
    leave,
    mask,
    written,
)
from tests.families.stars.oracle import boards
from tests.families.stars.oracle.sheets import ImpossibleError, Sheet


def wild_sheet(rng, size, few, most=3, chance=0.6, scattered=False):
    """A sheet with a solution as a rule, some complete units, and ``few`` cells beside its stars.

    A unit has up to ``most`` stars; regions may be ``scattered`` over the board.
    """
    regions = boards.grown(rng, size)
    if scattered:
        regions = [[rng.randrange(size) for _ in row] for row in regions]
    sheet = Sheet(regions, 0)
    leave(rng, sheet, hide_stars(rng, sheet, most, chance), few)
    if rng.random() < 0.2:  # no solution, perhaps
        unit = rng.choice(sheet.open_units())
        sheet.need[unit] = max(1, sheet.need[unit] + rng.choice((-1, 1)))
    return sheet


def littered(rng, sheet):
    """The sheet in kernel memory whose scratch is full of rubbish.

    DOOMED alone means something: it tells of cells that are candidates no more.
    """
    work = written(sheet)
    for scratch in (work.block, work.meet, work.room, work.star, work.out, work.placed[1:]):
        values = np.frombuffer(rng.randbytes(scratch.nbytes), scratch.dtype)
        scratch[:] = values.reshape(scratch.shape)
    work.note[:] = [[rng.randrange(sheet.size) for _ in row] for row in work.note]
    every_cell = {(r, c) for r in range(sheet.size) for c in range(sheet.size)}
    gone = sorted(every_cell - sheet.candidates - sheet.stars)
    work.block[state.DOOMED] = mask(sheet.size, rng.sample(gone, len(gone) // 2))[0]
    return work


def check(rng, number, sheet, steps=3):
    """Compare a technique with its definition on a sheet, and on those that follow by it.

    Returns how often it found anything.
    """
    for step in range(steps):
        expected = by_definition(number, sheet)
        assert concluded(number, sheet, littered(rng, sheet)) == expected
        if expected is None or not expected[1] | expected[2]:
            return step
        sheet.candidates -= expected[2]
        try:
            sheet.place(sorted(expected[1]))
        except ImpossibleError:
            return step + 1
        if sheet.finished():
            return step + 1
    return steps


def check_small(rng, number, count):
    """Compare a technique with its definition on so many small sheets; how often it found any."""
    found = 0
    for n in range(count):
        size = (4, 5, 6, 7)[n % 4]
        most = 6 if n % 5 == 0 else 3
        few = rng.randrange(size, 6 * size)
        sheet = wild_sheet(rng, size, few, most, rng.choice((0.4, 0.7)), rng.random() < 0.5)
        found += check(rng, number, sheet, 2)
    return found
