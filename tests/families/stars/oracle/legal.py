"""Whether stars solve boards, many at once: the rules, word by word."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Cells = NDArray[np.uint8]


def legal(regions: Cells, columns: Cells) -> Bools:
    """Whether the stars solve each board: k in every row, column and region, none touching.

    Args:
        regions: (boards, size, size).
        columns: (boards, size, stars): the stars' columns, any numbers.
    """
    boards, size, stars = columns.shape
    inside: Bools = (columns < size).all(axis=(1, 2))
    grid = np.zeros((boards, size, size), np.bool_)
    board, row, _ = np.indices(columns.shape)
    grid[board, row, np.minimum(columns, size - 1)] = True
    good: Bools = inside & (grid.sum(axis=2) == stars).all(axis=1)
    good &= (grid.sum(axis=1) == stars).all(axis=1)
    for region in range(size):
        good &= (grid & (regions == region)).sum(axis=(1, 2)) == stars
    good &= ~(grid[:, :, 1:] & grid[:, :, :-1]).any(axis=(1, 2))
    below = grid[:, 1:]
    near = grid[:, :-1].copy()
    near[:, :, 1:] |= grid[:, :-1, :-1]
    near[:, :, :-1] |= grid[:, :-1, 1:]
    good &= ~(near & below).any(axis=(1, 2))
    return good
