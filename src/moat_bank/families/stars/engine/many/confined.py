"""Confined line: a region that must put all of a line's missing stars there.

The k-star form of "a region's candidates lie in one line": what does not fit elsewhere in the
region must be in the line, and where that is as much as the line misses, the line's other cells go.
"""

from __future__ import annotations

from moat_bank.families.stars.engine.many.packing import fits
from moat_bank.families.stars.engine.many.state import (
    CONTRADICTION,
    IN_REGION,
    PACK,
    Work,
    clear_outside,
    count_in,
    forget,
    note_meetings,
    settled,
)
from moat_bank.kernels.jit import ZERO, kernel, popcount, span


@kernel
def confined_line(s: int, work: Work) -> int:
    """Compare every region with every line that it meets.

    Returns cells settled, or CONTRADICTION where a region overfills a line.
    """
    forget(s, work)
    note_meetings(s, work)
    size = work.meet.shape[1] // 2
    for g in range(size):
        cells = count_in(s, g, work)
        for i in range(2 * size):
            u = size + i
            spare = work.need[s, g] - work.need[s, u]
            shared = work.meet[IN_REGION + g, i]
            # More than 4 * spare cells always hold spare + 1 stars: see ``fits``.
            if shared == ZERO or spare < 0 or cells - popcount(shared) > 4 * spare:
                continue
            elsewhere = _room_elsewhere(s, g, u, spare + 1, work)
            if elsewhere < spare:
                return CONTRADICTION
            if elsewhere == spare:
                clear_outside(s, u, g, work)
    return settled(s, work)


@kernel
def _room_elsewhere(s: int, g: int, u: int, cap: int, work: Work) -> int:
    """Stars, up to ``cap``, that fit into region ``g`` outside of line ``u``."""
    size = work.meet.shape[1] // 2
    for stars in range(cap, 0, -1):
        for w in range(span(work.words)):
            work.block[PACK, w] = work.candidates[s, w] & work.unit[g, w] & ~work.unit[u, w]
        if fits(stars, size, work.words, work.near, work.block, work.note):
            return stars
    return 0
