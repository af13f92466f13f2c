"""What Python's runtime answers, as text, for the JavaScript client to give as well."""

from __future__ import annotations

import hashlib
import json
import random
import re
import shutil
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import orjson

from moat_bank.build.publish import publish
from moat_bank.bundle import Shape, bundle
from moat_bank.cli.lookup import level_json
from moat_bank.families.stars.play import RULES
from moat_bank.runtime import Banks
from moat_bank.runtime.editions import TakesOver
from moat_bank.runtime.plan import MAX_LEVEL
from moat_bank.symmetry import transform_rows
from tests.families.stars.claims import check_stars
from tests.families.stars.views import transform_solution
from tests.families.toy import lonesum
from tests.runtime.bank_fixture import make_entry, write_bank, write_manifest, write_two_families
from tests.test_symmetry import SHARED

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
CLIENT = ROOT / "web/client/moat-bank.js"

NO_DAYS = [
    "2026-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "0000-01-01", "2026-3-1", "20260301 ",
    "2026-03-01T00:30", "2026-03-01T24:01Z", "2026-03-01T00:60Z", "2026-03-01T00:00:61Z",
    "2026-03-01T00:00+24:00", "0001-01-01T00:00+00:01", "9999-12-31T23:59-00:01", "", "today",
    "2026-03-01\n", "+2026-03-01", "2026-03-01Z",
]  # fmt: skip
MOMENTS = [
    ("2026-03-01T00:30+02:00", 20512), ("2026-02-28T23:30-02:00", 20513),
    ("2026-03-01 00:00Z", 20513), ("2026-03-01T23:59:59.999999Z", 20513),
    ("2026-03-01T00:00:00-00:00", 20513), ("0001-01-01T00:00Z", -719162),
    ("9999-12-31T23:59:59+00:00", 2932896), ("1969-12-31T23:59Z", -1),
    ("1970-01-01T05:29:59.5+05:30", -1),
]  # fmt: skip


def write_vectors(folder: Path) -> None:
    """The client, its check, bundles and folders of banks, and vectors.json."""
    for file in (CLIENT, HERE / "check.js", HERE / "page.html"):
        shutil.copy(file, folder / file.name)
    (folder / "families").mkdir()
    shutil.copy(CLIENT.parent / "families/stars.js", folder / "families")
    toy = (HERE / "lonesum.js").read_text().replace("./moat-bank.js", "../moat-bank.js")
    (folder / "families/lonesum.js").write_text(toy)
    for old in ("format-1", "format-2"):
        shutil.copytree(HERE.parent / "fixtures" / old, folder / old)
    with lonesum():
        write_answers(folder)


def write_answers(folder: Path) -> None:
    write_bank(folder / "rows")
    bundle(ROOT / "banks" / "stars", folder / "committed")
    bundle(folder / "rows", folder / "columns")
    bundle(ROOT / "banks" / "stars", folder / "hidden", Shape(solutions=False, shard=20))
    write_mixed(folder / "mixed-rows")
    bundle(folder / "mixed-rows", folder / "mixed")
    write_two_families(folder / "two-rows")
    bundle(folder / "two-rows", folder / "two")
    write_chain(folder / "chain-rows", folder / "parts")
    bundle(folder / "chain-rows", folder / "chain")
    daily = (ROOT / "docs/daily.md").read_text()
    fixed = json.loads(re.findall(r"^```json\n(.*?)^```", daily, re.MULTILINE | re.DOTALL)[-1])
    vectors = {
        "symmetry": [*published_symmetry(), *own_symmetry()],
        "pairs": fixed["pairs"],
        "event_keys": fixed["events"],
        "days": [*fixed["days"], *MOMENTS],
        "no_days": NO_DAYS,
        "stars": [[*case, check_stars(*case).broken] for case in star_cases()],
        "editions": [
            {"folder": "committed", "calls": calls(folder / "committed", 10_000, 1_000)},
            {"folder": "columns", "calls": calls(folder / "columns", 600, 200)},
            {"folder": "mixed", "calls": calls(folder / "mixed", 300, 50)},
            {"folder": "chain", "calls": calls(folder / "chain", 300, 400)},
            {"folder": "chain-rows", "calls": calls(folder / "chain-rows", 300, 400)},
            {"folder": "rows", "calls": calls(folder / "rows", 600, 200)},
            {"folder": "hidden", "calls": calls(folder / "hidden", 300, 100)},
            {"folder": "two", "calls": calls(folder / "two", 300, 100)},
            {"folder": "two-rows", "calls": calls(folder / "two-rows", 300, 100)},
            {"folder": "format-1", "calls": calls(folder / "format-1", 300, 100)},
            {"folder": "format-2", "calls": calls(folder / "format-2", 300, 100)},
        ],
    }
    (folder / "vectors.json").write_bytes(orjson.dumps(vectors))


