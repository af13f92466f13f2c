"""Kinds of puzzle: what every family has in common, and the names made of it.

A kind is a family and the values of its parameters, such as ``stars`` with size 8 and one star.
Each family has a frozen dataclass of its own for it, in ``families/<name>/kind.py``.  Standard
library alone.
"""

from __future__ import annotations

import re
from typing import Protocol

from moat_bank.errors import MoatError

TIERS = ("easy", "medium", "hard", "super_hard")
"""Names of tiers, easiest first; records and proofs hold places in this."""

POOLS = ("levels", "daily", "events")
"""Pools of a kind, in the order in which they are served; no entry is in two of them."""

VIEWS = 8
"""Ways to show a board: the symmetries of the square; odd ones swap the sides of a rectangle."""

SHARD_FILE = re.compile(
    r"[a-z0-9_]+-[a-z0-9-]+-[a-z_]+-\d{4,}\.[0-9a-f]{12}\.json|"
    r"\d+x\d+-\d+-[a-z_]+-\d{4,}\.[0-9a-f]{12}\.json"
)
"""Names of shards; the second form is that of formats 1 and 2, which knew one family."""


class Kind(Protocol):
    """What a family's own kind offers; kinds of equal values are equal."""

    @property
    def family(self) -> str:
        """Name of the family."""

    @property
    def rows(self) -> int:
        """Rows of a board."""

    @property
    def cols(self) -> int:
        """Columns of a board."""

    @property
    def values(self) -> dict[str, int]:
        """The parameters by their keys in config, manifest and level plan, in order."""

    @property
    def name(self) -> str:
        """As in names of files, of lower-case letters, digits and dashes: ``8x8-1``."""

    @property
    def words(self) -> str:
        """For sentences: ``8x8 with 1 star``."""


def kind_name(kind: Kind) -> str:
    """The name of a kind among those of all families: ``stars-8x8-1``."""
    return f"{kind.family}-{kind.name}"


def bank_stem(pool: str, kind: Kind, tier: str) -> str:
    """How the files of a bank begin, from the folder of all banks: ``levels/stars-8x8-1-hard``."""
    return f"{pool}/{kind_name(kind)}-{tier}"


def shard_file(stem: str, number: int, sha256: str) -> str:
    """The file of a shard: its place in the bank, and the beginning of its hash.

    A file once fetched under such a name never changes, so it may be kept for good.
    """
    return f"{stem}-{number:04d}.{sha256[:12]}.json"


def tier_index(tier: str) -> int:
    """The place of a tier in ``TIERS``.

    Raises:
        MoatError: it is none of them.
    """
    if tier not in TIERS:
        raise MoatError(f"a tier is one of {', '.join(TIERS)}, found {tier!r}")
    return TIERS.index(tier)
