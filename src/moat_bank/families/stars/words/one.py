"""Reasons for boards of one star: last cell, confined line, moat squeeze, k in k."""

from __future__ import annotations

from collections.abc import Iterator

from moat_bank.families.stars.words.reasons import Reason
from moat_bank.families.stars.words.sheet import Cell, Cells, Sheet, Unit, touching
from moat_bank.families.stars.words.words import unit_name, unit_names

PAIRS = (("region", "row"), ("region", "column"), ("row", "region"), ("column", "region"))


def last_cell(sheet: Sheet) -> Iterator[Reason]:
    """Units with one candidate."""
    for unit in sheet.open():
        cells = sheet.cells[unit]
        if len(cells) == 1:
            because = f"{unit_name(unit)} has no other candidate left"
            yield Reason(unit_name(unit), because, (unit,), cells, stars=cells)


def confined(sheet: Sheet, k: int) -> Iterator[Reason]:
    """``k`` units whose candidates lie in ``k`` units of another kind; k = 1 is a confined line."""
    for kind, other in PAIRS:
        met = {
            unit: {u for cell in sheet.cells[unit] for u in sheet.units_of(cell) if u[0] == other}
            for unit in sheet.open(kind)
        }
        able = [unit for unit, outer in met.items() if len(outer) <= k]
        for units, outer in _sets(able, met, k):
            inner = frozenset().union(*(sheet.cells[unit] for unit in units))
            out = frozenset().union(*(sheet.cells[unit] for unit in outer)) - inner
            if out:
                lie = "has its candidates" if k == 1 else "have their candidates"
                because = f"{unit_names(units)} {lie} in {unit_names(sorted(outer))} alone"
                yield Reason(unit_names(units), because, (*units, *sorted(outer)), inner, out=out)


def _sets(
    able: list[Unit], met: dict[Unit, set[Unit]], k: int
) -> Iterator[tuple[tuple[Unit, ...], set[Unit]]]:
    """The sets of ``k`` units that meet just ``k`` others."""
    stack: list[tuple[int, tuple[Unit, ...], set[Unit]]] = [(0, (), set())]
    while stack:
        start, units, outer = stack.pop()
        if len(units) == k:
            yield units, outer
            continue
        for i in range(len(able) - (k - len(units)), start - 1, -1):
            union = outer | met[able[i]]
            if len(union) <= k:
                stack.append((i + 1, (*units, able[i]), union))


def moat_squeeze(sheet: Sheet, out: Cells) -> Iterator[Reason]:
    """Units all of whose candidates a star at the cell would clear."""
    for unit in sheet.open():
        cells = sheet.cells[unit]
        gone = frozenset(x for x in out - cells if all(sees(sheet, x, y) for y in cells))
        if gone:
            because = f"a star there leaves {unit_name(unit)} no candidate"
            yield Reason(unit_name(unit), because, (unit,), cells, out=gone)


def sees(sheet: Sheet, a: Cell, b: Cell) -> bool:
    """Whether a star at one cell rules the other out."""
    return touching(a, b) or bool(set(sheet.units_of(a)) & set(sheet.units_of(b)))
