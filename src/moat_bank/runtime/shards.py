"""One shard read from its file: its bytes against the manifest, its entries when first used."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson

from moat_bank.errors import MoatError, kind
from moat_bank.families.registry import play
from moat_bank.runtime import columns
from moat_bank.runtime.exact import read_exact
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
        views: what they show, by position and view: puzzle and solution, written out.
    """

    path: str
    bank: Bank
    count: int
    at: Callable[[int], Any]
    ready: dict[int, bytes] = field(default_factory=dict)
    views: dict[tuple[int, int], bytes] = field(default_factory=dict)

    @property
    def entries(self) -> Iterator[Any]:
        """All of them in order, in today's form, unchecked."""
        return map(self.at, range(self.count))

    def entry(self, position: int) -> dict[str, Any]:
        """A copy of an entry, the caller's own.

        Raises:
            MoatError: the entry is not one of the bank's kind.
        """
        text = self.ready.get(position)
        if text is None:
            entry = self.at(position)
            fault = _entry_fault(entry, self.bank)
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

    def shown(self, position: int, transform: int) -> tuple[dict[str, Any], Any]:
        """Puzzle and solution of an entry in a view, the caller's own; no solution is None.

        Raises:
            MoatError: as ``entry``.
        """
        text = self.views.get((position, transform))
        if text is None:
            entry, kind = self.entry(position), self.bank.kind
            room = play(kind.family)
            solution = None
            if self.bank.solved:
                solution = room.view_solution(kind, entry["solution"], transform)
            text = orjson.dumps((room.view(kind, entry, transform), solution))
            self.views[position, transform] = text
        puzzle, solution = orjson.loads(text)
        return puzzle, solution


def read_shard(folder: str, bank: Bank, number: int) -> ShardEntries:
    """Read shard ``number`` of a bank.  One file, O(its bytes).

    Raises:
        MoatError: the file is missing, or is not the one that the manifest speaks of, or holds
            something else than the bank's entries.
    """
    shard = bank.shards[number]
    path = os.path.join(folder, *shard.file.split("/"))
    data = read_exact(path, shard.bytes, shard.sha256, "the manifest", _MEND)
    try:
        content = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise MoatError(f"{path}: is not JSON ({error}): {_MEND}") from error
    try:
        if bank.encoding == "columns":
            at = columns.entry_reader(content, bank.kind, shard.count)
        else:
            at = _listed(content, bank.tier, shard.count)
    except MoatError as error:
        raise MoatError(f"{path}: {error}: {_MEND}") from error
    return ShardEntries(path, bank, shard.count, _upgrading(at, bank) if bank.upgraded else at)


def _listed(content: Any, tier: str, count: int) -> Callable[[int], Any]:
    entries = content.get(tier) if isinstance(content, dict) and len(content) == 1 else None
    if not isinstance(entries, list) or len(entries) != count:
        raise MoatError(f"must be one object of '{tier}' to {count} entries")
    return entries.__getitem__


def _upgrading(at: Callable[[int], Any], bank: Bank) -> Callable[[int], Any]:
    upgraded = play(bank.kind.family).upgraded

    def entry(position: int) -> Any:
        old = at(position)
        return upgraded(old) if isinstance(old, dict) else old

    return entry


def _entry_fault(entry: Any, bank: Bank) -> str | None:
    """What keeps an entry from being shown, or None.

    Only shapes and ranges: whether the solution is one, and the only one, ``verify`` proves.
    """
    if not isinstance(entry, dict):
        return f"must be an object, found {kind(entry)}"
    return play(bank.kind.family).fault(bank.kind, entry, bank.solved)
