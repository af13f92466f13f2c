"""Suppositions: a few stars are set, and followed to where some techniques lead from there.

All techniques are monotone, so where they lead does not depend on their order.  And where the same
supposition led on an earlier sheet, it still leads at the least: it is taken up from there.
"""

from __future__ import annotations

from collections.abc import Iterator

from moat_bank.families.stars.proof.many_counting import counting_of_any_size
from moat_bank.families.stars.proof.many_sheet import (
    Board,
    Found,
    ImpossibleError,
    Sheet,
    Ways,
    apply,
    cells_of,
    count_ways,
    finished,
    fits,
    spend,
    ways,
)
from moat_bank.families.stars.proof.many_techniques import (
    claims,
    confined_line,
    last_cells,
    line_pairs,
    line_squeeze,
    squeeze,
)

FEW, MOST = 8, 2048
"""Units with up to FEW ways come first, then up to four times as many, and so on up to MOST."""

FOLLOWED = (
    last_cells,
    line_squeeze,
    squeeze,
    confined_line,
    claims,
    line_pairs,
    counting_of_any_size,
)
"""The plain techniques: the first alone, the first six or all of them are followed."""


def refuted(board: Board, sheet: Sheet, top: int) -> Found:
    """Candidates whose star leads to a contradiction by the first ``top`` of FOLLOWED.

    Stars of the solution are left out, and those that followed from one that was not refuted:
    whatever they lead to was met there.
    """
    safe = board.solution
    out = 0
    for x in cells_of(sheet.candidates):
        if not safe >> x & 1:
            end = follow(board, sheet, 1 << x, top)
            if end is None:
                out |= 1 << x
            else:
                safe |= end.stars
    return Found(0, out)


def by_ways(board: Board, sheet: Sheet, top: int) -> Found:
    """What the ways to fill a unit agree on, those left out that lead to a contradiction."""
    fewest, most = 0, FEW
    while most <= MOST:
        stars = out = 0
        for area, need in zip(board.area, sheet.need, strict=True):
            cells = sheet.candidates & area
            if need and fewest < count_ways(board, cells, need, most) <= most:
                found = _agreed(board, sheet, ways(board, cells, need), top)
                stars |= found.stars
                out |= found.out
        if stars | out:
            return Found(stars, out)
        fewest, most = most, 4 * most
    return Found()


def _agreed(board: Board, sheet: Sheet, each: Ways, top: int) -> Found:
    """What the ends of all ways agree on."""
    stars = out = sheet.candidates
    possible = False
    for way, _ in each:
        end = follow(board, sheet, way, top)
        if end is not None:
            possible = True
            stars &= end.stars
            out &= ~(end.stars | end.candidates)
            if not stars | out:
                break
    if not possible:
        raise ImpossibleError
    return Found(stars, out)


def follow(board: Board, sheet: Sheet, stars: int, top: int) -> Sheet | None:
    """Where the stars lead by the first ``top`` of FOLLOWED; None where to a contradiction."""
    end = sheet.copy()
    try:
        apply(board, end, Found(stars))
        for earlier in _earlier(board, stars, top):
            join(board, end, earlier)
        known = board.memo.get(("end", stars, top))
        if known is None or known.candidates != end.candidates:
            _settle(board, end, top)
            if top:
                board.memo["end", stars, top] = end
    except ImpossibleError:
        return None
    return end


def _earlier(board: Board, stars: int, top: int) -> Iterator[Sheet]:
    """Where the stars, or each of them, led earlier by no more than ``top`` techniques."""
    for number in range(top, 0, -1):
        if ("end", stars, number) in board.memo:
            yield board.memo["end", stars, number]
            return
    if top and stars & stars - 1:
        for x in cells_of(stars):
            yield from _earlier(board, 1 << x, top)


def join(board: Board, sheet: Sheet, other: Sheet) -> None:
    """Add to a sheet what another one knows."""
    if sheet.stars & ~(other.stars | other.candidates):
        raise ImpossibleError
    apply(board, sheet, Found(other.stars & ~sheet.stars))
    sheet.candidates &= other.candidates


def _settle(board: Board, sheet: Sheet, top: int) -> None:
    """Apply the techniques until none finds more.

    Raises:
        ImpossibleError: a unit has no room for its missing stars.
    """
    number = 0
    while number < top and not finished(sheet):
        spend(board, board.size**2)
        found = FOLLOWED[number](board, sheet)
        number += 1
        if found.stars | found.out:
            apply(board, sheet, found)
            number = 0
    for area, need in zip(board.area, sheet.need, strict=True):
        if not fits(board, sheet.candidates & area, need):
            raise ImpossibleError
