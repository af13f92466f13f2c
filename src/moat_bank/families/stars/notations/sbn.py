"""SBN, the Star Battle Notation of StarBattleLab, in its first form.

Two equal letters for the size (44 to 99, then AA for 10 to PP for 25), a digit for the stars,
``W``, and the walls: all walls to the right of cells row by row, then all walls below cells
*column* by column, as one number in base 64, zeros in front.  With ``e`` instead of ``W`` the marks
of a player follow, three cells a digit, two bits a cell: 0 nothing, 1 ruled out, 2 a star.  After
``~`` comes the history of a game, which is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from moat_bank.errors import MoatError, short
from moat_bank.families.base import Puzzle
from moat_bank.families.notation import Notation, Told, by_line
from moat_bank.families.stars.board import Cell, board_of, star_cells
from moat_bank.families.stars.notations import bits
from moat_bank.families.stars.notations.boards import (
    Rows,
    check_stars,
    from_walls,
    marks,
    walls_below,
    walls_right,
)

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
WIDTH = 6
SIZES = {2 * digit: size for size, digit in enumerate("456789ABCDEFGHIJKLMNOP", 4)}
_HEAD = 4
_LINE = re.compile(r"(?:" + "|".join(SIZES) + r")[0-9][We]")
_STAR = 2
_OLD_SIZES = (10, 11)
"""Sizes whose first mark older programs of its authors write as a digit of its own."""


def sniff(line: str) -> bool:
    """Whether a line begins like SBN."""
    return _LINE.match(line) is not None


def parse(line: str, told: Told) -> Puzzle:
    """A board from SBN; the number of stars stands in it."""
    if not sniff(line):
        raise MoatError(
            "SBN begins with a size such as 88 or AA, a digit for the stars, and W or e,"
            f" found {short(line[:_HEAD])}"
        )
    size, count = SIZES[line[:2]], check_stars(int(line[2]))
    text = line.partition("~")[0][_HEAD:]
    edges = size * (size - 1)
    length = -(-2 * edges // WIDTH)
    noted = text[length:]
    text = text[:length] if line[3] == "e" else text
    text = bits.exact(text, length, "walls", _HEAD)
    walls = bits.spread(bits.digits(text, DIGITS, "walls", _HEAD), WIDTH)
    surplus = len(walls) - 2 * edges
    if any(walls[:surplus]):
        raise MoatError(f"character {_HEAD + 1}: is more than the first wall")
    walls = walls[surplus:]
    below = [list(row) for row in zip(*bits.grid(walls[edges:], size, size - 1), strict=True)]
    solution = _marks(noted, size, count, _HEAD + length) if line[3] == "e" else None
    return from_walls(size, bits.grid(walls, size, size - 1), below, count, solution)


def _marks(text: str, size: int, stars: int, offset: int) -> Rows | None:
    cells = size * size
    text = bits.exact(text, -(-cells // 3), "marks", offset)
    values = bits.digits(text, DIGITS, "marks", offset)
    states = _states(values)
    for cell, state in enumerate(states):
        if state > _STAR:
            raise MoatError(f"character {offset + cell // 3 + 1}: has a mark that there is not")
        if state and cell >= cells and size not in _OLD_SIZES:
            raise MoatError(f"character {offset + cell // 3 + 1}: marks more than the last cell")
    solution = _solution(states, size, stars)
    if solution is None and size in _OLD_SIZES:
        solution = _solution([values[0], *_states(values[1:])], size, stars)
    return solution


def _states(values: Sequence[int]) -> list[int]:
    return [value >> shift & 3 for value in values for shift in (4, 2, 0)]


def _solution(states: Sequence[int], size: int, stars: int) -> Rows | None:
    cells = [divmod(cell, size) for cell, state in enumerate(states) if state == _STAR]
    return marks((cell for cell in cells if cell[0] < size), size, stars)


def write_one(puzzle: Puzzle) -> str:
    """A board in SBN, the solution as marks if it is known."""
    codes = {size: code for code, size in SIZES.items()}
    board = board_of(puzzle)
    if board.size not in codes:
        raise MoatError(f"SBN has boards from 4 rows on, this one has {board.size}")
    columns = zip(*walls_below(board), strict=True)
    walls = [wall for rows in (walls_right(board), columns) for row in rows for wall in row]
    filled = [*[False] * (-len(walls) % WIDTH), *walls]
    text = "".join(DIGITS[value] for value in bits.gather(filled, WIDTH))
    flag, noted = (
        ("W", "")
        if puzzle.solution is None
        else ("e", _noted(board.size, star_cells(puzzle.solution)))
    )
    return f"{codes[board.size]}{board.stars}{flag}{text}{noted}"


def _noted(size: int, stars: set[Cell]) -> str:
    states = [_STAR * (divmod(cell, size) in stars) for cell in range(size**2)]
    states += [0] * (-len(states) % 3)
    triples = zip(*[iter(states)] * 3, strict=True)
    return "".join(DIGITS[16 * a + 4 * b + c] for a, b, c in triples)


NOTATION = Notation("sbn", "SBN of StarBattleLab", sniff, parse, by_line(write_one))
