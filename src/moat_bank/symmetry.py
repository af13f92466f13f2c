"""The eight symmetries of the square, applied to nested lists and to cell numbers.

Transform ``t`` is ``t % 4`` quarter turns clockwise and then, for ``t >= 4``, a left-right mirror.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from moat_bank.board import Solution, solution_form, solution_rows

TRANSFORMS = 8

T = TypeVar("T")


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


def transform_cell(row: int, col: int, size: int, t: int) -> tuple[int, int]:
    """Where transform ``t`` takes one cell."""
    for _ in range(t % 4):
        row, col = col, size - 1 - row
    return (row, size - 1 - col) if t >= 4 else (row, col)


def transform_solution(solution: Solution, t: int) -> Solution:
    """The stars under transform ``t``, in the form they came in."""
    rows = solution_rows(solution)
    size = len(rows)
    turned: list[list[int]] = [[] for _ in range(size)]
    for r, cols in enumerate(rows):
        for c in cols:
            row, col = transform_cell(r, c, size, t)
            turned[row].append(col)
    return solution_form([sorted(row) for row in turned])


def inverse(t: int) -> int:
    """The transform that undoes ``t``: a mirrored one undoes itself."""
    return t if t >= 4 else -t % 4


@cache
def source_table(size: int) -> NDArray[np.int64]:
    """int64 array (8, size * size): cell ``i`` of the transformed board comes from ``[t, i]``.

    So ``regions.ravel()[source_table(size)[t]]`` is the flat board under transform ``t``.
    The array is shared and read-only.
    """
    grid = [list(range(r * size, (r + 1) * size)) for r in range(size)]
    table = np.array([transform_rows(grid, t) for t in range(TRANSFORMS)], np.int64)
    table = table.reshape(TRANSFORMS, size * size)
    table.setflags(write=False)
    return table
