"""A booklet to print: scenes on pages of paper, the solved ones at the end, as PDF.

Needs matplotlib, of the ``build`` extra.  The same scenes and the same matplotlib give the same
bytes.  Lengths are in millimetres, from the upper left corner of the paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from moat_bank.errors import MoatError, whole
from moat_bank.render.colours import INK
from moat_bank.render.scene import Scene
from moat_bank.render.shapes import CELL, PEN, THICK, THIN, Fill, Shape, Stroke, Words, box, shapes

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MAX_PER_PAGE = 60
MAX_BOARDS = 5000
SMALLER = 4
"""So many solutions stand where one board stands."""

_MARGIN = 15.0
_HEAD = 12.0
_GAP = 6.0
_CAPTION = 6.0
_RULE = 4.0
_INCH = 25.4
_POINT = _INCH / 72


@dataclass(frozen=True)
class _Page:
    """What stands on one page: scenes with their numbers, in a grid, and words above."""

    scenes: Sequence[tuple[int, Scene]]
    places: int
    head: str
    under_head: Sequence[str]
    captions: bool


def booklet_pdf(
    scenes: Sequence[Scene],
    solved: Sequence[Scene] = (),
    per_page: int = 4,
    title: str = "",
    paper: str = "a4",
    colour: bool = False,
) -> bytes:
    """The PDF of a booklet.

    Args:
        scenes: the boards in their order.
        solved: the same with their solutions, for the end; none to leave these out.
        per_page: boards on a page, 1 to ``MAX_PER_PAGE``.
        title: words above the first page.
        paper: one of ``PAPERS``.
        colour: fill areas that have colours; else walls alone tell them apart.

    Raises:
        MoatError: there is no board, a number is out of range, or matplotlib is not there.
    """
    if not scenes:
        raise MoatError("a booklet needs at least one board")
    if len(scenes) > MAX_BOARDS:
        raise MoatError(f"a booklet has at most {MAX_BOARDS} boards, found {len(scenes)}")
    whole(per_page, "the number of boards on a page", 1, MAX_PER_PAGE)
    if paper not in PAPERS:
        raise MoatError(f"unknown paper {paper!r}; known: {', '.join(PAPERS)}")
    try:
        import matplotlib as mpl
        from matplotlib.backends.backend_pdf import PdfPages
    except ModuleNotFoundError as error:
        raise MoatError(
            "this needs matplotlib: install the 'build' extra, pip install 'moat_bank[build]'"
        ) from error
    pages = list(_pages(scenes, solved, per_page, title))
    buffer = BytesIO()
    # Defaults throughout, whatever the user's own settings; no date, so the bytes stay the same.
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update({"font.family": "DejaVu Sans", "pdf.fonttype": 42})
        metadata = {"Title": title or "Puzzles", "CreationDate": None}
        with PdfPages(buffer, metadata=metadata) as pdf:
            for number, page in enumerate(pages, 1):
                pdf.savefig(_draw(page, number, len(pages), PAPERS[paper], colour))
    return buffer.getvalue()


def _pages(
    scenes: Sequence[Scene], solved: Sequence[Scene], per_page: int, title: str
) -> Iterator[_Page]:
    numbered = list(enumerate(scenes, 1))
    for start in range(0, len(numbered), per_page):
        rules = list(dict.fromkeys(scene.rules for scene in scenes)) if start == 0 else []
        head = "" if start else title
        yield _Page(numbered[start : start + per_page], per_page, head, rules, True)
    more = min(per_page * SMALLER, MAX_PER_PAGE)
    numbered = list(enumerate(solved, 1))
    for start in range(0, len(numbered), more):
        yield _Page(numbered[start : start + more], more, "Solutions", [], False)


def _draw(page: _Page, number: int, last: int, paper: tuple[float, float], colour: bool) -> Any:
    from matplotlib.figure import Figure

    width, height = paper
    figure = Figure(figsize=(width / _INCH, height / _INCH))
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.set_axis_off()
    if page.head:
        _write(axes, page.head, width / 2, _MARGIN, 16)
    for line, words in enumerate(page.under_head):
        _write(axes, words, width / 2, _MARGIN + _HEAD / 2 + 1 + line * _RULE, 8)
    _write(axes, f"{number} / {last}", width / 2, height - _MARGIN / 2, 8)
    top = _MARGIN + _HEAD + _RULE * max(0, len(page.under_head) - 1)
    room = (width - 2 * _MARGIN, height - _MARGIN - top)
    columns, side = _fit(page.places, *room)
    step = side + _GAP, side + _GAP + _CAPTION
    left = (width - columns * step[0] + _GAP) / 2
    for place, (nth, scene) in enumerate(page.scenes):
        x = left + place % columns * step[0]
        y = top + place // columns * step[1] + _CAPTION
        size = 8 if side > 40 else 6
        words = _caption(nth, scene.caption if page.captions else "", side, size)
        _write(axes, words, x, y - 1.5, size, ha="left", va="baseline")
        _board(axes, scene, (x, y), side, colour)
    return figure


def _write(axes: Any, words: str, x: float, y: float, size: float, **look: str) -> None:
    """Words as they stand: a dollar sign begins no formula."""
    look = {"ha": "center", "va": "center", "color": INK, **look}
    axes.text(x, y, words, size=size, parse_math=False, **look)


def _caption(number: int, caption: str, width: float, size: int) -> str:
    """The number, and of the caption's parts (by commas) as many as fit.

    A letter is some 0.6 of its size wide.
    """
    parts = caption.split(", ") if caption else []
    most = int(width / (0.6 * size * _POINT))
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


def _board(axes: Any, scene: Scene, corner: tuple[float, float], side: float, colour: bool) -> None:
    """Draw a scene as large as fits into a square."""
    left, top, width, height = box(scene)
    scale = side / max(width, height)
    for shape in shapes(scene, colour):
        _draw_shape(axes, shape, (corner[0] - left * scale, corner[1] - top * scale), scale)


def _draw_shape(axes: Any, shape: Shape, origin: tuple[float, float], scale: float) -> None:
    """Draw a shape whose own (0, 0) is at ``origin``; ``scale`` is millimetres to its unit."""
    from matplotlib.collections import LineCollection, PolyCollection

    x, y = origin
    if isinstance(shape, Words):
        _write(
            axes,
            shape.text,
            x + shape.x * scale,
            y + shape.y * scale,
            shape.size * scale / _POINT,
            ha="left" if shape.begins else "center",
            va="baseline",
            color=shape.colour,
            weight="bold" if shape.strong else "normal",
        )
        return
    paths = [[(x + a * scale, y + b * scale) for a, b in path] for path in shape.paths]
    alpha = None if shape.opacity == 100 else shape.opacity / 100
    if isinstance(shape, Fill):
        drawn: Any = PolyCollection(paths, facecolors=shape.colour, edgecolors="none", alpha=alpha)
    else:
        width = _line_width(shape, scale * CELL)
        cap = "projecting" if shape.weight == THICK else "butt"
        drawn = LineCollection(
            paths, colors=shape.colour, linewidths=width, capstyle=cap, alpha=alpha
        )
    axes.add_collection(drawn)


def _line_width(stroke: Stroke, cell: float) -> float:
    """How broad lines are, in points, in cells of so many millimetres."""
    if stroke.weight == THIN:
        return 0.4
    if stroke.weight == THICK:
        return min(2.0, max(0.8, cell / 5))
    return cell / _POINT * (0.05 if stroke.weight == PEN else 0.07)
