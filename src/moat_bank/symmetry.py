"""The eight symmetries of the square, applied to nested lists and to cell numbers.

Transform ``t`` is ``t % 4`` quarter turns clockwise and then, for ``t >= 4``, a left-right mirror.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from moat_bank.kind import VIEWS

if TYPE_CHECKING:  # the runtime uses the list half of this module and never pays for numpy
    import numpy as np
    from numpy.typing import NDArray

TRANSFORMS = VIEWS

T = TypeVar("T")

# Transform t is also: for odd t swap rows with columns, then reverse the order of the rows
# (_TOP_DOWN), then the order of the columns (_LEFT_RIGHT).
_TOP_DOWN = (2, 3, 6, 7)
_LEFT_RIGHT = (1, 2, 4, 7)


def transform_rows(rows: Sequence[Sequence[T]], t: int) -> list[list[T]]:
    """The grid under transform ``t``; the input stays as it is.  O(cells)."""
    quarter = t % 4
    if quarter == 0:
        turned = [list(row) for row in rows]
    elif quarter == 1:
        turned = [list(col) for col in zip(*rows[::-1], strict=True)]
    elif quarter == 2:
        turned = [list(row[::-1]) for row in rows[::-1]]
    else:
        turned = [list(col) for col in zip(*rows, strict=True)][::-1]
    return [row[::-1] for row in turned] if t >= 4 else turned


def transform_cells(
    cells: Iterable[tuple[int, int]], rows: int, cols: int, t: int
) -> list[tuple[int, int]]:
    """Where transform ``t`` takes cells (row, column) of a board of ``rows`` by ``cols``.

    For odd ``t`` the sides of the board are swapped.
    """
    moved = [(col, row) for row, col in cells] if t % 2 else list(cells)
    height, width = (cols, rows) if t % 2 else (rows, cols)
    if t in _TOP_DOWN:
        moved = [(height - 1 - row, col) for row, col in moved]
    if t in _LEFT_RIGHT:
        moved = [(row, width - 1 - col) for row, col in moved]
    return moved


def transform_columns(columns: Sequence[int], t: int) -> list[int]:
    """One cell in each row and column, by the columns of the rows, under transform ``t``."""
    turned = list(columns)
    if t % 2:
        for r, c in enumerate(columns):
            turned[c] = r
    if t in _TOP_DOWN:
        turned.reverse()
    if t in _LEFT_RIGHT:
        last = len(turned) - 1
        turned = [last - c for c in turned]
    return turned


def inverse(t: int) -> int:
    """The transform that undoes ``t``: a mirrored one undoes itself."""
    return t if t >= 4 else -t % 4


@cache
def source_table(size: int) -> NDArray[np.int64]:
    """int64 array (8, size * size): cell ``i`` of the transformed board comes from ``[t, i]``.

    So ``regions.ravel()[source_table(size)[t]]`` is the flat board under transform ``t``.
    The array is shared and read-only.
    """
    import numpy as np

    grid = [list(range(r * size, (r + 1) * size)) for r in range(size)]
    table = np.array([transform_rows(grid, t) for t in range(TRANSFORMS)], np.int64)
    table = table.reshape(TRANSFORMS, size * size)
    table.setflags(write=False)
    return table
