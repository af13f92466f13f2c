"""Regions of several stars: cells grown from every star, then joined k by k.

Every star first grows a piece of its own, as regions of one star do, so the pieces are connected
and fill the square.  Then pieces that lie side by side are joined into groups of k: a group begins
with the piece that has fewest free neighbours and goes on with the neighbour that has fewest, which
seldom strands one.  If one is stranded, the joining begins anew.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from moat_bank.families.stars.engine.geometry import Geometry, Ints, Masks
from moat_bank.kernels.jit import ONE, U64, ZERO, kernel, lowest, popcount
from moat_bank.kernels.rng import State, below

TRIES = 60


class Pieces(NamedTuple):
    """The pieces of each star; with P pieces and V words a set of them.

    Attributes:
        cells: uint64 (P, W): the cells of each.
        owner: int64 (cells,): the piece of each cell.
        rim: uint64 (P + 1, W): scratch of ``grow``.
        turn: int64 (P,): scratch of ``grow``.
        beside: uint64 (P, V): the pieces that share a side with each.
        sets: uint64 (2, V): the pieces without a group, and those beside the group.
        group: int64 (P,): the group of each.
        site: int64 (P, 2): scratch of ``voronoi``: the sum of rows and of columns of a group.
    """

    cells: Masks
    owner: Ints
    rim: Masks
    turn: Ints
    beside: Masks
    sets: Masks
    group: Ints
    site: Ints


FREE, NEXT = range(2)


def new_pieces(size: int, stars: int) -> Pieces:
    """Memory for boards of one size and number of stars."""
    words = (size * size + 63) // 64
    pieces = size * stars
    sets = (pieces + 63) // 64
    return Pieces(
        np.zeros((pieces, words), np.uint64),
        np.zeros(size * size, np.int64),
        np.zeros((pieces + 1, words), np.uint64),
        np.zeros(pieces, np.int64),
        np.zeros((pieces, sets), np.uint64),
        np.zeros((2, sets), np.uint64),
        np.zeros(pieces, np.int64),
        np.zeros((pieces, 2), np.int64),
    )


@kernel
def join(
    size: int,
    stars: int,
    state: State,
    tables: Geometry,
    pieces: Pieces,
    owner: Ints,
    region: Masks,
) -> bool:
    """Join the pieces into ``size`` regions of ``stars`` pieces each.

    Args:
        size: regions to make.
        stars: pieces of each.
        state: generator state.
        tables: of this size.
        pieces: with ``cells`` and ``owner`` as ``grow`` left them.
        owner: int64 (cells,), result: the region of each cell.
        region: uint64 (size, W), result: the cells of each region.

    Returns:
        False where ``TRIES`` were in vain.
    """
    _note_neighbours(tables, pieces)
    for _ in range(TRIES):
        if _group(size, stars, state, pieces):
            break
    else:
        return False
    for w in range(region.shape[1]):
        for g in range(size):
            region[g, w] = ZERO
        for p in range(len(pieces.group)):
            region[pieces.group[p], w] |= pieces.cells[p, w]
    for x in range(len(owner)):
        owner[x] = pieces.group[pieces.owner[x]]
    return True


@kernel
def _note_neighbours(tables: Geometry, pieces: Pieces) -> None:
    pieces.beside[:] = ZERO
    for x in range(len(pieces.owner)):
        p = pieces.owner[x]
        for w in range(tables.beside.shape[1]):
            word = tables.beside[x, w]
            while word != ZERO:
                q = pieces.owner[64 * w + lowest(word)]
                word &= word - ONE
                if p != q:
                    pieces.beside[p, q >> 6] |= ONE << U64(q & 63)


@kernel
def _group(size: int, stars: int, state: State, pieces: Pieces) -> bool:
    """One try to group the pieces; False where a group cannot be filled."""
    sets = pieces.sets
    for v in range(sets.shape[1]):
        sets[FREE, v] = ZERO
    for p in range(len(pieces.group)):
        sets[FREE, p >> 6] |= ONE << U64(p & 63)
    for g in range(size):
        p = _loneliest(FREE, state, pieces)
        for v in range(sets.shape[1]):
            sets[NEXT, v] = ZERO
        for member in range(stars):
            if member > 0:
                p = _loneliest(NEXT, state, pieces)
            if p < 0:
                return False
            pieces.group[p] = g
            sets[FREE, p >> 6] &= ~(ONE << U64(p & 63))
            for v in range(sets.shape[1]):
                sets[NEXT, v] = (sets[NEXT, v] | pieces.beside[p, v]) & sets[FREE, v]
    return True


@kernel
def _loneliest(which: int, state: State, pieces: Pieces) -> int:
    """The piece of a set with fewest free neighbours, ties by the generator; -1 of none."""
    best = -1
    fewest = 1 << 30
    ties = 0
    for v in range(pieces.sets.shape[1]):
        word = pieces.sets[which, v]
        while word != ZERO:
            p = 64 * v + lowest(word)
            word &= word - ONE
            count = 0
            for u in range(pieces.sets.shape[1]):
                count += popcount(pieces.beside[p, u] & pieces.sets[FREE, u])
            if count < fewest:
                fewest = count
                ties = 0
            if count == fewest:
                ties += 1
                if ties == 1 or below(state, ties) == 0:
                    best = p
    return best
