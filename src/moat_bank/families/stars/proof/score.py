"""The score, from the numbers that the proof found itself: see ``docs/difficulty.md``.

The weights stand here a second time, as the definition gives them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

ONE_STAR_RUNGS = np.array([0, 1, 2, 3, 7, 9])
"""The rung of several stars at which each technique of one star stands."""

CLAIMS = 5
"""The rung of one-star boards of the first three techniques whose regions do not suffice."""

_POWERS = np.int64(1) << np.arange(62, dtype=np.int64)


def one_star_rungs(hardest: Ints, regions_suffice: NDArray[np.bool_]) -> Ints:
    """The rung (boards,) of each one-star board, from its hardest technique.

    ``regions_suffice``, of those up to the third, says that ``regions_tell`` finishes them.
    """
    rungs: Ints = np.where((hardest <= 3) & ~regions_suffice, CLAIMS, ONE_STAR_RUNGS[hardest])
    return rungs


def scores(size: int, rungs: Ints, steps: Ints, narrowest: Ints) -> Ints:
    """The scores (boards,) of boards of one size.

    Args:
        size: rows of a board.
        rungs: (boards,) the hardest technique, as a rung of the ladder for several stars; 0 where
            logic does not finish, which gives 0.
        steps: (boards,) rounds.
        narrowest: (boards,) fewest cells concluded in a round.
    """
    wide = _log2(np.maximum(narrowest, 1)) // 2
    looked = _log2(np.maximum(steps, 1) ** 2) + _log2(np.array([size**4]))
    return np.where(rungs > 0, 2 * rungs + looked - wide, 0)


def _log2(n: Ints) -> Ints:
    """Binary logarithms, rounded down: the last power of two that is not above."""
    return np.searchsorted(_POWERS, n, side="right") - 1
