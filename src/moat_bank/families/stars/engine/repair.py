"""Moves that make the intended solution the only one.

While another solution exists, a cell that it uses and the intended one does not goes to a region
beside it, and with it any piece that this cuts off from its old region's stars.  Every other
solution through a moved cell then has a star too many in the receiving region, so it is gone; and a
solution that is new has a star in a moved cell, since otherwise it would have been one before.

So the search for others need not begin anew after a move: it goes on from where it found the last
one, with the moved cells barred.  When it has ended, only solutions through cells that moved since
it began can be left, and the next search is for those alone.  A search that ends without a move is
the end of the proof.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from moat_bank.families.stars.engine.geometry import Geometry, Ints, Masks, Words, add, remove
from moat_bank.families.stars.engine.search import Search, bar, begin, narrow, resume
from moat_bank.kernels.jit import ONE, ZERO, kernel, lowest, popcount, span
from moat_bank.kernels.rng import State, below

OUT_OF_MOVES = -1
NO_MOVE = -2

# Rows of ``Trial.mask``.
INTENDED, OTHER, PIECE, EDGE, BANNED, MOVED = range(6)


class Trial(NamedTuple):
    """What a repair knows and scribbles on.

    Attributes:
        mask: uint64 (6, W): the intended stars, those of another solution, the piece that moves, an
            edge that spreads, cells that cannot move, cells moved since the search began.
        path: int64 (2, cells): cells in the order reached, and the cell each was reached from.
    """

    mask: Masks
    path: Ints


def new_trial(size: int) -> Trial:
    """Memory for boards of one size."""
    words = (size * size + 63) // 64
    return Trial(np.zeros((6, words), np.uint64), np.zeros((2, size * size), np.int64))


@kernel
def repair(
    size: int,
    stars: int,
    budget: int,
    state: State,
    tables: Geometry,
    owner: Ints,
    region: Masks,
    search: Search,
    trial: Trial,
) -> int:
    """Change ``owner`` and ``region`` until ``trial.mask[INTENDED]`` is the only solution.

    Returns:
        The number of moves made, or OUT_OF_MOVES after ``budget`` of them, or NO_MOVE where no
        cell of another solution can be given away.
    """
    words = tables.words
    moves = 0
    begun = -1  # moves made when the search began
    while begun < moves:
        begin(size, stars, tables, region, search)
        if begun >= 0:
            narrow(stars, trial.mask, MOVED, search)
        begun = moves
        for w in range(span(words)):
            trial.mask[MOVED, w] = ZERO
        while resume(size, stars, 1, tables, owner, region, search, trial.mask, OTHER) > 0:
            if _is_intended(words, trial.mask):
                continue
            if moves == budget:
                return OUT_OF_MOVES
            if not _move_a_cell(state, words, tables.beside, owner, region, trial):
                return NO_MOVE
            moves += 1
            bar(size, stars, trial.mask, PIECE, search)
            for w in range(span(words)):
                trial.mask[MOVED, w] |= trial.mask[PIECE, w]
    return moves


@kernel
def _is_intended(words: Words, mask: Masks) -> bool:
    for w in range(span(words)):
        if mask[OTHER, w] != mask[INTENDED, w]:
            return False
    return True


@kernel
def _move_a_cell(
    state: State, words: Words, beside: Masks, owner: Ints, region: Masks, trial: Trial
) -> bool:
    """Move one cell of the other solution; False where none can."""
    for w in range(span(words)):
        trial.mask[BANNED, w] = trial.mask[INTENDED, w]
    while True:
        x = _best_cell(state, words, beside, owner, region, trial.mask)
        if x < 0:
            return False
        if _move(x, state, words, beside, owner, region, trial):
            return True
        add(trial.mask, BANNED, x)


@kernel
def _best_cell(
    state: State, words: Words, beside: Masks, owner: Ints, region: Masks, mask: Masks
) -> int:
    """A cell of the other solution that is not banned; -1 of none, ties by the generator.

    Cells at the edge of their region come before those inside it, and of those the ones that
    leave their region two cells or more: players take boards full of dots for dull.
    """
    best = -1
    most = 0
    ties = 0
    for w in range(span(words)):
        word = mask[OTHER, w] & ~mask[BANNED, w]
        while word != ZERO:
            x = 64 * w + lowest(word)
            word &= word - ONE
            worth = 0
            if _at_edge(x, owner[x], words, beside, region):
                worth = 1 if _is_pair(owner[x], words, region) else 2
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
def _at_edge(x: int, g: int, words: Words, beside: Masks, region: Masks) -> bool:
    for w in range(span(words)):
        if beside[x, w] & ~region[g, w] != ZERO:
            return True
    return False


@kernel
def _is_pair(g: int, words: Words, region: Masks) -> bool:
    cells = 0
    for w in range(span(words)):
        cells += popcount(region[g, w])
    return cells == 2


@kernel
def _move(
    x: int, state: State, words: Words, beside: Masks, owner: Ints, region: Masks, trial: Trial
) -> bool:
    """Give cell ``x``, and what it cuts off from its region's stars, to a region beside it.

    A cell inside its region takes with it the cells on a shortest way to the edge.  The region
    is that of a random neighbour there.  The piece is left in ``trial.mask[PIECE]``.

    Returns:
        False, with nothing changed, where stars wall the cell in or would be parted.
    """
    giver = owner[x]
    end = _way_to_edge(x, giver, words, beside, region, trial)
    if end < 0:
        return False
    taker = _random_taker(end, giver, state, words, beside, owner, region)
    if end == x and _is_tip(x, giver, words, beside, region):
        for w in range(span(words)):
            trial.mask[PIECE, w] = ZERO
        add(trial.mask, PIECE, x)
    elif not _take_way(end, giver, words, beside, region, trial):
        return False
    for w in range(span(words)):
        word = trial.mask[PIECE, w]
        region[giver, w] &= ~word
        region[taker, w] |= word
        while word != ZERO:
            owner[64 * w + lowest(word)] = taker
            word &= word - ONE
    return True


@kernel
def _is_tip(x: int, g: int, words: Words, beside: Masks, region: Masks) -> bool:
    """Whether one cell of region ``g`` alone is beside ``x``, so that nothing hangs on ``x``."""
    cells = 0
    for w in range(span(words)):
        cells += popcount(beside[x, w] & region[g, w])
    return cells == 1


@kernel
def _take_way(end: int, g: int, words: Words, beside: Masks, region: Masks, trial: Trial) -> bool:
    """Put the way that ends in ``end``, and what it cuts off, into the piece.

    Returns False, with nothing changed, where stars of the region would be parted.
    """
    y = end
    while y >= 0:
        remove(region, g, y)
        y = trial.path[1, y]
    whole = cut_off(g, words, beside, region, trial)
    y = end
    while y >= 0:
        add(trial.mask if whole else region, PIECE if whole else g, y)
        y = trial.path[1, y]
    return whole


@kernel
def _way_to_edge(x: int, g: int, words: Words, beside: Masks, region: Masks, trial: Trial) -> int:
    """The edge cell of region ``g`` nearest to ``x`` round the intended stars, or -1.

    ``trial.path[1]`` leads back from it to ``x`` and ends there with -1.
    """
    order, back = 0, 1
    for w in range(span(words)):
        trial.mask[EDGE, w] = region[g, w] & ~trial.mask[INTENDED, w]
    remove(trial.mask, EDGE, x)
    trial.path[order, 0] = x
    trial.path[back, x] = -1
    head = 0
    tail = 1
    while head < tail:
        y: int = trial.path[order, head]
        head += 1
        if _at_edge(y, g, words, beside, region):
            return y
        for w in range(span(words)):
            word = beside[y, w] & trial.mask[EDGE, w]
            trial.mask[EDGE, w] &= ~word
            while word != ZERO:
                z = 64 * w + lowest(word)
                word &= word - ONE
                trial.path[back, z] = y
                trial.path[order, tail] = z
                tail += 1
    return -1


@kernel
def _random_taker(
    x: int, giver: int, state: State, words: Words, beside: Masks, owner: Ints, region: Masks
) -> int:
    """The region of a random cell beside ``x`` that is not the giver's."""
    taker: int = -1
    seen = 0
    for w in range(span(words)):
        word = beside[x, w] & ~region[giver, w]
        while word != ZERO:
            seen += 1
            if seen == 1 or below(state, seen) == 0:
                taker = owner[64 * w + lowest(word)]
            word &= word - ONE
    return taker


@kernel
def cut_off(g: int, words: Words, beside: Masks, region: Masks, trial: Trial) -> bool:
    """Leave in the piece the cells of region ``g`` that cannot be reached from its stars.

    Returns False where not all of its intended stars can be reached from the first.
    """
    mask = trial.mask
    home = -1
    for w in range(span(words)):
        mask[PIECE, w] = region[g, w]
        mask[EDGE, w] = ZERO
        word = region[g, w] & mask[INTENDED, w]
        if home < 0 and word != ZERO:
            home = 64 * w + lowest(word)
    remove(mask, PIECE, home)
    add(mask, EDGE, home)
    w = 0
    while w < span(words):
        if mask[EDGE, w] == ZERO:
            w += 1
            continue
        x = 64 * w + lowest(mask[EDGE, w])
        mask[EDGE, w] &= mask[EDGE, w] - ONE
        for v in range(span(words)):
            new = beside[x, v] & mask[PIECE, v]
            mask[PIECE, v] &= ~new
            mask[EDGE, v] |= new
            if new != ZERO and v < w:
                w = v
    for w in range(span(words)):
        if mask[PIECE, w] & mask[INTENDED, w] != ZERO:
            return False
    return True
