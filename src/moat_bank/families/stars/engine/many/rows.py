"""Rating a range of candidates of several stars, after they were made."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from moat_bank.families.base import Spec
from moat_bank.families.stars.engine.geometry import Geometry, Ints, Masks, add, lay_out
from moat_bank.families.stars.engine.many.rate import rate_many, tier_of_many
from moat_bank.families.stars.engine.many.state import Work, new_many_work
from moat_bank.families.stars.engine.outcome import KEPT, UNFINISHED, Outcome
from moat_bank.families.stars.kind import stars_of
from moat_bank.kernels.jit import ZERO, kernel


class Rows(NamedTuple):
    """Memory for one board at a time: its map, regions and solution, and the rater's own."""

    owner: Ints
    region: Masks
    solution: Masks
    work: Work


def new_rows(spec: Spec) -> Rows:
    """Memory for boards of one size and number of stars."""
    cells = spec.kind.rows * spec.kind.rows
    words = (cells + 63) // 64
    return Rows(
        np.zeros(cells, np.int64),
        np.zeros((spec.kind.rows, words), np.uint64),
        np.zeros((1, words), np.uint64),
        new_many_work(spec.kind.rows, stars_of(spec.kind)),
    )


@kernel
def rate_rows(size: int, stars: int, tables: Geometry, rows: Rows, outcome: Outcome) -> None:
    """Rate the boards kept; one that no logic finishes is kept no longer."""
    for i in range(len(outcome.status)):
        if outcome.status[i] != KEPT:
            continue
        lay_out(size, outcome.regions, i, rows.owner, rows.region)
        for w in range(rows.solution.shape[1]):
            rows.solution[0, w] = ZERO
        for j in range(size * stars):
            add(rows.solution, 0, j // stars * size + int(outcome.columns[i, j]))
        signals = outcome.signals[i]
        rate_many(size, stars, tables, rows.owner, rows.region, rows.solution, rows.work, signals)
        outcome.tier[i] = tier_of_many(signals)
        if outcome.tier[i] < 0:
            outcome.status[i] = UNFINISHED
