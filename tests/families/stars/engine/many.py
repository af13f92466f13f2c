"""What the tests of the ladder for several stars share: sheets in and out of kernel memory."""

import numpy as np

from moat_bank.families.stars.engine.geometry import unrolled
from moat_bank.families.stars.engine.many import packing, state
from moat_bank.families.stars.engine.many.ladder import deduce
from moat_bank.families.stars.engine.many.rate import MANY_SIGNALS, RUNGS, rate_many
from tests.families.stars.oracle import boards, sheets
from tests.families.stars.oracle.packings import touching


def masks(regions):
    """The map flat, and the cells of each region."""
    owner = np.array(regions, np.int64).ravel()
    region = np.zeros((len(regions), (len(owner) + 63) // 64), np.uint64)
    for x, g in enumerate(owner.tolist()):
        region[g, x // 64] |= np.uint64(1) << np.uint64(x % 64)
    return owner, region


def mask(size, cells):
    """Cells as a mask of one row."""
    bits = np.zeros((1, (size * size + 63) // 64), np.uint64)
    for r, c in cells:
        x = r * size + c
        bits[0, x // 64] |= np.uint64(1) << np.uint64(x % 64)
    return bits


def cells(size, bits):
    """The cells of a mask."""
    return {divmod(x, size) for x in range(size * size) if int(bits[x // 64]) >> x % 64 & 1}


def written(sheet):
    """Kernel memory with a plain sheet as state ACTUAL."""
    size = sheet.size
    work = state.new_many_work(size, 6)
    owner, region = masks(sheet.regions)
    state.set_up(size, 1, unrolled(size), owner, region, work)
    work.candidates[state.ACTUAL] = mask(size, sheet.candidates)[0]
    work.placed[state.ACTUAL] = mask(size, sheet.stars)[0]
    work.need[state.ACTUAL] = [sheet.need[unit] for unit in sheet.units]
    return work


def concluded(number, sheet, work=None):
    """What the kernel of a technique finds on a sheet: (set size, stars, cells out), or None.

    ``work`` has the sheet as state ACTUAL, and anything else.
    """
    work = work or written(sheet)
    none = np.zeros_like(work.candidates[:1])
    settled = deduce(np.int64(number), state.ACTUAL, none, work)
    if settled == state.CONTRADICTION:
        return None
    stars, out = cells(sheet.size, work.star[0]), cells(sheet.size, work.out[0])
    assert settled == len(stars | out)
    return int(work.set_size[0]), stars, out


def by_definition(number, sheet):
    """The same from the definitions."""
    try:
        k, found = sheets.deduce(number, sheet)
    except sheets.ImpossibleError:
        return None
    return k, found.stars, found.out


def signals(regions, stars, solution=None, top=RUNGS):
    """The signals of a board as a list."""
    size = len(regions)
    owner, region = masks(regions)
    known = mask(size, [(r, c) for r, cols in enumerate(solution or []) for c in cols])
    work = state.new_many_work(size, stars)
    result = np.zeros(MANY_SIGNALS, np.int64)
    rate_many(size, stars, unrolled(size), owner, region, known, work, result, top)
    return result.tolist()


def plain_signals(regions, stars, top=RUNGS):
    """The same from the definitions."""
    rating = sheets.rate_by_twelve(regions, stars, top)
    return [
        rating.hardest or 0,
        rating.steps,
        rating.narrowest,
        rating.widest_set,
        rating.sets_of_two,
        *rating.rounds,
    ]


def has_room(size, need, some, work):
    """Whether so many stars fit into some cells."""
    work.block[state.PACK] = mask(size, some)[0]
    return packing.fits(need, size, work.words, work.near, work.block, work.note)


def hide_stars(rng, sheet, most=3, chance=0.8):
    """Choose cells at random that do not touch, ``most`` to a unit; the needs follow."""
    hidden = []
    for cell in rng.sample(sorted(sheet.candidates), sheet.size * sheet.size):
        units = sheet.units_of(cell)
        full = any(sheet.need[unit] == most for unit in units)
        if not full and rng.random() < chance and not any(touching(cell, x) for x in hidden):
            hidden.append(cell)
            for unit in units:
                sheet.need[unit] += 1
    return hidden


def leave(rng, sheet, hidden, few):
    """Leave as candidates the hidden stars, and ``few`` others that no complete unit has."""
    others = [
        cell
        for cell in sorted(sheet.candidates - set(hidden))
        if all(sheet.need[unit] for unit in sheet.units_of(cell))
    ]
    sheet.candidates = {*hidden, *rng.sample(others, min(few, len(others)))}


def sheet_of(rng, size, few):
    """Stars are hidden, and the needs follow; about ``few`` candidates are left beside them."""
    sheet = sheets.Sheet(boards.grown(rng, size), 0)
    hidden = hide_stars(rng, sheet)
    leave(rng, sheet, hidden, few)
    if rng.random() < 0.1:
        sheet.candidates.discard(rng.choice(hidden))
    return sheet
