"""Line pairs: all ways to fill two neighbouring lines at once.

Stars in two neighbouring lines are at least two columns apart, so the ways are counted column by
column: after each column, which pairs (stars in the first line, stars in the second) can be had.
A set of such pairs is one word: bit ``8 * first + second``.
"""

from __future__ import annotations

import numpy as np

from moat_bank.families.stars.geometry import Masks
from moat_bank.families.stars.jit import ONE, U64, ZERO, kernel, lowest
from moat_bank.families.stars.many.state import (
    CONTRADICTION,
    Work,
    forget,
    note_lines,
    settled,
)

NOT_FULL = U64(0x7F7F7F7F7F7F7F7F)  # pairs whose second count can grow without spilling over


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
            top, low = work.meet[size, size * kind + i], work.meet[size, size * kind + i + 1]
            if not can_fill(top, low, one, two, size, work.meet):
                return CONTRADICTION
            for line in range(max(i - 1, 0), min(i + 3, size)):
                _try_line(s, kind, i, line, one, two, work)
    return settled(s, work)


@kernel
def _try_line(s: int, kind: int, i: int, line: int, one: int, two: int, work: Work) -> None:
    """Try each candidate of a line in or beside the lines ``i`` and ``i + 1``."""
    size = work.meet.shape[1] // 2
    meet = work.meet
    top, low = work.meet[size, size * kind + i], work.meet[size, size * kind + i + 1]
    word = work.meet[size, size * kind + line]
    while word != ZERO:
        at = lowest(word)
        word &= word - ONE
        x = line * size + at if kind == 0 else at * size + line
        here = ONE << U64(at)
        apart = ~(here | here << ONE | here >> ONE)
        a = top & apart if line <= i + 1 else top
        b = low & apart if line >= i else low
        if not can_fill(a, b, one - (line == i), two - (line == i + 1), size, meet):
            work.out[s, x >> 6] |= ONE << U64(x & 63)
        elif (line == i and not can_fill(top & ~here, low, one, two, size, meet)) or (
            line == i + 1 and not can_fill(top, low & ~here, one, two, size, meet)
        ):
            work.star[s, x >> 6] |= ONE << U64(x & 63)


@kernel
def can_fill(top: np.uint64, low: np.uint64, one: int, two: int, size: int, meet: Masks) -> bool:
    """Whether ``one`` stars fit into line ``top`` with ``two`` into line ``low``.  O(size).

    In row size + 1 of ``meet``, entry c + 1 is the set of pairs that can be had before column c.
    """
    fill = size + 1
    meet[fill, 0] = ONE
    meet[fill, 1] = ONE
    for c in range(size):
        ways = meet[fill, c + 1]
        if (top >> U64(c)) & ONE != ZERO:
            ways |= meet[fill, c] << U64(8)
        if (low >> U64(c)) & ONE != ZERO:
            ways |= (meet[fill, c] & NOT_FULL) << ONE
        meet[fill, c + 2] = ways
    filled: bool = (meet[fill, size + 1] >> U64(8 * one + two)) & ONE != ZERO
    return filled
