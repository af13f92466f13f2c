"""Techniques that suppose stars: what-ifs, ways to fill a unit, and cases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from moat_bank.families.stars.words.packing import fits, ways
from moat_bank.families.stars.words.sheet import (
    COLUMN,
    REGION,
    ROW,
    Deduction,
    Found,
    ImpossibleError,
    Sheet,
    Trouble,
    apply,
    cells_of,
    conclusions,
    finished,
    open_units,
    spend,
)
from moat_bank.families.stars.words.units import cramped

FEW, MOST = 8, 2048
"""Units with up to so many ways come first; then four times as many, up to the most."""

Technique = Callable[[Sheet], Found]


class Step(NamedTuple):
    """A round of a supposition: the sheet it was found on, and what the easiest technique found."""

    before: Sheet
    found: Found


class End(NamedTuple):
    """Where a supposition leads.

    Attributes:
        sheet: as it is at the end.
        steps: the rounds on the way.
        trouble: the contradiction it ends in, or None.
    """

    sheet: Sheet
    steps: list[Step]
    trouble: Trouble | None


def follow(sheet: Sheet, stars: int, techniques: Sequence[Technique]) -> End:
    """Suppose stars, and follow them by the easiest technique that yields, round by round.

    It ends in a contradiction, with the board finished, or where no technique yields; in the last
    case it is a contradiction too if a unit has no room for the stars that it misses.
    """
    end, steps = sheet.copy(), []
    try:
        apply(end, stars, 0)
        while not finished(end):
            for technique in techniques:
                found = technique(end)
                if found.deductions:
                    break
            else:
                break
            steps.append(Step(end.copy(), found))
            apply(end, *conclusions(found))
    except ImpossibleError as impossible:
        return End(end, steps, impossible.trouble)
    return End(end, steps, _short_of_room(end))


def possible(sheet: Sheet, stars: int, techniques: Sequence[Technique]) -> Sheet | None:
    """Where stars lead, as ``follow`` says; None where to a contradiction.

    Nothing that was concluded is ever undone by knowing more.  So where the same stars, or some of
    them, led on an earlier sheet, by these techniques or the first of them, they lead now: they are
    followed from there.
    """
    start = sheet.copy()
    try:
        apply(start, stars, 0)
        for earlier in _earlier(sheet, stars, len(techniques)):
            out = ~(earlier.candidates | earlier.placed)
            apply(start, earlier.placed & ~start.placed, out)
    except ImpossibleError:
        return None
    end = follow(start, 0, techniques)
    if end.trouble is not None:
        return None
    if techniques:
        sheet.board.memo["end", stars, len(techniques)] = end.sheet
    return end.sheet


def _earlier(sheet: Sheet, stars: int, count: int) -> Iterator[Sheet]:
    """Where the stars led earlier by up to ``count`` techniques; else where each of them did."""
    for number in range(count, 0, -1):
        end: Sheet | None = sheet.board.memo.get(("end", stars, number))
        if end is not None:
            yield end
            return
    if count and stars.bit_count() > 1:
        for x in cells_of(stars):
            yield from _earlier(sheet, 1 << x, count)


def _short_of_room(sheet: Sheet) -> Trouble | None:
    units = open_units(sheet, REGION, ROW, COLUMN)
    spend(sheet.board, len(units))
    for u in units:
        if not fits(sheet.board, sheet.candidates & sheet.board.area[u], sheet.need[u]):
            return cramped(sheet, u)
    return None


def what_if(sheet: Sheet, techniques: Sequence[Technique]) -> Found:
    """Candidates whose star leads to a contradiction.

    What follows from a star that leads to none is not tried itself: it leads to no more.
    """
    found, safe = [], 0
    for x in cells_of(sheet.candidates):
        if safe >> x & 1:
            continue
        end = possible(sheet, 1 << x, techniques)
        if end is None:
            whole = follow(sheet, 1 << x, techniques)
            found.append(Deduction("what-if", (), out=1 << x, detail=(whole,)))
        else:
            safe |= end.placed
    return Found(found)


def by_ways(sheet: Sheet, techniques: Sequence[Technique]) -> Found:
    """What the ways to fill a unit agree on, those left out that lead to a contradiction.

    Units with few ways come first: others are looked at only where these say nothing.

    Raises:
        ImpossibleError: no way to fill a unit is left.
    """
    fewest, most = 0, FEW
    while most <= MOST:
        found = []
        for u in open_units(sheet, REGION, ROW, COLUMN):
            cells = sheet.candidates & sheet.board.area[u]
            each = ways(sheet.board, cells, sheet.need[u], most)
            if each is not None and len(each) > fewest:
                found += _agreed(sheet, u, each, techniques)
        if found:
            return Found(found)
        fewest, most = most, 4 * most
    return Found([])


def _agreed(
    sheet: Sheet, u: int, each: list[int], techniques: Sequence[Technique]
) -> list[Deduction]:
    stars = out = sheet.candidates
    struck: list[int] = []
    for way in each:
        end = possible(sheet, way, techniques)
        if end is None:
            struck.append(way)
            continue
        stars &= end.placed
        out &= ~(end.placed | end.candidates)
        if not stars | out:
            return []
    if len(struck) == len(each):
        raise ImpossibleError(Trouble("no way", (u,), 0, (sheet.need[u],)))
    told = tuple((way, follow(sheet, way, techniques)) for way in struck)
    return [Deduction("ways", (u,), stars, out, (len(each), told))]
