"""What a rating says of many boards at once, whatever their count of stars."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

RATER = "stars-2"
"""The version of the definitions that this follows; a bank names the one it was rated by."""

UNFINISHED, UNDECIDED = -1, -2
"""In place of a tier: logic does not finish the board; its rating takes too many steps."""


@dataclass(frozen=True, eq=False)
class Ratings:
    """The rating of a stack of boards; every attribute but ``rounds`` is int64 (boards,).

    Attributes:
        hardest: hardest technique used, or 0 where logic does not finish the board.
        steps: rounds made.
        rounds: int64 (boards, T): rounds of each technique, 5 with one star, 12 with several.
        narrowest: fewest cells concluded in a round, 0 where no round was made.
        widest_set: largest set that counting used; 0 if it was not used.
        sets_of_two: rounds of it with sets of two.
        tier: 0 easy, 1 medium, 2 hard, 3 super_hard, else UNFINISHED or UNDECIDED.
        score: how hard it is, 0 where there is no tier.
    """

    hardest: NDArray[np.int64]
    steps: NDArray[np.int64]
    rounds: NDArray[np.int64]
    narrowest: NDArray[np.int64]
    widest_set: NDArray[np.int64]
    sets_of_two: NDArray[np.int64]
    tier: NDArray[np.int64]
    score: NDArray[np.int64]


def signals(ratings: Ratings) -> dict[str, NDArray[np.int64]]:
    """The rating's keys of an entry, in its order; a row of each array belongs to one board."""
    return {
        "r": ratings.hardest,
        "steps": ratings.steps,
        "rounds": ratings.rounds,
        "narrowest": ratings.narrowest,
        "k": ratings.widest_set,
        "k2": ratings.sets_of_two,
        "score": ratings.score,
    }


def concatenate(parts: list[Ratings]) -> Ratings:
    """One stack from several."""
    return Ratings(
        **{f.name: np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(Ratings)}
    )


def scattered(ratings: Ratings, where: NDArray[np.int64], boards: int) -> Ratings:
    """Ratings of a stack of which only the boards ``where`` were rated; others are unfinished."""
    arrays = {}
    for f in fields(Ratings):
        found = getattr(ratings, f.name)
        arrays[f.name] = np.full((boards, *found.shape[1:]), -(f.name == "tier"), np.int64)
        arrays[f.name][where] = found
    return Ratings(**arrays)
