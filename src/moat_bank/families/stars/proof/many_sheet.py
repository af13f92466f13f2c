"""The sheet that boards of several stars are rated on, and all ways to put stars into cells.

A set of cells is one Python integer over the whole board, cell ``(r, c)`` its bit ``size * r + c``;
units are regions, then rows, then columns.  Ways are never drawn one by one where what they have in
common will do: that follows from the ways of fewer stars in fewer cells, each worked out once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isqrt
from typing import Any

Common = tuple[int, int]
"""Of all ways: the cells in every one, and the cells of the board that some way uses or leaves."""

Ways = tuple[tuple[int, int], ...]
"""Ways to place stars: the stars, and these with all cells that touch them."""


MOST_STEPS = 1 << 24
"""Most work on one board: stars tried in turn, and cells that a followed technique passes over.
A step takes about a microsecond and, where its answer is kept, some 50 bytes; published boards of
14x14 with 3 stars need up to 2^21."""


class ImpossibleError(Exception):
    """The sheet has no solution."""


class UndecidedError(Exception):
    """The board takes more than ``MOST_STEPS``."""


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
        solution: stars of a known solution, or no cells.
        common, fits, ways, memo: answers to come back to; ``memo`` is for any other module, by
            name.  They live as long as the board is looked at.
        work: the steps made so far, its one number.
    """

    size: int
    stars: int
    every: int
    near: tuple[int, ...]
    area: tuple[int, ...]
    units: tuple[tuple[int, int, int], ...]
    solution: int
    common: dict[tuple[int, int], Common | None] = field(default_factory=dict)
    fits: dict[tuple[int, int], bool] = field(default_factory=dict)
    ways: dict[tuple[int, int], Ways] = field(default_factory=dict)
    memo: dict[Any, Any] = field(default_factory=dict)
    work: list[int] = field(default_factory=lambda: [0])


@dataclass(slots=True)
class Sheet:
    """What is known so far.

    Attributes:
        candidates: cells that may still get a star.
        stars: cells that have one.
        need: stars that each unit misses.
    """

    candidates: int
    stars: int
    need: list[int]

    def copy(self) -> Sheet:
        """Another sheet that knows the same."""
        return Sheet(self.candidates, self.stars, self.need.copy())


@dataclass(frozen=True, slots=True)
class Found:
    """Cells that a technique settles."""

    stars: int = 0
    out: int = 0


def new_board(regions: list[list[int]], stars: int, solution: int = 0) -> Board:
    """Tables of a board of ``size`` rows of region numbers below ``size``."""
    size = len(regions)
    area = [0] * (3 * size)
    units, near = [], []
    for x in range(size * size):
        r, c = divmod(x, size)
        units.append((regions[r][c], size + r, 2 * size + c))
        for u in units[-1]:
            area[u] |= 1 << x
        side = range(max(c - 1, 0), min(c + 2, size))
        rows = range(max(r - 1, 0), min(r + 2, size))
        near.append(sum(1 << (size * y + z) for y in rows for z in side))
    every = (1 << size * size) - 1
    return Board(size, stars, every, tuple(near), tuple(area), tuple(units), solution)


def new_sheet(board: Board) -> Sheet:
    """Nothing known yet."""
    return Sheet(board.every, 0, [board.stars] * (3 * board.size))


def spend(board: Board, steps: int) -> None:
    """Count steps.

    Raises:
        UndecidedError: there were too many.
    """
    board.work[0] += steps
    if board.work[0] > MOST_STEPS:
        raise UndecidedError


