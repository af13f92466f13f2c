"""The manifest: what a folder of banks holds, and how levels and days fall on it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from moat_bank.build.config import BoardConfig, Config, kind_keys, normal, normal_plan
from moat_bank.build.shard import shard_bytes, shard_record
from moat_bank.errors import MoatError
from moat_bank.families.base import Engine
from moat_bank.files import write_atomic
from moat_bank.kind import POOLS, TIERS, Kind, bank_stem

FORMAT = 3
ENCODING = "rows"
"""Entries stand one after the other; bundles have them in columns."""

MANIFEST = "manifest.json"
RISING = "levels"
"""The pool whose banks get harder from entry to entry; the others are met in any order."""


def pool_key(seed: int, pool: str) -> int:
    """The 32-bit key of a pool's permutation, from the master seed."""
    return int.from_bytes(hashlib.sha256(f"moat_bank {pool} {seed}".encode()).digest()[:4], "big")


def manifest_bytes(manifest: dict[str, Any]) -> bytes:
    """The manifest's file: an indent of two, and a final newline."""
    return orjson.dumps(manifest, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def bank_keys(pool: str, kind: Kind, tier: str, length: int) -> dict[str, Any]:
    """The keys of a bank in a manifest, but its shards."""
    return {"pool": pool, **kind_keys(kind), "tier": tier, "length": length}


def write_banks(
    folder: Path,
    config: Config,
    engines: Mapping[str, Engine],
    selected: Iterable[NDArray[np.void]],
) -> dict[str, Any]:
    """Write the shards of every bank and then the manifest into a folder, and return the manifest.

    Args:
        folder: an empty folder, or one to make.
        config: the build.
        engines: those of the config's families; they make entries from records.
        selected: the records of each board of the config, joined bank by bank as in ``select.cut``.
    """
    banks: list[dict[str, Any]] = []
    for board, records in zip(config.boards, selected, strict=True):
        banks.extend(_write_board(folder, config.shard, engines[board.family], board, records))
    banks.sort(key=lambda bank: POOLS.index(bank["pool"]))  # stable: boards and tiers keep theirs
    manifest = {
        "format": FORMAT,
        "encoding": ENCODING,
        "edition": config.edition,
        "versions": {
            family: {"generator": engines[family].generator, "rater": engines[family].rater}
            for family in config.families
        },
        "shard": config.shard,
        "banks": banks,
        "levels": normal_plan(config.levels),
        "daily": {"key": pool_key(config.seed, "daily")},
        "events": {"key": pool_key(config.seed, "events")},
        "config": normal(config),
    }
    write_atomic(folder / MANIFEST, manifest_bytes(manifest))
    return manifest


def _write_board(
    folder: Path, length: int, engine: Engine, board: BoardConfig, records: NDArray[np.void]
) -> list[dict[str, Any]]:
    banks = []
    kind = board.spec.kind
    for pool, tier, chosen in _banks(board, records):
        part = _rising(engine, board, chosen) if pool == RISING else chosen
        shards = []
        for number, start in enumerate(range(0, len(part), length)):
            entries = engine.entries(board.spec, part[start : start + length])
            data = shard_bytes(tier, entries)
            shard = shard_record(bank_stem(pool, kind, tier), number, len(entries), data)
            write_atomic(folder / shard["file"], data, sync=False)
            shards.append(shard)
        banks.append({**bank_keys(pool, kind, tier, len(part)), "shards": shards})
    return banks


def _rising(engine: Engine, board: BoardConfig, records: NDArray[np.void]) -> NDArray[np.void]:
    """The records of a tier in the order in which levels meet them: ever harder, then by seed."""
    return records[np.argsort(engine.scores(board.spec, records), kind="stable")]


def _banks(
    board: BoardConfig, records: NDArray[np.void]
) -> Iterator[tuple[str, str, NDArray[np.void]]]:
    """The records of each bank (pool, tier, records), in the order in which they were joined.

    Raises:
        MoatError: the records are not what the config's lengths ask for.
    """
    start = 0
    for pool in POOLS:
        for number, tier in enumerate(TIERS):
            length = board.lengths[pool][tier]
            part = records[start : start + length]
            start += length
            if len(part) != length or (part["tier"] != number).any():
                raise MoatError(f"{board.name}: the boards chosen are not those of the config")
            if length:
                yield pool, tier, part
    if start != len(records):
        raise MoatError(f"{board.name}: more boards were chosen than the config asks for")
