"""Reasons that look at one unit or two: from last cells to line pairs."""

from __future__ import annotations

from collections.abc import Iterator

from moat_bank.families.stars.words.reasons import NONE, Reason
from moat_bank.families.stars.words.sheet import Cell, Cells, Sheet, Unit, fits, near, room
from moat_bank.families.stars.words.words import counted, unit_name, unit_names


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
    """Regions that must fill a line."""
    return _fillers(sheet, ("region",), ("row", "column"))


def _fillers(sheet: Sheet, kinds: tuple[str, ...], others: tuple[str, ...]) -> Iterator[Reason]:
    for a in sheet.open(*kinds):
        for b in sheet.open(*others):
            outside, need = sheet.cells[a] - sheet.cells[b], sheet.need[a]
            elsewhere = room(outside, need)
            if outside == sheet.cells[a] or need - elsewhere != sheet.need[b]:
                continue
            misses = counted(need, "missing star")
            fit = f"room for only {elsewhere} of" if elsewhere else "no room for"
            because = (
                f"{unit_name(a)} has {fit} its {misses} outside of {unit_name(b)} and must fill it"
            )
            out = sheet.cells[b] - sheet.cells[a]
            subject = f"{unit_name(a)} and {unit_name(b)}"
            yield Reason(subject, because, (a, b), sheet.cells[a], out=out)


def squeeze(sheet: Sheet, stars: Cells, out: Cells) -> Iterator[Reason]:
    """Regions that leave the concluded cells no choice, whatever a star outside clears."""
    for unit in sheet.open("region"):
        yield from _pressed(sheet, unit, stars, out, by_all=True)


def line_squeeze(sheet: Sheet, stars: Cells, out: Cells) -> Iterator[Reason]:
    """Lines that leave the concluded cells no choice, by touch."""
    for unit in sheet.open("row", "column"):
        yield from _pressed(sheet, unit, stars, out, by_all=False)


def claims(sheet: Sheet, out: Cells) -> Iterator[Reason]:
    """Lines that must fill a region, or have no room beside what a star clears."""
    yield from _fillers(sheet, ("row", "column"), ("region",))
    for unit in sheet.open("row", "column"):
        yield from _pressed(sheet, unit, NONE, out, by_all=True)


def _pressed(sheet: Sheet, unit: Unit, stars: Cells, out: Cells, by_all: bool) -> Iterator[Reason]:
    """What follows from a unit, of the cells concluded."""
    cells, quota = sheet.cells[unit], sheet.need[unit]
    forced = frozenset(x for x in stars & cells if not fits(cells - {x}, quota))
    gone = frozenset(
        x
        for x in out
        if not fits(
            cells - near(x) - (completed(sheet, x, unit) if by_all else NONE), quota - (x in cells)
        )
    )
    if forced or gone:
        name = unit_name(unit)
        because = f"otherwise {name} has no room for the {counted(quota, 'star')} it misses"
        yield Reason(name, because, (unit,), cells, forced, gone)


def completed(sheet: Sheet, cell: Cell, unit: Unit) -> Cells:
    """Candidates of the units, but for one, that a star in the cell would complete."""
    full = [u for u in sheet.units_of(cell) if u != unit and sheet.need[u] == 1]
    return NONE.union(*(sheet.cells[u] for u in full))


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
