"""What a family draws: a grid of cells with areas, marks, and clues beside it, as plain values.

``render`` makes SVG, terminal text and PDF of it and knows no puzzle; a family's ``draw.py`` makes
it and knows no format.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Cell = tuple[int, int]
"""Row and column from 0, the top left first."""

SHAPES = (
    "star",
    "dot",
    "cross",
    "ring",
    "text",
    "small",
    "full",
    "slash",
    "wall",
    "crate",
    "goal",
    "player",
)
"""What may stand in a cell: ``text`` is as large as the cell lets it, ``small`` a list of small
texts (pencil marks), ``full`` a filled cell, ``slash`` a diagonal cut with two numbers."""


@dataclass(frozen=True)
class Mark:
    """Something in a cell.

    Attributes:
        shape: one of ``SHAPES``.
        texts: its words: one for ``text``, any number for ``small``, below and right for ``slash``.
        strong: drawn with emphasis, as what is new in a step.
    """

    shape: str
    texts: tuple[str, ...] = ()
    strong: bool = False


@dataclass(frozen=True)
class Scene:
    """One picture of a board.

    Attributes:
        rows, cols: its sides.
        areas: ``areas[row][col]``: cells of one number belong together: thick lines part them from
            others, and each area has a colour unlike its neighbours'; None for plain cells.
        coloured: whether areas are filled with colours.
        blocks: thick lines alone: ``blocks[row][col]`` as ``areas``, without colours.
        shaded: cells with a grey ground, such as those that a step speaks of.
        marks: what stands in cells, drawn in order.
        top: clues above each column, the nearest to the board last; empty for none.
        left: clues left of each row, likewise.
        labels: a short name of cells, such as the letter of an area, by cell.
        caption: one line below; may be empty.
        title: for a screen reader: what the picture is.
    """

    rows: int
    cols: int
    areas: tuple[tuple[int, ...], ...] | None = None
    coloured: bool = True
    blocks: tuple[tuple[int, ...], ...] | None = None
    shaded: frozenset[Cell] = frozenset()
    marks: tuple[tuple[Cell, Mark], ...] = ()
    top: tuple[tuple[str, ...], ...] = ()
    left: tuple[tuple[str, ...], ...] = ()
    labels: Mapping[Cell, str] = field(default_factory=dict)
    caption: str = ""
    title: str = ""
