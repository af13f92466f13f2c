"""A range of candidates from seed to rated record, in one pass of compiled code."""

from __future__ import annotations

import time
from functools import cache
from typing import NamedTuple

import numpy as np

from moat_bank.families.base import Batch, Quality, Spec, record_dtype
from moat_bank.families.stars.canonical import canonical, hash_form, twin_form
from moat_bank.families.stars.geometry import Geometry, Ints, Masks, geometry
from moat_bank.families.stars.grow import BALANCED, ORGANIC, grow
from moat_bank.families.stars.jit import ONE, U64, ZERO, kernel, lowest, popcount
from moat_bank.families.stars.join import join
from moat_bank.families.stars.memory import Memory, new_memory
from moat_bank.families.stars.place import place
from moat_bank.families.stars.place_many import place_many
from moat_bank.families.stars.rate import (
    HARDEST,
    NARROWEST,
    ROUNDS,
    SETS_OF_TWO,
    SIGNALS,
    STEPS,
    WIDEST_SET,
    rate,
)
from moat_bank.families.stars.repair import repair
from moat_bank.families.stars.rng import start, stream_key
from moat_bank.families.stars.search import solve
from moat_bank.families.stars.techniques import K_IN_K, MOAT_SQUEEZE, WHAT_IF

GENERATOR = "stars-1"
RATER = "stars-1"
STYLES = {"organic": ORGANIC, "balanced": BALANCED}


def move_budget(size: int) -> int:
    """Repair moves after which a seed is given up.

    Of the seeds not unique by then next to none ever are: they go round in circles.
    """
    return 3 * size * size // 4


# What became of a candidate.
KEPT, NOT_UNIQUE, OFF_QUALITY, SYMMETRIC, UNFINISHED = range(5)


class Outcome(NamedTuple):
    """What a range of candidates gave, an element or row each.

    Attributes:
        status: int64: KEPT or why it was dropped.
        moves: int64: repair moves.
        owner: int64 (count, cells): region of each cell.
        columns: int64 (count, size * stars): columns of the stars, row by row.
        signals: int64 (count, SIGNALS): see ``rate``.
        tier: int64: place in TIERS, -1 for none.
        keys: uint64 (count, 2): hashes of the canonical form and of the solution's.
    """

    status: Ints
    moves: Ints
    owner: Ints
    columns: Ints
    signals: Ints
    tier: Ints
    keys: Masks


def new_outcome(size: int, stars: int, count: int) -> Outcome:
    """Room for the outcome of ``count`` candidates."""
    return Outcome(
        status=np.zeros(count, np.int64),
        moves=np.zeros(count, np.int64),
        owner=np.zeros((count, size * size), np.int64),
        columns=np.zeros((count, size * stars), np.int64),
        signals=np.zeros((count, SIGNALS), np.int64),
        tier=np.zeros(count, np.int64),
        keys=np.zeros((count, 2), np.uint64),
    )


@kernel
def run(
    size: int,
    stars: int,
    style: int,
    budget: int,
    key: np.uint64,
    first_seed: np.uint64,
    tables: Geometry,
    bounds: tuple[int, int, int],
    memory: Memory,
    outcome: Outcome,
) -> None:
    """Generate, judge, key and rate candidates ``first_seed`` on, one for each row of ``outcome``.

    ``bounds`` are fewest cells of a region, most one-cell regions, most cells of a region.
    """
    region, mask = memory.region, memory.trial.mask
    for i in range(len(outcome.status)):
        owner, signals = outcome.owner[i], outcome.signals[i]
        start(memory.state, key, first_seed + U64(i))
        outcome.tier[i] = -1
        outcome.moves[i] = -1
        outcome.status[i] = NOT_UNIQUE
        if not draw(size, stars, style, tables, owner, memory):
            continue
        outcome.moves[i] = repair(
            size, stars, budget, memory.state, tables, owner, region, memory.search, memory.trial
        )
        if outcome.moves[i] < 0:
            continue
        outcome.status[i] = OFF_QUALITY
        if not _within(size, bounds, region):
            continue
        outcome.status[i] = SYMMETRIC
        if canonical(size, tables, owner, memory.label, memory.form) > 1:
            continue
        outcome.keys[i, 0] = hash_form(size, size * size, memory.form)
        twin_form(size, stars, tables, mask, memory.label, memory.form)
        outcome.keys[i, 1] = hash_form(size, size * stars, memory.form)
        rate(size, tables, owner, region, mask, memory.work, signals)
        outcome.tier[i] = tier_of(signals)
        outcome.status[i] = KEPT if outcome.tier[i] >= 0 else UNFINISHED
        _write_columns(mask, tables, outcome.columns[i])


@kernel
def draw(size: int, stars: int, style: int, tables: Geometry, owner: Ints, memory: Memory) -> bool:
    """Stars, then regions round them; False where the seed gives none."""
    mask, pieces, state = memory.trial.mask, memory.pieces, memory.state
    if stars == 1:
        if not place(size, state, memory.order, mask):
            return False
        grow(size, style, state, tables, mask, owner, memory.region, pieces.rim, pieces.turn)
        return True
    if not place_many(size, stars, state, tables, memory.search.many, mask):
        return False
    grow(size, style, state, tables, mask, pieces.owner, pieces.cells, pieces.rim, pieces.turn)
    return join(size, stars, state, tables, pieces, owner, memory.region)


