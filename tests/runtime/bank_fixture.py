"""Writes small banks by hand, sharing no code with the package.

The boards are valid and plain: the stars of each row are a region's, and some cells at the left
and right ends of the rows are given to the row above or below.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

TIERS = ("easy", "medium", "hard", "super_hard")


@cache
def placements(size: int, stars: int, limit: int) -> list[list[list[int]]]:
    """The first placements, in order: rows of columns, no two stars touching."""
    choices = [
        list(cols)
        for cols in combinations(range(size), stars)
        if all(b - a > 1 for a, b in pairwise(cols))
    ]
    found: list[list[list[int]]] = []

    def extend(rows: list[list[int]]) -> None:
        if len(found) == limit:
            return
        if len(rows) == size:
            found.append(rows)
            return
        for cols in choices:
            full = any(sum(c in row for row in rows) == stars for c in cols)
            near = rows and any(abs(a - b) <= 1 for a in rows[-1] for b in cols)
            if not full and not near:
                extend([*rows, cols])

    extend([])
    return found


def make_board(size: int, rows: list[list[int]], variant: int) -> list[list[int]]:
    """A region map: region r is row r, but the bits of variant give away ends of odd rows."""
    regions = [[r] * size for r in range(size)]
    for r in range(1, size, 2):
        if variant >> r & 1 and 0 not in rows[r]:
            regions[r][0] = r - 1
        if variant >> (r - 1) & 1 and size - 1 not in rows[r] and r + 1 < size:
            regions[r][size - 1] = r + 1
    return regions


def in_reading_order(regions: list[list[int]]) -> list[list[int]]:
    """The same regions, named 0, 1, ... as a reader meets them."""
    met: list[int] = []
    for row in regions:
        met += [cell for cell in dict.fromkeys(row) if cell not in met]
    return [[met.index(cell) for cell in row] for row in regions]


def make_entry(size: int, stars: int, number: int) -> dict:
    choices = placements(size, stars, 2 if stars > 1 else 40)
    rows = choices[number % len(choices)]
    return {
        "seed": 2**32 + number,
        "style": "organic",
        "regionMap": in_reading_order(make_board(size, rows, number + 1)),
        "solution": [row[0] for row in rows] if stars == 1 else rows,
        "r": 1 + number % 5,
        "steps": 7,
        "rounds": [*range(1, 13 if stars > 1 else 6)],
        "narrowest": 1,
        "k": 0,
        "k2": 0,
        "score": 20,
        "id": hashlib.sha256(f"{size} {stars} {number}".encode()).hexdigest()[:16],
        "generator": "stars-1",
        "rater": "stars-2",
    }


def old_entry(entry: dict) -> dict:
    """An entry as formats 1 and 2 had it: a key for each count of rounds, other region numbers."""
    old: dict = {}
    for key, value in entry.items():
        if key == "rounds":
            old |= {f"r{technique}": rounds for technique, rounds in enumerate(value, 1)}
        elif key == "regionMap":
            old[key] = [[len(value) - 1 - cell for cell in row] for row in value]
        else:
            old[key] = value
    return old


# (pool, size, stars, tier, length)
BANKS = (
    ("levels", 5, 1, "easy", 7),
    ("levels", 5, 1, "medium", 5),
    ("levels", 6, 1, "easy", 3),
    ("levels", 6, 1, "medium", 9),
    ("levels", 9, 2, "easy", 3),
    ("levels", 9, 2, "medium", 1),
    ("daily", 6, 1, "easy", 5),
    ("daily", 6, 1, "hard", 7),
    ("events", 7, 1, "medium", 3),
)
BOARDS = ((1, 5, 1), (11, 6, 1), (20, 9, 2), (31, 5, 1))
PATTERN = ("easy", "easy", "medium")


def write_bank(
    folder: Path, banks=BANKS, boards=BOARDS, pattern=PATTERN, shard: int = 4, form: int = 3
) -> dict:
    """Write shards and manifest.json of format 1 or 3 into a folder; returns the manifest."""
    family = {"family": "stars"} if form == 3 else {}
    items = []
    made = 0
    for pool, size, stars, tier, length in banks:
        entries = [make_entry(size, stars, made + n) for n in range(length)]
        if form == 1:
            entries = [old_entry(entry) for entry in entries]
        made += length
        shards = []
        for n, start in enumerate(range(0, length, shard)):
            some = entries[start : start + shard]
            stem = f"{'stars-' * (form == 3)}{size}x{size}-{stars}-{tier}"
            shards.append(write_shard(folder, f"{pool}/{stem}-{n:04d}", {tier: some}, len(some)))
        items.append(
            {"pool": pool, **family, "size": size, "stars": stars, "tier": tier, "length": length}
            | {"shards": shards}
        )
    versions = {"generator": "stars-1", "rater": "stars-2"}
    head: dict = {"format": 1, "edition": "test-1", "family": "stars", **versions}
    if form == 3:
        head = {"format": 3, "encoding": "rows", "edition": "test-1"}
        head["versions"] = {"stars": versions}
    manifest = {
        **head,
        "shard": shard,
        "banks": items,
        "levels": {
            "boards": [{"from": a, **family, "size": b, "stars": c} for a, b, c in boards],
            "tiers": list(pattern),
        },
        "daily": {"key": 123456789},
        "events": {"key": 987654321},
        "config": {"edition": "test-1"},
    }
    write_manifest(folder, manifest)
    return manifest


GRIDS = (
    ("levels", 3, 4, "easy", 5),
    ("levels", 3, 4, "medium", 3),
    ("levels", 4, 4, "easy", 3),
    ("levels", 4, 4, "medium", 1),
    ("daily", 3, 4, "hard", 3),
    ("events", 2, 5, "easy", 3),
)
"""Banks of the toy family (pool, height, width, tier, length), which must be known to read them."""


def make_grid(height: int, width: int, number: int) -> dict:
    """An entry of the toy family; others may have the same counts."""
    cells = [(number * 37 + 11 * n * n) % 3 == 0 for n in range(height * width)]
    rows = [cells[start : start + width] for start in range(0, height * width, width)]
    return {
        "seed": number,
        "style": "even",
        "rowCounts": [sum(row) for row in rows],
        "colCounts": [sum(col) for col in zip(*rows, strict=True)],
        "solution": ["".join(".#"[cell] for cell in row) for row in rows],
        "r": 1,
        "steps": 3 + number % 2,
        "rounds": [2, 1 + number % 2],
        "score": 30,
        "id": f"{number:016x}",
        "generator": "lonesum-1",
        "rater": "lonesum-1",
    }


def write_two_families(folder: Path) -> dict:
    """Banks of stars and of the toy family in one edition, by turns along the levels."""
    manifest = write_bank(folder)
    for at, (pool, height, width, tier, length) in enumerate(GRIDS):
        kind = {"family": "lonesum", "height": height, "width": width}
        shards = []
        for n, start in enumerate(range(0, length, 4)):
            some = [make_grid(height, width, 10 * at + k) for k in range(length)[start : start + 4]]
            stem = f"{pool}/lonesum-{height}x{width}-{tier}-{n:04d}"
            shards.append(write_shard(folder, stem, {tier: some}, len(some)))
        bank = {"pool": pool, **kind, "tier": tier, "length": length, "shards": shards}
        manifest["banks"].insert(2 * at, bank)
    boards = manifest["levels"]["boards"]
    for start, height in ((5, 3), (15, 4), (25, 3), (40, 4)):
        boards.append({"from": start, "family": "lonesum", "height": height, "width": 4})
    boards.append({"from": 43, "family": "stars", "size": 5, "stars": 1})
    boards.sort(key=lambda step: step["from"])
    manifest["versions"]["lonesum"] = {"generator": "lonesum-1", "rater": "lonesum-1"}
    write_manifest(folder, manifest)
    return manifest


def write_shard(folder: Path, stem: str, content: object, count: int) -> dict:
    """Write one shard and return what a manifest says of it; ``stem``: pool, kind, tier, number."""
    data = json.dumps(content, separators=(",", ":")).encode() + b"\n"
    digest = hashlib.sha256(data).hexdigest()
    name = f"{stem}.{digest[:12]}.json"
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return {"file": name, "count": count, "bytes": len(data), "sha256": digest}


def write_manifest(folder: Path, manifest: object) -> None:
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")
