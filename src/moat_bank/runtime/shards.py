"""One shard read from its file: its bytes against the manifest, its entries when first used."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson

from moat_bank.errors import MoatError, kind
from moat_bank.runtime import columns
from moat_bank.runtime.held import read_held
from moat_bank.runtime.manifest import Bank

_MEND = "run moat-bank verify, and build the banks anew or copy the folder again"


@dataclass(frozen=True, eq=False)
class ShardEntries:
    """The entries of one shard; several threads may ask at once.

    Attributes:
        path: the file, for the texts of errors.
        bank: the bank that it belongs to.
        count: how many entries it has.
        at: the entries by position, not to be handed out: a caller might change them.
        ready: entries that were found well formed, by position, written anew.
    """

    path: str
    bank: Bank
    count: int
    at: Callable[[int], Any]
    ready: dict[int, bytes] = field(default_factory=dict)

    @property
    def entries(self) -> Iterator[Any]:
        """All of them in order, as they stand."""
        return map(self.at, range(self.count))

    def entry(self, position: int) -> dict[str, Any]:
        """A copy of an entry, the caller's own.

        Raises:
            MoatError: the entry is not one of the bank's size and stars.
        """
        text = self.ready.get(position)
        if text is None:
            entry = self.at(position)
            fault = entry_fault(entry, self.bank.size, self.bank.stars, self.bank.solved)
            try:
                text = orjson.dumps(entry)
            except TypeError:
                fault = fault or "is nested too deep, or holds a number beyond 64 bits"
            if fault or text is None:
                place = f"{self.bank.tier}[{position}]"
                raise MoatError(f"{self.path}: '{place}' {fault}: {_MEND}")
            self.ready[position] = text
        copy: dict[str, Any] = orjson.loads(text)
        return copy


def read_shard(folder: str, bank: Bank, number: int) -> ShardEntries:
    """Read shard ``number`` of a bank.  One file, O(its bytes).

    Raises:
        MoatError: the file is missing, or is not the one that the manifest speaks of, or holds
            something else than the bank's entries.
    """
    shard = bank.shards[number]
    path = os.path.join(folder, *shard.file.split("/"))
    data = read_held(path, shard.bytes, shard.sha256, "the manifest", _MEND)
    try:
        content = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise MoatError(f"{path}: is not JSON ({error}): {_MEND}") from error
    try:
        if bank.format == columns.FORMAT:
            at = columns.entry_reader(content, bank.size, bank.stars, shard.count)
        else:
            at = _listed(content, bank.tier, shard.count)
    except MoatError as error:
        raise MoatError(f"{path}: {error}: {_MEND}") from error
    return ShardEntries(path, bank, shard.count, at)


def _listed(content: Any, tier: str, count: int) -> Callable[[int], Any]:
    entries = content.get(tier) if isinstance(content, dict) and len(content) == 1 else None
    if not isinstance(entries, list) or len(entries) != count:
        raise MoatError(f"must be one object of '{tier}' to {count} entries")
    return entries.__getitem__


def entry_fault(entry: Any, size: int, stars: int, solved: bool = True) -> str | None:
    """What keeps an entry from being shown as a board, or None.  O(cells).

    Only shapes and ranges: whether the solution is one, and the only one, ``verify`` proves.
    """
    if not isinstance(entry, dict):
        return f"must be an object, found {kind(entry)}"
    rows: Any = entry.get("regionMap")
    if not _is_table(rows, size, size, size) or {c for row in rows for c in row} != {*range(size)}:
        return f"needs a 'regionMap' of {size} rows of {size} regions, all of 0 to {size - 1}"
    if not solved:
        return None
    solution = entry.get("solution")
    if stars == 1:
        if not _is_table([solution], 1, size, size):
            return f"needs a 'solution' of {size} columns"
    elif not _is_table(solution, size, stars, size):
        return f"needs a 'solution' of {size} lists of {stars} columns"
    return None


def _is_table(rows: Any, height: int, width: int, limit: int) -> bool:
    """Whether it is ``height`` lists of ``width`` whole numbers from 0 to ``limit - 1``."""
    return (
        isinstance(rows, list)
        and len(rows) == height
        and all(isinstance(row, list) and len(row) == width for row in rows)
        and all(type(cell) is int and 0 <= cell < limit for row in rows for cell in row)
    )
