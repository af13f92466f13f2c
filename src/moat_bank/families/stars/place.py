"""Stars on an empty square: one in each row and column, no two touching."""

from __future__ import annotations

from moat_bank.families.stars.geometry import Ints
from moat_bank.families.stars.jit import kernel
from moat_bank.families.stars.rng import State, below


@kernel
def place(size: int, state: State, order: Ints, columns: Ints) -> bool:
    """Fill ``columns`` with the column of each row's star, by shuffled backtracking.

    Each row tries the columns in an order of its own, shuffled anew whenever the row is entered.

    Args:
        size: rows and columns.
        state: generator state.
        order: int64 scratch (size, size).
        columns: int64 (size,), the result.

    Returns:
        False where no placement exists (sizes 2 and 3).
    """
    used = 0
    row = 0
    tried = columns  # the place in the row's order; the column itself is read off at the end
    _shuffle(size, 0, state, order)
    tried[0] = -1
    while row >= 0:
        if tried[row] >= 0:
            used &= ~(1 << order[row, tried[row]])
        tried[row] += 1
        while tried[row] < size:
            column = order[row, tried[row]]
            above = order[row - 1, tried[row - 1]] if row > 0 else column - 2
            if not (used >> column) & 1 and abs(column - above) > 1:
                break
            tried[row] += 1
        if tried[row] == size:
            row -= 1
            continue
        used |= 1 << order[row, tried[row]]
        row += 1
        if row == size:
            for r in range(size):
                columns[r] = order[r, tried[r]]
            return True
        _shuffle(size, row, state, order)
        tried[row] = -1
    return False


@kernel
def _shuffle(size: int, row: int, state: State, order: Ints) -> None:
    for i in range(size):
        order[row, i] = i
    for i in range(size - 1, 0, -1):
        j = below(state, i + 1)
        order[row, i], order[row, j] = order[row, j], order[row, i]
