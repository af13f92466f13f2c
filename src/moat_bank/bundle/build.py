"""Makes a bundle out of a folder of banks, and measures it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from moat_bank.build.chain import listed, read_chain
from moat_bank.build.shard import shard_record
from moat_bank.bundle.encode import column_shard, concealed
from moat_bank.bundle.hosting import HEADERS, NGINX, check_path, headers_text, nginx_text
from moat_bank.bundle.store import (
    check_brotli,
    head_bytes,
    prune,
    put,
    put_plain,
    refuse_strangers,
    sync_folder,
)
from moat_bank.errors import MoatError, whole
from moat_bank.files import locked, read_json
from moat_bank.kind import Kind, bank_stem
from moat_bank.runtime.columns import Entry
from moat_bank.runtime.daily import MAX_POOL
from moat_bank.runtime.editions import FILE as HEAD
from moat_bank.runtime.editions import FROM_THE_START, TakesOver, read_editions
from moat_bank.runtime.manifest import FILE as MANIFEST
from moat_bank.runtime.manifest import FORMAT, Bank, Manifest
from moat_bank.runtime.plan import LevelPlan
from moat_bank.runtime.shards import read_shard


@dataclass(frozen=True)
class File:
    """One file of a bundle and its compressed forms.

    Attributes:
        name: its path inside the folder, with ``/``.
        kind: that of its boards, None for a manifest.
        boards: entries in it.
        readable: bytes of the same entries in the readable encoding.
        raw: bytes as it stands.
        brotli: bytes of the ``.br`` beside it.
        gzip: bytes of the ``.gz`` beside it.
    """

    name: str
    kind: Kind | None
    boards: int
    readable: int
    raw: int
    brotli: int
    gzip: int


@dataclass(frozen=True)
class Bundle:
    """What was made: editions.json first, then each edition's manifest and its shards."""

    files: tuple[File, ...]
    pruned: int


@dataclass(frozen=True)
class Shape:
    """How a bundle is to be.

    Attributes:
        solutions: whether solutions, seeds and counts of steps go with it.
        shard: entries of a shard, the banks' own if None.
        path: where the folder will be served, for the files that tell hosts how long to keep what.
    """

    solutions: bool = True
    shard: int | None = None
    path: str = "/"

    def __post_init__(self) -> None:
        if self.shard is not None:
            whole(self.shard, "the shard's length", 1, MAX_POOL)
        check_path(self.path)


def bundle(banks: Path, out: Path, shape: Shape = Shape(), pruned: bool = False) -> Bundle:
    """Write the banks of a folder, all editions of them, as a bundle into another.

    Shards and manifests come in beside those of an older bundle, then a rename replaces
    editions.json. What is there already and right is left as it is. The caller has had the banks
    verified; here the hash of each shard and the shape of each entry are checked.

    Args:
        banks: the folder of the banks.
        out: the folder of the bundle, made if it is not there.
        shape: how it is to be.
        pruned: whether files go that only an older bundle needs.

    Raises:
        MoatError: the banks cannot be read, or ``out`` is used by something else, or the brotli
            library is missing.

    Memory: one shard at a time.
    """
    check_brotli()
    editions = read_editions(str(banks))
    chain = read_chain(banks)
    sources = [banks / one.file for one in chain] or [banks / MANIFEST]
    since = [TakesOver(one.level, one.day) for one in chain] or [FROM_THE_START]
    with locked(out):
        refuse_strangers(out)
        files: dict[str, File] = {}
        lines = []
        for edition, source, served in zip(editions, sources, since, strict=True):
            manifest = _write_edition(banks, out, edition.manifest, read_json(source), shape, files)
            data = orjson.dumps(manifest, option=orjson.OPT_APPEND_NEWLINE)
            line = listed(edition.manifest.edition, data, served)
            files[line.file] = _put(out, line.file, data, source.stat().st_size)
            lines.append(line)
        head = head_bytes(lines)
        put_plain(out / HEADERS, headers_text(shape.path).encode())
        put_plain(out / NGINX, nginx_text(shape.path).encode())
        sync_folder(out)
        first = _put(out, HEAD, head, 0)
        sync_folder(out)
        return Bundle((first, *files.values()), prune(out, set(files)) if pruned else 0)


def _write_edition(
    banks: Path,
    out: Path,
    edition: Manifest,
    head: dict[str, Any],
    shape: Shape,
    files: dict[str, File],
) -> dict[str, Any]:
    """Write the shards of an edition, add them to ``files``, and return its manifest."""
    length = shape.shard or edition.shard
    records = []
    for bank in edition.banks:
        shards = []
        for number, entries in enumerate(_shards(str(banks), bank, edition.shard, length)):
            file, record = _write_shard(out, bank, number, entries, shape.solutions)
            files.setdefault(file.name, file)  # editions may share shards
            shards.append(record)
        named = {"pool": bank.pool, **_kind_value(bank.kind), "tier": bank.tier}
        records.append({**named, "length": bank.length, "shards": shards})
    return {
        "format": FORMAT,
        "encoding": "columns",
        "edition": edition.edition,
        "versions": _versions(head),
        "shard": length,
        "solutions": shape.solutions and all(bank.solved for bank in edition.banks),
        "banks": records,
        "levels": _plan_value(edition.plan),
        "daily": {"key": edition.daily_key},
        "events": {"key": edition.events_key},
    }


def _kind_value(kind: Kind) -> dict[str, Any]:
    return {"family": kind.family, **kind.values}


def _plan_value(plan: LevelPlan) -> dict[str, Any]:
    boards = [
        {"from": start, **_kind_value(keys[0][0])}
        for start, keys in zip(plan.starts, plan.keys, strict=True)
    ]
    return {"boards": boards, "tiers": list(plan.tiers)}


def _versions(head: dict[str, Any]) -> Any:
    """Generator and rater by family; formats 1 and 2 had those of one."""
    if "versions" in head:
        return head["versions"]
    return {head["family"]: {key: head[key] for key in ("generator", "rater") if key in head}}


def _shards(folder: str, bank: Bank, before: int, after: int) -> Iterator[list[Entry]]:
    """The entries of a bank, cut anew into lists of ``after``."""
    waiting: list[Entry] = []
    for number, shard in enumerate(bank.shards):
        read = read_shard(folder, bank, number)
        waiting += (read.entry(position) for position in range(shard.count))
        while len(waiting) >= after:
            yield waiting[:after]
            waiting = waiting[after:]
    if waiting:
        yield waiting


def _write_shard(
    out: Path, bank: Bank, number: int, entries: list[Entry], solutions: bool
) -> tuple[File, dict[str, Any]]:
    readable = len(orjson.dumps({bank.tier: entries})) + 1
    if not solutions:
        entries = [concealed(bank.kind, entry) for entry in entries]
    stem = bank_stem(bank.pool, bank.kind, bank.tier)
    try:
        data = column_shard(bank.kind, bank.tier, entries)
    except MoatError as error:
        raise MoatError(f"{stem}: {error}") from error
    record = shard_record(stem, number, len(entries), data)
    return _put(out, record["file"], data, readable, bank.kind, len(entries)), record


def _put(
    out: Path, name: str, data: bytes, readable: int, kind: Kind | None = None, boards: int = 0
) -> File:
    lengths = put(out / name, data)
    return File(name, kind, boards, readable, lengths[""], lengths[".br"], lengths[".gz"])
