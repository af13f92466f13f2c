"""Whether the regions of a one-star board tell enough, or its rows and columns are needed too.

A person sees the regions; which of them a row still meets has to be looked for.  So those who sort
boards put what lines say above what regions say (see ``many.ladder``, where that is an order of
techniques).  The five ranks of ``rate`` know no such difference; the score does.

Regions tell of every candidate that all of a region's candidates see, which is the confined line
and the moat squeeze at once.  A line tells no more here than what its candidates all touch, which
is as plain to see.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.stars.engine.geometry import Geometry, Ints, Masks, lay_out, unrolled
from moat_bank.families.stars.engine.rate import apply, begin
from moat_bank.families.stars.engine.techniques import (
    ACTUAL,
    LAST_CELL,
    MOAT_SQUEEZE,
    SEEN,
    Work,
    last_cell,
    new_work,
    seen_by_all,
)
from moat_bank.kernels.jit import ONE, ZERO, kernel, lowest, span


def by_regions(size: int, regions: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Of which boards the regions tell enough: a mask over ``regions`` (boards, cells)."""
    words = (size * size + 63) // 64
    owner = np.zeros(size * size, np.int64)
    region = np.zeros((size, words), np.uint64)
    suffice = np.zeros(len(regions), np.bool_)
    _each_board(size, unrolled(size), regions, owner, region, new_work(size), suffice)
    return suffice


@kernel
def _each_board(
    size: int,
    tables: Geometry,
    regions: NDArray[np.uint8],
    owner: Ints,
    region: Masks,
    work: Work,
    suffice: NDArray[np.bool_],
) -> None:
    for i in range(len(regions)):
        lay_out(size, regions, i, owner, region)
        suffice[i] = regions_suffice(size, tables, owner, region, work)


@kernel
def regions_suffice(size: int, tables: Geometry, owner: Ints, region: Masks, work: Work) -> bool:
    """Whether last cells and what the regions tell finish the board.

    Args:
        size: rows, columns and regions.
        tables: of this size.
        owner: int64 (cells,): the region of each cell.
        region: uint64 (size, W): the cells of each region.
        work: memory from ``new_work``.
    """
    begin(size, tables, region, work)
    while work.regions[ACTUAL] != ZERO:
        technique = LAST_CELL
        settled = last_cell(ACTUAL, tables, region, work)
        if settled == 0:
            technique = MOAT_SQUEEZE
            settled = _ruled_out(tables, owner, region, work)
        if settled <= 0:
            return False
        apply(ACTUAL, technique, tables, owner, region, work)
    return True


@kernel
def _ruled_out(tables: Geometry, owner: Ints, region: Masks, work: Work) -> int:
    """Find what regions, and lines by touch, rule out; 1 where that is anything."""
    words = span(tables.words)
    for w in range(words):
        work.gone[ACTUAL, w] = ZERO
    unplaced = work.regions[ACTUAL]
    while unplaced != ZERO:
        g = lowest(unplaced)
        unplaced &= unplaced - ONE
        for w in range(words):
            work.gone[SEEN, w] = work.candidates[ACTUAL, w] & ~region[g, w]
        if seen_by_all(ACTUAL, g, region, tables, owner, region, work):
            for w in range(words):
                work.gone[ACTUAL, w] |= work.gone[SEEN, w]
    unplaced = work.lines[ACTUAL]
    while unplaced != ZERO:
        u = lowest(unplaced)
        unplaced &= unplaced - ONE
        for w in range(words):
            work.gone[SEEN, w] = work.candidates[ACTUAL, w] & ~tables.line[u, w]
        _keep_touched(u, tables, work)
        for w in range(words):
            work.gone[ACTUAL, w] |= work.gone[SEEN, w]
    some = ZERO
    for w in range(words):
        some |= work.gone[ACTUAL, w]
    return 1 if some != ZERO else 0


@kernel
def _keep_touched(u: int, tables: Geometry, work: Work) -> None:
    """Narrow the scratch row to what all candidates of the line touch."""
    words = span(tables.words)
    for v in range(words):
        word = work.candidates[ACTUAL, v] & tables.line[u, v]
        while word != ZERO:
            x = 64 * v + lowest(word)
            word &= word - ONE
            for w in range(words):
                work.gone[SEEN, w] &= tables.around[x, w]
