"""Reasons that suppose stars: ways, pressure, what-ifs and cases."""

from __future__ import annotations

from collections.abc import Iterator

from moat_bank.families.stars.words.climb import Climb, End
from moat_bank.families.stars.words.counting import too_few_or_many
from moat_bank.families.stars.words.reasons import NONE, Reason
from moat_bank.families.stars.words.sheet import Cell, Cells, Sheet, near
from moat_bank.families.stars.words.units import can_fill
from moat_bank.families.stars.words.words import cell_name, counted, listed, unit_name, unit_names

FEW, MOST = 8, 2048
"""Units with up to so many ways come first; then four times as many, up to the most."""


def refuted(climb: Climb, top: int, out: Cells) -> Iterator[Reason]:
    """Where a star at each of the cells leads."""
    ends = {cell: climb.follow([cell], top) for cell in sorted(out)}
    for cell in sorted(out, key=lambda cell: (len(ends[cell].numbers), cell)):
        because = f"a star there {leads(climb, ends[cell])}"
        yield Reason(cell_name(cell), because, (), Cells({cell}), out=Cells({cell}))


def leads(climb: Climb, end: End) -> str:
    """How a supposition ends, in words."""
    names = [climb.names[n - 1] for n in dict.fromkeys(end.numbers)]
    trouble = contradiction(end.sheet)
    if not names:
        return f"leaves {trouble}"
    return f"leads in {counted(len(end.numbers), 'step')} ({listed(names)}) to {trouble}"


def contradiction(sheet: Sheet) -> str:
    """What cannot be on a sheet that ended in a contradiction."""
    for unit in sheet.units:
        if sheet.need[unit] < 0:
            return f"{unit_name(unit)} with more stars than it may have"
    short = sheet.short()
    if short is not None:
        left = "no candidate" if not sheet.cells[short] else "no room"
        return f"{unit_name(short)} with {left} for {counted(sheet.need[short], 'missing star')}"
    for kind in ("row", "column"):
        for i in range(sheet.size - 1):
            pair = (kind, i), (kind, i + 1)
            if all(sheet.need[line] for line in pair) and not can_fill(sheet, pair, NONE, None):
                return f"{unit_names(pair)} with no room for all their missing stars"
    return too_few_or_many(sheet) or "two conclusions that exclude each other"


def by_ways(climb: Climb, top: int, stars: Cells, out: Cells) -> Iterator[Reason]:
    """Units whose ways, but for those that cannot be, agree on the concluded cells."""
    sheet = climb.sheet()
    fewest, most = 0, FEW
    while most <= MOST and (stars or out):
        for unit in sheet.open():
            found = list(ways(sheet.cells[unit], sheet.need[unit], most + 1))
            if not fewest < len(found) <= most:
                continue
            ends = [end for end in (climb.follow(way, top) for way in found) if end.possible]
            forced = stars.intersection(*(end.sheet.placed for end in ends))
            gone = out.difference(*(end.sheet.placed | end.sheet.candidates for end in ends))
            if ends and (forced or gone):
                because = _agreed(len(found), len(ends), unit_name(unit), sheet.need[unit], top)
                yield Reason(unit_name(unit), because, (unit,), sheet.cells[unit], forced, gone)
                stars, out = stars - forced, out - gone
        fewest, most = most, 4 * most


def _agreed(count: int, left: int, name: str, need: int, top: int) -> str:
    these = f"{count} ways to place {counted(need, 'star')} in {name}"
    if left == count:
        return f"all of the {these} agree on this"
    struck = count - left
    cannot = "lead{} to a contradiction" if top else "leave{} another unit no room"
    rest = "the other one does this" if left == 1 else f"the other {left} agree on this"
    return f"of the {these}, {struck} {cannot.format('s' * (struck == 1))}, and {rest}"


def ways(cells: Cells, need: int, most: int) -> Iterator[tuple[Cell, ...]]:
    """Choices of ``need`` cells that do not touch, up to ``most`` of them."""
    count = 0
    stack: list[tuple[tuple[Cell, ...], list[Cell]]] = [((), sorted(cells))]
    while stack and count < most:
        way, rest = stack.pop()
        if len(way) == need:
            count += 1
            yield way
            continue
        for i in range(len(rest) - 1, -1, -1):
            apart = near(rest[i])
            stack.append(((*way, rest[i]), [x for x in rest[i + 1 :] if x not in apart]))
