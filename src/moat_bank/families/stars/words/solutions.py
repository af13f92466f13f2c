"""Solutions, by plain search: up to two of them, which is all that has to be known."""

from __future__ import annotations

from collections.abc import Iterator

from moat_bank.families.stars.words.sheet import (
    COLUMN,
    REGION,
    ROW,
    ImpossibleError,
    OutOfBudgetError,
    Sheet,
    apply,
    cells_of,
    conclusions,
    finished,
    open_units,
)
from moat_bank.families.stars.words.units import last_cells, squeeze


def solutions(sheet: Sheet, limit: int) -> tuple[list[int], bool]:
    """Up to ``limit`` solutions of a sheet, as sets of cells, and whether the search ended.

    It ends by itself or at the limit; otherwise the steps allowed were used up.
    """
    found: list[int] = []
    try:
        for one in _search(sheet.copy()):
            found.append(one)
            if len(found) == limit:
                break
    except OutOfBudgetError:
        return found, False
    return found, True


def _search(sheet: Sheet) -> Iterator[int]:
    """All solutions: what units say at once, and then both cases of one cell of the tightest."""
    try:
        while not finished(sheet):
            concluded = conclusions(last_cells(sheet))
            if not any(concluded):
                concluded = conclusions(squeeze(sheet))
            if not any(concluded):
                break
            apply(sheet, *concluded)
    except ImpossibleError:
        return
    if finished(sheet):
        yield sheet.placed
        return
    cells = min((_cells(sheet, u) for u in open_units(sheet, REGION, ROW, COLUMN)), key=_slack)[0]
    x = next(cells_of(cells))
    with_it, without = sheet.copy(), sheet.copy()
    apply(with_it, 1 << x, 0)
    without.candidates &= ~(1 << x)
    yield from _search(with_it)
    yield from _search(without)


def _cells(sheet: Sheet, u: int) -> tuple[int, int]:
    return sheet.candidates & sheet.board.area[u], sheet.need[u]


def _slack(unit: tuple[int, int]) -> int:
    """Cells left, less two for each star that a unit misses."""
    cells, need = unit
    return cells.bit_count() - 2 * need
