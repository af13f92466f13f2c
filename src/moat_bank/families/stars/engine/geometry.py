"""What a square of a given size always holds: lines, neighbours and the symmetries, as masks.

A set of cells is a row of uint64 words: cell ``x = row * size + column`` is bit ``x % 64`` of
word ``x // 64``.  So 8x8 is one word, 12x12 three and 25x25 ten, and no kernel knows a largest.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moat_bank.kernels.jit import ONE, U64, ZERO, kernel
from moat_bank.symmetry import TRANSFORMS, inverse, source_table

Words = Any  # a number, or a tuple whose length it is

Masks = NDArray[np.uint64]
Ints = NDArray[np.int64]


UNROLLED = 2  # words: sizes up to 11


class Geometry(NamedTuple):
    """Tables for one size; with N = size * size and W words a mask, all read-only.

    Attributes:
        line: uint64 (2 * size, W): the rows, then the columns.
        reach: uint64 (N, W): the cell itself, its row, its column and the eight around it.
        around: uint64 (N, W): the cell itself and the eight around it.
        beside: uint64 (N, W): the two to four cells that share a side with it.
        row, column: int64 (N,): where each cell lies.
        lines_of: uint64 (N,): bit ``row`` and bit ``size + column``.
        source: int64 (8, N): cell ``i`` of the board under transform ``t`` comes from ``[t, i]``.
        target: int64 (8, N): transform ``t`` takes cell ``x`` to ``[t, x]``.
        words: W, for ``span``: a number, or see ``unrolled``.
    """

    line: Masks
    reach: Masks
    around: Masks
    beside: Masks
    row: Ints
    column: Ints
    lines_of: Masks
    source: Ints
    target: Ints
    words: Words


@cache
def geometry(size: int) -> Geometry:
    """The tables of one size, made once."""
    cells = size * size
    words = (cells + 63) // 64
    line = np.zeros((2 * size, words), np.uint64)
    reach = np.zeros((cells, words), np.uint64)
    around = np.zeros((cells, words), np.uint64)
    beside = np.zeros((cells, words), np.uint64)
    for x in range(cells):
        r, c = divmod(x, size)
        _add(line[r], x)
        _add(line[size + c], x)
        for y in range(cells):
            down, right = abs(y // size - r), abs(y % size - c)
            if down == 0 or right == 0 or (down == 1 and right == 1):
                _add(reach[x], y)
            if down <= 1 and right <= 1:
                _add(around[x], y)
            if down + right == 1:
                _add(beside[x], y)
    source = source_table(size)
    target = np.array([source[inverse(t)] for t in range(TRANSFORMS)])
    row, column = np.divmod(np.arange(cells), size)
    lines_of = (ONE << row.astype(np.uint64)) | (ONE << (column + size).astype(np.uint64))
    tables = (line, reach, around, beside, row, column, lines_of, source.copy(), target)
    for table in tables:
        table.setflags(write=False)
    return Geometry(*tables, words=words)


@cache
def unrolled(size: int) -> Geometry:
    """The same, for kernels whose loops over words are to be unrolled: a quarter faster.

    Up to ``UNROLLED`` words are given as a tuple of so many zeros.  The length of a tuple is part
    of its type, so kernels are compiled for each such count, and once for all larger ones.
    """
    tables = geometry(size)
    return tables._replace(words=(0,) * tables.words) if tables.words <= UNROLLED else tables


def _add(mask: Masks, x: int) -> None:
    mask[x // 64] |= U64(1) << U64(x % 64)


# Kernels index two-dimensional arrays and never take a row of one: a view costs Numba two atomic
# reference counts, several times the work on the row itself.


@kernel
def add(masks: Masks, i: int, x: int) -> None:
    """Put cell ``x`` into mask ``i``."""
    masks[i, x >> 6] |= ONE << U64(x & 63)


@kernel
def lay_out(size: int, regions: NDArray[np.uint8], i: int, owner: Ints, region: Masks) -> None:
    """Write board ``i`` of ``regions`` (boards, cells) as the region of each cell, and as masks."""
    for g in range(size):
        for w in range(region.shape[1]):
            region[g, w] = ZERO
    for x in range(size * size):
        owner[x] = regions[i, x]
        add(region, owner[x], x)


@kernel
def remove(masks: Masks, i: int, x: int) -> None:
    """Take cell ``x`` out of mask ``i``."""
    masks[i, x >> 6] &= ~(ONE << U64(x & 63))
