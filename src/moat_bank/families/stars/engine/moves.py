"""From one board with one solution to another: a cell at the edge of its region changes sides.

Let cell ``x``, empty in the known solution, go from region A to region B.  A solution of the new
board without a star in ``x`` has as many stars in A and in B as it had before, so it solved the old
board, too, and is the known one.  Hence only solutions through ``x`` can be new, and one short
search with a star fixed there decides whether the board still has one solution.

Where it has not, the new solution may be made the known one, and the old one repaired away: so a
walk comes to boards with other solutions.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.stars.engine.geometry import Geometry, Ints, Masks, add, remove
from moat_bank.families.stars.engine.memory import Memory
from moat_bank.families.stars.engine.repair import INTENDED, OTHER, PIECE, cut_off, repair
from moat_bank.families.stars.engine.search import Search, begin_through, resume
from moat_bank.families.stars.engine.shape import cells_of, within
from moat_bank.kernels.jit import ONE, U64, ZERO, kernel
from moat_bank.kernels.rng import below

REPAIRS = 4
"""Moves that may repair a leap.  Of those that take more few keep the tier."""


@kernel
def shake(
    size: int,
    stars: int,
    tries: int,
    tables: Geometry,
    memory: Memory,
    left: NDArray[np.uint8],
    which: int,
) -> int:
    """Try random moves on the board in ``memory``, whose solution stays the only one.

    A cell never goes back to the region that it has on the board ``left[which]``, so that the walk
    leaves that board behind; with ``which`` -1 it may.  Returns how many moves were made.
    """
    made = 0
    for _ in range(tries):
        x = below(memory.state, size * size)
        taker = _region_beside(x, size, tables, memory)
        if which < 0 or left[which, x] != taker:
            made += move(x, taker, size, stars, tables, memory)
    return made


@kernel
def move(x: int, taker: int, size: int, stars: int, tables: Geometry, memory: Memory) -> bool:
    """Give cell ``x`` to region ``taker`` beside it.

    Returns:
        False, with nothing changed, where a star would change sides, a region would be parted or
        be of a bad shape, or another solution would come in.
    """
    giver: int = memory.owner[x]
    if not _pass_on(x, taker, size, tables, memory):
        return False
    owner, region, mask = memory.owner, memory.region, memory.trial.mask
    if another_through(x, size, stars, tables, owner, region, memory.search, mask):
        _put_cell(x, taker, giver, memory)
        return False
    return True


@kernel
def leap(size: int, stars: int, tries: int, tables: Geometry, memory: Memory) -> bool:
    """Go over to another solution: the first that a random move lets in, of ``tries`` moves.

    Returns:
        False where none did, or the board could not be repaired in ``REPAIRS`` moves to a good
        shape.  Then it is spoilt.
    """
    owner, region, mask = memory.owner, memory.region, memory.trial.mask
    for _ in range(tries):
        x = below(memory.state, size * size)
        giver: int = owner[x]
        taker = _region_beside(x, size, tables, memory)
        if not _pass_on(x, taker, size, tables, memory):
            continue
        if another_through(x, size, stars, tables, owner, region, memory.search, mask):
            for w in range(mask.shape[1]):
                mask[INTENDED, w] = mask[OTHER, w]
            moves = repair(
                size, stars, REPAIRS, memory.state, tables, owner, region, memory.search,
                memory.trial,
            )  # fmt: skip
            return moves >= 0 and well_shaped(size, region)
        _put_cell(x, taker, giver, memory)
    return False


@kernel
def _pass_on(x: int, taker: int, size: int, tables: Geometry, memory: Memory) -> bool:
    """Give cell ``x`` to region ``taker``, whatever it does to the solutions.

    Returns:
        False, with nothing changed, where a star would change sides, a region would be parted or
        be of a bad shape.
    """
    region, mask = memory.region, memory.trial.mask
    giver: int = memory.owner[x]
    if giver == taker or (mask[INTENDED, x >> 6] >> U64(x & 63)) & ONE != ZERO:
        return False
    _put_cell(x, giver, taker, memory)
    if (
        well_shaped(size, region)
        and cut_off(giver, tables.words, tables.beside, region, memory.trial)
        and not _any(mask, PIECE)
    ):
        return True
    _put_cell(x, taker, giver, memory)
    return False


@kernel
def _put_cell(x: int, giver: int, taker: int, memory: Memory) -> None:
    remove(memory.region, giver, x)
    add(memory.region, taker, x)
    memory.owner[x] = taker


@kernel
def another_through(
    x: int,
    size: int,
    stars: int,
    tables: Geometry,
    owner: Ints,
    region: Masks,
    search: Search,
    found: Masks,
) -> bool:
    """Whether any solution has a star in cell ``x``; it is left in ``found[OTHER]``."""
    begin_through(x, size, stars, tables, owner, region, search)
    return resume(size, stars, 1, tables, owner, region, search, found, OTHER) > 0


@kernel
def well_shaped(size: int, region: Masks) -> bool:
    """Whether at most one region is of one cell, and none has more than half of the board."""
    return within(size, (1, 1, size * size // 2), region)


@kernel
def _region_beside(x: int, size: int, tables: Geometry, memory: Memory) -> int:
    """The region of the cell at a random side of ``x``: its own where that is off the board.

    Its own, too, every other time that the other region is as large: random moves alone would make
    large regions larger than those of fresh boards are.
    """
    side = below(memory.state, 4)
    y = x
    if side == 0 and tables.row[x] > 0:
        y = x - size
    elif side == 1 and tables.row[x] < size - 1:
        y = x + size
    elif side == 2 and tables.column[x] > 0:
        y = x - 1
    elif side == 3 and tables.column[x] < size - 1:
        y = x + 1
    own: int = memory.owner[x]
    other: int = memory.owner[y]
    if cells_of(other, memory.region) < cells_of(own, memory.region):
        return other
    return other if below(memory.state, 2) == 0 else own


@kernel
def _any(mask: Masks, i: int) -> bool:
    for w in range(mask.shape[1]):
        if mask[i, w] != ZERO:
            return True
    return False
