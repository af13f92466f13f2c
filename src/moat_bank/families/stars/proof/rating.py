"""The rating of many one-star boards at once, written from the definitions alone.

Many boards go through their rounds together.  Every array has the boards on its last axis, so
that each step is one pass over memory.  The state of a cell is the bit of its region while it is
a candidate and 0 afterwards: then an "or" over cells says which regions are left there, and the
five techniques become a few set operations each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.stars.proof.ratings import UNDECIDED, UNFINISHED, Ratings
from moat_bank.families.stars.proof.score import one_star_rungs, scores
from moat_bank.families.stars.proof.state import (
    BROKEN,
    CUT_SHORT,
    SOLVED,
    STUCK,
    State,
    apply,
    start,
)
from moat_bank.families.stars.proof.techniques import (
    Bools,
    confined_line,
    last_cell,
    moat_squeeze,
    regions_in_lines,
    regions_tell,
)

TECHNIQUES = 5
REGIONS_TELL = 6
"""A stand-in for techniques 2 and 3 where only the score asks: see ``score.py``."""

LADDER = tuple(range(1, TECHNIQUES + 1))

SUPPOSED_CELLS = 1 << 20
"""Cells of all boards followed up in one stack by technique 5; bounds the memory."""

MOST_STEPS = 1 << 31
"""Most work on one board: cells that a technique passes over, and sets that technique 4 looks at,
those of suppositions included."""

Ints = NDArray[np.int64]
Note = Callable[[Ints, int, Bools, Ints], None]
"""Told of each round made: the boards, the technique, the cells concluded, the k of technique 4."""


@dataclass(frozen=True, eq=False)
class _Work:
    """Who pays for the boards of a stack: several suppositions may belong to one board.

    Attributes:
        payer: (B,) for each board of the stack its place in ``steps``.
        steps: (boards,) steps made so far; counted up as the work is done.
    """

    payer: Ints
    steps: Ints

    def add(self, boards: Ints, steps: Ints | int) -> Bools:
        """Count steps of these boards; (len(boards),) whether there is work left for them."""
        payers = self.payer[boards]
        weights = np.broadcast_to(steps, payers.shape)
        self.steps[:] += np.bincount(payers, weights, len(self.steps)).astype(np.int64)
        left: Bools = self.steps[payers] <= MOST_STEPS
        return left


def rate(regions: NDArray[np.uint8]) -> Ratings:
    """Rate boards (boards, size, size); region numbers must be below size.

    A board that takes more than ``MOST_STEPS`` is undecided, whatever stack it stands in.
    """
    boards, size, _ = regions.shape
    rounds = np.zeros((boards, TECHNIQUES), np.int64)
    narrowest = np.full(boards, size * size, np.int64)
    widest_set = np.zeros(boards, np.int64)
    sets_of_two = np.zeros(boards, np.int64)

    def note(board: Ints, technique: int, found: Bools, k: Ints) -> None:
        rounds[board, technique - 1] += 1
        width = found.sum(axis=(0, 1), dtype=np.uint16)
        narrowest[board] = np.minimum(narrowest[board], width)
        widest_set[board] = np.maximum(widest_set[board], k)
        sets_of_two[board] += k == 2

    ends = _play(start(regions), LADDER, note, _own(boards))
    finished = ends == SOLVED
    steps = rounds.sum(axis=1)
    highest = TECHNIQUES - (rounds[:, ::-1] > 0).argmax(axis=1)
    hardest = np.where(finished, highest, 0)
    narrowest = np.where(steps > 0, narrowest, 0)
    without = np.where(ends == CUT_SHORT, UNDECIDED, UNFINISHED)
    return Ratings(
        hardest=hardest,
        steps=steps,
        rounds=rounds,
        narrowest=narrowest,
        widest_set=widest_set,
        sets_of_two=sets_of_two,
        tier=np.where(finished, _tier(highest, widest_set, sets_of_two), without),
        score=scores(size, _rungs(regions, hardest), steps, narrowest),
    )


def _own(boards: int) -> _Work:
    return _Work(np.arange(boards), np.zeros(boards, np.int64))


def _rungs(regions: NDArray[np.uint8], hardest: Ints) -> Ints:
    """The rung of each board among those of several stars, 0 where unfinished."""
    suffice = np.zeros(len(hardest), np.bool_)
    asked = np.flatnonzero((hardest > 0) & (hardest <= 3))
    ends = _play(start(regions[asked]), (1, REGIONS_TELL), None, _own(len(asked)))
    suffice[asked] = ends == SOLVED
    return np.where(hardest > 0, one_star_rungs(hardest, suffice), 0)


def _tier(hardest: Ints, widest_set: Ints, sets_of_two: Ints) -> Ints:
    """Easy to 2; medium 3, or 4 by one set of two alone; hard any other 4; super_hard 5."""
    one_pair = (hardest == 4) & (widest_set == 2) & (sets_of_two == 1)
    tier: Ints = np.array([0, 0, 0, 1, 2, 3])[hardest]
    return np.where(one_pair, 1, tier)


def _play(state: State, ladder: tuple[int, ...], note: Note | None, work: _Work) -> Ints:
    """Take every board as far as the techniques of a ladder go; the first of them is technique 1.

    Boards wait in a queue for each technique.  The longest queue is served, all of it at once: a
    board that the technique helps makes its round and waits for technique 1 again, another waits
    for the next.  So each board makes its own rounds in order, whatever the others need.

    Returns:
        (B,) ``STUCK``, ``SOLVED``, ``BROKEN`` or ``CUT_SHORT``.
    """
    outcome = np.full(len(state.regions), STUCK)
    queues: list[list[tuple[Ints, State]]] = [[] for _ in ladder]
    rung = 0
    queues[rung].append((np.arange(len(outcome)), state))
    while queues[rung]:
        board, state = _joined(queues[rung])
        queues[rung] = []
        technique = ladder[rung]
        found, k, left = _deduce(technique, state, board, work)
        if not left.all():
            outcome[board[~left]] = CUT_SHORT
            some = np.flatnonzero(left)
            board, state, found, k = board[some], state.keep(some), found[..., some], k[some]
        helps = np.logical_or.reduce(found, axis=(0, 1))
        rest = np.flatnonzero(~helps)
        if len(rest) and rung + 1 < len(ladder):
            queues[rung + 1].append((board[rest], state.keep(rest)))
        made = np.flatnonzero(helps)
        if len(made):
            board, state, found = board[made], state.keep(made), found[..., made]
            if note is not None:
                note(board, technique, found, k[made])
            state, ends = apply(technique, state, found)
            outcome[board] = ends
            going = np.flatnonzero(ends == STUCK)
            if len(going):
                queues[0].append((board[going], state.keep(going)))
        waiting = [sum(len(part[0]) for part in queue) for queue in queues]
        rung = waiting.index(max(waiting))
    return outcome


def _joined(parts: list[tuple[Ints, State]]) -> tuple[Ints, State]:
    if len(parts) == 1:
        return parts[0]
    board = np.concatenate([part[0] for part in parts])
    arrays = [
        np.concatenate([getattr(part[1], f.name) for part in parts], axis=-1) for f in fields(State)
    ]
    return board, State(*arrays)


def _deduce(technique: int, state: State, board: Ints, work: _Work) -> tuple[Bools, Ints, Bools]:
    """All that one technique concludes (N, N, B), k (B,) of the fourth, and (B,) who may go on."""
    cells = len(state.live) ** 2
    k = np.zeros(len(board), np.int64)
    if technique == 4:
        found, k, looked = regions_in_lines(state.live)
        return found, k, work.add(board, looked + cells)
    if technique == 5:
        found = _what_if(state, _Work(work.payer[board], work.steps))
    elif technique == REGIONS_TELL:
        found = regions_tell(state.live)
    else:
        found = (last_cell, confined_line, moat_squeeze)[technique - 1](state.live)
    return found, k, work.add(board, cells)


def _what_if(state: State, work: _Work) -> Bools:
    """Technique 5: the candidates (N, N, B) whose star breaks the board by techniques 1 to 4.

    Every technique only ever removes more from fewer candidates, so where a closure ends does not
    depend on the order in which they are applied.
    """
    refuted = np.zeros(state.live.shape, np.bool_)
    row, col, board = np.nonzero(state.live)
    step = max(1, SUPPOSED_CELLS // len(refuted) ** 2)
    for first in range(0, len(board), step):
        part = slice(first, first + step)
        supposed = state.select(board[part])
        stars = np.zeros(supposed.live.shape, np.bool_)
        stars[row[part], col[part], np.arange(len(supposed.regions))] = True
        supposed, ends = apply(1, supposed, stars)
        going = np.flatnonzero(ends == STUCK)
        paid = _Work(work.payer[board[part]][going], work.steps)
        ends[going] = _play(supposed.keep(going), LADDER[:-1], None, paid)
        refuted[row[part], col[part], board[part]] = ends == BROKEN
    return refuted
