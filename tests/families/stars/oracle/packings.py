"""Stars that do not touch, every choice of them written out; slow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

Cell = tuple[int, int]
Cells = frozenset[Cell]


def touching(a: Cell, b: Cell) -> bool:
    return a != b and abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1


@cache
def packings(cells: Cells, count: int) -> tuple[Cells, ...]:
    """All choices of ``count`` cells that do not touch."""
    return tuple(_packings(sorted(cells), count))


def _packings(cells: list[Cell], count: int) -> Iterator[Cells]:
    if count == 0:
        yield frozenset()
        return
    for i, cell in enumerate(cells):
        rest = [other for other in cells[i + 1 :] if not touching(cell, other)]
        for others in _packings(rest, count - 1):
            yield others | {cell}


@cache
def room(cells: Cells, limit: int) -> int:
    """The most cells of a set that do not touch, up to a limit."""
    return next(n for n in range(limit, -1, -1) if packings(cells, n))
