"""Whether the level plan of a manifest can be played: it begins, rises, and has its banks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moat_bank.check.kinds import Key, kind_at, words

MAX_STEPS, MAX_TIERS, MAX_PRODUCT = 1000, 1000, 100_000
"""Most steps and tiers of a plan, and most of one times the other."""


def plan_faults(levels: dict[str, Any], banks: set[tuple[Key, str]]) -> Iterator[str]:
    """What is wrong with a plan of good form, given the kinds and tiers that levels have."""
    steps, tiers = levels["boards"], levels["tiers"]
    if len(steps) > MAX_STEPS or len(tiers) > MAX_TIERS or len(steps) * len(tiers) > MAX_PRODUCT:
        yield (
            f"levels: a level plan has at most {MAX_STEPS} boards, {MAX_TIERS} tiers, and"
            f" {MAX_PRODUCT} of one times the other; found {len(steps)} and {len(tiers)}"
        )
        return
    if not steps or steps[0]["from"] != 1:
        yield "levels.boards: must begin with a step from level 1"
    for i, step in enumerate(steps):
        if i and step["from"] <= steps[i - 1]["from"]:
            yield f"levels.boards[{i}].from: must be above that of the step before"
        for tier in dict.fromkeys(tiers):
            if (kind_at(step), tier) not in banks:
                yield f"levels.boards[{i}]: there is no levels bank of {words(step)}, {tier}"
    if not tiers:
        yield "levels.tiers: is empty"
