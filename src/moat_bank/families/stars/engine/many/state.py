"""The sheet a person would keep: candidates, stars, and how many each unit still misses.

Units are numbered regions first, then rows, then columns: region ``g`` is unit ``g``, row ``r`` is
``size + r`` and column ``c`` is ``2 * size + c``.  Masks are rows of uint64 words as in
``geometry``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.stars.engine.budget import UNBOUNDED
from moat_bank.families.stars.engine.geometry import Geometry, Ints, Masks, Words, unrolled
from moat_bank.families.stars.kind import MAX_STARS
from moat_bank.kernels.jit import ONE, U64, ZERO, kernel, lowest, popcount, span

CONTRADICTION = -1


def numbers(count: int) -> tuple[Any, ...]:
    """0 to count - 1 as int64 for constants that are handed to kernels.

    Numba would compile a kernel, and all that it calls, once for each plain int constant.
    """
    return tuple(np.arange(count))


ACTUAL, SUPPOSED = numbers(2)
"""States: the board's own, and the one that a technique supposes."""

# Rows of ``Work.block``.  The last two begin a stack each.
BLOCK, AROUND, SET, IN_ALL, GONE_IN_ALL, SAFE, DOOMED, TREE = range(8)
PACK = TREE + MAX_STARS

# Rows of ``Work.meet``; from the last on, one a region.
IN_LINE, BEFORE, AFTER, IN_REGION = range(4)

# Rows of ``Work.note``.
TO_GO, BRANCH, CHOSEN, DEPTH, PICK, INSIDE, OUTSIDE = range(7)


class Work(NamedTuple):
    """A board's tables, states and scratch; N cells, n units of a kind, W words a mask.

    Few arrays, since Numba hands each to each kernel in ten pieces.

    Attributes:
        near: uint64 (N, W): the cell and the eight around it.
        unit: uint64 (3n, W): cells of each unit.
        home: int64 (N, 3): the units of each cell: region, row, column.
        candidates: uint64 (2, W): cells that may still get a star, in each state.
        placed: uint64 (2, W): stars.
        need: int64 (2, 3n): stars that each unit misses.
        star, out: uint64 (2, W): what the last technique concluded.
        block: uint64 (PACK + stars + 2, W), scratch: sets of cells; from TREE on, and from PACK on,
            what is left to choose from at each depth of ``ways`` and of ``packing``.
        meet: uint64 (IN_REGION + n, 2n): candidates in each row, then column, as words of n bits:
            IN_LINE all of them, IN_REGION + g those of region g; BEFORE and AFTER: see
            ``line_pairs``.
        room: int8 (2, n, n, 2n), scratch: see ``counting``.
        note: int64 (7, 2n), scratch: TO_GO and BRANCH at each depth of ``packing``; CHOSEN
            at each depth of ``ways``, and its DEPTH; PICK, INSIDE and OUTSIDE: see ``counting``.
        set_size: int64 (2,): members of the sets that each state's last technique used, or 0.
        dull: uint64 (2n, W + 1): how each region of state 0, then of state 1, looked when it was
            last squeezed in vain: see ``squeeze``.
        left: int64 (1,): steps that may still be taken; below 0 the rating was given up.
        words: W, for ``span``.
    """

    near: Masks
    unit: Masks
    home: Ints
    candidates: Masks
    placed: Masks
    need: Ints
    star: Masks
    out: Masks
    block: Masks
    meet: Masks
    room: NDArray[np.int8]
    note: Ints
    set_size: Ints
    dull: Masks
    left: Ints
    words: Words


