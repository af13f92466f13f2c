"""Pressure and what-ifs: suppose a star, and follow it to a contradiction.

"Pressure" follows by last cells alone, until a unit has no room; "what-if" by all techniques up to
line pairs, which look at one or two units at a time; "deep what-if" by counting as well.
"""

from __future__ import annotations

from moat_bank.families.stars.engine.geometry import Masks
from moat_bank.families.stars.engine.many.follow import follow
from moat_bank.families.stars.engine.many.state import (
    DOOMED,
    SAFE,
    SUPPOSED,
    Work,
    forget,
    put_star,
    settled,
    suppose,
)
from moat_bank.kernels.jit import ONE, U64, ZERO, kernel, lowest, span


@kernel
def refute(s: int, top: int, solution: Masks, work: Work) -> int:
    """Rule out every candidate whose star leads to a contradiction by the techniques up to ``top``.

    Passed over are stars of the known solution, since no sound deduction refutes them, and stars
    that followed from another without contradiction: whatever they lead to was met there too.
    And one that leads to a star refuted before is refuted, since it has the same consequences.

    Returns:
        Cells settled.
    """
    words = span(work.words)
    forget(s, work)
    for w in range(words):
        work.block[SAFE, w] = solution[0, w]
        work.block[DOOMED, w] = ZERO
    for v in range(words):
        word = work.candidates[s, v]
        while word != ZERO and work.left[0] >= 0:
            bit = ONE << U64(lowest(word))
            x = 64 * v + lowest(word)
            word &= word - ONE
            if work.block[SAFE, v] & bit != ZERO:
                continue
            suppose(s, work)
            put_star(SUPPOSED, x, work)
            if follow(top, work):
                for w in range(words):
                    work.block[SAFE, w] |= work.placed[SUPPOSED, w]
            else:
                work.block[DOOMED, v] |= bit
                work.out[s, v] |= bit
    return settled(s, work)
