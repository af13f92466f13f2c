"""The plain techniques, that suppose nothing, by number."""

from __future__ import annotations

from moat_bank.families.stars.engine.many.claims import claims
from moat_bank.families.stars.engine.many.confined import confined_line
from moat_bank.families.stars.engine.many.counting import counting
from moat_bank.families.stars.engine.many.last_cells import last_cells
from moat_bank.families.stars.engine.many.line_pairs import line_pairs
from moat_bank.families.stars.engine.many.squeeze import line_squeeze, squeeze
from moat_bank.families.stars.engine.many.state import Work, numbers
from moat_bank.kernels.jit import kernel

NO_RUNG, LAST_CELLS, CONFINED_LINE, SQUEEZE, LINE_SQUEEZE, CLAIMS, LINE_PAIRS, COUNTING = numbers(8)
PLAIN = COUNTING

PAIRS, PAIRS_COUNTED = 50, 4
"""Pairs of cells of the board for each step of a technique, and of counting: see ``budget``."""


@kernel
def plain(rung: int, s: int, work: Work) -> int:
    """Run plain technique ``rung`` on a state: cells settled, or CONTRADICTION."""
    pairs_of_cells = len(work.near) * len(work.near)
    work.left[0] -= pairs_of_cells // (PAIRS_COUNTED if rung == COUNTING else PAIRS)
    if rung == LAST_CELLS:
        return last_cells(s, work)
    if rung == CONFINED_LINE:
        return confined_line(s, work)
    if rung == SQUEEZE:
        return squeeze(s, work)
    if rung == LINE_SQUEEZE:
        return line_squeeze(s, work)
    if rung == CLAIMS:
        return claims(s, work)
    if rung == LINE_PAIRS:
        return line_pairs(s, work)
    return counting(s, work)
