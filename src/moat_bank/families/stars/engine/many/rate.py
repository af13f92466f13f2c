"""The rating for two or more stars: rounds of the easiest technique that yields anything.

As for one star: a round finds every deduction of that technique on the same sheet and applies them
together, so the rating is the same for all turns, mirrors and labels.  Each technique is monotone,
so the hardest one used is the least that finishes the board.
"""

from __future__ import annotations

from moat_bank.families.stars.engine.geometry import Geometry, Ints, Masks
from moat_bank.families.stars.engine.many.ladder import PRESSURE, RUNGS, deduce
from moat_bank.families.stars.engine.many.plain import COUNTING, LAST_CELLS, LINE_SQUEEZE, NO_RUNG
from moat_bank.families.stars.engine.many.state import (
    ACTUAL,
    CONTRADICTION,
    Work,
    apply,
    finished,
    set_up,
)
from moat_bank.families.stars.engine.rate import (
    HARDEST,
    NARROWEST,
    ROUNDS,
    SETS_OF_TWO,
    STEPS,
    WIDEST_SET,
)
from moat_bank.kernels.jit import kernel

MANY_SIGNALS = ROUNDS + RUNGS


@kernel
def rate_many(
    size: int,
    stars: int,
    tables: Geometry,
    owner: Ints,
    region: Masks,
    solution: Masks,
    work: Work,
    signals: Ints,
    top: int = RUNGS,
) -> None:
    """Rate one board.

    Args:
        size: rows, columns and regions.
        stars: stars in each of them.
        tables: of this size.
        owner: int64 (cells,): the region of each cell.
        region: uint64 (size, W): the cells of each region.
        solution: uint64 (1, W): stars of a known solution, or zeros.  It saves time alone: what-ifs
            on its stars are left out, since no sound deduction refutes them.
        work: memory from ``new_many_work``; where its steps are used up, logic is said not to
            finish.
        signals: int64 (MANY_SIGNALS,), result: as ``rate`` gives them, with the rounds of each
            technique of this ladder.
        top: the last technique to use.
    """
    signals[:] = 0
    set_up(size, stars, tables, owner, region, work)
    hardest = NO_RUNG
    rung = LAST_CELLS
    while rung <= top:
        cells = deduce(rung, ACTUAL, solution, work)
        if work.left[0] < 0:
            return
        if cells == 0:
            rung += 1
            continue
        if cells == CONTRADICTION or not apply(ACTUAL, work):
            return
        hardest = max(hardest, rung)
        signals[STEPS] += 1
        signals[ROUNDS + rung - 1] += 1
        signals[WIDEST_SET] = max(signals[WIDEST_SET], work.set_size[ACTUAL])
        signals[SETS_OF_TWO] += work.set_size[ACTUAL] == 2
        if signals[NARROWEST] == 0 or cells < signals[NARROWEST]:
            signals[NARROWEST] = cells
        if finished(ACTUAL, work):
            signals[HARDEST] = hardest
            return
        rung = LAST_CELLS


@kernel
def tier_of_many(signals: Ints) -> int:
    """The tier, a place in TIERS, or -1 where logic does not finish.

    Easy squeezes units one at a time; medium counts, in pairs of lines and sets of units; hard
    lists the ways to fill a unit, or presses on by last cells; super_hard follows what-ifs.
    """
    hardest = signals[HARDEST]
    if hardest == 0:
        return -1
    if hardest <= LINE_SQUEEZE:
        return 0
    if hardest <= COUNTING:
        return 1
    return 2 if hardest <= PRESSURE else 3
