"""The rating of a board of any count of stars on plain sets, from the definitions; slow.

Every way to put stars somewhere is written out, and conclusions are read off the list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product

Cell = tuple[int, int]
Cells = frozenset[Cell]
Unit = tuple[str, int]
Grid = list[list[int]]

TECHNIQUES = 12
KINDS = ("region", "row", "col")


class ImpossibleError(Exception):
    """The sheet has no solution."""


@dataclass
class Found:
    stars: set[Cell] = field(default_factory=set)
    out: set[Cell] = field(default_factory=set)

    def __bool__(self) -> bool:
        return bool(self.stars or self.out)


def touching(a: Cell, b: Cell) -> bool:
    return a != b and abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1


@cache
def packings(cells: Cells, count: int) -> tuple[Cells, ...]:
    """All choices of ``count`` cells that do not touch."""
    return tuple(_packings(sorted(cells), count))


def _packings(cells: list[Cell], count: int) -> Iterator[Cells]:
    if count == 0:
        yield frozenset()
        return
    for i, cell in enumerate(cells):
        rest = [other for other in cells[i + 1 :] if not touching(cell, other)]
        for others in _packings(rest, count - 1):
            yield others | {cell}


@cache
def room(cells: Cells, limit: int) -> int:
    """The most cells of a set that do not touch, up to a limit."""
    return next(n for n in range(limit, -1, -1) if packings(cells, n))


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
                raise ImpossibleError
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

    def cramped(self) -> bool:
        return any(not packings(self.cells(unit), self.need[unit]) for unit in self.open_units())


def squeeze_cells(sheet: Sheet, cells: Cells, ways: Iterable[Cells], found: Found) -> None:
    """What all ways to put stars into the cells have in common."""
    ways = list(ways)
    if not ways:
        raise ImpossibleError
    found.stars |= frozenset.intersection(*ways)
    found.out |= {
        x
        for x in sheet.candidates
        if all(x not in way and (x in cells or any(touching(x, s) for s in way)) for way in ways)
    }


def last_cells(sheet: Sheet) -> Found:
    found = Found()
    for unit in sheet.open_units():
        cells = sheet.cells(unit)
        if len(cells) < sheet.need[unit]:
            raise ImpossibleError
        if len(cells) == sheet.need[unit]:
            found.stars |= cells
    return found


def confined_line(sheet: Sheet) -> Found:
    return fillers(sheet, "region", "row", "col")


def fillers(sheet: Sheet, kind: str, *others: str) -> Found:
    """Units that must put all of another's missing stars there."""
    found = Found()
    for a, b in product(sheet.open_units(kind), sheet.open_units(*others)):
        outside = sheet.cells(a) - sheet.cells(b)
        if outside == sheet.cells(a):
            continue
        least = sheet.need[a] - room(outside, sheet.need[a])
        if least > sheet.need[b]:
            raise ImpossibleError
        if least == sheet.need[b]:
            found.out |= sheet.cells(b) - sheet.cells(a)
    return found


def squeeze(sheet: Sheet) -> Found:
    found = starved(sheet, "region")
    for unit in sheet.open_units("region"):
        cells = sheet.cells(unit)
        squeeze_cells(sheet, cells, packings(cells, sheet.need[unit]), found)
    return found


def line_squeeze(sheet: Sheet) -> Found:
    found = Found()
    for unit in sheet.open_units("row", "col"):
        cells = sheet.cells(unit)
        squeeze_cells(sheet, cells, packings(cells, sheet.need[unit]), found)
    return found


def starved(sheet: Sheet, *kinds: str) -> Found:
    """Cells whose star leaves a unit of these kinds no room, by touch or by a unit it completes."""
    found = Found()
    for unit in sheet.open_units(*kinds):
        if not packings(sheet.cells(unit), sheet.need[unit]):
            raise ImpossibleError
        for x in sheet.candidates:
            own = sheet.units_of(x)
            full = [u for u in own if sheet.need[u] == 1 and u != unit]
            cells = sheet.cells(unit) - {x} - sheet.cells(*full)
            left = frozenset(c for c in cells if not touching(c, x))
            if not packings(left, sheet.need[unit] - (unit in own)):
                found.out.add(x)
    return found


def claims(sheet: Sheet) -> Found:
    found = starved(sheet, "row", "col")
    for kind in ("row", "col"):
        found.out |= fillers(sheet, kind, "region").out
    return found


def line_pairs(sheet: Sheet) -> Found:
    found = Found()
    for kind in ("row", "col"):
        for i in range(sheet.size - 1):
            one, two = (kind, i), (kind, i + 1)
            if not sheet.need[one] or not sheet.need[two]:
                continue
            ways = [
                a | b
                for a in packings(sheet.cells(one), sheet.need[one])
                for b in packings(sheet.cells(two), sheet.need[two])
                if not any(touching(x, y) for x in a for y in b)
            ]
            squeeze_cells(sheet, sheet.cells(one, two), ways, found)
    return found


