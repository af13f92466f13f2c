"""The manifest: what a folder of banks holds, and how levels and days fall on it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from moat_bank.build.config import POOLS, BoardConfig, Config, normal, normal_plan
from moat_bank.build.shard import shard_bytes, shard_record
from moat_bank.errors import MoatError
from moat_bank.families.legacy import Family
from moat_bank.files import write_atomic
from moat_bank.kind import TIERS

FORMAT = 1
MANIFEST = "manifest.json"
RISING = "levels"
"""The pool whose banks get harder from entry to entry; the others are met in any order."""


def pool_key(seed: int, pool: str) -> int:
    """The 32-bit key of a pool's permutation, from the master seed."""
    return int.from_bytes(hashlib.sha256(f"moat_bank {pool} {seed}".encode()).digest()[:4], "big")


def manifest_bytes(manifest: dict[str, Any]) -> bytes:
    """The manifest's file: an indent of two, and a final newline."""
    return orjson.dumps(manifest, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def write_banks(
    folder: Path, config: Config, family: Family, selected: Iterable[NDArray[np.void]]
) -> dict[str, Any]:
    """Write the shards of every bank and then the manifest into a folder, and return the manifest.

    Args:
        folder: an empty folder, or one to make.
        config: the build.
        family: makes entries from records.
        selected: the records of each board of the config, joined bank by bank as in ``select.cut``.
    """
    banks: list[dict[str, Any]] = []
    for board, records in zip(config.boards, selected, strict=True):
        banks.extend(_write_board(folder, config.shard, family, board, records))
    banks.sort(key=lambda bank: POOLS.index(bank["pool"]))  # stable: boards and tiers keep theirs
    manifest = {
        "format": FORMAT,
        "edition": config.edition,
        "family": family.name,
        "generator": family.generator,
        "rater": family.rater,
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
    folder: Path, length: int, family: Family, board: BoardConfig, records: NDArray[np.void]
) -> list[dict[str, Any]]:
    banks = []
    for pool, tier, chosen in _banks(board, records):
        part = _rising(family, board, chosen) if pool == RISING else chosen
        shards = []
        for number, start in enumerate(range(0, len(part), length)):
            entries = family.entries(board.spec, part[start : start + length])
            data = shard_bytes(tier, entries)
            shard = shard_record(f"{pool}/{board.name}-{tier}", number, len(entries), data)
            write_atomic(folder / shard["file"], data, sync=False)
            shards.append(shard)
        size, stars = board.spec.size, board.spec.stars
        bank = {"pool": pool, "size": size, "stars": stars, "tier": tier, "length": len(part)}
        banks.append({**bank, "shards": shards})
    return banks


def _rising(family: Family, board: BoardConfig, records: NDArray[np.void]) -> NDArray[np.void]:
    """The records of a tier in the order in which levels meet them: ever harder, then by seed."""
    return records[np.argsort(family.scores(board.spec, records), kind="stable")]


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
