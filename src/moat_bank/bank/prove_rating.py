"""The rating of many one-star boards at once, written from the definitions alone.

All boards go through their rounds in lockstep.  Every array has the boards on its last axis, so
that each step is one pass over memory.  The state of a cell is the bit of its region while it is
a candidate and 0 afterwards: then an "or" over cells says which regions are left there, and the
five techniques become a few set operations each.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from moat_bank.bank.prove_techniques import (
    Bits,
    Bools,
    confined_line,
    last_cell,
    moat_squeeze,
    regions_in_lines,
)

RATER = "stars-1"
"""The version of the definitions that this follows; a bank names the one it was rated by."""

TECHNIQUES = 5
SUPPOSITIONS = 4096
"""Suppositions of technique 5 followed up in one stack; bounds the memory."""


@dataclass(frozen=True, eq=False)
class Ratings:
    """The rating of a stack of boards; every attribute but ``rounds`` is int64 (boards,).

    Attributes:
        hardest: hardest technique used, or 0 where logic does not finish the board.
        steps: rounds made.
        rounds: int64 (boards, 5): rounds of each technique.
        narrowest: fewest cells concluded in a round, 0 where no round was made.
        widest_set: largest k of technique 4, 0 if it was not used.
        sets_of_two: rounds of technique 4 at k = 2.
        tier: 0 easy, 1 medium, 2 hard, 3 super_hard, -1 where unfinished.
    """

    hardest: NDArray[np.int64]
    steps: NDArray[np.int64]
    rounds: NDArray[np.int64]
    narrowest: NDArray[np.int64]
    widest_set: NDArray[np.int64]
    sets_of_two: NDArray[np.int64]
    tier: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class _State:
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

    def select(self, which: NDArray[np.int64]) -> _State:
        return _State(
            self.live[..., which], self.rows[:, which], self.cols[:, which], self.regions[which]
        )


def rate(regions: NDArray[np.uint8]) -> Ratings:
    """Rate boards (boards, size, size); region numbers must be below size.

    Complexity: rounds of the slowest board times the cells of all; see ``prove.py`` for how
    stacks are cut.
    """
    boards, size, _ = regions.shape
    state = _start(regions)
    alive = np.arange(boards)
    finished = np.zeros(boards, np.bool_)
    rounds = np.zeros((boards, TECHNIQUES), np.int64)
    narrowest = np.full(boards, size * size, np.int64)
    widest_set = np.zeros(boards, np.int64)
    sets_of_two = np.zeros(boards, np.int64)
    while len(alive):
        technique, found, k = _round(state)
        made = np.flatnonzero(technique)
        state, alive = state.select(made), alive[made]
        technique, found, k = technique[made], found[..., made], k[made]
        rounds[alive, technique - 1] += 1
        width = found.sum(axis=(0, 1))
        narrowest[alive] = np.minimum(narrowest[alive], width)
        widest_set[alive] = np.maximum(widest_set[alive], k)
        sets_of_two[alive] += k == 2
        state, clash = _apply(state, found, technique == 1)
        done = ~state.rows.any(axis=0) & ~clash
        finished[alive[done]] = True
        going = np.flatnonzero(~(done | clash | _starved(state)))
        state, alive = state.select(going), alive[going]
    steps = rounds.sum(axis=1)
    highest = TECHNIQUES - (rounds[:, ::-1] > 0).argmax(axis=1)
    return Ratings(
        hardest=np.where(finished, highest, 0),
        steps=steps,
        rounds=rounds,
        narrowest=np.where(steps > 0, narrowest, 0),
        widest_set=widest_set,
        sets_of_two=sets_of_two,
        tier=np.where(finished, _tier(highest, widest_set, sets_of_two), -1),
    )


def _tier(
    hardest: NDArray[np.int64], widest_set: NDArray[np.int64], sets_of_two: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Easy to 2; medium 3, or 4 by one set of two alone; hard any other 4; super_hard 5."""
    one_pair = (hardest == 4) & (widest_set == 2) & (sets_of_two == 1)
    tier: NDArray[np.int64] = np.array([0, 0, 0, 1, 2, 3])[hardest]
    return np.where(one_pair, 1, tier)


def concatenate(parts: list[Ratings]) -> Ratings:
    """One stack from several."""
    return Ratings(
        **{f.name: np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(Ratings)}
    )


def _start(regions: NDArray[np.uint8]) -> _State:
    boards, size, _ = regions.shape
    kind: type[np.unsignedinteger] = (
        np.uint8 if size <= 8 else np.uint16 if size <= 16 else np.uint32
    )
    cells = np.ascontiguousarray(regions.transpose(1, 2, 0)).astype(kind)
    live = np.left_shift(kind(1), cells)
    open_lines = np.ones((size, boards), np.bool_)
    every = np.full(boards, 2**size - 1, kind)
    return _State(live, open_lines, open_lines, every)


