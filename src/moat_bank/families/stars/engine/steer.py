"""Candidates steered to a tier: a range of them from chains of boards, as records.

The streams are apart from those of natural candidates, so the boards are others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

from moat_bank.families.base import Batch, Spec
from moat_bank.families.stars.engine.batch import (
    FREE,
    GENERATOR,
    STYLE,
    STYLES,
    by_blocks,
    move_budget,
    shape_bounds,
)
from moat_bank.families.stars.engine.geometry import unrolled
from moat_bank.families.stars.engine.memory import new_memory
from moat_bank.families.stars.engine.outcome import Outcome, some_rows
from moat_bank.families.stars.engine.walk import LINKS, Aim, new_rater, run_chain
from moat_bank.families.stars.engine.walk_memory import new_walk
from moat_bank.families.stars.kind import StarsKind, stars_of
from moat_bank.kernels.jit import U64
from moat_bank.kernels.rng import start, stream_key
from moat_bank.kind import TIERS


def _spec(size: int, stars: int) -> Spec:
    return Spec(StarsKind(size, stars), STYLE)


PARTS = {
    "steering-to-8x8": _spec(8, 1),
    "steering-to-11x11": _spec(11, 1),
    "steering-to-25x25": _spec(25, 1),
    "steering-several-stars-to-8x8": _spec(8, 2),
    "steering-several-stars-to-11x11": _spec(11, 2),
    "steering-several-stars-to-25x25": _spec(25, 2),
}
"""Parts of the compiled code, and the largest boards of each; the last three take long."""

BLOCK = 256 * LINKS  # candidates whose outcome is kept at a time
NUDGES = 0  # a board of one star is drawn as fast as nudged twice
NUDGES_OF_SEVERAL = 40  # one of several stars is dear to draw and cheap to nudge


def spread(size: int, stars: int) -> int:
    """Cells in which boards of one walk differ: a tenth of the board, or a quarter.

    Of one star a quarter would take three times as long; of several stars steps are cheap beside
    drawing a board.
    """
    return size * size // (10 if stars == 1 else 4)


def parts(spec: Spec) -> tuple[str, ...]:
    """The parts of compiled code that steering such boards needs."""
    same = (
        part
        for part, board in PARTS.items()
        if (stars_of(board.kind) > 1) == (stars_of(spec.kind) > 1)
    )
    return (next(part for part in same if spec.kind.rows <= PARTS[part].kind.rows),)


def generate(spec: Spec, first_seed: int, count: int, bounds: Mapping[str, int]) -> Batch:
    """See ``Family.generate``: the candidates of a spec with an aim."""
    for part in parts(spec):
        warm_up(part)
    return _run_chains(spec, first_seed, count, bounds)


@cache
def warm_up(part: str) -> None:
    """Compile a part, or load it from the cache, so that later times are of work alone."""
    _run_chains(replace(PARTS[part], aim=TIERS[0]), 0, 0, FREE)


def _run_chains(spec: Spec, first_seed: int, count: int, limits: Mapping[str, int]) -> Batch:
    """Run the kernel chain by chain, in memory that is used again."""
    size, stars = spec.kind.rows, stars_of(spec.kind)
    aim = Aim(
        size=size,
        stars=stars,
        style=STYLES[spec.style],
        tier=TIERS.index(spec.aim),
        nudges=NUDGES if stars == 1 else NUDGES_OF_SEVERAL,
        spread=spread(size, stars),
    )
    key = U64(stream_key(GENERATOR, size, stars, spec.style, "aim", spec.aim))
    memory, walk, rater = new_memory(size, stars), new_walk(size, stars), new_rater(size, stars)
    bounds, tables, budget = shape_bounds(spec, limits), unrolled(size), move_budget(size)

    def fill(first: int, block: Outcome) -> None:
        for chain, links, rows in chains(first, len(block.status)):
            start(memory.state, key, U64(chain))
            part = some_rows(block, rows.start, rows.stop)
            run_chain(aim, budget, links.start, tables, bounds, memory, walk, rater, part)

    return by_blocks(spec, first_seed, count, BLOCK, fill)


def chains(first_seed: int, count: int) -> Iterator[tuple[int, range, range]]:
    """Of each chain of a range: its number, its links that are asked for, and their rows."""
    row = 0
    while row < max(count, 1):
        chain, link = divmod(first_seed + row, LINKS)
        size = min(LINKS - link, count - row)
        yield chain, range(link, link + size), range(row, row + size)
        row += LINKS - link