@kernel
def _write_columns(placed: Masks, tables: Geometry, columns: Ints) -> None:
    i = 0
    for w in range(placed.shape[1]):
        word = placed[0, w]
        while word != ZERO:
            columns[i] = tables.column[64 * w + lowest(word)]
            word &= word - ONE
            i += 1


@kernel
def raw(
    size: int,
    stars: int,
    style: int,
    key: np.uint64,
    first_seed: np.uint64,
    tables: Geometry,
    limit: int,
    found: Masks,
    memory: Memory,
    outcome: Outcome,
) -> None:
    """Count the solutions of the candidates as drawn, before any repair, into ``moves``."""
    for i in range(len(outcome.moves)):
        owner = outcome.owner[i]
        start(memory.state, key, first_seed + U64(i))
        if draw(size, stars, style, tables, owner, memory):
            outcome.moves[i] = solve(
                size, stars, limit, tables, owner, memory.region, memory.search, found
            )


@kernel
def _within(size: int, bounds: tuple[int, int, int], region: Masks) -> bool:
    fewest, most_single, most = bounds
    single = 0
    for g in range(size):
        cells = 0
        for w in range(region.shape[1]):
            cells += popcount(region[g, w])
        if not fewest <= cells <= most:
            return False
        single += cells == 1
    return single <= most_single


@kernel
def tier_of(signals: Ints) -> int:
    """The tier, a place in TIERS, or -1 where logic does not finish.

    Easy needs confined lines at most; medium the moat squeeze, or two in two once; hard larger
    sets, or two in two more often; super_hard a what-if.
    """
    hardest = signals[HARDEST]
    if hardest == 0:
        return -1
    if hardest < MOAT_SQUEEZE:
        return 0
    if hardest == MOAT_SQUEEZE:
        return 1
    if hardest == K_IN_K:
        return 1 if signals[WIDEST_SET] == 2 and signals[SETS_OF_TWO] == 1 else 2
    return 3


def style_key(spec: Spec) -> np.uint64:
    """The key of all streams of one kind of boards."""
    return U64(stream_key(GENERATOR, spec.size, spec.stars, spec.style))


@cache
def warm_up() -> None:
    """Compile the kernels, or load them from the cache, so that later times are of work alone."""
    run_range(Spec(4), 0, 0, Quality())


def run_range(spec: Spec, first_seed: int, count: int, quality: Quality) -> Outcome:
    """Run the kernel over a range of seeds."""
    cells = spec.size * spec.size
    bounds = (
        quality.smallest_region,
        quality.single_cell_regions,
        cells * quality.largest_share // 100,
    )
    outcome = new_outcome(spec.size, spec.stars, count)
    run(
        spec.size,
        spec.stars,
        STYLES[spec.style],
        move_budget(spec.size),
        style_key(spec),
        U64(first_seed),
        geometry(spec.size),
        bounds,
        new_memory(spec.size, spec.stars),
        outcome,
    )
    return outcome


def raw_counts(spec: Spec, first_seed: int, count: int, limit: int = 1_000_000) -> Ints:
    """Solutions of each candidate before repair, counted up to ``limit``: int64 (count,)."""
    words = (spec.size * spec.size + 63) // 64
    found = np.zeros((limit, words), np.uint64)
    outcome = new_outcome(spec.size, spec.stars, count)
    raw(
        spec.size,
        spec.stars,
        STYLES[spec.style],
        style_key(spec),
        U64(first_seed),
        geometry(spec.size),
        limit,
        found,
        new_memory(spec.size, spec.stars),
        outcome,
    )
    return outcome.moves


def generate(spec: Spec, first_seed: int, count: int, quality: Quality) -> Batch:
    """See ``Family.generate``."""
    warm_up()
    begin = time.perf_counter()
    outcome = run_range(spec, first_seed, count, quality)
    seconds = time.perf_counter() - begin
    status = np.bincount(outcome.status, minlength=UNFINISHED + 1).tolist()
    kept = np.flatnonzero(outcome.status == KEPT)
    signals = outcome.signals[kept]
    tally = {
        "candidates": count,
        "unique": count - status[NOT_UNIQUE],
        "moves": int(outcome.moves[outcome.status != NOT_UNIQUE].sum()),
        "rated": len(kept),
        "dropped_not_unique": status[NOT_UNIQUE],
        "dropped_quality": status[OFF_QUALITY],
        "dropped_symmetric": status[SYMMETRIC],
        "dropped_unfinished": status[UNFINISHED],
    }
    records = np.zeros(len(kept), record_dtype(spec.size, spec.stars, WHAT_IF))
    records["seed"] = kept.astype(np.uint64) + U64(first_seed)
    records["key"] = outcome.keys[kept, 0]
    records["twin"] = outcome.keys[kept, 1]
    records["tier"] = outcome.tier[kept]
    records["hardest"] = signals[:, HARDEST]
    records["widest_set"] = signals[:, WIDEST_SET]
    records["sets_of_two"] = signals[:, SETS_OF_TWO]
    records["steps"] = signals[:, STEPS]
    records["narrowest"] = signals[:, NARROWEST]
    records["rounds"] = signals[:, ROUNDS:]
    records["regions"] = outcome.owner[kept]
    records["solution"] = outcome.columns[kept]
    return Batch(records, tally, seconds)
