"""Scenes as SVG: whole numbers and plain strings, the same bytes every time.

A cell is 100 units wide and 40 pixels on the screen. No ids and no style sheet are used, so that
many boards can stand in one page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from math import isqrt

from moat_bank.errors import MoatError
from moat_bank.render.colours import INK, PAPER
from moat_bank.render.scene import Scene
from moat_bank.render.shapes import (
    BROAD,
    CELL,
    PEN,
    THICK,
    THIN,
    Fill,
    Path,
    Shape,
    Words,
    box,
    shapes,
)

EDGE = 10
"""Space around the board, for half of the frame."""

WIDTHS = {THIN: 2, THICK: EDGE, PEN: 5, BROAD: 7}

_PIXELS = 40
_TILE = 240
_GAP = 20
_CAPTION = 24
_LONGEST_CAPTION = 36
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def board_svg(scene: Scene) -> str:
    """One board as a whole SVG file, with a final newline."""
    _, _, width, height = box(scene)
    across, down = ((side + 2 * EDGE) * _PIXELS // CELL for side in (width, height))
    return _board(scene, f'xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down}"')


def sheet_svg(scenes: Sequence[Scene], columns: int = 0, title: str = "") -> str:
    """A contact sheet: all boards equally large, row by row, each over its caption.

    Args:
        scenes: the boards, from one on.
        columns: boards in a row; 0 for about as many as there are rows.
        title: words for readers of the file who do not see it.

    Raises:
        MoatError: there is no board.
    """
    if not scenes:
        raise MoatError("a contact sheet needs at least one board")
    columns = min(columns, len(scenes)) if columns > 0 else isqrt(len(scenes) - 1) + 1
    rows = -(-len(scenes) // columns)
    step = _TILE + _CAPTION + _GAP
    width, height = columns * (_TILE + _GAP) + _GAP, rows * step + _GAP
    words = _escape(title or f"{len(scenes)} boards")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}">\n<title>{words}</title>\n'
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>\n'
    ]
    for at, scene in enumerate(scenes):
        x, y = at % columns * (_TILE + _GAP) + _GAP, at // columns * step + _GAP
        parts.append(_board(scene, f'x="{x}" y="{y}" width="{_TILE}" height="{_TILE}"'))
        parts.append(_caption(scene.caption, x + _TILE // 2, y + _TILE + _CAPTION - 6))
    return "".join(parts) + "</svg>\n"


def _board(scene: Scene, attributes: str) -> str:
    left, top, width, height = box(scene)
    view = f"{left - EDGE} {top - EDGE} {width + 2 * EDGE} {height + 2 * EDGE}"
    parts = [
        f'<svg {attributes} viewBox="{view}" role="img">',
        f"<title>{_escape(scene.name)}</title>",
        f"<desc>{_escape(scene.description)}</desc>",
        *map(_element, shapes(scene)),
    ]
    return "\n".join([*parts, "</svg>\n"])


def _element(shape: Shape) -> str:
    if isinstance(shape, Words):
        anchor = "" if shape.begins else ' text-anchor="middle"'
        weight = ' font-weight="bold"' if shape.strong else ""
        return (
            f'<text x="{shape.x}" y="{shape.y}"{anchor} font-family="sans-serif"'
            f' font-size="{shape.size}"{weight} fill="{shape.colour}">{_escape(shape.text)}</text>'
        )
    opacity = "" if shape.opacity == 100 else f'-opacity="{shape.opacity / 100}"'
    if isinstance(shape, Fill):
        path = "".join(map(_closed, shape.paths))
        some = f" fill{opacity}" if opacity else ""
        crisp = "" if _slanted(shape.paths) else ' shape-rendering="crispEdges"'
        return f'<path d="{path}" fill="{shape.colour}"{some}{crisp}/>'
    path = "".join(_closed(one[:-1]) if one[0] == one[-1] else _line(one) for one in shape.paths)
    some = f" stroke{opacity}" if opacity else ""
    cap = ' stroke-linecap="square"' if shape.weight == THICK else ""
    return (
        f'<path d="{path}" fill="none" stroke="{shape.colour}"{some}'
        f' stroke-width="{WIDTHS[shape.weight]}"{cap}/>'
    )


def _slanted(paths: Sequence[Path]) -> bool:
    return any(a != c and b != d for one in paths for (a, b), (c, d) in pairwise(one))


def _closed(path: Path) -> str:
    return f"{_line(path)}z"


def _line(path: Path) -> str:
    """A path as SVG writes one, with steps in place of places after the first."""
    text = "M{} {}".format(*path[0])
    for (a, b), (c, d) in pairwise(path):
        if b == d:
            text += f"h{c - a}"
        elif a == c:
            text += f"v{d - b}"
        else:
            text += f"l{c - a} {d - b}"
    return text


def _caption(caption: str, x: int, y: int) -> str:
    if len(caption) > _LONGEST_CAPTION:
        caption = caption[: _LONGEST_CAPTION - 1] + "…"
    return (
        f'<text x="{x}" y="{y}" text-anchor="middle" font-family="sans-serif" font-size="13"'
        f' fill="{INK}">{_escape(caption)}</text>\n'
    )


def _escape(text: str) -> str:
    """Text for XML; characters that XML cannot hold become question marks."""
    text = _NO_XML.sub("?", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
