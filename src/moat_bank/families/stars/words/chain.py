"""Of all that follows from a supposition, the steps without which its contradiction does not.

Each cell ruled out on the way, and each star, remembers the deduction that concluded it; and each
deduction rests on cells ruled out and stars placed before.  So one goes back from the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from moat_bank.families.stars.words.sheet import (
    Deduction,
    Sheet,
    Trouble,
    cells_of,
    together,
)
from moat_bank.families.stars.words.suppose import End, Step

Fact = int
"""A cell that something is known of: a star, or not one."""

Place = tuple[int, int]
"""A step, and a deduction in it."""


@dataclass
class Causes:
    """Why something is known of cells.

    Attributes:
        start: what was known before.
        by: for a cell, the deduction that concluded it.
        stars: for a cell that stars cleared, those stars.
    """

    start: Sheet
    by: dict[Fact, Place] = field(default_factory=dict)
    stars: dict[Fact, tuple[Fact, ...]] = field(default_factory=dict)


def needed(start: Sheet, supposed: int, end: End) -> Iterator[tuple[Sheet, Deduction]]:
    """The deductions that lead to the contradiction, in order, each with the sheet it was found on.

    Each concludes those cells alone that later ones, or the contradiction, rest on.
    """
    if end.trouble is None:
        raise ValueError("there is no contradiction")
    causes = Causes(start)
    sheet = start.copy()
    _place(causes, sheet, supposed)
    for at, step in enumerate(end.steps):
        _note(causes, sheet, at, step)
    used: dict[Place, int] = {}
    seen = 0
    todo = list(_rests_on_trouble(start, end.sheet, end.trouble))
    if end.trouble.kind == "clash":
        todo += causes.stars.get(todo[0], ())
    while todo:
        x = todo.pop()
        if seen >> x & 1:
            continue
        seen |= 1 << x
        if x in causes.by:
            place = causes.by[x]
            used[place] = used.get(place, 0) | 1 << x
            step = end.steps[place[0]]
            todo += _rests_on(start, step.before, step.found.deductions[place[1]])
        todo += causes.stars.get(x, ())
    for (at, number), cells in sorted(used.items()):
        step = end.steps[at]
        one = step.found.deductions[number]
        yield step.before, one._replace(stars=one.stars & cells, out=one.out & cells)


def _note(causes: Causes, sheet: Sheet, at: int, step: Step) -> None:
    """Take in what a step concludes: all cells ruled out, then all stars."""
    stars = 0
    for number, one in enumerate(step.found.deductions):
        for x in cells_of((one.stars | one.out) & sheet.candidates):
            causes.by.setdefault(x, (at, number))
        stars |= one.stars
    for one in step.found.deductions:
        sheet.candidates &= ~one.out
    _place(causes, sheet, stars)


def _place(causes: Causes, sheet: Sheet, stars: int) -> None:
    """Place stars, and remember for what they clear that they did."""
    board = sheet.board
    for x in cells_of(stars):
        cleared: dict[Fact, tuple[Fact, ...]] = dict.fromkeys(cells_of(board.near[x]), (x,))
        for u in board.units[x]:
            sheet.need[u] -= 1
            if sheet.need[u] == 0:
                full = board.area[u] & (sheet.placed | 1 << x) & ~causes.start.placed
                for y in cells_of(board.area[u]):
                    cleared.setdefault(y, tuple(cells_of(full)))
        for y, by in cleared.items():
            if y != x and sheet.candidates >> y & 1:
                causes.stars.setdefault(y, by)
                sheet.candidates &= ~(1 << y)
        sheet.candidates &= ~(1 << x)
        sheet.placed |= 1 << x


def _rests_on(start: Sheet, sheet: Sheet, one: Deduction) -> Iterator[Fact]:
    """What became known since the start of the cells that a deduction looks at."""
    board = start.board
    cells, units = together(board, one.units), list(one.units)
    if one.argument == "fills":
        cells = board.area[one.units[0]]
    elif one.argument == "starved":
        units += [u for x in cells_of(one.out) for u in board.units[x] if sheet.need[u] == 1]
    elif one.argument == "count":
        at_most, parts, _ = one.detail
        units += parts
        if not at_most:
            cells = _met(start, sheet, cells, parts)
    yield from _news(start, sheet, cells, units)


def _rests_on_trouble(start: Sheet, sheet: Sheet, trouble: Trouble) -> Iterator[Fact]:
    board = start.board
    cells, units = together(board, trouble.units) | trouble.cells, list(trouble.units)
    if trouble.kind == "overfull":
        cells = board.area[trouble.units[0]]
    elif trouble.kind in ("too few", "too many"):
        parts = trouble.detail[2]
        units += parts
        if trouble.kind == "too many":
            cells = _met(start, sheet, cells, parts)
    yield from _news(start, sheet, cells, units)


def _met(start: Sheet, sheet: Sheet, cells: int, parts: Iterable[int]) -> int:
    """The cells of all parts that can put a star into the cells: elsewhere they have less room."""
    board = start.board
    return together(board, [p for p in parts if board.area[p] & cells & sheet.candidates])


def _news(start: Sheet, sheet: Sheet, cells: int, units: Iterable[int]) -> Iterator[Fact]:
    placed = sheet.placed & together(start.board, list(units))
    yield from cells_of((cells & ~sheet.candidates | placed) & start.candidates)
