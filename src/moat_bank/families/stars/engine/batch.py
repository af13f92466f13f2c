"""A range of candidates from seed to rated record, in one pass of compiled code."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.base import TALLY, Batch, Spec
from moat_bank.families.stars.engine.by_regions import by_regions
from moat_bank.families.stars.engine.canonical import canonical, hash_form, twin_form
from moat_bank.families.stars.engine.geometry import Geometry, Ints, Masks, geometry, unrolled
from moat_bank.families.stars.engine.grow import BALANCED, ORGANIC, grow
from moat_bank.families.stars.engine.join import join
from moat_bank.families.stars.engine.many.rows import new_rows, rate_rows
from moat_bank.families.stars.engine.memory import Memory, new_memory
from moat_bank.families.stars.engine.outcome import (
    KEPT,
    NOT_UNIQUE,
    OFF_QUALITY,
    SYMMETRIC,
    UNFINISHED,
    Outcome,
    add_to_tally,
    first_rows,
    new_outcome,
    records_of,
)
from moat_bank.families.stars.engine.place import place
from moat_bank.families.stars.engine.place_many import place_many
from moat_bank.families.stars.engine.rate import HARDEST, SETS_OF_TWO, WIDEST_SET, rate
from moat_bank.families.stars.engine.repair import repair
from moat_bank.families.stars.engine.search import solve
from moat_bank.families.stars.engine.shape import within
from moat_bank.families.stars.engine.techniques import K_IN_K, MOAT_SQUEEZE
from moat_bank.families.stars.engine.voronoi import voronoi
from moat_bank.families.stars.kind import BOUNDS, StarsKind, stars_of
from moat_bank.kernels.jit import ONE, U64, ZERO, kernel, lowest
from moat_bank.kernels.rng import start, stream_key

GENERATOR = "stars-2"
RATER = "stars-2"
VORONOI = 2
STYLES = {"organic": ORGANIC, "balanced": BALANCED, "voronoi": VORONOI}
STYLE = "organic"
FREE = {key: schema["default"] for key, schema in BOUNDS.items()}
"""Bounds that every board keeps."""

MAKING = {"making-to-8x8": 8, "making-to-11x11": 11, "making-to-25x25": 25}
"""Parts of the compiled code, one for each kind of ``unrolled`` tables, and a size of each."""

RATING = {f"rating-several-stars-to-{size}x{size}": size for size in MAKING.values()}
"""Other parts: one star has no use for them, and they take long to compile."""

PARTS = MAKING | RATING


def move_budget(size: int) -> int:
    """Repair moves after which a seed is given up.

    Of the seeds not unique by then next to none ever are: they go round in circles.
    """
    return 3 * size * size // 4


BLOCK = 4096  # candidates whose outcome is kept at a time: it fits into the processor's cache


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

    Boards of several stars are left unrated: ``rate_rows`` is a kernel of its own, since it takes
    long to compile and boards of one star have no use for it.

    ``bounds`` are fewest cells of a region, most one-cell regions, most cells of a region.
    """
    owner, region, mask = memory.owner, memory.region, memory.trial.mask
    for i in range(len(outcome.status)):
        signals = outcome.signals[i]
        start(memory.state, key, first_seed + U64(i))
        outcome.tier[i] = -1
        outcome.moves[i] = -1
        outcome.status[i] = NOT_UNIQUE
        if not draw(size, stars, style, tables, memory):
            continue
        outcome.moves[i] = repair(
            size, stars, budget, memory.state, tables, owner, region, memory.search, memory.trial
        )
        if outcome.moves[i] < 0:
            continue
        if not keep(i, size, stars, tables, bounds, memory, outcome):
            continue
        if stars == 1:
            rate(size, tables, owner, region, mask, memory.work, signals)
            outcome.tier[i] = tier_of(signals)
            if outcome.tier[i] < 0:
                outcome.status[i] = UNFINISHED


@kernel
def keep(
    i: int,
    size: int,
    stars: int,
    tables: Geometry,
    bounds: tuple[int, int, int],
    memory: Memory,
    outcome: Outcome,
) -> bool:
    """Judge the shape of the board in ``memory``, key it, and write it to row ``i``."""
    outcome.status[i] = OFF_QUALITY
    if not within(size, bounds, memory.region):
        return False
    outcome.status[i] = SYMMETRIC
    if canonical(size, tables, memory.owner, memory.label, memory.form) > 1:
        return False
    outcome.keys[i, 0] = hash_form(size, size * size, memory.form)
    twin_form(size, stars, tables, memory.trial.mask, memory.label, memory.form)
    outcome.keys[i, 1] = hash_form(size, size * stars, memory.form)
    outcome.status[i] = KEPT
    _write_board(memory.owner, memory.trial.mask, tables, outcome.regions[i], outcome.columns[i])
    return True


