"""What differs between two folders of banks for those who look boards up.

A level is the board that a player gets, turned as they get it: other shards, ratings or seeds are
no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from moat_bank.errors import MoatError
from moat_bank.families.fields import keys
from moat_bank.runtime import Banks, Level
from moat_bank.runtime.daily import day_number
from moat_bank.runtime.manifest import Bank
from moat_bank.runtime.plan import MAX_LEVEL
from moat_bank.runtime.shards import read_shard

LEVELS = 10_000
DAYS = 1000
"""How many levels and days are looked up one by one, unless another number is asked for."""

EVENT_BOARDS = 100


@dataclass(frozen=True)
class Changes:
    """What differs between two folders of banks.

    Attributes:
        levels: ranges (first, last) of the levels looked up that differ.
        days: the same of days since 1970-01-01.
        events: whether the boards of events differ.
        added: ids of boards that only the second has, sorted.
        removed: ids of boards that only the first has, sorted.
        kept: how many boards both have.
    """

    levels: tuple[tuple[int, int], ...]
    days: tuple[tuple[int, int], ...]
    events: bool
    added: tuple[str, ...]
    removed: tuple[str, ...]
    kept: int

    @property
    def lookups(self) -> bool:
        """Whether any lookup differs."""
        return bool(self.levels or self.days or self.events)


def compare(
    old: str | Path,
    new: str | Path,
    levels: int = LEVELS,
    days: int = DAYS,
    first_level: int = 1,
    first_day: str | None = None,
) -> Changes:
    """Look the same levels, days and events up in two folders of banks.

    Args:
        old: one folder.
        new: the other.
        levels: how many levels, from ``first_level`` on.
        days: how many days, from ``first_day`` on.
        first_level: from 1.
        first_day: a date; None for the last day on which an edition takes over.

    Raises:
        MoatError: one of them cannot be read.
    """
    one, two = Banks(old, cache=4096), Banks(new, cache=4096)
    takes = [e.day for banks in (one, two) for e in banks.editions[1:] if e.day is not None]
    day = max(takes, default=0) if first_day is None else day_number(first_day)
    last = min(first_level + levels, MAX_LEVEL + 1)
    there, here = _ids(one), _ids(two)
    return Changes(
        levels=_differing(range(first_level, last), one.level, two.level),
        days=_differing(range(day, day + days), _on_day(one), _on_day(two)),
        events=bool(_differing(range(1, EVENT_BOARDS), _in_event(one), _in_event(two))),
        added=tuple(sorted(here - there)),
        removed=tuple(sorted(there - here)),
        kept=len(here & there),
    )


def same_lookups(old: str | Path, new: str | Path) -> bool:
    """Whether two single editions give the same board for every level, day and event there is.

    Which board that is follows from the plan, the keys, and each bank's boards in their order.
    """
    one, two = (Banks(folder).editions[-1].manifest for folder in (old, new))
    plans = [(m.plan, m.daily_key, m.events_key) for m in (one, two)]
    if plans[0] != plans[1] or len(one.banks) != len(two.banks):
        return False
    for a, b in zip(one.banks, two.banks, strict=True):
        if (a.pool, a.key, a.length) != (b.pool, b.key, b.length):
            return False
        pairs = zip(_boards(str(old), a), _boards(str(new), b), strict=True)
        if any(x != y for x, y in pairs):
            return False
    return True


def _boards(folder: str, bank: Bank) -> Iterator[Any]:
    """Puzzle and solution of each entry, in order; one shard in memory at a time."""
    puzzle = keys(bank.kind.family, "puzzle", "solution")
    for number in range(len(bank.shards)):
        for entry in read_shard(folder, bank, number).entries:
            yield [entry.get(key) for key in puzzle]


def _ids(banks: Banks) -> set[str]:
    """The ids of all entries of all editions."""
    return {
        str(entry.get("id"))
        for edition in banks.editions
        for bank in edition.manifest.banks
        for number in range(len(bank.shards))
        for entry in read_shard(banks.path, bank, number).entries
        if isinstance(entry, dict)
    }


Lookup = Callable[[int], Level | None]


def _on_day(banks: Banks) -> Lookup:
    epoch = date(1970, 1, 1).toordinal()
    return lambda day: _or_none(banks.daily, date.fromordinal(epoch + day))


def _in_event(banks: Banks) -> Lookup:
    return lambda number: _or_none(banks.event, "compared", number)


def _or_none(look: Callable[..., Level], *which: Any) -> Level | None:
    """A board, or None where the edition has none to give: both lacking it is no difference."""
    try:
        return look(*which)
    except MoatError:
        return None


def _differing(numbers: range, one: Lookup, two: Lookup) -> tuple[tuple[int, int], ...]:
    """Ranges of numbers for which two lookups give different boards."""
    return _ranges(n for n in numbers if _board(one(n)) != _board(two(n)))


def _board(level: Level | None) -> Any:
    return None if level is None else (level.kind, level.puzzle, level.solution)


def _ranges(numbers: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Ascending numbers as ranges (first, last)."""
    ranges: list[tuple[int, int]] = []
    for n in numbers:
        if ranges and ranges[-1][1] == n - 1:
            ranges[-1] = (ranges[-1][0], n)
        else:
            ranges.append((n, n))
    return tuple(ranges)
