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
"""What may stand in a cell: ``cross`` rules it out, ``ring`` is a frame that points at it, ``text``
one short text as large as the cell lets it, ``small`` several texts in the places of a square
(pencil marks; empty ones keep a place free), ``full`` a filled cell, ``slash`` a dark cell cut by a
diagonal, with a text below it and one right of it."""


@dataclass(frozen=True)
class Mark:
    """Something in a cell.

    Attributes:
        shape: one of ``SHAPES``.
        texts: its words: one for ``text``, any number for ``small``, below and right for ``slash``
            (empty where there is none).
        strong: a ``text`` in bold, such as what was given from the beginning.
    """

    shape: str
    texts: tuple[str, ...] = ()
    strong: bool = False


@dataclass(frozen=True)
class Scene:
    """One picture of a board.

    Attributes:
        rows, cols: its sides.
        areas: ``areas[row][col]``, numbers from 0 on: thick lines part cells of unlike numbers;
            None for plain cells.
        coloured: whether each area has a colour, unlike its neighbours'.
        grid: whether there are thin lines between cells and a frame around them.
        shaded: cells with a grey ground, such as those that a step speaks of.
        marks: what stands in cells, drawn in order.
        top: the clues of each column, the nearest to the board last; empty for none.
        left: the clues of each row, likewise.
        labels: short names in a corner of cells, such as the letter of an area.
        caption: one line below, of parts between commas; may be empty.
        description: what the picture shows, for those who do not see it.
        rules: how the puzzle is solved, in a sentence; booklets print it.
    """

    rows: int
    cols: int
    areas: tuple[tuple[int, ...], ...] | None = None
    coloured: bool = False
    grid: bool = True
    shaded: frozenset[Cell] = frozenset()
    marks: tuple[tuple[Cell, Mark], ...] = ()
    top: tuple[tuple[str, ...], ...] = ()
    left: tuple[tuple[str, ...], ...] = ()
    labels: Mapping[Cell, str] = field(default_factory=dict)
    caption: str = ""
    description: str = ""
    rules: str = ""

    @property
    def name(self) -> str:
        """The caption, or where it has none its sides in words."""
        return self.caption or f"{self.rows}x{self.cols} board"