@kernel
def draw(size: int, stars: int, style: int, tables: Geometry, memory: Memory) -> bool:
    """Stars, then regions round them, in ``memory``; False where the seed gives none."""
    owner, mask, pieces, state = memory.owner, memory.trial.mask, memory.pieces, memory.state
    if stars == 1:
        if not place(size, state, memory.order, mask):
            return False
    elif not place_many(size, stars, state, tables, memory.search.many, mask):
        return False
    if style == VORONOI:
        return voronoi(size, stars, state, tables, mask, pieces, owner, memory.region)
    if stars == 1:
        grow(size, style, state, tables, mask, owner, memory.region, pieces.rim, pieces.turn)
        return True
    grow(size, style, state, tables, mask, pieces.owner, pieces.cells, pieces.rim, pieces.turn)
    return join(size, stars, state, tables, pieces, owner, memory.region)


@kernel
def _write_board(
    owner: Ints,
    placed: Masks,
    tables: Geometry,
    regions: NDArray[np.uint8],
    columns: NDArray[np.uint8],
) -> None:
    for x in range(len(owner)):
        regions[x] = owner[x]
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
        start(memory.state, key, first_seed + U64(i))
        if draw(size, stars, style, tables, memory):
            outcome.moves[i] = solve(
                size, stars, limit, tables, memory.owner, memory.region, memory.search, found
            )


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
    return U64(stream_key(GENERATOR, spec.kind.rows, stars_of(spec.kind), spec.style))


def raw_counts(spec: Spec, first_seed: int, count: int, limit: int = 1_000_000) -> Ints:
    """Solutions of each candidate before repair, counted up to ``limit``: int64 (count,)."""
    words = (spec.kind.rows * spec.kind.rows + 63) // 64
    found = np.zeros((limit, words), np.uint64)
    outcome = new_outcome(spec.kind.rows, stars_of(spec.kind), count)
    raw(
        spec.kind.rows,
        stars_of(spec.kind),
        STYLES[spec.style],
        style_key(spec),
        U64(first_seed),
        geometry(spec.kind.rows),
        limit,
        found,
        new_memory(spec.kind.rows, stars_of(spec.kind)),
        outcome,
    )
    return outcome.moves


def shape_bounds(spec: Spec, bounds: Mapping[str, int]) -> tuple[int, int, int]:
    """The bounds as ``keep`` takes them."""
    most = spec.kind.rows * spec.kind.rows * bounds["largest_share"] // 100
    return bounds["smallest_region"], bounds["single_cell_regions"], most


def parts(spec: Spec) -> tuple[str, ...]:
    """The parts of compiled code that making and rating such boards needs."""
    tasks = (MAKING,) if stars_of(spec.kind) == 1 else (MAKING, RATING)
    return tuple(next(part for part in task if spec.kind.rows <= task[part]) for task in tasks)


@cache
def warm_up(part: str) -> None:
    """Compile a part, or load it from the cache, so that later times are of work alone."""
    size = PARTS[part]
    spec, nothing = Spec(StarsKind(size, 2), STYLE), new_outcome(size, 2, 0)
    if part in MAKING:
        _make(spec, 0, FREE, new_memory(size, 2), nothing)
        by_regions(size, nothing.regions)
    else:
        rate_rows(size, stars_of(spec.kind), unrolled(size), new_rows(spec), nothing)


def generate(spec: Spec, first_seed: int, count: int, bounds: Mapping[str, int]) -> Batch:
    """See ``Family.generate``."""
    for part in parts(spec):
        warm_up(part)
    return _run_blocks(spec, first_seed, count, bounds)


def _run_blocks(spec: Spec, first_seed: int, count: int, bounds: Mapping[str, int]) -> Batch:
    """Run the kernels block by block, in memory that is used again."""
    memory = new_memory(spec.kind.rows, stars_of(spec.kind))
    rows = new_rows(spec) if stars_of(spec.kind) > 1 else None

    def fill(first: int, part: Outcome) -> None:
        _make(spec, first, bounds, memory, part)
        if rows is not None:
            rate_rows(spec.kind.rows, stars_of(spec.kind), unrolled(spec.kind.rows), rows, part)

    return by_blocks(spec, first_seed, count, BLOCK, fill)


def by_blocks(
    spec: Spec, first_seed: int, count: int, block: int, fill: Callable[[int, Outcome], None]
) -> Batch:
    """Fill the rows of one block of candidates after another, and gather the records.

    ``fill`` is given the seed of a block's first candidate and a row for each of its candidates,
    and its time is that of the kernels.
    """
    outcome = new_outcome(spec.kind.rows, stars_of(spec.kind), min(count, block))
    tally = dict.fromkeys(TALLY, 0)
    blocks = []
    seconds = 0.0
    for first in range(first_seed, first_seed + max(count, 1), block):
        part = first_rows(outcome, first_seed + count - first)
        begin = time.perf_counter()
        fill(first, part)
        seconds += time.perf_counter() - begin
        blocks.append(records_of(spec, first, part))
        add_to_tally(part, tally)
    return Batch(np.concatenate(blocks), tally, seconds)


def _make(
    spec: Spec, first: int, bounds: Mapping[str, int], memory: Memory, outcome: Outcome
) -> None:
    """Call ``run`` for as many candidates as ``outcome`` has rows."""
    run(
        spec.kind.rows,
        stars_of(spec.kind),
        STYLES[spec.style],
        move_budget(spec.kind.rows),
        style_key(spec),
        U64(first),
        unrolled(spec.kind.rows),
        shape_bounds(spec, bounds),
        memory,
        outcome,
    )
