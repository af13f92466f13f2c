"""Counting: the stars of a set of units, by what each unit of another kind can put there.

A set of rows, say, misses ``total`` stars.  Each region puts there at least what does not fit
elsewhere in it, and at most what fits there.  Where the leasts add up to the total, each region
puts just its least; where the mosts do, just its most.  Either way the star count of parts of
regions is known, and each part is squeezed.  Undercounting and overcounting, "k regions in k
lines" and fish are of this form.  Looking at the set that is left says the same with least and
most exchanged, so sets of up to half of the open units say all.

All sets of up to ``LARGEST_SET`` units are counted; beyond, bands of lines without a gap.
"""

from __future__ import annotations

from typing import Any

from moat_bank.families.stars.engine.many.packing import fits, line_room
from moat_bank.families.stars.engine.many.squeeze import BY_TOUCH, press
from moat_bank.families.stars.engine.many.state import (
    BLOCK,
    CONTRADICTION,
    IN_LINE,
    IN_REGION,
    INSIDE,
    OUTSIDE,
    PACK,
    PICK,
    SET,
    Work,
    forget,
    note_lines,
    note_meetings,
    numbers,
    settled,
)
from moat_bank.kernels.jit import ONE, U64, ZERO, kernel, span

LARGEST_SET = 3

# Kinds of units, and of sets: see ``state``.
REGIONS, ROWS, COLUMNS = numbers(3)


