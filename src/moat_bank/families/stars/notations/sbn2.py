"""SBN in its second form, as StarBattleLab writes it today: shorter, and of any size.

The size in decimal, a letter for the stars (A is 1), and the walls, in the order of the first form,
as one number in base 85 of just as many digits as its bits need.  Then, if there are any, the marks
of a player: four cells a digit, each 0 nothing, 1 ruled out or 2 a star in base 3, without the
zeros at the end.  After ``~`` comes the history of a game, which is passed over.
"""

from __future__ import annotations

import re

from moat_bank.errors import MoatError, short
from moat_bank.families.base import Puzzle
from moat_bank.families.notation import Notation, Told, by_line
from moat_bank.families.stars.board import Cell, board_of, star_cells
from moat_bank.families.stars.kind import MAX_SIZE
from moat_bank.families.stars.notations import bits
from moat_bank.families.stars.notations.boards import (
    Rows,
    check_size,
    check_stars,
    from_walls,
    marks,
    walls_below,
    walls_right,
)

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_!#$&()*+,/:;=?@[]^{}|"
BASE = len(DIGITS)
_LINE = re.compile(r"([0-9]{1,3})([A-Z])([^\s~]*)(?:~.*)?")
_CELLS = 4
_STAR = 2


def sniff(line: str) -> bool:
    """Whether a line begins with a size and a letter, and is long enough for the walls."""
    match = _LINE.fullmatch(line)
    if match is None or not 1 < int(match[1]) <= MAX_SIZE:
        return False
    return len(match[3]) >= length_of(int(match[1]))


def length_of(size: int) -> int:
    """How many digits the walls of a board need."""
    number, length = 1 << 2 * size * (size - 1), 0
    while number > 1:
        number = -(-number // BASE)
        length += 1
    return length


def parse(line: str, told: Told) -> Puzzle:
    """A board from SBN; the number of stars stands in it."""
    match = _LINE.fullmatch(line)
    if match is None:
        raise MoatError(f"must begin with a size and a letter for the stars, found {short(line)}")
    size, count = check_size(int(match[1])), check_stars(ord(match[2]) - ord("A") + 1)
    offset, length, edges = match.start(3), length_of(size), size * (size - 1)
    text = bits.exact(match[3][:length], length, "walls", offset)
    number = 0
    for digit in bits.digits(text, DIGITS, "walls", offset):
        number = number * BASE + digit
    if number >> 2 * edges:
        raise MoatError(f"character {offset + 1}: is more than the first wall")
    walls = bits.spread([number], 2 * edges)
    below = [list(row) for row in zip(*bits.grid(walls[edges:], size, size - 1), strict=True)]
    solution = _marks(match[3][length:], size, count, offset + length)
    return from_walls(size, bits.grid(walls, size, size - 1), below, count, solution)


def _marks(text: str, size: int, stars: int, offset: int) -> Rows | None:
    cells = size * size
    most = -(-cells // _CELLS)
    if len(text) > most:
        raise MoatError(f"character {offset + most + 1}: more marks than cells")
    stars_at = []
    for at, value in enumerate(bits.digits(text, DIGITS, "marks", offset)):
        if value >= 3**_CELLS:
            raise MoatError(f"character {offset + at + 1}: has a mark that there is not")
        for place in range(_CELLS):
            cell, state = _CELLS * at + place, value // 3 ** (_CELLS - 1 - place) % 3
            if state and cell >= cells:
                raise MoatError(f"character {offset + at + 1}: marks more than the last cell")
            if state == _STAR:
                stars_at.append(divmod(cell, size))
    return marks(stars_at, size, stars) if text else None


def write_one(puzzle: Puzzle) -> str:
    """A board in SBN, the solution as marks if it is known."""
    board = board_of(puzzle)
    columns = zip(*walls_below(board), strict=True)
    number = 0
    for rows in (walls_right(board), columns):
        for row in rows:
            for wall in row:
                number = 2 * number + wall
    text = ""
    for _ in range(length_of(board.size)):
        number, digit = divmod(number, BASE)
        text = DIGITS[digit] + text
    stars = chr(ord("A") + board.stars - 1)
    return f"{board.size}{stars}{text}{_noted(board.size, star_cells(puzzle.solution))}"


def _noted(size: int, stars: set[Cell]) -> str:
    states = [_STAR * (divmod(cell, size) in stars) for cell in range(size**2)]
    states += [0] * (-len(states) % _CELLS)
    digits = (
        sum(state * 3 ** (_CELLS - 1 - at) for at, state in enumerate(states[start : start + 4]))
        for start in range(0, len(states), _CELLS)
    )
    return "".join(DIGITS[digit] for digit in digits).rstrip("0")


NOTATION = Notation("sbn2", "SBN of StarBattleLab, second form", sniff, parse, by_line(write_one))
