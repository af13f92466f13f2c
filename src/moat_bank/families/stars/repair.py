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
from moat_bank.families.stars.solver import Solver, solve

OUT_OF_MOVES = -1
NO_MOVE = -2

# Rows of ``Others.mask``.
INTENDED, PIECE, EDGE, BANNED = range(4)


class Others(NamedTuple):
    """Known solutions other than the intended one, and scratch for choosing a move.

    Attributes:
        known: uint64 (capacity + 1, W): stars of each; ``capacity`` is how many are kept.
        uses: int64 (cells,): how many of them have a star in each cell; 0 between calls.
        mask: uint64 (4, W): the intended stars, the piece that moves, an edge that spreads, and
            cells that cannot move.
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
        np.zeros((4, words), np.uint64),
        np.zeros((2, size * size), np.int64),
    )


@kernel
def repair(
    size: int,
    stars: int,
    budget: int,
    state: State,
    tables: Geometry,
    owner: Ints,
    region: Masks,
    solver: Solver,
    others: Others,
) -> int:
    """Change ``owner`` and ``region`` until ``others.mask[INTENDED]`` is the only solution.

    Returns:
        The number of moves made, or OUT_OF_MOVES after ``budget`` of them, or NO_MOVE where no
        cell of the other solutions can be given away.
    """
    room = len(others.known)
    count = 0
    complete = False
    moves = 0
    while True:
        if count == 0:
            if complete:
                return moves
            every = solve(size, stars, tables, owner, region, -1, room, solver, others.known, 0)
            complete = every < room
            count = _drop_intended(every, others)
            if count == 0:
                return moves
        if moves == budget:
            return OUT_OF_MOVES
        for w in range(region.shape[1]):
            others.mask[BANNED, w] = others.mask[INTENDED, w]
        moved = False
        while not moved:
            x = _busiest_cell(count, state, tables.beside, owner, region, others)
            if x < 0:
                return NO_MOVE
            moved = _move(x, state, tables.beside, owner, region, others)
            add(others.mask, BANNED, x)
        moves += 1
        count = _drop_through_piece(count, others)
        if complete:
            fresh = _solutions_through_piece(
                size, stars, tables, owner, region, room - count, solver, others, count
            )
            complete = fresh < room - count
            count = min(count + fresh, room - 1)


@kernel
def _solutions_through_piece(
    size: int,
    stars: int,
    tables: Geometry,
    owner: Ints,
    region: Masks,
    limit: int,
    solver: Solver,
    others: Others,
    first: int,
) -> int:
    """Solutions with a star in the piece, up to ``limit``, into ``others.known`` from ``first``.

    Each is found once: a cell that has been searched is barred while the later ones are.
    """
    fresh = 0
    for w in range(region.shape[1]):
        word = others.mask[PIECE, w]
        while word != ZERO and fresh < limit:
            x = 64 * w + lowest(word)
            word &= word - ONE
            fresh += solve(
                size,
                stars,
                tables,
                owner,
                region,
                x,
                limit - fresh,
                solver,
                others.known,
                first + fresh,
            )
            add(solver.many.barred, 0, x)
    for w in range(region.shape[1]):
        solver.many.barred[0, w] = ZERO
    return fresh


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
    """The cell that most of the known use and that is not banned, ties by the generator; or -1.

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
            word = others.known[i, w] & ~others.mask[BANNED, w]
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
def _move(x: int, state: State, beside: Masks, owner: Ints, region: Masks, others: Others) -> bool:
    """Give cell ``x``, and what it cuts off from its region's stars, to a region beside it.

    A cell inside its region takes with it the cells on a shortest way to the edge.  The region
    is that of a random neighbour there.  The piece is left in ``others.mask[PIECE]``.

    Returns:
        False, with nothing changed, where stars wall the cell in or would be parted.
    """
    giver = owner[x]
    end = _way_to_edge(x, giver, beside, region, others)
    if end < 0:
        return False
    taker = _random_taker(end, giver, state, beside, owner, region)
    y = end
    while y >= 0:
        remove(region, giver, y)
        y = others.path[1, y]
    whole = _cut_off(giver, beside, region, others)
    y = end
    while y >= 0:
        add(others.mask if whole else region, PIECE if whole else giver, y)
        y = others.path[1, y]
    if not whole:
        return False
    for w in range(region.shape[1]):
        word = others.mask[PIECE, w]
        region[giver, w] &= ~word
        region[taker, w] |= word
        while word != ZERO:
            owner[64 * w + lowest(word)] = taker
            word &= word - ONE
    return True


@kernel
def _way_to_edge(x: int, g: int, beside: Masks, region: Masks, others: Others) -> int:
    """The edge cell of region ``g`` nearest to ``x`` round the intended stars, or -1.

    ``others.path[1]`` leads back from it to ``x`` and ends there with -1.
    """
    words = region.shape[1]
    order, back = 0, 1
    for w in range(words):
        others.mask[EDGE, w] = region[g, w] & ~others.mask[INTENDED, w]
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
def _cut_off(g: int, beside: Masks, region: Masks, others: Others) -> bool:
    """Leave in the piece the cells of region ``g`` that cannot be reached from its stars.

    Returns False where not all of its intended stars can be reached from the first.
    """
    words = region.shape[1]
    mask = others.mask
    home = -1
    for w in range(words):
        mask[PIECE, w] = region[g, w]
        mask[EDGE, w] = ZERO
        word = region[g, w] & mask[INTENDED, w]
        if home < 0 and word != ZERO:
            home = 64 * w + lowest(word)
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
    for w in range(words):
        if mask[PIECE, w] & mask[INTENDED, w] != ZERO:
            return False
    return True
