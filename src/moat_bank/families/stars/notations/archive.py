"""The JSON of the archive of daily boards at archivedqueens.com.

A list of ``{"id", "date": "2025/04/18", "regions": rows of numbers, "grid": rows of 0 and 1}``, the
grid being the solution.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from moat_bank.errors import MoatError, kind
from moat_bank.families.base import Puzzle
from moat_bank.families.notation import Notation, Piece, Told, load, name_of
from moat_bank.families.stars.board import board_of, star_cells
from moat_bank.families.stars.notations.boards import check_stars, claimed, from_labels
from moat_bank.families.stars.notations.json_values import grid_cells, region_rows

_START = re.compile(r'\[\s*\{[^{}]{0,4000}"(?:regions|grid)"\s*:')


def sniff(text: str) -> bool:
    """Whether a text is a JSON list of objects with regions or a grid."""
    return _START.match(text.lstrip()) is not None


def split(text: str) -> Iterator[Piece]:
    """One piece an object of the list, named by its id."""
    value = load(text)
    if not isinstance(value, list):
        raise MoatError(f"must be a list of boards, found {kind(value)}")
    for number, board in enumerate(value, 1):
        named = name_of(board.get("id")) if isinstance(board, dict) else ""
        yield f"board {number}" + (f" (id {named})" if named else ""), board


def parse(board: Any, told: Told) -> Puzzle:
    """A board from an object; the grid tells the stars of a row."""
    if not isinstance(board, dict) or "regions" not in board:
        raise MoatError("a board is an object with 'regions'")
    rows = region_rows(board["regions"], "'regions'")
    size, grid = len(rows), board.get("grid")
    named = " ".join(filter(None, (name_of(board.get("id")), name_of(board.get("date")))))
    if grid is None:
        return from_labels(rows, told.get("stars", 1), None, named)
    cells = grid_cells(grid, size, "'grid'", (0, 1), 1)
    count = check_stars(sum(row == 0 for row, _ in cells))
    return from_labels(rows, count, claimed(cells, size, count), named)


def write(puzzles: Sequence[Puzzle]) -> str:
    """A list of boards, numbered from 1; the grid where the solution is known."""
    boards = []
    for number, puzzle in enumerate(puzzles, 1):
        board, written = board_of(puzzle), dict[str, Any](id=number)
        if puzzle.solution is not None:
            stars = star_cells(puzzle.solution)
            cells = range(board.size)
            written["grid"] = [[int((r, c) in stars) for c in cells] for r in cells]
        elif board.stars > 1:
            raise MoatError(
                f"board {number}: the grid alone tells that a row has {board.stars} stars, and the"
                " solution is not known"
            )
        boards.append(written | {"regions": board.regions})
    return orjson.dumps(boards, option=orjson.OPT_APPEND_NEWLINE).decode()


NOTATION = Notation("archive", "archivedqueens JSON", sniff, parse, write, split)
