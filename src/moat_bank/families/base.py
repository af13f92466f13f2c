"""What a family of puzzles gives to the stages: one protocol and the records between stages.

A stage knows boards, records and tiers; only the family knows the rules of its puzzle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from moat_bank.errors import MoatError
from moat_bank.families.stars.board import Board, Solution

TIERS = ("easy", "medium", "hard", "super_hard")
"""Tier names, easiest first; a record's ``tier`` is an index into this."""

IMPORTED = "import"
"""What stands as the generator of boards that came from elsewhere: they have no seed."""

RELATIVES = 32
"""Aimed candidates, from a multiple of it on, that may be relatives: one leads to the next."""

NUMBERS_PER_MASTER = 2**32
MAX_MASTER = 2**21 - 1


def seed_of(master: int, number: int) -> int:
    """The seed of a candidate: ``master * 2**32 + number``, exact in a JSON reader's double.

    Raises:
        MoatError: ``master`` is outside 0 to 2**21 - 1 or ``number`` outside 0 to 2**32 - 1.
    """
    if not 0 <= master <= MAX_MASTER:
        raise MoatError(f"the master seed must be from 0 to {MAX_MASTER}, found {master}")
    if not 0 <= number < NUMBERS_PER_MASTER:
        raise MoatError(f"a candidate's number must be from 0 to {NUMBERS_PER_MASTER - 1}")
    return master * NUMBERS_PER_MASTER + number


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


@dataclass(frozen=True, eq=False)
class Batch:
    """The outcome of a range of candidates, all tiers at once.

    Attributes:
        records: structured array of ``record_dtype``, in the order of seeds; only boards with
            exactly one solution, finished by logic, within the bounds, and unlike each of
            their own turns and mirrors.
        tally: counts by name: see ``TALLY``.
        kernel_seconds: time inside the kernels, compiling left out.
    """

    records: NDArray[np.void]
    tally: dict[str, int]
    kernel_seconds: float


TALLY = (
    "candidates",  # seeds tried
    "unique",  # made unique within the budget of moves
    "moves",  # repair moves, or strides towards an aim, summed over the unique
    "rated",  # unique and finished by logic
    "dropped_not_unique",
    "dropped_quality",
    "dropped_symmetric",
    "dropped_unfinished",  # unique, but no logic finishes it
    "dropped_off_aim",  # no board of the aimed tier was come to
)


def record_dtype(size: int, stars: int, techniques: int = 5) -> np.dtype[np.void]:
    """One rated board as a fixed-width record, little endian.

    ``aimed`` is 1 where the candidate was steered to its tier, 0 where it came as it came.
    ``key`` is a 64-bit hash of the canonical form: equal boards have equal keys, whatever their
    turn, mirror and labels. ``twin`` is the same for the solution alone.
    """
    return np.dtype(
        [
            ("seed", "<u8"),
            ("key", "<u8"),
            ("twin", "<u8"),
            ("tier", "u1"),
            ("aimed", "u1"),
            ("hardest", "u1"),
            ("widest_set", "u1"),
            ("sets_of_two", "u1"),
            ("steps", "<u2"),
            ("narrowest", "<u2"),
            ("rounds", "<u2", (techniques,)),
            ("regions", "u1", (size * size,)),
            ("solution", "u1", (size * stars,)),
        ]
    )


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


def get_family(name: str) -> Family:
    """The family of that name; it loads numba, which the runtime never needs.

    Raises:
        MoatError: there is no such family, or the ``build`` extra is not installed.
    """
    if name not in families():
        raise MoatError(f"unknown family {name!r}; known: {', '.join(families())}")
    try:
        from moat_bank.families.stars.engine import STARS
    except ModuleNotFoundError as error:
        if error.name != "numba":
            raise
        raise MoatError(
            "this needs numba: install the 'build' extra, pip install 'moat_bank[build]'"
        ) from error
    return STARS
