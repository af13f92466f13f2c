"""What a family of puzzles gives to the rest: one protocol a room, and the records between stages.

A stage knows kinds, records, tiers and plain JSON values; only the family knows the rules of its
puzzle.  ``registry`` loads the rooms; docs/families.md tells how to write one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from moat_bank.errors import MoatError
from moat_bank.kind import Kind

if TYPE_CHECKING:  # the runtime uses this module and never pays for numpy
    import numpy as np
    from numpy.typing import NDArray

    from moat_bank.families.notation import Notation
    from moat_bank.render.scene import Scene

IMPORTED = "import"
"""What stands as the generator of puzzles that came from elsewhere: they have no seed."""

RELATIVES = 32
"""Steered candidates are made in runs of this many numbers; those of one run may be related."""

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
class Rated:
    """What somebody says of a puzzle's difficulty.

    Attributes:
        tier: name of the tier.
        r: number of the hardest technique.
        steps: rounds of deduction.
        seed: what it was made from, None where it was not.
    """

    tier: str
    r: int
    steps: int
    seed: int | None = None


@dataclass(frozen=True)
class Puzzle:
    """One puzzle as plain JSON values; whether it is a good one is for others to say.

    Attributes:
        kind: its kind.
        given: the puzzle's keys and their values, as in an entry.
        solution: in the form of an entry's ``solution``, or None.
        name: what its source calls it; may be empty.
        rated: what its source says of its difficulty, or None.
    """

    kind: Kind
    given: Mapping[str, Any]
    solution: Any = None
    name: str = ""
    rated: Rated | None = None


@dataclass(frozen=True)
class Spec:
    """What is generated: everything but the seed and the bounds that a puzzle depends on.

    Attributes:
        kind: its kind.
        style: how it is made, a name of the family's.
        aim: the tier that candidates are steered to; empty where tiers come as they come.
    """

    kind: Kind
    style: str
    aim: str = ""


@dataclass(frozen=True)
class Solutions:
    """What a search for solutions found.

    Attributes:
        found: solutions in the form of an entry's, up to the limit asked for.
        complete: whether the search ended, by itself or at the limit; otherwise the budget ran out
            and there may be others.
    """

    found: list[Any]
    complete: bool = True


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle is for a person who never guesses.

    Attributes:
        tier: its tier, or None where logic does not finish it.
        numbers: the rating's keys and values as in an entry, in its order; those that only a
            finished puzzle has are None otherwise.
        undecided: the budget ran out before the rating was known.
    """

    tier: str | None
    numbers: Mapping[str, Any]
    undecided: bool = False


@dataclass(frozen=True, eq=False)
class Batch:
    """The outcome of a range of candidates, all tiers at once.

    Attributes:
        records: structured array, in the order of seeds; only puzzles that are sound, finished by
            logic, within the bounds, and unlike each of their own views.  Every family has the
            fields of ``RECORD``; others are its own.
        tally: counts by name: see ``TALLY``.
        kernel_seconds: time inside the kernels, compiling left out.
    """

    records: NDArray[np.void]
    tally: dict[str, int]
    kernel_seconds: float


TALLY = (
    "candidates",  # seeds tried
    "unique",  # made sound within the budget
    "moves",  # steps of repair, or of steering, summed over those
    "rated",  # sound, finished by logic, and within the bounds
    "dropped_not_unique",
    "dropped_quality",
    "dropped_symmetric",
    "dropped_unfinished",  # sound, but no logic finishes it
    "dropped_off_aim",  # no puzzle of the aimed tier was reached
)

RECORD: tuple[tuple[str, str], ...] = (
    ("seed", "<u8"),
    ("key", "<u8"),  # hash of the canonical form: equal puzzles have equal keys
    ("twin", "<u8"),  # near twins are looked for among those of one value
    ("tier", "u1"),  # place in TIERS
    ("aimed", "u1"),  # 1 where the candidate was steered to its tier
    ("hardest", "u1"),  # number of the hardest technique
)
"""Fields that records of every family begin with: name and dtype, little endian."""


@dataclass(frozen=True, eq=False)
class Laid:
    """Records made ready to be compared cell by cell, for near twins.

    Attributes:
        cells: uint8 (records, cells): each puzzle, brought to the form in which those of one
            ``twin`` lie on each other.
        others: by place in the records, the further ways (ways, cells) to lay a puzzle, where its
            form leaves a choice; the least distance of any two ways counts.
    """

    cells: NDArray[np.uint8]
    others: dict[int, NDArray[np.uint8]] = field(default_factory=dict)


