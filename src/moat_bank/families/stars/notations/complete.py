"""What a notation needs of a board beside its regions, found by the engine where nobody told it."""

from __future__ import annotations

from dataclasses import replace

from moat_bank.errors import MoatError
from moat_bank.families.legacy import Family, get_family
from moat_bank.families.stars.board import Board, solution_rows
from moat_bank.families.stars.notations import Puzzle
from moat_bank.families.stars.notations.puzzle import Rated


def family() -> Family:
    """The engine that solves and rates; it loads numba.

    Raises:
        MoatError: the ``build`` extra is not installed.
    """
    engine: Family = get_family("stars")
    return engine


def solved(engine: Family, puzzle: Puzzle) -> Puzzle:
    """The board with its one solution, found here unless it is known.

    Raises:
        MoatError: it has none, or more than one.
    """
    if puzzle.solution is not None:
        return puzzle
    found = engine.solutions(_board(puzzle), 2)
    if len(found) != 1:
        raise MoatError("has more than one solution" if found else "has no solution")
    return replace(puzzle, solution=tuple(tuple(row) for row in solution_rows(found[0])))


def rated(engine: Family, puzzle: Puzzle) -> Puzzle:
    """The board with its tier and rating, found here unless they are known.

    Raises:
        MoatError: logic does not finish it.
    """
    if puzzle.rated is not None:
        return puzzle
    rating = engine.rate(_board(puzzle))
    if rating.tier is None or rating.hardest is None:
        raise MoatError("is not finished by logic without a guess, so it has no tier")
    return replace(puzzle, rated=Rated(rating.tier, rating.hardest, rating.steps))


def _board(puzzle: Puzzle) -> Board:
    return Board(puzzle.size, puzzle.stars, puzzle.regions)
