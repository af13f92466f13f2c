"""Tables of region numbers under a line ``rows columns stars``, as in puzzlekit's collection.

A row of the table is numbers with spaces between them; they need not be 1 to size.  Boards are
parted by blank lines.  Cells without a region (``@``, ``#``, ``-``), as variants have, are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from moat_bank.errors import MoatError, place, short
from moat_bank.families.base import Puzzle
from moat_bank.families.notation import Notation, Piece, Told, lines_of
from moat_bank.families.stars.board import board_of
from moat_bank.families.stars.notations.boards import check_shape, check_stars, from_labels

_HEAD = re.compile(r"([0-9]{1,3})\s+([0-9]{1,3})\s+([0-9]{1,3})")

Block = Sequence[str]


def sniff(text: str) -> bool:
    """Whether the first line is three numbers."""
    first = next((line.strip() for line in lines_of(text) if line.strip()), "")
    match = _HEAD.fullmatch(first)
    return match is not None and match[1] == match[2]


def split(text: str) -> Iterator[Piece]:
    """One piece for each run of lines that are not blank."""
    block: list[str] = []
    start = 0
    for number, line in enumerate([*lines_of(text), ""], 1):
        if line.strip():
            start = number if not block else start
            block.append(line.strip())
        elif block:
            yield f"line {start}", block
            block = []


def parse(block: Block, told: Told) -> Puzzle:
    """A board from its lines; the number of stars stands in the first."""
    head = _HEAD.fullmatch(block[0])
    if head is None:
        raise MoatError(f"must begin with rows, columns and stars, found {short(block[0])}")
    size, count = check_shape(int(head[2]), int(head[1])), check_stars(int(head[3]))
    if len(block) - 1 != size:
        raise MoatError(f"there are {len(block) - 1} rows, but the first line says {size}")
    rows = [line.split() for line in block[1:]]
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            if not re.fullmatch("[0-9]{1,4}", cell):
                raise MoatError(f"{place(r, c)}: must be a region's number, found {short(cell)}")
    return from_labels([[int(cell) - 1 for cell in row] for row in rows], count)


def write(puzzles: Sequence[Puzzle]) -> str:
    """Boards with a blank line between them; the solution is not held."""
    return "\n".join(map(_board, puzzles))


def _board(puzzle: Puzzle) -> str:
    board = board_of(puzzle)
    rows = (" ".join(str(region + 1) for region in row) for row in board.regions)
    return "\n".join((f"{board.size} {board.size} {board.stars}", *rows)) + "\n"


NOTATION = Notation(
    "table", "tables of numbers (puzzlekit)", sniff, parse, write, split, loose=True
)