def new_many_work(size: int, stars: int, budget: int = UNBOUNDED) -> Work:
    """Memory for boards of one size and count of stars."""
    cells = size * size
    words = (cells + 63) // 64
    work = Work(
        near=np.zeros((cells, words), np.uint64),
        unit=np.zeros((3 * size, words), np.uint64),
        home=np.zeros((cells, 3), np.int64),
        candidates=np.zeros((2, words), np.uint64),
        placed=np.zeros((2, words), np.uint64),
        need=np.zeros((2, 3 * size), np.int64),
        star=np.zeros((2, words), np.uint64),
        out=np.zeros((2, words), np.uint64),
        block=np.zeros((PACK + stars + 2, words), np.uint64),
        meet=np.zeros((IN_REGION + size, 2 * size), np.uint64),
        room=np.zeros((2, size, size, 2 * size), np.int8),
        note=np.zeros((7, max(2 * size, stars + 2)), np.int64),
        set_size=np.zeros(2, np.int64),
        dull=np.zeros((2 * size, words + 1), np.uint64),
        left=np.array([budget]),
        words=unrolled(size).words,
    )
    for x in range(cells):
        r, c = divmod(x, size)
        work.home[x] = 0, size + r, 2 * size + c
        for y in range(max(r - 1, 0), min(r + 2, size)):
            for z in range(max(c - 1, 0), min(c + 2, size)):
                work.near[x, (y * size + z) // 64] |= U64(1) << U64((y * size + z) % 64)
    return work


@kernel
def set_up(size: int, stars: int, tables: Geometry, owner: Ints, region: Masks, work: Work) -> None:
    """Write the untouched sheet of a board as state ACTUAL."""
    for x in range(size * size):
        work.home[x, 0] = owner[x]
    for u in range(3 * size):
        work.need[ACTUAL, u] = stars
    for g in range(2 * size):
        work.dull[g, region.shape[1]] = ZERO
    for w in range(region.shape[1]):
        work.candidates[ACTUAL, w] = ZERO
        work.placed[ACTUAL, w] = ZERO
        work.block[DOOMED, w] = ZERO
        for g in range(size):
            work.unit[g, w] = region[g, w]
            work.candidates[ACTUAL, w] |= region[g, w]
        for i in range(2 * size):
            work.unit[size + i, w] = tables.line[i, w]


@kernel
def suppose(s: int, work: Work) -> None:
    """Make state SUPPOSED a copy of ``s``."""
    for w in range(span(work.words)):
        work.candidates[SUPPOSED, w] = work.candidates[s, w]
        work.placed[SUPPOSED, w] = work.placed[s, w]
    for u in range(work.need.shape[1]):
        work.need[SUPPOSED, u] = work.need[s, u]
    size = work.meet.shape[1] // 2
    for g in range(size):
        for w in range(span(work.words) + 1):
            work.dull[size * SUPPOSED + g, w] = work.dull[size * s + g, w]


@kernel
def forget(s: int, work: Work) -> None:
    """Empty what the last technique concluded."""
    work.set_size[s] = 0
    for w in range(span(work.words)):
        work.star[s, w] = ZERO
        work.out[s, w] = ZERO


@kernel
def settled(s: int, work: Work) -> int:
    """Cells that the last technique concluded about."""
    count = 0
    for w in range(span(work.words)):
        count += popcount(work.star[s, w] | work.out[s, w])
    return count


@kernel
def finished(s: int, work: Work) -> bool:
    """Whether every unit has its stars."""
    for u in range(work.need.shape[1]):
        if work.need[s, u] != 0:
            return False
    return True


@kernel
def apply(s: int, work: Work) -> bool:
    """Place the stars and rule out the cells that the last technique concluded.

    Returns:
        False where these contradict each other: the state is good for nothing then.
    """
    for w in range(span(work.words)):
        work.candidates[s, w] &= ~work.out[s, w]
    for w in range(span(work.words)):
        word = work.star[s, w]
        while word != ZERO:
            if not put_star(s, 64 * w + lowest(word), work):
                return False
            word &= word - ONE
    return True


@kernel
def put_star(s: int, x: int, work: Work) -> bool:
    """Place a star, clear around it, and clear the units that it completes.

    Returns:
        False where the cell is no candidate.
    """
    if not has(work.candidates, s, x):
        return False
    work.placed[s, x >> 6] |= ONE << U64(x & 63)
    for w in range(span(work.words)):
        work.candidates[s, w] &= ~work.near[x, w]
    for i in range(3):
        u = work.home[x, i]
        work.need[s, u] -= 1
        if work.need[s, u] == 0:
            for w in range(span(work.words)):
                work.candidates[s, w] &= ~work.unit[u, w]
    return True


@kernel
def has(mask: Masks, i: int, x: int) -> bool:
    """Whether mask ``i`` has cell ``x``."""
    found: bool = (mask[i, x >> 6] >> U64(x & 63)) & ONE != ZERO
    return found


@kernel
def count_in(s: int, u: int, work: Work) -> int:
    """Candidates of a unit."""
    count = 0
    for w in range(span(work.words)):
        count += popcount(work.candidates[s, w] & work.unit[u, w])
    return count


@kernel
def note_lines(s: int, work: Work) -> None:
    """Write each line's candidates as a word of ``size`` bits to IN_LINE of ``work.meet``."""
    size = work.meet.shape[1] // 2
    for i in range(2 * size):
        work.meet[IN_LINE, i] = ZERO
    for w in range(span(work.words)):
        word = work.candidates[s, w]
        while word != ZERO:
            x = 64 * w + lowest(word)
            word &= word - ONE
            r = x // size
            c = x - r * size
            work.meet[IN_LINE, r] |= ONE << U64(c)
            work.meet[IN_LINE, size + c] |= ONE << U64(r)


@kernel
def note_meetings(s: int, work: Work) -> None:
    """Write the candidates that each region and line share to ``work.meet``, as bits of a line."""
    size = work.meet.shape[1] // 2
    for g in range(size):
        for i in range(2 * size):
            work.meet[IN_REGION + g, i] = ZERO
    for w in range(span(work.words)):
        word = work.candidates[s, w]
        while word != ZERO:
            x = 64 * w + lowest(word)
            word &= word - ONE
            r = x // size
            c = x - r * size
            g = work.home[x, 0]
            work.meet[IN_REGION + g, r] |= ONE << U64(c)
            work.meet[IN_REGION + g, size + c] |= ONE << U64(r)


@kernel
def cell_of(kind: int, line: int, at: int, size: int) -> int:
    """The cell at a place of a row (kind 0) or column (kind 1)."""
    return line * size + at if kind == 0 else at * size + line


@kernel
def clear_outside(s: int, u: int, inner: int, work: Work) -> None:
    """Rule out what unit ``u`` holds outside of unit ``inner``."""
    for w in range(span(work.words)):
        work.out[s, w] |= work.candidates[s, w] & work.unit[u, w] & ~work.unit[inner, w]
