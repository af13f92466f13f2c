"""manifest.json: what an edition holds, read with every key checked."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from typing import Any

import orjson

from moat_bank.errors import MoatError, kind, short, whole
from moat_bank.families.stars.kind import MAX_SIZE, MAX_STARS
from moat_bank.runtime import columns
from moat_bank.runtime.daily import MAX_POOL
from moat_bank.runtime.held import SHA256, read_plain
from moat_bank.runtime.plan import MAX_LEVEL, BankKey, LevelPlan, make_plan

FORMAT = 1
FORMATS = (FORMAT, columns.FORMAT)
FAMILY = "stars"
FILE = "manifest.json"
POOLS = ("levels", "daily", "events")

MAX_SHARD_BYTES = 2**28

_MEND = "build the banks anew, or copy the whole folder again"
_WORD = re.compile(r"[a-z][a-z0-9_]{0,31}\Z")


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
    """All entries of one pool, size, stars and tier: ``shard`` to a file, the last may be short.

    Attributes:
        pool: levels, daily or events.
        size: rows, columns and regions of its boards.
        stars: stars in each row.
        tier: its tier.
        length: entries.
        shards: its files, in order.
        format: how they are encoded, one of ``FORMATS``.
        solved: whether the entries have their solutions; a bundle may leave them out.
    """

    pool: str
    size: int
    stars: int
    tier: str
    length: int
    shards: tuple[Shard, ...]
    format: int = FORMAT
    solved: bool = True

    @property
    def key(self) -> BankKey:
        """What the level plan calls it by."""
        return self.size, self.stars, self.tier


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
    if type(data["format"]) is not int or data["format"] not in FORMATS:
        raise MoatError(
            f"'format' is {short(data['format'])}, and this version of moat_bank reads"
            f" {FORMATS[0]} and {FORMATS[1]}: install the version that wrote it"
        )
    if data.get("family") != FAMILY:
        raise MoatError(f"'family' must be '{FAMILY}', found {short(data.get('family'))}")
    try:
        return _manifest(data)
    except MoatError as error:
        raise MoatError(f"{error}: {_MEND}") from error


def _manifest(data: dict[str, Any]) -> Manifest:
    shard = _whole(data, "", "shard", 1, MAX_POOL)
    solved = data.get("solutions", True)
    if type(solved) is not bool:
        raise MoatError(f"'solutions' must be true or false, found {short(solved)}")
    banks = tuple(
        replace(_bank(item, f"banks[{n}]", shard), format=data["format"], solved=solved)
        for n, item in enumerate(_list(data, "", "banks"))
    )
    seen: set[tuple[str, BankKey]] = set()
    for n, bank in enumerate(banks):
        if (bank.pool, bank.key) in seen:
            raise MoatError(f"'banks[{n}]' comes a second time")
        seen.add((bank.pool, bank.key))
    for pool in POOLS:
        if sum(bank.length for bank in banks if bank.pool == pool) > MAX_POOL:
            raise MoatError(f"'banks' has more than {MAX_POOL} entries in the pool '{pool}'")
    return Manifest(
        edition=_text(data, "", "edition"),
        shard=shard,
        banks=banks,
        plan=_plan(_object(data, "", "levels"), banks),
        daily_key=_whole(_object(data, "", "daily"), "daily", "key", 0, 2**32 - 1),
        events_key=_whole(_object(data, "", "events"), "events", "key", 0, 2**32 - 1),
    )


def _plan(data: dict[str, Any], banks: tuple[Bank, ...]) -> LevelPlan:
    steps = []
    for n, item in enumerate(_list(data, "levels", "boards")):
        place = f"levels.boards[{n}]"
        step = _mapping(item, place)
        steps.append(
            (
                _whole(step, place, "from", 1, MAX_LEVEL),
                _whole(step, place, "size", 1, MAX_SIZE),
                _whole(step, place, "stars", 1, MAX_STARS),
            )
        )
    tiers = [
        _word(tier, f"levels.tiers[{n}]") for n, tier in enumerate(_list(data, "levels", "tiers"))
    ]
    try:
        plan = make_plan(steps, tiers)
    except MoatError as error:
        raise MoatError(f"'levels': {error}") from error
    known = {bank.key for bank in banks if bank.pool == "levels"}
    for keys in plan.keys:
        for size, stars, tier in keys:
            if (size, stars, tier) not in known:
                raise MoatError(
                    f"'levels' needs a bank of {size}x{size} boards with {stars} to a row,"
                    f" tier {tier}, and 'banks' has none"
                )
    return plan


def _bank(item: Any, place: str, shard: int) -> Bank:
    data = _mapping(item, place)
    pool = _text(data, place, "pool")
    if pool not in POOLS:
        raise MoatError(f"'{place}.pool' must be one of {', '.join(POOLS)}, found {short(pool)}")
    size = _whole(data, place, "size", 1, MAX_SIZE)
    stars = _whole(data, place, "stars", 1, MAX_STARS)
    tier = _word(data.get("tier"), f"{place}.tier")
    length = _whole(data, place, "length", 1, MAX_POOL)
    if pool == "levels" and length % 2 == 0:
        raise MoatError(f"'{place}.length' must be odd, or levels repeat early, found {length}")
    items = _list(data, place, "shards")
    if len(items) != -(-length // shard):
        raise MoatError(
            f"'{place}.shards' must be {-(-length // shard)} files for {length} entries,"
            f" found {len(items)}"
        )
    stem = f"{pool}/{size}x{size}-{stars}-{tier}"
    shards = tuple(
        _shard(item, f"{place}.shards[{n}]", f"{stem}-{n:04d}", min(shard, length - n * shard))
        for n, item in enumerate(items)
    )
    return Bank(pool, size, stars, tier, length, shards)


def _shard(item: Any, place: str, stem: str, count: int) -> Shard:
    data = _mapping(item, place)
    sha256 = _text(data, place, "sha256")
    if not SHA256.match(sha256):
        raise MoatError(f"'{place}.sha256' must be 64 hexadecimal digits, found {short(sha256)}")
    # The one name that the builder gives such a shard: no other can be asked for, so no manifest
    # leads out of its folder.
    file = f"{stem}.{sha256[:12]}.json"
    if data.get("file") != file:
        raise MoatError(f"'{place}.file' must be '{file}', found {short(data.get('file'))}")
    if _whole(data, place, "count", 1, MAX_POOL) != count:
        raise MoatError(f"'{place}.count' must be {count}, found {data['count']}")
    return Shard(file, count, _whole(data, place, "bytes", 1, MAX_SHARD_BYTES), sha256)


def _at(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key


def _whole(data: dict[str, Any], place: str, key: str, low: int, high: int) -> int:
    return whole(data.get(key), f"'{_at(place, key)}'", low, high)


def _text(data: dict[str, Any], place: str, key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise MoatError(f"'{_at(place, key)}' must be text, found {short(value)}")
    return value


def _word(value: Any, place: str) -> str:
    if not isinstance(value, str) or not _WORD.match(value):
        raise MoatError(f"'{place}' must be a lower-case word, found {short(value)}")
    return value


def _list(data: dict[str, Any], place: str, key: str) -> list[Any]:
    value = data.get(key)
    if not isinstance(value, list):
        raise MoatError(f"'{_at(place, key)}' must be a list, found {kind(value)}")
    return value


def _object(data: dict[str, Any], place: str, key: str) -> dict[str, Any]:
    return _mapping(data.get(key), _at(place, key))


def _mapping(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise MoatError(f"'{place}' must be an object, found {kind(value)}")
    return value
