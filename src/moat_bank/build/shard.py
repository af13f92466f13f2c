"""Shards: one tier of one bank, cut into files of which one lookup reads one."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import orjson

from moat_bank.kind import shard_file


def shard_bytes(tier: str, entries: Sequence[dict[str, Any]]) -> bytes:
    """The file of one shard: an object of the tier to its entries, UTF-8, and a final newline."""
    return orjson.dumps({tier: entries}, option=orjson.OPT_APPEND_NEWLINE)


def shard_record(stem: str, number: int, entries: int, data: bytes) -> dict[str, Any]:
    """What the manifest says of a shard.

    Args:
        stem: how the files of the bank begin: see ``bank_stem``.
        number: the shard's place in its bank, from 0.
        entries: how many it holds.
        data: its bytes.
    """
    digest = hashlib.sha256(data).hexdigest()
    return {
        "file": shard_file(stem, number, digest),
        "count": entries,
        "bytes": len(data),
        "sha256": digest,
    }
