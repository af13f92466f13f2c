"""Candidates steered to a tier: a range of them from chains of boards, as records.

The streams are apart from those of natural candidates, so the boards are others.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cache

import numpy as np

from moat_bank.families.base import TALLY, TIERS, Batch, Quality, Spec
from moat_bank.families.stars.batch import GENERATOR, STYLES, move_budget, shape_bounds
from moat_bank.families.stars.geometry import geometry
from moat_bank.families.stars.jit import U64
from moat_bank.families.stars.memory import new_memory
from moat_bank.families.stars.outcome import add_to_tally, first_rows, new_outcome, records_of
from moat_bank.families.stars.rng import stream_key
from moat_bank.families.stars.walk import LINKS, Aim, new_rater, new_walk, run_chains

STEERING, STEERING_SEVERAL = PARTS = ("steering", "steering-several-stars")
"""Parts of the compiled code: one star has no use for the second, which takes long to compile."""

BLOCK = 256 * LINKS  # candidates whose outcome is held at a time
NUDGES = {1: 8}
NUDGES_OF_SEVERAL = 40  # a board of several stars is dear to draw and cheap to nudge
PART_OF_BOARD = 8


def spread(size: int) -> int:
    """Cells in which boards of a chain differ: an eighth of the board.

    Twice as many take two to three times as long, half as many look alike.
    """
    return size * size // PART_OF_BOARD


def parts(spec: Spec) -> tuple[str, ...]:
    """The parts of compiled code that steering such boards needs."""
    return (STEERING,) if spec.stars == 1 else (STEERING_SEVERAL,)


def generate(spec: Spec, first_seed: int, count: int, quality: Quality) -> Batch:
    """See ``Family.generate``: the candidates of a spec with an aim."""
    for part in parts(spec):
        warm_up(part)
    return _run_blocks(spec, first_seed, count, quality)


@cache
def warm_up(part: str) -> None:
    """Compile a part, or load it from the cache, so that later times are of work alone."""
    spec = Spec(4) if part == STEERING else Spec(8, 2)
    _run_blocks(replace(spec, aim=TIERS[0]), 0, 0, Quality())


def _run_blocks(spec: Spec, first_seed: int, count: int, quality: Quality) -> Batch:
    """Run the kernel block by block; but for the first, a block begins with a chain."""
    size, stars = spec.size, spec.stars
    aim = Aim(
        size=size,
        stars=stars,
        style=STYLES[spec.style],
        tier=TIERS.index(spec.aim),
        nudges=NUDGES.get(stars, NUDGES_OF_SEVERAL),
        spread=spread(size),
    )
    key = U64(stream_key(GENERATOR, size, stars, spec.style, "aim", spec.aim))
    memory, walk, rater = new_memory(size, stars), new_walk(size, stars), new_rater(size, stars)
    outcome = new_outcome(size, stars, min(count, BLOCK))
    tally = dict.fromkeys(TALLY, 0)
    blocks = []
    seconds = 0.0
    first, end = first_seed, first_seed + count
    while not blocks or first < end:
        part = first_rows(outcome, min(end, first - first % LINKS + BLOCK) - first)
        begin = time.perf_counter()
        run_chains(
            aim,
            move_budget(size),
            key,
            U64(first),
            geometry(size),
            shape_bounds(spec, quality),
            memory,
            walk,
            rater,
            part,
        )
        seconds += time.perf_counter() - begin
        blocks.append(records_of(spec, first, part))
        add_to_tally(part, tally)
        first += len(part.status)
    return Batch(np.concatenate(blocks), tally, seconds)
