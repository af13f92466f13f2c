"""Shards: one tier of one bank, cut into files of which one lookup reads one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import orjson


def shard_bytes(tier: str, entries: Sequence[dict[str, Any]]) -> bytes:
    """The file of one shard: an object of the tier to its entries, UTF-8, and a final newline."""
    return orjson.dumps({tier: entries}, option=orjson.OPT_APPEND_NEWLINE)


def cut_shards(
    pool: str, board: str, tier: str, entries: Sequence[dict[str, Any]], length: int
) -> Iterator[tuple[dict[str, Any], bytes]]:
    """The shards of one bank: the manifest's record of each, and its bytes.

    Args:
        pool: levels, daily or events.
        board: the kind of board as in names of files, such as ``8x8-1``.
        tier: the tier's name.
        entries: all entries of the bank.
        length: entries of each shard; the last may have fewer.
    """
    for start in range(0, len(entries), length):
        part = entries[start : start + length]
        data = shard_bytes(tier, part)
        digest = hashlib.sha256(data).hexdigest()
        # The hash in the name: a file once fetched under it never changes and is kept for good.
        name = f"{pool}/{board}-{tier}-{start // length:04d}.{digest[:12]}.json"
        yield {"file": name, "count": len(part), "bytes": len(data), "sha256": digest}, data
