"""A booklet to print: boards on pages of paper, their solutions at the end, as PDF.

Needs matplotlib, of the ``build`` extra.  The same boards and the same matplotlib give the same
bytes.  Lengths are in millimetres, from the upper left corner of the paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from moat_bank.errors import MoatError, whole
from moat_bank.render.colours import PALETTE, colour_regions
from moat_bank.render.picture import Picture, star_cells

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MAX_PER_PAGE = 60
MAX_BOARDS = 5000
SMALLER = 4
"""So many solutions stand where one board stands."""

_MARGIN = 15.0
_HEAD = 12.0
_GAP = 6.0
_CAPTION = 6.0
_INCH = 25.4
_INK = "#111111"


@dataclass(frozen=True)
class _Page:
    """What stands on one page: pictures with their numbers, in a grid, and words above."""

    pictures: Sequence[tuple[int, Picture]]
    places: int
    head: str
    under_head: str
    solved: bool


def booklet_pdf(
    pictures: Sequence[Picture],
    per_page: int = 4,
    title: str = "",
    paper: str = "a4",
    colour: bool = False,
    solutions: bool = True,
) -> bytes:
    """The PDF of a booklet.

    Args:
        pictures: the boards in their order, each with its solution if ``solutions``.
        per_page: boards on a page, 1 to ``MAX_PER_PAGE``.
        title: words above the first page.
        paper: one of ``PAPERS``.
        colour: fill the regions; else walls alone tell them apart.
        solutions: add the solved boards at the end.

    Raises:
        MoatError: there is no board, one has no solution, a number is out of range, or matplotlib
            is not there.
    """
    if not pictures:
        raise MoatError("a booklet needs at least one board")
    if len(pictures) > MAX_BOARDS:
        raise MoatError(f"a booklet has at most {MAX_BOARDS} boards, found {len(pictures)}")
    whole(per_page, "the number of boards on a page", 1, MAX_PER_PAGE)
    if paper not in PAPERS:
        raise MoatError(f"unknown paper {paper!r}; known: {', '.join(PAPERS)}")
    if solutions and any(picture.solution is None for picture in pictures):
        raise MoatError("a board has no solution to print")
    try:
        import matplotlib as mpl
        from matplotlib.backends.backend_pdf import PdfPages
    except ModuleNotFoundError as error:
        raise MoatError(
            "this needs matplotlib: install the 'build' extra, pip install 'moat_bank[build]'"
        ) from error
    pages = list(_pages(pictures, per_page, title, solutions))
    buffer = BytesIO()
    # Defaults throughout, whatever the user's own settings; no date, so the bytes stay the same.
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update({"font.family": "DejaVu Sans", "pdf.fonttype": 42})
        metadata = {"Title": title or "Star Battle", "CreationDate": None}
        with PdfPages(buffer, metadata=metadata) as pdf:
            for number, page in enumerate(pages, 1):
                pdf.savefig(_draw(page, number, len(pages), PAPERS[paper], colour))
    return buffer.getvalue()


def _pages(
    pictures: Sequence[Picture], per_page: int, title: str, solutions: bool
) -> Iterator[_Page]:
    numbered = list(enumerate(pictures, 1))
    for start in range(0, len(numbered), per_page):
        first = start == 0
        head, under = (title, _rules(pictures)) if first else ("", "")
        yield _Page(numbered[start : start + per_page], per_page, head, under, False)
    more = min(per_page * SMALLER, MAX_PER_PAGE)
    for start in range(0, len(numbered) if solutions else 0, more):
        yield _Page(numbered[start : start + more], more, "Solutions", "", True)


def _rules(pictures: Sequence[Picture]) -> str:
    counts = sorted({picture.stars for picture in pictures})
    if counts == [1]:
        many = "one star"
    elif len(counts) == 1:
        many = f"{counts[0]} stars"
    else:
        many = "as many stars as its caption says"
    return (
        f"Each row, each column and each region holds {many};"
        " stars do not touch, not even at a corner."
    )


def _draw(page: _Page, number: int, last: int, paper: tuple[float, float], colour: bool) -> Any:
    from matplotlib.figure import Figure

    width, height = paper
    figure = Figure(figsize=(width / _INCH, height / _INCH))
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.set_axis_off()
    if page.head:
        _write(axes, page.head, width / 2, _MARGIN, 16)
    if page.under_head:
        _write(axes, page.under_head, width / 2, _MARGIN + _HEAD / 2 + 1, 8)
    _write(axes, f"{number} / {last}", width / 2, height - _MARGIN / 2, 8)
    top = _MARGIN + _HEAD
    room = (width - 2 * _MARGIN, height - _MARGIN - top)
    columns, side = _fit(page.places, *room)
    step = side + _GAP, side + _GAP + _CAPTION
    left = (width - columns * step[0] + _GAP) / 2
    for place, (nth, picture) in enumerate(page.pictures):
        x = left + place % columns * step[0]
        y = top + place // columns * step[1] + _CAPTION
        size = 8 if side > 40 else 6
        words = _caption(nth, "" if page.solved else picture.caption, side, size)
        _write(axes, words, x, y - 1.5, size, ha="left", va="baseline")
        _board(axes, picture, (x, y), side, colour, page.solved)
    return figure


def _write(axes: Any, words: str, x: float, y: float, size: int, **align: str) -> None:
    """Words as they stand: a dollar sign begins no formula."""
    align = {"ha": "center", "va": "center", **align}
    axes.text(x, y, words, size=size, color=_INK, parse_math=False, **align)


def _caption(number: int, caption: str, width: float, size: int) -> str:
    """The number, and of the caption's parts (by commas) as many as fit.

    A letter is some 0.6 of its size wide.
    """
    parts = caption.split(", ") if caption else []
    most = int(width / (0.6 * size * _INCH / 72))
    while parts and len(f"{number}.  {', '.join(parts)}") > most:
        parts.pop()
    return f"{number}.  {', '.join(parts)}" if parts else f"{number}"


def _fit(places: int, width: float, height: float) -> tuple[int, float]:
    """How many boards to a row, and how wide each, so that so many are as large as can be."""
    sides = []
    for columns in range(1, places + 1):
        rows = -(-places // columns)
        across = (width + _GAP) / columns - _GAP
        down = (height + _GAP) / rows - _GAP - _CAPTION
        sides.append((min(across, down), -columns))
    side, columns = max(sides)
    return -columns, side


def _board(
    axes: Any,
    picture: Picture,
    corner: tuple[float, float],
    side: float,
    colour: bool,
    solved: bool,
) -> None:
    from matplotlib.collections import LineCollection, PolyCollection

    regions, size = picture.regions, len(picture.regions)
    x, y = corner
    cell = side / size

    def at(row: float, col: float) -> tuple[float, float]:
        return x + col * cell, y + row * cell

    if colour:
        chosen = colour_regions(regions)
        squares = [
            [at(r, c), at(r, c + 1), at(r + 1, c + 1), at(r + 1, c)]
            for r in range(size)
            for c in range(size)
        ]
        fills = [PALETTE[chosen[region]] for row in regions for region in row]
        axes.add_collection(PolyCollection(squares, facecolors=fills, edgecolors="none"))
    thin = [
        line for n in range(1, size) for line in ([at(n, 0), at(n, size)], [at(0, n), at(size, n)])
    ]
    axes.add_collection(LineCollection(thin, colors="#999999", linewidths=0.4))
    walls = [[at(0, 0), at(0, size), at(size, size), at(size, 0), at(0, 0)]]
    for r in range(size):
        for c in range(size):
            if c + 1 < size and regions[r][c] != regions[r][c + 1]:
                walls.append([at(r, c + 1), at(r + 1, c + 1)])
            if r + 1 < size and regions[r][c] != regions[r + 1][c]:
                walls.append([at(r + 1, c), at(r + 1, c + 1)])
    thick = min(2.0, max(0.8, cell / 5))
    axes.add_collection(LineCollection(walls, colors=_INK, linewidths=thick, capstyle="projecting"))
    if solved:
        stars = [
            _star(*at(r + 0.5, c + 0.5), cell) for r, c in sorted(star_cells(picture.solution))
        ]
        axes.add_collection(PolyCollection(stars, facecolors=_INK, edgecolors="none"))


_STAR = (
    *((0, -34), (8, -11), (32, -11), (13, 4), (20, 27)),
    *((0, 13), (-20, 27), (-13, 4), (-32, -11), (-8, -11)),
)
"""A star's corners around its middle, in hundredths of a cell."""


def _star(x: float, y: float, cell: float) -> list[tuple[float, float]]:
    return [(x + cell * dx / 100, y + cell * dy / 100) for dx, dy in _STAR]
