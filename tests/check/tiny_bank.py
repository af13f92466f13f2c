"""A tiny good folder of banks, made of boards that the oracles found and rated, not the package."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from moat_bank.families.stars import words
from tests.families.stars.oracle import boards, exhaustive, plain_form

MASTER = 7
SHARD = 2
LENGTHS = {
    ("levels", 5): {"easy": 5, "medium": 3},
    ("levels", 6): {"easy": 3, "medium": 5, "hard": 1},
    ("daily", 6): {"easy": 3},
    ("events", 6): {"medium": 1},
}
TIERS = ("easy", "medium", "hard", "super_hard")
POOLS = ("levels", "daily", "events")


BOARDS = {
    5: {
        1: "00011/00112/00422/44433/44433",
        2: "44330/44133/22133/22133/22113",
        3: "33000/43300/43300/42001/22111",
        4: "11144/11444/11024/33322/32222",
        5: "10002/12222/14222/14232/44222",
        6: "31444/33342/33222/33002/00000",
        8: "22214/22244/00244/00044/33044",
        11: "33300/33000/32014/11114/11114",
    },
    6: {
        1: "150000/154002/144432/122332/122322/222222",
        2: "442111/044111/044441/054411/004433/000000",
        3: "455111/441111/211111/222111/222130/223330",
        4: "222444/222444/222440/332100/351110/351110",
        5: "522222/555111/553111/555555/555440/544444",
        6: "442225/344455/333455/333555/333551/330551",
        8: "052224/054444/000444/001444/033344/033344",
        9: "110255/110255/100225/403325/403333/443333",
        10: "111000/110022/111555/115555/315555/334455",
        11: "344452/355455/355455/355555/355515/305515",
        12: "442222/455222/445522/445000/445003/411133",
        13: "322222/522444/552114/050014/000444/000044",
        1146: "055555/055515/000515/034111/334222/444222",
    },
}
"""Found by a search with the oracles, by size and number: unique, not symmetric, no two alike."""


@cache
def rated_boards(size: int) -> dict[str, list[dict[str, Any]]]:
    """Entries by tier, as many as ``LENGTHS`` names."""
    found: dict[str, list[dict[str, Any]]] = {tier: [] for tier in TIERS}
    for number, text in BOARDS[size].items():
        grid = [[int(cell) for cell in row] for row in text.split("/")]
        tier = words.rate(grid, 1).tier
        found[tier].append(entry(grid, MASTER * 2**32 + number))
    return found


def entry(grid: boards.Grid, seed: int) -> dict[str, Any]:
    """An entry as the build would write it."""
    rating = words.rate(grid, 1)
    form = plain_form.canonical(grid)
    return {
        "seed": seed,
        "style": "organic",
        "regionMap": in_reading_order(grid),
        "solution": [row[0] for row in exhaustive.solutions(grid, 1, 1)[0]],
        "r": rating.hardest,
        "steps": rating.steps,
        "rounds": list(rating.rounds),
        "narrowest": rating.narrowest,
        "k": rating.widest_set,
        "k2": rating.sets_of_two,
        "score": rating.score,
        "id": f"{plain_form.number_of(len(grid), form):016x}",
        "generator": "stars-1",
        "rater": "stars-2",
    }


def in_reading_order(grid: boards.Grid) -> list[list[int]]:
    """The grid with its regions numbered as they first appear."""
    size, flat = len(grid), plain_form.renumber(grid)
    return [list(flat[start : start + size]) for start in range(0, size * size, size)]


def entries() -> dict[tuple[str, int, str], list[dict[str, Any]]]:
    """The entries of each bank (pool, size, tier), in the order of pools, sizes and tiers."""
    stock = {size: {t: list(e) for t, e in rated_boards(size).items()} for size in (5, 6)}
    return {
        (pool, size, tier): sorted(
            (
                orjson.loads(orjson.dumps(stock[size][tier].pop(0)))
                for _ in range(LENGTHS[pool, size][tier])
            ),
            key=lambda entry: (entry["score"] if pool == "levels" else 0, entry["seed"]),
        )
        for pool in POOLS
        for size in (5, 6)
        for tier in TIERS
        if LENGTHS.get((pool, size), {}).get(tier)
    }


def step(first: int, size: int, stars: int = 1) -> dict[str, Any]:
    """A step of the level plan."""
    return {"from": first, "family": "stars", "size": size, "stars": stars}


def manifest() -> dict[str, Any]:
    """The manifest, its banks still to be filled in by ``write``."""
    plan = {
        "boards": [step(1, 5), step(9, 6)],
        "tiers": ["easy", "medium", "easy"],
    }
    return {
        "format": 3,
        "encoding": "rows",
        "edition": "tiny-1",
        "versions": {"stars": {"generator": "stars-1", "rater": "stars-2"}},
        "shard": SHARD,
        "banks": [],
        "levels": plan,
        "daily": {"key": 11},
        "events": {"key": 2**32 - 1},
        "config": {
            "edition": "tiny-1",
            "seed": MASTER,
            "generation": {"pilot": 10, "batch": 10, "ceiling": 100},
            "quality": {
                "stars": {"smallest_region": 1, "single_cell_regions": 6, "largest_share": 100}
            },
            "twins": {"distance": 0},
            "shard": SHARD,
            "boards": [
                {
                    "family": "stars",
                    "size": size,
                    "stars": 1,
                    "style": "organic",
                    "generation": {"pilot": 10, "batch": 10, "ceiling": 100},
                    "twins": {"distance": 0},
                    **{
                        pool: {t: LENGTHS.get((pool, size), {}).get(t, 0) for t in TIERS}
                        for pool in POOLS
                    },
                }
                for size in (5, 6)
            ],
            "levels": orjson.loads(orjson.dumps(plan)),
        },
    }


def write(
    folder: Path,
    banks: dict[tuple[str, int, str], list[dict[str, Any]]] | None = None,
    head: dict[str, Any] | None = None,
    stars: int = 1,
) -> dict[str, Any]:
    """Write shards and manifest with hashes that fit, and give the manifest."""
    head = head or manifest()
    for (pool, size, tier), listed in (entries() if banks is None else banks).items():
        shards = []
        for j, start in enumerate(range(0, len(listed), SHARD)):
            part = listed[start : start + SHARD]
            bank = (pool, size, tier)
            shards.append(write_shard(folder, bank, j, {tier: part}, len(part), stars))
        head["banks"].append(
            {
                "pool": pool,
                "family": "stars",
                "size": size,
                "stars": stars,
                "tier": tier,
                "length": len(listed),
                "shards": shards,
            }
        )
    write_manifest(folder, head)
    return head


def write_shard(
    folder: Path, bank: tuple[str, int, str], j: int, value: Any, count: int, stars: int = 1
) -> dict[str, Any]:
    """Write one shard, bytes or JSON, and give the manifest's line of it."""
    pool, size, tier = bank
    data = value if isinstance(value, bytes) else orjson.dumps(value) + b"\n"
    digest = sha256(data).hexdigest()
    file = f"{pool}/stars-{size}x{size}-{stars}-{tier}-{j:04d}.{digest[:12]}.json"
    (folder / pool).mkdir(parents=True, exist_ok=True)
    (folder / file).write_bytes(data)
    return {"file": file, "count": count, "bytes": len(data), "sha256": digest}


def write_manifest(folder: Path, head: Any) -> None:
    options = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    (folder / "manifest.json").write_bytes(orjson.dumps(head, option=options))
