"""A synthetic engine of stars: valid stars, regions drawn by a hash, and a tier drawn by another.

Its boards are no puzzles (nothing makes them unique) but they are boards: one star in each region,
keys that are equal for equal boards, and repeats when the candidates are many. The stages know no
more of a board than that, so they can be tested without the kernels.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from moat_bank.errors import MoatError
from moat_bank.families.base import TALLY, Batch, Laid, Spec
from moat_bank.families.stars.board import renumbered, solution_form
from moat_bank.families.stars.engine.align import align
from moat_bank.families.stars.engine.outcome import record_dtype
from moat_bank.families.stars.kind import StarsKind, stars_of
from moat_bank.kind import TIERS, Kind
from moat_bank.symmetry import source_table

SHARES = (60, 90, 98, 100)
"""Per cent of boards up to each tier."""


def digest(*parts: object) -> int:
    return int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=8).digest(), "little")


@cache
def placements(size: int, stars: int = 1) -> list[tuple[tuple[int, ...], ...]]:
    """All ways to place the stars: the columns of each row."""
    rows = [
        row for row in combinations(range(size), stars) if all(b - a > 1 for a, b in pairwise(row))
    ]
    grown: list[tuple[tuple[int, ...], ...]] = [()]
    for left in range(size - 1, -1, -1):
        grown = [
            (*placed, row)
            for placed in grown
            for row in rows
            if not placed or all(abs(a - b) > 1 for a in placed[-1] for b in row)
            if all(sum(c in above for above in placed) < stars for c in row)
            if all(sum(c in above for above in (*placed, row)) + left >= stars for c in range(size))
        ]
    return grown


def relabelled(cells: list[int]) -> tuple[int, ...]:
    names: dict[int, int] = {}
    return tuple(names.setdefault(c, len(names)) for c in cells)


def forms(cells: list[int], size: int) -> list[tuple[int, ...]]:
    return [relabelled([cells[i] for i in source]) for source in source_table(size).tolist()]


def stars_spec(size: int, stars: int = 1, aim: str = "") -> Spec:
    """Boards of stars that grow as they come."""
    return Spec(StarsKind(size, stars), "organic", aim)


class Synthetic:
    """The protocol of ``Engine``, as far as the stages use it."""

    generator = "synthetic-1"
    rater = "synthetic-1"
    fingerprint = "synthetic"

    def __init__(self, variety: int = 1 << 40) -> None:
        """``variety``: of so many draws each board is one, so few of them repeat soon."""
        self.variety = variety

    def check(self, spec: Spec) -> None:
        assert spec.kind.rows <= 8

    def techniques(self, kind: Kind) -> tuple[str, ...]:
        return tuple(f"technique {n}" for n in range(1, 13 if stars_of(kind) > 1 else 6))

    def parts(self, spec: Spec) -> tuple[str, ...]:
        return ("all",)

    def compile(self, part: str) -> None:
        if part not in ("all",):
            raise MoatError(f"no part {part!r}")

    def generate(self, spec: Spec, first_seed: int, count: int, bounds: Any) -> Batch:
        rows = []
        tally = Counter(dict.fromkeys(TALLY, 0))
        for seed in range(first_seed, first_seed + count):
            record = self.record(spec, seed)
            tally["candidates"] += 1
            tally["unique"] += 1
            if record is None:
                tally["dropped_symmetric"] += 1
            else:
                tally["rated"] += 1
                rows.append(record)
        dtype = record_dtype(spec.kind.rows, stars_of(spec.kind))
        return Batch(np.array(rows, dtype), dict(tally), 0.0)

    def record(self, spec: Spec, seed: int, name: int | None = None) -> tuple[Any, ...] | None:
        """The record drawn from a seed, and named by it or by another."""
        size, count = spec.kind.rows, stars_of(spec.kind)
        name = seed if name is None else name
        draw = digest(size, count, spec.style, spec.aim, seed) % self.variety
        choices = placements(size, count)
        solution = choices[digest("stars", draw) % len(choices)]
        placed = [(r, c) for r, row in enumerate(solution) for c in row]
        order = list(range(len(placed)))
        if count > 1:
            order.sort(key=lambda s: digest("group", draw, s))
        region = {s: place // count for place, s in enumerate(order)}
        cells = [
            region[
                min(
                    range(len(placed)),
                    key=lambda s: (
                        3 * (abs(placed[s][0] - r) + abs(placed[s][1] - c))
                        + digest(draw, r, c, s) % 7
                        if placed[s] != (r, c)
                        else -1
                    ),
                )
            ]
            for r in range(size)
            for c in range(size)
        ]
        alike = forms(cells, size)
        if len(set(alike)) < 8:
            return None
        key = digest("board", min(alike))
        stars = [int(c in solution[r]) for r in range(size) for c in range(size)]
        twin = digest("twin", min(tuple(stars[i] for i in s) for s in source_table(size).tolist()))
        part = digest("tier", key) % 100
        tier = sum(part >= share for share in SHARES)
        if spec.aim and TIERS[tier] != spec.aim:
            return self.record(spec, digest("again", seed), name)
        rounds = [1, 0, int(tier == 1), int(tier == 2), int(tier == 3)]
        rounds += [0] * (len(self.techniques(spec.kind)) - len(rounds))
        signals = (tier + 2, 0, 0, sum(rounds), 1, rounds)
        return (
            name,
            key,
            twin,
            tier,
            int(bool(spec.aim)),
            *signals,
            cells,
            [c for row in solution for c in row],
        )

    def lay(self, kind: Kind, records: Any) -> Laid:
        return align(records, kind.rows)

    def scores(self, spec: Spec, records: Any) -> Any:
        return np.array([digest("score", int(key)) % 9 for key in records["key"]], np.int64)

    def entries(self, spec: Spec, records: Any) -> list[dict[str, Any]]:
        scores = self.scores(spec, records).tolist()
        return [self.entry(spec, r, s) for r, s in zip(records, scores, strict=True)]

    def entry(self, spec: Spec, record: Any, score: int) -> dict[str, Any]:
        size, stars = spec.kind.rows, stars_of(spec.kind)
        return {
            "seed": int(record["seed"]),
            "style": spec.style,
            **({"aim": TIERS[record["tier"]]} if record["aimed"] else {}),
            "regionMap": renumbered(record["regions"].reshape(size, size).tolist()),
            "solution": solution_form(record["solution"].reshape(size, stars).tolist()),
            "r": int(record["hardest"]),
            "steps": int(record["steps"]),
            "rounds": record["rounds"].tolist(),
            "narrowest": int(record["narrowest"]),
            "k": int(record["widest_set"]),
            "k2": int(record["sets_of_two"]),
            "score": score,
            "id": f"{int(record['key']):016x}",
            "generator": self.generator,
            "rater": self.rater,
        }
