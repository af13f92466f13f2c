"""Squeeze: all ways to put a unit's missing stars into its candidates without touching.

A cell in every way is a star; one in none goes; and so does an outside cell that touches each way.
Players know many of these by name: the 2x2 argument, the 1xN, exclusion, crowding, small shapes.
"""

from __future__ import annotations

from moat_bank.families.stars.jit import ONE, U64, ZERO, kernel, lowest, popcount
from moat_bank.families.stars.many.packing import fits, line_room
from moat_bank.families.stars.many.state import (
    AROUND,
    BLOCK,
    CONTRADICTION,
    PACK,
    Work,
    cell_of,
    forget,
    note_lines,
    settled,
)


@kernel
def squeeze(s: int, work: Work) -> int:
    """Squeeze each unit by itself.

    Returns cells settled, or CONTRADICTION where a unit has no way.
    """
    forget(s, work)
    note_lines(s, work)
    size = work.meet.shape[1] // 2
    for g in range(size):
        if work.need[s, g] == 0:
            continue
        for w in range(work.unit.shape[1]):
            work.block[BLOCK, w] = work.candidates[s, w] & work.unit[g, w]
        if not press(s, work.need[s, g], work):
            return CONTRADICTION
    for kind in range(2):
        for i in range(size):
            need = work.need[s, size * (1 + kind) + i]
            if need > 0 and not _press_line(s, kind, i, need, work):
                return CONTRADICTION
    return settled(s, work)


@kernel
def press(s: int, quota: int, work: Work) -> bool:
    """Conclude what follows when at least ``quota`` stars lie in the cells of BLOCK.

    A candidate goes if a star there leaves no room for the others; a cell of the block is a star
    if there is no room without it.  Exact, since ``fits`` is.

    Returns:
        False where the quota does not fit at all.
    """
    size = work.meet.shape[1] // 2
    words = work.near.shape[1]
    count = 0
    for w in range(words):
        work.block[PACK, w] = work.block[BLOCK, w]
        count += popcount(work.block[BLOCK, w])
    # A star takes nine cells at most, and more than 4 * (quota - 1) hold the quota: see ``fits``.
    if quota == 0 or count > 4 * (quota - 1) + 9:
        return True
    if not fits(quota, size, work.near, work.block, work.note):
        return False
    _note_around(work)
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
            if not fits(quota - within, size, work.near, work.block, work.note):
                work.out[s, v] |= bit
            elif within and count <= 4 * (quota - 1) + 1:
                for w in range(words):
                    work.block[PACK, w] = work.block[BLOCK, w]
                work.block[PACK, v] &= ~bit
                if not fits(quota, size, work.near, work.block, work.note):
                    work.star[s, v] |= bit
    return True


@kernel
def _note_around(work: Work) -> None:
    """Write the cells of BLOCK and all that touch them to AROUND."""
    words = work.near.shape[1]
    for w in range(words):
        work.block[AROUND, w] = ZERO
    for v in range(words):
        word = work.block[BLOCK, v]
        while word != ZERO:
            x = 64 * v + lowest(word)
            word &= word - ONE
            for w in range(words):
                work.block[AROUND, w] |= work.near[x, w]


@kernel
def _press_line(s: int, kind: int, i: int, need: int, work: Work) -> bool:
    """The same as ``press`` for row (kind 0) or column (kind 1) ``i``, on words."""
    size = work.meet.shape[1] // 2
    line = work.meet[size, size * kind + i]
    room = line_room(line)
    if room < need:
        return False
    if room > need + 1:
        return True  # a star beside the line takes three cells in a row, with room for two
    for beside in range(max(i - 1, 0), min(i + 2, size)):
        word = work.meet[size, size * kind + beside]
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
