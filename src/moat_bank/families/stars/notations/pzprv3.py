"""The file form of pzpr: numbered rooms and, where somebody played, the answer.

Fields end in ``/`` or a line end: ``pzprv3``, ``starbattle``, rows, columns, stars, number of
rooms, then the rows of rooms, numbers from 0 each followed by a space, then rows of the answer:
``#`` a star, ``+`` a cell ruled out, ``.`` nothing yet.  What comes after (notes of the page) is
passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from moat_bank.errors import MoatError, place, short
from moat_bank.families.base import Puzzle
from moat_bank.families.notation import Notation, Piece, Told, lines_of
from moat_bank.families.stars.board import board_of, star_cells
from moat_bank.families.stars.notations.boards import (
    Rows,
    check_shape,
    check_stars,
    from_labels,
    marks,
)

_HEAD = re.compile(r"pzprv3(?:\.[0-9]+)?(?=[/\r\n]|$)", re.MULTILINE)
_NUMBER = re.compile(r"[0-9]{1,3}")
_FIELDS = ("rows", "columns", "stars", "rooms")


def sniff(text: str) -> bool:
    """Whether a text begins like such a file."""
    return _HEAD.match(text.lstrip()) is not None


def split(text: str) -> Iterator[Piece]:
    """One piece a head at the start of a line."""
    lines = lines_of(text)
    heads = [number for number, line in enumerate(lines) if _HEAD.match(line)]
    if not heads or any(line.strip() for line in lines[: heads[0]]):
        raise MoatError("line 1: must begin with pzprv3")
    for start, end in zip(heads, [*heads[1:], len(lines)], strict=True):
        yield f"line {start + 1}", "/".join(lines[start:end])


def parse(text: str, told: Told) -> Puzzle:
    """A board from one file; the number of stars stands in it."""
    fields = text.split("/")
    if len(fields) < 2 or fields[1].strip() != "starbattle":
        found = short(fields[1]) if len(fields) > 1 else "nothing"
        raise MoatError(f"the kind of puzzle must be starbattle, found {found}")
    numbers = [_number(fields, 2 + at, what) for at, what in enumerate(_FIELDS)]
    size, count, rooms = check_shape(numbers[1], numbers[0]), check_stars(numbers[2]), numbers[3]
    if rooms != size:
        raise MoatError(f"there are {rooms} rooms, but {size} rows need {size}")
    rows = [_cells(fields, 6 + r, size, f"row {r + 1} of the rooms") for r in range(size)]
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            if not _NUMBER.fullmatch(cell) or int(cell) >= size:
                raise MoatError(
                    f"{place(r, c)}: rooms are numbered 0 to {size - 1}, found {short(cell)}"
                )
    labels = [[int(cell) for cell in row] for row in rows]
    return from_labels(labels, count, _answer(fields[6 + size :], size, count))


def _number(fields: Sequence[str], at: int, what: str) -> int:
    if at >= len(fields):
        raise MoatError(f"the text ends before the number of {what}")
    if not _NUMBER.fullmatch(fields[at].strip()):
        raise MoatError(f"the number of {what} is {short(fields[at])}")
    return int(fields[at])


def _cells(fields: Sequence[str], at: int, size: int, what: str) -> list[str]:
    if at >= len(fields) or not fields[at].strip():
        raise MoatError(f"the text ends before {what}")
    cells = fields[at].split()
    if len(cells) != size:
        raise MoatError(f"{what} has {len(cells)} cells, not {size}")
    return cells


def _answer(fields: Sequence[str], size: int, stars: int) -> Rows | None:
    if not fields or not re.fullmatch(r"[#+. ]+", fields[0]):
        return None
    rows = [_cells(fields, r, size, f"row {r + 1} of the answer") for r in range(size)]
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            if cell not in "#+.":
                raise MoatError(f"{place(r, c)} of the answer: must be #, + or ., found {cell!r}")
    stars_at = [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "#"]
    return marks(stars_at, size, stars)


def write_one(puzzle: Puzzle) -> str:
    """The file of a board on one line, the solution as its answer if it is known."""
    board, solved = board_of(puzzle), star_cells(puzzle.solution)
    size = board.size
    rooms = [[str(region) for region in row] for row in board.regions]
    answer = [["#" if (r, c) in solved else "." for c in range(size)] for r in range(size)]
    rows = ["".join(f"{cell} " for cell in row) for row in (*rooms, *answer)]
    return "/".join(("pzprv3/starbattle", *map(str, (size, size, board.stars, size)), *rows, ""))


def write(puzzles: Sequence[Puzzle]) -> str:
    """The files of boards, a line each."""
    return "".join(f"{write_one(puzzle)}\n" for puzzle in puzzles)


NOTATION = Notation("pzprv3", "pzpr file form", sniff, parse, write, split)
