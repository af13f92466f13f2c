"""How many stars fit into a set of cells without touching.

Cells that touch form the graph of a king's moves.  Let ``x`` be the first cell of the set, row by
row.  Of those that touch it only four can follow: right, and below to the left, straight and right.
Some largest packing holds ``x``, or else two of the four that do not touch each other: below left
with right, or below left with below right; any other can be changed to hold ``x`` at no loss.  So
three branches are exact, and most often there is but one.
"""

from __future__ import annotations

import numpy as np

from moat_bank.families.stars.engine.geometry import Ints, Masks, Words
from moat_bank.families.stars.engine.many.state import BRANCH, PACK, TO_GO, has
from moat_bank.kernels.jit import ONE, U64, ZERO, kernel, lowest, popcount, small_kernel, span

EVEN = U64(0x5555555555555555)


@small_kernel
def fits(need: int, size: int, words: Words, near: Masks, block: Masks, note: Ints) -> bool:
    """Whether ``need`` stars fit into the cells of ``block[PACK]`` without touching.  Exact.

    Cells whose rows are alike odd or even, and their columns too, never touch.  That makes four
    classes, so more than 4 * (need - 1) cells are always enough; mostly there are so many.
    """
    count = 0
    for w in range(span(words)):
        count += popcount(block[PACK, w])
    if count > 4 * (need - 1) or count < need:
        return count >= need
    if need == 2:
        return _two_fit(words, near, block)
    return _fits_by_branches(need, size, words, near, block, note)


@kernel
def _two_fit(words: Words, near: Masks, block: Masks) -> bool:
    """The same for two stars: whether some cell leaves another one free."""
    for v in range(span(words)):
        word = block[PACK, v]
        while word != ZERO:
            x = 64 * v + lowest(word)
            word &= word - ONE
            for w in range(span(words)):
                if block[PACK, w] & ~near[x, w] != ZERO:
                    return True
    return False


@kernel
def _fits_by_branches(
    need: int, size: int, words: Words, near: Masks, block: Masks, note: Ints
) -> bool:
    """The same by search.  Exponential in ``need`` at worst; a line needs no second branch."""
    depth = 0
    note[TO_GO, 0] = need
    note[BRANCH, 0] = 0
    while depth >= 0:
        if note[BRANCH, depth] == 0:
            count = 0
            for w in range(span(words)):
                count += popcount(block[PACK + depth, w])
            if count > 4 * (note[TO_GO, depth] - 1):
                return True
            if count < note[TO_GO, depth]:
                depth -= 1
                continue
        x = _first(PACK + depth, words, block)
        one, two, note[BRANCH, depth] = _branch(note[BRANCH, depth], PACK + depth, x, size, block)
        if one < 0:
            depth -= 1
            continue
        for w in range(span(words)):
            block[PACK + depth + 1, w] = block[PACK + depth, w] & ~(near[one, w] | near[two, w])
        note[TO_GO, depth + 1] = note[TO_GO, depth] - 1 - (one != two)
        note[BRANCH, depth + 1] = 0
        depth += 1
    return False


@kernel
def _first(i: int, words: Words, block: Masks) -> int:
    for w in range(span(words)):
        if block[i, w] != ZERO:
            return 64 * w + lowest(block[i, w])
    return -1


@kernel
def _branch(branch: int, i: int, x: int, size: int, block: Masks) -> tuple[int, int, int]:
    """The cells to place next, twice the same if it is one, and the branch after; -1 for none."""
    if branch == 0:
        return x, x, 1
    column = x % size
    below_left = x + size - 1
    if column == 0 or column == size - 1 or below_left >= size * size:
        return -1, -1, 3
    if has(block, i, below_left):
        if branch == 1 and has(block, i, x + 1):
            return below_left, x + 1, 2
        if branch <= 2 and has(block, i, below_left + 2):
            return below_left, below_left + 2, 3
    return -1, -1, 3


@kernel
def line_room(word: np.uint64) -> int:
    """Stars that fit into one line, a bit a cell: every second cell of each run.

    Adding its first bit to a run carries through and clears it, which tells the runs that begin at
    an even place from the others.
    """
    begins = word & ~(word << ONE)
    from_even = word & ~(word + (begins & EVEN))
    return popcount((from_even & EVEN) | (word & ~from_even & ~EVEN))
