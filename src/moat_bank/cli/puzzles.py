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


def undecided(budget: int | None) -> MoatError:
    """What is said of a puzzle for which the budget was too small."""
    steps = "" if budget is None else f" after {budget} steps"
    return MoatError(f"undecided{steps}; --budget raises it")
