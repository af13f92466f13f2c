"""The rating of many one-star boards at once, written from the definitions alone.

Many boards go through their rounds together.  Every array has the boards on its last axis, so
that each step is one pass over memory.  The state of a cell is the bit of its region while it is
a candidate and 0 afterwards: then an "or" over cells says which regions are left there, and the
five techniques become a few set operations each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.stars.proof.score import one_star_rungs, scores
from moat_bank.families.stars.proof.techniques import (
    Bits,
    Bools,
    confined_line,
    last_cell,
    moat_squeeze,
    regions_in_lines,
    regions_tell,
)

RATER = "stars-2"
"""The version of the definitions that this follows; a bank names the one it was rated by."""

TECHNIQUES = 5
REGIONS_TELL = 6
"""A stand-in for techniques 2 and 3 where only the score asks: see ``prove_score``."""

LADDER = tuple(range(1, TECHNIQUES + 1))

SUPPOSED_CELLS = 1 << 20
"""Cells of all boards followed up in one stack by technique 5; bounds the memory."""


@dataclass(frozen=True, eq=False)
class Ratings:
    """The rating of a stack of boards; every attribute but ``rounds`` is int64 (boards,).

    Of one star here, of several in ``prove_many``, whose techniques are T = 12.

    Attributes:
        hardest: hardest technique used, or 0 where logic does not finish the board.
        steps: rounds made.
        rounds: int64 (boards, T): rounds of each technique, here 5.
        narrowest: fewest cells concluded in a round, 0 where no round was made.
        widest_set: largest set that counting used, here technique 4; 0 if it was not used.
        sets_of_two: rounds of it with sets of two.
        tier: 0 easy, 1 medium, 2 hard, 3 super_hard, -1 where unfinished.
        score: how hard it is, 0 where unfinished.
    """

    hardest: NDArray[np.int64]
    steps: NDArray[np.int64]
    rounds: NDArray[np.int64]
    narrowest: NDArray[np.int64]
    widest_set: NDArray[np.int64]
    sets_of_two: NDArray[np.int64]
    tier: NDArray[np.int64]
    score: NDArray[np.int64]


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
        """These boards, in this order, perhaps more than once."""
        return _State(
            self.live[..., which], self.rows[:, which], self.cols[:, which], self.regions[which]
        )

    def keep(self, which: NDArray[np.int64]) -> _State:
        """These boards, ascending and none twice; no copy where they are all."""
        return self if len(which) == len(self.regions) else self.select(which)


Note = Callable[[NDArray[np.int64], int, Bools, NDArray[np.int64]], None]
"""Told of each round made: the boards, the technique, the cells concluded, the k of technique 4."""

STUCK, SOLVED, BROKEN = 0, 1, 2
"""How a board ends: no technique helps; all stars placed; a unit is left without candidates."""


def rate(regions: NDArray[np.uint8]) -> Ratings:
    """Rate boards (boards, size, size); region numbers must be below size."""
    boards, size, _ = regions.shape
    rounds = np.zeros((boards, TECHNIQUES), np.int64)
    narrowest = np.full(boards, size * size, np.int64)
    widest_set = np.zeros(boards, np.int64)
    sets_of_two = np.zeros(boards, np.int64)

    def note(board: NDArray[np.int64], technique: int, found: Bools, k: NDArray[np.int64]) -> None:
        rounds[board, technique - 1] += 1
        width = found.sum(axis=(0, 1), dtype=np.uint16)
        narrowest[board] = np.minimum(narrowest[board], width)
        widest_set[board] = np.maximum(widest_set[board], k)
        sets_of_two[board] += k == 2

    finished = _play(_start(regions), LADDER, note) == SOLVED
    steps = rounds.sum(axis=1)
    highest = TECHNIQUES - (rounds[:, ::-1] > 0).argmax(axis=1)
    hardest = np.where(finished, highest, 0)
    narrowest = np.where(steps > 0, narrowest, 0)
    return Ratings(
        hardest=hardest,
        steps=steps,
        rounds=rounds,
        narrowest=narrowest,
        widest_set=widest_set,
        sets_of_two=sets_of_two,
        tier=np.where(finished, _tier(highest, widest_set, sets_of_two), -1),
        score=scores(size, _rungs(regions, hardest), steps, narrowest),
    )


def rate_solved(regions: NDArray[np.uint8], solved: NDArray[np.bool_]) -> Ratings:
    """Rate the boards that have just one solution; the others as if no technique found anything.

    Of these a board may have so many sets of k regions in k lines that they would take hours.
    """
    which = np.flatnonzero(solved)
    rated = rate(regions[which])
    if len(which) == len(regions):
        return rated
    spread = {}
    for f in fields(Ratings):
        values = getattr(rated, f.name)
        spread[f.name] = np.zeros((len(regions), *values.shape[1:]), np.int64)
        spread[f.name][which] = values
    spread["tier"][~solved] = -1
    return Ratings(**spread)


def _rungs(regions: NDArray[np.uint8], hardest: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rung of each board among those of several stars, 0 where unfinished."""
    suffice = np.zeros(len(hardest), np.bool_)
    asked = np.flatnonzero((hardest > 0) & (hardest <= 3))
    suffice[asked] = _play(_start(regions[asked]), (1, REGIONS_TELL), None) == SOLVED
    return np.where(hardest > 0, one_star_rungs(hardest, suffice), 0)


