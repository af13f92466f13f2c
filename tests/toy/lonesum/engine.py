"""Makes, solves, rates and keys lonesum grids, in plain Python: there is nothing to compile."""

import hashlib
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lonesum.kind import STYLES, LonesumKind
from moat_bank.errors import MoatError
from moat_bank.families.base import RECORD, TALLY, Batch, Laid, Puzzle, Rating, Solutions, Spec
from moat_bank.kind import TIERS, Kind
from moat_bank.symmetry import transform_rows

TECHNIQUES = ("empty line", "full line")
BUDGET = 100_000
"""Nodes of a search for solutions."""

Grid = list[list[int]]


@dataclass(frozen=True)
class Lonesum:
    """See ``moat_bank.families.base.Engine``."""

    generator: str = "lonesum-1"
    rater: str = "lonesum-1"
    fingerprint: str = "lonesum-1"
    budget: int = BUDGET

    def techniques(self, kind: Kind) -> tuple[str, ...]:
        return TECHNIQUES

    def check(self, spec: Spec) -> None:
        if spec.style not in STYLES:
            raise MoatError(f"style must be one of {', '.join(STYLES)}, found {spec.style!r}")
        if spec.aim:
            raise MoatError("lonesum grids cannot be steered to a tier; leave the aim out")

    def parts(self, spec: Spec) -> tuple[str, ...]:
        return ()

    def compile(self, part: str) -> None:
        raise MoatError(f"there is no part {part!r} to compile")

    def generate(self, spec: Spec, first_seed: int, count: int, bounds: Mapping[str, int]) -> Batch:
        self.check(spec)
        begin = time.perf_counter()
        tally = dict.fromkeys(TALLY, 0)
        records = []
        for seed in range(first_seed, first_seed + count):
            grid = draw(spec, seed)
            key, symmetric = key_of(grid)
            steps, rounds = rounds_of(grid)
            tally["candidates"] += 1
            tally["unique"] += 1
            if sum(map(sum, grid)) < bounds.get("fewest_filled", 0):
                tally["dropped_quality"] += 1
            elif symmetric:
                tally["dropped_symmetric"] += 1
            else:
                tally["rated"] += 1
                hardest = 2 if rounds[1] else 1
                tier = max(0, min(3, steps - 3))
                cells = [cell for row in grid for cell in row]
                records.append((seed, key, 0, tier, 0, hardest, steps, rounds, cells))
        made = np.array(records, record_dtype(spec.kind))
        return Batch(made, tally, time.perf_counter() - begin)

    def raw_counts(self, spec: Spec, first_seed: int, count: int) -> NDArray[np.int64]:
        return np.ones(count, np.int64)

    def solutions(self, puzzle: Puzzle, limit: int, budget: int | None = None) -> Solutions:
        found: list[Any] = []
        left = BUDGET if budget is None else budget
        for grid in _fillings(puzzle.given["rowCounts"], puzzle.given["colCounts"]):
            left -= 1
            if left < 0:
                return Solutions(found, complete=False)
            if grid is not None:
                found.append(texts(grid))
                if len(found) == limit:
                    break
        return Solutions(found)

    def rate(self, puzzle: Puzzle, budget: int | None = None) -> Rating:
        found = self.solutions(puzzle, 2, budget)
        if len(found.found) != 1 or not found.complete:
            numbers = dict.fromkeys(("r", "steps", "rounds", "score"))
            return Rating(None, numbers, undecided=not found.complete)
        steps, rounds = rounds_of([[int(cell == "#") for cell in row] for row in found.found[0]])
        return Rating(TIERS[max(0, min(3, steps - 3))], numbers_of(puzzle.kind, steps, rounds))

    def key(self, puzzle: Puzzle) -> tuple[int, bool]:
        found = self.solutions(puzzle, 1).found
        if not found:
            raise MoatError("has no solution")
        return key_of([[int(cell == "#") for cell in row] for row in found[0]])

    def scores(self, spec: Spec, records: NDArray[np.void]) -> NDArray[np.int64]:
        values = [numbers_of(spec.kind, int(one["steps"]), [0, 0])["score"] for one in records]
        return np.array(values, np.int64)

    def lay(self, kind: Kind, records: NDArray[np.void]) -> Laid:
        return Laid(records["cells"].copy())

    def entries(self, spec: Spec, records: NDArray[np.void]) -> list[dict[str, Any]]:
        return [self._entry(spec, record) for record in records]

    def _entry(self, spec: Spec, record: Any) -> dict[str, Any]:
        grid = record["cells"].reshape(spec.kind.rows, spec.kind.cols).tolist()
        return {
            "seed": int(record["seed"]),
            "style": spec.style,
            **counts(grid),
            "solution": texts(grid),
            **numbers_of(spec.kind, int(record["steps"]), record["rounds"].tolist()),
            "id": f"{int(record['key']):016x}",
            "generator": self.generator,
            "rater": self.rater,
        }

    def rebuild(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        if entry.get("generator") != self.generator or type(entry.get("seed")) is not int:
            raise MoatError("an entry needs a seed, and the generator that made it")
        kind = LonesumKind(len(entry["rowCounts"]), len(entry["colCounts"]))
        spec = Spec(kind, str(entry.get("style")))
        made = self.generate(spec, entry["seed"], 1, {}).records
        if not len(made):
            raise MoatError(f"seed {entry['seed']} gives no {spec.style} grid of {kind.words}")
        return self.entries(spec, made)[0]


def record_dtype(kind: Kind) -> np.dtype[np.void]:
    own = [("steps", "u1"), ("rounds", "u1", (2,)), ("cells", "u1", (kind.rows * kind.cols,))]
    return np.dtype([*RECORD, *own])


def numbers_of(kind: Kind, steps: int, rounds: list[int]) -> dict[str, Any]:
    score = 10 * steps + kind.rows + kind.cols
    return {"r": 2 if rounds[1] else 1, "steps": steps, "rounds": rounds, "score": score}


def draw(spec: Spec, seed: int) -> Grid:
    """Columns of random height over rows in a random order: such a grid is always lonesum."""
    height, width = spec.kind.rows, spec.kind.cols
    text = f"lonesum {spec.kind.name} {spec.style} {seed}"
    words = hashlib.sha256(text.encode()).digest() * 2
    ranks = sorted(range(height), key=lambda r: (words[r], r))
    low = 1 if spec.style == "dense" else 0
    heights = [low + words[8 + c] % (height + 1 - low) for c in range(width)]
    return [[int(ranks.index(r) < heights[c]) for c in range(width)] for r in range(height)]


def counts(grid: Grid) -> dict[str, list[int]]:
    columns = [sum(column) for column in zip(*grid, strict=True)]
    return {"rowCounts": [sum(row) for row in grid], "colCounts": columns}


def texts(grid: Grid) -> list[str]:
    return ["".join(".#"[cell] for cell in row) for row in grid]


def key_of(grid: Grid) -> tuple[int, bool]:
    """Hash of the least view, and whether two views are equal."""
    views = [str(transform_rows(grid, t)) for t in range(8)]
    digest = hashlib.sha256(min(views).encode()).digest()
    return int.from_bytes(digest[:8], "big"), len(set(views)) < 8


def rounds_of(grid: Grid) -> tuple[int, list[int]]:
    """Rounds in all and of each technique: lines are taken away as soon as they are all alike."""
    rows, cols = set(range(len(grid))), set(range(len(grid[0])))
    rounds = [0, 0]
    while rows and cols:
        for value in (0, 1):
            lines = {r for r in rows if all(grid[r][c] == value for c in cols)}
            crossing = {c for c in cols if all(grid[r][c] == value for r in rows)}
            if lines or crossing:
                rows -= lines
                cols -= crossing
                rounds[value] += 1
                break
    return sum(rounds), rounds


def _fillings(rows: list[int], cols: list[int]) -> Iterator[Grid | None]:
    """All grids with these counts, row by row; None for each other node of the search."""

    def fill(at: int, left: list[int]) -> Iterator[Grid | None]:
        if at == len(rows):
            yield [] if not any(left) else None
            return
        open_columns = [c for c, count in enumerate(left) if count]
        for chosen in combinations(open_columns, rows[at]):
            after = [count - (c in chosen) for c, count in enumerate(left)]
            row = [int(c in chosen) for c in range(len(cols))]
            yield None
            for rest in fill(at + 1, after):
                yield None if rest is None else [row, *rest]

    return fill(0, cols)


ENGINE = Lonesum()
