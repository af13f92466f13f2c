"""The engine of stars behind the protocol of all families."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moat_bank.errors import MoatError
from moat_bank.families.base import Batch, Laid, Puzzle, Rating, Solutions, Spec
from moat_bank.families.stars.board import Board, Solution, board_of, solution_form
from moat_bank.families.stars.engine import batch, steer
from moat_bank.families.stars.engine.align import align
from moat_bank.families.stars.engine.batch import tier_of
from moat_bank.families.stars.engine.budget import BUDGET
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
from moat_bank.families.stars.engine.search import given_up, new_search, solve
from moat_bank.families.stars.engine.techniques import LADDER as ONE_STAR
from moat_bank.families.stars.engine.techniques import MOAT_SQUEEZE, new_work
from moat_bank.families.stars.kind import MAX_SIZE, MAX_STARS, STYLES, kind_of, stars_of
from moat_bank.kernels.jit import ONE, U64, fingerprint
from moat_bank.kind import TIERS, Kind


@dataclass(frozen=True)
class StarsEngine:
    """The engine of ``stars``: see ``moat_bank.families.base.Engine`` for each method."""

    generator: str = batch.GENERATOR
    rater: str = batch.RATER
    fingerprint: str = fingerprint(__package__)
    budget: int = BUDGET

    def techniques(self, kind: Kind) -> tuple[str, ...]:
        """Names of the techniques of the ladder for such boards, easiest first."""
        return ONE_STAR if stars_of(kind) == 1 else LADDER

    def check(self, spec: Spec) -> None:
        """Raise ``MoatError`` if the family cannot make such boards."""
        size, stars = spec.kind.rows, stars_of(spec.kind)
        if not 1 <= stars <= MAX_STARS:
            raise MoatError(f"stars must be from 1 to {MAX_STARS}, found {stars}")
        if not 4 * stars <= size <= MAX_SIZE:
            raise MoatError(
                f"size must be from {4 * stars} to {MAX_SIZE} with stars {stars}"
                f" (no smaller board exists), found {size}"
            )
        if spec.style not in STYLES:
            raise MoatError(f"style must be one of {', '.join(STYLES)}, found {spec.style!r}")
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

    def generate(self, spec: Spec, first_seed: int, count: int, bounds: Mapping[str, int]) -> Batch:
        """Generate, rate and key a range of candidates."""
        self.check(spec)
        return _generate(spec, first_seed, count, bounds)

    def raw_counts(self, spec: Spec, first_seed: int, count: int) -> NDArray[np.int64]:
        """Solutions of candidates as grown, before repair; a million stands for that or more."""
        self.check(spec)
        return batch.raw_counts(spec, first_seed, count)

    def solutions(self, puzzle: Puzzle, limit: int, budget: int | None = None) -> Solutions:
        """Up to ``limit`` solutions."""
        board = board_of(puzzle)
        owner, region = _masks(board)
        found = np.zeros((limit, region.shape[1]), np.uint64)
        count, complete = _solve(board, owner, region, found, budget)
        forms = [solution_form(_stars(board.size, found[i])) for i in range(count)]
        return Solutions(forms, complete)

    def rate(self, puzzle: Puzzle, budget: int | None = None) -> Rating:
        """The rating of any board; unfinished where it has not exactly one solution."""
        board = board_of(puzzle)
        owner, region = _masks(board)
        solution = np.zeros((2, region.shape[1]), np.uint64)
        count, complete = _solve(board, owner, region, solution, budget)
        if not complete:
            return UNDECIDED
        if count != 1:
            solution[:] = 0
        signals, tier, complete = _rate(board, owner, region, solution, budget)
        if not complete:
            return UNDECIDED
        score = self._score(board, signals) if tier >= 0 else None
        numbers = rating_numbers(
            int(signals[HARDEST]) or None,
            int(signals[STEPS]),
            signals[ROUNDS:].tolist(),
            int(signals[NARROWEST]),
            int(signals[WIDEST_SET]),
            int(signals[SETS_OF_TWO]),
            score,
        )
        return Rating(TIERS[tier] if tier >= 0 else None, numbers)

    def _score(self, board: Board, signals: Ints) -> int:
        hardest, steps, narrowest = (int(signals[i]) for i in (HARDEST, STEPS, NARROWEST))
        regions = np.array(board.regions, np.uint8).reshape(1, -1)
        rung = _rungs(board.size, board.stars, regions, np.array([hardest]))[0]
        return score(board.size, int(rung), steps, narrowest)

    def key(self, puzzle: Puzzle) -> tuple[int, bool]:
        """Hash of the canonical form, and whether the board has a symmetry of its own."""
        board = board_of(puzzle)
        owner, _ = _masks(board)
        size = board.size
        form = np.zeros(size * size, np.int64)
        label = np.zeros(size, np.int64)
        same = canonical(size, geometry(size), owner, label, form)
        return int(hash_form(size, size * size, form)), same > 1

    def scores(self, spec: Spec, records: NDArray[np.void]) -> NDArray[np.int64]:
        """The score of each record."""
        hardest = records["hardest"].astype(np.int64)
        rungs = _rungs(spec.kind.rows, stars_of(spec.kind), records["regions"], hardest)
        columns = (column.tolist() for column in (rungs, records["steps"], records["narrowest"]))
        values = [score(spec.kind.rows, *signals) for signals in zip(*columns, strict=True)]
        return np.array(values, np.int64)

    def lay(self, kind: Kind, records: NDArray[np.void]) -> Laid:
        """Boards laid by their solutions, for near twins."""
        return align(records, kind.rows)

    def entries(self, spec: Spec, records: NDArray[np.void]) -> list[dict[str, Any]]:
        """The JSON entries of records."""
        size, stars = spec.kind.rows, stars_of(spec.kind)
        shape = (len(records), size, stars) if stars > 1 else (len(records), size)
        columns = (
            _in_reading_order(records["regions"], size).reshape(-1, size, size).tolist(),
            records["solution"].reshape(shape).tolist(),
            *(records[name].tolist() for name in COLUMNS),
            self.scores(spec, records).tolist(),
        )
        return [self._entry(spec, *values) for values in zip(*columns, strict=True)]

    def entry(self, spec: Spec, record: Any) -> dict[str, Any]:
        """The JSON entry of one record."""
        return self.entries(spec, np.array([record], record.dtype))[0]

    def _entry(
        self,
        spec: Spec,
        regions: list[list[int]],
        solution: Solution,
        seed: int,
        key: int,
        tier: int,
        aimed: int,
        *rating: Any,
    ) -> dict[str, Any]:
        return {
            "seed": seed,
            "style": spec.style,
            **({"aim": TIERS[tier]} if aimed else {}),
            "regionMap": regions,
            "solution": solution,
            **rating_numbers(*rating),
            "id": f"{key:016x}",
            "generator": self.generator,
            "rater": self.rater,
        }

    def rebuild(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Generate an entry anew from its own seed, style, aim, size and stars."""
        spec, seed = self._origin(entry)
        made = _generate(spec, seed, 1, batch.FREE)
        if len(made.records) == 0:
            raise MoatError(f"seed {seed} gives no {spec.style} board of size {spec.kind.rows}")
        return self.entry(spec, made.records[0])

    def _origin(self, entry: Mapping[str, Any]) -> tuple[Spec, int]:
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
        kind = kind_of({"size": len(rows), "stars": stars})
        spec = Spec(kind, str(entry.get("style")), str(entry.get("aim", "")))
        self.check(spec)
        return spec, seed