def _round(state: _State) -> tuple[NDArray[np.int64], Bools, NDArray[np.int64]]:
    """The easiest technique that concludes anything on each board, and all it concludes.

    Returns:
        technique: (B,) 1 to 5, or 0 where none helps.
        found: (N, N, B) the cells concluded: stars of technique 1, else candidates to remove.
        k: (B,) the k of technique 4, 0 elsewhere.
    """
    found = last_cell(state.live)
    technique: NDArray[np.int64] = np.logical_or.reduce(found, axis=(0, 1)).astype(np.int64)
    k = np.zeros(len(technique), np.int64)
    for number in (2, 3, 4, 5):
        rest = np.flatnonzero(technique == 0)
        if not len(rest):
            break
        live = state.live[..., rest]
        if number == 2:
            cells = confined_line(live)
        elif number == 3:
            cells = moat_squeeze(live)
        elif number == 4:
            cells, k[rest] = regions_in_lines(live)
        else:
            cells = _what_if(state.select(rest))
        found[..., rest] = cells
        technique[rest] = np.where(cells.any(axis=(0, 1)), number, 0)
    return technique, found, k


def _apply(state: _State, found: Bools, stars: Bools) -> tuple[_State, Bools]:
    """Place ``found`` on the boards marked in ``stars``, remove it from the candidates elsewhere.

    Returns:
        The state after it and whether two stars placed at once see each other.
    """
    placed = found & stars
    state = _State(
        np.where(found & ~stars, state.live.dtype.type(0), state.live),
        state.rows,
        state.cols,
        state.regions,
    )
    return _place(state, placed)


def _place(state: _State, stars: Bools) -> tuple[_State, Bools]:
    """Set the stars (N, N, B), close their units, and clear every cell that they see.

    Two that see each other, as only a wrong supposition or a board without solution can ask for,
    are a clash: setting one empties a unit of the other.
    """
    zero = state.live.dtype.type(0)
    row: Bools = np.logical_or.reduce(stars, axis=1)
    col: Bools = np.logical_or.reduce(stars, axis=0)
    bits = np.where(stars, state.live, zero)
    region = np.bitwise_or.reduce(bits, axis=(0, 1))
    many = stars.sum(axis=(0, 1))
    near = _around(stars)
    clash: Bools = (many != row.sum(axis=0)) | (many != col.sum(axis=0))
    clash |= (many != np.bitwise_count(region)) | (near & stars).any(axis=(0, 1))
    seen = near | row[:, None] | col | ((state.live & region) != 0)
    live = np.where(seen, zero, state.live)
    return _State(live, state.rows & ~row, state.cols & ~col, state.regions & ~region), clash


def _around(cells: Bools) -> Bools:
    """Cells with one of ``cells`` among their eight neighbours."""
    side = np.zeros_like(cells)
    side[:, 1:] |= cells[:, :-1]
    side[:, :-1] |= cells[:, 1:]
    three = side | cells
    side[1:] |= three[:-1]
    side[:-1] |= three[1:]
    return side


def _starved(state: _State) -> Bools:
    """Boards on which an open unit has no candidate left."""
    rows = np.bitwise_or.reduce(state.live, axis=1)
    cols = np.bitwise_or.reduce(state.live, axis=0)
    left = np.bitwise_or.reduce(rows, axis=0)
    starved: Bools = (state.rows & (rows == 0)).any(axis=0)
    starved |= (state.cols & (cols == 0)).any(axis=0)
    starved |= (state.regions & ~left) != 0
    return starved


def _what_if(state: _State) -> Bools:
    """Technique 5: the candidates (N, N, B) whose star starves a unit by techniques 1 to 4."""
    refuted = np.zeros(state.live.shape, np.bool_)
    row, col, board = np.nonzero(state.live)
    for start in range(0, len(board), SUPPOSITIONS):
        part = slice(start, start + SUPPOSITIONS)
        refuted[row[part], col[part], board[part]] = _refuted(
            state.select(board[part]), row[part], col[part]
        )
    return refuted


def _refuted(state: _State, row: NDArray[np.int64], col: NDArray[np.int64]) -> Bools:
    """Whether a star at one cell of each board is refuted by techniques 1 to 4.

    Every technique only ever removes more from fewer candidates, so where a closure ends does
    not depend on the order; here the cheap three go together and the fourth when they are done.
    """
    many = len(row)
    stars = np.zeros(state.live.shape, np.bool_)
    stars[row, col, np.arange(many)] = True
    state, _ = _place(state, stars)
    refuted = np.zeros(many, np.bool_)
    alive = np.arange(many)
    starved = _starved(state)
    while True:
        refuted[alive[starved]] = True
        going = np.flatnonzero(~starved & state.rows.any(axis=0))
        state, alive = state.select(going), alive[going]
        if not len(alive):
            return refuted
        stars = last_cell(state.live)
        gone = confined_line(state.live) | moat_squeeze(state.live)
        stuck = np.flatnonzero(~(stars | gone).any(axis=(0, 1)))
        if len(stuck):
            gone[..., stuck], _ = regions_in_lines(state.live[..., stuck])
        moved = np.flatnonzero((stars | gone).any(axis=(0, 1)))
        state, alive = state.select(moved), alive[moved]
        stars, gone = stars[..., moved], gone[..., moved]
        # A cell that is a last cell and removed as well stays, and the clash or starving shows.
        kept = np.where(gone & ~stars, state.live.dtype.type(0), state.live)
        torn = (gone & stars).any(axis=(0, 1))
        state = _State(kept, state.rows, state.cols, state.regions)
        state, clash = _place(state, stars)
        starved = clash | torn | _starved(state)
