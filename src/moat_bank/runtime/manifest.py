"""manifest.json: what an edition holds, read with every key checked."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson

from moat_bank.errors import MoatError, short
from moat_bank.families.registry import kind_room
from moat_bank.kind import POOLS, Kind, bank_stem, shard_file
from moat_bank.runtime.daily import MAX_POOL
from moat_bank.runtime.exact import SHA256, read_plain
from moat_bank.runtime.plan import MAX_LEVEL, BankKey, LevelPlan, make_plan
from moat_bank.runtime.values import list_at, mapping, object_at, text_at, whole_at, word

FORMAT = 3
"""The format of manifests written today."""

ENCODINGS = ("rows", "columns")
"""How shards hold their entries; formats 1 and 2 had one each, in this order."""

FILE = "manifest.json"

MAX_SHARD_BYTES = 2**28

_MEND = "build the banks anew, or copy the whole folder again"


@dataclass(frozen=True, eq=False)
class Shard:
    """One file of entries.

    Attributes:
        file: its path inside the folder, with ``/``, made of the bank's own names alone.
        count: entries in it.
        bytes: its length.
        sha256: 64 hexadecimal digits.
    """

    file: str
    count: int
    bytes: int
    sha256: str


@dataclass(frozen=True, eq=False)
class Bank:
    """All entries of one pool, kind and tier: ``shard`` to a file, the last may be short.

    Attributes:
        pool: levels, daily or events.
        kind: that of its puzzles.
        tier: its tier.
        length: entries.
        shards: its files, in order.
        encoding: how they hold their entries, one of ``ENCODINGS``.
        upgraded: whether the entries are of an older format and brought to today's when read.
        solved: whether the entries have their solutions; a bundle may leave them out.
    """

    pool: str
    kind: Kind
    tier: str
    length: int
    shards: tuple[Shard, ...]
    encoding: str = "rows"
    upgraded: bool = False
    solved: bool = True

    @property
    def key(self) -> BankKey:
        """What the level plan calls it by."""
        return self.kind, self.tier


@dataclass(frozen=True, eq=False)
class Manifest:
    """An edition.

    Attributes:
        edition: its name.
        shard: entries in a shard.
        banks: all of them, in the order of the file, on which daily boards depend.
        plan: the level plan; each bank that it needs is there.
        daily_key: 32-bit key of the daily boards.
        events_key: 32-bit key of the events.
    """

    edition: str
    shard: int
    banks: tuple[Bank, ...]
    plan: LevelPlan
    daily_key: int
    events_key: int

    def pool(self, name: str) -> tuple[Bank, ...]:
        """The banks of one pool, in order."""
        return tuple(bank for bank in self.banks if bank.pool == name)


def read_manifest(folder: str) -> Manifest:
    """Read and check the manifest of a folder of banks.

    Raises:
        MoatError: there is none, or it is not one, or of another format, or says something
            that cannot be; the text names the file and the key.
    """
    path = os.path.join(folder, FILE)
    try:
        data = read_plain(path, MAX_SHARD_BYTES)
    except FileNotFoundError as error:
        raise MoatError(
            f"{path}: no such file: name the folder that a build wrote, or build it first"
        ) from error
    except OSError as error:
        raise MoatError(f"{path}: cannot be read: {error.strerror}") from error
    if len(data) > MAX_SHARD_BYTES:
        raise MoatError(f"{path}: is longer than {MAX_SHARD_BYTES} bytes: {_MEND}")
    return manifest_of(path, data)


def manifest_of(path: str, data: bytes) -> Manifest:
    """Parse and check the bytes of a manifest; ``path`` is for the texts of errors.

    Raises:
        MoatError: as ``read_manifest``.
    """
    try:
        return parse_manifest(orjson.loads(data))
    except orjson.JSONDecodeError as error:
        raise MoatError(f"{path}: is not JSON ({error}): {_MEND}") from error
    except MoatError as error:
        raise MoatError(f"{path}: {error}") from error


def parse_manifest(data: Any) -> Manifest:
    """Check the JSON object of a manifest; keys that it does not know are left alone.

    Raises:
        MoatError: the text names the key.
    """
    if not isinstance(data, dict) or "format" not in data or "banks" not in data:
        raise MoatError("is not a manifest of moat_bank (no 'format' and 'banks')")
    if type(data["format"]) is not int or not 1 <= data["format"] <= FORMAT:
        raise MoatError(
            f"'format' is {short(data['format'])}, and this version of moat_bank reads 1 to"
            f" {FORMAT}: install the version that wrote it"
        )
    try:
        return _manifest(data)
    except MoatError as error:
        raise MoatError(f"{error}: {_MEND}") from error


def _manifest(data: dict[str, Any]) -> Manifest:
    shard = whole_at(data, "", "shard", 1, MAX_POOL)
    solved = data.get("solutions", True)
    if type(solved) is not bool:
        raise MoatError(f"'solutions' must be true or false, found {short(solved)}")
    upgraded = data["format"] < FORMAT
    encoding = ENCODINGS[data["format"] - 1] if upgraded else data.get("encoding")
    if encoding not in ENCODINGS:
        raise MoatError(f"'encoding' must be 'rows' or 'columns', found {short(encoding)}")
    kind_at = _kinds(text_at(data, "", "family") if upgraded else None)
    banks = []
    for n, item in enumerate(list_at(data, "", "banks")):
        place = f"banks[{n}]"
        kind = kind_at(mapping(item, place), place)
        stem = _old_stem if upgraded else bank_stem
        banks.append(Bank(*_bank(item, place, kind, shard, stem), encoding, upgraded, solved))
    _check_pools(banks)
    return Manifest(
        edition=text_at(data, "", "edition"),
        shard=shard,
        banks=tuple(banks),
        plan=_plan(object_at(data, "", "levels"), banks, kind_at),
        daily_key=whole_at(object_at(data, "", "daily"), "daily", "key", 0, 2**32 - 1),
        events_key=whole_at(object_at(data, "", "events"), "events", "key", 0, 2**32 - 1),
    )


def _check_pools(banks: list[Bank]) -> None:
    seen: set[tuple[str, BankKey]] = set()
    for n, bank in enumerate(banks):
        if (bank.pool, bank.key) in seen:
            raise MoatError(f"'banks[{n}]' comes a second time")
        seen.add((bank.pool, bank.key))
    for pool in POOLS:
        if sum(bank.length for bank in banks if bank.pool == pool) > MAX_POOL:
            raise MoatError(f"'banks' has more than {MAX_POOL} entries in the pool '{pool}'")


KindAt = Callable[[dict[str, Any], str], Kind]


def _kinds(default: Any) -> KindAt:
    """What gives the kind that an object of the manifest names, at a place of that name.

    Equal kinds are one object, which makes lookups by them quick.

    Args:
        default: the family of objects that name none, as in formats 1 and 2.
    """
    known: dict[Kind, Kind] = {}

    def kind_at(item: dict[str, Any], place: str) -> Kind:
        family = item.get("family", default)
        if not isinstance(family, str):
            raise MoatError(f"'{place}.family' must be text, found {short(family)}")
        try:
            room = kind_room(family)
        except MoatError as error:
            raise MoatError(f"'{place}.family': {error}") from error
        try:
            kind = room.kind_of(item)
        except MoatError as error:  # its text begins with the key in quotes
            raise MoatError(f"'{place}.{str(error)[1:]}") from error
        return known.setdefault(kind, kind)

    return kind_at


def _plan(data: dict[str, Any], banks: list[Bank], kind_at: KindAt) -> LevelPlan:
    steps = []
    for n, item in enumerate(list_at(data, "levels", "boards")):
        place = f"levels.boards[{n}]"
        step = mapping(item, place)
        steps.append((whole_at(step, place, "from", 1, MAX_LEVEL), kind_at(step, place)))
    tiers = [
        word(tier, f"levels.tiers[{n}]") for n, tier in enumerate(list_at(data, "levels", "tiers"))
    ]
    try:
        plan = make_plan(steps, tiers)
    except MoatError as error:
        raise MoatError(f"'levels': {error}") from error
    known = {bank.key for bank in banks if bank.pool == "levels"}
    for keys in plan.keys:
        for kind, tier in keys:
            if (kind, tier) not in known:
                raise MoatError(
                    f"'levels' needs a bank of {kind.family} {kind.words}, tier {tier}, and 'banks'"
                    " has none"
                )
    return plan


def _old_stem(pool: str, kind: Kind, tier: str) -> str:
    """How the files of a bank began in formats 1 and 2, which knew one family."""
    return f"{pool}/{kind.name}-{tier}"


def _bank(
    data: dict[str, Any], place: str, kind: Kind, shard: int, stem: Callable[[str, Kind, str], str]
) -> tuple[str, Kind, str, int, tuple[Shard, ...]]:
    """Pool, kind, tier, length and shards of a bank."""
    pool = text_at(data, place, "pool")
    if pool not in POOLS:
        raise MoatError(f"'{place}.pool' must be one of {', '.join(POOLS)}, found {short(pool)}")
    tier = word(data.get("tier"), f"{place}.tier")
    length = whole_at(data, place, "length", 1, MAX_POOL)
    if pool == "levels" and length % 2 == 0:
        raise MoatError(f"'{place}.length' must be odd, or levels repeat early, found {length}")
    items = list_at(data, place, "shards")
    if len(items) != -(-length // shard):
        raise MoatError(
            f"'{place}.shards' must be {-(-length // shard)} files for {length} entries,"
            f" found {len(items)}"
        )
    begin = stem(pool, kind, tier)
    shards = tuple(
        _shard(item, f"{place}.shards[{n}]", begin, n, min(shard, length - n * shard))
        for n, item in enumerate(items)
    )
    return pool, kind, tier, length, shards


def _shard(item: Any, place: str, stem: str, number: int, count: int) -> Shard:
    data = mapping(item, place)
    sha256 = text_at(data, place, "sha256")
    if not SHA256.match(sha256):
        raise MoatError(f"'{place}.sha256' must be 64 hexadecimal digits, found {short(sha256)}")
    # The one name that the builder gives such a shard: no other can be asked for, so no manifest
    # leads out of its folder.
    file = shard_file(stem, number, sha256)
    if data.get("file") != file:
        raise MoatError(f"'{place}.file' must be '{file}', found {short(data.get('file'))}")
    if whole_at(data, place, "count", 1, MAX_POOL) != count:
        raise MoatError(f"'{place}.count' must be {count}, found {data['count']}")
    return Shard(file, count, whole_at(data, place, "bytes", 1, MAX_SHARD_BYTES), sha256)
