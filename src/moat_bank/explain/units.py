"""Reasons that look at one unit or two: last cells, confined line, squeeze, line pairs."""

from __future__ import annotations

from collections.abc import Iterator

from moat_bank.explain.reasons import Reason
from moat_bank.explain.sheet import Cell, Cells, Sheet, Unit, fits, near, room
from moat_bank.explain.words import counted, unit_name, unit_names


def last_cells(sheet: Sheet) -> Iterator[Reason]:
    """Units with as many candidates as missing stars."""
    for unit in sheet.open():
        cells = sheet.cells[unit]
        if len(cells) == sheet.need[unit]:
            misses = counted(len(cells), "star")
            left = f"just {counted(len(cells), 'candidate')} left"
            because = f"{unit_name(unit)} misses {misses} and has {left}"
            yield Reason(unit_name(unit), because, (unit,), cells, stars=cells)


def confined_line(sheet: Sheet) -> Iterator[Reason]:
    """Regions that must fill a line, and lines that must fill a region."""
    for region in sheet.open("region"):
        for line in sheet.open("row", "column"):
            for a, b in ((region, line), (line, region)):
                outside, need = sheet.cells[a] - sheet.cells[b], sheet.need[a]
                elsewhere = room(outside, need)
                if outside == sheet.cells[a] or need - elsewhere != sheet.need[b]:
                    continue
                stars = counted(need, "missing star")
                fit = (
                    f"room for only {elsewhere} of its {stars}"
                    if elsewhere
                    else f"no room for its {stars}"
                )
                because = f"{unit_name(a)} has {fit} outside of {unit_name(b)} and must fill it"
                out = sheet.cells[b] - sheet.cells[a]
                subject = f"{unit_name(a)} and {unit_name(b)}"
                yield Reason(subject, because, (a, b), sheet.cells[a], out=out)


def squeeze(sheet: Sheet, stars: Cells, out: Cells) -> Iterator[Reason]:
    """Units that leave the concluded cells no choice."""
    for unit in sheet.open():
        yield from pressed(sheet.cells[unit], sheet.need[unit], (unit,), stars, out)


def pressed(
    cells: Cells, quota: int, units: tuple[Unit, ...], stars: Cells, out: Cells
) -> Iterator[Reason]:
    """What follows from a quota of stars in some cells, of the cells concluded."""
    forced = frozenset(x for x in stars & cells if not fits(cells - {x}, quota))
    gone = frozenset(x for x in out if not fits(cells - near(x), quota - (x in cells)))
    if forced or gone:
        name = unit_name(units[0])
        because = f"otherwise {name} has no room for the {counted(quota, 'star')} it misses"
        yield Reason(name, because, units, cells, forced, gone)


def line_pairs(sheet: Sheet, stars: Cells, out: Cells) -> Iterator[Reason]:
    """Pairs of neighbouring lines that leave the concluded cells no choice."""
    for kind in ("row", "column"):
        for i in range(sheet.size - 1):
            pair = (kind, i), (kind, i + 1)
            if not (sheet.need[pair[0]] and sheet.need[pair[1]]):
                continue
            both = sheet.cells[pair[0]] | sheet.cells[pair[1]]
            forced = frozenset(x for x in stars & both if not can_fill(sheet, pair, {x}, None))
            gone = frozenset(x for x in out if not can_fill(sheet, pair, near(x), x))
            if forced or gone:
                needs = " and ".join(str(sheet.need[line]) for line in pair)
                because = (
                    f"otherwise {unit_names(pair)} have no room for the {needs} stars they miss"
                )
                yield Reason(unit_names(pair), because, pair, both, forced, gone)


def can_fill(
    sheet: Sheet, pair: tuple[Unit, Unit], cleared: Cells | set[Cell], star: Cell | None
) -> bool:
    """Whether both lines can be filled without the cleared cells, given perhaps a star.

    Column by column: the pairs of counts that can be had, with and without a star in the last.
    """
    kind = pair[0][0]
    needs = tuple(sheet.need[line] - (star in sheet.cells[line]) for line in pair)
    usable = [{c if kind == "row" else r for r, c in sheet.cells[line] - cleared} for line in pair]
    before, now = {(0, 0)}, {(0, 0)}
    for at in range(sheet.size):
        after = set(now)
        if at in usable[0]:
            after |= {(a + 1, b) for a, b in before}
        if at in usable[1]:
            after |= {(a, b + 1) for a, b in before}
        before, now = now, after
    return needs in now
