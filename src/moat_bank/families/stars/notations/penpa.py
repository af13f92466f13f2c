"""Links of Penpa+ (``#m=edit&p=...``): a drawing, of which a Star Battle is read.

``p`` is base 64 of raw deflate of lines of text.  Line 1 begins ``square,<columns>,<rows>``,
counted with the space around the grid that line 2 tells (``[top, bottom, left, right]``); line 4 is
what was drawn as the puzzle, line 5 as the solution, both JSON with abbreviations.  A point of the
drawing is a number: cells first, row by row, of a grid two wider on each side; then, after as many,
their lower right corners.  Walls are ``lineE`` between two corners; the number of stars is a number
drawn outside the grid; a ``symbol`` called star in a cell is a star.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from moat_bank.errors import MoatError, kind, short
from moat_bank.families.base import Puzzle
from moat_bank.families.notation import Notation, Told, by_line, load, name_of
from moat_bank.families.stars.board import Cell, board_of, star_cells
from moat_bank.families.stars.notations.boards import (
    check_shape,
    check_stars,
    from_walls,
    marks,
    walls_below,
    walls_right,
)
from moat_bank.families.stars.notations.penpa_text import expand, page

MAX_PAGE = 1 << 22
"""Most bytes of the text of a link; a real one has some 10,000."""

MARGIN = 2
"""Cells of the drawing around the grid and its space."""

SPACE = 1
"""Space that a written page has around the grid, for the number of stars."""

_MODE = re.compile(r"m=(?:edit|solve)&")
_KEY = re.compile(r"[a-z]+")
_EDGE = re.compile(r"([0-9]{1,7}),([0-9]{1,7})")
_PAGE = "https://swaroopg92.github.io/penpa-edit/"


@dataclass(frozen=True)
class _Paper:
    """How points are numbered on a drawing.

    Attributes:
        size: rows of the board.
        width: cells of a row of the drawing.
        points: cells of the drawing.
        top: row of the drawing where the board begins.
        left: column where it begins.
    """

    size: int
    width: int
    points: int
    top: int
    left: int

    def cell(self, number: int) -> Cell | None:
        """The cell of the board with that number, or None where it is another point."""
        r, c = number // self.width - self.top, number % self.width - self.left
        inside = number < self.points and 0 <= r < self.size and 0 <= c < self.size
        return (r, c) if inside else None

    def corner(self, number: int) -> Cell | None:
        """The corner with that number: the upper left one of the cell named; or None."""
        number -= self.points
        if not 0 <= number < self.points:
            return None
        return number // self.width - self.top + 1, number % self.width - self.left + 1

    def cell_number(self, r: int, c: int) -> int:
        """The number of a cell."""
        return (r + self.top) * self.width + c + self.left

    def corner_number(self, r: int, c: int) -> int:
        """The number of the upper left corner of a cell."""
        return self.points + self.cell_number(r - 1, c - 1)


def sniff(line: str) -> bool:
    """Whether a line has the parameters of such a link."""
    return _packed(line) is not None


def _packed(line: str) -> str | None:
    """The parameter ``p`` of a link, or None.  O(characters), whatever the line is."""
    mode = _MODE.search(line)
    for parameter in line[mode.end() :].split("&") if mode else ():
        key, equals, value = parameter.partition("=")
        if not equals or not _KEY.fullmatch(key):
            return None
        if key == "p":
            return re.split(r"\s", value, maxsplit=1)[0]
    return None


def parse(line: str, told: Told) -> Puzzle:
    """A board from a link; given stars are taken where none are drawn."""
    packed = _packed(line)
    if packed is None:
        raise MoatError("is no Penpa link: it has no #m=edit&p=")
    lines = _inflate(packed).split("\n")
    if len(lines) < 5:
        raise MoatError(f"p has {len(lines)} lines of text, and a drawing has 5 or more")
    head = lines[0].split(",")
    paper = _paper(head, load(expand(lines[1])))
    drawn, solved = (_layer(lines[at], what) for at, what in ((3, "puzzle"), (4, "solution")))
    count = _stars(drawn, paper, told.get("stars"))
    cells = [*_star_cells(drawn, paper), *_star_cells(solved, paper)]
    right, below = _walls(drawn, paper)
    solution = marks(cells, paper.size, count)
    return from_walls(paper.size, right, below, count, solution, _title(head))


def _inflate(text: str) -> str:
    plain = text.replace("-", "+").replace("_", "/").rstrip("=")
    bad = re.search(r"[^A-Za-z0-9+/]", plain)
    if bad is not None:
        raise MoatError(f"p: character {bad.start() + 1}: {short(bad[0])} is not of base 64")
    try:
        data = base64.b64decode(plain + "=" * (-len(plain) % 4))
        inflater = zlib.decompressobj(-15)
        page = inflater.decompress(data, MAX_PAGE)
    except (ValueError, zlib.error) as error:
        raise MoatError("p is damaged: it cannot be inflated") from error
    if len(page) == MAX_PAGE:
        raise MoatError(f"p holds more than {MAX_PAGE} bytes of text")
    if not inflater.eof:
        raise MoatError("p is cut off: the compressed text has no end")
    try:
        return page.decode()
    except UnicodeDecodeError as error:
        raise MoatError("p does not hold UTF-8 text") from error


def _paper(head: list[str], space: Any) -> _Paper:
    if head[0] != "square":
        raise MoatError(f"the grid must be square, found {short(head[0])}")
    if len(head) < 3 or not all(re.fullmatch("[0-9]{1,3}", number) for number in head[1:3]):
        raise MoatError("the first line of p must begin with square,<columns>,<rows>")
    if not isinstance(space, list) or len(space) != 4:
        raise MoatError(f"the space around the grid must be four numbers, found {kind(space)}")
    if not all(type(n) is int and 0 <= n <= 100 for n in space):
        raise MoatError("the space around the grid must be numbers from 0 to 100")
    top, bottom, left, right = space
    wide, high = int(head[1]), int(head[2])
    size = check_shape(wide - left - right, high - top - bottom)
    width = wide + 2 * MARGIN
    return _Paper(size, width, width * (high + 2 * MARGIN), MARGIN + top, MARGIN + left)


def _layer(line: str, what: str) -> dict[str, Any]:
    try:
        layer = load(expand(line))
    except MoatError as error:
        raise MoatError(f"the {what} layer of p is {error}") from error
    if not isinstance(layer, dict):
        raise MoatError(f"the {what} layer of p must be an object, found {kind(layer)}")
    return layer


def _points(layer: dict[str, Any], key: str) -> Iterator[tuple[str, Any]]:
    value = layer.get(key) or {}
    if not isinstance(value, dict):
        raise MoatError(f"'{key}' in p must be an object, found {kind(value)}")
    return iter(value.items())


def _stars(layer: dict[str, Any], paper: _Paper, stars: int | None) -> int:
    """The number drawn outside the board, or what is given."""
    found = []
    for point, value in _points(layer, "number"):
        told = str(value[0]) if isinstance(value, list) and value else ""
        if re.fullmatch("[0-9]{1,7}", point) and paper.cell(int(point)) is None:
            found += [int(told)] if re.fullmatch("[0-9]{1,3}", told) else []
    if len(found) > 1:
        raise MoatError(f"{len(found)} numbers stand beside the grid, and one tells the stars")
    count = found[0] if found else stars
    if count is None:
        raise MoatError("no number beside the grid tells how many stars a row has: say it")
    return check_stars(count)


def _star_cells(layer: dict[str, Any], paper: _Paper) -> Iterator[Cell]:
    for point, value in _points(layer, "symbol"):
        # Styles 1 to 3 are stars of three colours; others of that name are marks.
        star = isinstance(value, list) and value[1:2] == ["star"] and value[0] in (1, 2, 3)
        if star and re.fullmatch("[0-9]{1,7}", point):
            cell = paper.cell(int(point))
            if cell is not None:
                yield cell


def _walls(layer: dict[str, Any], paper: _Paper) -> tuple[list[list[bool]], list[list[bool]]]:
    """The lines between corners as ``from_walls`` takes them; the frame of the board is no wall."""
    size = paper.size
    right = [[False] * (size - 1) for _ in range(size)]
    below = [[False] * size for _ in range(size - 1)]
    for key, _ in _points(layer, "lineE"):
        match = _EDGE.fullmatch(key)
        if match is None:
            continue  # a mark on an edge
        ends = sorted(filter(None, (paper.corner(int(match[i])) for i in (1, 2))))
        if len(ends) != 2:
            continue  # a line through cells
        (r, c), (y, x) = ends
        if (y - r, x - c) == (1, 0) and 0 <= r < size and 1 <= c < size:
            right[r][c - 1] = True
        elif (y - r, x - c) == (0, 1) and 1 <= r < size and 0 <= c < size:
            below[r - 1][c] = True
    return right, below


def _title(head: list[str]) -> str:
    title = head[15] if len(head) > 15 else ""
    return name_of(title.removeprefix("Title:").replace("%2C", ",").strip())


def write_one(puzzle: Puzzle) -> str:
    """The link of a board, drawn as Penpa draws one that it reads from puzz.link.

    The solution stands in the drawing of the solution, if it is known.
    """
    board = board_of(puzzle)
    size = board.size
    width = size + 2 * (SPACE + MARGIN)
    paper = _Paper(size, width, width * width, MARGIN + SPACE, MARGIN + SPACE)
    edges = {}
    for r, row in enumerate(walls_right(board)):
        for c, wall in enumerate(row, 1):
            if wall:
                edges[f"{paper.corner_number(r, c)},{paper.corner_number(r + 1, c)}"] = 2
    for r, row in enumerate(walls_below(board), 1):
        for c, wall in enumerate(row):
            if wall:
                edges[f"{paper.corner_number(r, c)},{paper.corner_number(r, c + 1)}"] = 2
    middle = size // 2
    centre = paper.cell_number(middle, middle) if size % 2 else paper.corner_number(middle, middle)
    text = page(
        side=size + 2 * SPACE,
        space=SPACE,
        centre=centre,
        number={str(paper.cell_number(-1, size - 2)): [str(board.stars), 1, "1"]},
        symbol={str(paper.cell_number(-1, size - 1)): [2, "star", 2]},
        edges=edges,
        stars=[paper.cell_number(r, c) for r, c in sorted(star_cells(puzzle.solution))],
        cells=[paper.cell_number(r, c) for r in range(size) for c in range(size)],
    )
    packer = zlib.compressobj(9, wbits=-15)
    data = packer.compress(text.encode()) + packer.flush()
    return f"{_PAGE}#m=edit&p={base64.b64encode(data).decode()}"


NOTATION = Notation("penpa", "Penpa+ links", sniff, parse, by_line(write_one))
