"""Stars on an empty square: one in each row and column, no two touching."""

from __future__ import annotations

from moat_bank.families.stars.engine.geometry import Ints, Masks, add
from moat_bank.kernels.jit import ZERO, kernel
from moat_bank.kernels.rng import State, below


@kernel
def place(size: int, state: State, order: Ints, placed: Masks) -> bool:
    """Write a random placement into ``placed[0]``, by shuffled backtracking.

    Each row tries the columns in an order of its own, shuffled anew whenever the row is entered.

    Args:
        size: rows and columns.
        state: generator state.
        order: int64 scratch (size + 1, size): each row's columns in its order, and last the place
            that each row has reached in it.
        placed: uint64 (at least 1, W), result.

    Returns:
        False where no placement exists (sizes 2 and 3).
    """
    used = 0
    row = 0
    _shuffle(size, 0, state, order)
    order[size, 0] = -1
    while row >= 0:
        if order[size, row] >= 0:
            used &= ~(1 << order[row, order[size, row]])
        order[size, row] += 1
        while order[size, row] < size:
            column = order[row, order[size, row]]
            above = order[row - 1, order[size, row - 1]] if row > 0 else column - 2
            if not (used >> column) & 1 and abs(column - above) > 1:
                break
            order[size, row] += 1
        if order[size, row] == size:
            row -= 1
            continue
        used |= 1 << order[row, order[size, row]]
        row += 1
        if row == size:
            for w in range(placed.shape[1]):
                placed[0, w] = ZERO
            for r in range(size):
                add(placed, 0, r * size + order[r, order[size, r]])
            return True
        _shuffle(size, row, state, order)
        order[size, row] = -1
    return False


@kernel
def _shuffle(size: int, row: int, state: State, order: Ints) -> None:
    for i in range(size):
        order[row, i] = i
    for i in range(size - 1, 0, -1):
        j = below(state, i + 1)
        order[row, i], order[row, j] = order[row, j], order[row, i]
