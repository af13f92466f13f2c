"""A chain of boards of one tier: found once, and then walked from board to board.

Hardness clusters: a board a few moves away from a hard one is hard far more often than a fresh one.
So a chain draws boards, nudging each for a while towards the tier, until one is of it.  From there
it walks: some moves at a time, taken back where the tier is lost.  Steps that stay in the tier are
all taken alike, which makes it a random walk inside a set (Metropolis et al., "Equation of state
calculations by fast computing machines", 1953), not a climb to the extremes.  A board that
differs in ``spread`` cells from every board that the walk gave before is given next.

Moves alone would leave the solution as it is.  So from each board given the walk first tries, a few
times, to leap to another solution inside the tier.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.base import RELATIVES
from moat_bank.families.stars.engine.batch import draw, keep, tier_of
from moat_bank.families.stars.engine.geometry import Geometry, Ints
from moat_bank.families.stars.engine.many.rate import rate_many, tier_of_many
from moat_bank.families.stars.engine.many.state import Work as ManyWork
from moat_bank.families.stars.engine.many.state import new_many_work
from moat_bank.families.stars.engine.memory import Memory
from moat_bank.families.stars.engine.moves import leap, shake, well_shaped
from moat_bank.families.stars.engine.outcome import OFF_AIM, Outcome
from moat_bank.families.stars.engine.rate import ROUNDS, rate
from moat_bank.families.stars.engine.repair import repair
from moat_bank.families.stars.engine.walk_memory import AFTER, BEFORE, Walk, accept, note, take_back
from moat_bank.kernels.jit import kernel
from moat_bank.kind import TIERS

LINKS = RELATIVES
"""Candidates of a chain; it divides 2**32, so no chain has seeds of two master seeds."""

DRAWS = 4000  # boards drawn for a chain at most
TRIES = 32  # moves tried in a stride
LEAPS = 8  # leaps tried from a board given, until one keeps the tier
PATIENCE = 64  # strides from board to board before the chain begins anew
NOWHERE = -1  # for a distance: there is no board
UNFINISHED_TIER = len(TIERS)
FAR = 1 << 48


class Aim(NamedTuple):
    """What is aimed at, all whole numbers.

    Attributes:
        size, stars, style: of the boards.
        tier: place in TIERS.
        nudges: strides towards the tier before another board is drawn.
        spread: cells in which boards of one walk differ at least.
    """

    size: int
    stars: int
    style: int
    tier: int
    nudges: int
    spread: int


def new_rater(size: int, stars: int) -> ManyWork | None:
    """Memory of the rater of several stars; with None kernels compile without that rater."""
    return None if stars == 1 else new_many_work(size, stars)


@kernel
def run_chain(
    aim: Aim,
    budget: int,
    first: int,
    tables: Geometry,
    bounds: tuple[int, int, int],
    memory: Memory,
    walk: Walk,
    rater: ManyWork | None,
    outcome: Outcome,
) -> None:
    """Walk a chain, whose stream is begun, and write its links from ``first`` on to ``outcome``.

    ``budget`` of moves is that of ``repair``.  The links before ``first`` are walked as well, so a
    board does not depend on the range asked for.  A walk that is stuck gives way to another.
    """
    distance = NOWHERE
    drawn, strides, leaps, given, link = 0, 0, 0, 0, 0
    while link < first + len(outcome.status):
        if distance == NOWHERE and drawn < DRAWS:
            drawn += 1
            strides, leaps, given = 0, 0, 0
            if _draw(aim, budget, tables, memory):
                distance = _distance(aim, tables, memory, rater, walk.signals, BEFORE)
        elif distance == NOWHERE:
            _give_nothing(link - first, outcome)
            link += 1
        elif distance == 0 and leaps > 0:
            leaps = 0 if _leap(aim, tables, memory, walk, rater) else leaps - 1
        elif distance == 0 and _is_spread(given, aim.spread, memory.owner, walk.given):
            _give(link - first, given, strides, aim, tables, bounds, memory, walk, outcome)
            strides, leaps = 0, LEAPS
            given += 1
            link += 1
        elif strides == (PATIENCE if distance == 0 else aim.nudges):
            distance = NOWHERE
        else:
            strides += 1
            which = given - 1 if distance == 0 else -1
            distance = _stride(which, distance, aim, tables, memory, walk, rater)


@kernel
def _draw(aim: Aim, budget: int, tables: Geometry, memory: Memory) -> bool:
    """A fresh board with one solution; False where the draw gives none, or one of a bad shape."""
    size, stars, state = aim.size, aim.stars, memory.state
    owner, region = memory.owner, memory.region
    if not draw(size, stars, aim.style, tables, memory):
        return False
    moves = repair(size, stars, budget, state, tables, owner, region, memory.search, memory.trial)
    return moves >= 0 and well_shaped(size, region)


@kernel
def _give_nothing(i: int, outcome: Outcome) -> None:
    """Row ``i`` has no board; rows below 0 are of links that nobody asked for."""
    if i >= 0:
        outcome.status[i] = OFF_AIM
        outcome.tier[i] = -1
        outcome.moves[i] = 0


@kernel
def _give(
    i: int,
    given: int,
    strides: int,
    aim: Aim,
    tables: Geometry,
    bounds: tuple[int, int, int],
    memory: Memory,
    walk: Walk,
    outcome: Outcome,
) -> None:
    """Write the board to row ``i``, and down as the chain's next."""
    for x in range(len(memory.owner)):
        walk.given[given, x] = memory.owner[x]
    if i < 0:
        return
    outcome.moves[i] = strides
    outcome.tier[i] = -1
    if keep(i, aim.size, aim.stars, tables, bounds, memory, outcome):
        outcome.tier[i] = aim.tier
        for place in range(walk.signals.shape[1]):
            outcome.signals[i, place] = walk.signals[BEFORE, place]


