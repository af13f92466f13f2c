"""Line pairs: all ways to fill two neighbouring lines at once.

Stars in two neighbouring lines are at least two columns apart, so the ways are followed column by
column.  A state is how many stars the two lines have; a set of states is one word, bit
``8 * first + second``.  Before each column stands which states can be reached from the left, and
from which the right half can still fill both lines; a cell is judged by what meets at its column.
"""

from __future__ import annotations

import numpy as np

from moat_bank.families.stars.engine.geometry import Masks
from moat_bank.families.stars.engine.many.state import (
    AFTER,
    BEFORE,
    CONTRADICTION,
    IN_LINE,
    Work,
    cell_of,
    forget,
    note_lines,
    settled,
)
from moat_bank.kernels.jit import ONE, U64, ZERO, kernel, lowest

NOT_FULL = U64(0x7F7F7F7F7F7F7F7F)  # states whose second count can grow without spilling over
NOT_NONE = U64(0xFEFEFEFEFEFEFEFE)  # states whose second count can shrink


@kernel
def line_pairs(s: int, work: Work) -> int:
    """Conclude from every two neighbouring rows and every two neighbouring columns.

    Pairs with a line that is complete are left to the squeeze, which sees as much.

    Returns cells settled, or CONTRADICTION where two lines have no way.
    """
    forget(s, work)
    size = work.meet.shape[1] // 2
    note_lines(s, work)
    for kind in range(2):
        for i in range(size - 1):
            one = work.need[s, size * (1 + kind) + i]
            two = work.need[s, size * (1 + kind) + i + 1]
            if one == 0 or two == 0:
                continue
            top, low = work.meet[IN_LINE, size * kind + i], work.meet[IN_LINE, size * kind + i + 1]
            if not _note_ways(top, low, one, two, size, work.meet):
                return CONTRADICTION
            _judge_inside(s, kind, i, top, low, work)
            _judge_beside(s, kind, i - 1, ZERO, low, work)
            _judge_beside(s, kind, i + 2, top, ZERO, work)
    return settled(s, work)


@kernel
def _add(states: np.uint64, top: np.uint64, low: np.uint64, c: int) -> np.uint64:
    """The states after a star in column ``c``, where either line has a candidate there."""
    after = ZERO
    if (top >> U64(c)) & ONE != ZERO:
        after |= states << U64(8)
    if (low >> U64(c)) & ONE != ZERO:
        after |= (states & NOT_FULL) << ONE
    return after


@kernel
def _note_ways(top: np.uint64, low: np.uint64, one: int, two: int, size: int, meet: Masks) -> bool:
    """Write the states before and after each column; False where the lines cannot be filled.

    Entry c of row BEFORE: what can be had in columns before c.  Entry c of row AFTER: from where
    ``one`` and ``two`` can be had in the columns from c on.
    """
    meet[BEFORE, 0] = ONE
    for c in range(size):
        meet[BEFORE, c + 1] = meet[BEFORE, c] | _add(meet[BEFORE, max(c - 1, 0)], top, low, c)
    meet[AFTER, size + 1] = ONE << U64(8 * one + two)
    meet[AFTER, size] = meet[AFTER, size + 1]
    for c in range(size - 1, -1, -1):
        states = meet[AFTER, c + 1]
        if (top >> U64(c)) & ONE != ZERO:
            states |= meet[AFTER, c + 2] >> U64(8)
        if (low >> U64(c)) & ONE != ZERO:
            states |= (meet[AFTER, c + 2] & NOT_NONE) >> ONE
        meet[AFTER, c] = states
    possible: bool = meet[AFTER, 0] & ONE != ZERO
    return possible


@kernel
def _judge_inside(s: int, kind: int, i: int, top: np.uint64, low: np.uint64, work: Work) -> None:
    """Judge each candidate of lines ``i`` and ``i + 1`` by the ways with it and without it."""
    meet = work.meet
    size = meet.shape[1] // 2
    for second in range(2):
        word = low if second else top
        while word != ZERO:
            c = lowest(word)
            word &= word - ONE
            here, none = ONE << U64(c), ZERO
            left, right = meet[BEFORE, max(c - 1, 0)], meet[AFTER, c + 2]
            mine = _add(left, none, here, c) if second else _add(left, here, none, c)
            other = _add(left, top, none, c) if second else _add(left, none, low, c)
            x = cell_of(kind, i + second, c, size)
            if mine & right == ZERO:
                work.out[s, x >> 6] |= ONE << U64(x & 63)
            elif (meet[BEFORE, c] & meet[AFTER, c + 1]) | (other & right) == ZERO:
                work.star[s, x >> 6] |= ONE << U64(x & 63)


@kernel
def _judge_beside(s: int, kind: int, line: int, top: np.uint64, low: np.uint64, work: Work) -> None:
    """Judge each candidate of a line beside the pair.

    A star there leaves three columns with what ``top`` and ``low`` have, of which one is empty.
    """
    meet = work.meet
    size = meet.shape[1] // 2
    if line < 0 or line >= size:
        return
    word = meet[IN_LINE, size * kind + line]
    while word != ZERO:
        c = lowest(word)
        word &= word - ONE
        first, last = max(c - 1, 0), min(c + 1, size - 1)
        skipped, states = meet[BEFORE, max(first - 1, 0)], meet[BEFORE, first]
        for column in range(first, last + 1):
            skipped, states = states, states | _add(skipped, top, low, column)
        # The last column is empty, or the one after it is.
        if (skipped & meet[AFTER, last + 1]) | (states & meet[AFTER, last + 2]) == ZERO:
            x = cell_of(kind, line, c, size)
            work.out[s, x >> 6] |= ONE << U64(x & 63)
