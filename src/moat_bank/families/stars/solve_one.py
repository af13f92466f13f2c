"""The exact solver for one star: every solution, or the first few.

Depth first on whole-board masks, always branching on the open unit (row, column or region) with
fewest candidates, as in exact cover (Knuth, "Dancing links", 2000), but with the sets held as bits:
a star clears its row, column, region and neighbours with one pass over the words, and the next unit
is found by counting bits.  No recursion; the stack is as deep as the board is wide.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.stars.geometry import Geometry, Ints, Masks, add
from moat_bank.families.stars.jit import ONE, U64, ZERO, kernel, lowest, popcount


class Stack(NamedTuple):
    """The solver's memory, one row a level.

    Attributes:
        candidates: uint64 (size + 1, W): cells that may hold a star.
        choices: uint64 (size + 1, W): what is left to try in the unit branched on.
        regions: uint64 (size + 1,): regions without a star.
        lines: uint64 (size + 1,): rows, then columns, without a star.
        star: int64 (size + 1,): the cell placed at this level.
    """

    candidates: Masks
    choices: Masks
    regions: NDArray[np.uint64]
    lines: NDArray[np.uint64]
    star: Ints


def new_stack(size: int) -> Stack:
    """Memory for boards of one size."""
    words = (size * size + 63) // 64
    return Stack(
        np.zeros((size + 1, words), np.uint64),
        np.zeros((size + 1, words), np.uint64),
        np.zeros(size + 1, np.uint64),
        np.zeros(size + 1, np.uint64),
        np.zeros(size + 1, np.int64),
    )


@kernel
def solve_one(
    size: int,
    tables: Geometry,
    owner: Ints,
    region: Masks,
    fixed: int,
    limit: int,
    stack: Stack,
    found: Masks,
    first: int,
) -> int:
    """Find up to ``limit`` solutions, those with a star in cell ``fixed`` if it is not -1.

    Args:
        size: rows, columns and regions.
        tables: of this size.
        owner: int64 (cells,): the region of each cell.
        region: uint64 (size, W): the cells of each region.
        fixed: a cell, or -1.
        limit: at least 1.
        stack: memory from ``new_stack``.
        found: uint64 (at least first + limit, W), result: the stars of each solution.
        first: the row of ``found`` to begin at.

    Returns:
        How many were found.  Worst case exponential in size; on real boards tens of nodes.
    """
    words = region.shape[1]
    for w in range(words):
        stack.candidates[0, w] = ZERO
        for r in range(size):
            stack.candidates[0, w] |= tables.line[r, w]
    stack.regions[0] = (ONE << U64(size)) - ONE
    stack.lines[0] = (ONE << U64(2 * size)) - ONE
    base = 0
    if fixed >= 0:
        _put(fixed, 0, tables, owner, region, stack)
        base = 1
    level = base
    if not _branch(level, tables.line, region, stack):
        return 0
    count = 0
    while level >= base:
        x = _next_choice(level, stack)
        if x < 0:
            level -= 1
            continue
        _put(x, level, tables, owner, region, stack)
        if stack.regions[level + 1] == ZERO:
            for w in range(words):
                found[first + count, w] = ZERO
            for i in range(level + 1):
                add(found, first + count, stack.star[i])
            count += 1
            if count == limit:
                break
        elif _branch(level + 1, tables.line, region, stack):
            level += 1
    return count


@kernel
def _put(x: int, level: int, tables: Geometry, owner: Ints, region: Masks, stack: Stack) -> None:
    """Write the next level of the stack: this one with a star in cell ``x``."""
    g = owner[x]
    stack.star[level] = x
    stack.regions[level + 1] = stack.regions[level] & ~(ONE << U64(g))
    stack.lines[level + 1] = stack.lines[level] & ~tables.lines_of[x]
    for w in range(region.shape[1]):
        gone = tables.reach[x, w] | region[g, w]
        stack.candidates[level + 1, w] = stack.candidates[level, w] & ~gone


@kernel
def _branch(level: int, line: Masks, region: Masks, stack: Stack) -> bool:
    """Choose the open unit with fewest candidates as this level's choices.

    Returns False where a unit has none left; a unit with one ends the search for a better one.
    """
    candidates = stack.candidates
    words = region.shape[1]
    fewest = 1 << 30
    best = 0
    unplaced = stack.regions[level]
    while unplaced != ZERO and fewest > 1:
        u = lowest(unplaced)
        unplaced &= unplaced - ONE
        count = 0
        for w in range(words):
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
        for w in range(words):
            count += popcount(candidates[level, w] & line[u, w])
        if count < fewest:
            fewest = count
            best = u
            in_line = True
    if fewest == 0:
        return False
    for w in range(words):
        unit = line[best, w] if in_line else region[best, w]
        stack.choices[level, w] = candidates[level, w] & unit
    return True


@kernel
def _next_choice(level: int, stack: Stack) -> int:
    """Take a cell from this level's choices and its candidates; -1 when none is left."""
    for w in range(stack.choices.shape[1]):
        word = stack.choices[level, w]
        if word != ZERO:
            x = 64 * w + lowest(word)
            stack.choices[level, w] = word & (word - ONE)
            stack.candidates[level, w] &= ~(word & (~word + ONE))
            return x
    return -1