def sets_of(sheet: Sheet, kind: str, k: int) -> Iterator[tuple[Unit, ...]]:
    units = sheet.open_units(kind)
    if k <= 3:
        yield from combinations(units, k)
    elif kind != "region" and 2 * k <= len(units):
        for length in {k, len(units) - k}:
            for i in range(len(units) - length + 1):
                yield tuple(units[i : i + length])


def counting(sheet: Sheet) -> tuple[int, Found]:
    for k in range(1, sheet.size // 2 + 1):
        found = Found()
        for kind in KINDS:
            for units in sets_of(sheet, kind, k):
                for other in KINDS:
                    if other != kind:
                        count(sheet, units, other, found)
        if found:
            return k, found
    return 0, Found()


def count(sheet: Sheet, units: tuple[Unit, ...], other: str, found: Found) -> None:
    total = sum(sheet.need[unit] for unit in units)
    area = sheet.cells(*units)
    most, least = {}, {}
    for part in sheet.open_units(other):
        cells = sheet.cells(part)
        most[part] = room(cells & area, sheet.need[part])
        least[part] = sheet.need[part] - room(cells - area, sheet.need[part])
    if sum(most.values()) < total or sum(least.values()) > total:
        raise ImpossibleError
    for part in most:
        cells = sheet.cells(part)
        if sum(most.values()) == total:
            exactly(sheet, cells & area, cells - area, most[part], sheet.need[part], found)
        if sum(least.values()) == total:
            outside = sheet.need[part] - least[part]
            exactly(sheet, cells - area, cells & area, outside, sheet.need[part], found)


def exactly(sheet: Sheet, here: Cells, there: Cells, stars: int, need: int, found: Found) -> None:
    if stars == need:
        found.out |= there
    if stars:
        squeeze_cells(sheet, here, packings(here, stars), found)


PLAIN = (
    last_cells,
    confined_line,
    squeeze,
    line_squeeze,
    claims,
    line_pairs,
    lambda sheet: counting(sheet)[1],
)


def follow(sheet: Sheet, top: int) -> bool:
    """Follow a supposition; False where it ends in a contradiction."""
    try:
        while not sheet.finished():
            found = next(filter(None, (technique(sheet) for technique in PLAIN[:top])), None)
            if found is None:
                break
            sheet.apply(found)
    except ImpossibleError:
        return False
    return not sheet.cramped()


def by_ways(sheet: Sheet, top: int) -> Found:
    lower, upper = 0, 8
    while upper <= 2048:
        found = Found()
        for unit in sheet.open_units():
            ways = packings(sheet.cells(unit), sheet.need[unit])
            if lower < len(ways) <= upper:
                compare(sheet, ways, top, found)
        if found:
            return found
        lower, upper = upper, 4 * upper
    return Found()


def compare(sheet: Sheet, ways: Iterable[Cells], top: int, found: Found) -> None:
    ends = []
    for way in ways:
        end = sheet.copy()
        try:
            end.place(sorted(way))
        except ImpossibleError:
            continue
        if follow(end, top):
            ends.append(end)
    if not ends:
        raise ImpossibleError
    found.stars |= sheet.candidates.intersection(*(end.stars for end in ends))
    found.out |= sheet.candidates.difference(*(end.stars | end.candidates for end in ends))


def refuted(sheet: Sheet, top: int) -> Found:
    found = Found()
    for x in sorted(sheet.candidates):
        end = sheet.copy()
        end.place([x])
        if not follow(end, top):
            found.out.add(x)
    return found


def deduce(number: int, sheet: Sheet) -> tuple[int, Found]:
    """All that one technique finds, and the size of the sets it used."""
    if number == 7:
        return counting(sheet)
    if number < 7:
        return 0, PLAIN[number - 1](sheet)
    if number in (8, 12):
        return 0, by_ways(sheet, 0 if number == 8 else 7)
    return 0, refuted(sheet, {9: 1, 10: 6, 11: 7}[number])


@dataclass
class PlainRating:
    hardest: int = 0
    rounds: list[int] = field(default_factory=lambda: [0] * TECHNIQUES)
    narrowest: int = 0
    widest_set: int = 0
    sets_of_two: int = 0


def rate(regions: Grid, stars: int, top: int = TECHNIQUES) -> PlainRating:
    sheet, rating = Sheet(regions, stars), PlainRating()
    try:
        while not sheet.finished():
            for number in range(1, top + 1):
                k, found = deduce(number, sheet)
                if found:
                    break
            else:
                return rating
            sheet.apply(found)
            size = len(found.stars | found.out)
            rating.narrowest = min(rating.narrowest or size, size)
            rating.rounds[number - 1] += 1
            rating.widest_set = max(rating.widest_set, k)
            rating.sets_of_two += k == 2
    except ImpossibleError:
        return rating
    rating.hardest = max(i + 1 for i, n in enumerate(rating.rounds) if n)
    return rating
