"""The techniques in order, and a board's rounds: each takes all that the easiest one yields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from moat_bank.families.stars.words.counting import counting, k_in_k
from moat_bank.families.stars.words.pairs import line_pairs
from moat_bank.families.stars.words.sheet import (
    Deduction,
    Found,
    ImpossibleError,
    OutOfBudgetError,
    Sheet,
    Trouble,
    apply,
    conclusions,
    finished,
)
from moat_bank.families.stars.words.suppose import Technique, by_ways, what_if
from moat_bank.families.stars.words.units import (
    claims,
    confined,
    confined_line,
    last_cells,
    line_squeeze,
    moat_squeeze,
    squeeze,
)

Ladder = tuple[tuple[str, Technique], ...]

_ONE = (last_cells, confined, moat_squeeze, k_in_k)
_PLAIN = (last_cells, confined_line, squeeze, line_squeeze, claims, line_pairs, counting)

ONE_STAR: Ladder = (
    ("last cell", last_cells),
    ("confined line", confined),
    ("moat squeeze", moat_squeeze),
    ("k in k", k_in_k),
    ("what-if", partial(what_if, techniques=_ONE)),
)

SEVERAL_STARS: Ladder = (
    ("last cells", last_cells),
    ("confined line", confined_line),
    ("squeeze", squeeze),
    ("line squeeze", line_squeeze),
    ("claims", claims),
    ("line pairs", line_pairs),
    ("counting", counting),
    ("ways", partial(by_ways, techniques=())),
    ("pressure", partial(what_if, techniques=_PLAIN[:1])),
    ("what-if", partial(what_if, techniques=_PLAIN[:6])),
    ("deep what-if", partial(what_if, techniques=_PLAIN)),
    ("cases", partial(by_ways, techniques=_PLAIN)),
)


def ladder(stars: int) -> Ladder:
    """Names and techniques, easiest first, for so many stars."""
    return ONE_STAR if stars == 1 else SEVERAL_STARS


class Round(NamedTuple):
    """What one round concludes.

    Attributes:
        number: of the technique, from 1.
        name: of the technique.
        set_size: units in the sets that it counted, or 0.
        before: the sheet that it was found on.
        stars: new stars.
        out: cells ruled out.
        deductions: the fewest that account for all of these, found greedily; each names what no
            earlier one does.
    """

    number: int
    name: str
    set_size: int
    before: Sheet
    stars: int
    out: int
    deductions: list[Deduction]


class Way(NamedTuple):
    """How far logic comes.

    Attributes:
        rounds: in order.
        sheet: what is known after them.
        trouble: the contradiction that shows that there is no solution, or None.
        in_budget: whether there were steps enough to say so.
    """

    rounds: list[Round]
    sheet: Sheet
    trouble: Trouble | None
    in_budget: bool


def solve(sheet: Sheet, techniques: Ladder, top: int | None = None) -> Way:
    """Solve a board round by round, from an empty sheet, which is written on.

    Args:
        sheet: the board.
        techniques: of which the first ``top`` are used; None for all.
        top: see there.
    """
    rounds: list[Round] = []
    try:
        while not finished(sheet):
            one = next_round(sheet, techniques[:top])
            if one is None:
                break
            try:
                apply(sheet, one.stars, one.out)
            except ImpossibleError:
                # By definition a round of one star stands where its stars exclude each other: the
                # next would find a unit without a candidate.  With several it is none.
                if techniques is ONE_STAR:
                    rounds.append(one)
                raise
            rounds.append(one)
    except ImpossibleError as impossible:
        return Way(rounds, sheet, impossible.trouble, True)
    except OutOfBudgetError:
        return Way(rounds, sheet, None, False)
    return Way(rounds, sheet, None, True)


def next_round(sheet: Sheet, techniques: Ladder) -> Round | None:
    """All that the easiest technique concludes that concludes anything; None if none does.

    Raises:
        ImpossibleError: the sheet has no solution.
        OutOfBudgetError: the steps allowed are used up.
    """
    for number, (name, technique) in enumerate(techniques, 1):
        found = technique(sheet)
        if found.deductions:
            stars, out = conclusions(found)
            deductions = list(cover(found, stars, out))
            return Round(number, name, found.set_size, sheet.copy(), stars, out, deductions)
    return None


def cover(found: Found, stars: int, out: int) -> Iterator[Deduction]:
    """The fewest deductions, found greedily, that account for all that a round concludes.

    The one that says most comes first; of equals, the first given.
    """
    while stars | out:
        best = max(found.deductions, key=lambda one: _new(one, stars, out))
        yield best._replace(stars=best.stars & stars, out=best.out & out)
        stars &= ~best.stars
        out &= ~best.out


def _new(deduction: Deduction, stars: int, out: int) -> int:
    return (deduction.stars & stars).bit_count() + (deduction.out & out).bit_count()


def names(stars: int) -> tuple[str, ...]:
    """Names of the techniques for so many stars, by number from 1."""
    return tuple(name for name, _ in ladder(stars))


def up_to(rounds: Sequence[Round], top: int) -> list[Round]:
    """The rounds before the first that needs a technique above ``top``.

    They are those that the techniques up to ``top`` make by themselves.
    """
    count = next((i for i, one in enumerate(rounds) if one.number > top), len(rounds))
    return list(rounds[:count])
