"""Regions grown from the stars, each connected, until no cell is free."""

from __future__ import annotations

from moat_bank.families.stars.geometry import Geometry, Ints, Masks, add, remove
from moat_bank.families.stars.jit import ONE, ZERO, kernel, lowest, popcount
from moat_bank.families.stars.rng import State, below

ORGANIC = 0
BALANCED = 1


@kernel
def grow(
    size: int,
    style: int,
    state: State,
    tables: Geometry,
    columns: Ints,
    owner: Ints,
    region: Masks,
    rim: Masks,
    turn: Ints,
) -> None:
    """Cut the square into ``size`` regions, the one of row ``r``'s star numbered ``r``.

    ORGANIC: a random region claims a random free cell beside it, again and again, so regions that
    find room grow large.  BALANCED: all regions spread at once; in every round each that still can
    claims one cell, in an order shuffled each round, so sizes end nearly equal.

    Args:
        size: rows, columns and regions.
        style: ORGANIC or BALANCED.
        state: generator state.
        tables: of this size.
        columns: int64 (size,), the stars.
        owner: int64 (cells,), result: the region of each cell.
        region: uint64 (size, W), result: the cells of each region.
        rim: uint64 (size + 1, W) scratch: cells beside each region; the last row the free cells.
        turn: int64 (size,) scratch: the regions that can still grow.
    """
    for w in range(region.shape[1]):
        rim[size, w] = ZERO
        for r in range(size):
            rim[size, w] |= tables.line[r, w]
            rim[r, w] = ZERO
            region[r, w] = ZERO
    for r in range(size):
        turn[r] = r
        _claim(size, r * size + columns[r], r, tables, owner, region, rim)
    growing = size
    at = 0
    left = size * size - size
    while left > 0:
        if style == ORGANIC or at >= growing:
            at = 0
        j = at + below(state, growing - at)
        turn[at], turn[j] = turn[j], turn[at]
        g = turn[at]
        x = _random_free_cell(size, g, rim, state)
        if x < 0:
            growing -= 1
            turn[at] = turn[growing]
            turn[growing] = g
        else:
            _claim(size, x, g, tables, owner, region, rim)
            left -= 1
            at += 1


@kernel
def _claim(
    size: int, x: int, g: int, tables: Geometry, owner: Ints, region: Masks, rim: Masks
) -> None:
    owner[x] = g
    add(region, g, x)
    remove(rim, size, x)
    for w in range(region.shape[1]):
        rim[g, w] |= tables.beside[x, w]


@kernel
def _random_free_cell(size: int, g: int, rim: Masks, state: State) -> int:
    """A random free cell beside region ``g``, or -1."""
    words = rim.shape[1]
    count = 0
    for w in range(words):
        count += popcount(rim[g, w] & rim[size, w])
    if count == 0:
        return -1
    skip = below(state, count)
    for w in range(words):
        word = rim[g, w] & rim[size, w]
        here = popcount(word)
        if skip >= here:
            skip -= here
            continue
        for _ in range(skip):
            word &= word - ONE
        return 64 * w + lowest(word)
    return -1
