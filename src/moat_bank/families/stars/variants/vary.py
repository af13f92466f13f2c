"""Relatives of a board: a little different, as hard, with the same one solution.

Cells at the edge of their regions change sides, one after another.  Each move keeps the solution
(no star changes sides), the regions in one piece, and no other solution in: a region that gets a
cell has its stars already.  A move after which the tier is lost is taken back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moat_bank.errors import MoatError
from moat_bank.families.base import Engine, Puzzle
from moat_bank.families.stars.board import RegionMap, Solution, star_cells
from moat_bank.families.stars.kind import stars_of
from moat_bank.families.stars.variants.draws import below, draws
from moat_bank.families.stars.variants.grid import (
    beside,
    is_piece,
    puzzle_of,
    rated_object,
    region_of,
)

STRIDES = 60
"""Moves rated for each cell that is to differ, before a try is given up."""

TRIES = 20
"""Tries for a variant before no more are looked for."""


def vary(
    engine: Engine, puzzle: Puzzle, count: int, cells: int, seed: int = 0
) -> Iterator[dict[str, Any]]:
    """Make up to ``count`` boards like one, none a turn, mirror or relabelling of another.

    Args:
        engine: solves and rates.
        puzzle: with exactly one solution, which logic finishes.
        count: how many.
        cells: in how many cells each differs from the board, at least 1.
        seed: the same seed gives the same variants.

    Yields:
        Objects with the board, its solution, tier and score, and ``differs``, cells that differ.

    Raises:
        MoatError: the board has not one solution, or logic does not finish it.
    """
    found = engine.solutions(puzzle, 2).found
    tier = engine.rate(puzzle).tier
    if len(found) != 1 or tier is None:
        fault = "logic does not finish it" if len(found) == 1 else "it has not one solution"
        raise MoatError(f"the board cannot be varied, since {fault}")
    numbers = draws(seed)
    original: RegionMap = puzzle.given["regionMap"]
    stars = stars_of(puzzle.kind)
    seen = {engine.key(puzzle)[0]}
    for _ in range(count):
        for _ in range(TRIES):
            rows = _walk(engine, original, stars, found[0], tier, cells, numbers)
            if rows is None:
                continue
            key, symmetric = engine.key(puzzle_of(rows, stars))
            if key not in seen and not symmetric:
                break
        else:
            return
        seen.add(key)
        made = rated_object(engine, rows, stars, found[0])
        assert made is not None
        yield {**made, "differs": _unlike(rows, original)}


def _walk(
    engine: Engine,
    original: RegionMap,
    stars: int,
    solution: Solution,
    tier: str,
    cells: int,
    numbers: Iterator[int],
) -> RegionMap | None:
    """A board that differs in so many cells and is of the tier, or None."""
    rows = [list(row) for row in original]
    fixed = star_cells(solution)
    size = len(rows)
    for _ in range(STRIDES * cells):
        cell = divmod(below(numbers, size * size), size)
        near = list(beside(cell, size))
        r, c = near[below(numbers, len(near))]
        taker, giver = rows[r][c], rows[cell[0]][cell[1]]
        if taker == giver or cell in fixed or original[cell[0]][cell[1]] != giver:
            continue
        rows[cell[0]][cell[1]] = taker
        if not _stays(engine, rows, stars, giver, tier):
            rows[cell[0]][cell[1]] = giver
        elif _unlike(rows, original) == cells:
            return rows
    return None


def _stays(engine: Engine, rows: RegionMap, stars: int, giver: int, tier: str) -> bool:
    """Whether the giver is one piece still, and the board of one solution and of its tier."""
    puzzle = puzzle_of(rows, stars)
    return (
        is_piece(region_of(rows, giver), len(rows))
        and len(engine.solutions(puzzle, 2).found) == 1
        and engine.rate(puzzle).tier == tier
    )


def _unlike(rows: RegionMap, others: RegionMap) -> int:
    pairs = zip(rows, others, strict=True)
    return sum(a != b for row, other in pairs for a, b in zip(row, other, strict=True))
