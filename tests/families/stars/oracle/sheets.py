"""Boards under way as sets of cells, easy to draw and change, and what words conclude on them."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field

from moat_bank.families.stars.words import counting, ladder, suppose
from moat_bank.families.stars.words import sheet as words
from moat_bank.families.stars.words.packing import room
from moat_bank.families.stars.words.rating import Rating, rating_of
from moat_bank.families.stars.words.sheet import ImpossibleError
from tests.families.stars.oracle.packings import Cell, Cells, touching

Unit = tuple[str, int]
Grid = list[list[int]]
KINDS = ("region", "row", "col")
ANY_STEPS = 10**12


@dataclass
class Found:
    stars: set[Cell] = field(default_factory=set)
    out: set[Cell] = field(default_factory=set)

    def __bool__(self) -> bool:
        return bool(self.stars or self.out)


class Sheet:
    """Candidates, stars and what each unit misses, as a person would pencil them in."""

    def __init__(self, regions: Grid, stars: int) -> None:
        self.regions = regions
        self.size = len(regions)
        self.units = [(kind, i) for kind in KINDS for i in range(self.size)]
        self.candidates = {(r, c) for r in range(self.size) for c in range(self.size)}
        self.stars: set[Cell] = set()
        self.need = dict.fromkeys(self.units, stars)
        self.area = {
            unit: frozenset(c for c in self.candidates if unit in self.units_of(c))
            for unit in self.units
        }

    def copy(self) -> Sheet:
        other = copy(self)
        other.candidates, other.stars = set(self.candidates), set(self.stars)
        other.need = dict(self.need)
        return other

    def units_of(self, cell: Cell) -> tuple[Unit, ...]:
        return ("region", self.regions[cell[0]][cell[1]]), ("row", cell[0]), ("col", cell[1])

    def cells(self, *units: Unit) -> Cells:
        return frozenset().union(*(self.area[unit] for unit in units)) & self.candidates

    def open_units(self, *kinds: str) -> list[Unit]:
        return [u for u in self.units if self.need[u] and (not kinds or u[0] in kinds)]

    def place(self, stars: Iterable[Cell]) -> None:
        for star in stars:
            if star not in self.candidates:
                raise ImpossibleError(words.Trouble("clash"))
            self.stars.add(star)
            self.candidates = {c for c in self.candidates if c != star and not touching(c, star)}
            for unit in self.units_of(star):
                self.need[unit] -= 1
                if not self.need[unit]:
                    self.candidates -= self.cells(unit)

    def apply(self, found: Found) -> None:
        self.candidates -= found.out
        self.place(sorted(found.stars))

    def finished(self) -> bool:
        return not any(self.need.values())


def written(sheet: Sheet) -> words.Sheet:
    """The same in the form of words."""
    own = words.new_sheet(sheet.regions, 0, ANY_STEPS)
    size = sheet.size
    own.candidates, own.placed = (
        sum(1 << size * r + c for r, c in cells) for cells in (sheet.candidates, sheet.stars)
    )
    own.need[:] = [sheet.need[unit] for unit in sheet.units]
    return own


def cells_of(sheet: Sheet, mask: int) -> set[Cell]:
    return {divmod(x, sheet.size) for x in words.cells_of(mask)}


def concluded(sheet: Sheet, found: words.Found) -> Found:
    stars, out = words.conclusions(found)
    return Found(cells_of(sheet, stars), cells_of(sheet, out))


def deduce(
    number: int, sheet: Sheet, techniques: ladder.Ladder = ladder.SEVERAL_STARS
) -> tuple[int, Found]:
    """All that one technique finds, and the size of the sets it used.

    Raises:
        ImpossibleError: the sheet has no solution.
    """
    found = techniques[number - 1][1](written(sheet))
    return found.set_size, concluded(sheet, found)


def deduce_one(number: int, sheet: Sheet) -> tuple[int, Found]:
    """The same by the techniques of one star."""
    return deduce(number, sheet, ladder.ONE_STAR)


def rate_by_twelve(regions: Grid, stars: int, top: int = 12) -> Rating:
    """The rating by the ladder for several stars, whatever the count of stars."""
    way = ladder.solve(words.new_sheet(regions, stars, ANY_STEPS), ladder.SEVERAL_STARS, top)
    return rating_of(way, words.new_sheet(regions, stars), ladder.SEVERAL_STARS)


def follow(sheet: Sheet, cell: Cell, top: int) -> tuple[set[Cell], set[Cell]] | None:
    """The stars and candidates where a star leads by the first techniques; None if nowhere."""
    plain = [technique for _, technique in ladder.SEVERAL_STARS[:top]]
    star = 1 << sheet.size * cell[0] + cell[1]
    end = suppose.follow(written(sheet), star, plain)
    if end.trouble is not None:
        return None
    return cells_of(sheet, end.sheet.placed), cells_of(sheet, end.sheet.candidates)


def count(sheet: Sheet, units: Iterable[Unit], other: str, found: Found) -> None:
    """What one set of units says, counted over the units of another kind."""
    own = written(sheet)
    chosen = tuple(sheet.units.index(unit) for unit in units)
    parts = tuple(sheet.units.index(part) for part in sheet.open_units(other))
    area = words.together(own.board, chosen)
    total = sum(own.need[u] for u in chosen)
    cells = [(own.candidates & own.board.area[part], own.need[part]) for part in parts]
    most = sum(room(own.board, some & area, need) for some, need in cells)
    least = sum(need - room(own.board, some & ~area, need) for some, need in cells)
    if most < total or least > total:
        raise ImpossibleError(words.Trouble("too few"))
    for sums, at_most in ((most, True), (least, False)):
        if sums == total:
            deductions = list(counting._conclude(own, chosen, parts, at_most=at_most))
            more = concluded(sheet, words.Found(deductions))
            found.stars |= more.stars
            found.out |= more.out
