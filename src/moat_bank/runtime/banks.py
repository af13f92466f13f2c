"""``Banks``: a folder of banks, or a bundle of them, looked up by level, day or event."""

from __future__ import annotations

import os
from bisect import bisect_right
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from itertools import accumulate
from typing import Any

from moat_bank.errors import MoatError, short, whole
from moat_bank.kind import Kind
from moat_bank.runtime.claims import Claim, judge
from moat_bank.runtime.daily import day_number, event_key, pair
from moat_bank.runtime.editions import Edition, read_editions
from moat_bank.runtime.manifest import Bank
from moat_bank.runtime.plan import MAX_LEVEL, pick
from moat_bank.runtime.shards import ShardEntries, read_shard

MAX_PRELOAD = 1000

Which = int | str | date | datetime | tuple[str, str, int] | tuple[str, str, int, str | None]
"""A level's number, a day (date, moment or ISO text), or ``("event", name, n)``, perhaps with the
edition as a fourth."""


@dataclass(frozen=True, slots=True)
class Level:
    """One puzzle as a player gets it. Its lists are the caller's own, shared with nobody.

    The puzzle's keys and the parameters of its kind are attributes as well, in snake case: a key
    ``someKey`` is read as ``some_key``.

    Attributes:
        number: the level's number; of a daily board the days since 1970-01-01; of an event the
            board's number in it, from 1.
        kind: the kind of its puzzle.
        tier: easy, medium, hard or super_hard.
        index: which entry of its bank it is, from 0.
        transform: which of the eight views it is shown in, 0 to 7.
        edition: the edition that it is of.
        entry: the entry as it stands in the bank; one of an older format in today's form.
        puzzle: the puzzle's keys and their values as shown.
        solution: the solution as shown; None where a bundle leaves solutions out.
    """

    number: int
    kind: Kind
    tier: str
    index: int
    transform: int
    edition: str
    entry: dict[str, Any]
    puzzle: dict[str, Any]
    solution: Any

    @property
    def family(self) -> str:
        """The family of its puzzle."""
        return self.kind.family

    def __getattr__(self, name: str) -> Any:
        """A key of the puzzle or a parameter of its kind."""
        first, *rest = name.split("_")
        key = first + "".join(map(str.capitalize, rest))
        for values in (self.puzzle, self.kind.values):
            for wanted in (key, name):
                if wanted in values:
                    return values[wanted]
        raise AttributeError(f"a level of {self.family} has no {name!r}")


