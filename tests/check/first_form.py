"""The tiny bank as version 1 of the format had it: files, entries and manifest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson

from tests.check import tiny_bank


def old_entry(entry: dict[str, Any]) -> dict[str, Any]:
    """Regions numbered by the rows of their stars, and a key for the rounds of each technique."""
    old: dict[str, Any] = {}
    for key, value in entry.items():
        if key == "rounds":
            old |= {f"r{number}": rounds for number, rounds in enumerate(value, 1)}
        elif key == "regionMap":
            row = {value[r][c]: r for r, c in enumerate(entry["solution"])}
            old[key] = [[row[cell] for cell in cells] for cells in value]
        else:
            old[key] = value
    return old


def manifest() -> dict[str, Any]:
    """The manifest, its banks still to be filled in by ``write``."""
    head = tiny_bank.manifest()
    versions = head["versions"]["stars"]
    config = {
        **{key: head["config"][key] for key in ("edition", "seed")},
        "family": "stars",
        "generation": head["config"]["generation"],
        "quality": head["config"]["quality"]["stars"],
        "twins": head["config"]["twins"],
        "shard": tiny_bank.SHARD,
        "boards": [_without(board, "family", "twins") for board in head["config"]["boards"]],
        "levels": _levels(head["levels"]),
    }
    return {
        "format": 1,
        "edition": head["edition"],
        "family": "stars",
        **versions,
        "shard": tiny_bank.SHARD,
        "banks": [],
        "levels": _levels(head["levels"]),
        "daily": head["daily"],
        "events": head["events"],
        "config": config,
    }


def _levels(levels: dict[str, Any]) -> dict[str, Any]:
    boards = [_without(step, "family") for step in levels["boards"]]
    return {"boards": boards, "tiers": list(levels["tiers"])}


def _without(value: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: inner for key, inner in value.items() if key not in keys}


def write(
    folder: Path,
    banks: dict[tuple[str, int, str], list[dict[str, Any]]] | None = None,
    head: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Write shards and manifest with hashes that fit, and give the manifest."""
    head = head or manifest()
    for (pool, size, tier), listed in (entries() if banks is None else banks).items():
        shards = []
        for j, start in enumerate(range(0, len(listed), tiny_bank.SHARD)):
            part = listed[start : start + tiny_bank.SHARD]
            record = tiny_bank.write_shard(folder, (pool, size, tier), j, {tier: part}, len(part))
            old = record["file"].replace("stars-", "")
            (folder / record["file"]).rename(folder / old)
            shards.append({**record, "file": old})
        kind = {"size": size, "stars": 1}
        head["banks"].append(
            {"pool": pool, **kind, "tier": tier, "length": len(listed), "shards": shards}
        )
    tiny_bank.write_manifest(folder, head)
    return head


def entries() -> dict[tuple[str, int, str], list[dict[str, Any]]]:
    """The entries of each bank (pool, size, tier)."""
    return {key: [old_entry(one) for one in listed] for key, listed in tiny_bank.entries().items()}


def with_config(folder: Path) -> None:
    """Give a manifest of banks of stars, kept for readers alone, the config that made it."""
    path = folder / "manifest.json"
    head = orjson.loads(path.read_bytes())
    kinds = dict.fromkeys((bank["size"], bank["stars"]) for bank in head["banks"])
    lengths = {
        (bank["size"], bank["stars"], bank["pool"], bank["tier"]): bank["length"]
        for bank in head["banks"]
    }
    generation = {"pilot": 10, "batch": 10, "ceiling": 100}
    head["config"] = {
        "edition": head["edition"],
        "seed": 1,
        "family": "stars",
        "generation": generation,
        "quality": {"smallest_region": 1, "single_cell_regions": 1, "largest_share": 50},
        "twins": {"distance": 3},
        "shard": head["shard"],
        "boards": [
            {
                "size": size,
                "stars": stars,
                "style": "organic",
                "generation": generation,
                **{
                    pool: {
                        tier: lengths.get((size, stars, pool, tier), 0) for tier in tiny_bank.TIERS
                    }
                    for pool in tiny_bank.POOLS
                },
            }
            for size, stars in kinds
        ],
        "levels": head["levels"],
    }
    tiny_bank.write_manifest(folder, head)
