"""The engine of stars by size and stars, with entries of format 1, for tests that think so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from moat_bank.errors import MoatError
from moat_bank.families import base
from moat_bank.families.base import Batch
from moat_bank.families.registry import engine
from moat_bank.families.stars.board import Board, Solution, puzzle_of
from moat_bank.families.stars.kind import StarsKind


@dataclass(frozen=True)
class Spec:
    """What is generated: everything but the seed that a board depends on.

    Attributes:
        size: rows, columns and regions.
        stars: stars in each of them.
        style: how regions grow.
        aim: the tier that candidates are steered to, or nothing: then tiers come as they come.
    """

    size: int
    stars: int = 1
    style: str = "organic"
    aim: str = ""


def kind_of(spec: Spec) -> dict[str, Any]:
    """The keys by which a config names a kind of boards, whatever its candidates aim at."""
    return {"size": spec.size, "stars": spec.stars, "style": spec.style}


@dataclass(frozen=True)
class Quality:
    """Bounds on the shape of a board; a board outside them is dropped.

    Attributes:
        smallest_region: fewest cells of any region.
        single_cell_regions: most regions of one cell.
        largest_share: most cells of any region, in per cent of the board.
    """

    smallest_region: int = 1
    single_cell_regions: int = 625
    largest_share: int = 100


def check_quality(spec: Spec, quality: Quality) -> None:
    """Raise ``MoatError`` if no board of the size can be within the bounds."""
    cells = spec.size * spec.size
    if not 1 <= quality.smallest_region <= spec.size:
        raise MoatError(
            f"smallest_region must be from 1 to {spec.size} cells at size {spec.size}, since"
            f" {spec.size} regions share {cells}; found {quality.smallest_region}"
        )
    fewest = -(-100 // spec.size)
    if not fewest <= quality.largest_share <= 100:
        raise MoatError(
            f"largest_share must be from {fewest} to 100 per cent at size {spec.size}, since"
            f" {spec.size} regions share the board; found {quality.largest_share}"
        )
    if quality.single_cell_regions < 0:
        raise MoatError(f"single_cell_regions must be 0 or more: {quality.single_cell_regions}")


@dataclass(frozen=True)
class Rating:
    """How hard a board is for a person who never guesses.

    Attributes:
        hardest: number of the hardest technique needed, or None where logic does not finish.
        steps: rounds of deduction made.
        rounds: rounds of each technique, easiest first; they sum to ``steps``.
        narrowest: fewest cells settled by any one round; 0 where no round was made.
        widest_set: largest k used by "k regions in k lines", 0 if it was not used.
        sets_of_two: rounds of that technique at k = 2.
        tier: tier name, or None where logic does not finish.
        score: how hard it is, comparable over sizes and stars; None where logic does not finish.
    """

    hardest: int | None
    steps: int
    rounds: tuple[int, ...]
    narrowest: int
    widest_set: int
    sets_of_two: int
    tier: str | None
    score: int | None

    @property
    def numbers(self) -> dict[str, int | None]:
        """All but the tier, by the names that they have in an entry, in its order."""
        return {
            "r": self.hardest,
            "steps": self.steps,
            **{f"r{technique}": rounds for technique, rounds in enumerate(self.rounds, 1)},
            "narrowest": self.narrowest,
            "k": self.widest_set,
            "k2": self.sets_of_two,
            "score": self.score,
        }


class Family(Protocol):
    """One kind of puzzle behind the stages."""

    @property
    def name(self) -> str:
        """The name in config files and manifests."""

    @property
    def generator(self) -> str:
        """Version of the generator: other bytes from the same seed are another version."""

    @property
    def rater(self) -> str:
        """Version of the rater: another rating of the same board is another version."""

    @property
    def fingerprint(self) -> str:
        """Changes with any source that a batch depends on, so that old batches are not used."""

    @property
    def styles(self) -> tuple[str, ...]:
        """Growth styles, by name."""

    def techniques(self, stars: int) -> tuple[str, ...]:
        """Names of the techniques of the ladder for so many stars, easiest first."""

    def check_spec(self, spec: Spec) -> None:
        """Raise ``MoatError`` if the family cannot make such boards."""

    def parts(self, spec: Spec) -> tuple[str, ...]:
        """Names of the parts of compiled code that making such boards needs."""

    def compile(self, part: str) -> None:
        """Compile a part, or load it where that is done already.

        Raises:
            MoatError: there is no such part.
        """

    def generate(self, spec: Spec, first_seed: int, count: int, quality: Quality) -> Batch:
        """Generate, rate and key the candidates ``first_seed`` to ``first_seed + count - 1``."""

    def raw_counts(self, spec: Spec, first_seed: int, count: int) -> NDArray[np.int64]:
        """Solutions of candidates as first drawn, before repair: int64 (count,)."""

    def solutions(self, board: Board, limit: int) -> list[Solution]:
        """Up to ``limit`` solutions; an empty list says that there is none."""

    def rate(self, board: Board) -> Rating:
        """The rating, the same for all turns, mirrors and labels of the board."""

    def key(self, board: Board) -> tuple[int, bool]:
        """The record's ``key`` and whether the board equals one of its own turns or mirrors."""

    def scores(self, spec: Spec, records: NDArray[np.void]) -> NDArray[np.int64]:
        """The score of each record.

        Records hold none, since of all candidates only those that are published need one.
        """

    def entries(self, spec: Spec, records: NDArray[np.void]) -> list[dict[str, Any]]:
        """The JSON entries of records."""

    def rebuild(self, entry: dict[str, Any]) -> dict[str, Any]:
        """Generate the entry anew from its own seed, style, aim, size and stars.

        Raises:
            MoatError: the entry lacks what is needed, or another generator version made it.
        """