class Banks:
    """The banks of an edition, or of several that took over one from another.

    Opening reads the manifests alone. A lookup reads at most one shard, and the last ``cache``
    of them are kept. Everything else never changes, so threads may share one object.
    """

    def __init__(self, path: str | os.PathLike[str], cache: int = 16) -> None:
        """Open a folder.

        Args:
            path: the folder that holds manifest.json.
            cache: shards kept in memory, from 1.

        Raises:
            MoatError: there is no manifest, or it is not one that this version can read.
        """
        whole(cache, "the number of shards to keep", 1, 2**31)
        self.path = os.fspath(path)
        self.editions = [_Served(edition) for edition in read_editions(self.path)]
        self._from = [served.level for served in self.editions]
        self._read = lru_cache(cache)(read_shard)

    def level(self, n: int) -> Level:
        """The board of level ``n``, from 1 to 2**53: the same one for ever.

        Raises:
            MoatError: there is no such level, or its shard is missing or damaged.
        """
        return self._show(*self._find_level(n))

    def daily(self, when: date | datetime | str) -> Level:
        """The board of a day in UTC: no board comes again until all have been shown.

        Raises:
            MoatError: it is no day (see ``day_number``), or the edition has no daily boards, or
                the shard is missing or damaged.
        """
        return self._show(*self._find_daily(when))

    def event(self, name: str, n: int, edition: str | None = None) -> Level:
        """Board ``n`` of the event of that name, from 1 to 2**53.

        An event has no day, so no edition takes events over: they are of the oldest edition that
        has boards for them, unless one is named.

        Raises:
            MoatError: there is no such number, name or edition, or it has no boards for events,
                or the shard is missing or damaged.
        """
        return self._show(*self._find_event(name, n, edition))

    def preload(self, n: int, count: int = 5) -> None:
        """Read the shards of levels ``n`` to ``n + count - 1``, so that they are there when asked.

        Raises:
            MoatError: as in ``level``; ``count`` may be from 0 to ``MAX_PRELOAD``.
        """
        first = _level_number(n)
        count = whole(count, "the number of levels to preload", 0, MAX_PRELOAD)
        for level in range(first, min(first + count, MAX_LEVEL + 1)):
            _, served, bank, index, _ = self._find_level(level)
            self._read(self.path, bank, index // served.manifest.shard)

    def check_claim(self, which: Which, claimed: Any) -> Claim:
        """Whether a claimed solution solves a board, which is found from ``which`` alone.

        Args:
            which: a level's number, a day as in ``daily``, or ``("event", name, n)``.
            claimed: the solution in the form of its family's claims; never raises, whatever it is.

        Raises:
            MoatError: ``which`` names no board, or its shard is missing or damaged.
        """
        _, served, bank, index, transform = self._find(which)
        shard, position = self._shard(served, bank, index)
        return judge(bank.kind, shard.shown(position, transform)[0], claimed)

    def _find(self, which: Which) -> _Found:
        if isinstance(which, str | date):
            return self._find_daily(which)
        if isinstance(which, tuple | list):
            if len(which) not in (3, 4) or which[0] != "event":
                raise MoatError("an event's board is named by ('event', name, number)")
            return self._find_event(*which[1:])
        return self._find_level(which)

    def _find_level(self, n: int) -> _Found:
        served = self.editions[bisect_right(self._from, _level_number(n)) - 1]
        key, place = served.manifest.plan.locate(n)
        bank = served.levels[key]
        return n, served, bank, *pick(place, bank.length)

    def _find_daily(self, when: date | datetime | str) -> _Found:
        day = day_number(when)
        served = next(e for e in reversed(self.editions) if e.day is not None and e.day <= day)
        return day, served, *served.daily.find(served.manifest.daily_key, day)

    def _find_event(self, name: str, n: int, edition: str | None = None) -> _Found:
        served = self._event_edition(edition)
        key = event_key(served.manifest.events_key, name)
        whole(n, "the number of an event's board", 1, MAX_LEVEL)
        return n, served, *served.events.find(key, n - 1)

    def _event_edition(self, name: str | None) -> _Served:
        if name is None:
            return next((e for e in self.editions if e.events.banks), self.editions[0])
        for served in self.editions:
            if served.manifest.edition == name:
                return served
        known = ", ".join(served.manifest.edition for served in self.editions)
        raise MoatError(f"there is no edition {short(name)}; there is {known}")

    def _shard(self, served: _Served, bank: Bank, index: int) -> tuple[ShardEntries, int]:
        """The shard of an entry, and the entry's position in it."""
        number, position = divmod(index, served.manifest.shard)
        return self._read(self.path, bank, number), position

    def _show(self, number: int, served: _Served, bank: Bank, index: int, transform: int) -> Level:
        shard, position = self._shard(served, bank, index)
        puzzle, solution = shard.shown(position, transform)
        return Level(
            number=number,
            kind=bank.kind,
            tier=bank.tier,
            index=index,
            transform=transform,
            edition=served.manifest.edition,
            entry=shard.entry(position),
            puzzle=puzzle,
            solution=solution,
        )


class _Served:
    """An edition made ready for lookups."""

    def __init__(self, edition: Edition) -> None:
        self.manifest, self.level, self.day = edition.manifest, edition.level, edition.day
        self.levels = {bank.key: bank for bank in self.manifest.pool("levels")}
        self.daily = _Pool("daily", self.manifest.pool("daily"))
        self.events = _Pool("events", self.manifest.pool("events"))


_Found = tuple[int, _Served, Bank, int, int]
"""The number asked for, the edition, the bank, the index in it, and the transform."""


class _Pool:
    """The banks of one pool, joined into one list of entries in the manifest's order."""

    def __init__(self, name: str, banks: tuple[Bank, ...]) -> None:
        self.name = name
        self.banks = banks
        self.starts = [0, *accumulate(bank.length for bank in banks)]

    def find(self, key: int, number: int) -> tuple[Bank, int, int]:
        """The bank, the index in it and the transform for a day's or event's number."""
        if not self.banks:
            raise MoatError(f"this edition has no bank in the pool '{self.name}'")
        entry, transform = pair(key, self.starts[-1], number)
        at = bisect_right(self.starts, entry) - 1
        return self.banks[at], entry - self.starts[at], transform


def _level_number(n: Any) -> int:
    if type(n) is not int or not 1 <= n <= MAX_LEVEL:
        raise MoatError(f"a level is a whole number from 1 to 2**53, found {short(n)}")
    return n
