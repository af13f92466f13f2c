"""Task strings of puzzle-star-battle.com: the number of each cell's region, from 1, with commas.

The string says nothing of the stars; the site's own sizes go with fixed numbers of them.
"""

from __future__ import annotations

import re
from math import isqrt

from moat_bank.errors import MoatError, place, short
from moat_bank.families.base import Puzzle
from moat_bank.families.notation import Notation, Told, by_line
from moat_bank.families.stars.notations.boards import check_size, from_labels

STARS = {5: 1, 6: 1, 8: 1, 10: 2, 14: 3, 17: 4, 21: 5, 25: 6}
"""Stars of a unit by the sizes of the site."""

_LINE = re.compile(r"""(?:(?:var\s+)?task\s*[=:]\s*)?["']?([0-9][0-9, ]*)["']?;?""")


def sniff(line: str) -> bool:
    """Whether a line is numbers and commas, as it is or as the page has it."""
    return "," in line and _LINE.fullmatch(line) is not None


def parse(line: str, told: Told) -> Puzzle:
    """A board from a task string, with the stars that the site gives the size or those given."""
    match = _LINE.fullmatch(line)
    if match is None:
        raise MoatError(f"must be numbers with commas between them, found {short(line)}")
    numbers = [number.strip() for number in match[1].split(",")]
    size = isqrt(len(numbers))
    if size * size != len(numbers):
        raise MoatError(f"there are {len(numbers)} numbers, which is not a square of cells")
    check_size(size)
    for cell, number in enumerate(numbers):
        if not re.fullmatch("[0-9]{1,3}", number) or not 1 <= int(number) <= size:
            raise MoatError(
                f"number {cell + 1} ({place(*divmod(cell, size))}):"
                f" must be a region from 1 to {size}, found {short(number)}"
            )
    count = told.get("stars", STARS.get(size))
    if count is None:
        raise MoatError(f"the site has no boards of {size} rows: say how many stars a row has")
    labels = [int(number) - 1 for number in numbers]
    return from_labels([labels[r * size : (r + 1) * size] for r in range(size)], count)


def write_one(puzzle: Puzzle) -> str:
    """A board as a task string; it does not hold the stars nor the solution."""
    return ",".join(str(region + 1) for row in puzzle.given["regionMap"] for region in row)


NOTATION = Notation("task", "puzzle-star-battle.com tasks", sniff, parse, by_line(write_one))
