"""Boards of several stars by counting: what each unit misses, and what fits without touching.

A unit with as many candidates as missing stars takes them all, and a full unit loses the rest.  How
many stars fit into a line is counted exactly; into a region by bands of two rows, where two stars
are at least two columns apart.  Candidates are kept twice, by rows and turned over the diagonal, so
that a column is read as fast as a row.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from moat_bank.families.stars.engine.budget import UNBOUNDED
from moat_bank.families.stars.engine.geometry import Geometry, Ints, Masks, Words
from moat_bank.families.stars.engine.many.packing import line_room
from moat_bank.kernels.jit import ONE, U64, ZERO, highest, kernel, lowest, popcount, span


class Branches(NamedTuple):
    """The solver's memory, one row a level.

    Attributes:
        candidates: uint64 (levels, W): cells that may hold a star.
        turned: uint64 (levels, W): the same with rows and columns of the board exchanged.
        stars: uint64 (levels, W): cells that do.
        missing: int64 (levels, 3 * size): stars that regions, rows and columns still need.
        choice: int64 (levels,): the cell branched on.
        at: int64 (1,): the level that the search has reached, -1 where it has ended.
        left: int64 (1,): steps that it may still take; below 0 it was given up.
        through: uint64 (1, W): a solution must have a star in one of these cells.
        upright: uint64 (size, W): the regions, turned over as ``turned`` is.
        counts: int64 (3 * size,): candidates of each unit when ``propagate`` ended.
        bands: int64 (2 * size,): scratch of ``regions_fit``.
    """

    candidates: Masks
    turned: Masks
    stars: Masks
    missing: Ints
    choice: Ints
    at: Ints
    left: Ints
    through: Masks
    upright: Masks
    counts: Ints
    bands: Ints


def new_branches(size: int, stars: int, budget: int = UNBOUNDED) -> Branches:
    """Memory for boards of one size and number of stars."""
    words = (size * size + 63) // 64
    levels = size * stars + 2
    return Branches(
        np.zeros((levels, words), np.uint64),
        np.zeros((levels, words), np.uint64),
        np.zeros((levels, words), np.uint64),
        np.zeros((levels, 3 * size), np.int64),
        np.zeros(levels, np.int64),
        np.zeros(1, np.int64),
        np.array([budget]),
        np.zeros((1, words), np.uint64),
        np.zeros((size, words), np.uint64),
        np.zeros(3 * size, np.int64),
        np.zeros(2 * size, np.int64),
    )


@kernel
def copy(level: int, words: Words, search: Branches) -> None:
    """Begin the next level with what this one holds."""
    for w in range(span(words)):
        search.candidates[level + 1, w] = search.candidates[level, w]
        search.turned[level + 1, w] = search.turned[level, w]
        search.stars[level + 1, w] = search.stars[level, w]
    for u in range(search.missing.shape[1]):
        search.missing[level + 1, u] = search.missing[level, u]


@kernel
def rule_out(size: int, level: int, x: int, search: Branches) -> None:
    """No star in cell ``x``."""
    search.candidates[level, x >> 6] &= ~(ONE << U64(x & 63))
    y = x % size * size + x // size
    search.turned[level, y >> 6] &= ~(ONE << U64(y & 63))


@kernel
def put(
    size: int, level: int, x: int, tables: Geometry, owner: Ints, region: Masks, search: Branches
) -> None:
    """A star in cell ``x``: its neighbours go, and what is left of units that are full."""
    words = span(tables.words)
    row, column, g = tables.row[x], tables.column[x], owner[x]
    y = column * size + row
    for w in range(words):
        search.candidates[level, w] &= ~tables.around[x, w]
        search.turned[level, w] &= ~tables.around[y, w]
    search.stars[level, x >> 6] |= ONE << U64(x & 63)
    search.missing[level, g] -= 1
    search.missing[level, size + row] -= 1
    search.missing[level, 2 * size + column] -= 1
    if search.missing[level, g] == 0:
        for w in range(words):
            search.candidates[level, w] &= ~region[g, w]
            search.turned[level, w] &= ~search.upright[g, w]
    if search.missing[level, size + row] == 0:
        for w in range(words):
            search.candidates[level, w] &= ~tables.line[row, w]
            search.turned[level, w] &= ~tables.line[size + row, w]
    if search.missing[level, 2 * size + column] == 0:
        for w in range(words):
            search.candidates[level, w] &= ~tables.line[size + column, w]
            search.turned[level, w] &= ~tables.line[column, w]


@kernel
def is_full(size: int, level: int, search: Branches) -> bool:
    """Whether no unit misses a star."""
    for g in range(size):
        if search.missing[level, g] != 0:
            return False
    return True


@kernel
def propagate(
    size: int, level: int, tables: Geometry, owner: Ints, region: Masks, search: Branches
) -> bool:
    """Carry counting to its end; False where a unit cannot hold what it misses."""
    words = span(tables.words)
    changed = True
    while changed:
        changed = False
        for u in range(3 * size):
            missing = search.missing[level, u]
            if missing == 0:
                continue
            if missing < 0:
                return False
            count = 0
            for w in range(words):
                unit = region[u, w] if u < size else tables.line[u - size, w]
                count += popcount(search.candidates[level, w] & unit)
            if count < missing:
                return False
            search.counts[u] = count
            if count == missing:
                for w in range(words):
                    unit = region[u, w] if u < size else tables.line[u - size, w]
                    word = search.candidates[level, w] & unit
                    while word != ZERO:
                        x = 64 * w + lowest(word)
                        word &= word - ONE
                        if (search.candidates[level, w] >> U64(x & 63)) & ONE == ZERO:
                            return False
                        put(size, level, x, tables, owner, region, search)
                changed = True
    for u in range(size):
        # Of five cells some two never touch: both their rows are odd or even, and their columns.
        few = search.counts[u] <= 4 * (search.missing[level, u] - 1)
        if few and not _region_fits(size, level, u, region, search):
            return False
    return _lines_fit(size, level, size, search.candidates, search) and _lines_fit(
        size, level, 2 * size, search.turned, search
    )


@kernel
def _lines_fit(size: int, level: int, at: int, masks: Masks, search: Branches) -> bool:
    """Whether each line, and each two lines side by side, can hold what they miss.

    Of two neighbouring rows no two stars are in one column or in neighbouring ones, so together
    they hold no more than one row with the candidates of both.
    """
    above = ZERO
    missed = 0
    for u in range(size):
        bits = _bits(size, level, u, masks)
        missing = search.missing[level, at + u]
        room, both = line_room(bits), line_room(bits | above)
        if missing + missed > 1 and (room < missing or both < missing + missed):
            return False
        above = bits
        missed = missing
    return True


@kernel
def _bits(size: int, i: int, row: int, masks: Masks) -> Any:
    """Row ``row`` of mask ``i`` as one word."""
    at = row * size
    w = at >> 6
    shift = at & 63
    word = masks[i, w] >> U64(shift)
    if shift + size > 64:
        word |= masks[i, w + 1] << U64(64 - shift)
    return word & ((ONE << U64(size)) - ONE)


@kernel
def _region_fits(size: int, level: int, g: int, region: Masks, search: Branches) -> bool:
    """Whether bands of two rows leave room for the stars that the region misses."""
    room = 0
    missing: int = search.missing[level, g]
    band = ZERO
    half = False
    for row in range(size):
        bits = _bits(size, level, row, search.candidates) & _bits(size, g, row, region)
        if not half and bits == ZERO:
            continue
        band |= bits
        if half:
            room += line_room(band)
            band = ZERO
            if room >= missing:
                return True
        half = not half
    return room + line_room(band) >= missing


@kernel
def regions_fit(size: int, level: int, tables: Geometry, region: Masks, search: Branches) -> bool:
    """Whether regions and lines agree, from the first row and column up to each.

    Regions with all their candidates in these lines need no more stars than the lines miss, and
    all regions that have any there can fill them.
    """
    return _bands_fit(size, level, size, search.candidates, region, tables, search) and _bands_fit(
        size, level, 2 * size, search.turned, search.upright, tables, search
    )


@kernel
def _bands_fit(
    size: int,
    level: int,
    at: int,
    masks: Masks,
    region: Masks,
    tables: Geometry,
    search: Branches,
) -> bool:
    for r in range(size):
        search.bands[r] = 0
        search.bands[size + r] = 0
    for g in range(size):
        missing = search.missing[level, g]
        if missing == 0:
            continue
        first, last = _first_and_last(level, g, tables.words, masks, region)
        search.bands[tables.row[first]] += missing
        search.bands[size + tables.row[last]] += missing
    can, must, missed = 0, 0, 0
    for r in range(size):
        can += search.bands[r]
        must += search.bands[size + r]
        missed += search.missing[level, at + r]
        if not must <= missed <= can:
            return False
    return True


@kernel
def _first_and_last(
    level: int, g: int, words: Words, masks: Masks, region: Masks
) -> tuple[int, int]:
    """The first and the last candidate of a region that has one."""
    first = -1
    last = -1
    for w in range(span(words)):
        word = masks[level, w] & region[g, w]
        if word != ZERO:
            if first < 0:
                first = 64 * w + lowest(word)
            last = 64 * w + highest(word)
    return first, last


@kernel
def turn_regions(size: int, owner: Ints, search: Branches) -> None:
    """Note the regions turned over."""
    words = search.upright.shape[1]
    for g in range(size):
        for w in range(words):
            search.upright[g, w] = ZERO
    for r in range(size):
        for c in range(size):
            y = c * size + r
            search.upright[owner[r * size + c], y >> 6] |= ONE << U64(y & 63)
