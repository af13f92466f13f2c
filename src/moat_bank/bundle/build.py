"""Makes a bundle out of a folder of banks, and measures it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from moat_bank.bank.files import read_json
from moat_bank.bank.shard import shard_record
from moat_bank.bundle.encode import column_shard, concealed
from moat_bank.bundle.hosting import HEADERS, NGINX, check_path, headers_text, nginx_text
from moat_bank.bundle.store import (
    check_brotli,
    prune,
    put,
    put_plain,
    refuse_strangers,
    sync_folder,
)
from moat_bank.errors import MoatError, whole
from moat_bank.runtime.columns import FORMAT, Entry
from moat_bank.runtime.daily import MAX_POOL
from moat_bank.runtime.manifest import FILE, Bank, read_manifest
from moat_bank.runtime.shards import read_shard

_HEAD = ("edition", "family", "generator", "rater")


@dataclass(frozen=True)
class File:
    """One file of a bundle and its compressed forms.

    Attributes:
        name: its path inside the folder, with ``/``.
        size: rows of its boards, 0 for the manifest.
        stars: stars in each row, 0 for the manifest.
        boards: entries in it.
        readable: bytes of the same entries in the readable encoding.
        raw: bytes as it stands.
        brotli: bytes of the ``.br`` beside it.
        gzip: bytes of the ``.gz`` beside it.
    """

    name: str
    size: int
    stars: int
    boards: int
    readable: int
    raw: int
    brotli: int
    gzip: int


@dataclass(frozen=True)
class Bundle:
    """What was made: the manifest's file first, then the shards; and how many files went."""

    files: tuple[File, ...]
    pruned: int


def bundle(
    banks: Path,
    out: Path,
    *,
    solutions: bool = True,
    shard: int | None = None,
    path: str = "/",
    pruned: bool = False,
) -> Bundle:
    """Write the banks of a folder as a bundle into another.

    Shards come in beside those of an older bundle, the manifest is then replaced by a rename. What
    is there already and right is left as it is. The caller has had the banks verified; here the
    hash of each shard and the shape of each entry are checked.

    Args:
        banks: the folder of the banks.
        out: the folder of the bundle, made if it is not there.
        solutions: whether solutions, seeds and counts of steps go with it.
        shard: entries of a shard, the banks' own if None.
        path: where the folder will be served, for the files that tell hosts how long to keep what.
        pruned: whether shards go that only an older bundle needs.

    Raises:
        MoatError: the banks cannot be read, or ``out`` is used by something else, or the brotli
            library is missing.

    Memory: one bank's shard at a time.
    """
    check_brotli()
    check_path(path)
    edition = read_manifest(str(banks))
    head = read_json(banks / FILE)
    length = edition.shard if shard is None else whole(shard, "the shard's length", 1, MAX_POOL)
    refuse_strangers(out)
    files: list[File] = []
    records = []
    for bank in edition.banks:
        written = [
            _write_shard(out, bank, number, entries, solutions)
            for number, entries in enumerate(_shards(str(banks), bank, edition.shard, length))
        ]
        files += (file for file, _ in written)
        records.append(_bank_record(bank, [record for _, record in written]))
    manifest = {
        "format": FORMAT,
        **{key: head[key] for key in _HEAD if key in head},
        "shard": length,
        "solutions": solutions and all(bank.solved for bank in edition.banks),
        "banks": records,
        "levels": head["levels"],
        "daily": {"key": edition.daily_key},
        "events": {"key": edition.events_key},
    }
    put_plain(out / HEADERS, headers_text(path).encode())
    put_plain(out / NGINX, nginx_text(path).encode())
    sync_folder(out)
    data = orjson.dumps(manifest, option=orjson.OPT_APPEND_NEWLINE)
    lengths = put(out / FILE, data)
    sync_folder(out)
    file = File(FILE, 0, 0, 0, (banks / FILE).stat().st_size, *_order(lengths))
    return Bundle((file, *files), prune(out, manifest) if pruned else 0)


def _shards(folder: str, bank: Bank, before: int, after: int) -> Iterator[list[Entry]]:
    """The entries of a bank, cut anew into lists of ``after``."""
    held: list[Entry] = []
    for number, shard in enumerate(bank.shards):
        read = read_shard(folder, bank, number)
        held += (read.entry(position) for position in range(shard.count))
        while len(held) >= after:
            yield held[:after]
            held = held[after:]
    if held:
        yield held


def _write_shard(
    out: Path, bank: Bank, number: int, entries: list[Entry], solutions: bool
) -> tuple[File, dict[str, Any]]:
    readable = len(orjson.dumps({bank.tier: entries})) + 1
    if not solutions:
        entries = [concealed(entry) for entry in entries]
    stem = f"{bank.pool}/{bank.size}x{bank.size}-{bank.stars}-{bank.tier}"
    try:
        data = column_shard(bank.size, bank.stars, bank.tier, entries)
    except MoatError as error:
        raise MoatError(f"{stem}: {error}") from error
    record = shard_record(stem, number, len(entries), data)
    lengths = put(out / record["file"], data)
    kind = (bank.size, bank.stars, len(entries), readable)
    return File(record["file"], *kind, *_order(lengths)), record


def _bank_record(bank: Bank, shards: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "pool": bank.pool,
        "size": bank.size,
        "stars": bank.stars,
        "tier": bank.tier,
        "length": bank.length,
        "shards": shards,
    }


def _order(lengths: dict[str, int]) -> tuple[int, int, int]:
    return lengths[""], lengths[".br"], lengths[".gz"]