@kernel
def _is_spread(given: int, spread: int, owner: Ints, boards: NDArray[np.uint8]) -> bool:
    """Whether the board differs from each of ``boards[:given]`` in ``spread`` cells."""
    for j in range(given):
        unlike = 0
        for x in range(len(owner)):
            unlike += boards[j, x] != owner[x]
        if unlike < spread:
            return False
    return True


@kernel
def _stride(
    which: int,
    distance: int,
    aim: Aim,
    tables: Geometry,
    memory: Memory,
    walk: Walk,
    rater: ManyWork | None,
) -> int:
    """Try some moves and take them back where they lead farther from the tier than ``distance``.

    Returns the distance after it.
    """
    note(memory, walk)
    made = shake(aim.size, aim.stars, TRIES, tables, memory, walk.given, which)
    if made == 0:
        return distance
    after = _distance(aim, tables, memory, rater, walk.signals, AFTER)
    if after > distance:
        take_back(walk, memory)
        return distance
    accept(walk.signals)
    return after


@kernel
def _leap(aim: Aim, tables: Geometry, memory: Memory, walk: Walk, rater: ManyWork | None) -> bool:
    """Try to leap to another solution inside the tier; False where the board stays as it was."""
    note(memory, walk)
    if (
        leap(aim.size, aim.stars, TRIES, tables, memory)
        and _distance(aim, tables, memory, rater, walk.signals, AFTER) == 0
    ):
        accept(walk.signals)
        return True
    take_back(walk, memory)
    return False


@kernel
def _distance(
    aim: Aim, tables: Geometry, memory: Memory, rater: ManyWork | None, rating: Ints, i: int
) -> int:
    """Rate the board into ``rating[i]``: 0 in the tier, else how far it is from it.

    That is the tiers between, and then how many rounds there are, those of the hardest technique
    first.  Several stars have a rater of their own, which takes a minute to compile.
    """
    owner, region, solution = memory.owner, memory.region, memory.trial.mask
    signals = rating[i]
    if rater is None:
        rate(aim.size, tables, owner, region, solution, memory.work, signals)
        tier = tier_of(signals)
    else:
        rate_many(aim.size, aim.stars, tables, owner, region, solution, rater, signals)
        tier = tier_of_many(signals)
    if tier < 0:
        tier = UNFINISHED_TIER
    if tier == aim.tier:
        return 0
    toil = 0
    for place in range(len(signals) - 1, ROUNDS, -1):
        toil = 8 * toil + min(signals[place], 7)
    if tier > aim.tier:
        return FAR * (tier - aim.tier) + toil
    return FAR * (aim.tier - tier) + (FAR - 1 - toil)
