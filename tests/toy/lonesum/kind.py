"""Kinds of lonesum grids: rectangles."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from moat_bank.errors import whole

_SIDE = {"type": "integer", "minimum": 2, "maximum": 8}
PARAMETERS: Mapping[str, Mapping[str, Any]] = {
    "height": {"description": "Rows.", **_SIDE},
    "width": {"description": "Columns.", **_SIDE},
}
STYLES = ("even", "dense")
UNTOLD: tuple[str, ...] = ()
BOUNDS: Mapping[str, Mapping[str, Any]] = {
    "fewest_filled": {
        "description": "Fewest filled cells.",
        "type": "integer",
        "minimum": 0,
        "maximum": 64,
        "default": 0,
    },
}


@dataclass(frozen=True)
class LonesumKind:
    """A grid of ``height`` rows and ``width`` columns."""

    height: int
    width: int
    family: ClassVar[str] = "lonesum"

    @property
    def rows(self) -> int:
        return self.height

    @property
    def cols(self) -> int:
        return self.width

    @property
    def values(self) -> dict[str, int]:
        return {"height": self.height, "width": self.width}

    @property
    def name(self) -> str:
        return f"{self.height}x{self.width}"

    @property
    def words(self) -> str:
        return f"{self.height} by {self.width}"


def kind_of(values: Mapping[str, Any]) -> LonesumKind:
    sides = (whole(values.get(key), f"'{key}'", 2, 8) for key in PARAMETERS)
    return LonesumKind(*sides)


def faults(
    kind: LonesumKind, style: str, bounds: Mapping[str, int], tiers: Sequence[str]
) -> Iterator[tuple[str, str]]:
    if style not in STYLES:
        yield "style", f"must be one of {', '.join(STYLES)}, found {style!r}"
    if "super_hard" in tiers and kind.height * kind.width < 20:
        yield "super_hard", f"{kind.words} never reaches super_hard; set it to 0"
    if bounds["fewest_filled"] > kind.height * kind.width:
        yield "fewest_filled", "is more than all cells"
