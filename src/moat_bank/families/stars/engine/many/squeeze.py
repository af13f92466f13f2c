"""Squeeze: all ways to put a unit's missing stars into its candidates without touching.

A cell in every way is a star; one in none goes, as does an outside cell whose star leaves no way.
Players know many of these by name: the 2x2 argument, the 1xN, exclusion, crowding, small shapes.

Regions come first, since a person sees them: there a star outside is taken with all that it clears,
touching cells and lines that it completes.  In a line it is taken with touching cells alone; the
rest is left to ``claims``.
"""

from __future__ import annotations

import numpy as np

from moat_bank.families.stars.engine.many.packing import fits, line_room
from moat_bank.families.stars.engine.many.state import (
    AROUND,
    BLOCK,
    CONTRADICTION,
    IN_LINE,
    PACK,
    Work,
    cell_of,
    forget,
    note_lines,
    numbers,
    settled,
)
from moat_bank.kernels.jit import ONE, U64, ZERO, kernel, lowest, popcount, span

BY_TOUCH, BY_ALL = numbers(2)
"""What a star outside clears: cells that touch it, or all that it would."""


@kernel
def squeeze(s: int, work: Work) -> int:
    """Squeeze each region by itself.

    What it says depends on the region's candidates, its missing stars, and which lines that it
    meets miss one.  So a region that said nothing says nothing while these stay.

    Returns cells settled, or CONTRADICTION where a region has no way.
    """
    forget(s, work)
    size = work.meet.shape[1] // 2
    for g in range(size):
        if work.need[s, g] == 0:
            continue
        for w in range(span(work.words)):
            work.block[BLOCK, w] = work.candidates[s, w] & work.unit[g, w]
        look = _look(s, g, work)
        if _is_dull(s, g, look, work):
            continue
        before = settled(s, work)
        if not press(s, work.need[s, g], BY_ALL, work):
            return CONTRADICTION
        if settled(s, work) == before:
            _note_dull(s, g, look, work)
    return settled(s, work)


@kernel
def _look(s: int, g: int, work: Work) -> np.uint64:
    """The missing stars of region ``g``, whose candidates BLOCK holds, and the lines missing one.

    Lines are bits from the lowest on; the highest bit tells a look from none.
    """
    size = work.meet.shape[1] // 2
    look = (ONE << U64(63)) | (U64(work.need[s, g]) << U64(56))
    for i in range(2 * size):
        if work.need[s, size + i] != 1:
            continue
        for w in range(span(work.words)):
            if work.block[BLOCK, w] & work.unit[size + i, w] != ZERO:
                look |= ONE << U64(i)
    return look


@kernel
def _is_dull(s: int, g: int, look: np.uint64, work: Work) -> bool:
    """Whether the region looks as it did when last squeezed in vain."""
    words = span(work.words)
    at = work.meet.shape[1] // 2 * s + g
    for w in range(words):
        if work.dull[at, w] != work.block[BLOCK, w]:
            return False
    same: bool = work.dull[at, words] == look
    return same


@kernel
def _note_dull(s: int, g: int, look: np.uint64, work: Work) -> None:
    words = span(work.words)
    at = work.meet.shape[1] // 2 * s + g
    for w in range(words):
        work.dull[at, w] = work.block[BLOCK, w]
    work.dull[at, words] = look


@kernel
def line_squeeze(s: int, work: Work) -> int:
    """Squeeze each line by itself.

    Returns cells settled, or CONTRADICTION where a line has no way.
    """
    forget(s, work)
    note_lines(s, work)
    size = work.meet.shape[1] // 2
    for kind in range(2):
        for i in range(size):
            need = work.need[s, size * (1 + kind) + i]
            if need > 0 and not _press_line(s, kind, i, need, work):
                return CONTRADICTION
    return settled(s, work)


