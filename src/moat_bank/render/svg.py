"""Boards as SVG: whole numbers and plain strings, the same bytes every time.

A cell is 100 units wide and 40 pixels on the screen. No ids and no style sheet are used, so that
many boards can stand in one page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from math import isqrt

from moat_bank.errors import MoatError
from moat_bank.families.stars.board import RegionMap, Solution, solution_rows
from moat_bank.render.colours import PALETTE, colour_regions
from moat_bank.render.picture import Picture, region_letter, star_cells

CELL = 100
EDGE = 10
INK = "#111111"

_STAR = "l8 23 24 0-19 15 7 24-20-14-20 14 7-24-19-15 24 0z"  # from its top at (50, 16)
_CROSS = "m40 40l20 20m0-20l-20 20"  # these two from the top left corner of the cell
_MARK = "m14 14h72v72h-72z"
_TILE = 240
_GAP = 20
_CAPTION = 24
_LONGEST_CAPTION = 36
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def board_svg(picture: Picture, letters: bool = False) -> str:
    """One board as a whole SVG file, with a final newline; ``letters`` name each cell's region."""
    side = len(picture.regions) * 40 + 2 * EDGE * 40 // CELL
    named = f'xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}"'
    return _board(picture, named, letters)


def sheet_svg(
    pictures: Sequence[Picture], columns: int = 0, title: str = "", letters: bool = False
) -> str:
    """A contact sheet: all boards equally large, row by row, each over its caption.

    Args:
        pictures: the boards, from one on.
        columns: boards in a row; 0 for about as many as there are rows.
        title: words for readers of the file who do not see it.
        letters: whether each cell names its region.

    Raises:
        MoatError: there is no board.
    """
    if not pictures:
        raise MoatError("a contact sheet needs at least one board")
    columns = min(columns, len(pictures)) if columns > 0 else isqrt(len(pictures) - 1) + 1
    rows = -(-len(pictures) // columns)
    step = _TILE + _CAPTION + _GAP
    width, height = columns * (_TILE + _GAP) + _GAP, rows * step + _GAP
    words = _escape(title or f"{len(pictures)} boards")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}">\n<title>{words}</title>\n'
        f'<rect width="{width}" height="{height}" fill="#FFFFFF"/>\n'
    ]
    for at, picture in enumerate(pictures):
        x, y = at % columns * (_TILE + _GAP) + _GAP, at // columns * step + _GAP
        parts.append(_board(picture, f'x="{x}" y="{y}" width="{_TILE}" height="{_TILE}"', letters))
        parts.append(_caption(picture.caption, x + _TILE // 2, y + _TILE + _CAPTION - 6))
    return "".join(parts) + "</svg>\n"


def _board(picture: Picture, attributes: str, letters: bool) -> str:
    regions, size = picture.regions, len(picture.regions)
    side = size * CELL + 2 * EDGE
    stars = "".join(
        f"M{c * CELL + 50} {r * CELL + 16}{_STAR}" for r, c in sorted(star_cells(picture.solution))
    )
    parts = [
        f'<svg {attributes} viewBox="-{EDGE} -{EDGE} {side} {side}" role="img">',
        f"<title>{_escape(picture.caption or f'{size}x{size} board')}</title>",
        f"<desc>{_describe(regions, picture.stars, picture.solution)}</desc>",
        *_fills(regions),
        f'<path d="{_grid(size)}" fill="none" stroke="{INK}" stroke-opacity="0.3"'
        ' stroke-width="2"/>',
        f'<path d="{_borders(regions)}" fill="none" stroke="{INK}" stroke-width="{EDGE}"'
        ' stroke-linecap="square"/>',
    ]
    if letters:
        parts += _letters(regions)
    crosses = _each(picture.crossed, _CROSS)
    if crosses:
        parts.append(
            f'<path d="{crosses}" fill="none" stroke="{INK}" stroke-opacity="0.5"'
            ' stroke-width="5"/>'
        )
    marks = _each(picture.marked, _MARK)
    if marks:
        parts.append(f'<path d="{marks}" fill="none" stroke="{INK}" stroke-width="7"/>')
    if stars:
        parts.append(f'<path d="{stars}" fill="{INK}"/>')
    return "\n".join([*parts, "</svg>\n"])


def _each(cells: frozenset[tuple[int, int]], shape: str) -> str:
    """A shape in each of some cells."""
    return "".join(f"M{c * CELL} {r * CELL}{shape}" for r, c in sorted(cells))


def _fills(regions: RegionMap) -> list[str]:
    """One path a region, made of the runs of its cells in each row."""
    paths = [""] * len(regions)
    for r, row in enumerate(regions):
        start = 0
        for region, cells in groupby(row):
            width = sum(1 for _ in cells) * CELL
            paths[region] += f"M{start} {r * CELL}h{width}v{CELL}h-{width}z"
            start += width
    colours = colour_regions(regions)
    return [
        f'<path d="{path}" fill="{PALETTE[colour]}" shape-rendering="crispEdges"/>'
        for path, colour in zip(paths, colours, strict=True)
    ]


def _letters(regions: RegionMap) -> list[str]:
    """The letter of its region in a corner of each cell, clear of the star."""
    return [
        f'<text x="{c * CELL + 10}" y="{r * CELL + 30}" font-family="sans-serif" font-size="24"'
        f' fill="{INK}">{region_letter(region)}</text>'
        for r, row in enumerate(regions)
        for c, region in enumerate(row)
    ]


def _grid(size: int) -> str:
    end = size * CELL
    lines = [f"M0 {at}H{end}M{at} 0V{end}" for at in range(CELL, end, CELL)]
    return "".join(lines)


def _borders(regions: RegionMap) -> str:
    """The edge of the board and all walls between regions, in runs as long as can be."""
    size = len(regions)
    end = size * CELL
    parts = [f"M0 0H{end}V{end}H0z"]
    for at in range(1, size):
        for start, stop in _runs([regions[at - 1][c] != regions[at][c] for c in range(size)]):
            parts.append(f"M{start} {at * CELL}H{stop}")
        for start, stop in _runs([regions[r][at - 1] != regions[r][at] for r in range(size)]):
            parts.append(f"M{at * CELL} {start}V{stop}")
    return "".join(parts)


def _runs(marks: Sequence[bool]) -> list[tuple[int, int]]:
    """From where to where, in units, each run of marked cells reaches."""
    runs, start = [], 0
    for marked, cells in groupby(marks):
        stop = start + sum(1 for _ in cells) * CELL
        if marked:
            runs.append((start, stop))
        start = stop
    return runs


def _describe(regions: RegionMap, stars: int, solution: Solution | None) -> str:
    size = len(regions)
    rows = " ".join("".join(region_letter(region) for region in row) for row in regions)
    noun = "star" if stars == 1 else "stars"
    text = (
        f"A board of {size} by {size} cells, {stars} {noun} in each row, column and region."
        f" Regions, row by row: {rows}."
    )
    if solution is not None:
        columns = " ".join(
            "+".join(str(c + 1) for c in cols) or "none" for cols in solution_rows(solution)
        )
        text += f" Columns of the stars, row by row: {columns}."
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
