"""Links of puzz.link and the pages that share its program (pzpr, pzprxs).

``https://puzz.link/p?starbattle/<columns>/<rows>/<stars>/<walls>``: walls are digits of base 32
(0-9, a-v), five bits each, most significant first, in two parts that are each filled up with zeros:
walls to the right of cells, row by row, then walls below cells, row by row.
"""

from __future__ import annotations

import re

from moat_bank.errors import MoatError, short
from moat_bank.families.base import Puzzle
from moat_bank.families.notation import Notation, Told, by_line
from moat_bank.families.stars.board import board_of
from moat_bank.families.stars.notations import bits
from moat_bank.families.stars.notations.boards import (
    check_shape,
    check_stars,
    from_walls,
    walls_below,
    walls_right,
)

DIGITS = "0123456789abcdefghijklmnopqrstuv"
WIDTH = 5
_LINK = re.compile(r"(?:^|[?/])starbattle(?:_edit|_play)?/")
_NUMBER = re.compile(r"[0-9]{1,3}")


def sniff(line: str) -> bool:
    """Whether a line is such a link."""
    return _LINK.search(line) is not None and not line.startswith("pzprv3")


def parse(line: str, told: Told) -> Puzzle:
    """A board from a link; the number of stars stands in it."""
    match = _LINK.search(line)
    if match is None:
        raise MoatError("is no starbattle link")
    fields = line[match.end() :].split("/")
    offset = match.end()
    if not _NUMBER.fullmatch(fields[0]):  # an option such as v:1 may come first
        offset += len(fields.pop(0)) + 1
    if len(fields) != 4:
        raise MoatError(
            "a link ends in starbattle/columns/rows/stars/walls, this one has"
            f" {len(fields)} parts after starbattle"
        )
    for field, what in zip(fields, ("columns", "rows", "stars"), strict=False):
        if not _NUMBER.fullmatch(field):
            raise MoatError(f"the number of {what} is {short(field)}")
    size = check_shape(int(fields[0]), int(fields[1]))
    count = check_stars(int(fields[2]))
    offset += sum(len(field) + 1 for field in fields[:3])
    edges = size * (size - 1)
    length = -(-edges // WIDTH)
    text = bits.exact(fields[3], 2 * length, "walls", offset)
    walls = bits.spread(bits.digits(text, DIGITS, "walls", offset), WIDTH)
    right, below = walls[: length * WIDTH], walls[length * WIDTH :]
    for part, first in ((right, 0), (below, length)):
        if any(part[edges:]):
            raise MoatError(f"character {offset + first + length}: is more than the last wall")
    return from_walls(
        size, bits.grid(right, size, size - 1), bits.grid(below, size - 1, size), count
    )


def write_one(puzzle: Puzzle) -> str:
    """The link of a board; it does not hold the solution."""
    board = board_of(puzzle)
    parts = (
        bits.gather([wall for row in rows for wall in row], WIDTH)
        for rows in (walls_right(board), walls_below(board))
    )
    walls = "".join(DIGITS[value] for part in parts for value in part)
    return f"https://puzz.link/p?starbattle/{board.size}/{board.size}/{board.stars}/{walls}"


NOTATION = Notation("puzzlink", "puzz.link / pzpr links", sniff, parse, by_line(write_one))
