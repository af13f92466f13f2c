"""The ``.sbn`` files of masonomara's star-battle: size, stars and a letter a cell.

``<size>x<stars>.<letters, row by row>`` and perhaps ``.<notes>``: a small letter and a number,
again and again, about how the board was made.  They are passed over.
"""

from __future__ import annotations

import re

from moat_bank.errors import MoatError, place, short
from moat_bank.families.base import Puzzle
from moat_bank.families.notation import Notation, Told, by_line
from moat_bank.families.stars.board import board_of
from moat_bank.families.stars.notations.boards import (
    check_size,
    check_stars,
    from_labels,
    letter_rows,
)

_LINE = re.compile(r"([0-9]{1,3})x([0-9]{1,3})\.([^.]*)(?:\.(.*))?")
_NOTES = re.compile(r"(?:[a-z]-?[0-9]+)*")


def sniff(line: str) -> bool:
    """Whether a line begins with a size, a number of stars and a point."""
    return re.match(r"[0-9]+x[0-9]+\.", line) is not None


def parse(line: str, told: Told) -> Puzzle:
    """A board from a line; the number of stars stands in it."""
    match = _LINE.fullmatch(line)
    if match is None:
        raise MoatError(f"must be <size>x<stars>.<letters>, found {short(line)}")
    size, count = check_size(int(match[1])), check_stars(int(match[2]))
    letters = match[3]
    if len(letters) != size * size:
        raise MoatError(f"there are {len(letters)} letters, but {size} rows have {size * size}")
    for cell, letter in enumerate(letters):
        if not ("A" <= letter <= "Z"):
            raise MoatError(
                f"character {match.start(3) + cell + 1} ({place(*divmod(cell, size))}):"
                f" must be a letter from A to Z, found {short(letter)}"
            )
    notes = _NOTES.match(match[4] or "")
    if notes is not None and notes.end() < len(match[4] or ""):
        raise MoatError(f"character {match.start(4) + notes.end() + 1}: notes are like s12d3")
    return from_labels([letters[r * size : (r + 1) * size] for r in range(size)], count)


def write_one(puzzle: Puzzle) -> str:
    """A board as a line; it does not hold the solution."""
    board = board_of(puzzle)
    return f"{board.size}x{board.stars}.{''.join(letter_rows(board))}"


NOTATION = Notation("letters", ".sbn of masonomara", sniff, parse, by_line(write_one))
