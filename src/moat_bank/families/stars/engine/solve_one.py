"""The exact solver for one star: every solution, or the next few.

Depth first on whole-board masks, always branching on the open unit (row, column or region) with
fewest candidates, as in exact cover (Knuth, "Dancing links", 2000), but with the sets held as bits:
a star clears its row, column, region and neighbours with one pass over the words, and the next unit
is found by counting bits.  No recursion; the stack is as deep as the board is wide.  A search keeps
its place, so it can go on later, even after cells that it will not use again have changed region.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.stars.engine.budget import UNBOUNDED
from moat_bank.families.stars.engine.geometry import Geometry, Ints, Masks, Words, add
from moat_bank.kernels.jit import ONE, U64, ZERO, kernel, lowest, popcount, small_kernel, span

NODE = 50
"""Steps that a node takes: see ``budget``."""


class Stack(NamedTuple):
    """The solver's memory, one row a level.

    Attributes:
        candidates: uint64 (size + 1, W): cells that may hold a star.
        choices: uint64 (size + 1, W): what is left to try in the unit branched on.
        regions: uint64 (size + 1,): regions without a star.
        lines: uint64 (size + 1,): rows, then columns, without a star.
        star: int64 (size + 1,): the cell placed at this level.
        at: int64 (1,): the level that the search has reached, -1 where it has ended.
        left: int64 (1,): steps that it may still take; below 0 it was given up.
    """

    candidates: Masks
    choices: Masks
    regions: NDArray[np.uint64]
    lines: NDArray[np.uint64]
    star: Ints
    at: Ints
    left: Ints


def new_stack(size: int, budget: int = UNBOUNDED) -> Stack:
    """Memory for boards of one size."""
    words = (size * size + 63) // 64
    return Stack(
        np.zeros((size + 1, words), np.uint64),
        np.zeros((size + 1, words), np.uint64),
        np.zeros(size + 1, np.uint64),
        np.zeros(size + 1, np.uint64),
        np.zeros(size + 1, np.int64),
        np.zeros(1, np.int64),
        np.array([budget]),
    )


@kernel
def begin_one(size: int, tables: Geometry, region: Masks, stack: Stack) -> None:
    """Begin a search for all solutions."""
    for w in range(span(tables.words)):
        stack.candidates[0, w] = ZERO
        for r in range(size):
            stack.candidates[0, w] |= tables.line[r, w]
    stack.regions[0] = (ONE << U64(size)) - ONE
    stack.lines[0] = (ONE << U64(2 * size)) - ONE
    stack.at[0] = 0 if _branch(0, tables.words, tables.line, region, stack) else -1


@kernel
def narrow_one(masks: Masks, i: int, stack: Stack) -> None:
    """Begin with the cells of ``masks[i]`` if they are few: see ``narrow``."""
    first = 0
    cells = 0
    for w in range(masks.shape[1]):
        first += popcount(stack.choices[0, w])
        cells += popcount(masks[i, w])
    if stack.at[0] == 0 and cells <= first:
        for w in range(masks.shape[1]):
            stack.choices[0, w] = masks[i, w]


@kernel
def begin_one_through(
    x: int, size: int, tables: Geometry, owner: Ints, region: Masks, stack: Stack
) -> None:
    """Begin a search for the solutions with a star in cell ``x``: its level has no other choice."""
    begin_one(size, tables, region, stack)
    for w in range(span(tables.words)):
        stack.choices[0, w] = ZERO
    _put(x, 0, tables, owner, region, stack)
    stack.at[0] = 1 if _branch(1, tables.words, tables.line, region, stack) else -1


@kernel
def resume_one(
    limit: int,
    tables: Geometry,
    owner: Ints,
    region: Masks,
    stack: Stack,
    found: Masks,
    first: int,
) -> int:
    """Go on until ``limit`` more solutions are found, or there are no more: see ``resume``."""
    level = stack.at[0]
    left = stack.left[0]
    count = 0
    while level >= 0 and left >= 0:
        left -= NODE
        x = _next_choice(level, tables.words, stack)
        if x < 0:
            level -= 1
            continue
        _put(x, level, tables, owner, region, stack)
        if stack.regions[level + 1] == ZERO:
            for w in range(span(tables.words)):
                found[first + count, w] = ZERO
            for i in range(level + 1):
                add(found, first + count, stack.star[i])
            count += 1
            if count == limit:
                break
        elif _branch(level + 1, tables.words, tables.line, region, stack):
            level += 1
    stack.at[0] = level
    stack.left[0] = left
    return count


@kernel
def bar_one(barred: Masks, i: int, stack: Stack) -> None:
    """Take cells out of what is still to try: see ``bar``."""
    level: int = stack.at[0]
    for above in range(level):
        x = stack.star[above]
        if (barred[i, x >> 6] >> U64(x & 63)) & ONE != ZERO:
            level = above
            break
    stack.at[0] = level
    for above in range(level + 1):
        for w in range(barred.shape[1]):
            stack.candidates[above, w] &= ~barred[i, w]
            stack.choices[above, w] &= ~barred[i, w]


@small_kernel
def _put(x: int, level: int, tables: Geometry, owner: Ints, region: Masks, stack: Stack) -> None:
    """Write the next level of the stack: this one with a star in cell ``x``."""
    g = owner[x]
    stack.star[level] = x
    stack.regions[level + 1] = stack.regions[level] & ~(ONE << U64(g))
    stack.lines[level + 1] = stack.lines[level] & ~tables.lines_of[x]
    for w in range(span(tables.words)):
        gone = tables.reach[x, w] | region[g, w]
        stack.candidates[level + 1, w] = stack.candidates[level, w] & ~gone


@small_kernel
def _branch(level: int, words: Words, line: Masks, region: Masks, stack: Stack) -> bool:
    """Choose the open unit with fewest candidates as this level's choices.

    Returns False where a unit has none left; a unit with one ends the search for a better one.
    """
    candidates = stack.candidates
    fewest = 1 << 30
    best = 0
    unplaced = stack.regions[level]
    while unplaced != ZERO and fewest > 1:
        u = lowest(unplaced)
        unplaced &= unplaced - ONE
        count = 0
        for w in range(span(words)):
            count += popcount(candidates[level, w] & region[u, w])
        if count < fewest:
            fewest = count
            best = u
    in_line = False
    unplaced = stack.lines[level]
    while unplaced != ZERO and fewest > 1:
        u = lowest(unplaced)
        unplaced &= unplaced - ONE
        count = 0
        for w in range(span(words)):
            count += popcount(candidates[level, w] & line[u, w])
        if count < fewest:
            fewest = count
            best = u
            in_line = True
    if fewest == 0:
        return False
    for w in range(span(words)):
        unit = line[best, w] if in_line else region[best, w]
        stack.choices[level, w] = candidates[level, w] & unit
    return True


@small_kernel
def _next_choice(level: int, words: Words, stack: Stack) -> int:
    """Take a cell from this level's choices and its candidates; -1 when none is left."""
    for w in range(span(words)):
        word = stack.choices[level, w]
        if word != ZERO:
            x = 64 * w + lowest(word)
            stack.choices[level, w] = word & (word - ONE)
            stack.candidates[level, w] &= ~(word & (~word + ONE))
            return x
    return -1
