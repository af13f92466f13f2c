"""Kinds of stars boards: their parameters, and which of them can be had."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from moat_bank.errors import MoatError, whole
from moat_bank.kind import Kind

FAMILY = "stars"
MAX_SIZE = 25
MAX_STARS = 6

PARAMETERS: Mapping[str, Mapping[str, Any]] = {
    "size": {
        "description": "Rows, columns and regions.",
        "type": "integer",
        "minimum": 1,
        "maximum": MAX_SIZE,
    },
    "stars": {
        "description": "Stars in each row, column and region.",
        "type": "integer",
        "minimum": 1,
        "maximum": MAX_STARS,
        "default": 1,
    },
}

UNTOLD = ("stars",)
"""Notations that draw regions alone leave it to the reader how many stars they hold."""

STYLES = ("organic", "balanced", "voronoi")
"""How regions grow: as they come, in nearly equal sizes, or compact."""

BOUNDS: Mapping[str, Mapping[str, Any]] = {
    "smallest_region": {
        "description": "Fewest cells of any region.",
        "type": "integer",
        "minimum": 1,
        "maximum": MAX_SIZE * MAX_SIZE,
        "default": 1,
    },
    "single_cell_regions": {
        "description": "Most regions of one cell.",
        "type": "integer",
        "minimum": 0,
        "maximum": MAX_SIZE * MAX_SIZE,
        "default": MAX_SIZE * MAX_SIZE,
    },
    "largest_share": {
        "description": "Most cells of any region, in per cent of the board.",
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
        "default": 100,
    },
}


@dataclass(frozen=True)
class StarsKind:
    """A square board cut into as many regions as it has rows.

    Attributes:
        size: rows, columns and regions, 1 to ``MAX_SIZE``.
        stars: stars in each of them, 1 to ``MAX_STARS``.
    """

    size: int
    stars: int = 1
    family: ClassVar[str] = FAMILY

    @property
    def rows(self) -> int:
        """Rows of a board."""
        return self.size

    @property
    def cols(self) -> int:
        """Columns of a board."""
        return self.size

    @property
    def values(self) -> dict[str, int]:
        """See ``moat_bank.kind.Kind``."""
        return {"size": self.size, "stars": self.stars}

    @property
    def name(self) -> str:
        """See ``moat_bank.kind.Kind``."""
        return f"{self.size}x{self.size}-{self.stars}"

    @property
    def words(self) -> str:
        """See ``moat_bank.kind.Kind``."""
        return f"{self.size}x{self.size} with {self.stars} star{'s' * (self.stars > 1)}"


def stars_of(kind: Kind) -> int:
    """Stars in each row, column and region of a kind of this family."""
    return kind.values["stars"]


def kind_of(values: Mapping[str, Any]) -> StarsKind:
    """The kind with these parameters.

    Raises:
        MoatError: ``size`` or ``stars`` is missing or out of range.
    """
    return StarsKind(
        whole(values.get("size"), "'size'", 1, MAX_SIZE),
        whole(values.get("stars"), "'stars'", 1, MAX_STARS),
    )


@cache
def _reach() -> dict[str, Any]:
    """Measured facts: per count of stars the sizes there are, and tiers a size never reaches."""
    from importlib.resources import files  # slow, and lookups need none of it

    path = files(__package__ or "").joinpath("reach.json")
    table: dict[str, Any] = json.loads(path.read_bytes())
    return table


def faults(
    kind: StarsKind, style: str, bounds: Mapping[str, int], tiers: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Why such boards cannot be built, or not in these tiers: the key and one line."""
    reach = _reach()[str(kind.stars)]
    low, high = reach["sizes"]
    if not low <= kind.size <= high:
        why = "cannot be made" if kind.size < low else "has no measured yields (docs/yields.md)"
        yield "size", f"{kind.words} {why}; use a size from {low} to {high}"
    if style not in STYLES:
        yield "style", f"must be one of {', '.join(STYLES)}, found {style!r}"
    never = reach["unreachable"].get(str(kind.size), [])
    for tier in tiers:
        if tier in never:
            yield tier, f"{kind.words} never reaches {tier}; set it to 0"
    yield from bounds_faults(kind, bounds)


def bounds_faults(kind: StarsKind, bounds: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Bounds that no board of the size can keep: the key and one line."""
    size = kind.size
    if not 1 <= bounds["smallest_region"] <= size:
        yield (
            "smallest_region",
            f"must be from 1 to {size} cells at size {size}, since {size} regions share"
            f" {size * size}; found {bounds['smallest_region']}",
        )
    fewest = -(-100 // size)
    if not fewest <= bounds["largest_share"] <= 100:
        yield (
            "largest_share",
            f"must be from {fewest} to 100 per cent at size {size}, since {size} regions share the"
            f" board; found {bounds['largest_share']}",
        )
    if bounds["single_cell_regions"] < 0:
        yield "single_cell_regions", f"must be 0 or more, found {bounds['single_cell_regions']}"


def check_bounds(kind: StarsKind, bounds: Mapping[str, int]) -> None:
    """Raise ``MoatError`` if no board of the size can be within the bounds."""
    for key, text in bounds_faults(kind, bounds):
        raise MoatError(f"{key} {text}")
