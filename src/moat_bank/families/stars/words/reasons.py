"""Why a round concludes what it does: reasons, and the fewest that say it all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from moat_bank.families.stars.words.sheet import Cells, Unit
from moat_bank.families.stars.words.words import cell_names, listed

NONE: Cells = frozenset()


@dataclass(frozen=True)
class Reason:
    """One argument.

    Attributes:
        subject: what it is about, short, for "likewise for ...".
        because: the argument.
        units: the units that it looks at.
        cells: the cells that it looks at.
        stars: stars that follow.
        out: cells that cannot hold a star.
    """

    subject: str
    because: str
    units: tuple[Unit, ...]
    cells: Cells
    stars: Cells = NONE
    out: Cells = NONE

    @property
    def text(self) -> str:
        """What follows, and why."""
        return f"{follows(self.stars, self.out)}, since {self.because}"


def follows(stars: Cells, out: Cells) -> str:
    """What is concluded, in words."""
    parts = []
    if stars:
        parts.append(f"{cell_names(stars)} {'is a star' if len(stars) == 1 else 'are stars'}")
    if out:
        parts.append(f"{cell_names(out)} {'goes' if len(out) == 1 else 'go'}")
    return " and ".join(parts)


def cover(reasons: Iterable[Reason], stars: Cells, out: Cells) -> list[Reason]:
    """The fewest reasons, found greedily, that account for all that a round concludes.

    The one that says most comes first; of equals, the first given.
    """
    left_stars, left_out = stars, out
    pool = list(reasons)
    chosen = []
    while left_stars or left_out:
        best = max(pool, key=lambda r: len(r.stars & left_stars) + len(r.out & left_out))
        if not (best.stars & left_stars or best.out & left_out):
            raise AssertionError("a conclusion without a reason")
        chosen.append(best)
        left_stars, left_out = left_stars - best.stars, left_out - best.out
    return chosen


MOST_NAMED = 4


def why(reasons: list[Reason]) -> str:
    """The first reason in full, and what the others are about."""
    others = [reason.subject for reason in reasons[1:]]
    if len(others) > MOST_NAMED:
        others = [*others[: MOST_NAMED - 1], f"{len(others) - MOST_NAMED + 1} more"]
    return reasons[0].text + (f"; likewise for {listed(others)}" if others else "")
