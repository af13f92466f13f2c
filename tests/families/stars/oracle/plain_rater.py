"""The rating of a one-star board on plain sets, line by line from the definitions; slow."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from math import log2

Cell = tuple[int, int]
Grid = list[list[int]]


@dataclass
class PlainRating:
    hardest: int | None = None
    rounds: list[int] = field(default_factory=lambda: [0] * 5)
    narrowest: int = 0
    widest_set: int = 0
    sets_of_two: int = 0
    score: int | None = None

    @property
    def steps(self) -> int:
        return sum(self.rounds)

    @property
    def tier(self) -> str | None:
        if self.hardest is None:
            return None
        if self.hardest <= 2:
            return "easy"
        if self.hardest == 3:
            return "medium"
        if self.hardest == 4:
            return "medium" if (self.widest_set, self.sets_of_two) == (2, 1) else "hard"
        return "super_hard"


class Sheet:
    """A board with the candidates and stars that a person would pencil in."""

    def __init__(self, regions: Grid) -> None:
        self.regions = regions
        self.size = len(regions)
        self.candidates = {(r, c) for r in range(self.size) for c in range(self.size)}
        self.stars: set[Cell] = set()

    def copy(self) -> Sheet:
        other = Sheet(self.regions)
        other.candidates, other.stars = set(self.candidates), set(self.stars)
        return other

    def units_of(self, cell: Cell) -> set[tuple[str, int]]:
        r, c = cell
        return {("row", r), ("col", c), ("region", self.regions[r][c])}

    def open_units(self) -> list[tuple[str, int]]:
        closed = {unit for star in self.stars for unit in self.units_of(star)}
        every = [(kind, i) for kind in ("row", "col", "region") for i in range(self.size)]
        return [unit for unit in every if unit not in closed]

    def cells(self, unit: tuple[str, int]) -> set[Cell]:
        return {cell for cell in self.candidates if unit in self.units_of(cell)}

    def sees(self, a: Cell, b: Cell) -> bool:
        if a == b:
            return False
        near = abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1
        return near or bool(self.units_of(a) & self.units_of(b))

    def contradiction(self) -> bool:
        """An open unit without candidates, or two stars that see each other."""
        return any(not self.cells(unit) for unit in self.open_units()) or any(
            self.sees(a, b) for a, b in combinations(sorted(self.stars), 2)
        )

    def place(self, stars: set[Cell]) -> None:
        self.stars |= stars
        self.candidates -= stars
        self.candidates = {
            cell for cell in self.candidates if not any(self.sees(cell, star) for star in stars)
        }


def last_cells(sheet: Sheet) -> set[Cell]:
    return {
        next(iter(cells)) for unit in sheet.open_units() if len(cells := sheet.cells(unit)) == 1
    }


def sets_of(sheet: Sheet, k: int) -> set[Cell]:
    """What k regions in k lines, or k lines in k regions, remove; with k = 1, a confined line."""
    gone: set[Cell] = set()
    units = sheet.open_units()
    for one, other in (("region", "row"), ("region", "col"), ("row", "region"), ("col", "region")):
        for inner in combinations([u for u in units if u[0] == one], k):
            cells = set().union(*(sheet.cells(unit) for unit in inner))
            cover = {unit for cell in cells for unit in sheet.units_of(cell) if unit[0] == other}
            if len(cover) == k:
                gone |= set().union(*(sheet.cells(unit) for unit in cover)) - cells
    return gone


def squeezed(sheet: Sheet) -> set[Cell]:
    return {
        x
        for x in sheet.candidates
        for unit in sheet.open_units()
        if unit not in sheet.units_of(x) and all(sheet.sees(x, cell) for cell in sheet.cells(unit))
    }


def smallest_sets(sheet: Sheet) -> tuple[int, set[Cell]]:
    for k in range(2, sheet.size + 1):
        gone = sets_of(sheet, k)
        if gone:
            return k, gone
    return 0, set()


def refuted(sheet: Sheet) -> set[Cell]:
    return {x for x in sheet.candidates if leads_nowhere(sheet, x)}


def leads_nowhere(sheet: Sheet, x: Cell) -> bool:
    """Whether a star at ``x`` empties a unit by techniques 1 to 4."""
    trial = sheet.copy()
    trial.place({x})
    while not trial.contradiction():
        if not one_round(trial, PlainRating(), techniques=4):
            return False
    return True


def one_round(sheet: Sheet, rating: PlainRating, techniques: int = 5) -> bool:
    """Find all deductions of the easiest technique that has any, and apply them together."""
    k = 0
    for number in range(1, techniques + 1):
        if number == 1:
            found = last_cells(sheet)
        elif number == 2:
            found = sets_of(sheet, 1)
        elif number == 3:
            found = squeezed(sheet)
        elif number == 4:
            k, found = smallest_sets(sheet)
        else:
            found = refuted(sheet)
        if found:
            break
    else:
        return False
    if number == 1:
        sheet.place(found)
    else:
        sheet.candidates -= found
    rating.narrowest = len(found) if not rating.steps else min(rating.narrowest, len(found))
    rating.rounds[number - 1] += 1
    if number == 4:
        rating.widest_set = max(rating.widest_set, k)
        rating.sets_of_two += k == 2
    return True


def rate(regions: Grid) -> PlainRating:
    sheet, rating = Sheet(regions), PlainRating()
    while not sheet.contradiction() and len(sheet.stars) < sheet.size:
        if not one_round(sheet, rating):
            return rating
    if not sheet.contradiction():
        rating.hardest = max(i + 1 for i, n in enumerate(rating.rounds) if n)
        rating.score = score(regions, rating)
    return rating


def score(regions: Grid, rating: PlainRating) -> int:
    """Two points for each rung, doubling of rounds and of cells; one off for each fourfold width.

    A board of the first three techniques stands on rung 5 where its regions do not suffice.
    """
    rung = {1: 1, 2: 2, 3: 3, 4: 7, 5: 9}[rating.hardest]
    if rating.hardest <= 3 and not by_regions(regions):
        rung = 5
    return points(len(regions), rung, rating.steps, rating.narrowest)


def points(size: int, rung: int, steps: int, narrowest: int) -> int:
    """The score of a board whose hardest technique stands on a rung of the ladder for several."""
    doublings = int(2 * log2(steps) + 1e-9) + int(4 * log2(size) + 1e-9)
    return 2 * rung + doublings - int(log2(narrowest) / 2 + 1e-9)


def by_regions(regions: Grid) -> bool:
    """Whether last cells, regions that squeeze, and lines that squeeze by touch finish it."""
    sheet = Sheet(regions)
    while not sheet.contradiction() and len(sheet.stars) < sheet.size:
        stars = last_cells(sheet)
        gone = {
            x
            for x in sheet.candidates
            for unit in sheet.open_units()
            if unit not in sheet.units_of(x)
            and all(
                sheet.sees(x, cell) if unit[0] == "region" else touches(x, cell)
                for cell in sheet.cells(unit)
            )
        }
        if not stars | gone:
            return False
        sheet.candidates -= gone
        sheet.place(stars & sheet.candidates)
        if not stars <= sheet.stars:
            return False
    return not sheet.contradiction()


def touches(a: Cell, b: Cell) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1
