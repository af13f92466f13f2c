"""How a person solves a board: the ladder in plain Python, each deduction with its reason.

It needs the standard library alone and shares nothing with engine and proof, which the tests hold
to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from moat_bank.families.stars.words.explanation import (
    Explanation,
    Reason,
    Step,
    rate,
    solve_in_words,
)
from moat_bank.families.stars.words.rating import Rating

if TYPE_CHECKING:
    from moat_bank.families.base import Puzzle

__all__ = ["Explanation", "Rating", "Reason", "Step", "explain", "rate", "solve_in_words"]


def explain(puzzle: Puzzle, top: int | None = None, budget: int | None = None) -> Explanation:
    """How a person solves a puzzle, by the techniques up to ``top``, within so many steps."""
    return solve_in_words(puzzle.given["regionMap"], puzzle.kind.values["stars"], top, budget)
