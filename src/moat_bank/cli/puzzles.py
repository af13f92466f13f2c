"""Puzzles as JSON objects, for the commands that read a line each."""

from __future__ import annotations

from typing import Any

from moat_bank.errors import MoatError
from moat_bank.families.base import Puzzle
from moat_bank.families.registry import family_of, play


def puzzle_of(data: Any, family: str | None) -> Puzzle:
    """The puzzle of a JSON object, of the family named or the one that its keys tell.

    Raises:
        MoatError: it is none; the text names the key and the cell.
    """
    return play(family or family_of(data)).parse(data)


def undecided(family: str, budget: int | None) -> MoatError:
    """What is said of a puzzle for which the budget, or the family's own, was too small."""
    from moat_bank.families.registry import engine

    steps = engine(family).budget if budget is None else budget
    return MoatError(f"undecided after {steps} steps; --budget raises it")