def write_mixed(folder: Path) -> None:
    """A bank of boards of one size with one star and with two, some entries with one key more."""
    lengths = (("levels", 9, 1, "easy", 7), ("levels", 9, 2, "easy", 5), ("daily", 9, 2, "easy", 3),
               ("events", 9, 1, "easy", 3))  # fmt: skip
    manifest = write_bank(
        folder, lengths, ((1, 9, 1), (4, 9, 2), (11, 9, 1), (12, 9, 2)), ("easy",)
    )
    for bank in manifest["banks"]:
        for shard in bank["shards"]:
            path = folder / shard["file"]
            content = json.loads(path.read_bytes())
            for entry in content["easy"][::3]:
                entry["aim"] = 4
            data = json.dumps(content).encode()
            digest = hashlib.sha256(data).hexdigest()
            path.unlink()
            name = f"{shard['file'].split('.')[0]}.{digest[:12]}.json"
            (folder / name).write_bytes(data)
            shard |= {"file": name, "bytes": len(data), "sha256": digest}
    write_manifest(folder, manifest)


def write_chain(folder: Path, parts: Path) -> None:
    """Three editions of which each takes over from the one before; the first has no events."""
    levels = [("levels", 5, 1, "easy"), ("levels", 6, 1, "easy"), ("daily", 6, 1, "hard")]
    events = ("events", 7, 1, "medium")
    since = (None, TakesOver(40, "2026-02-01"), TakesOver(100))
    for n, kinds in enumerate((levels, [*levels, events], [*levels, events])):
        lengths = [(*kind, 3 + 2 * n) for kind in kinds]
        plan = ((1, 5, 1), (10 + n, 6, 1))
        manifest = write_bank(parts / str(n), lengths, plan, ("easy",), shard=2 + n, form=1)
        manifest["edition"] = f"part-{n}"
        manifest["daily"]["key"] += n
        manifest["events"]["key"] += n
        write_manifest(parts / str(n), manifest)
        publish(parts / str(n), folder, since[n])


def published_symmetry() -> list[dict[str, Any]]:
    """Answers fixed elsewhere, where they are to be had."""
    path = SHARED / "vectors/symmetry.json"
    return json.loads(path.read_text())["boards"] if path.exists() else []


def own_symmetry() -> list[dict[str, Any]]:
    boards = []
    for size, stars in ((5, 1), (8, 1), (9, 2), (11, 2), (13, 3)):
        entry = make_entry(size, stars, size)
        regions, solution = entry["regionMap"], entry["solution"]
        shown = [
            {
                "regionMap": transform_rows(regions, t),
                "solution": transform_solution(solution, t),
            }
            for t in range(8)
        ]
        boards.append({"regionMap": regions, "solution": solution, "transforms": shown})
    return boards


