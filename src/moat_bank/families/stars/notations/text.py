"""Boards as plain text: a line a row, a letter a cell, ``*`` after it where there is a star.

Letters may be joined, or apart, and then a cell may also be a number or a word.  A line before the
board may say ``stars 2``; one star is meant otherwise.  Boards are parted by blank lines; what
follows ``#`` is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from moat_bank.errors import MoatError, short
from moat_bank.families.base import Puzzle
from moat_bank.families.notation import Notation, Piece, Told, blocks_of
from moat_bank.families.stars.board import Cell, board_of, solution_form, star_cells
from moat_bank.families.stars.notations.boards import check_stars, claimed, from_labels, letter_rows

_STARS = re.compile(r"stars ([0-9]{1,3})")
_JOINED = re.compile(r"(?:[^\W_]\*?)+")
_CELL = re.compile(r"([^\W_]+)(\*?)")


def sniff(text: str) -> bool:
    """Whether the first block looks like rows of letters, after a line that may tell the stars."""
    for _, block in blocks_of(text):
        rows = block[_STARS.fullmatch(block[0]) is not None :]
        return len(rows) > 1 and all(re.fullmatch(r"[\w*\s]+", row) for row in rows[:2])
    return False


def split(text: str) -> Iterator[Piece]:
    """One piece a block of lines."""
    for number, block in blocks_of(text):
        yield f"line {number}", block


def parse(block: Sequence[str], told: Told) -> Puzzle:
    """A board from its lines."""
    head = _STARS.fullmatch(block[0])
    count = told.get("stars", 1) if head is None else check_stars(int(head[1]))
    rows = block[head is not None :]
    labels: list[list[int | str]] = []
    cells: list[Cell] = []
    for r, row in enumerate(rows):
        found = [_cell(word, r) for word in _words(row, r)]
        labels.append([label for label, _ in found])
        cells += [(r, c) for c, (_, star) in enumerate(found) if star]
    puzzle = from_labels(labels, count)
    solution = claimed(cells, len(labels), count) if cells else None
    return puzzle if solution is None else replace(puzzle, solution=solution_form(solution))


def _words(row: str, r: int) -> list[str]:
    """A row's cells: its words, or where it is one word, its letters."""
    if len(row.split()) > 1:
        return row.split()
    good = _JOINED.match(row)
    end = good.end() if good else 0
    if end < len(row):
        raise MoatError(f"row {r + 1}: character {end + 1} ({row[end]!r}) is no letter")
    return re.findall(r"[^\W_]\*?", row)


def _cell(word: str, r: int) -> tuple[str, str]:
    match = _CELL.fullmatch(word)
    if match is None:
        raise MoatError(f"row {r + 1}: {short(word)} must be a letter or a number, * after it")
    return match[1], match[2]


def write(puzzles: Sequence[Puzzle]) -> str:
    """Boards with a blank line between them."""
    return "\n".join(map(_board, puzzles))


def _board(puzzle: Puzzle) -> str:
    lines = [f"# {puzzle.name}"] if puzzle.name else []
    board, stars = board_of(puzzle), star_cells(puzzle.solution)
    if board.stars != 1:
        lines.append(f"stars {board.stars}")
    for r, letters in enumerate(letter_rows(board)):
        cells = (letter + "*" * ((r, c) in stars) for c, letter in enumerate(letters))
        lines.append("".join(cells))
    return "\n".join(lines) + "\n"


NOTATION = Notation("text", "text, a letter a cell", sniff, parse, write, split, loose=True)
