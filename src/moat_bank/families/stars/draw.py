"""What to draw of a board of stars: regions as coloured areas, stars, cells ruled out.

Regions are numbered anew in reading order, so neither letters nor colours tell where the stars are,
whatever numbers an entry has.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from moat_bank.families.base import Puzzle
from moat_bank.families.stars.board import (
    Cell,
    board_of,
    region_letter,
    renumbered,
    star_cells,
)
from moat_bank.render.scene import Mark, Scene


def scene(puzzle: Puzzle, solved: bool, labels: bool = False) -> Scene:
    """A board, with its stars where it is ``solved``; ``labels`` are the letters of regions."""
    board = board_of(puzzle)
    stars = star_cells(puzzle.solution if solved else None)
    return board_scene(board.regions, board.stars, stars, labels=labels)


def board_scene(
    regions: Sequence[Sequence[int]],
    quota: int,
    stars: Collection[Cell],
    crossed: Collection[Cell] = (),
    ringed: Collection[Cell] = (),
    shaded: Collection[Cell] = (),
    labels: bool = False,
) -> Scene:
    """A board under way.

    Args:
        regions: ``regions[row][col]``, 0 to rows - 1.
        quota: stars of each row, column and region.
        stars: cells with a star.
        crossed: cells known to be empty.
        ringed: cells to point at.
        shaded: cells to lie on a darker ground.
        labels: whether each cell has the letter of its region.
    """
    rows = renumbered(regions)
    size = len(rows)
    marks = [(cell, Mark("star")) for cell in sorted(stars)]
    marks += [(cell, Mark("cross")) for cell in sorted(crossed)]
    marks += [(cell, Mark("ring")) for cell in sorted(ringed)]
    cells = [(r, c) for r in range(size) for c in range(size)]
    return Scene(
        rows=size,
        cols=size,
        areas=tuple(map(tuple, rows)),
        coloured=True,
        shaded=frozenset(shaded),
        marks=tuple(marks),
        labels={(r, c): region_letter(rows[r][c]) for r, c in cells} if labels else {},
        caption=f"{size}x{size}, {quota} stars" if quota > 1 else f"{size}x{size}",
        description=_description(rows, quota, stars),
        rules=(
            f"Each row, each column and each region holds {_counted(quota)};"
            " stars do not touch, not even at a corner."
        ),
    )


def _counted(quota: int) -> str:
    return "one star" if quota == 1 else f"{quota} stars"


def _description(rows: Sequence[Sequence[int]], quota: int, stars: Collection[Cell]) -> str:
    size = len(rows)
    letters = " ".join("".join(map(region_letter, row)) for row in rows)
    text = (
        f"A board of {size} by {size} cells, {_counted(quota)} in each row, column and region."
        f" Regions, row by row: {letters}."
    )
    if stars:
        columns = ("+".join(str(c + 1) for y, c in sorted(stars) if y == r) for r in range(size))
        text += (
            f" Columns of the stars, row by row: {' '.join(each or 'none' for each in columns)}."
        )
    return text