def cells_of(mask: int) -> Iterator[int]:
    """The numbers of a set's cells, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def apply(board: Board, sheet: Sheet, found: Found) -> None:
    """Rule out cells and place stars.

    Raises:
        ImpossibleError: a star is to stand where none may.
    """
    sheet.candidates &= ~found.out
    for x in cells_of(found.stars):
        if not sheet.candidates >> x & 1:
            raise ImpossibleError
        clear = board.near[x]
        for u in board.units[x]:
            sheet.need[u] -= 1
            if not sheet.need[u]:
                clear |= board.area[u]
        sheet.candidates &= ~clear
        sheet.stars |= 1 << x


def finished(sheet: Sheet) -> bool:
    """Whether every unit has its stars."""
    return not any(sheet.need)


def fits(board: Board, cells: int, count: int) -> bool:
    """Whether ``count`` stars fit into cells without touching."""
    if count < 2:
        return cells != 0 or not count
    key = cells, count
    known = board.fits.get(key)
    if known is None:
        known = False
        for _, rest in firsts(board, cells, count):
            if fits(board, rest, count - 1):
                known = True
                break
        board.fits[key] = known
    return known


def room(board: Board, cells: int, limit: int) -> int:
    """Stars that fit into cells without touching, up to a limit."""
    while not fits(board, cells, limit):
        limit -= 1
    return limit


def firsts(board: Board, cells: int, count: int) -> Iterator[tuple[int, int]]:
    """The first star of each way as a set of one cell, and the cells left for the others.

    Raises:
        UndecidedError: there are no steps left.
    """
    while cells.bit_count() >= count:
        spend(board, 1)
        first = cells & -cells
        cells ^= first
        yield first, cells & ~board.near[first.bit_length() - 1]


def ways(board: Board, cells: int, count: int) -> Ways:
    """All ways to put ``count`` stars into cells without touching, each with what it covers.

    Those next to each other in the list have little in common, which is soon seen so.
    """
    if not count:
        return ((0, 0),)
    key = cells, count
    known = board.ways.get(key)
    if known is None:
        in_order = [
            (first | others, near | board.near[first.bit_length() - 1])
            for first, rest in firsts(board, cells, count)
            for others, near in ways(board, rest, count - 1)
        ]
        step = max(1, isqrt(len(in_order)))
        known = tuple(way for start in range(step) for way in in_order[start::step])
        board.ways[key] = known
    return known


def count_ways(board: Board, cells: int, count: int, most: int) -> int:
    """How many ways there are; any number above ``most`` for more than that."""
    if count < 2:
        return cells.bit_count() if count else 1
    number = 0
    for _, rest in firsts(board, cells, count):
        number += count_ways(board, rest, count - 1, most)
        if number > most:
            break
    return number


def common(board: Board, cells: int, count: int) -> Common:
    """What all ways to put ``count`` stars into cells have in common: see ``Common``.

    A way leaves a cell free if it lies outside of the cells and touches none of its stars.

    Raises:
        ImpossibleError: there is no way.
    """
    found = _common(board, cells, count)
    if found is None:
        raise ImpossibleError
    return found


def _common(board: Board, cells: int, count: int) -> Common | None:
    key = cells, count
    if key in board.common:
        return board.common[key]
    found = _work_out(board, cells, count)
    board.common[key] = found
    return found


def _work_out(board: Board, cells: int, count: int) -> Common | None:
    """By the first star of the ways: with it go the ways of the others, in what it leaves."""
    if not count:
        return 0, board.every & ~cells
    always, sometimes = board.every, 0
    before = 0
    for first, rest in firsts(board, cells, count):
        others = _common(board, rest, count - 1)
        if others is not None:
            near = board.near[first.bit_length() - 1]
            always &= first | others[0]
            sometimes |= (first | others[1] & ~near) & ~before
            if not always and sometimes == board.every:
                break
        before |= first
    return (always, sometimes) if sometimes else None


def both(board: Board, one: tuple[int, int], two: tuple[int, int]) -> Common:
    """The same of all ways to fill two sets, (cells, count) each, that have no cell in common.

    Each way of one set is taken with what the other then comes to.

    Raises:
        ImpossibleError: there is no way.
    """
    if one[0].bit_count() > two[0].bit_count():
        one, two = two, one
    key = "both", one, two
    if key not in board.memo:
        board.memo[key] = _both(board, one, two)
    found: Common | None = board.memo[key]
    if found is None:
        raise ImpossibleError
    return found


def _both(board: Board, one: tuple[int, int], two: tuple[int, int]) -> Common | None:
    always, sometimes = board.every, 0
    for way, near in ways(board, *one):
        others = _common(board, two[0] & ~near, two[1])
        if others is not None:
            always &= way | others[0]
            sometimes |= (way | ~(one[0] | near)) & others[1]
            if not always and sometimes == board.every:
                break
    return (always, sometimes) if sometimes else None
