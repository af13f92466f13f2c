"""A board in the middle of a solution, in plain Python: what a person has on paper."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from moat_bank.families.stars.board import RegionMap

Cell = tuple[int, int]
Cells = frozenset[Cell]
Unit = tuple[str, int]
"""A kind and a number from 0: ``("region", 2)`` is the third region."""

KINDS = ("region", "row", "column")


@dataclass(frozen=True)
class Sheet:
    """Candidates and stars of a board.

    Attributes:
        regions: ``regions[row][col]``.
        stars: stars of each unit in a solution.
        candidates: cells that may still get a star.
        placed: cells that have one.
    """

    regions: RegionMap
    stars: int
    candidates: Cells
    placed: Cells

    @property
    def size(self) -> int:
        """Rows, columns and regions."""
        return len(self.regions)

    def units_of(self, cell: Cell) -> tuple[Unit, Unit, Unit]:
        """The region, row and column of a cell."""
        row, column = cell
        return ("region", self.regions[row][column]), ("row", row), ("column", column)

    @cached_property
    def units(self) -> list[Unit]:
        """All units, regions first."""
        return [(kind, i) for kind in KINDS for i in range(self.size)]

    @cached_property
    def need(self) -> dict[Unit, int]:
        """Stars that each unit misses."""
        need = dict.fromkeys(self.units, self.stars)
        for cell in self.placed:
            for unit in self.units_of(cell):
                need[unit] -= 1
        return need

    @cached_property
    def cells(self) -> dict[Unit, Cells]:
        """Candidates of each unit."""
        found: dict[Unit, set[Cell]] = {unit: set() for unit in self.units}
        for cell in self.candidates:
            for unit in self.units_of(cell):
                found[unit].add(cell)
        return {unit: frozenset(cells) for unit, cells in found.items()}

    def open(self, *kinds: str) -> list[Unit]:
        """Units that miss stars, of the kinds given or of all."""
        return [unit for unit in self.units if self.need[unit] and unit[0] in (kinds or KINDS)]

    def short(self) -> Unit | None:
        """A unit without room for its missing stars, if there is one."""
        for unit in self.open():
            if not fits(self.cells[unit], self.need[unit]):
                return unit
        return None


def touching(a: Cell, b: Cell) -> bool:
    """Whether two different cells touch, corners included."""
    return a != b and abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1


def near(cell: Cell) -> Cells:
    """A cell and all that could touch it, on the board or off it."""
    row, column = cell
    return frozenset((r, c) for r in range(row - 1, row + 2) for c in range(column - 1, column + 2))


def fits(cells: Cells, count: int) -> bool:
    """Whether so many stars fit into the cells without touching."""
    return room(cells, count) == count


@cache
def room(cells: Cells, most: int) -> int:
    """How many stars, up to ``most``, fit into the cells without touching."""
    if most <= 0 or not cells:
        return 0
    # Cells whose rows are alike odd or even, and their columns too, never touch: four classes.
    if len(cells) > 4 * (most - 1):
        return most
    first = min(cells)
    with_it = 1 + room(cells - near(first), most - 1)
    return with_it if with_it == most else max(with_it, room(cells - {first}, most))
