"""The manifest of a folder of banks, trusted in nothing."""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from moat_bank.check import shape as verify_shape
from moat_bank.check.shape import short
from moat_bank.errors import MoatError
from moat_bank.families.base import IMPORTED, NUMBERS_PER_MASTER
from moat_bank.families.stars.kind import MAX_SIZE, MAX_STARS
from moat_bank.kind import TIERS
from moat_bank.runtime.plan import plan_fault

MANIFEST = "manifest.json"
FORMAT = 1
POOLS = ("levels", "daily", "events")
LARGEST_MANIFEST = 1 << 28
LONGEST_SOURCE = 200
_SHA256 = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong.

    Attributes:
        file: path inside the folder, with forward slashes.
        entry: index of the entry in that file, or None where it is the file's own fault.
        reason: what is wrong, in one line.
    """

    file: str
    entry: int | None
    reason: str


@dataclass(frozen=True)
class Shard:
    """What the manifest says of one file."""

    file: str
    count: int
    bytes: int
    sha256: str
    size: int
    stars: int
    tier: str


@dataclass(frozen=True)
class Bounds:
    """What the config asks of every board of one size and count of stars.

    ``seed`` and ``style`` are None where boards came from elsewhere; their entries name the source.
    ``steer`` names the tiers that entries may have been steered to.
    """

    seed: int | None
    style: str | None
    steer: tuple[str, ...]
    smallest_region: int
    single_cell_regions: int
    largest_share: int
    distance: int

    def origin(self, entry: Any) -> dict[str, Any] | None:
        """Where an entry says that it is from, the keys that it begins with; None if that is wrong.

        A source is text that can stand on one line of a report.
        """
        if self.seed is None:
            source = entry.get("source")
            if not isinstance(source, str) or not source.isprintable():
                return None
            return {"source": source} if len(source) <= LONGEST_SOURCE else None
        seed = entry.get("seed")
        if type(seed) is not int or seed // NUMBERS_PER_MASTER != self.seed:
            return None
        aim = {"aim": entry["aim"]} if "aim" in entry else {}
        return {"seed": seed, "style": self.style, **aim}

    def hold(self, regions: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Whether the regions of each board (boards, size, size) have sizes within the bounds."""
        size = regions.shape[1]
        cells = np.array([(regions == region).sum(axis=(1, 2)) for region in range(size)])
        good: NDArray[np.bool_] = cells.min(axis=0) >= self.smallest_region
        good &= (cells == 1).sum(axis=0) <= self.single_cell_regions
        good &= cells.max(axis=0) * 100 <= self.largest_share * size * size
        return good


def read_manifest(folder: Path, file: str = MANIFEST) -> tuple[Any, list[Fault]]:
    """Parse a manifest; faults if it is not the bytes that its content gives.

    Raises:
        MoatError: there is no such folder or manifest, or it is not one that can be checked.
    """
    if not folder.is_dir():
        raise MoatError(f"{folder}: is no folder; name the folder that holds {MANIFEST}")
    path = folder / file
    data = read_file(path, LARGEST_MANIFEST)
    if isinstance(data, str):
        raise MoatError(f"{path}: {data}")
    try:
        manifest = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise MoatError(f"{path}: is not JSON: {error}") from error
    found = manifest.get("format") if isinstance(manifest, dict) else manifest
    if type(found) is not int or found != FORMAT:
        columns = isinstance(manifest, dict) and manifest.get("encoding") == "columns"
        of_bundle = found == 2 or columns
        bundle = " (a bundle: verify the banks that it was made of)" if of_bundle else ""
        raise MoatError(f"{path}: format must be {FORMAT}, found {short(found)}{bundle}")
    if written(manifest, orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE) == data:
        return manifest, []
    return manifest, [Fault(file, None, _not_canonical(data))]


def written(value: Any, options: int = 0) -> bytes | None:
    """A value of JSON as the build writes it; None where it is nested deeper than that can be."""
    try:
        return orjson.dumps(value, option=options)
    except TypeError:
        return None