def _tier(
    hardest: NDArray[np.int64], widest_set: NDArray[np.int64], sets_of_two: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Easy to 2; medium 3, or 4 by one set of two alone; hard any other 4; super_hard 5."""
    one_pair = (hardest == 4) & (widest_set == 2) & (sets_of_two == 1)
    tier: NDArray[np.int64] = np.array([0, 0, 0, 1, 2, 3])[hardest]
    return np.where(one_pair, 1, tier)


def signals(ratings: Ratings) -> dict[str, NDArray[np.int64]]:
    """All numbers of ratings under the names, and in the order, that they have in an entry."""
    return {
        "r": ratings.hardest,
        "steps": ratings.steps,
        **{f"r{i + 1}": rounds for i, rounds in enumerate(ratings.rounds.T)},
        "narrowest": ratings.narrowest,
        "k": ratings.widest_set,
        "k2": ratings.sets_of_two,
        "score": ratings.score,
    }


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


def _play(state: _State, ladder: tuple[int, ...], note: Note | None) -> NDArray[np.int64]:
    """Take every board as far as the techniques of a ladder go; the first of them is technique 1.

    Boards wait in a queue for each technique.  The longest queue is served, all of it at once: a
    board that the technique helps makes its round and waits for technique 1 again, another waits
    for the next.  So each board makes its own rounds in order, whatever the others need.

    Returns:
        (B,) ``STUCK``, ``SOLVED`` or ``BROKEN``.
    """
    outcome = np.full(len(state.regions), STUCK)
    queues: list[list[tuple[NDArray[np.int64], _State]]] = [[] for _ in ladder]
    rung = 0
    queues[rung].append((np.arange(len(outcome)), state))
    while queues[rung]:
        board, state = _joined(queues[rung])
        queues[rung] = []
        technique = ladder[rung]
        found, k = _deduce(technique, state)
        helps = np.logical_or.reduce(found, axis=(0, 1))
        rest = np.flatnonzero(~helps)
        if len(rest) and rung + 1 < len(ladder):
            queues[rung + 1].append((board[rest], state.keep(rest)))
        made = np.flatnonzero(helps)
        if len(made):
            board, state, found = board[made], state.keep(made), found[..., made]
            if note is not None:
                note(board, technique, found, k[made])
            state, ends = _apply(technique, state, found)
            outcome[board] = ends
            going = np.flatnonzero(ends == STUCK)
            if len(going):
                queues[0].append((board[going], state.keep(going)))
        waiting = [sum(len(part[0]) for part in queue) for queue in queues]
        rung = waiting.index(max(waiting))
    return outcome


def _joined(parts: list[tuple[NDArray[np.int64], _State]]) -> tuple[NDArray[np.int64], _State]:
    if len(parts) == 1:
        return parts[0]
    board = np.concatenate([part[0] for part in parts])
    arrays = [
        np.concatenate([getattr(part[1], f.name) for part in parts], axis=-1)
        for f in fields(_State)
    ]
    return board, _State(*arrays)


def _deduce(technique: int, state: _State) -> tuple[Bools, NDArray[np.int64]]:
    """All that one technique concludes (N, N, B), and k (B,) where it is the fourth."""
    if technique == 4:
        return regions_in_lines(state.live)
    if technique == 5:
        found = _what_if(state)
    elif technique == REGIONS_TELL:
        found = regions_tell(state.live)
    else:
        found = (last_cell, confined_line, moat_squeeze)[technique - 1](state.live)
    return found, np.zeros(len(state.regions), np.int64)


def _apply(technique: int, state: _State, found: Bools) -> tuple[_State, NDArray[np.int64]]:
    """Make a round: place what technique 1 found, or remove what another did."""
    if technique == 1:
        state, broken = _place(state, found)
    else:
        state = replace(state, live=state.live * ~found)
        broken = np.zeros(len(state.regions), np.bool_)
    broken |= _starved(state)
    solved = ~np.logical_or.reduce(state.rows, axis=0)
    return state, np.where(broken, BROKEN, np.where(solved, SOLVED, STUCK))


def _place(state: _State, stars: Bools) -> tuple[_State, Bools]:
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
    placed = _State(
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


def _starved(state: _State) -> Bools:
    """Boards on which an open unit has no candidate left."""
    rows = np.bitwise_or.reduce(state.live, axis=1)
    cols = np.bitwise_or.reduce(state.live, axis=0)
    left = np.bitwise_or.reduce(rows, axis=0)
    starved: Bools = np.logical_or.reduce(state.rows & (rows == 0), axis=0)
    starved |= np.logical_or.reduce(state.cols & (cols == 0), axis=0)
    starved |= (state.regions & ~left) != 0
    return starved


def _what_if(state: _State) -> Bools:
    """Technique 5: the candidates (N, N, B) whose star breaks the board by techniques 1 to 4.

    Every technique only ever removes more from fewer candidates, so where a closure ends does not
    depend on the order in which they are applied.
    """
    refuted = np.zeros(state.live.shape, np.bool_)
    row, col, board = np.nonzero(state.live)
    step = max(1, SUPPOSED_CELLS // len(refuted) ** 2)
    for start in range(0, len(board), step):
        part = slice(start, start + step)
        supposed = state.select(board[part])
        stars = np.zeros(supposed.live.shape, np.bool_)
        stars[row[part], col[part], np.arange(len(supposed.regions))] = True
        supposed, ends = _apply(1, supposed, stars)
        going = np.flatnonzero(ends == STUCK)
        ends[going] = _play(supposed.keep(going), LADDER[:-1], None)
        refuted[row[part], col[part], board[part]] = ends == BROKEN
    return refuted
