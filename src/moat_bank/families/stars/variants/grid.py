"""What making variants asks of a map: cells beside a cell, and whether a region stays one piece."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from moat_bank.families.base import Engine, Puzzle
from moat_bank.families.stars.board import Cell, RegionMap, Solution, pieces
from moat_bank.families.stars.kind import StarsKind


def beside(cell: Cell, size: int) -> Iterator[Cell]:
    """The two to four cells that share a side with a cell."""
    r, c = cell
    for y, x in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
        if 0 <= y < size and 0 <= x < size:
            yield y, x


def is_piece(cells: Collection[Cell], size: int) -> bool:
    """Whether the cells are one piece under side-by-side steps; no cells are none.  O(cells)."""
    if not cells:
        return False
    among = [[(r, c) in cells for c in range(size)] for r in range(size)]
    piece = pieces(among)
    return len({piece[r][c] for r, c in cells}) == 1


def region_of(rows: RegionMap, name: int) -> list[Cell]:
    """The cells of a region, row by row."""
    return [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == name]


def puzzle_of(rows: RegionMap, stars: int) -> Puzzle:
    """The puzzle of a map."""
    return Puzzle(StarsKind(len(rows), stars), {"regionMap": rows})


def rated_object(
    engine: Engine, rows: RegionMap, stars: int, solution: Solution
) -> dict[str, Any] | None:
    """A board with one solution as an object for JSON; None where logic does not finish it."""
    puzzle = puzzle_of(rows, stars)
    rating = engine.rate(puzzle)
    if rating.tier is None:
        return None
    return {
        **puzzle.kind.values,
        "regionMap": rows,
        "solution": solution,
        **{key: rating.numbers[key] for key in ("r", "steps", "score")},
        "tier": rating.tier,
    }