def read_file(path: Path, most: int) -> bytes | str:
    """The bytes of a plain file of at most ``most`` bytes, or in one line why not."""
    try:
        state = os.lstat(path)
        if not stat.S_ISREG(state.st_mode):
            return "is not a plain file"
        if state.st_size > most:
            return f"has {state.st_size} bytes, more than the {most} expected"
        with open(path, "rb") as file:
            return file.read(state.st_size)
    except FileNotFoundError:
        return "is missing"
    except OSError as error:
        return f"cannot be read: {error.strerror}"


def _not_canonical(data: bytes) -> str:
    """Why the manifest's bytes are not those that orjson writes: a key twice, or just the form."""
    twice: list[str] = []

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        seen: set[str] = set()
        for key, _ in items:
            if key in seen:
                twice.append(key)
            seen.add(key)
        return dict(items)

    try:
        json.loads(data, object_pairs_hook=pairs)
    except (ValueError, RecursionError):
        return "is nested too deep or holds numbers out of range"
    if twice:
        return f"key {short(twice[0])} stands twice in one object"
    return "is not as the build writes it (spaces, escapes or forms of numbers differ)"


def structure_faults(manifest: Any) -> Iterator[str]:
    """What keeps the manifest from being used at all: wrong shapes, and names of other files."""
    shape = list(verify_shape.faults(manifest, verify_shape.MANIFEST))
    yield from shape
    if shape:
        return
    imported = manifest["generator"] == IMPORTED
    config = verify_shape.IMPORTED_CONFIG if imported else verify_shape.CONFIG
    yield from verify_shape.faults(manifest["config"], config, "config")
    if manifest["shard"] < 1:
        yield "shard: must be at least 1"
    for i, bank in enumerate(manifest["banks"]):
        yield from _bank_faults(f"banks[{i}]", bank)


def _bank_faults(place: str, bank: Any) -> Iterator[str]:
    size, stars = bank["size"], bank["stars"]
    if bank["pool"] not in POOLS:
        yield f"{place}.pool: must be one of {', '.join(POOLS)}, found {short(bank['pool'])}"
    if bank["tier"] not in TIERS:
        yield f"{place}.tier: must be one of {', '.join(TIERS)}, found {short(bank['tier'])}"
    if not 1 <= size <= MAX_SIZE:
        yield f"{place}.size: must be from 1 to {MAX_SIZE}, found {size}"
    if not 1 <= stars <= MAX_STARS:
        yield f"{place}.stars: must be from 1 to {MAX_STARS}, found {stars}"
    for j, item in enumerate(bank["shards"]):
        where = f"{place}.shards[{j}]"
        if not _SHA256.fullmatch(item["sha256"]):
            yield f"{where}.sha256: must be 64 hex digits, found {short(item['sha256'])}"
        name = f"{size}x{size}-{stars}-{bank['tier']}-{j:04d}.{item['sha256'][:12]}.json"
        if item["file"] != f"{bank['pool']}/{name}":
            wanted = short(f"{bank['pool']}/{name}")
            yield f"{where}.file: must be {wanted}, found {short(item['file'])}"


def content_faults(manifest: Any) -> Iterator[str]:
    """What is wrong with a manifest of good structure, taken alone."""
    for pool in ("daily", "events"):
        if manifest[pool]["key"] >= 2**32:
            yield f"{pool}.key: must be below 2^32, found {manifest[pool]['key']}"
    seen: dict[tuple[Any, ...], int] = {}
    for i, bank in enumerate(manifest["banks"]):
        yield from _length_faults(f"banks[{i}]", bank, manifest["shard"])
        kind = tuple(bank[key] for key in ("pool", "size", "stars", "tier"))
        if kind in seen:
            yield f"banks[{i}]: is the same pool, size, stars and tier as banks[{seen[kind]}]"
        seen.setdefault(kind, i)
    yield from _plan_faults(manifest)
    yield from _config_faults(manifest)


def _length_faults(place: str, bank: Any, shard: int) -> Iterator[str]:
    length, counts = bank["length"], [item["count"] for item in bank["shards"]]
    if length % 2 == 0:
        yield f"{place}.length: must be odd, found {length}"
    if sum(counts) != length:
        yield f"{place}: its shards count {sum(counts)} entries, but its length is {length}"
    for j, count in enumerate(counts):
        if not 0 < count <= shard or (count < shard and j < len(counts) - 1):
            yield f"{place}.shards[{j}].count: is {count}, but shards have {shard} entries"