def calls(folder: Path, levels: int, days: int) -> list[list[Any]]:
    """``[method, arguments, answer]`` for levels in a row, late ones, days, events and claims."""
    banks = Banks(folder)
    rng = random.Random(6)
    late = [2**k + d for k in range(20, 53) for d in (-1, 0, 1)]
    late += [MAX_LEVEL - d for d in range(20)] + [rng.randrange(1, MAX_LEVEL) for _ in range(100)]
    listed = []
    for n in [*range(1, levels + 1), *late]:
        listed.append(["level", [n], text(banks.level(n))])
    for n in range(days):
        day = (date(2026, 1, 1) + timedelta(n)).isoformat()
        listed.append(["daily", [day], text(banks.daily(day))])
    for day in ("0001-01-01", "1969-12-31", "9999-12-31", "2026-03-01T00:30+02:00"):
        listed.append(["daily", [day], text(banks.daily(day))])
    for name in ("spring", "Spring", "été", "🐈 week", ' "a" '):
        for n in [*range(1, 41), MAX_LEVEL]:
            listed.append(["event", [name, n], text(banks.event(name, n))])
    newest = banks.editions[-1].manifest.edition
    for n in range(1, 20):
        level = banks.event("spring", n, newest)
        listed.append(["event", ["spring", n, newest], text(level)])
    for which in (
        1,
        26,
        MAX_LEVEL,
        "2026-03-01",
        ("event", "spring", 3),
        ("event", "spring", 3, newest),
    ):
        for stars in claims(banks, which, rng):
            claim = banks.check_claim(which, stars)
            answer = {"valid": claim.valid, "broken": claim.broken}
            listed.append(["checkClaim", [which, stars], orjson.dumps(answer).decode()])
    return listed


def text(level: Any) -> str:
    return orjson.dumps(level_json(level)).decode()


def claims(banks: Banks, which: Any, rng: random.Random) -> list[Any]:
    level = banks.level(which) if isinstance(which, int) else banks.daily("2026-03-01")
    if isinstance(which, tuple):
        level = banks.event(*which[1:])
    if level.family != "stars":
        solutions = [] if level.solution is None else [level.solution, level.solution[::-1]]
        return [None, [], ["###"], "stars", *solutions]
    size, stars = level.size, level.stars
    found: list[Any] = [None, [], [[0, 0]] * (size * stars)]
    if level.solution is not None:
        found.append(cells(level.solution))
    for _ in range(20):
        board = [[r, c] for r in range(size) for c in range(size)]
        found.append(rng.sample(board, size * stars))
    return found


def cells(solution: Any) -> list[list[int]]:
    rows = [row if isinstance(row, list) else [row] for row in solution]
    return [[r, c] for r, row in enumerate(rows) for c in row]


def star_cases() -> list[list[Any]]:
    """Boards with claims that break each rule, found at random, and with odd values."""
    rng = random.Random(7)
    found = []
    seen = dict.fromkeys((*RULES, None), 0)
    for size, stars in ((5, 1), (9, 2)):
        entry = make_entry(size, stars, 3)
        regions = entry["regionMap"]
        good = cells(entry["solution"])
        but_one = good[:-1]
        odd = [None, 7, "stars", {}, {"length": 0}, but_one, [*good, good[0]], good, good[::-1]]
        last = [
            good[0], [size, 0], [0, -1], [2**53, 0], [0.5, 0], [True, 0], ["0", 0], 7, [0, 0, 0],
            [None, 0], [],
        ]  # fmt: skip
        odd += [[*but_one, cell] for cell in last] + [[[0, 0]] * 626, [[0, 0]] * 625]
        moved = []
        for _ in range(400):
            claim = [list(cell) for cell in good]
            for _ in range(rng.randrange(1, 4)):
                rng.choice(claim)[rng.randrange(2)] = rng.randrange(size)
            moved.append(claim)
        # Whole rows and columns right, so that the later rules are reached.
        for _ in range(400):
            columns = [row for row in range(size) for _ in range(stars)]
            rng.shuffle(columns)
            moved.append([[i // stars, c] for i, c in enumerate(columns)])
        found += [[regions, stars, claim] for claim in odd + moved]
    for case in found:
        seen[check_stars(*case).broken] += 1
    assert min(seen.values()) > 3, seen
    return found
