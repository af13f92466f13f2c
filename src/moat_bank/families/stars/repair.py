"""Moves that make the intended solution the only one.

While another solution exists, a cell that others use and the intended one does not goes to a
region beside it, and with it any piece that this cuts off from its old region's star.  Every
other solution through a moved cell then has two stars in the receiving region, so it is gone; and
any solution that is new has its star of the receiving region in a moved cell, since otherwise it
would have been one before.  So once all others are known, a move is followed by a search of the
moved cells alone, and the board is proved unique when none is left, without a search of the whole.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from moat_bank.families.stars.geometry import Geometry, Ints, Masks, add, remove
from moat_bank.families.stars.jit import ONE, ZERO, kernel, lowest, popcount
from moat_bank.families.stars.rng import State, below
from moat_bank.families.stars.solve import Stack, solve

OUT_OF_MOVES = -1
NO_MOVE = -2

# Rows of ``Others.mask``.
INTENDED, PIECE, EDGE = range(3)


class Others(NamedTuple):
    """Known solutions other than the intended one, and scratch for choosing a move.

    Attributes:
        known: uint64 (capacity + 1, W): stars of each; ``capacity`` is how many are kept.
        uses: int64 (cells,): how many of them have a star in each cell; 0 between calls.
        mask: uint64 (3, W): the intended stars, the piece that moves, an edge that spreads.
        path: int64 (2, cells): cells in the order reached, and the cell each was reached from.
    """

    known: Masks
    uses: Ints
    mask: Masks
    path: Ints


def new_others(size: int, capacity: int) -> Others:
    """Memory for boards of one size."""
    words = (size * size + 63) // 64
    return Others(
        np.zeros((capacity + 1, words), np.uint64),
        np.zeros(size * size, np.int64),
        np.zeros((3, words), np.uint64),
        np.zeros((2, size * size), np.int64),
    )


@kernel
def repair(
    size: int,
    budget: int,
    state: State,
    tables: Geometry,
    columns: Ints,
    owner: Ints,
    region: Masks,
    stack: Stack,
    others: Others,
) -> int:
    """Change ``owner`` and ``region`` until ``columns`` is the only solution.

    Returns:
        The number of moves made, or OUT_OF_MOVES after ``budget`` of them, or NO_MOVE where the
        cell to give away is walled in by its own star.
    """
    words = region.shape[1]
    room = len(others.known)
    for w in range(words):
        others.mask[INTENDED, w] = ZERO
    for r in range(size):
        add(others.mask, INTENDED, r * size + columns[r])
    count = 0
    complete = False
    moves = 0
    while True:
        if count == 0:
            if complete:
                return moves
            every = solve(size, tables, owner, region, -1, room, stack, others.known, 0)
            complete = every < room
            count = _drop_intended(every, others)
            if count == 0:
                return moves
        if moves == budget:
            return OUT_OF_MOVES
        x = _busiest_cell(count, state, tables.beside, owner, region, others)
        home = owner[x] * size + columns[owner[x]]
        if not _move(x, home, state, tables.beside, owner, region, others):
            return NO_MOVE
        moves += 1
        count = _drop_through_piece(count, others)
        for w in range(words):
            word = others.mask[PIECE, w]
            while complete and word != ZERO:
                y = 64 * w + lowest(word)
                word &= word - ONE
                left = room - count
                fresh = solve(size, tables, owner, region, y, left, stack, others.known, count)
                complete = fresh < left
                count += fresh
        count = min(count, room - 1)


@kernel
def _drop_intended(count: int, others: Others) -> int:
    """Take the intended solution out of the first ``count`` known; returns how many are kept."""
    known, words = others.known, others.known.shape[1]
    kept = 0
    for i in range(count):
        same = True
        for w in range(words):
            same = same and known[i, w] == others.mask[INTENDED, w]
        if not same:
            for w in range(words):
                known[kept, w] = known[i, w]
            kept += 1
    capacity = len(known) - 1
    return min(kept, capacity)


@kernel
def _drop_through_piece(count: int, others: Others) -> int:
    """Drop the known solutions with a star in the piece, keeping the others' order."""
    known, words = others.known, others.known.shape[1]
    kept = 0
    for i in range(count):
        hit = False
        for w in range(words):
            hit = hit or known[i, w] & others.mask[PIECE, w] != ZERO
        if not hit:
            for w in range(words):
                known[kept, w] = known[i, w]
            kept += 1
    return kept


