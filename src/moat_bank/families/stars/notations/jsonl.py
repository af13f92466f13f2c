"""JSON lines, the project's own: an object a line with ``regionMap`` or ``regions``.

``size`` and ``stars`` may be there; ``states`` (rows of 0 unknown, 1 star, 2 empty), as other
programs add, are the marks of a player.
"""

from __future__ import annotations

from typing import Any

from moat_bank.errors import MoatError, short
from moat_bank.families.base import Puzzle
from moat_bank.families.notation import Told, json_lines
from moat_bank.families.stars.kind import FAMILY
from moat_bank.families.stars.notations.boards import check_stars, from_labels, marks
from moat_bank.families.stars.notations.json_values import grid_cells, region_rows, solution


def parse(data: dict[str, Any], told: Told) -> Puzzle:
    """A board from its object."""
    key = "regions" if "regions" in data else "regionMap"
    if key not in data:
        raise MoatError("a board needs 'regions', rows of region numbers")
    size = len(data[key]) if isinstance(data[key], list) else 0
    rows = region_rows(data[key], f"'{key}'", range(size))
    if data.get("size", size) != size:
        raise MoatError(f"'size' is {short(data['size'])}, but there are {size} rows")
    stars = data.get("stars", told.get("stars"))
    if stars is not None and type(stars) is not int:
        raise MoatError(f"'stars' must be a whole number, found {short(stars)}")
    count, solved = solution(data.get("solution"), size, stars)
    if solved is None and data.get("states") is not None:
        solved = marks(grid_cells(data["states"], size, "'states'", (0, 1, 2), 1), size, count)
    return from_labels(rows, check_stars(count), solved)


NOTATION = json_lines(FAMILY, parse)
