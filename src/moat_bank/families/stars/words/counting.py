"""Reasons that count a set of units: by the least or the most that each part can put there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from moat_bank.families.stars.words.reasons import NONE, Reason
from moat_bank.families.stars.words.sheet import KINDS, Cells, Sheet, Unit, fits, near, room
from moat_bank.families.stars.words.words import counted, listed, number_or_letter, unit_names

ALL_SETS = 3
"""Sets of up to so many units are all looked at; larger ones are bands of lines."""


def counting(sheet: Sheet, k: int, stars: Cells, out: Cells) -> Iterator[Reason]:
    """Sets of ``k`` units that leave the concluded cells no choice."""
    for kind in KINDS:
        for units in sets_of(sheet, kind, k):
            for other in KINDS:
                if other != kind:
                    yield from _count(sheet, units, other, stars, out)


def sets_of(sheet: Sheet, kind: str, k: int) -> Iterator[tuple[Unit, ...]]:
    """The sets of a kind and size, or of what they leave."""
    units = sheet.open(kind)
    if k <= ALL_SETS:
        yield from combinations(units, k)
    elif kind != "region" and 2 * k <= len(units):
        for length in sorted({k, len(units) - k}):
            for i in range(len(units) - length + 1):
                yield tuple(units[i : i + length])


def bounds(
    sheet: Sheet, units: tuple[Unit, ...], other: str
) -> tuple[Cells, dict[Unit, tuple[int, int]]]:
    """The cells of a set, and the least and most stars that each part puts there."""
    area = frozenset().union(*(sheet.cells[unit] for unit in units))
    found = {}
    for part in sheet.open(other):
        cells, need = sheet.cells[part], sheet.need[part]
        inside = cells & area
        most = room(inside, need)
        found[part] = (need - room(cells - area, need) if inside else 0, most)
    return area, found


def too_few_or_many(sheet: Sheet) -> str | None:
    """A set whose count cannot be, in words, if there is one."""
    for k in range(1, sheet.size // 2 + 1):
        for kind in KINDS:
            for units in sets_of(sheet, kind, k):
                total = sum(sheet.need[unit] for unit in units)
                for other in KINDS:
                    if other == kind:
                        continue
                    _, parts = bounds(sheet, units, other)
                    least, most = (sum(x) for x in zip(*parts.values(), strict=True))
                    if most < total:
                        return f"{unit_names(units)} missing {total} stars with room for {most}"
                    if least > total:
                        return (
                            f"{unit_names(units)} having to hold {least} stars instead of {total}"
                        )
    return None


def _count(
    sheet: Sheet, units: tuple[Unit, ...], other: str, stars: Cells, out: Cells
) -> Iterator[Reason]:
    total = sum(sheet.need[unit] for unit in units)
    area, parts = bounds(sheet, units, other)
    for which, word in ((1, "most"), (0, "least")):
        if sum(bound[which] for bound in parts.values()) != total:
            continue
        forced, gone = NONE, NONE
        for part, bound in parts.items():
            cells, need = sheet.cells[part], sheet.need[part]
            here, there, quota = cells & area, cells - area, bound[1]
            if which == 0:
                here, there, quota = there, here, need - bound[0]
            if quota == need:
                gone |= there & out
            if quota:
                forced |= frozenset(x for x in stars & here if not fits(here - {x}, quota))
                gone |= frozenset(x for x in out if not fits(here - near(x), quota - (x in here)))
        if forced or gone:
            named = [f"{number_or_letter(p)} {b[which]}" for p, b in parts.items() if b[which]]
            misses = f"{'misses' if len(units) == 1 else 'miss'} {counted(total, 'star')}"
            because = (
                f"{unit_names(units)} {misses}, just the {word} that the {other}s can put there"
                f" ({listed(named)})"
            )
            yield Reason(unit_names(units), because, units, area, forced, gone)
