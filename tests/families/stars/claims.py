"""Claims on boards of stars, from regions and stars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moat_bank.families.stars.kind import StarsKind
from moat_bank.runtime.claims import Claim, judge


def check_stars(regions: Sequence[Sequence[int]], stars: int, claimed: Any) -> Claim:
    return judge(StarsKind(len(regions), stars), {"regionMap": regions}, claimed)
