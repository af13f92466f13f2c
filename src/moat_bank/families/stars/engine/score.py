"""The score: one whole number that says how hard a board is, for all sizes and counts of stars.

Three things add up: the hardest technique, how long the way was, and how narrow.  A person looks
for the next conclusion again and again, so what doubles the looking adds the same, whatever the
board: everything but the technique counts by its logarithm.  ``docs/difficulty.md`` has the data
that the weights were fixed by, and how the score fares on the rest.
"""

from __future__ import annotations

from moat_bank.families.stars.engine.many.plain import (
    CLAIMS,
    CONFINED_LINE,
    COUNTING,
    LAST_CELLS,
    NO_RUNG,
    SQUEEZE,
)
from moat_bank.families.stars.engine.techniques import MOAT_SQUEEZE

PRESSURE = COUNTING + 2
RUNG_OF_ONE = tuple(
    int(rung) for rung in (NO_RUNG, LAST_CELLS, CONFINED_LINE, SQUEEZE, COUNTING, PRESSURE)
)
"""Where each technique of one star stands on the ladder for several: see ``many.ladder``."""


def rung_of_one(hardest: int, regions_suffice: bool) -> int:
    """The rung of a one-star board.

    Args:
        hardest: the hardest technique of ``rate``, not 0.
        regions_suffice: see ``by_regions``; it tells nothing above the moat squeeze.
    """
    if hardest <= MOAT_SQUEEZE and not regions_suffice:
        return int(CLAIMS)
    return RUNG_OF_ONE[hardest]


def score(size: int, rung: int, steps: int, narrowest: int) -> int:
    """The score of a board that logic finishes.

    Args:
        size: rows, columns and regions.
        rung: the hardest technique needed, as a rung of the ladder for several stars.
        steps: rounds made, 1 or more.
        narrowest: fewest cells that a round settled, 1 or more.

    Two points for a rung, for twice as many rounds, and for twice the cells to look through; one
    off where the narrowest round is four times as wide.
    """
    return 2 * rung + _log2(steps**2) + _log2(size**4) - _log2(narrowest) // 2


def _log2(n: int) -> int:
    """The binary logarithm of a whole number, rounded down."""
    return n.bit_length() - 1
