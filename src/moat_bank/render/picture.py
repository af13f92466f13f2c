"""What is drawn: a board, its stars if they are to be seen, and words under it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from moat_bank.errors import MoatError, short
from moat_bank.families.stars.board import Board, RegionMap, Solution, parse_board, solution_rows

Cell = tuple[int, int]


@dataclass(frozen=True)
class Picture:
    """One board to draw.

    Attributes:
        regions: ``regions[row][col]``, region indices from 0; square.
        solution: the stars to draw, or None for an empty board.
        stars: stars in each unit, for the words alone.
        caption: words under the board; may be empty.
        crossed: cells known to be empty, drawn with a small cross.
        marked: cells to point at.
    """

    regions: RegionMap
    solution: Solution | None = None
    stars: int = 1
    caption: str = ""
    crossed: frozenset[Cell] = frozenset()
    marked: frozenset[Cell] = frozenset()


def read_picture(data: Any) -> Picture:
    """A picture of the JSON object of a board, an entry or a looked-up level.

    ``solution`` may be missing or null. The caption comes from what the object says of itself.

    Raises:
        MoatError: it is no board, or its solution does not fit on it; the text names the key.
    """
    board = parse_board(data)
    solution = data.get("solution")
    if solution is not None:
        _check_solution(solution, board.size)
    return Picture(
        [list(row) for row in board.regions], solution, board.stars, _caption(data, board)
    )


def kind_words(size: int, stars: int) -> str:
    """A kind of board in words: ``8x8``, or ``10x10, 2 stars``."""
    return f"{size}x{size}, {stars} stars" if stars > 1 else f"{size}x{size}"


def star_cells(solution: Solution | None) -> set[tuple[int, int]]:
    """The cells with a star; none without a solution."""
    if solution is None:
        return set()
    return {(r, c) for r, cols in enumerate(solution_rows(solution)) for c in cols}


def region_letter(region: int) -> str:
    """A to Y for the regions 0 to 24."""
    return chr(ord("A") + region)


def _check_solution(solution: Any, size: int) -> None:
    if not isinstance(solution, list) or len(solution) != size:
        raise MoatError(f"'solution' must be a list of {size} rows")
    for r, row in enumerate(solution):
        for col in row if isinstance(row, list) else [row]:
            if type(col) is not int or not 0 <= col < size:
                raise MoatError(
                    f"'solution' row {r} must have columns from 0 to {size - 1}, found {short(col)}"
                )


def _caption(data: dict[str, Any], board: Board) -> str:
    words = [kind_words(board.size, board.stars)]
    for key, form in (("number", "level {}"), ("tier", "{}"), ("r", "technique {}"), ("id", "{}")):
        value = data.get(key)
        if type(value) in (int, str):
            words.append(form.format(value))
    return ", ".join(words)
