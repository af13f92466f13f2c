"""Squeeze: all ways to put a unit's missing stars into its candidates without touching.

A cell in every way is a star; one in none goes; and so does an outside cell that touches each way.
Players know many of these by name: the 2x2 argument, the 1xN, exclusion, crowding, small shapes.
"""

from __future__ import annotations

from moat_bank.families.stars.jit import ONE, U64, ZERO, kernel, lowest, popcount
from moat_bank.families.stars.many.packing import fits
from moat_bank.families.stars.many.state import (
    AROUND,
    BLOCK,
    CONTRADICTION,
    PACK,
    Work,
    forget,
    settled,
)


@kernel
def squeeze(s: int, work: Work) -> int:
    """Squeeze each unit by itself.

    Returns cells settled, or CONTRADICTION where a unit has no way.
    """
    forget(s, work)
    for u in range(work.need.shape[1]):
        if work.need[s, u] == 0:
            continue
        for w in range(work.unit.shape[1]):
            work.block[BLOCK, w] = work.candidates[s, w] & work.unit[u, w]
        if not press(s, work.need[s, u], work):
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
        word = work.block[AROUND, v] & work.candidates[s, v] & ~work.out[s, v]
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
