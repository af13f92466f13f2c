"""Level files of the queens-game kind: a TypeScript module with one letter a cell.

``const level = { path, size, colorRegions: [["A", "B", ...], ...], regionColors: {A: ...}, ... }``.
Only ``size`` and ``colorRegions`` make the board, with one star a row; a file may hold several such
objects, each with its ``size`` before its ``colorRegions``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from moat_bank.errors import MoatError, short
from moat_bank.families.base import Puzzle
from moat_bank.families.notation import MAX_LINE, Notation, Piece, Told, name_of, only
from moat_bank.families.stars.board import board_of, region_letter
from moat_bank.families.stars.notations.boards import from_labels, letter_rows
from moat_bank.render.colours import PALETTE, colour_areas

_REGIONS = re.compile(r"\bcolorRegions\b[^\[\]{}]{0,100}?[:=]\s{0,100}(?=\[)")
_SIZE = re.compile(r"\bsize\s*:\s*([0-9]{1,3})\b")
_NAME = re.compile(r"""\bpath\s*:\s*["']([^"'\n]{1,200})["']""")
_TOKEN = re.compile(
    r"""\s+|//[^\n]*|/\*.*?\*/|(?P<mark>[\[\],])|(?P<quote>["'`])(?P<text>[^"'`\\\n]*)(?P=quote)""",
    re.DOTALL,
)


@dataclass(frozen=True)
class _Level:
    """One object: its rows and where in the text they begin, its size if it says it, its name."""

    text: str
    line: int
    column: int
    size: int | None
    name: str


def sniff(text: str) -> bool:
    """Whether there are ``colorRegions`` in a text."""
    return _REGIONS.search(text) is not None


def split(text: str) -> Iterator[Piece]:
    """One piece for each ``colorRegions``.  O(characters), however many there are."""
    before, line, line_start, found = 0, 1, 0, list(_REGIONS.finditer(text))
    bounds = pairwise([*(match.start() for match in found), len(text)])
    for number, (match, (_, end)) in enumerate(zip(found, bounds, strict=True), 1):
        head, start = text[before : match.start()], match.end()
        size, name = _SIZE.findall(head), _NAME.findall(head)
        line += text.count("\n", before, start)
        line_start = max(line_start, text.rfind("\n", before, start) + 1)
        yield (
            f"board {number}" if len(found) > 1 else "",
            _Level(
                text[start : min(end, start + MAX_LINE)],
                line,
                start - line_start + 1,
                int(size[-1]) if size else None,
                name[-1] if name else "",
            ),
        )
        before = start


def parse(level: _Level, told: Told) -> Puzzle:
    """A board from an object; one star unless another number is given."""
    rows = list(_rows(level))
    if level.size is not None and level.size != len(rows):
        raise MoatError(f"size is {level.size}, but colorRegions has {len(rows)} rows")
    return from_labels(rows, told.get("stars", 1), name=name_of(level.name))


def _rows(level: _Level) -> Iterator[list[str]]:
    """The rows of a list of lists of texts, a trailing comma allowed."""
    depth, row, after_comma = 0, list[str](), True
    text = level.text
    for at, mark, label in _tokens(level):
        if mark == "[" and depth < 2 and after_comma:
            depth, row = depth + 1, []
        elif mark == "]":
            if depth == 2:
                yield row
            depth, after_comma = depth - 1, False
            if depth == 0:
                return
        elif mark == "," and depth and not after_comma:
            after_comma = True
        elif label is not None and depth == 2 and after_comma:
            row.append(label)
            after_comma = False
        else:
            raise MoatError(f"{_where(level, at)}: did not expect {short(text[at : at + 1])}")
    raise MoatError(f"{_where(level, len(text))}: the text ends inside colorRegions")


def _tokens(level: _Level) -> Iterator[tuple[int, str | None, str | None]]:
    text, at = level.text, 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise MoatError(f"{_where(level, at)}: did not expect {short(text[at : at + 1])}")
        if match["mark"] or match["quote"]:
            if match["text"] == "":
                raise MoatError(f"{_where(level, at)}: a region has an empty name")
            yield at, match["mark"], match["text"]
        at = match.end()


def _where(level: _Level, at: int) -> str:
    more = level.text.count("\n", 0, at)
    column = at - level.text.rfind("\n", 0, at) if more else level.column + at
    return f"line {level.line + more} column {column}"


def write(puzzles: Sequence[Puzzle]) -> str:
    """The module of one board of one star."""
    board = board_of(only(puzzles, "a level file"))
    if board.stars != 1:
        raise MoatError(f"a level file has one star a row, this board has {board.stars}")
    rows = (", ".join(f'"{cell}"' for cell in row) for row in letter_rows(board))
    colours = colour_areas(board.regions)
    lines = [
        "const level = {",
        f"  size: {board.size},",
        "  colorRegions: [",
        *(f"    [{row}]," for row in rows),
        "  ],",
        "  regionColors: {",
        *(
            f'    {region_letter(region)}: "{PALETTE[colour]}",'
            for region, colour in enumerate(colours)
        ),
        "  },",
        "};",
        "",
        "export default level;",
    ]
    return "\n".join(lines) + "\n"


NOTATION = Notation("level", "level files in TypeScript", sniff, parse, write, split)
