"""From a board to the whole way, round by round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from moat_bank.families.legacy import Family, Rating
from moat_bank.families.stars.board import Board, Solution, solution_rows
from moat_bank.families.stars.words import counting, one, suppose, units
from moat_bank.families.stars.words.climb import Climb, Round, climb
from moat_bank.families.stars.words.reasons import Reason, cover, why
from moat_bank.families.stars.words.sheet import Cells, Sheet
from moat_bank.families.stars.words.words import sentence


@dataclass(frozen=True)
class Step:
    """One round.

    Attributes:
        number: of the technique.
        name: of the technique.
        set_size: units in the sets that it counted, or 0.
        before: the sheet that it was found on.
        stars: new stars.
        out: cells ruled out.
        reasons: together they account for all of these.
        why: one sentence.
    """

    number: int
    name: str
    set_size: int
    before: Sheet
    stars: Cells
    out: Cells
    reasons: list[Reason]
    why: str


@dataclass(frozen=True)
class Explanation:
    """All that can be said of a board.

    Attributes:
        board: the board.
        solutions: up to two of its solutions.
        differ: cells where these two differ; empty where there are not two.
        names: of all techniques for so many stars, by number from 1.
        rating: as the rater gives it.
        steps: the rounds; without a solution there are none.
        end: the sheet after them.
    """

    board: Board
    solutions: list[Solution]
    differ: Cells
    names: tuple[str, ...]
    rating: Rating
    steps: list[Step]
    end: Sheet


def explain(family: Family, board: Board, top: int | None = None) -> Explanation:
    """Solve a board as a person would, and tell why each round concludes what it does.

    Args:
        family: the engine.
        board: any board.
        top: the number of the last technique to use; None for all.
    """
    solutions = family.solutions(board, 2)
    stars = [
        frozenset((r, c) for r, columns in enumerate(solution_rows(found)) for c in columns)
        for found in solutions
    ]
    differ = stars[0] ^ stars[1] if len(stars) == 2 else frozenset()
    way = climb(board)
    steps = list(_steps(way, top or len(way.names))) if solutions else []
    return Explanation(board, solutions, differ, way.names, family.rate(board), steps, way.sheet())


def _steps(way: Climb, top: int) -> Iterable[Step]:
    sheet = way.sheet()
    while any(sheet.need.values()):
        found = way.next_round(top)
        if found is None:
            return
        reasons = cover(_reasons(way, sheet, found), found.stars, found.out)
        yield Step(
            found.number,
            way.names[found.number - 1],
            found.set_size,
            sheet,
            found.stars,
            found.out,
            reasons,
            sentence(why(reasons)),
        )
        way.apply(found)
        sheet = way.sheet()


def _reasons(way: Climb, sheet: Sheet, found: Round) -> Iterable[Reason]:
    stars, out = found.stars, found.out
    if sheet.stars == 1:
        return {
            1: lambda: one.last_cell(sheet),
            2: lambda: one.confined(sheet, 1),
            3: lambda: one.moat_squeeze(sheet, out),
            4: lambda: one.confined(sheet, found.set_size),
            5: lambda: suppose.refuted(way, 4, out),
        }[found.number]()
    return {
        1: lambda: units.last_cells(sheet),
        2: lambda: units.confined_line(sheet),
        3: lambda: units.squeeze(sheet, stars, out),
        4: lambda: units.line_squeeze(sheet, stars, out),
        5: lambda: units.claims(sheet, out),
        6: lambda: units.line_pairs(sheet, stars, out),
        7: lambda: counting.counting(sheet, found.set_size, stars, out),
        8: lambda: suppose.by_ways(way, 0, stars, out),
        9: lambda: suppose.refuted(way, 1, out),
        10: lambda: suppose.refuted(way, 6, out),
        11: lambda: suppose.refuted(way, 7, out),
        12: lambda: suppose.by_ways(way, 7, stars, out),
    }[found.number]()
