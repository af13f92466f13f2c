"""Level files of the queens-game kind: a TypeScript module with one letter a cell.

``const level = { path, size, colorRegions: [["A", "B", ...], ...], regionColors: {A: ...}, ... }``.
Only ``size`` and ``colorRegions`` make the board, with one star a row; a file may hold several such
objects, each with its ``size`` before its ``colorRegions``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from moat_bank.errors import MoatError, short
from moat_bank.formats.json_values import name_of
from moat_bank.formats.notation import Notation, Piece, only
from moat_bank.formats.puzzle import Puzzle, from_labels, letter, letter_rows
from moat_bank.render.colours import PALETTE, colour_regions

_REGIONS = re.compile(r"\bcolorRegions\b[^\[\]{}]*?[:=]\s*(?=\[)")
_SIZE = re.compile(r"\bsize\s*:\s*([0-9]{1,3})\b")
_NAME = re.compile(r"""\bpath\s*:\s*["']([^"'\n]{1,200})["']""")
_TOKEN = re.compile(
    r"""\s+|//[^\n]*|/\*.*?\*/|(?P<mark>[\[\],])|(?P<quote>["'`])(?P<text>[^"'`\\\n]*)(?P=quote)""",
    re.DOTALL,
)


@dataclass(frozen=True)
class _Level:
    """One object: its size if it says it, its name, and where in the text its rows begin."""

    text: str
    start: int
    size: int | None
    name: str


def sniff(text: str) -> bool:
    """Whether there are ``colorRegions`` in a text."""
    return _REGIONS.search(text) is not None


def split(text: str) -> Iterator[Piece]:
    """One piece for each ``colorRegions``."""
    before, found = 0, list(_REGIONS.finditer(text))
    for number, match in enumerate(found, 1):
        head = text[before : match.start()]
        size, name = _SIZE.findall(head), _NAME.findall(head)
        yield (
            f"board {number}" if len(found) > 1 else "",
            _Level(text, match.end(), int(size[-1]) if size else None, name[-1] if name else ""),
        )
        before = match.end()


def parse(level: _Level, stars: int | None) -> Puzzle:
    """A board from an object; one star unless another number is given."""
    rows = list(_rows(level.text, level.start))
    if level.size is not None and level.size != len(rows):
        raise MoatError(f"size is {level.size}, but colorRegions has {len(rows)} rows")
    return from_labels(rows, 1 if stars is None else stars, name=name_of(level.name))


def _rows(text: str, start: int) -> Iterator[list[str]]:
    """The rows of a list of lists of texts that begins at ``start``, a trailing comma allowed."""
    depth, row, after_comma = 0, list[str](), True
    for at, mark, label in _tokens(text, start):
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
            raise MoatError(f"{_where(text, at)}: did not expect {short(text[at : at + 1])}")
    raise MoatError(f"{_where(text, len(text))}: the text ends inside colorRegions")


def _tokens(text: str, start: int) -> Iterator[tuple[int, str | None, str | None]]:
    at = start
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise MoatError(f"{_where(text, at)}: did not expect {short(text[at : at + 1])}")
        if match["mark"] or match["quote"]:
            if match["text"] == "":
                raise MoatError(f"{_where(text, at)}: a region has an empty name")
            yield at, match["mark"], match["text"]
        at = match.end()


def _where(text: str, at: int) -> str:
    line = text.count("\n", 0, at)
    column = at - (text.rfind("\n", 0, at) + 1)
    return f"line {line + 1} column {column + 1}"


def write(puzzles: Sequence[Puzzle]) -> str:
    """The module of one board of one star."""
    puzzle = only(puzzles, "a level file")
    if puzzle.stars != 1:
        raise MoatError(f"a level file has one star a row, this board has {puzzle.stars}")
    rows = (", ".join(f'"{cell}"' for cell in row) for row in letter_rows(puzzle))
    colours = colour_regions(puzzle.regions)
    lines = [
        "const level = {",
        f"  size: {puzzle.size},",
        "  colorRegions: [",
        *(f"    [{row}]," for row in rows),
        "  ],",
        "  regionColors: {",
        *(f'    {letter(region)}: "{PALETTE[colour]}",' for region, colour in enumerate(colours)),
        "  },",
        "};",
        "",
        "export default level;",
    ]
    return "\n".join(lines) + "\n"


NOTATION = Notation("level", "level files in TypeScript", sniff, parse, write, split)
