"""From a board to all that can be said of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from moat_bank.families.stars.words.ladder import Round, ladder, names, solve, up_to
from moat_bank.families.stars.words.rating import Rating, rating_of
from moat_bank.families.stars.words.sentences import sentence, trouble_sentence
from moat_bank.families.stars.words.sheet import (
    BUDGET,
    KINDS,
    Deduction,
    Sheet,
    cells_of,
    new_sheet,
    together,
)
from moat_bank.families.stars.words.solutions import solutions

Cell = tuple[int, int]
Cells = tuple[Cell, ...]
"""Cells in reading order, (row, column) from 0."""


@dataclass(frozen=True)
class Reason:
    """One deduction.

    Attributes:
        sentence: what follows and why; it names every cell.
        units: the units that it rests on, such as ("row", 2), from 0.
        cells: the cells that were left in them.
        stars: stars that follow.
        out: cells that cannot be stars.
    """

    sentence: str
    units: tuple[tuple[str, int], ...]
    cells: Cells
    stars: Cells
    out: Cells


@dataclass(frozen=True)
class Known:
    """What is known of a board: cells that may still get a star, and cells that have one."""

    candidates: Cells
    placed: Cells


@dataclass(frozen=True)
class Step:
    """One round.

    Attributes:
        number: of the technique, from 1.
        name: of the technique.
        set_size: units in the sets that it counted, or 0.
        stars: new stars.
        out: cells ruled out.
        reasons: together they account for all of these, each cell once.
        before: what was known before the round.
    """

    number: int
    name: str
    set_size: int
    stars: Cells
    out: Cells
    reasons: tuple[Reason, ...]
    before: Known

    @property
    def sentences(self) -> list[str]:
        """One for each deduction."""
        return [reason.sentence for reason in self.reasons]

    @property
    def found(self) -> dict[str, Any]:
        """What is concluded, as a JSON object."""
        return {"stars": list(self.stars), "out": list(self.out)}


@dataclass(frozen=True)
class Explanation:
    """All that can be said of a board.

    Attributes:
        rows: the region of each cell, numbered in reading order.
        stars: stars in each row, column and region.
        solutions: how many there are, 2 for two or more; None where the steps allowed did not
            suffice to know.
        found: solutions, two at most: the cells of their stars.
        differ: cells where two solutions differ; empty where there are not two.
        names: of all techniques for so many stars, by number from 1.
        rating: of the whole way; its ``hardest`` is None where it did not get to the end.
        undecided: whether the steps allowed ended the rounds or the search for solutions.
        steps: the rounds.
        end: what is known after them.
        trouble: the contradiction that ends them, a sentence; empty where there is none.
    """

    rows: tuple[tuple[int, ...], ...]
    stars: int
    solutions: int | None
    found: tuple[Cells, ...]
    differ: Cells
    names: tuple[str, ...]
    rating: Rating
    undecided: bool
    steps: tuple[Step, ...]
    end: Known
    trouble: str = ""


def solve_in_words(
    rows: Sequence[Sequence[int]], stars: int, top: int | None = None, budget: int | None = None
) -> Explanation:
    """Solve a board as a person would, and tell why each round concludes what it does.

    Args:
        rows: the region of each cell, numbers below the count of rows.
        stars: stars in each row, column and region.
        top: the number of the last technique to tell of; None for all.
        budget: steps allowed for the rounds, and as many again for the solutions: see ``BUDGET``.
    """
    limit = BUDGET if budget is None else budget
    rows = in_reading_order(rows)
    way = solve(new_sheet(rows, stars, limit), ladder(stars))
    told = up_to(way.rounds, top or len(ladder(stars)))
    cut = len(told) < len(way.rounds)
    end = way.rounds[len(told)].before if cut else way.sheet
    found, complete = _solutions(way.sheet, limit) if way.trouble is None else ([], True)
    differ = found[0] ^ found[1] if len(found) == 2 else 0
    trouble = "" if cut or way.trouble is None else trouble_sentence(way.sheet, way.trouble)
    return Explanation(
        rows=rows,
        stars=stars,
        solutions=len(found) if complete else None,
        found=tuple(sorted(_cells(way.sheet, one) for one in found)),
        differ=_cells(way.sheet, differ),
        names=names(stars),
        rating=rating_of(way, new_sheet(rows, stars), ladder(stars)),
        undecided=not (complete and way.in_budget),
        steps=tuple(_step(one) for one in told),
        end=_known(end),
        trouble=trouble,
    )


def in_reading_order(rows: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """The map with its regions numbered as they come, so that their letters tell nothing."""
    number: dict[int, int] = {}
    for row in rows:
        for region in row:
            number.setdefault(int(region), len(number))
    return tuple(tuple(number[int(region)] for region in row) for row in rows)


def rate(
    rows: Sequence[Sequence[int]], stars: int, top: int | None = None, budget: int | None = None
) -> Rating | None:
    """The rating alone, by the techniques up to ``top``; None where the steps do not suffice."""
    limit = BUDGET if budget is None else budget
    techniques = ladder(stars)
    way = solve(new_sheet(rows, stars, limit), techniques, top)
    return rating_of(way, new_sheet(rows, stars), techniques) if way.in_budget else None


def _solutions(sheet: Sheet, limit: int) -> tuple[list[int], bool]:
    """Solutions from what the rounds have found, which holds in all of them."""
    sheet.board.spent[0] = 0
    return solutions(sheet, 2)


def _step(one: Round) -> Step:
    sheet = one.before
    return Step(
        one.number,
        one.name,
        one.set_size,
        _cells(sheet, one.stars),
        _cells(sheet, one.out),
        tuple(_reason(sheet, deduction) for deduction in one.deductions),
        _known(sheet),
    )


def _reason(sheet: Sheet, one: Deduction) -> Reason:
    board = sheet.board
    return Reason(
        sentence(sheet, one),
        tuple((KINDS[u // board.size], u % board.size) for u in one.units),
        _cells(sheet, sheet.candidates & together(board, one.units)),
        _cells(sheet, one.stars),
        _cells(sheet, one.out),
    )


def _known(sheet: Sheet) -> Known:
    return Known(_cells(sheet, sheet.candidates), _cells(sheet, sheet.placed))


def _cells(sheet: Sheet, mask: int) -> Cells:
    return tuple(divmod(x, sheet.board.size) for x in cells_of(mask))
