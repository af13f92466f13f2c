"""A board in the middle of a solution: what a person has on paper.

A set of cells is one Python integer over the whole board, cell ``(r, c)`` its bit ``size * r + c``.
Units are numbered: regions first, then rows, then columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

BUDGET = 30_000_000
"""Steps that the rounds of a board may take, and the search for its solutions as many again: a step
is one look at a unit, a cell, a set of units or a way to place stars, a microsecond or two.  Most
boards take some thousands, the hardest of those known, 14x14 with three stars, half of it."""

KINDS = ("region", "row", "column")
REGION, ROW, COLUMN = range(3)


class OutOfBudgetError(Exception):
    """The steps allowed are used up."""


class Trouble(NamedTuple):
    """What cannot be, in a contradiction.

    Attributes:
        kind: which contradiction, a key of ``sentences.TROUBLES``.
        units: the units it is about.
        cells: the cells it is about, where it is not the units.
        detail: numbers for the sentence.
    """

    kind: str
    units: tuple[int, ...] = ()
    cells: int = 0
    detail: tuple[Any, ...] = ()


class ImpossibleError(Exception):
    """The sheet has no solution; ``trouble`` says why."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.kind)
        self.trouble = trouble


class Deduction(NamedTuple):
    """What one argument concludes.

    Attributes:
        argument: which argument, a key of ``sentences.ARGUMENTS``.
        units: the units it rests on.
        stars: cells that are stars.
        out: cells that are not.
        detail: what else the sentence needs.
    """

    argument: str
    units: tuple[int, ...]
    stars: int = 0
    out: int = 0
    detail: tuple[Any, ...] = ()


class Found(NamedTuple):
    """All that a technique concludes on a sheet, and the size of the sets it counted, or 0."""

    deductions: list[Deduction]
    set_size: int = 0


@dataclass(frozen=True, eq=False)
class Board:
    """A board's tables, and what was worked out about sets of its cells.

    Attributes:
        size: rows, columns and regions.
        stars: stars in each of them.
        every: all cells.
        near: of each cell, itself and the cells that touch it.
        area: of each unit, its cells.
        units: of each cell, its region, row and column.
        memo: answers to come back to, by question.
        spent: the steps taken, and those allowed.
    """

    size: int
    stars: int
    every: int
    near: tuple[int, ...]
    area: tuple[int, ...]
    units: tuple[tuple[int, int, int], ...]
    spent: list[int]
    memo: dict[Any, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Sheet:
    """What is known so far.

    Attributes:
        board: the board.
        candidates: cells that may still get a star.
        placed: cells that have one.
        need: stars that each unit misses.
    """

    board: Board
    candidates: int
    placed: int
    need: list[int]

    def copy(self) -> Sheet:
        """Another sheet that knows the same."""
        return Sheet(self.board, self.candidates, self.placed, self.need.copy())


def new_sheet(rows: Sequence[Sequence[int]], stars: int, budget: int = BUDGET) -> Sheet:
    """An empty board.

    Args:
        rows: the region of each cell, numbers below the count of rows.
        stars: stars in each row, column and region.
        budget: steps that may be taken on it.
    """
    size = len(rows)
    area = [0] * (3 * size)
    units, near = [], []
    for x in range(size * size):
        r, c = divmod(x, size)
        units.append((int(rows[r][c]), size + r, 2 * size + c))
        for u in units[-1]:
            area[u] |= 1 << x
        around = [
            size * y + z
            for y in range(max(r - 1, 0), min(r + 2, size))
            for z in range(max(c - 1, 0), min(c + 2, size))
        ]
        near.append(sum(1 << y for y in around))
    every = (1 << size * size) - 1
    board = Board(size, stars, every, tuple(near), tuple(area), tuple(units), [0, budget])
    return Sheet(board, every, 0, [stars] * (3 * size))


def spend(board: Board, steps: int) -> None:
    """Take steps.

    Raises:
        OutOfBudgetError: there are none left.
    """
    board.spent[0] += steps
    if board.spent[0] > board.spent[1]:
        raise OutOfBudgetError


def cells_of(mask: int) -> Iterator[int]:
    """The numbers of a set's cells, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def units_of_kind(board: Board, *kinds: int) -> list[int]:
    """The units of some kinds."""
    return [u for kind in kinds for u in range(kind * board.size, (kind + 1) * board.size)]


def open_units(sheet: Sheet, *kinds: int) -> list[int]:
    """The units that miss stars, of the kinds given."""
    return [u for u in units_of_kind(sheet.board, *kinds) if sheet.need[u]]


def together(board: Board, units: Sequence[int]) -> int:
    """The cells of some units."""
    cells = 0
    for u in units:
        cells |= board.area[u]
    return cells


def conclusions(found: Found) -> tuple[int, int]:
    """The stars, and the cells ruled out, of all deductions."""
    stars = out = 0
    for deduction in found.deductions:
        stars |= deduction.stars
        out |= deduction.out
    return stars, out


def apply(sheet: Sheet, stars: int, out: int) -> None:
    """Rule out cells and place stars.

    Raises:
        ImpossibleError: a star is to stand where none may.
    """
    sheet.candidates &= ~out
    board = sheet.board
    for x in cells_of(stars):
        if not sheet.candidates >> x & 1:
            raise ImpossibleError(Trouble("clash", (), 1 << x))
        clear = board.near[x]
        for u in board.units[x]:
            sheet.need[u] -= 1
            if not sheet.need[u]:
                clear |= board.area[u]
        sheet.candidates &= ~clear
        sheet.placed |= 1 << x


def finished(sheet: Sheet) -> bool:
    """Whether every unit has its stars."""
    return not any(sheet.need)