@kernel
def counting(s: int, work: Work) -> int:
    """Count the smallest sets that conclude anything; their size is left in ``work.set_size``.

    Returns cells settled, or CONTRADICTION where the stars of a set do not fit.
    """
    size = work.meet.shape[1] // 2
    note_lines(s, work)
    note_meetings(s, work)
    _note_room(s, ROWS, work)
    _note_room(s, COLUMNS, work)
    for k in range(1, size // 2 + 1):
        forget(s, work)
        for kind in range(3):
            if k <= LARGEST_SET:
                possible = _all_sets(s, kind, k, work)
            else:
                possible = kind == REGIONS or _bands(s, kind, k, work)
            if not possible:
                return CONTRADICTION
        cells = settled(s, work)
        if cells > 0:
            work.set_size[s] = k
            return cells
    return 0


@kernel
def _note_room(s: int, kind: int, work: Work) -> None:
    """Stars that each part fits into each run of lines of a kind, to ``work.room[kind - 1]``.

    The parts are the regions, then the lines of the other kind.  ``room[.., i, j, p]`` is for lines
    ``i`` to ``j``, never more than the part misses.  In a set with gaps the runs add up, since
    cells on both sides of a gap do not touch.
    """
    size = work.meet.shape[1] // 2
    room = work.room
    d = kind - 1
    for i in range(size - 1, -1, -1):
        for p in range(2 * size):
            need = work.need[s, part_unit(kind, p, size)]
            room[d, i, i, p] = min(need, line_room(_slice(kind, i, p, work)))
        for j in range(i + 1, size):
            run = (ONE << U64(j + 1)) - (ONE << U64(i))
            for p in range(size):
                room[d, i, j, p] = room[d, i, j - 1, p]
                if _slice(kind, j, p, work) == ZERO:
                    continue
                room[d, i, j, p] = room[d, i + 1, j, p]
                if _slice(kind, i, p, work) == ZERO:
                    continue
                room[d, i, j, p] = _region_room(s, kind, i, j, p, work)
            for p in range(size):
                need = work.need[s, part_unit(kind, size + p, size)]
                word = work.meet[IN_LINE, (size if kind == ROWS else 0) + p] & run
                room[d, i, j, size + p] = min(need, line_room(word))


@kernel
def _slice(kind: int, i: int, p: int, work: Work) -> Any:
    """The candidates that line ``i`` of a kind shares with part ``p``, as bits of the line."""
    size = work.meet.shape[1] // 2
    at = i if kind == ROWS else size + i
    if p < size:
        return work.meet[IN_REGION + p, at]
    return work.meet[IN_LINE, at] & (ONE << U64(p - size))


@kernel
def _region_room(s: int, kind: int, i: int, j: int, g: int, work: Work) -> int:
    """Stars that region ``g`` fits into lines ``i`` to ``j``, from its room in all but one."""
    size = work.meet.shape[1] // 2
    words = span(work.words)
    room = work.room
    d = kind - 1
    least = max(room[d, i, j - 1, g], room[d, i + 1, j, g])
    most = min(
        work.need[s, g],
        room[d, i, j - 1, g] + room[d, j, j, g],
        room[d, i, i, g] + room[d, i + 1, j, g],
    )
    for w in range(words if most > least else 0):
        lines = ZERO
        for line in range(i, j + 1):
            lines |= work.unit[size * kind + line, w]
        work.block[BLOCK, w] = work.candidates[s, w] & work.unit[g, w] & lines
    for stars in range(most, least, -1):
        for w in range(words):
            work.block[PACK, w] = work.block[BLOCK, w]
        if fits(stars, size, work.words, work.near, work.block, work.note):
            return stars
    return int(least)


@kernel
def part_unit(kind: int, p: int, size: int) -> int:
    """The unit of part ``p`` against sets of a kind: regions and lines, or rows and columns."""
    if kind == REGIONS:
        return size + p
    return size + p if kind == ROWS and p >= size else p


@kernel
def _all_sets(s: int, kind: int, k: int, work: Work) -> bool:
    """Count every set of ``k`` open units of a kind; False where one cannot be."""
    size = work.meet.shape[1] // 2
    note = work.note
    depth = 0
    note[PICK, 0] = -1
    while depth >= 0:
        note[PICK, depth] += 1
        if note[PICK, depth] > size - k + depth:
            depth -= 1
        elif work.need[s, size * kind + note[PICK, depth]] == 0:
            continue
        elif depth + 1 < k:
            note[PICK, depth + 1] = note[PICK, depth]
            depth += 1
        else:
            if kind == REGIONS:
                _weigh_regions(k, work)
            else:
                _weigh_lines(s, kind, k, work)
            if not _conclude(s, kind, k, work):
                return False
    return True


@kernel
def _bands(s: int, kind: int, k: int, work: Work) -> bool:
    """Count the bands that have ``k`` open lines, or leave ``k``, between open ends."""
    size = work.meet.shape[1] // 2
    opened = 0
    for i in range(size):
        opened += work.need[s, size * kind + i] > 0
    for i in range(size):
        count = 0
        for j in range(i, size):
            if work.need[s, size * kind + j] == 0:
                continue
            work.note[PICK, count] = j
            count += 1
            if work.note[PICK, 0] != i or 2 * k > opened or (count != k and count != opened - k):
                continue
            _weigh_lines(s, kind, count, work)
            if not _conclude(s, kind, count, work):
                return False
    return True


@kernel
def _weigh_regions(k: int, work: Work) -> None:
    """Stars that each line fits into the picked regions, and outside of them."""
    size = work.meet.shape[1] // 2
    for p in range(2 * size):
        word = ZERO
        for d in range(k):
            word |= work.meet[IN_REGION + work.note[PICK, d], p]
        work.note[INSIDE, p] = line_room(word)
        work.note[OUTSIDE, p] = line_room(work.meet[IN_LINE, p] & ~word)


@kernel
def _weigh_lines(s: int, kind: int, k: int, work: Work) -> None:
    """Stars that each part fits into the picked lines, and outside of them, run by run."""
    size = work.meet.shape[1] // 2
    room, note = work.room, work.note
    parts = 2 * size
    for p in range(parts):
        note[INSIDE, p] = 0
        note[OUTSIDE, p] = 0
    gap = 0
    d = 0
    while d < k:
        i = work.note[PICK, d]
        j = i
        while d + 1 < k and work.note[PICK, d + 1] == j + 1:
            d += 1
            j += 1
        d += 1
        for p in range(parts):
            note[INSIDE, p] += room[kind - 1, i, j, p]
        if i > gap:
            for p in range(parts):
                note[OUTSIDE, p] += room[kind - 1, gap, i - 1, p]
        gap = j + 1
    if gap < size:
        for p in range(parts):
            note[OUTSIDE, p] += room[kind - 1, gap, size - 1, p]


@kernel
def _conclude(s: int, kind: int, k: int, work: Work) -> bool:
    """Compare the sums of both halves of the parts with what the picked units miss."""
    size = work.meet.shape[1] // 2
    total = 0
    for d in range(k):
        total += work.need[s, size * kind + work.note[PICK, d]]
    for first in range(0, 2 * size, size):
        least = 0
        most = 0
        for p in range(first, first + size):
            need = work.need[s, part_unit(kind, p, size)]
            most += min(need, work.note[INSIDE, p])
            least += max(0, need - work.note[OUTSIDE, p])
        if most < total or least > total:
            return False
        for full in range(2):
            if (most if full else least) != total:
                continue
            if not _press_parts(s, kind, k, first, full, work):
                return False
    return True


@kernel
def _press_parts(s: int, kind: int, k: int, first: int, full: int, work: Work) -> bool:
    """Every part puts just its most (``full``) or least into the set: squeeze what is certain.

    At its most, what a part can put into the set is there; at its least, what it can put outside.
    """
    size = work.meet.shape[1] // 2
    words = span(work.words)
    for w in range(words):
        work.block[SET, w] = ZERO
        for d in range(k):
            work.block[SET, w] |= work.unit[size * kind + work.note[PICK, d], w]
    for p in range(first, first + size):
        u = part_unit(kind, p, size)
        need = work.need[s, u]
        quota = min(need, work.note[INSIDE, p] if full else work.note[OUTSIDE, p])
        for w in range(words):
            cells = work.candidates[s, w] & work.unit[u, w]
            within = work.block[SET, w] if full else ~work.block[SET, w]
            work.block[BLOCK, w] = cells & within
            if quota == need:
                work.out[s, w] |= cells & ~within
        if not press(s, quota, BY_TOUCH, work):
            return False
    return True
