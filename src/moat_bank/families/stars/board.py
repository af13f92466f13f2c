"""A board: a square grid cut into regions, and how many stars each unit holds; standard library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import Any

from moat_bank.errors import MoatError, kind, place, short, whole
from moat_bank.families.base import Puzzle
from moat_bank.families.stars.kind import MAX_SIZE, MAX_STARS, StarsKind, stars_of

RegionMap = list[list[int]]
"""``regionMap[row][col]``: a region index from 0 to size - 1."""

Solution = list[int] | list[list[int]]
"""``solution[row]``: the star's column, or with two or more stars the list of columns."""

Rows = tuple[tuple[int, ...], ...]

Cell = tuple[int, int]
"""Row and column from 0."""


@dataclass(frozen=True)
class Board:
    """One puzzle without its solution.

    Attributes:
        size: rows, columns and regions, 1 to ``MAX_SIZE``.
        stars: stars in each row, column and region, 1 to ``MAX_STARS``.
        regions: ``regions[row][col]``, region indices 0 to size - 1, all in use.
    """

    size: int
    stars: int
    regions: Rows

    @property
    def kind(self) -> StarsKind:
        """Its kind."""
        return StarsKind(self.size, self.stars)


def board_of(puzzle: Puzzle) -> Board:
    """The board of a puzzle that was read and checked."""
    rows = puzzle.given["regionMap"]
    return Board(len(rows), stars_of(puzzle.kind), tuple(tuple(row) for row in rows))


def puzzle_of(board: Board, solution: Solution | None = None) -> Puzzle:
    """The puzzle of a board, as plain JSON values."""
    return Puzzle(board.kind, {"regionMap": [list(row) for row in board.regions]}, solution)


def parse_board(data: Any) -> Board:
    """Read ``{"size", "stars", "regions"}``; ``regionMap`` may stand for ``regions``.

    ``size`` may be left out (the number of rows), and so may ``stars``: as many as the first row of
    ``solution`` has, as in an entry of a bank, else 1.

    Raises:
        MoatError: the mapping is no board; the text names the key and the cell.
    """
    if not isinstance(data, dict):
        raise MoatError(f"a board is a JSON object, not {kind(data)}")
    name = "regions" if "regions" in data else "regionMap"
    rows = data.get(name)
    if not isinstance(rows, list) or not rows:
        raise MoatError("a board needs 'regions', a list of rows of region numbers")
    size = whole(data.get("size", len(rows)), "'size'", 1, MAX_SIZE)
    stars = whole(data.get("stars", _stars_of(data.get("solution"))), "'stars'", 1, MAX_STARS)
    if len(rows) != size:
        raise MoatError(f"'{name}' has {len(rows)} rows, but size is {size}")
    for r, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != size:
            found = f"{len(row)} cells" if isinstance(row, list) else kind(row)
            raise MoatError(f"'{name}' row {r + 1} must be {size} region numbers, found {found}")
        for c, cell in enumerate(row):
            if type(cell) is not int or not 0 <= cell < size:
                raise MoatError(
                    f"'{name}' {place(r, c)} must be a region number from 0 to"
                    f" {size - 1}, found {short(cell)}"
                )
    missing = sorted({*range(size)} - {cell for row in rows for cell in row})
    if missing:
        raise MoatError(f"'{name}' has no cell of region {missing[0]}; every region needs one")
    return Board(size, stars, tuple(tuple(row) for row in rows))


def _stars_of(solution: Any) -> int:
    rows = solution if isinstance(solution, list) else []
    return len(rows[0]) if rows and isinstance(rows[0], list) else 1


def pieces(cells: Sequence[Sequence[Any]]) -> list[list[int]]:
    """The pieces of equal cells under side-by-side steps, numbered in reading order.  O(cells)."""
    width = len(cells[0]) if len(cells) else 0
    return flood(len(cells), width, lambda cell, near: _at(cells, cell) != _at(cells, near))


def _at(cells: Sequence[Sequence[Any]], cell: Cell) -> Any:
    return cells[cell[0]][cell[1]]


def flood(height: int, width: int, parted: Callable[[Cell, Cell], bool]) -> list[list[int]]:
    """The pieces of a grid, numbered in reading order, as rows.  O(cells).

    Args:
        height: rows.
        width: columns.
        parted: whether two cells side by side have a wall between them.
    """
    piece = [[-1] * width for _ in range(height)]
    count = 0
    for start in product(range(height), range(width)):
        if piece[start[0]][start[1]] >= 0:
            continue
        piece[start[0]][start[1]] = count
        stack = [start]
        while stack:
            r, c = stack.pop()
            for y, x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                inside = 0 <= y < height and 0 <= x < width
                if inside and piece[y][x] < 0 and not parted((r, c), (y, x)):
                    piece[y][x] = count
                    stack.append((y, x))
        count += 1
    return piece


def is_connected(regions: Sequence[Sequence[int]]) -> bool:
    """Whether every region is one piece.  O(cells)."""
    return max(map(max, pieces(regions))) < len({cell for row in regions for cell in row})


def renumbered(regions: Sequence[Sequence[int]]) -> RegionMap:
    """The same regions, numbered from 0 in reading order, so that numbers tell nothing."""
    return numbered(bytes(chain.from_iterable(regions)), len(regions))


def numbered(cells: bytes, width: int) -> RegionMap:
    """The map of regions whose cells these are, row by row, numbered in reading order."""
    order = bytes(dict.fromkeys(cells))
    cells = cells.translate(bytes.maketrans(order, bytes(range(len(order)))))
    return [*map(list, zip(*[iter(cells)] * width, strict=True))]


def region_letter(region: int) -> str:
    """A to Y for the regions 0 to 24."""
    return chr(ord("A") + region)


def star_cells(solution: Any) -> set[Cell]:
    """The cells of a solution's stars, from either form of ``Solution``; none without one."""
    return {(r, c) for r, columns in enumerate(solution_rows(solution or ())) for c in columns}


def solution_rows(solution: Any) -> list[list[int]]:
    """The columns of each row's stars, from either form of ``Solution``."""
    return [[row] if isinstance(row, int) else list(row) for row in solution]


def solution_form(rows: Sequence[Sequence[int]]) -> Solution:
    """The form that entries carry: plain columns with one star, else lists of columns."""
    if all(len(row) == 1 for row in rows):
        return [int(row[0]) for row in rows]
    return [[int(c) for c in row] for row in rows]
