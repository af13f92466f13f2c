"""Counting: a set of units of one kind against all units of another kind, the *parts*.

Each part puts into the set at least what does not fit elsewhere in it, and at most what fits there.
Where the leasts, or the mosts, add up to what the set misses, each part gives just that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from moat_bank.families.stars.words.packing import room, squeezed
from moat_bank.families.stars.words.sheet import (
    COLUMN,
    REGION,
    ROW,
    Board,
    Deduction,
    Found,
    ImpossibleError,
    Sheet,
    Trouble,
    cells_of,
    open_units,
    spend,
    together,
)

ALL_SETS = 3
"""Sets of up to so many units are all looked at; larger ones are bands of lines."""

Set = tuple[int, ...]


def sets_of(units: Sequence[int], k: int, lines: bool) -> Iterator[Set]:
    """The sets of ``k`` of the open units of a kind; of many lines, bands and what these leave."""
    if k <= ALL_SETS:
        yield from combinations(units, k)
    elif lines and 2 * k <= len(units):
        for length in sorted({k, len(units) - k}):
            for i in range(len(units) - length + 1):
                yield tuple(units[i : i + length])


def counting(sheet: Sheet) -> Found:
    """The smallest sets that conclude anything, and all that those of this size conclude.

    Raises:
        ImpossibleError: more or fewer stars than a set misses must be, or fit, there.
    """
    kinds = {kind: tuple(open_units(sheet, kind)) for kind in (REGION, ROW, COLUMN)}
    for k in range(1, sheet.board.size // 2 + 1):
        found: list[Deduction] = []
        for kind, units in kinds.items():
            for other, parts in kinds.items():
                if other != kind:
                    found += _weigh(sheet, units, k, parts)
        if found:
            return Found(found, k)
    return Found([])


def _weigh(sheet: Sheet, units: Set, k: int, parts: Set) -> list[Deduction]:
    """What the sets of ``k`` of the units of a kind conclude, counted over the parts."""
    board = sheet.board
    found: list[Deduction] = []
    sets = _sets(board, units, k)
    spend(board, len(sets))
    totals = _totals(board, (units, k), tuple([sheet.need[u] for u in units]))
    most = least = 0
    for part in parts:
        cells, need = sheet.candidates & board.area[part], sheet.need[part]
        high, low = _bounds(board, (units, k), cells, need)
        most += high
        least += low
    highs, lows = most.to_bytes(len(sets), "little"), least.to_bytes(len(sets), "little")
    for (chosen, _), total, high, low in zip(sets, totals, highs, lows, strict=True):
        if low < total < high:
            continue
        if high < total:
            raise ImpossibleError(Trouble("too few", chosen, 0, (total, high, parts)))
        if low > total:
            raise ImpossibleError(Trouble("too many", chosen, 0, (total, low, parts)))
        if high == total:
            found += _conclude(sheet, chosen, parts, at_most=True)
        if low == total:
            found += _conclude(sheet, chosen, parts, at_most=False)
    return found


def _sets(board: Board, units: Set, k: int) -> list[tuple[Set, int]]:
    """The sets of ``k`` of the units, and the cells of each."""
    key = "sets", units, k
    if key not in board.memo:
        lines = bool(units) and units[0] >= board.size
        board.memo[key] = [(one, together(board, one)) for one in sets_of(units, k, lines)]
    found: list[tuple[Set, int]] = board.memo[key]
    return found


def _totals(board: Board, sets: tuple[Set, int], needs: Set) -> bytes:
    """The stars that each of ``_sets`` misses, where its units miss so many."""
    key = "totals", sets, needs
    if key not in board.memo:
        need = dict(zip(sets[0], needs, strict=True))
        board.memo[key] = bytes(sum(need[u] for u in one) for one, _ in _sets(board, *sets))
    found: bytes = board.memo[key]
    return found


def _bounds(board: Board, sets: tuple[Set, int], cells: int, need: int) -> tuple[int, int]:
    """The most and the least stars that a part's cells put into each of ``_sets``.

    The numbers of all sets stand side by side in one long number, a byte each, so that those of
    several parts are added all at once.  None passes 6 stars in 25 parts.
    """
    key = "bounds", sets, cells, need
    if key not in board.memo:
        within = [cells & area for _, area in _sets(board, *sets)]
        spend(board, len(within))
        most = {here: room(board, here, need) for here in set(within)}
        least = {here: need - room(board, cells & ~here, need) for here in most}
        board.memo[key] = tuple(
            int.from_bytes(bytes(bound[here] for here in within), "little")
            for bound in (most, least)
        )
    found: tuple[int, int] = board.memo[key]
    return found


def _conclude(sheet: Sheet, units: Set, parts: Set, *, at_most: bool) -> Iterator[Deduction]:
    """Each part puts into a set all that fits there, or no more than it must."""
    board = sheet.board
    area = together(board, units)
    stars = gone = 0
    shares = []
    for part in parts:
        cells, need = sheet.candidates & board.area[part], sheet.need[part]
        here, there = (cells & area, cells & ~area) if at_most else (cells & ~area, cells & area)
        count = room(board, here, need)
        shares.append((part, count if at_most else need - count))
        if count == need:
            gone |= there
        if count:
            forced, touched = squeezed(board, here, count)
            stars |= forced
            gone |= touched
    gone &= sheet.candidates
    if stars | gone:
        given = tuple((part, share) for part, share in shares if share)
        yield Deduction("count", units, stars, gone, (at_most, parts, given))


def k_in_k(sheet: Sheet) -> Found:
    """For one star: k units whose candidates lie in k of another kind clear the rest of those.

    The smallest k, from two, that clears anything; a set of k says what the set left out says, so k
    goes up to half of the open units.
    """
    regions = open_units(sheet, REGION)
    kinds = ((REGION, ROW), (REGION, COLUMN), (ROW, REGION), (COLUMN, REGION))
    for k in range(2, len(regions) // 2 + 1):
        found: list[Deduction] = []
        for kind, other in kinds:
            found += _closed(sheet, open_units(sheet, kind), other, k)
        if found:
            return Found(found, k)
    return Found([])


def _closed(sheet: Sheet, units: list[int], other: int, k: int) -> Iterator[Deduction]:
    board = sheet.board
    meets = []
    for u in units:
        met = 0
        for x in cells_of(sheet.candidates & board.area[u]):
            met |= 1 << board.units[x][other]
        if met.bit_count() <= k:
            meets.append((u, met))
    for inner, outer in _grow(board, meets, k, 0, (), 0):
        within = tuple(cells_of(outer))
        out = sheet.candidates & together(board, within) & ~together(board, inner)
        if out:
            yield Deduction("k in k", inner, out=out, detail=(within,))


def _grow(
    board: Board, meets: list[tuple[int, int]], k: int, start: int, inner: Set, outer: int
) -> Iterator[tuple[Set, int]]:
    """Sets of ``k`` units that meet no more than ``k`` others, unit by unit; units met as bits."""
    end = len(meets) - (k - len(inner)) + 1
    spend(board, 1 + max(0, end - start))
    if len(inner) == k:
        yield inner, outer
        return
    for i in range(start, end):
        unit, met = meets[i]
        if (outer | met).bit_count() <= k:
            yield from _grow(board, meets, k, i + 1, (*inner, unit), outer | met)