class KindRoom(Protocol):
    """``families/<name>/kind.py``: parameters and what can be had; standard library alone.

    Attributes:
        PARAMETERS: JSON Schema of each key of a kind, in order; all of them are required.
        STYLES: names of styles, the first being the default.
        BOUNDS: JSON Schema of each bound on puzzles, with its ``default``.
        UNTOLD: keys of ``PARAMETERS`` that other people's notations may leave unsaid.
    """

    PARAMETERS: Mapping[str, Mapping[str, Any]]
    STYLES: tuple[str, ...]
    BOUNDS: Mapping[str, Mapping[str, Any]]
    UNTOLD: tuple[str, ...]

    def kind_of(self, values: Mapping[str, Any]) -> Kind:
        """The kind with these parameters; other keys are left alone.

        Raises:
            MoatError: one is missing or out of range; the text begins with the key in quotes.
        """

    def faults(
        self, kind: Kind, style: str, bounds: Mapping[str, int], tiers: Sequence[str]
    ) -> Iterator[tuple[str, str]]:
        """Why such puzzles cannot be built, or not in these tiers: key (or empty) and one line."""


class Play(Protocol):
    """``families/<name>/play.py``: plain JSON values; standard library alone.

    Attributes:
        MARKS: keys by which a JSON object is known to be a puzzle of this family.
        RULES: what a claim may break, in the order in which it is looked for.
        CLAIM: key under which a claimed solution stands in JSON, beside what names its board.
    """

    MARKS: tuple[str, ...]
    RULES: tuple[str, ...]
    CLAIM: str

    def parse(self, data: Any) -> Puzzle:
        """A puzzle from a JSON object: an entry, a level, or what a person may write.

        Raises:
            MoatError: it is none; the text names the key and the cell.
        """

    def upgraded(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """An entry of an older format of manifest, in the form of today's."""

    def fault(self, kind: Kind, entry: Mapping[str, Any], solved: bool) -> str | None:
        """What keeps an entry from being shown, or None: shapes and ranges alone.  O(cells)."""

    def view(self, kind: Kind, given: Mapping[str, Any], t: int) -> dict[str, Any]:
        """The puzzle's keys as view ``t`` shows them; nothing in it tells the solution."""

    def view_solution(self, kind: Kind, solution: Any, t: int) -> Any:
        """The solution as view ``t`` shows it."""

    def broken(self, kind: Kind, given: Mapping[str, Any], claimed: Any) -> str | None:
        """The first of ``RULES`` that a claimed solution breaks, or None; never raises."""

    def remarks(self, puzzle: Puzzle) -> dict[str, Any]:
        """What a person may want to know of a puzzle that is no rule; ``solve`` prints it."""

    def pack(self, column: str, kind: Kind, values: Sequence[Any]) -> Any:
        """The content of a column of that name (``x-column`` of entry.json) of a bundle's shard.

        Raises:
            MoatError: a value has not the form of an entry's.
        """

    def unpack(self, column: str, kind: Kind, content: Any, count: int) -> Any:
        """What gives the value of an entry by its position, a callable.

        Raises:
            MoatError: the content is no such column of ``count`` entries.
        """


class Engine(Protocol):
    """``families/<name>/engine``: makes, solves, rates, keys; the package's ``ENGINE``."""

    @property
    def generator(self) -> str:
        """Version of the generator: other bytes from the same seed are another version."""

    @property
    def rater(self) -> str:
        """Version of the rater: another rating of the same puzzle is another version."""

    @property
    def fingerprint(self) -> str:
        """Changes with any source that a batch depends on."""

    def techniques(self, kind: Kind) -> tuple[str, ...]:
        """Names of the techniques of the ladder for such puzzles, easiest first."""

    def check(self, spec: Spec) -> None:
        """Raise ``MoatError`` if the family cannot make such puzzles."""

    def parts(self, spec: Spec) -> tuple[str, ...]:
        """Names of the parts of compiled code that making such puzzles needs."""

    def compile(self, part: str) -> None:
        """Compile a part, or load it where that is done already.

        Raises:
            MoatError: there is no such part.
        """

    def generate(self, spec: Spec, first_seed: int, count: int, bounds: Mapping[str, int]) -> Batch:
        """Generate, rate and key the candidates ``first_seed`` to ``first_seed + count - 1``."""

    def raw_counts(self, spec: Spec, first_seed: int, count: int) -> NDArray[np.int64]:
        """Solutions of candidates as first drawn, before repair: int64 (count,)."""

    @property
    def budget(self) -> int:
        """Steps that ``solutions`` and ``rate`` take each at most, where none are named."""

    def solutions(self, puzzle: Puzzle, limit: int, budget: int | None = None) -> Solutions:
        """Up to ``limit`` solutions, within so many steps (None: the family's default)."""

    def rate(self, puzzle: Puzzle, budget: int | None = None) -> Rating:
        """The rating, the same for all views and labels, within so many steps."""

    def key(self, puzzle: Puzzle) -> tuple[int, bool]:
        """The record's ``key``, and whether the puzzle equals one of its own views."""

    def scores(self, spec: Spec, records: NDArray[np.void]) -> NDArray[np.int64]:
        """The score of each record, which records lack: only what is published needs one."""

    def lay(self, kind: Kind, records: NDArray[np.void]) -> Laid:
        """Records made ready for near twins."""

    def entries(self, spec: Spec, records: NDArray[np.void]) -> list[dict[str, Any]]:
        """The JSON entries of records."""

    def rebuild(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Generate the entry anew from what it says of its origin and its own kind.

        Raises:
            MoatError: the entry lacks what is needed, or another generator version made it.
        """


class Proofs(Protocol):
    """What is true of a stack of puzzles, whatever their entries say: see ``Proof.prove``.

    Attributes:
        faults: for each puzzle why it may not stand in a bank, a line each; empty where sound.
        facts: for each sound puzzle the keys of an entry from the puzzle's to ``id``, in the order
            of entry.json; empty otherwise.
        tiers: places in TIERS, -1 where logic does not finish it.
        forms: the canonical form as bytes: equal puzzles have equal ones.
        laid: what ``near`` takes; of the sound puzzles alone, in order.
    """

    faults: list[list[str]]
    facts: list[dict[str, Any]]
    tiers: list[int]
    forms: list[bytes]
    laid: Any


class Proof(Protocol):
    """``families/<name>/proof``: numpy, the standard library and entry.json alone.

    Attributes:
        RATER: version of the rater whose definitions it follows.
    """

    RATER: str

    def together(self, values: Mapping[str, int]) -> int:
        """How many puzzles of a kind are proved in one go: enough to be quick, few for memory."""

    def prove(
        self,
        values: Mapping[str, int],
        given: Sequence[Mapping[str, Any]],
        bounds: Mapping[str, int],
    ) -> Proofs:
        """Prove puzzles of one kind; bounded in steps and memory, and never raises.

        Args:
            values: the kind's parameters.
            given: the puzzle's keys of each entry, any JSON values.
            bounds: bounds of the config; left-out ones bound nothing.
        """

    def joined(self, laid: Sequence[Any]) -> Any:
        """What ``near`` takes of several proofs together."""

    def near(self, laid: Any, distance: int) -> Iterator[tuple[int, int, int]]:
        """Pairs nearer than ``distance``: (a puzzle, one before it, cells unlike)."""


class Step(Protocol):
    """One round of an explanation.

    Attributes:
        number: of the technique, from 1.
        name: of the technique.
        sentences: one for each deduction; every cell that is concluded is named in one of them.
        found: what is concluded, as a JSON object.
    """

    number: int
    name: str
    sentences: list[str]
    found: dict[str, Any]


class Words(Protocol):
    """``families/<name>/words``: the ladder in plain Python, each step with its reason."""

    def explain(self, puzzle: Puzzle, top: int | None = None, budget: int | None = None) -> Any:
        """How a person solves it: see the family; ``steps`` is a list of ``Step``."""


class Explained(Protocol):
    """``families/<name>/explained.py``: how an explanation of ``words`` looks."""

    def as_json(self, found: Any) -> dict[str, Any]:
        """Everything, for a program."""

    def as_text(self, found: Any, name: str, colour: bool, plain: bool) -> str:
        """Sentences for a terminal, with a final newline."""

    def pictures(self, found: Any) -> Iterator[Scene]:
        """A picture of each round."""

    def verdict(self, found: Any) -> str:
        """What came of it in a few words."""


class Draw(Protocol):
    """``families/<name>/draw.py``: what to draw; ``render/`` makes SVG, terminal and PDF of it."""

    def scene(self, puzzle: Puzzle, solved: bool, labels: bool = False) -> Scene:
        """The puzzle, with its solution where ``solved``, and names of parts where ``labels``."""


class Notations(Protocol):
    """``families/<name>/notations``: how other people write the puzzle."""

    NOTATIONS: tuple[Notation, ...]


class Variants(Protocol):
    """``families/<name>/variants``: puzzles made from what a person gives; a family may lack it."""

    def vary(
        self, engine: Engine, puzzle: Puzzle, count: int, cells: int, seed: int = 0
    ) -> Iterator[dict[str, Any]]:
        """Up to ``count`` puzzles unlike one in so many cells, of its solution and tier, as JSON.

        Raises:
            MoatError: the puzzle has not one solution, or logic does not finish it.
        """

    def complete(
        self,
        engine: Engine,
        text: str,
        told: Mapping[str, int],
        count: int,
        seed: int = 0,
        tier: str | None = None,
    ) -> Iterator[dict[str, Any]]:
        """Up to ``count`` puzzles that hold what a text draws, of a tier or of any, as JSON.

        Raises:
            MoatError: the text is no drawing of a puzzle; it names the place.
        """


def known_bounds(room: KindRoom, given: Mapping[str, int]) -> dict[str, int]:
    """All bounds of a family, in order, those left out by their defaults.

    Raises:
        MoatError: one is unknown.
    """
    unknown = [key for key in given if key not in room.BOUNDS]
    if unknown:
        known = ", ".join(room.BOUNDS)
        raise MoatError(f"there is no bound {unknown[0]!r}; known: {known}")
    return {key: given.get(key, schema["default"]) for key, schema in room.BOUNDS.items()}
