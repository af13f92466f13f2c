"""How a supposition is followed: state SUPPOSED to where it ends, or to a contradiction.

Every technique is monotone, so where it ends does not depend on the order of the steps.
"""

from __future__ import annotations

from moat_bank.families.stars.engine.many.packing import fits
from moat_bank.families.stars.engine.many.plain import LAST_CELLS, LINE_PAIRS, NO_RUNG, PLAIN, plain
from moat_bank.families.stars.engine.many.state import (
    CONTRADICTION,
    DOOMED,
    PACK,
    SUPPOSED,
    Work,
    apply,
    finished,
)
from moat_bank.kernels.jit import ZERO, kernel, popcount, span

AT_ONCE, BY_LAST_CELLS, BY_UNITS, BY_PLAIN = NO_RUNG, LAST_CELLS, LINE_PAIRS, PLAIN
"""How far to go: no step, last cells alone, all but counting, all plain techniques."""


@kernel
def follow(top: int, work: Work) -> bool:
    """Follow state SUPPOSED by the techniques up to ``top``.

    Returns:
        False where a unit ends up with no room for its missing stars, or a star is DOOMED.
    """
    rung = LAST_CELLS
    while rung <= top and work.left[0] >= 0:
        cells = plain(rung, SUPPOSED, work)
        if cells == CONTRADICTION:
            return False
        rung += 1
        if cells > 0:
            if not apply(SUPPOSED, work) or _doomed(work):
                return False
            if finished(SUPPOSED, work):
                return True
            rung = LAST_CELLS
    return not _cramped(work)


@kernel
def _doomed(work: Work) -> bool:
    """Whether a star that is placed is known to lead to a contradiction."""
    for w in range(span(work.words)):
        if work.placed[SUPPOSED, w] & work.block[DOOMED, w] != ZERO:
            return True
    return False


@kernel
def _cramped(work: Work) -> bool:
    """Whether some unit has no room for its missing stars."""
    size = work.meet.shape[1] // 2
    for u in range(3 * size):
        need = work.need[SUPPOSED, u]
        if need == 0:
            continue
        count = 0
        for w in range(span(work.words)):
            work.block[PACK, w] = work.candidates[SUPPOSED, w] & work.unit[u, w]
            count += popcount(work.block[PACK, w])
        # Asked only where it may not: see ``fits``.
        if count < need:
            return True
        if count <= 4 * (need - 1) and not fits(
            need, size, work.words, work.near, work.block, work.note
        ):
            return True
    return False
