"""Queens and Star Battle as a family of the bank builder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moat_bank.errors import MoatError
from moat_bank.families.base import TIERS, Batch, Quality, Rating, Spec
from moat_bank.families.stars.board import MAX_SIZE, MAX_STARS, Board, Solution, solution_form
from moat_bank.families.stars.engine import batch, steer
from moat_bank.families.stars.engine.batch import tier_of
from moat_bank.families.stars.engine.by_regions import by_regions
from moat_bank.families.stars.engine.canonical import canonical, hash_form
from moat_bank.families.stars.engine.geometry import Ints, Masks, geometry, unrolled
from moat_bank.families.stars.engine.many.ladder import LADDER
from moat_bank.families.stars.engine.many.rate import rate_many, tier_of_many
from moat_bank.families.stars.engine.many.state import new_many_work
from moat_bank.families.stars.engine.outcome import techniques
from moat_bank.families.stars.engine.rate import (
    HARDEST,
    NARROWEST,
    ROUNDS,
    SETS_OF_TWO,
    STEPS,
    WIDEST_SET,
    rate,
)
from moat_bank.families.stars.engine.score import rung_of_one, score
from moat_bank.families.stars.engine.search import new_search, solve
from moat_bank.families.stars.engine.techniques import LADDER as ONE_STAR
from moat_bank.families.stars.engine.techniques import MOAT_SQUEEZE, new_work
from moat_bank.kernels.jit import ONE, U64, fingerprint


@dataclass(frozen=True)
class Stars:
    """The family ``stars``: see ``Family`` for what each method promises."""

    name: str = "stars"
    generator: str = batch.GENERATOR
    rater: str = batch.RATER
    fingerprint: str = fingerprint()
    styles: tuple[str, ...] = tuple(batch.STYLES)

    def techniques(self, stars: int) -> tuple[str, ...]:
        """Names of the techniques of the ladder for so many stars, easiest first."""
        return ONE_STAR if stars == 1 else LADDER

    def check_spec(self, spec: Spec) -> None:
        """Raise ``MoatError`` if the family cannot make such boards."""
        if not 1 <= spec.stars <= MAX_STARS:
            raise MoatError(f"stars must be from 1 to {MAX_STARS}, found {spec.stars}")
        if not 4 * spec.stars <= spec.size <= MAX_SIZE:
            raise MoatError(
                f"size must be from {4 * spec.stars} to {MAX_SIZE} with stars {spec.stars}"
                f" (no smaller board exists), found {spec.size}"
            )
        if spec.style not in self.styles:
            raise MoatError(f"style must be one of {', '.join(self.styles)}, found {spec.style!r}")
        if spec.aim and spec.aim not in TIERS:
            raise MoatError(f"aim must be one of {', '.join(TIERS)}, found {spec.aim!r}")

    def parts(self, spec: Spec) -> tuple[str, ...]:
        """Names of the parts of compiled code that making such boards needs."""
        return steer.parts(spec) if spec.aim else batch.parts(spec)

    def compile(self, part: str) -> None:
        """Compile a part, or load it where that is done already."""
        known = (*batch.PARTS, *steer.PARTS)
        if part not in known:
            raise MoatError(f"no part {part!r} of the kernels; known: {', '.join(known)}")
        (steer if part in steer.PARTS else batch).warm_up(part)

    def generate(self, spec: Spec, first_seed: int, count: int, quality: Quality) -> Batch:
        """Generate, rate and key a range of candidates."""
        self.check_spec(spec)
        return _generate(spec, first_seed, count, quality)

    def raw_counts(self, spec: Spec, first_seed: int, count: int) -> NDArray[np.int64]:
        """Solutions of candidates as grown, before repair; a million stands for that or more."""
        self.check_spec(spec)
        return batch.raw_counts(spec, first_seed, count)

    def solutions(self, board: Board, limit: int) -> list[Solution]:
        """Up to ``limit`` solutions."""
        owner, region = _masks(board)
        found = np.zeros((limit, region.shape[1]), np.uint64)
        count = _solve(board, owner, region, found)
        return [solution_form(_stars(board.size, found[i])) for i in range(count)]

    def rate(self, board: Board) -> Rating:
        """The rating of any board."""
        owner, region = _masks(board)
        size, stars = board.size, board.stars
        solution = np.zeros((2, region.shape[1]), np.uint64)
        if _solve(board, owner, region, solution) != 1:
            solution[:] = 0
        signals = np.zeros(ROUNDS + techniques(stars), np.int64)
        if stars == 1:
            rate(size, unrolled(size), owner, region, solution, new_work(size), signals)
            tier = tier_of(signals)
        else:
            work = new_many_work(size, stars)
            rate_many(size, stars, unrolled(size), owner, region, solution, work, signals)
            tier = tier_of_many(signals)
        return Rating(
            hardest=int(signals[HARDEST]) or None,
            steps=int(signals[STEPS]),
            rounds=tuple(signals[ROUNDS:].tolist()),
            narrowest=int(signals[NARROWEST]),
            widest_set=int(signals[WIDEST_SET]),
            sets_of_two=int(signals[SETS_OF_TWO]),
            tier=TIERS[tier] if tier >= 0 else None,
            score=self._score(board, signals) if tier >= 0 else None,
        )

    def _score(self, board: Board, signals: Ints) -> int:
        hardest, steps, narrowest = (int(signals[i]) for i in (HARDEST, STEPS, NARROWEST))
        regions = board.regions.reshape(1, -1).astype(np.uint8)
        rung = _rungs(board.size, board.stars, regions, np.array([hardest]))[0]
        return score(board.size, int(rung), steps, narrowest)

    def key(self, board: Board) -> tuple[int, bool]:
        """Hash of the canonical form, and whether the board has a symmetry of its own."""
        owner, _ = _masks(board)
        size = board.size
        form = np.zeros(size * size, np.int64)
        label = np.zeros(size, np.int64)
        same = canonical(size, geometry(size), owner, label, form)
        return int(hash_form(size, size * size, form)), same > 1

    def scores(self, spec: Spec, records: NDArray[np.void]) -> NDArray[np.int64]:
        """The score of each record."""
        hardest = records["hardest"].astype(np.int64)
        rungs = _rungs(spec.size, spec.stars, records["regions"], hardest)
        columns = (column.tolist() for column in (rungs, records["steps"], records["narrowest"]))
        values = [score(spec.size, *signals) for signals in zip(*columns, strict=True)]
        return np.array(values, np.int64)

    def entries(self, spec: Spec, records: NDArray[np.void]) -> list[dict[str, Any]]:
        """The JSON entries of records."""
        scores = self.scores(spec, records).tolist()
        return [self._entry(spec, *pair) for pair in zip(records, scores, strict=True)]

    def entry(self, spec: Spec, record: Any) -> dict[str, Any]:
        """The JSON entry of one record."""
        return self.entries(spec, np.array([record], record.dtype))[0]

    def _entry(self, spec: Spec, record: Any, score: int) -> dict[str, Any]:
        size = spec.size
        rounds = record["rounds"].tolist()
        solution = record["solution"].reshape(size, spec.stars).tolist()
        return {
            "seed": int(record["seed"]),
            "style": spec.style,
            **({"aim": TIERS[record["tier"]]} if record["aimed"] else {}),
            "regionMap": record["regions"].reshape(size, size).tolist(),
            "solution": solution_form(solution),
            "r": int(record["hardest"]),
            "steps": int(record["steps"]),
            **{f"r{i + 1}": count for i, count in enumerate(rounds)},
            "narrowest": int(record["narrowest"]),
            "k": int(record["widest_set"]),
            "k2": int(record["sets_of_two"]),
            "score": score,
            "id": f"{int(record['key']):016x}",
            "generator": self.generator,
            "rater": self.rater,
        }

    def rebuild(self, entry: dict[str, Any]) -> dict[str, Any]:
        """Generate an entry anew from its own seed, style, aim, size and stars."""
        spec, seed = self._origin(entry)
        made = _generate(spec, seed, 1, Quality())
        if len(made.records) == 0:
            raise MoatError(f"seed {seed} gives no {spec.style} board of size {spec.size}")
        return self.entry(spec, made.records[0])

    def _origin(self, entry: dict[str, Any]) -> tuple[Spec, int]:
        """The kind of board and the seed that an entry names."""
        rows, solution, seed = (entry.get(k) for k in ("regionMap", "solution", "seed"))
        if not isinstance(rows, list) or not isinstance(solution, list) or not solution:
            raise MoatError("an entry needs 'regionMap' and 'solution'")
        if type(seed) is not int or not 0 <= seed < 2**53:
            raise MoatError("an entry needs 'seed', a whole number from 0 to 2**53 - 1")
        if entry.get("generator") != self.generator:
            raise MoatError(
                f"the entry is of generator {entry.get('generator')!r}, this is {self.generator!r}:"
                " rebuild it with the version that made it"
            )
        stars = len(solution[0]) if isinstance(solution[0], list) else 1
        spec = Spec(len(rows), stars, str(entry.get("style")), str(entry.get("aim", "")))
        self.check_spec(spec)
        return spec, seed


STARS = Stars()


def _generate(spec: Spec, first_seed: int, count: int, quality: Quality) -> Batch:
    """Candidates as they come, or steered."""
    if spec.aim:
        return steer.generate(spec, first_seed, count, quality)
    return batch.generate(spec, first_seed, count, quality)


def _masks(board: Board) -> tuple[Ints, Masks]:
    """The flat regions as int64 and each region's cells as a mask."""
    owner = board.regions.ravel().astype(np.int64)
    words = (len(owner) + 63) // 64
    region = np.zeros((board.size, words), np.uint64)
    for x, g in enumerate(owner.tolist()):
        region[g, x // 64] |= ONE << U64(x % 64)
    return owner, region


def _rungs(size: int, stars: int, regions: NDArray[np.uint8], hardest: Ints) -> Ints:
    """The hardest rung that each finished board needs, of the ladder for several stars."""
    if stars > 1:
        return hardest
    asked = hardest <= MOAT_SQUEEZE
    suffice = np.zeros(len(hardest), np.bool_)
    suffice[asked] = by_regions(size, np.ascontiguousarray(regions[asked]))
    pairs = zip(hardest.tolist(), suffice.tolist(), strict=True)
    return np.array([rung_of_one(*pair) for pair in pairs], np.int64)


def _solve(board: Board, owner: Ints, region: Masks, found: Masks) -> int:
    search = new_search(board.size, board.stars)
    tables = unrolled(board.size)
    return int(solve(board.size, board.stars, len(found), tables, owner, region, search, found))


def _stars(size: int, mask: NDArray[np.uint64]) -> list[list[int]]:
    rows: list[list[int]] = [[] for _ in range(size)]
    for x in range(size * size):
        if int(mask[x // 64]) >> (x % 64) & 1:
            rows[x // size].append(x % size)
    return rows
