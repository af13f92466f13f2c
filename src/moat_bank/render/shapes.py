"""A scene as polygons, lines and words on a plane, which SVG and PDF write each in its own way.

Lengths are whole hundredths of a cell, from the upper left corner of the first cell, to the right
and down; clues lie at negative places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import isqrt

from moat_bank.render.colours import DARK, INK, PALETTE, PAPER, STONE, WOOD, colour_areas
from moat_bank.render.scene import Cell, Mark, Scene

CELL = 100
CLUE = 60
"""Width or height of the place of a clue."""

Path = tuple[tuple[int, int], ...]
"""Corners in their order."""

THIN, THICK, PEN, BROAD = "thin", "thick", "pen", "broad"
"""Weights of lines: between cells, around areas, and of marks, fine and broad."""


@dataclass(frozen=True)
class Fill:
    """Closed paths filled with a colour, so many per cent of it."""

    paths: tuple[Path, ...]
    colour: str
    opacity: int = 100


@dataclass(frozen=True)
class Stroke:
    """Lines of a weight, of so many per cent; a path that ends where it began is closed."""

    paths: tuple[Path, ...]
    weight: str
    colour: str = INK
    opacity: int = 100


@dataclass(frozen=True)
class Words:
    """A text: ``x`` is its middle, or its beginning where ``begins``; ``y`` is what it stands on.

    Its size is the height of a line.
    """

    x: int
    y: int
    text: str
    size: int
    colour: str = INK
    strong: bool = False
    begins: bool = False


Shape = Fill | Stroke | Words

STAR: Path = (
    *((50, 16), (58, 39), (82, 39), (63, 54), (70, 77)),
    *((50, 63), (30, 77), (37, 54), (18, 39), (42, 39)),
)
_DISC: Path = ((11, 0), (10, 4), (8, 8), (4, 10), (0, 11), (-4, 10), (-8, 8), (-10, 4))
_DISC += tuple((-x, -y) for x, y in _DISC)
_DOT: Path = tuple((50 + x, 50 + y) for x, y in _DISC)
_HEAD: Path = tuple((50 + 3 * x // 2, 32 + 3 * y // 2) for x, y in _DISC)
_BODY: Path = ((26, 84), (30, 64), (42, 54), (58, 54), (70, 64), (74, 84))
_GOAL: Path = ((50, 10), (90, 50), (50, 90), (10, 50))
_CRATE: Path = ((12, 12), (88, 12), (88, 88), (12, 88), (12, 12))
_PLANKS: tuple[Path, ...] = (((12, 12), (88, 88)), ((88, 12), (12, 88)))
_CROSS: tuple[Path, ...] = (((40, 40), (60, 60)), ((60, 40), (40, 60)))
_RING: Path = ((14, 14), (86, 14), (86, 86), (14, 86), (14, 14))
_SQUARE: Path = ((0, 0), (CELL, 0), (CELL, CELL), (0, CELL))
_CUT: Path = ((0, 0), (CELL, CELL))

_PARTS: dict[str, tuple[Fill | Stroke, ...]] = {
    "full": (Fill((_SQUARE,), DARK),),
    "wall": (Fill((_SQUARE,), STONE),),
    "slash": (Fill((_SQUARE,), DARK), Stroke((_CUT,), THIN, PAPER)),
    "crate": (Fill((_CRATE,), WOOD), Stroke((_CRATE, *_PLANKS), PEN)),
    "goal": (Fill((_GOAL,), PALETTE[1]),),
    "star": (Fill((STAR,), INK),),
    "dot": (Fill((_DOT,), INK),),
    "cross": (Stroke(_CROSS, PEN, opacity=50),),
    "player": (Fill((_HEAD, _BODY), INK),),
    "ring": (Stroke((_RING,), BROAD),),
}
"""What the shapes without words look like in the first cell, the lowest of a cell first."""

_GROUND = ("full", "wall", "slash")
"""Shapes that lie below the lines between cells."""


def box(scene: Scene) -> tuple[int, int, int, int]:
    """Left, top, width and height of all that is drawn but for the width of lines."""
    left = CLUE * max(map(len, scene.left), default=0)
    top = CLUE * max(map(len, scene.top), default=0)
    return -left, -top, left + scene.cols * CELL, top + scene.rows * CELL


def shapes(scene: Scene, coloured: bool = True) -> Iterator[Shape]:
    """The scene from the lowest layer to the highest; ``coloured`` fills what it colours."""
    if scene.coloured and coloured and scene.areas is not None:
        yield from _grounds(scene.areas)
    if scene.shaded:
        yield Fill(_at(sorted(scene.shaded), (_SQUARE,)), STONE, opacity=30)
    drawn = {mark.shape for _, mark in scene.marks}
    for shape in _GROUND:
        if shape in drawn:
            yield from _marks(scene, shape)
    if scene.grid:
        yield Stroke(tuple(_thin(scene.rows, scene.cols)), THIN, opacity=30)
        yield Stroke(tuple(_thick(scene)), THICK)
    for (r, c), label in sorted(scene.labels.items()):
        yield Words(c * CELL + 10, r * CELL + 30, label, 24, begins=True)
    for shape in _PARTS:
        if shape in drawn and shape not in _GROUND:
            yield from _marks(scene, shape)
    for cell, mark in scene.marks:
        yield from _written(cell, mark)
    yield from _clues(scene)


def _at(cells: Sequence[Cell], paths: Sequence[Path]) -> tuple[Path, ...]:
    """Paths of one cell in each of some cells."""
    return tuple(
        tuple((c * CELL + x, r * CELL + y) for x, y in path) for r, c in cells for path in paths
    )


def _grounds(areas: Sequence[Sequence[int]]) -> Iterator[Fill]:
    """One fill an area, made of the runs of its cells in each row."""
    runs: list[list[Path]] = [[] for _ in range(1 + max(map(max, areas)))]
    for r, row in enumerate(areas):
        start, above, below = 0, r * CELL, (r + 1) * CELL
        for area, cells in groupby(row):
            end = start + sum(1 for _ in cells) * CELL
            runs[area].append(((start, above), (end, above), (end, below), (start, below)))
            start = end
    for paths, colour in zip(runs, colour_areas(areas), strict=True):
        yield Fill(tuple(paths), PALETTE[colour])


def _thin(rows: int, cols: int) -> Iterator[Path]:
    for at in range(CELL, rows * CELL, CELL):
        yield (0, at), (cols * CELL, at)
    for at in range(CELL, cols * CELL, CELL):
        yield (at, 0), (at, rows * CELL)


def _thick(scene: Scene) -> Iterator[Path]:
    """The frame and all walls between areas, in runs as long as can be."""
    rows, cols, areas = scene.rows, scene.cols, scene.areas
    right, bottom = cols * CELL, rows * CELL
    yield (0, 0), (right, 0), (right, bottom), (0, bottom), (0, 0)
    if areas is None:
        return
    for at in range(1, rows):
        for start, end in _runs([areas[at - 1][c] != areas[at][c] for c in range(cols)]):
            yield (start, at * CELL), (end, at * CELL)
    for at in range(1, cols):
        for start, end in _runs([areas[r][at - 1] != areas[r][at] for r in range(rows)]):
            yield (at * CELL, start), (at * CELL, end)


def _runs(marks: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """From where to where each run of marked cells reaches."""
    start = 0
    for marked, cells in groupby(marks):
        end = start + sum(1 for _ in cells) * CELL
        if marked:
            yield start, end
        start = end


def _marks(scene: Scene, shape: str) -> Iterator[Shape]:
    """The marks of one shape, together, since that is short."""
    cells = sorted({cell for cell, mark in scene.marks if mark.shape == shape})
    for part in _PARTS[shape]:
        yield replace(part, paths=_at(cells, part.paths))


def _written(cell: Cell, mark: Mark) -> Iterator[Words]:
    """The words of a mark; its places as in a square, row by row, where it has several."""
    x, y = cell[1] * CELL, cell[0] * CELL
    if mark.shape == "slash":
        below, right = mark.texts
        yield from _centred(x + 30, y + 72, below, 36, 44, PAPER)
        yield from _centred(x + 70, y + 28, right, 36, 44, PAPER)
    elif mark.shape == "text":
        yield from _centred(x + 50, y + 50, mark.texts[0], 64, 92, INK, mark.strong)
    elif mark.shape == "small":
        side = isqrt(len(mark.texts) - 1) + 1 if mark.texts else 1
        step = 88 // side
        for at, text in enumerate(mark.texts):
            middle = x + 6 + at % side * step + step // 2, y + 6 + at // side * step + step // 2
            yield from _centred(*middle, text, min(36, step), step, INK)


def _clues(scene: Scene) -> Iterator[Words]:
    for c, clues in enumerate(scene.top):
        for back, clue in enumerate(reversed(clues)):
            yield from _centred(c * CELL + 50, -CLUE // 2 - back * CLUE, clue, 44, 88, INK)
    for r, clues in enumerate(scene.left):
        for back, clue in enumerate(reversed(clues)):
            yield from _centred(-CLUE // 2 - back * CLUE, r * CELL + 50, clue, 44, CLUE - 8, INK)


def _centred(
    x: int, y: int, text: str, size: int, room: int, colour: str, strong: bool = False
) -> Iterator[Words]:
    """Words around a middle, smaller where they need it: a letter is some 0.6 of its size wide."""
    if text:
        size = min(size, room * 10 // (6 * len(text)))
        yield Words(x, y + size * 36 // 100, text, size, colour, strong)