def _plan_faults(manifest: Any) -> Iterator[str]:
    steps, tiers = manifest["levels"]["boards"], manifest["levels"]["tiers"]
    if too_long := plan_fault(len(steps), len(tiers)):
        yield f"levels: {too_long}"
        return
    banks = {
        (bank["size"], bank["stars"], bank["tier"])
        for bank in manifest["banks"]
        if bank["pool"] == "levels"
    }
    if not steps or steps[0]["from"] != 1:
        yield "levels.boards: must begin with a step from level 1"
    for i, step in enumerate(steps):
        if i and step["from"] <= steps[i - 1]["from"]:
            yield f"levels.boards[{i}].from: must be above that of the step before"
        for tier in dict.fromkeys(tiers):
            if (step["size"], step["stars"], tier) not in banks:
                stars = f"{step['stars']} star{'s' * (step['stars'] > 1)}"
                kind = f"{step['size']}x{step['size']}, {stars}, {short(tier)}"
                yield f"levels.boards[{i}]: there is no levels bank of {kind}"
    if not tiers:
        yield "levels.tiers: is empty"


def _config_faults(manifest: Any) -> Iterator[str]:
    """Whether the banks are what the config that they carry asks for."""
    config = manifest["config"]
    for key in ("edition", "family", "shard", "levels"):
        if config[key] != manifest[key]:
            yield f"config.{key}: differs from the manifest's own {key}"
    for i, board in enumerate(config["boards"]):
        steer = board.get("steer")
        if steer is not None and (not steer or steer != [t for t in TIERS if t in steer]):
            yield f"config.boards[{i}].steer: must be tiers, easiest first, each once"
    asked = [
        (pool, board["size"], board["stars"], tier, board[pool][tier])
        for pool in POOLS
        for board in config["boards"]
        for tier in TIERS
        if board[pool][tier]
    ]
    keys = ("pool", "size", "stars", "tier", "length")
    if asked != [tuple(bank[key] for key in keys) for bank in manifest["banks"]]:
        yield "banks: are not those that its config asks for, in the order of pool, board and tier"


def shards(manifest: Any) -> list[Shard]:
    """All shards, in the manifest's order."""
    return [
        Shard(**item, size=bank["size"], stars=bank["stars"], tier=bank["tier"])
        for bank in manifest["banks"]
        for item in bank["shards"]
    ]


def bounds(manifest: Any) -> dict[tuple[int, int], Bounds]:
    """What the config asks of the boards of each (size, stars)."""
    config = manifest["config"]
    if manifest["generator"] == IMPORTED:
        anything = Bounds(None, None, (), 1, MAX_SIZE, 100, 0)
        return {(board["size"], board["stars"]): anything for board in config["boards"]}
    return {
        (board["size"], board["stars"]): Bounds(
            config["seed"],
            board["style"],
            tuple(board.get("steer", ())),
            **config["quality"],
            **config["twins"],
        )
        for board in config["boards"]
    }


def extra_files(folder: Path, manifests: Iterable[Any]) -> Iterator[Fault]:
    """What lies in the pool folders and is of none of these manifests."""
    known = {
        item["file"]
        for manifest in manifests
        for bank in manifest["banks"]
        for item in bank["shards"]
    }
    for pool in POOLS:
        yield from strange_files(folder, pool, known)


def strange_files(folder: Path, part: str, known: set[str]) -> Iterator[Fault]:
    """What lies in a folder of the banks and is not known."""
    try:
        if not stat.S_ISDIR(os.lstat(folder / part).st_mode):
            yield Fault(part, None, "is not a plain folder")
            return
        names = sorted(os.listdir(folder / part))
    except FileNotFoundError:
        return
    for name in names:
        if f"{part}/{name}" not in known:
            yield Fault(f"{part}/{printable(name)}", None, "is no part of the edition")


def printable(name: str) -> str:
    """A file's name as it may stand in a line of text."""
    return name if name.isprintable() else ascii(name)[1:-1]
