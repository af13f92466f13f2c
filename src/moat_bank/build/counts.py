"""How many candidates there are of one kind of board, and the batches that make them.

Natural candidates come as they come; others are steered to a tier, which is their *aim*.  How many
there are of each is one text everywhere, so that it can name files: ``20000`` natural ones, or
``20000-hard40000``, which are as many and 40,000 that aim at hard.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from moat_bank.errors import MoatError
from moat_bank.kind import TIERS

if TYPE_CHECKING:  # how a config is read says nothing of a batch: its values stand in the recipe
    from moat_bank.build.config import Generation

NATURAL = ""
"""The aim of candidates that are not steered."""

_COUNTS = re.compile("([0-9]+)((?:-[a-z_]+[0-9]+)*)")
_RANGE = re.compile("(?:([a-z_]+)-)?([0-9]{10,})-([1-9][0-9]*)")


@dataclass(frozen=True)
class Range:
    """One batch: ``count`` candidates from number ``first`` on, steered to ``aim`` or natural."""

    aim: str
    first: int
    count: int

    @property
    def name(self) -> str:
        """Name of its files, without folder and ending; names of one aim sort as seeds do."""
        return f"{self.aim}{'-' * bool(self.aim)}{self.first:010d}-{self.count}"


def range_of(name: str) -> Range:
    """The batch of that name.

    Raises:
        MoatError: it is no such name.
    """
    found = _RANGE.fullmatch(name)
    part = Range(found[1] or NATURAL, int(found[2]), int(found[3])) if found else None
    if part is None or part.name != name or part.aim not in (NATURAL, *TIERS):
        raise MoatError(
            f"{name!r} is no batch such as 0000000000-20000 or hard-0000000000-5000: the number of"
            " its first candidate in ten digits, and how many"
        )
    return part


def counts_text(counts: Mapping[str, int]) -> str:
    """The text of how many candidates there are by aim, without the aims that have none."""
    aims = "".join(f"-{tier}{counts[tier]}" for tier in TIERS if counts.get(tier))
    return f"{counts[NATURAL]}{aims}"


def counts_of(text: str) -> dict[str, int]:
    """How many candidates a text says there are, by aim: natural ones first, then by tier.

    Raises:
        MoatError: it is no such text.
    """
    found = _COUNTS.fullmatch(text)
    counts = {NATURAL: int(found[1])} if found else {}
    for aim, count in re.findall("-([a-z_]+)([0-9]+)", found[2] if found else ""):
        counts[aim] = int(count)
    if not found or counts_text(counts) != text:
        raise MoatError(f"{text!r} is no count of candidates such as 20000 or 20000-hard40000")
    return counts


def batch_ranges(generation: Generation, counts: str) -> list[Range]:
    """The batches of all candidates: the natural ones, ascending, then those of each aimed tier.

    Their bounds depend on the pilot and the size of a batch alone, so a batch once made serves
    all later counts.  Only one that meets the ceiling is shorter.
    """
    ranges = []
    for aim, candidates in counts_of(counts).items():
        first = 0
        while first < candidates:
            count = min(_size(generation, aim, first), candidates - first)
            ranges.append(Range(aim, first, count))
            first += count
    return ranges


def whole_batches(generation: Generation, aim: str, candidates: int) -> int:
    """At least so many candidates of an aim, so that the last batch is whole."""
    first = 0
    while first < candidates:
        first += _size(generation, aim, first)
    return first


def _size(generation: Generation, aim: str, first: int) -> int:
    """Candidates of the batch that begins with number ``first``.

    Batches of an aim begin small and grow with what there is, since nearly all their candidates
    are boards of the tier, and of a rare tier a bank may want few.
    """
    if aim:
        return min(max(generation.pilot // 4, first // 4, 1), generation.batch)
    return generation.batch if first else generation.pilot