def families() -> Sequence[str]:
    """Names of the families that can be built."""
    return ("stars",)


class OneFamily:
    """The engine of stars as the old protocol has it."""

    name = "stars"
    styles = ("organic", "balanced", "voronoi")

    def __init__(self) -> None:
        self.engine = engine("stars")
        self.generator, self.rater = self.engine.generator, self.engine.rater
        self.fingerprint = self.engine.fingerprint

    def techniques(self, stars: int) -> tuple[str, ...]:
        return self.engine.techniques(StarsKind(8, stars))

    def check_spec(self, spec: Spec) -> None:
        self.engine.check(_new(spec))

    def parts(self, spec: Spec) -> tuple[str, ...]:
        return self.engine.parts(_new(spec))

    def compile(self, part: str) -> None:
        self.engine.compile(part)

    def generate(self, spec: Spec, first_seed: int, count: int, quality: Quality) -> Batch:
        return self.engine.generate(_new(spec), first_seed, count, asdict(quality))

    def raw_counts(self, spec: Spec, first_seed: int, count: int) -> NDArray[np.int64]:
        return self.engine.raw_counts(_new(spec), first_seed, count)

    def solutions(self, board: Board, limit: int) -> list[Solution]:
        return self.engine.solutions(puzzle_of(board), limit).found

    def rate(self, board: Board, budget: int | None = None) -> Rating | None:
        found = self.engine.rate(puzzle_of(board), budget)
        if found.undecided:
            return None
        n = found.numbers
        return Rating(
            n["r"],
            n["steps"],
            tuple(n["rounds"]),
            n["narrowest"],
            n["k"],
            n["k2"],
            found.tier,
            n["score"],
        )

    def key(self, board: Board) -> tuple[int, bool]:
        return self.engine.key(puzzle_of(board))

    def scores(self, spec: Spec, records: NDArray[np.void]) -> NDArray[np.int64]:
        return self.engine.scores(_new(spec), records)

    def entries(self, spec: Spec, records: NDArray[np.void]) -> list[dict[str, Any]]:
        made = self.engine.entries(_new(spec), records)
        size = spec.size
        return [
            _old(entry, record["regions"].reshape(size, size).tolist())
            for entry, record in zip(made, records, strict=True)
        ]

    def entry(self, spec: Spec, record: Any) -> dict[str, Any]:
        return self.entries(spec, np.array([record], record.dtype))[0]

    def rebuild(self, entry: dict[str, Any]) -> dict[str, Any]:
        new = self.engine.rebuild(entry)
        stars = new["solution"][0]
        spec = Spec(
            len(new["regionMap"]),
            len(stars) if isinstance(stars, list) else 1,
            new["style"],
            new.get("aim", ""),
        )
        made = self.generate(spec, new["seed"], 1, Quality())
        return self.entries(spec, made.records)[0]


def _new(spec: Spec) -> base.Spec:
    return base.Spec(StarsKind(spec.size, spec.stars), spec.style, spec.aim)


def _old(entry: dict[str, Any], regions: list[list[int]]) -> dict[str, Any]:
    old: dict[str, Any] = {}
    for key, value in entry.items():
        if key == "rounds":
            old.update({f"r{number}": rounds for number, rounds in enumerate(value, 1)})
        else:
            old[key] = regions if key == "regionMap" else value
    return old


@cache
def get_family(name: str) -> Any:
    if name not in families():
        raise MoatError(f"unknown family {name!r}; known: {', '.join(families())}")
    return OneFamily()
