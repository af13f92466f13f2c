"""A board: a square grid cut into regions, and how many stars each unit holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from moat_bank.errors import MoatError, kind, short, whole

if TYPE_CHECKING:  # the runtime uses the list half of this module and never pays for numpy
    import numpy as np
    from numpy.typing import NDArray

MAX_SIZE = 25
MAX_STARS = 6

RegionMap = list[list[int]]
"""``regionMap[row][col]``: a region index from 0 to size - 1."""

Solution = list[int] | list[list[int]]
"""``solution[row]``: the star's column, or with two or more stars the list of columns."""


@dataclass(frozen=True, eq=False)
class Board:
    """One puzzle without its solution.

    Attributes:
        size: rows, columns and regions, 1 to ``MAX_SIZE``.
        stars: stars in each row, column and region, 1 to ``MAX_STARS``.
        regions: uint8 array of shape (size, size), region indices 0 to size - 1, all in use.
    """

    size: int
    stars: int
    regions: NDArray[np.uint8]


def parse_board(data: Any) -> Board:
    """Read ``{"size", "stars", "regions"}``; ``regionMap`` may stand for ``regions``.

    ``size`` may be left out (the number of rows), and so may ``stars``: as many as the first row of
    ``solution`` has, as in an entry of a bank, else 1.

    Raises:
        MoatError: the mapping is no board; the text names the key and the cell.
    """
    import numpy as np

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
            raise MoatError(f"'{name}' row {r} must be {size} region numbers, found {found}")
        for c, cell in enumerate(row):
            if type(cell) is not int or not 0 <= cell < size:
                raise MoatError(
                    f"'{name}' row {r} column {c} must be a region number from 0 to {size - 1},"
                    f" found {short(cell)}"
                )
    regions = np.array(rows, np.uint8)
    missing = sorted(set(range(size)) - set(regions.ravel().tolist()))
    if missing:
        raise MoatError(f"'{name}' has no cell of region {missing[0]}; every region needs one")
    return Board(size, stars, regions)


def _stars_of(solution: Any) -> int:
    rows = solution if isinstance(solution, list) else []
    return len(rows[0]) if rows and isinstance(rows[0], list) else 1


def is_connected(regions: NDArray[np.uint8]) -> bool:
    """Whether every region is one piece under side-by-side steps.  O(cells)."""
    size = len(regions)
    cells = regions.tolist()
    seen = [[False] * size for _ in range(size)]
    pieces: set[int] = set()
    for r in range(size):
        for c in range(size):
            if seen[r][c]:
                continue
            label = cells[r][c]
            if label in pieces:
                return False
            pieces.add(label)
            _flood(cells, seen, r, c)
    return True


def _flood(cells: RegionMap, seen: list[list[bool]], r: int, c: int) -> None:
    size, label = len(cells), cells[r][c]
    seen[r][c] = True
    stack = [(r, c)]
    while stack:
        r, c = stack.pop()
        for y, x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if 0 <= y < size and 0 <= x < size and not seen[y][x] and cells[y][x] == label:
                seen[y][x] = True
                stack.append((y, x))


def renumbered(regions: Sequence[Sequence[int]]) -> RegionMap:
    """The same regions, numbered from 0 in reading order: so their numbers tell nothing."""
    numbers: dict[int, int] = {}
    return [[numbers.setdefault(cell, len(numbers)) for cell in row] for row in regions]


def solution_rows(solution: Any) -> list[list[int]]:
    """The columns of each row's stars, from either form of ``Solution``."""
    return [[row] if isinstance(row, int) else list(row) for row in solution]


def solution_form(rows: Sequence[Sequence[int]]) -> Solution:
    """The form that entries carry: plain columns with one star, else lists of columns."""
    if all(len(row) == 1 for row in rows):
        return [int(row[0]) for row in rows]
    return [[int(c) for c in row] for row in rows]
