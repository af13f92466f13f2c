"""Techniques that look at one unit, or at one beside another, for one star and for several."""

from __future__ import annotations

from moat_bank.families.stars.words.packing import fits, room, squeezed
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
    units_of_kind,
)


def last_cells(sheet: Sheet) -> Found:
    """Units with just as many candidates as they miss stars: all are stars."""
    found = []
    units = open_units(sheet, REGION, ROW, COLUMN)
    spend(sheet.board, len(units))
    for u in units:
        cells, need = sheet.candidates & sheet.board.area[u], sheet.need[u]
        if cells.bit_count() < need:
            raise ImpossibleError(Trouble("few", (u,), 0, (need, cells.bit_count())))
        if cells.bit_count() == need:
            found.append(Deduction("last", (u,), stars=cells))
    return Found(found)


def confined_line(sheet: Sheet) -> Found:
    """For several stars: regions that must put into a line all that it misses."""
    return Found(_fillers(sheet, (REGION,), (ROW, COLUMN)))


def confined(sheet: Sheet) -> Found:
    """For one star: a region within one line clears the rest of the line, and the reverse."""
    lines = (ROW, COLUMN)
    return Found(_fillers(sheet, (REGION,), lines) + _fillers(sheet, lines, (REGION,)))


def _fillers(sheet: Sheet, kinds: tuple[int, ...], others: tuple[int, ...]) -> list[Deduction]:
    """Units that must put into another all the stars that it misses."""
    board, found = sheet.board, []
    for u in open_units(sheet, *kinds):
        cells, need = sheet.candidates & board.area[u], sheet.need[u]
        for v, elsewhere in _elsewhere(board, cells, need, others):
            misses, out = sheet.need[v], sheet.candidates & board.area[v] & ~cells
            if not misses:
                continue
            if need - elsewhere > misses:
                raise ImpossibleError(Trouble("overfull", (u, v), 0, (need, elsewhere)))
            if need - elsewhere == misses and out:
                found.append(Deduction("fills", (u, v), out=out, detail=(need, elsewhere)))
    return found


def _elsewhere(
    board: Board, cells: int, need: int, others: tuple[int, ...]
) -> list[tuple[int, int]]:
    """Of ``need`` stars in cells, how many fit outside of each other unit, where not all do."""
    spend(board, 1)
    key = "elsewhere", cells, need, others
    if key not in board.memo:
        met = [v for v in units_of_kind(board, *others) if cells & board.area[v]]
        spend(board, len(met))
        rooms = [(v, room(board, cells & ~board.area[v], need)) for v in met]
        board.memo[key] = [(v, elsewhere) for v, elsewhere in rooms if elsewhere < need]
    found: list[tuple[int, int]] = board.memo[key]
    return found


def moat_squeeze(sheet: Sheet) -> Found:
    """For one star: a star elsewhere that sees every candidate of a unit."""
    return Found(starved(sheet, open_units(sheet, REGION, ROW, COLUMN)))


def squeeze(sheet: Sheet) -> Found:
    """What all ways to fill a region have in common, or what leaves it none."""
    regions = open_units(sheet, REGION)
    return Found(starved(sheet, regions) + in_common(sheet, regions))


def line_squeeze(sheet: Sheet) -> Found:
    """What all ways to fill a line have in common, by touch alone."""
    return Found(in_common(sheet, open_units(sheet, ROW, COLUMN)))


def claims(sheet: Sheet) -> Found:
    """Lines that must fill a region, and stars that leave a line no room."""
    lines = open_units(sheet, ROW, COLUMN)
    return Found(starved(sheet, lines) + _fillers(sheet, (ROW, COLUMN), (REGION,)))


def in_common(sheet: Sheet, units: list[int]) -> list[Deduction]:
    """Of each unit, the cells without which it has no room, and those whose star touches too much.

    Raises:
        ImpossibleError: a unit has no room for the stars that it misses.
    """
    board, found = sheet.board, []
    spend(board, len(units))
    for u in units:
        cells, need = _with_room(sheet, u)
        stars, gone = squeezed(board, cells, need)
        out = gone & sheet.candidates
        if stars | out:
            found.append(Deduction("squeeze", (u,), stars, out, (need,)))
    return found


def starved(sheet: Sheet, units: list[int]) -> list[Deduction]:
    """Cells whose star, by touch or by the units that it completes, leaves a unit no room.

    Raises:
        ImpossibleError: a unit has no room for the stars that it misses.
    """
    board, found = sheet.board, []
    completing = [
        board.area[u] & sheet.candidates for u, need in enumerate(sheet.need) if need == 1
    ]
    clears: dict[int, int] = {}
    for u in units:
        cells, need = _with_room(sheet, u)
        out = squeezed(board, cells, need)[1]
        able = _completers(completing, cells) & ~out
        spend(board, 1 + able.bit_count())
        for x in cells_of(able):
            if x not in clears:
                clears[x] = cleared(sheet, x)
            if not fits(board, cells & ~clears[x], need - (board.area[u] >> x & 1)):
                out |= 1 << x
        out &= sheet.candidates
        if out:
            found.append(Deduction("starved", (u,), out=out, detail=(need,)))
    return found


def _completers(completing: list[int], cells: int) -> int:
    """Candidates that complete a unit which has some of the cells."""
    able = 0
    for others in completing:
        if others & cells:
            able |= others
    return able


def cleared(sheet: Sheet, x: int) -> int:
    """The cells that a star in a cell would clear: those it touches and units that it completes."""
    board = sheet.board
    clear = board.near[x]
    for u in board.units[x]:
        if sheet.need[u] == 1:
            clear |= board.area[u]
    return clear


def _with_room(sheet: Sheet, u: int) -> tuple[int, int]:
    """A unit's candidates and the stars it misses.

    Raises:
        ImpossibleError: they do not fit.
    """
    cells, need = sheet.candidates & sheet.board.area[u], sheet.need[u]
    if not fits(sheet.board, cells, need):
        raise ImpossibleError(cramped(sheet, u))
    return cells, need


def cramped(sheet: Sheet, u: int) -> Trouble:
    """A unit without room for the stars that it misses."""
    count = (sheet.candidates & sheet.board.area[u]).bit_count()
    kind = "few" if count < sheet.need[u] else "cramped"
    return Trouble(kind, (u,), 0, (sheet.need[u], count))
