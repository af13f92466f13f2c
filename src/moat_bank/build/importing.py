"""Puzzles from anywhere, gone through one by one: which may enter a bank, and why not.

Each puzzle is solved, keyed and rated by its family's engine as if it had just been generated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import orjson

from moat_bank.check.entry import LONGEST_SOURCE
from moat_bank.check.files import printable
from moat_bank.errors import MoatError
from moat_bank.families import registry
from moat_bank.families.base import IMPORTED, Puzzle
from moat_bank.families.reading import Found
from moat_bank.kind import Kind

BankKey = tuple[Kind, str]
"""Kind and tier."""

Where = tuple[str, str]
"""A file and the place in it."""


@dataclass(frozen=True)
class Refused:
    """A puzzle that did not enter, or a whole file (no place).

    Attributes:
        file: as it was named.
        place: where in it; empty where the text is all of it.
        reason: one line.
    """

    file: str
    place: str
    reason: str


@dataclass(frozen=True)
class Taken:
    """A puzzle that may enter: its entry as JSON, and where it stood."""

    entry: bytes
    file: str
    place: str


@dataclass
class Imports:
    """What became of all files.

    Attributes:
        banks: the puzzles by kind and tier, in the order of files and places.
        files: of each file its name, the notations in it, and how many puzzles it has.
        refused: everything else, in the same order.
    """

    banks: dict[BankKey, list[Taken]] = field(default_factory=dict)
    files: list[tuple[str, str, int]] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)

    @property
    def taken(self) -> int:
        """How many puzzles may enter."""
        return sum(map(len, self.banks.values()))


def place_text(file: str, place: str) -> str:
    """A file and the place in it in words."""
    return f"{printable(file)}: {place}" if place else printable(file)


def gather(
    files: Iterable[tuple[str, bytes]],
    read: Callable[[bytes], Iterable[Found]],
    advance: Callable[[int], object] = lambda _: None,
    budget: int | None = None,
) -> Imports:
    """Go through the puzzles of files.

    Args:
        files: name and bytes of each; one is in memory at a time.
        read: what is found in the bytes of a file; raises ``MoatError`` where they are no text.
        advance: called with 1 after each file that is text.
        budget: steps that solving and rating one take each at most; None for the family's own.
    """
    imports = Imports()
    seen: dict[tuple[Kind, int], Where] = {}
    for file, data in files:
        try:
            places = iter(read(data))
        except MoatError as error:
            imports.files.append((file, "", 0))
            imports.refused.append(Refused(file, "", str(error)))
            continue
        notations: dict[str, None] = {}
        puzzles = 0
        for found in places:
            puzzles += found.puzzle is not None
            notations.update({found.notation: None} if found.notation else {})
            try:
                if found.puzzle is None:
                    raise MoatError(found.fault or "is no puzzle")
                key, entry = _judge(found.puzzle, (file, found.place), seen, budget)
            except MoatError as error:
                imports.refused.append(Refused(file, found.place, str(error)))
            else:
                imports.banks.setdefault(key, []).append(Taken(entry, file, found.place))
        imports.files.append((file, ", ".join(notations), puzzles))
        advance(1)
    return imports


def _judge(
    puzzle: Puzzle, where: Where, seen: dict[tuple[Kind, int], Where], budget: int | None
) -> tuple[BankKey, bytes]:
    """The bank and the entry of a puzzle.

    Raises:
        MoatError: it may enter none; the text tells why.
    """
    engine = registry.engine(puzzle.kind.family)
    number, symmetric = engine.key(puzzle)
    key = (puzzle.kind, number)
    if key in seen:
        raise MoatError(f"is, turned, mirrored or renamed, the board of {place_text(*seen[key])}")
    if symmetric:
        raise MoatError("equals one of its own turns or mirrors")
    solutions = engine.solutions(puzzle, 2, budget)
    if len(solutions.found) > 1:
        raise MoatError("has more than one solution")
    if not solutions.complete:
        raise MoatError("has too many possibilities to say how many solutions there are")
    if not solutions.found:
        raise MoatError("has no solution")
    if puzzle.solution is not None and puzzle.solution != solutions.found[0]:
        raise MoatError("has another solution than the one given with it")
    rating = engine.rate(puzzle, budget)
    if rating.undecided:
        raise MoatError("has too many possibilities to be rated")
    if rating.tier is None:
        raise MoatError("is not finished by logic without a guess")
    seen[key] = where
    entry: dict[str, Any] = {
        "source": _source(*where),
        **registry.play(puzzle.kind.family).view(puzzle.kind, puzzle.given, 0),
        "solution": solutions.found[0],
        **rating.numbers,
        "id": f"{number:016x}",
        "generator": IMPORTED,
        "rater": engine.rater,
    }
    return (puzzle.kind, rating.tier), orjson.dumps(entry)


def _source(file: str, place: str) -> str:
    """The file's own name, without its folders, and the place in it."""
    name = re.split(r"[/\\]", file)[-1]
    return printable(f"{name} {place}".strip())[:LONGEST_SOURCE]
