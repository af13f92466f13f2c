"""Whether a solution that somebody claims solves a puzzle; nothing about it is trusted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from moat_bank.families.registry import families, play
from moat_bank.kind import Kind


@dataclass(frozen=True)
class Claim:
    """The answer to a claim.

    Attributes:
        valid: whether the claimed solution solves the puzzle.
        broken: the first rule broken, of the family's ``RULES``, or None.
    """

    valid: bool
    broken: str | None


def judge(kind: Kind, given: Mapping[str, Any], claimed: Any) -> Claim:
    """Hold a claimed solution to the rules of its family; never raises, whatever it is."""
    broken = play(kind.family).broken(kind, given, claimed)
    return Claim(broken is None, broken)


def claimed_in(data: Mapping[str, Any]) -> Any:
    """The claimed solution in an object, under the key of any family's claims; None if none is."""
    keys = (play(name).CLAIM for name in families())
    return next((data[key] for key in keys if key in data), None)
