"""The level plan: which bank serves a level, and the level's position in that bank. No files.

A plan is a list of steps, "from this level on the puzzles are of this kind", and a pattern of tiers
that repeats without end. Level ``n`` is of the kind of the last step that begins at or before it
and of the tier ``tiers[(n - 1) % len(tiers)]``. Its *place* is how many of the levels 1 to ``n``
fall on the same kind and tier: the level's own number where one bank serves all levels.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from moat_bank.errors import MoatError
from moat_bank.kind import VIEWS, Kind

MAX_LEVEL = 2**53
"""The last level: whole numbers up to here are exact in every JSON reader."""

MAX_TIERS, MAX_STEPS, MAX_KEYS = 1000, 1000, 100_000
"""Longest pattern of a plan, most steps, and their product: that bounds its time and memory."""

BankKey = tuple[Kind, str]
"""Kind and tier: what tells one bank of a pool from another."""


@dataclass(frozen=True)
class LevelPlan:
    """A plan with its counts worked out; made by ``make_plan``.

    Attributes:
        starts: first level of each step, rising from 1.
        tiers: the pattern of tiers, by position.
        keys: ``keys[step][position]``: the bank that serves such a level.
        share: how often the tier at each position occurs in one turn of the pattern.
        offsets: ``offsets[step][position]``: the place of a level of that step and position is
            this plus ``share[position]`` for each whole turn of the pattern before the level.
    """

    starts: tuple[int, ...]
    tiers: tuple[str, ...]
    keys: tuple[tuple[BankKey, ...], ...]
    share: tuple[int, ...]
    offsets: tuple[tuple[int, ...], ...]

    def locate(self, level: int) -> tuple[BankKey, int]:
        """The bank of a level from 1 on, and the level's place (from 1) in it.  O(log steps)."""
        step = bisect_right(self.starts, level) - 1
        turn, position = divmod(level - 1, len(self.tiers))
        place = self.offsets[step][position] + turn * self.share[position]
        return self.keys[step][position], place


def pick(place: int, length: int) -> tuple[int, int]:
    """The entry and the transform at a place (from 1) of a bank with ``length`` entries.

    Both cycle, so an odd length shows all ``8 * length`` pairs before one comes again.
    """
    return (place - 1) % length, (place - 1) * 3 % VIEWS


def plan_fault(steps: int, tiers: int) -> str | None:
    """What is wrong with a plan of so many steps and tiers, or None."""
    if steps <= MAX_STEPS and tiers <= MAX_TIERS and steps * tiers <= MAX_KEYS:
        return None
    return (
        f"a level plan has at most {MAX_STEPS} boards, {MAX_TIERS} tiers, and {MAX_KEYS} of one"
        f" times the other; found {steps} and {tiers}"
    )


def make_plan(steps: Sequence[tuple[int, Kind]], tiers: Sequence[str]) -> LevelPlan:
    """Work out the counts of a plan.  O(steps * tiers).

    Args:
        steps: ``(from, kind)``, in the order of levels. A kind may come again later.
        tiers: the pattern of tiers.

    Raises:
        MoatError: there is no step or no tier, or more than the limits above, or the steps do not
            rise from level 1.
    """
    starts = tuple(step[0] for step in steps)
    if not starts or not tiers:
        raise MoatError("a level plan needs at least one board and one tier")
    if too_long := plan_fault(len(starts), len(tiers)):
        raise MoatError(too_long)
    if starts[0] != 1:
        raise MoatError(f"a level plan begins at level 1, not at {starts[0]}")
    for before, after in pairwise(starts):
        if before >= after:
            raise MoatError(f"the boards of a level plan must rise: {after} comes after {before}")
    share: Counter[str] = Counter()
    nth = []
    for tier in tiers:
        share[tier] += 1
        nth.append(share[tier])
    return LevelPlan(
        starts=starts,
        tiers=tuple(tiers),
        keys=tuple(tuple((kind, tier) for tier in tiers) for _, kind in steps),
        share=tuple(share[tier] for tier in tiers),
        offsets=tuple(
            tuple(passed[tier] + nth[position] for position, tier in enumerate(tiers))
            for passed in _passed(steps, tiers)
        ),
    )


def _passed(steps: Sequence[tuple[int, Kind]], tiers: Sequence[str]) -> list[dict[str, int]]:
    """For each step and tier: levels on that bank in earlier steps, less those on other banks.

    That is: add it to the number of levels 1 to ``n`` of the tier, of any kind, and you have
    the place of a level ``n`` of that step. It can be negative.
    """
    served: Counter[BankKey] = Counter()
    passed = []
    begun = [_counts(tiers, start - 1) for start, _ in steps]
    for at, (_, kind) in enumerate(steps):
        passed.append({tier: served[kind, tier] - begun[at][tier] for tier in begun[at]})
        if at + 1 < len(steps):
            for tier, before in begun[at].items():
                served[kind, tier] += begun[at + 1][tier] - before
    return passed


def _counts(tiers: Sequence[str], level: int) -> dict[str, int]:
    """How many of the levels 1 to ``level`` are of each tier."""
    turns, rest = divmod(level, len(tiers))
    whole, part = Counter(tiers), Counter(tiers[:rest])
    return {tier: turns * whole[tier] + part[tier] for tier in whole}
