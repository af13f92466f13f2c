"""A chain of boards of one tier: found once, and then walked from board to board.

Hardness clusters: a board a few moves away from a hard one is hard far more often than a fresh one.
So a chain draws boards, nudging each for a while towards the tier, until one is of it.  From there
it walks: some moves at a time, taken back where the tier is lost.  Steps that stay in the tier are
all taken alike, which makes it a random walk held inside a set (Metropolis et al., "Equation of
state calculations by fast computing machines", 1953), not a climb to the extremes.  A board that
differs in ``spread`` cells from every board that the chain gave before is given next.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.base import TIERS
from moat_bank.families.stars.batch import draw, keep, tier_of
from moat_bank.families.stars.geometry import Geometry, Ints, Masks
from moat_bank.families.stars.jit import U64, kernel
from moat_bank.families.stars.many.rate import rate_many, tier_of_many
from moat_bank.families.stars.many.state import Work as ManyWork
from moat_bank.families.stars.many.state import new_many_work
from moat_bank.families.stars.memory import Memory
from moat_bank.families.stars.moves import shake, well_shaped
from moat_bank.families.stars.outcome import OFF_AIM, Outcome, techniques
from moat_bank.families.stars.rate import ROUNDS, rate
from moat_bank.families.stars.repair import repair
from moat_bank.families.stars.rng import start

LINKS = 16
"""Candidates of a chain; it divides 2**32, so no chain has seeds of two master seeds."""

DRAWS = 1000  # boards drawn before a chain is given up
STRIDE = 32  # moves tried at a time
PATIENCE = 200  # strides for one board
UNFINISHED_TIER = len(TIERS)
FAR = 1 << 48


class Walk(NamedTuple):
    """What a chain remembers.

    Attributes:
        owner: int64 (cells,): the board before the last stride, as regions of cells.
        region: uint64 (size, W): the same as cells of regions.
        given: uint8 (LINKS, cells): the boards that the chain gave.
        signals: int64 (signals,): the rating after the last stride.
    """

    owner: Ints
    region: Masks
    given: NDArray[np.uint8]
    signals: Ints


class Aim(NamedTuple):
    """What is aimed at, all whole numbers.

    Attributes:
        size, stars, style: of the boards.
        tier: place in TIERS.
        nudges: strides towards the tier before another board is drawn.
        spread: cells in which boards of a chain differ at least.
    """

    size: int
    stars: int
    style: int
    tier: int
    nudges: int
    spread: int


def new_walk(size: int, stars: int) -> Walk:
    """Memory for boards of one size and number of stars."""
    words = (size * size + 63) // 64
    return Walk(
        owner=np.zeros(size * size, np.int64),
        region=np.zeros((size, words), np.uint64),
        given=np.zeros((LINKS, size * size), np.uint8),
        signals=np.zeros(ROUNDS + techniques(stars), np.int64),
    )


def new_rater(size: int, stars: int) -> ManyWork | None:
    """Memory of the rater of several stars; with None kernels compile without that rater."""
    return None if stars == 1 else new_many_work(size, stars)


@kernel
def run_chains(
    aim: Aim,
    budget: int,
    key: np.uint64,
    first_seed: np.uint64,
    tables: Geometry,
    bounds: tuple[int, int, int],
    memory: Memory,
    walk: Walk,
    rater: ManyWork | None,
    outcome: Outcome,
) -> None:
    """Make candidates ``first_seed`` on, one for each row of ``outcome``, chain by chain.

    ``key`` is that of the streams, ``budget`` of moves is that of ``repair``.  A range that begins
    or ends inside a chain walks it from its start, so the boards do not depend on the range.
    """
    row = 0
    while row < len(outcome.status):
        seed = first_seed + U64(row)
        link = np.int64(seed % U64(LINKS))
        start(memory.state, key, seed // U64(LINKS))
        _run_chain(link, row, aim, budget, tables, bounds, memory, walk, rater, outcome)
        row += LINKS - link


@kernel
def _run_chain(
    first: int,
    row: int,
    aim: Aim,
    budget: int,
    tables: Geometry,
    bounds: tuple[int, int, int],
    memory: Memory,
    walk: Walk,
    rater: ManyWork | None,
    outcome: Outcome,
) -> None:
    """Walk a chain; its links from ``first`` on go to ``row`` and the rows after it."""
    given = 0
    found = _find(aim, budget, tables, memory, walk, rater)
    for link in range(min(LINKS, first + len(outcome.status) - row)):
        strides = -1
        if found:
            strides = _walk_on(given, aim, tables, memory, walk, rater)
        if strides >= 0:
            for x in range(aim.size * aim.size):
                walk.given[given, x] = memory.owner[x]
            given += 1
        i = row + link - first
        if i < row:
            continue
        outcome.moves[i] = max(strides, 0)
        outcome.status[i] = OFF_AIM
        outcome.tier[i] = -1
        if strides >= 0 and keep(i, aim.size, aim.stars, tables, bounds, memory, outcome):
            signals = outcome.signals[i]
            _distance(aim, tables, memory, rater, signals)
            outcome.tier[i] = aim.tier


@kernel
def _find(
    aim: Aim,
    budget: int,
    tables: Geometry,
    memory: Memory,
    walk: Walk,
    rater: ManyWork | None,
) -> bool:
    """Draw boards, and nudge them, until one is in the tier."""
    size, stars = aim.size, aim.stars
    for _ in range(DRAWS):
        if not draw(size, stars, aim.style, tables, memory):
            continue
        moves = repair(
            size,
            stars,
            budget,
            memory.state,
            tables,
            memory.owner,
            memory.region,
            memory.search,
            memory.trial,
        )
        if moves < 0 or not well_shaped(size, memory.region):
            continue
        distance = _distance(aim, tables, memory, rater, walk.signals)
        for _ in range(aim.nudges):
            if distance == 0:
                break
            distance = _stride(-1, distance, aim, tables, memory, walk, rater)
        if distance == 0:
            return True
    return False


@kernel
def _walk_on(
    given: int,
    aim: Aim,
    tables: Geometry,
    memory: Memory,
    walk: Walk,
    rater: ManyWork | None,
) -> int:
    """Walk inside the tier, away from the ``given`` boards; strides taken, or -1 after too many."""
    for strides in range(PATIENCE):
        if _is_spread(given, aim.spread, memory.owner, walk.given):
            return strides
        _stride(given - 1, 0, aim, tables, memory, walk, rater)
    return -1


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
    for x in range(len(walk.owner)):
        walk.owner[x] = memory.owner[x]
    for g in range(aim.size):
        for w in range(memory.region.shape[1]):
            walk.region[g, w] = memory.region[g, w]
    made = shake(aim.size, aim.stars, STRIDE, tables, memory, walk.given, which)
    if made == 0:
        return distance
    after = _distance(aim, tables, memory, rater, walk.signals)
    if after <= distance:
        return after
    for x in range(len(walk.owner)):
        memory.owner[x] = walk.owner[x]
    for g in range(aim.size):
        for w in range(memory.region.shape[1]):
            memory.region[g, w] = walk.region[g, w]
    return distance


@kernel
def _distance(
    aim: Aim, tables: Geometry, memory: Memory, rater: ManyWork | None, signals: Ints
) -> int:
    """Rate the board: 0 in the tier, else how many tiers away, then rounds, of the hardest first.

    Several stars have a rater of their own, which takes a minute to compile.
    """
    owner, region, solution = memory.owner, memory.region, memory.trial.mask
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
    for i in range(len(signals) - 1, ROUNDS, -1):
        toil = 8 * toil + min(signals[i], 7)
    if tier > aim.tier:
        return FAR * (tier - aim.tier) + toil
    return FAR * (aim.tier - tier) + (FAR - 1 - toil)
