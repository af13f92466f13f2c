"""The ladder for two or more stars: every technique in order, easiest first."""

from __future__ import annotations

from moat_bank.families.stars.engine.geometry import Masks
from moat_bank.families.stars.engine.many.follow import AT_ONCE, BY_LAST_CELLS, BY_PLAIN, BY_UNITS
from moat_bank.families.stars.engine.many.plain import PLAIN, plain
from moat_bank.families.stars.engine.many.state import Work
from moat_bank.families.stars.engine.many.ways import by_ways
from moat_bank.families.stars.engine.many.what_if import refute
from moat_bank.kernels.jit import kernel

LADDER = (
    "last cells",
    "confined line",
    "squeeze",
    "line squeeze",
    "claims",
    "line pairs",
    "counting",
    "ways",
    "pressure",
    "what-if",
    "deep what-if",
    "cases",
)
"""Names of the techniques; a technique's number is its place, from 1."""

RUNGS = len(LADDER)
WAYS, PRESSURE, WHAT_IF, DEEP_WHAT_IF, CASES = range(PLAIN + 1, RUNGS + 1)


@kernel
def deduce(rung: int, s: int, solution: Masks, work: Work) -> int:
    """Run technique ``rung`` on a state: cells settled, or CONTRADICTION.

    What it concludes is left in ``work.star``, ``work.out`` and ``work.set_size``.
    """
    if rung <= PLAIN:
        return plain(rung, s, work)
    if rung == WAYS:
        return by_ways(s, AT_ONCE, work)
    if rung == PRESSURE:
        return refute(s, BY_LAST_CELLS, solution, work)
    if rung == WHAT_IF:
        return refute(s, BY_UNITS, solution, work)
    if rung == DEEP_WHAT_IF:
        return refute(s, BY_PLAIN, solution, work)
    return by_ways(s, BY_PLAIN, work)
