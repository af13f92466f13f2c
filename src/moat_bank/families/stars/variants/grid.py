"""What making variants asks of a map: cells beside a cell, and whether a region stays one piece."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from moat_bank.families.legacy import Family
from moat_bank.families.stars.board import Board, RegionMap, Solution, solution_rows

Cell = tuple[int, int]


def beside(cell: Cell, size: int) -> Iterator[Cell]:
    """The two to four cells that share a side with a cell."""
    r, c = cell
    for y, x in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
        if 0 <= y < size and 0 <= x < size:
            yield y, x


def is_piece(cells: Collection[Cell], size: int) -> bool:
    """Whether the cells are one piece under side-by-side steps; no cells are none.  O(cells)."""
    left = set(cells)
    if not left:
        return False
    edge = [left.pop()]
    while edge:
        for near in beside(edge.pop(), size):
            if near in left:
                left.remove(near)
                edge.append(near)
    return not left


def region_of(rows: RegionMap, name: int) -> list[Cell]:
    """The cells of a region, row by row."""
    return [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == name]


def board_of(rows: RegionMap, stars: int) -> Board:
    """The board of a map."""
    return Board(len(rows), stars, tuple(tuple(row) for row in rows))


def stars_in(solution: Solution) -> set[Cell]:
    """The cells of a solution's stars."""
    return {(r, c) for r, row in enumerate(solution_rows(solution)) for c in row}


def told(family: Family, rows: RegionMap, stars: int, solution: Solution) -> dict[str, Any] | None:
    """A board with one solution as an object for JSON; None where logic does not finish it."""
    rating = family.rate(board_of(rows, stars))
    if rating.tier is None:
        return None
    return {
        "size": len(rows),
        "stars": stars,
        "regionMap": rows,
        "solution": solution,
        "r": rating.hardest,
        "steps": rating.steps,
        "score": rating.score,
        "tier": rating.tier,
    }