@kernel
def press(s: int, quota: int, sight: int, work: Work) -> bool:
    """Conclude what follows when at least ``quota`` stars lie in the cells of BLOCK.

    A candidate goes if a star there, with what it clears in ``sight``, leaves no room for the
    others; a cell of the block is a star if there is no room without it.  Exact, as ``fits`` is.

    Returns:
        False where the quota does not fit at all.
    """
    size = work.meet.shape[1] // 2
    words = span(work.words)
    count = 0
    for w in range(words):
        work.block[PACK, w] = work.block[BLOCK, w]
        count += popcount(work.block[BLOCK, w])
    if quota == 0:
        return True
    if not fits(quota, size, work.words, work.near, work.block, work.note):
        return False
    # A star touches nine cells at most, and more than 4 * (quota - 1) hold the quota: see ``fits``.
    if sight == BY_TOUCH and count > 4 * (quota - 1) + 9:
        return True
    _note_around(s, sight, work)
    for v in range(words):
        known = work.out[s, v] & ~work.block[BLOCK, v]
        word = work.block[AROUND, v] & work.candidates[s, v] & ~known
        while word != ZERO:
            bit = ONE << U64(lowest(word))
            x = 64 * v + lowest(word)
            word &= word - ONE
            within = work.block[BLOCK, v] & bit != ZERO
            for w in range(words):
                work.block[PACK, w] = work.block[BLOCK, w] & ~work.near[x, w]
            for i in range(1, 3 if sight == BY_ALL else 1):
                line = work.home[x, i]
                for w in range(words if work.need[s, line] == 1 else 0):
                    work.block[PACK, w] &= ~work.unit[line, w]
            if not fits(quota - within, size, work.words, work.near, work.block, work.note):
                work.out[s, v] |= bit
            elif within and count <= 4 * (quota - 1) + 1:
                for w in range(words):
                    work.block[PACK, w] = work.block[BLOCK, w]
                work.block[PACK, v] &= ~bit
                if not fits(quota, size, work.words, work.near, work.block, work.note):
                    work.star[s, v] |= bit
    return True


@kernel
def _note_around(s: int, sight: int, work: Work) -> None:
    """Write the cells whose star would clear any of BLOCK to AROUND."""
    size = work.meet.shape[1] // 2
    words = span(work.words)
    for w in range(words):
        work.block[AROUND, w] = ZERO
    for v in range(words):
        word = work.block[BLOCK, v]
        while word != ZERO:
            x = 64 * v + lowest(word)
            word &= word - ONE
            for w in range(words):
                work.block[AROUND, w] |= work.near[x, w]
    for line in range(size, 3 * size if sight == BY_ALL else size):
        if work.need[s, line] != 1:
            continue
        met = ZERO
        for w in range(words):
            met |= work.block[BLOCK, w] & work.unit[line, w]
        for w in range(words if met != ZERO else 0):
            work.block[AROUND, w] |= work.unit[line, w]


@kernel
def _press_line(s: int, kind: int, i: int, need: int, work: Work) -> bool:
    """The same as ``press`` BY_TOUCH for row (kind 0) or column (kind 1) ``i``, on words."""
    size = work.meet.shape[1] // 2
    line = work.meet[IN_LINE, size * kind + i]
    room = line_room(line)
    if room < need:
        return False
    if room > need + 1:
        return True  # a star beside the line takes three cells in a row, with room for two
    for beside in range(max(i - 1, 0), min(i + 2, size)):
        word = work.meet[IN_LINE, size * kind + beside]
        while word != ZERO:
            at = lowest(word)
            word &= word - ONE
            here = ONE << U64(at)
            rest = line & ~(here | here << ONE | here >> ONE)
            x = cell_of(kind, beside, at, size)
            if line_room(rest) < need - (beside == i):
                work.out[s, x >> 6] |= ONE << U64(x & 63)
            elif beside == i and line_room(line & ~here) < need:
                work.star[s, x >> 6] |= ONE << U64(x & 63)
    return True
