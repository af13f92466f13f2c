"""The first six techniques for several stars: what single units and pairs of lines say."""

from __future__ import annotations

from collections.abc import Iterable

from moat_bank.families.stars.proof.many_sheet import (
    Board,
    Found,
    ImpossibleError,
    Sheet,
    both,
    cells_of,
    common,
    fits,
    room,
)


def last_cells(board: Board, sheet: Sheet) -> Found:
    """Units with just as many candidates as they miss stars."""
    stars = 0
    for area, need in zip(board.area, sheet.need, strict=True):
        if need:
            cells = sheet.candidates & area
            count = cells.bit_count()
            if count < need:
                raise ImpossibleError
            if count == need:
                stars |= cells
    return Found(stars)


def confined_line(board: Board, sheet: Sheet) -> Found:
    """Lines that get all their missing stars from one region."""
    size = board.size
    return Found(0, _filled(board, sheet, range(size), range(size, 3 * size)))


def squeeze(board: Board, sheet: Sheet) -> Found:
    """What all ways to fill a region have in common, or what leaves it none."""
    size = board.size
    found = _in_common(board, sheet, range(size))
    return Found(found.stars, found.out | _starving(board, sheet, range(size)))


def line_squeeze(board: Board, sheet: Sheet) -> Found:
    """What all ways to fill a line have in common."""
    return _in_common(board, sheet, range(board.size, 3 * board.size))


def claims(board: Board, sheet: Sheet) -> Found:
    """Regions that get all their missing stars from one line, and stars that leave a line none."""
    size = board.size
    lines = range(size, 3 * size)
    out = _filled(board, sheet, lines, range(size))
    for u in lines:
        if sheet.need[u]:
            out |= ~common(board, sheet.candidates & board.area[u], sheet.need[u])[1]
    return Found(0, sheet.candidates & (out | _starving(board, sheet, lines)))


def line_pairs(board: Board, sheet: Sheet) -> Found:
    """What all ways to fill two neighbouring lines have in common."""
    size = board.size
    always, sometimes = 0, board.every
    for u in (*range(size, 2 * size - 1), *range(2 * size, 3 * size - 1)):
        if sheet.need[u] and sheet.need[u + 1]:
            one = sheet.candidates & board.area[u], sheet.need[u]
            two = sheet.candidates & board.area[u + 1], sheet.need[u + 1]
            found = both(board, one, two)
            always |= found[0]
            sometimes &= found[1]
    return Found(always, sheet.candidates & ~sometimes)


def _in_common(board: Board, sheet: Sheet, units: Iterable[int]) -> Found:
    always, sometimes = 0, board.every
    for u in units:
        if sheet.need[u]:
            found = common(board, sheet.candidates & board.area[u], sheet.need[u])
            always |= found[0]
            sometimes &= found[1]
    return Found(always, sheet.candidates & ~sometimes)


def _filled(board: Board, sheet: Sheet, givers: Iterable[int], takers: range) -> int:
    """Candidates outside of a giver in takers that miss no more than it must put there."""
    out = 0
    for u in givers:
        if not sheet.need[u]:
            continue
        cells = sheet.candidates & board.area[u]
        for v, least in _leasts(board, cells, sheet.need[u], takers):
            if least > sheet.need[v]:
                raise ImpossibleError
            if least == sheet.need[v]:
                out |= board.area[v] & ~cells
    return sheet.candidates & out


def _leasts(board: Board, cells: int, need: int, takers: range) -> list[tuple[int, int]]:
    """Of ``need`` stars in cells, how many must lie in each of the takers; those with any."""
    key = "leasts", cells, need, takers.start
    if key not in board.memo:
        board.memo[key] = [
            (v, need - elsewhere)
            for v in takers
            if cells & board.area[v]
            and (elsewhere := room(board, cells & ~board.area[v], need)) < need
        ]
    found: list[tuple[int, int]] = board.memo[key]
    return found


def _starving(board: Board, sheet: Sheet, units: Iterable[int]) -> int:
    """Candidates whose star, by touch and by the units it completes, leaves a unit no room.

    Those that do it by touch alone are no matter here: all ways to fill the unit say that.
    """
    ends = [area if need == 1 else 0 for area, need in zip(board.area, sheet.need, strict=True)]
    completing = [area & sheet.candidates for area in ends if area]
    out = 0
    for u in units:
        need, area = sheet.need[u], board.area[u]
        cells = sheet.candidates & area
        able = 0
        for others in completing if need else ():
            if others & cells:
                able |= others
        for x in cells_of(able & ~ends[u]):
            g, r, c = board.units[x]
            left = cells & ~(board.near[x] | ends[g] | ends[r] | ends[c])
            if not fits(board, left, need - (area >> x & 1)):
                out |= 1 << x
    return out
