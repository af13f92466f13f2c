"""Last cells: a unit with as many candidates as missing stars."""

from __future__ import annotations

from moat_bank.families.stars.engine.many.state import (
    CONTRADICTION,
    Work,
    count_in,
    forget,
    settled,
)
from moat_bank.kernels.jit import kernel, span


@kernel
def last_cells(s: int, work: Work) -> int:
    """Stars in all candidates of a unit that has no more than it misses stars.

    Returns cells settled, or CONTRADICTION where a unit has too few candidates.
    """
    forget(s, work)
    for u in range(work.need.shape[1]):
        need = work.need[s, u]
        if need == 0:
            continue
        count = count_in(s, u, work)
        if count < need:
            return CONTRADICTION
        if count == need:
            for w in range(span(work.words)):
                work.star[s, w] |= work.candidates[s, w] & work.unit[u, w]
    return settled(s, work)
