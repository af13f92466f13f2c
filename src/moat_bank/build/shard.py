"""Shards: one tier of one bank, cut into files of which one lookup reads one."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import orjson


def shard_bytes(tier: str, entries: Sequence[dict[str, Any]]) -> bytes:
    """The file of one shard: an object of the tier to its entries, UTF-8, and a final newline."""
    return orjson.dumps({tier: entries}, option=orjson.OPT_APPEND_NEWLINE)


def shard_record(stem: str, number: int, entries: int, data: bytes) -> dict[str, Any]:
    """What the manifest says of a shard.

    Args:
        stem: pool, kind of board and tier, as in ``levels/8x8-1-hard``.
        number: the shard's place in its bank, from 0.
        entries: how many it holds.
        data: its bytes.
    """
    digest = hashlib.sha256(data).hexdigest()
    # The hash in the name: a file once fetched under it never changes and may be kept for good.
    name = f"{stem}-{number:04d}.{digest[:12]}.json"
    return {"file": name, "count": entries, "bytes": len(data), "sha256": digest}
