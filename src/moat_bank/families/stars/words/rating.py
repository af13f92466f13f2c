"""The rating and the score, from the rounds."""

from __future__ import annotations

from dataclasses import dataclass

from moat_bank.families.stars.words.ladder import ONE_STAR, Ladder, Way
from moat_bank.families.stars.words.packing import squeezed
from moat_bank.families.stars.words.sheet import (
    COLUMN,
    REGION,
    ROW,
    ImpossibleError,
    Sheet,
    apply,
    finished,
    open_units,
)
from moat_bank.families.stars.words.units import last_cells, starved

EASY, MEDIUM, HARD, SUPER_HARD = "easy", "medium", "hard", "super_hard"

RUNGS_OF_ONE = (1, 2, 3, 7, 9)
"""Where each technique of one star stands on the ladder for several."""

CLAIMS = 5
"""The rung of a one-star board of the first three techniques whose regions do not tell enough."""


@dataclass(frozen=True)
class Rating:
    """How hard a board is for a person who never guesses.

    Attributes:
        hardest: number of the hardest technique needed, or None where logic does not finish.
        steps: rounds made.
        rounds: rounds of each technique, easiest first; they sum to ``steps``.
        narrowest: fewest cells settled by any one round; 0 where no round was made.
        widest_set: the most units in the sets that counting ("k in k") used, 0 if it was not used.
        sets_of_two: rounds of it with sets of two.
        tier: easy, medium, hard or super_hard; None where logic does not finish.
        score: a whole number, comparable over sizes and stars; None where logic does not finish.
    """

    hardest: int | None
    steps: int
    rounds: tuple[int, ...]
    narrowest: int
    widest_set: int
    sets_of_two: int
    tier: str | None
    score: int | None


def rating_of(way: Way, empty: Sheet, techniques: Ladder) -> Rating:
    """The rating of a board, from all its rounds, its empty sheet and the ladder it went by."""
    rounds = way.rounds
    one_star = techniques is ONE_STAR
    done = finished(way.sheet)
    hardest = max(one.number for one in rounds) if done else None
    narrowest = min(((one.stars | one.out).bit_count() for one in rounds), default=0)
    widest = max((one.set_size for one in rounds), default=0)
    of_two = sum(one.set_size == 2 for one in rounds)
    numbers = [one.number for one in rounds]
    tier = score = None
    if hardest is not None:
        rung = _rung_of_one(hardest, empty) if one_star else hardest
        tier = _tier_of_one(hardest, widest, of_two) if one_star else _tier(hardest)
        score = points(empty.board.size, rung, len(rounds), narrowest)
    counts = tuple(numbers.count(n) for n in range(1, len(techniques) + 1))
    return Rating(hardest, len(rounds), counts, narrowest, widest, of_two, tier, score)


def _tier(hardest: int) -> str:
    """One unit at a time; pairs of lines and sets; ways and last cells; suppositions."""
    if hardest <= 4:
        return EASY
    if hardest <= 7:
        return MEDIUM
    return HARD if hardest <= 9 else SUPER_HARD


def _tier_of_one(hardest: int, widest: int, of_two: int) -> str:
    if hardest <= 2:
        return EASY
    if hardest == 3 or (hardest == 4 and (widest, of_two) == (2, 1)):
        return MEDIUM
    return HARD if hardest == 4 else SUPER_HARD


def _rung_of_one(hardest: int, empty: Sheet) -> int:
    if hardest <= 3 and not regions_tell_enough(empty):
        return CLAIMS
    return RUNGS_OF_ONE[hardest - 1]


def points(size: int, rung: int, steps: int, narrowest: int) -> int:
    """The score: see docs/difficulty.md.

    Two points for each rung, twice as many rounds and twice as many cells; one off where the
    narrowest round is four times as wide.
    """
    return 2 * rung + _log2(steps**2) + _log2(size**4) - _log2(narrowest) // 2


def _log2(number: int) -> int:
    """The binary logarithm of a whole number, rounded down."""
    return number.bit_length() - 1


def regions_tell_enough(sheet: Sheet) -> bool:
    """Whether last cells, what regions rule out, and lines by touch alone finish a one-star board.

    A region rules out what all its candidates see; a line only what they all touch.
    """
    sheet = sheet.copy()
    try:
        while not finished(sheet):
            stars = 0
            for one in last_cells(sheet).deductions:
                stars |= one.stars
            out = 0 if stars else _told(sheet)
            if not stars | out:
                return False
            apply(sheet, stars, out)
    except ImpossibleError:
        return False
    return True


def _told(sheet: Sheet) -> int:
    out = 0
    for one in starved(sheet, open_units(sheet, REGION)):
        out |= one.out
    for u in open_units(sheet, ROW, COLUMN):
        cells = sheet.candidates & sheet.board.area[u]
        out |= squeezed(sheet.board, cells, 1)[1] & ~sheet.board.area[u]
    return out & sheet.candidates
