"""A scene for a terminal: walls between areas, marks, clues, and colour where there is some."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TextIO

from moat_bank.render.colours import TERMINAL, colour_areas
from moat_bank.render.scene import Cell, Mark, Scene

# By the arms of a crossing: 1 up, 2 right, 4 down, 8 left. One arm alone cannot be: the walls
# around a point part the four cells there, and a circle is not cut by one cut.
_CORNERS = {
    0: " ",
    3: "┗",
    5: "┃",
    6: "┏",
    7: "┣",
    9: "┛",
    10: "━",
    11: "┻",
    12: "┓",
    13: "┫",
    14: "┳",
    15: "╋",
}
_SIGNS = {"star": "★", "dot": "·", "cross": "x", "crate": "■", "player": "@"}
_SIDES = {"goal": "()", "ring": "[]"}
_SHADE = "░"
_BLOCK = "█"
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("┗┏┣┛┻┓┫┳╋", "+"),
        **{"━": "-", "┃": "|", "★": "*", "·": ".", "■": "$", _SHADE: ":", _BLOCK: "#"},
    }
)

Paint = Callable[[str, int], str]


def board_text(scene: Scene, *, colour: bool = False, plain: bool = False) -> str:
    """The scene in lines of text, and its caption under it if it has one.

    Walls tell areas apart without any colour; a line between rows is there where areas are.

    Args:
        scene: the board.
        colour: paint areas that have colours with ANSI codes (256 colours).
        plain: use ASCII alone for the board.
    """
    marks: dict[Cell, list[Mark]] = {}
    for cell, mark in scene.marks:
        marks.setdefault(cell, []).append(mark)
    cells = [
        [_content(scene, (r, c), marks.get((r, c), ())) for c in range(scene.cols)]
        for r in range(scene.rows)
    ]
    width = max(3, *(len(text) for row in cells for text in row), *_lengths(scene.top)) | 1
    text = "\n".join(_lines(scene, cells, width, _painter(scene) if colour else _leave))
    if plain:
        text = text.translate(_PLAIN)
    caption = "".join(c if c.isprintable() else "?" for c in scene.caption)
    return f"{text}\n{caption}" if caption else text


def wants_colour(stream: TextIO) -> bool:
    """Whether the stream is a terminal that shows colours and the user has not declined them."""
    return (
        stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "") != "dumb"
    )


def wants_plain(stream: TextIO) -> bool:
    """Whether the stream's encoding lacks the walls and signs."""
    try:
        "┏━┃★·■░█".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def _lengths(clues: Sequence[Sequence[str]]) -> list[int]:
    return [len(clue) for line in clues for clue in line]


def _lines(scene: Scene, cells: Sequence[Sequence[str]], width: int, paint: Paint) -> Iterator[str]:
    """The clues of columns, then a line a row, with lines of walls between."""
    left = [" ".join(clues) for clues in scene.left] or [""] * scene.rows
    room = max(map(len, left)) + 1 if scene.left else 0
    indent = " " * room
    for back in range(max(map(len, scene.top), default=0), 0, -1):
        clues = (column[-back] if back <= len(column) else "" for column in scene.top)
        yield (indent + " " + " ".join(clue.center(width) for clue in clues)).rstrip()
    inside = scene.areas or ((0,) * scene.cols,) * scene.rows
    out = [-1] * (scene.cols + 2)
    around = [out, *([-1, *row, -1] for row in inside), out]
    for r, row in enumerate(cells):
        if scene.grid and (r == 0 or scene.areas is not None):
            yield indent + _wall_line(around[r], around[r + 1], width, paint)
        beside = left[r].rjust(room - 1) + " " if room else ""
        yield beside + _cell_line(scene, around[r + 1], [_padded(t, width) for t in row], paint)
    if scene.grid:
        yield indent + _wall_line(around[-2], out, width, paint)


def _wall_line(above: Sequence[int], below: Sequence[int], width: int, paint: Paint) -> str:
    """The line between two rows, each with one cell of outside at both ends."""
    parts = []
    for c in range(len(above) - 1):
        arms = (
            (above[c] != above[c + 1])
            + 2 * (above[c + 1] != below[c + 1])
            + 4 * (below[c] != below[c + 1])
            + 8 * (above[c] != below[c])
        )
        parts.append(_CORNERS[arms] if arms else paint(" ", above[c]))
        if c < len(above) - 2:
            parts.append("━" * width if arms & 2 else paint(" " * width, above[c + 1]))
    return "".join(parts)


def _cell_line(scene: Scene, row: Sequence[int], cells: Sequence[str], paint: Paint) -> str:
    """One row of cells, of which ``row`` has the areas with one cell of outside at both ends."""
    if not scene.grid:
        return "".join(cells).rstrip()
    parts = []
    for c in range(len(row) - 1):
        parts.append("┃" if row[c] != row[c + 1] else paint(" ", row[c]))
        if c < len(cells):
            parts.append(paint(cells[c], row[c + 1]))
    return "".join(parts)


def _padded(text: str, width: int) -> str:
    """A cell's text as wide as all; one block fills its cell."""
    return _BLOCK * width if text == _BLOCK else text.center(width)


def _content(scene: Scene, cell: Cell, marks: Sequence[Mark]) -> str:
    """What a cell says: its label or a left side, its sign or words, and a right side."""
    label = scene.labels.get(cell, "")
    sides = _SHADE * 2 if cell in scene.shaded else "  "
    middle = "·" if scene.grid and not label else " "
    for mark in marks:
        if mark.shape in ("full", "wall"):
            return _BLOCK
        sides = _SIDES.get(mark.shape, sides)
        middle = _SIGNS.get(mark.shape) or _words(mark) or middle
    if label:
        return f"{sides[0]}{label}{middle}"
    return middle if sides == "  " else f"{sides[0]}{middle}{sides[1]}"


def _words(mark: Mark) -> str:
    """The words of a mark in one line; a dark cell without any is a block."""
    if mark.shape == "slash":
        return "\\".join(mark.texts) if any(mark.texts) else _BLOCK
    return "".join(mark.texts)


def _painter(scene: Scene) -> Paint:
    if not scene.coloured or scene.areas is None:
        return _leave
    colours = colour_areas(scene.areas)

    def paint(text: str, area: int) -> str:
        return f"\x1b[38;5;16;48;5;{TERMINAL[colours[area]]}m{text}\x1b[0m"

    return paint


def _leave(text: str, area: int) -> str:
    return text