ENGINE = StarsEngine()

RATING = ("r", "steps", "rounds", "narrowest", "k", "k2", "score")
"""The rating's keys in an entry, in order."""

UNDECIDED = Rating(None, dict.fromkeys(RATING), undecided=True)


COLUMNS = (
    *("seed", "key", "tier", "aimed"),
    *("hardest", "steps", "rounds", "narrowest", "widest_set", "sets_of_two"),
)
"""Fields of records that entries show as they are; from ``hardest`` on, as ``rating_numbers``."""


def _in_reading_order(maps: NDArray[np.uint8], size: int) -> NDArray[np.uint8]:
    """The regions of flat maps (n, cells), numbered as they are met; see ``board.renumbered``."""
    boards = np.arange(len(maps))
    first = np.zeros((len(maps), size), np.int64)
    for cell in reversed(range(size * size)):
        first[boards, maps[:, cell]] = cell
    order = np.argsort(first, axis=1)
    number = np.zeros((len(maps), size), np.uint8)
    np.put_along_axis(number, order, np.arange(size, dtype=np.uint8)[None], axis=1)
    return np.take_along_axis(number, maps.astype(np.int64), axis=1)


def rating_numbers(
    hardest: int | None,
    steps: int,
    rounds: list[int],
    narrowest: int,
    widest_set: int,
    sets_of_two: int,
    score: int | None,
) -> dict[str, Any]:
    """The rating's keys as in an entry; ``hardest`` and ``score`` are None where unfinished."""
    values = (hardest, steps, rounds, narrowest, widest_set, sets_of_two, score)
    return dict(zip(RATING, values, strict=True))


def _generate(spec: Spec, first_seed: int, count: int, bounds: Mapping[str, int]) -> Batch:
    """Candidates as they come, or steered."""
    if spec.aim:
        return steer.generate(spec, first_seed, count, bounds)
    return batch.generate(spec, first_seed, count, bounds)


def _masks(board: Board) -> tuple[Ints, Masks]:
    """The flat regions as int64 and each region's cells as a mask."""
    owner = np.array(board.regions, np.int64).ravel()
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


def _solve(
    board: Board, owner: Ints, region: Masks, found: Masks, budget: int | None
) -> tuple[int, bool]:
    """How many solutions were written to ``found``, and whether the search ended by itself."""
    size, stars = board.size, board.stars
    search = new_search(size, stars, BUDGET if budget is None else budget)
    count = int(solve(size, stars, len(found), unrolled(size), owner, region, search, found))
    return count, count == len(found) or not given_up(search)


def _rate(
    board: Board, owner: Ints, region: Masks, solution: Masks, budget: int | None
) -> tuple[Ints, int, bool]:
    """The signals of a rating, its tier or -1, and whether it ended by itself."""
    size, stars = board.size, board.stars
    steps = BUDGET if budget is None else budget
    signals = np.zeros(ROUNDS + techniques(stars), np.int64)
    if stars == 1:
        one = new_work(size, steps)
        rate(size, unrolled(size), owner, region, solution, one, signals)
        return signals, tier_of(signals), bool(one.left[0] >= 0)
    many = new_many_work(size, stars, steps)
    rate_many(size, stars, unrolled(size), owner, region, solution, many, signals)
    return signals, tier_of_many(signals), bool(many.left[0] >= 0)


def _stars(size: int, mask: NDArray[np.uint64]) -> list[list[int]]:
    rows: list[list[int]] = [[] for _ in range(size)]
    for x in range(size * size):
        if int(mask[x // 64]) >> (x % 64) & 1:
            rows[x // size].append(x % size)
    return rows
