"""A board for a terminal: walls between regions, stars, and colour where there is some."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TextIO

from moat_bank.render.colours import colour_regions
from moat_bank.render.picture import Cell, Picture, region_letter, star_cells

ANSI_PALETTE = (255, 173, 81, 141, 185, 108, 157, 175)
"""The colours of ``PALETTE`` as nearly as the 256 of a terminal allow."""

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
_PLAIN = str.maketrans({**dict.fromkeys("┗┏┣┛┻┓┫┳╋", "+"), "━": "-", "┃": "|", "★": "*", "·": "."})

Paint = Callable[[str, int], str]


def board_text(
    picture: Picture, *, colour: bool = False, letters: bool = False, plain: bool = False
) -> str:
    """The board in lines of text, 2 * size + 1 of them, and the caption under it if it has one.

    The walls tell the regions apart without any colour.

    Args:
        picture: the board.
        colour: paint the regions with ANSI codes (256 colours).
        letters: put each cell's region into it, as a letter.
        plain: use ASCII alone for the board.
    """
    regions, size = picture.regions, len(picture.regions)
    around = [[-1] * (size + 2), *([-1, *row, -1] for row in regions), [-1] * (size + 2)]
    stars = star_cells(picture.solution)
    paint = _painter(colour_regions(regions)) if colour else _leave
    lines = []
    for r in range(size):
        lines.append(_wall_line(around[r], around[r + 1], paint))
        cells = [_cell(picture, (r, c), stars, letters) for c in range(size)]
        lines.append(_cell_line(around[r + 1], cells, paint))
    lines.append(_wall_line(around[size], around[size + 1], paint))
    text = "\n".join(lines)
    if plain:
        text = text.translate(_PLAIN)
    caption = "".join(c if c.isprintable() else "?" for c in picture.caption)
    return f"{text}\n{caption}" if caption else text


def wants_colour(stream: TextIO) -> bool:
    """Whether the stream is a terminal that shows colours and the user has not declined them."""
    return (
        stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "") != "dumb"
    )


def wants_plain(stream: TextIO) -> bool:
    """Whether the stream's encoding lacks the walls and stars."""
    try:
        "┏━┃★·".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def _wall_line(above: Sequence[int], below: Sequence[int], paint: Paint) -> str:
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
            parts.append("━━━" if arms & 2 else paint("   ", above[c + 1]))
    return "".join(parts)


def _cell(picture: Picture, cell: Cell, stars: set[Cell], letters: bool) -> str:
    """Three characters: the region's letter if asked for, the mark, a bracket at either side."""
    left, right = "[]" if cell in picture.marked else "  "
    mark = "★" if cell in stars else "x" if cell in picture.crossed else " " if letters else "·"
    r, c = cell
    letter = region_letter(picture.regions[r][c])
    return f"{left}{letter}{mark}" if letters else f"{left}{mark}{right}"


def _cell_line(row: Sequence[int], cells: Sequence[str], paint: Paint) -> str:
    """One row of cells, of which ``row`` has the regions with one cell of outside at both ends."""
    parts = []
    for c in range(len(row) - 1):
        parts.append("┃" if row[c] != row[c + 1] else paint(" ", row[c]))
        if c < len(cells):
            parts.append(paint(cells[c], row[c + 1]))
    return "".join(parts)


def _painter(colours: Sequence[int]) -> Paint:
    def paint(text: str, region: int) -> str:
        return f"\x1b[38;5;16;48;5;{ANSI_PALETTE[colours[region]]}m{text}\x1b[0m"

    return paint


def _leave(text: str, region: int) -> str:
    return text
