"""Claims: what lines say of regions, and what a star anywhere would leave of a line.

The reverse of the confined line: a line that must put all of a region's missing stars into it.
And the squeeze of a line by all that a star clears: touching cells, and the region or crossing line
that it completes.  Those who sort boards call those that need either harder than what regions alone
solve, as one would expect: a person sees the regions, but has to look for the lines.
"""

from __future__ import annotations

import numpy as np

from moat_bank.families.stars.engine.many.packing import line_room
from moat_bank.families.stars.engine.many.state import (
    BLOCK,
    CONTRADICTION,
    IN_LINE,
    IN_REGION,
    Work,
    clear_outside,
    forget,
    note_lines,
    note_meetings,
    settled,
)
from moat_bank.kernels.jit import ONE, U64, ZERO, kernel, lowest, span


@kernel
def claims(s: int, work: Work) -> int:
    """Conclude from each line.

    Returns cells settled, or CONTRADICTION where a line has no room or overfills a region.
    """
    forget(s, work)
    note_lines(s, work)
    note_meetings(s, work)
    size = work.meet.shape[1] // 2
    for i in range(2 * size):
        need = work.need[s, size + i]
        if need == 0:
            continue
        if line_room(work.meet[IN_LINE, i]) < need or not _claim_regions(s, i, need, work):
            return CONTRADICTION
        _squeeze_line(s, i, need, work)
    return settled(s, work)


@kernel
def _claim_regions(s: int, i: int, need: int, work: Work) -> bool:
    """Clear regions that line ``i`` must fill, outside of it; False where it overfills one."""
    size = work.meet.shape[1] // 2
    for g in range(size):
        shared = work.meet[IN_REGION + g, i]
        if shared == ZERO or need < work.need[s, g]:
            continue
        elsewhere = line_room(work.meet[IN_LINE, i] & ~shared)
        if elsewhere < need - work.need[s, g]:
            return False
        if elsewhere == need - work.need[s, g]:
            clear_outside(s, g, size + i, work)
    return True


@kernel
def _squeeze_line(s: int, i: int, need: int, work: Work) -> None:
    """Rule out every candidate whose star leaves line ``i`` no room."""
    size = work.meet.shape[1] // 2
    line = work.meet[IN_LINE, i]
    _note_threats(s, i, line_room(line) - need, work)
    for w in range(span(work.words)):
        word = work.candidates[s, w] & work.block[BLOCK, w]
        while word != ZERO:
            x = 64 * w + lowest(word)
            word &= word - ONE
            cleared = _cleared(s, i, x, work)
            within = work.home[x, 1] == size + i or work.home[x, 2] == size + i
            if cleared & line != ZERO and line_room(line & ~cleared) < need - within:
                work.out[s, w] |= ONE << U64(x & 63)


@kernel
def _note_threats(s: int, i: int, spare: int, work: Work) -> None:
    """Write to BLOCK the cells whose star might clear more of line ``i`` than it can spare.

    Of a line, a star clears one cell where it crosses, at most three where it touches, with room
    for two, and what its region has there if it completes the region.
    """
    size = work.meet.shape[1] // 2
    for w in range(span(work.words)):
        work.block[BLOCK, w] = ~ZERO if spare == 0 else ZERO
    if spare == 1:
        first = size if i < size else 2 * size
        for line in range(max(size + i - 1, first), min(size + i + 2, first + size)):
            for w in range(span(work.words)):
                work.block[BLOCK, w] |= work.unit[line, w]
    for g in range(size if spare > 0 else 0):
        if work.need[s, g] == 1 and line_room(work.meet[IN_REGION + g, i]) + 2 > spare:
            for w in range(span(work.words)):
                work.block[BLOCK, w] |= work.unit[g, w]


@kernel
def _cleared(s: int, i: int, x: int, work: Work) -> np.uint64:
    """What a star in cell ``x`` clears in line ``i``, as bits of the line."""
    size = work.meet.shape[1] // 2
    row, column = work.home[x, 1] - size, work.home[x, 2] - 2 * size
    crossing = work.home[x, 2] if i < size else work.home[x, 1]
    at = column if i < size else row
    apart = abs(row - i) if i < size else abs(column - (i - size))
    here = ONE << U64(at)
    cleared = ZERO
    if apart <= 1:
        cleared |= here | here << ONE | here >> ONE
    if work.need[s, crossing] == 1:
        cleared |= here
    if work.need[s, work.home[x, 0]] == 1:
        cleared |= work.meet[IN_REGION + work.home[x, 0], i]
    return cleared
