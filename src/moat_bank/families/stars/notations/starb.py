"""``.starb`` files: the cells of each region, those with a star before a bar.

``10x10``, then a line a region: ``1,2 1,5 | 1,1 1,3 ...``, row and column from 1.  What follows
``#`` is a comment.  Only solved boards can be written so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from moat_bank.errors import MoatError, place, short
from moat_bank.families.base import Puzzle
from moat_bank.families.notation import Notation, Piece, Told, lines_of
from moat_bank.families.stars.board import Cell, star_cells
from moat_bank.families.stars.notations.boards import check_shape, check_stars, claimed, from_labels

_HEAD = re.compile(r"([0-9]{1,3})x([0-9]{1,3})")
_CELL = re.compile(r"([0-9]{1,3}),([0-9]{1,3})")
_NONE = -1

Line = tuple[int, str]


def _lines(text: str) -> Iterator[Line]:
    """Lines with something beside comments in them, numbered."""
    for number, line in enumerate(lines_of(text), 1):
        line = line.partition("#")[0].strip()
        if line:
            yield number, line


def sniff(text: str) -> bool:
    """Whether the first line is a size."""
    first = next(_lines(text), None)
    return first is not None and _HEAD.fullmatch(first[1]) is not None


def split(text: str) -> Iterator[Piece]:
    """One piece for each line that is a size."""
    board: list[Line] = []
    for line in _lines(text):
        if _HEAD.fullmatch(line[1]) and board:
            yield f"line {board[0][0]}", board
            board = []
        board.append(line)
    if board:
        yield f"line {board[0][0]}", board


def parse(board: Sequence[Line], told: Told) -> Puzzle:
    """A board from its lines; the number of stars is that before the bars."""
    head = _HEAD.fullmatch(board[0][1])
    if head is None:
        raise MoatError(f"must begin with a size such as 10x10, found {short(board[0][1])}")
    size = check_shape(int(head[2]), int(head[1]))
    if len(board) - 1 != size:
        raise MoatError(f"there are {len(board) - 1} regions, but {size} rows need {size}")
    labels = [[_NONE] * size for _ in range(size)]
    solution: list[Cell] = []
    counts: list[int] = []
    for region, (_, line) in enumerate(board[1:]):
        where = f"region {region + 1}"
        before, bar, after = line.partition("|")
        if not bar:
            raise MoatError(f"{where} has no | after the stars")
        with_star = _cells(before, size, where)
        for r, c in (*with_star, *_cells(after, size, where)):
            if labels[r][c] != _NONE:
                raise MoatError(f"{where}: {place(r, c)} is in region {labels[r][c] + 1} already")
            labels[r][c] = region
        solution += with_star
        counts.append(len(with_star))
        if counts[-1] != counts[0]:
            raise MoatError(f"{where} has {counts[-1]} stars, region 1 has {counts[0]}")
    for r, row in enumerate(labels):
        if _NONE in row:
            raise MoatError(f"{place(r, row.index(_NONE))} is in no region")
    if counts[0] == 0:
        if "stars" not in told:
            raise MoatError("no star is marked: say how many stars a row has")
        return from_labels(labels, told["stars"])
    count = check_stars(counts[0])
    return from_labels(labels, count, claimed(solution, size, count))


def _cells(text: str, size: int, where: str) -> list[Cell]:
    cells = []
    for word in text.split():
        match = _CELL.fullmatch(word)
        if match is None or not all(1 <= int(match[i]) <= size for i in (1, 2)):
            raise MoatError(f"{where}: {short(word)} must be row,column from 1,1 to {size},{size}")
        cells.append((int(match[1]) - 1, int(match[2]) - 1))
    return cells


def write(puzzles: Sequence[Puzzle]) -> str:
    """Boards one after another."""
    return "".join(map(_board, puzzles))


def _board(puzzle: Puzzle) -> str:
    if puzzle.solution is None:
        raise MoatError(".starb holds solved boards alone, and this one's solution is not known")
    size, stars = len(puzzle.given["regionMap"]), star_cells(puzzle.solution)
    lines = [f"# {puzzle.name}"] if puzzle.name else []
    lines.append(f"{size}x{size}")
    for region in range(size):
        cells = [
            (r, c)
            for r in range(size)
            for c in range(size)
            if puzzle.given["regionMap"][r][c] == region
        ]
        parts = (
            " ".join(f"{r + 1},{c + 1}" for r, c in cells if ((r, c) in stars) == marked)
            for marked in (True, False)
        )
        lines.append(" | ".join(parts).strip())
    return "\n".join(lines) + "\n"


NOTATION = Notation("starb", ".starb files", sniff, parse, write, split, solved=True, loose=True)
