"""What every notation comes down to: a board, perhaps solved, and what makes one from its parts.

Regions are numbered in reading order, whatever they are called.  All faults are one line with a
place that a person can find: rows, columns and characters count from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from moat_bank.errors import MoatError, place, short
from moat_bank.families.base import Puzzle, Rated
from moat_bank.families.stars.board import (
    Board,
    Cell,
    flood,
    pieces,
    puzzle_of,
    region_letter,
    solution_form,
)
from moat_bank.families.stars.kind import MAX_SIZE, MAX_STARS

Rows = list[list[int]]
"""The columns of each row's stars, ascending."""


def check_size(size: int) -> int:
    """The size, if boards may have it.

    Raises:
        MoatError: they may not.
    """
    if not 1 <= size <= MAX_SIZE:
        raise MoatError(f"a board has from 1 to {MAX_SIZE} rows, found {short(size)}")
    return size


def check_stars(stars: int) -> int:
    """The number of stars of a unit, if it may be that.

    Raises:
        MoatError: it may not.
    """
    if not 1 <= stars <= MAX_STARS:
        raise MoatError(f"a row has from 1 to {MAX_STARS} stars, found {short(stars)}")
    return stars


def check_shape(width: int, height: int) -> int:
    """The size of a square board.

    Raises:
        MoatError: it is not square, or too large.
    """
    if width != height:
        raise MoatError(f"only square boards are known here, found {width} columns, {height} rows")
    return check_size(height)


def from_labels(
    rows: Sequence[Sequence[int | str]],
    stars: int,
    solution: Rows | None = None,
    name: str = "",
    rated: Rated | None = None,
) -> Puzzle:
    """A board from any labels of its cells: equal labels are one region.  O(cells).

    Raises:
        MoatError: not square, too large, not as many regions as rows, or a region in pieces.
    """
    size = check_size(len(rows))
    for r, row in enumerate(rows):
        if len(row) != size:
            raise MoatError(f"row {r + 1} has {len(row)} cells, but there are {size} rows")
    numbers: dict[int | str, int] = {}
    for r, row in enumerate(rows):
        for c, label in enumerate(row):
            if label not in numbers and len(numbers) == size:
                raise MoatError(
                    f"{place(r, c)}: region {_told(label)} is one too many for {size} rows"
                )
            numbers.setdefault(label, len(numbers))
    if len(numbers) < size:
        raise MoatError(f"there are {len(numbers)} regions, but {size} rows need {size}")
    _check_pieces(rows)
    regions = tuple(tuple(numbers[label] for label in row) for row in rows)
    return _puzzle(Board(size, check_stars(stars), regions), solution, name, rated)


def _puzzle(board: Board, solution: Rows | None, name: str, rated: Rated | None = None) -> Puzzle:
    solved = None if solution is None else solution_form(solution)
    return replace(puzzle_of(board, solved), name=name, rated=rated)


def _check_pieces(rows: Sequence[Sequence[int | str]]) -> None:
    first: dict[int | str, tuple[int, Cell]] = {}
    for r, (row, pieces_of_row) in enumerate(zip(rows, pieces(rows), strict=True)):
        for c, (label, piece) in enumerate(zip(row, pieces_of_row, strict=True)):
            known, cell = first.setdefault(label, (piece, (r, c)))
            if piece != known:
                raise MoatError(
                    f"{place(r, c)}: region {_told(label)} is in pieces, this cell is cut off"
                    f" from {place(*cell)}"
                )


def _told(label: int | str) -> str:
    return f"'{label}'" if isinstance(label, str) else short(label)


Walls = Sequence[Sequence[bool]]


def from_walls(
    size: int, right: Walls, below: Walls, stars: int, solution: Rows | None = None, name: str = ""
) -> Puzzle:
    """A board from the walls between its cells; regions are numbered as they first appear.

    Args:
        size: rows and columns.
        right: ``right[row][col]``: a wall between the cell and the one on its right.
        below: ``below[row][col]``: one between it and the one below; size - 1 rows.
        stars: stars of a unit.
        solution: the columns of each row's stars, or None.
        name: what its source calls it.

    Raises:
        MoatError: a wall ends inside a region, or there are not as many regions as rows.
    """

    def parted(cell: Cell, near: Cell) -> bool:
        (r, c), (y, _) = min(cell, near), max(cell, near)
        return right[r][c] if r == y else below[r][c]

    regions = flood(check_size(size), size, parted)
    for r, c in ((r, c) for r in range(size) for c in range(size)):
        if c + 1 < size and right[r][c] and regions[r][c] == regions[r][c + 1]:
            raise MoatError(f"{place(r, c)}: the wall to its right ends inside a region")
        if r + 1 < size and below[r][c] and regions[r][c] == regions[r + 1][c]:
            raise MoatError(f"{place(r, c)}: the wall below it ends inside a region")
    count = 1 + max(map(max, regions))
    if count != size:
        raise MoatError(f"the walls make {count} regions, but {size} rows need {size}")
    board = Board(size, check_stars(stars), tuple(map(tuple, regions)))
    return _puzzle(board, solution, name)


def walls_right(board: Board) -> list[list[bool]]:
    """``from_walls``'s ``right`` of a board."""
    return [[a != b for a, b in pairwise(row)] for row in board.regions]


def walls_below(board: Board) -> list[list[bool]]:
    """``from_walls``'s ``below`` of a board."""
    return [[a != b for a, b in zip(*pair, strict=True)] for pair in pairwise(board.regions)]


def letter_rows(board: Board) -> list[str]:
    """A board's rows, a letter a cell."""
    return ["".join(map(region_letter, row)) for row in board.regions]


def marks(cells: Iterable[Cell], size: int, stars: int) -> Rows | None:
    """What a player has marked, as a solution, or None where some row has not ``stars`` of them.

    A notation that saves a game in play holds marks that claim nothing.
    """
    rows = _by_row(cells, size)
    return rows if all(len(row) == stars for row in rows) else None


def claimed(cells: Iterable[Cell], size: int, stars: int) -> Rows:
    """The stars of a solution that a notation gives as such.

    Raises:
        MoatError: some row has not ``stars`` of them.
    """
    rows = _by_row(cells, size)
    for r, row in enumerate(rows):
        if len(row) != stars:
            raise MoatError(f"row {r + 1} of the solution has {len(row)} stars, not {stars}")
    return rows


def _by_row(cells: Iterable[Cell], size: int) -> Rows:
    found = {r: [c for _, c in row] for r, row in groupby(sorted(set(cells)), lambda x: x[0])}
    return [found.get(r, []) for r in range(size)]
