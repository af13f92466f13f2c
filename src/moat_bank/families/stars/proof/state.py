"""The state of many one-star boards under way, and what a round changes of it.

Every array has the boards on its last axis, so that each step is one pass over memory.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.stars.proof.techniques import Bits, Bools

STUCK, SOLVED, BROKEN, CUT_SHORT = range(4)
"""How a board ends: no technique helps; all stars placed; a unit is left without candidates; it
takes more steps than are made."""


@dataclass(frozen=True, eq=False)
class State:
    """Boards under way, ``B`` of them.

    Attributes:
        live: (N, N, B) the bit of the cell's region while it is a candidate, else 0.
        rows: (N, B) whether the row has no star yet.
        cols: (N, B) the same of columns.
        regions: (B,) regions that have no star yet, as bits.
    """

    live: Bits
    rows: Bools
    cols: Bools
    regions: Bits

    def select(self, which: NDArray[np.int64]) -> State:
        """These boards, in this order, perhaps more than once."""
        return State(
            self.live[..., which], self.rows[:, which], self.cols[:, which], self.regions[which]
        )

    def keep(self, which: NDArray[np.int64]) -> State:
        """These boards, ascending and none twice; no copy where they are all."""
        return self if len(which) == len(self.regions) else self.select(which)


def start(regions: NDArray[np.uint8]) -> State:
    """Nothing known yet of boards (boards, size, size), whose region numbers are below size."""
    boards, size, _ = regions.shape
    kind: type[np.unsignedinteger] = (
        np.uint8 if size <= 8 else np.uint16 if size <= 16 else np.uint32
    )
    cells = np.ascontiguousarray(regions.transpose(1, 2, 0)).astype(kind)
    live = np.left_shift(kind(1), cells)
    open_lines = np.ones((size, boards), np.bool_)
    every = np.full(boards, 2**size - 1, kind)
    return State(live, open_lines, open_lines, every)


def apply(technique: int, state: State, found: Bools) -> tuple[State, NDArray[np.int64]]:
    """Make a round: place what technique 1 found, or remove what another did."""
    if technique == 1:
        state, broken = _place(state, found)
    else:
        state = replace(state, live=state.live * ~found)
        broken = np.zeros(len(state.regions), np.bool_)
    broken |= _starved(state)
    solved = ~np.logical_or.reduce(state.rows, axis=0)
    return state, np.where(broken, BROKEN, np.where(solved, SOLVED, STUCK))


def _place(state: State, stars: Bools) -> tuple[State, Bools]:
    """Set the stars (N, N, B), close their units, and clear every cell that they see.

    Returns:
        The state after it, and (B,) whether two of the stars see each other: then one of them
        would leave a unit of the other empty.  Only a wrong supposition, or a board without
        solution, can ask for such a pair.
    """
    row: Bools = np.logical_or.reduce(stars, axis=1)
    col: Bools = np.logical_or.reduce(stars, axis=0)
    region = np.bitwise_or.reduce(state.live * stars, axis=(0, 1))
    many = stars.sum(axis=(0, 1), dtype=np.uint16)
    near = _around(stars)
    clash: Bools = many != row.sum(axis=0, dtype=np.uint16)
    clash |= many != col.sum(axis=0, dtype=np.uint16)
    clash |= many != np.bitwise_count(region)
    clash |= np.logical_or.reduce(near & stars, axis=(0, 1))
    unseen = ~(near | row[:, None] | col | ((state.live & region) != 0))
    placed = State(
        state.live * unseen, state.rows & ~row, state.cols & ~col, state.regions & ~region
    )
    return placed, clash


def _around(cells: Bools) -> Bools:
    """Cells with one of ``cells`` among their eight neighbours."""
    side = np.zeros_like(cells)
    side[:, 1:] |= cells[:, :-1]
    side[:, :-1] |= cells[:, 1:]
    three = side | cells
    side[1:] |= three[:-1]
    side[:-1] |= three[1:]
    return side


def _starved(state: State) -> Bools:
    """Boards on which an open unit has no candidate left."""
    rows = np.bitwise_or.reduce(state.live, axis=1)
    cols = np.bitwise_or.reduce(state.live, axis=0)
    left = np.bitwise_or.reduce(rows, axis=0)
    starved: Bools = np.logical_or.reduce(state.rows & (rows == 0), axis=0)
    starved |= np.logical_or.reduce(state.cols & (cols == 0), axis=0)
    starved |= (state.regions & ~left) != 0
    return starved