@kernel
def _busiest_cell(
    count: int, state: State, beside: Masks, owner: Ints, region: Masks, others: Others
) -> int:
    """The cell that most of the known use and the intended does not; ties by the generator.

    Cells at the edge of their region come before those inside it, and of those the ones that
    leave their region two cells or more: players take boards full of dots for dull.
    """
    words = region.shape[1]
    best = -1
    most = 0
    ties = 0
    for w in range(words):
        union = ZERO
        for i in range(count):
            word = others.known[i, w] & ~others.mask[INTENDED, w]
            union |= word
            while word != ZERO:
                others.uses[64 * w + lowest(word)] += 1
                word &= word - ONE
        while union != ZERO:
            x = 64 * w + lowest(union)
            union &= union - ONE
            worth = others.uses[x]
            others.uses[x] = 0
            if _at_edge(x, owner[x], beside, region):
                worth += count if _is_pair(owner[x], region) else 2 * count
            if worth < most:
                continue
            if worth > most:
                most = worth
                ties = 0
            ties += 1
            if ties == 1 or below(state, ties) == 0:
                best = x
    return best


@kernel
def _at_edge(x: int, g: int, beside: Masks, region: Masks) -> bool:
    for w in range(region.shape[1]):
        if beside[x, w] & ~region[g, w] != ZERO:
            return True
    return False


@kernel
def _is_pair(g: int, region: Masks) -> bool:
    cells = 0
    for w in range(region.shape[1]):
        cells += popcount(region[g, w])
    return cells == 2


@kernel
def _move(
    x: int, home: int, state: State, beside: Masks, owner: Ints, region: Masks, others: Others
) -> bool:
    """Give cell ``x``, and what it cuts off from the star in ``home``, to a region beside it.

    A cell inside its region takes with it the cells on a shortest way to the edge.  The region
    is that of a random neighbour there.  The piece is left in ``others.mask[PIECE]``.
    """
    giver = owner[x]
    end = _way_to_edge(x, home, giver, beside, region, others)
    if end < 0:
        return False
    taker = _random_taker(end, giver, state, beside, owner, region)
    y = end
    while y >= 0:
        remove(region, giver, y)
        y = others.path[1, y]
    _cut_off(home, giver, beside, region, others)
    y = end
    while y >= 0:
        add(others.mask, PIECE, y)
        y = others.path[1, y]
    for w in range(region.shape[1]):
        word = others.mask[PIECE, w]
        region[giver, w] &= ~word
        region[taker, w] |= word
        while word != ZERO:
            owner[64 * w + lowest(word)] = taker
            word &= word - ONE
    return True


@kernel
def _way_to_edge(x: int, home: int, g: int, beside: Masks, region: Masks, others: Others) -> int:
    """The edge cell of region ``g`` nearest to ``x`` round the star in ``home``, or -1.

    ``others.path[1]`` leads back from it to ``x`` and ends there with -1.
    """
    words = region.shape[1]
    order, back = 0, 1
    for w in range(words):
        others.mask[EDGE, w] = region[g, w]
    remove(others.mask, EDGE, home)
    remove(others.mask, EDGE, x)
    others.path[order, 0] = x
    others.path[back, x] = -1
    head = 0
    tail = 1
    while head < tail:
        y: int = others.path[order, head]
        head += 1
        if _at_edge(y, g, beside, region):
            return y
        for w in range(words):
            word = beside[y, w] & others.mask[EDGE, w]
            others.mask[EDGE, w] &= ~word
            while word != ZERO:
                z = 64 * w + lowest(word)
                word &= word - ONE
                others.path[back, z] = y
                others.path[order, tail] = z
                tail += 1
    return -1


@kernel
def _random_taker(
    x: int, giver: int, state: State, beside: Masks, owner: Ints, region: Masks
) -> int:
    """The region of a random cell beside ``x`` that is not the giver's."""
    taker: int = -1
    seen = 0
    for w in range(region.shape[1]):
        word = beside[x, w] & ~region[giver, w]
        while word != ZERO:
            seen += 1
            if seen == 1 or below(state, seen) == 0:
                taker = owner[64 * w + lowest(word)]
            word &= word - ONE
    return taker


@kernel
def _cut_off(home: int, g: int, beside: Masks, region: Masks, others: Others) -> None:
    """Leave in the piece the cells of region ``g`` that cannot be reached from ``home``."""
    words = region.shape[1]
    mask = others.mask
    for w in range(words):
        mask[PIECE, w] = region[g, w]
        mask[EDGE, w] = ZERO
    remove(mask, PIECE, home)
    add(mask, EDGE, home)
    w = 0
    while w < words:
        if mask[EDGE, w] == ZERO:
            w += 1
            continue
        x = 64 * w + lowest(mask[EDGE, w])
        mask[EDGE, w] &= mask[EDGE, w] - ONE
        for v in range(words):
            new = beside[x, v] & mask[PIECE, v]
            mask[PIECE, v] &= ~new
            mask[EDGE, v] |= new
            if new != ZERO and v < w:
                w = v
