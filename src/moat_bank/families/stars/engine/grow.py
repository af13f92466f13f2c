"""Regions grown from the stars, each connected, until no cell is free."""

from __future__ import annotations

from moat_bank.families.stars.engine.geometry import Geometry, Ints, Masks, Words, add, remove
from moat_bank.kernels.jit import ONE, ZERO, kernel, lowest, popcount, span
from moat_bank.kernels.rng import State, below

ORGANIC = 0
BALANCED = 1


@kernel
def grow(
    size: int,
    style: int,
    state: State,
    tables: Geometry,
    placed: Masks,
    owner: Ints,
    region: Masks,
    rim: Masks,
    turn: Ints,
) -> None:
    """Cut the square into a region for each star, numbered as the stars come row by row.

    ORGANIC: a random region claims a random free cell beside it, again and again, so regions that
    find room grow large.  BALANCED: all regions spread at once; in every round each that still can
    claims one cell, in an order shuffled each round, so sizes end nearly equal.

    Args:
        size: rows and columns.
        style: ORGANIC or BALANCED.
        state: generator state.
        tables: of this size.
        placed: uint64 (at least 1, W): the stars, in row 0.
        owner: int64 (cells,), result: the region of each cell.
        region: uint64 (stars, W), result: the cells of each region.
        rim: uint64 (stars + 1, W) scratch: cells beside each region; the last row the free cells.
        turn: int64 (stars,) scratch: the regions that can still grow.
    """
    words = span(tables.words)
    growing = len(region)
    free = growing
    for w in range(words):
        rim[free, w] = ZERO
        for r in range(size):
            rim[free, w] |= tables.line[r, w]
        for g in range(growing):
            rim[g, w] = ZERO
            region[g, w] = ZERO
    stars = 0
    for w in range(words):
        word = placed[0, w]
        while word != ZERO:
            turn[stars] = stars
            _claim(64 * w + lowest(word), stars, tables, owner, region, rim)
            word &= word - ONE
            stars += 1
    at = 0
    left = size * size - stars
    while left > 0:
        if style == ORGANIC or at >= growing:
            at = 0
        j = at + below(state, growing - at)
        turn[at], turn[j] = turn[j], turn[at]
        g = turn[at]
        x = _random_free_cell(g, tables.words, rim, state)
        if x < 0:
            growing -= 1
            turn[at] = turn[growing]
            turn[growing] = g
        else:
            _claim(x, g, tables, owner, region, rim)
            left -= 1
            at += 1


@kernel
def _claim(x: int, g: int, tables: Geometry, owner: Ints, region: Masks, rim: Masks) -> None:
    owner[x] = g
    add(region, g, x)
    remove(rim, len(region), x)
    for w in range(span(tables.words)):
        rim[g, w] |= tables.beside[x, w]


@kernel
def _random_free_cell(g: int, words: Words, rim: Masks, state: State) -> int:
    """A random free cell beside region ``g``, or -1."""
    free = len(rim) - 1
    count = 0
    for w in range(span(words)):
        count += popcount(rim[g, w] & rim[free, w])
    if count == 0:
        return -1
    skip = below(state, count)
    for w in range(span(words)):
        word = rim[g, w] & rim[free, w]
        here = popcount(word)
        if skip >= here:
            skip -= here
            continue
        for _ in range(skip):
            word &= word - ONE
        return 64 * w + lowest(word)
    return -1
