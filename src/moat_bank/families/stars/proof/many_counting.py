"""Counting for several stars: a set of units of one kind against the units of another.

All sets are weighed at once.  A number for each set is kept in a byte of its own in one long
integer, so that numbers of all sets are added by adding integers.  A set stands beside the one that
is left: what must be in the one at least is what does not fit into the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.stars.proof.many_sheet import (
    Board,
    Found,
    ImpossibleError,
    Sheet,
    cells_of,
    common,
    firsts,
    room,
)

LARGEST_SET = 3
"""All sets of up to so many units are weighed; beyond, lines without an open one between."""


@dataclass(frozen=True, eq=False)
class Sets:
    """All sets of units of a kind, first to last, then for each the units that it leaves.

    Attributes:
        masks: each set, unit ``i`` of the kind as bit ``i``.
        member: for each unit, byte by byte 1 for each set that has it, in one integer.
    """

    masks: tuple[int, ...]
    member: tuple[int, ...]


@cache
def all_sets(size: int, with_bands: bool) -> Sets:
    """Sets of one to ``LARGEST_SET`` of ``size`` units, and of all that follow one another."""
    small = [
        sum(1 << i for i in chosen)
        for count in range(1, min(LARGEST_SET, size // 2) + 1)
        for chosen in combinations(range(size), count)
    ]
    bands = [(1 << j) - (1 << i) for i in range(size) for j in range(i + 1, size + 1)]
    masks = list(dict.fromkeys(small + bands * with_bands))
    masks += [(1 << size) - 1 - mask for mask in masks]
    member = [sum(1 << 8 * s for s, mask in enumerate(masks) if mask >> i & 1) for i in range(size)]
    return Sets(tuple(masks), tuple(member))


def counting(board: Board, sheet: Sheet) -> tuple[int, Found]:
    """The smallest sets that conclude anything: their size, and all that those of it conclude."""
    size = board.size
    weighed = [
        (_set_sizes(board, sheet, kind), kind, other, *_weigh(board, sheet, kind, other))
        for kind in range(3)
        for other in range(3)
        if other != kind
    ]
    for k in range(1, size // 2 + 1):
        stars = out = 0
        for sizes, kind, other, short, tight in weighed:
            if (short & (sizes == k)).any():
                raise ImpossibleError
            for s in np.flatnonzero(tight & (sizes == k)).tolist():
                found = _conclude(board, sheet, kind, s, other)
                stars |= found.stars
                out |= found.out
        if stars | out:
            return k, Found(stars, out)
    return 0, Found()


def counting_of_any_size(board: Board, sheet: Sheet) -> Found:
    """What sets of all sizes conclude: as far as ``counting`` goes when repeated, but sooner."""
    stars = out = 0
    for kind in range(3):
        for other in range(3):
            if other == kind:
                continue
            short, tight = _weigh(board, sheet, kind, other)
            if short.any():
                raise ImpossibleError
            for s in np.flatnonzero(tight).tolist():
                found = _conclude(board, sheet, kind, s, other)
                stars |= found.stars
                out |= found.out
    return Found(stars, out)


def _set_sizes(board: Board, sheet: Sheet, kind: int) -> NDArray[np.int64]:
    """How large a set each of ``Sets.masks`` counts as, 0 for those that are not weighed.

    A set is of units that miss stars.  A band is as large as the smaller of itself and what it
    leaves; it may pass over units that miss none, but not begin or end there.
    """
    size = board.size
    need = sheet.need[kind * size : (kind + 1) * size]
    opened = sum(1 << i for i in range(size) if need[i])
    key = "set sizes", kind, opened
    if key not in board.memo:
        masks = all_sets(size, kind > 0).masks
        sizes = [_set_size(mask, opened) for mask in masks[: len(masks) // 2]]
        board.memo[key] = np.array(2 * sizes)
    found: NDArray[np.int64] = board.memo[key]
    return found


def _set_size(mask: int, opened: int) -> int:
    count = mask.bit_count()
    if count <= LARGEST_SET and not mask & ~opened:
        return count
    first, last = mask & -mask, 1 << mask.bit_length() - 1
    if mask + first != 2 * last or not opened & first or not opened & last:
        return 0
    within = (mask & opened).bit_count()
    smaller = min(within, opened.bit_count() - within)
    return smaller if smaller > LARGEST_SET else 0


def _weigh(
    board: Board, sheet: Sheet, kind: int, other: int
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Of each set, whether fewer stars fit into it than it misses, or just as many."""
    size = board.size
    sets = all_sets(size, kind > 0)
    missing = fitting = 0
    for i in range(size):
        missing += sheet.need[kind * size + i] * sets.member[i]
        part = other * size + i
        if sheet.need[part]:
            fitting += _rooms(board, sheet.candidates & board.area[part], sheet.need[part], kind)
    count = len(sets.masks)
    fit = np.frombuffer(fitting.to_bytes(count, "little"), np.uint8)
    miss = np.frombuffer(missing.to_bytes(count, "little"), np.uint8)
    return fit < miss, fit == miss


def _rooms(board: Board, cells: int, need: int, kind: int) -> int:
    """Byte by byte, the stars up to ``need`` that fit into those of the cells that a set has."""
    key = "rooms", cells, need, kind
    if key not in board.memo:
        board.memo[key] = sum(_reach(board, cells, count, kind) for count in range(1, need + 1))
    found: int = board.memo[key]
    return found


def _reach(board: Board, cells: int, count: int, kind: int) -> int:
    """Byte by byte, 1 for each set that holds some way to put ``count`` stars into the cells."""
    key = "reach", cells, count, kind
    if key not in board.memo:
        member = all_sets(board.size, kind > 0).member
        reach = 0
        for first, rest in firsts(board, cells, count):
            unit = board.units[first.bit_length() - 1][kind] - kind * board.size
            others = _reach(board, rest, count - 1, kind) if count > 1 else -1
            reach |= member[unit] & others
        board.memo[key] = reach
    found: int = board.memo[key]
    return found


def _conclude(board: Board, sheet: Sheet, kind: int, s: int, other: int) -> Found:
    """Each unit of the other kind puts into set ``s`` all that fits there: squeeze it."""
    size = board.size
    mask = all_sets(size, kind > 0).masks[s]
    area = 0
    for i in cells_of(mask):
        area |= board.area[kind * size + i]
    always, sometimes, out = 0, board.every, 0
    for part in range(other * size, (other + 1) * size):
        need = sheet.need[part]
        cells = sheet.candidates & board.area[part]
        here = cells & area
        stars = room(board, here, need)
        if stars:
            found = common(board, here, stars)
            always |= found[0]
            sometimes &= found[1]
            if stars == need:
                out |= cells & ~area
    return Found(always, sheet.candidates & ~sometimes | out)
