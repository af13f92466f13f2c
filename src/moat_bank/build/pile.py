"""A pile of boards from anywhere, gone through one by one: which may enter a bank, and why not.

Each board is solved, keyed and rated by the family as if it had just been generated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import orjson

from moat_bank.check.manifest import LONGEST_SOURCE, printable
from moat_bank.errors import MoatError
from moat_bank.families.base import IMPORTED, Puzzle
from moat_bank.families.legacy import Family
from moat_bank.families.reading import Found
from moat_bank.families.stars.board import board_of

BankKey = tuple[int, int, str]
"""Size, stars and tier."""

Where = tuple[str, str]
"""A file and the place in it."""


@dataclass(frozen=True)
class Refused:
    """A board that did not enter, or a whole file (no place).

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
    """A board that may enter: its entry as JSON, and where it stood."""

    entry: bytes
    file: str
    place: str


@dataclass
class Pile:
    """What came of all files.

    Attributes:
        banks: the boards by size, stars and tier, in the order of files and places.
        files: of each file its name, the notations in it, and how many boards it has.
        refused: everything else, in the same order.
    """

    banks: dict[BankKey, list[Taken]] = field(default_factory=dict)
    files: list[tuple[str, str, int]] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)

    @property
    def taken(self) -> int:
        """How many boards may enter."""
        return sum(map(len, self.banks.values()))


def told(file: str, place: str) -> str:
    """A file and the place in it in words."""
    return f"{printable(file)}: {place}" if place else printable(file)


def gather(
    files: Iterable[tuple[str, bytes]],
    read: Callable[[bytes], Iterable[Found]],
    family: Family,
    advance: Callable[[int], object] = lambda _: None,
) -> Pile:
    """Go through the boards of files.

    Args:
        files: name and bytes of each; one is held at a time.
        read: what is found in the bytes of a file; raises ``MoatError`` where they are no text.
        family: solves and rates.
        advance: called with 1 after each file that is text.
    """
    pile = Pile()
    seen: dict[tuple[int, int, int], Where] = {}
    for file, data in files:
        try:
            places = read(data)
        except MoatError as error:
            pile.files.append((file, "", 0))
            pile.refused.append(Refused(file, "", str(error)))
            continue
        notations: dict[str, None] = {}
        boards = 0
        for found in places:
            boards += found.puzzle is not None
            notations.update({found.notation: None} if found.notation else {})
            try:
                if found.puzzle is None:
                    raise MoatError(found.fault or "is no board")
                key, entry = _judge(family, found.puzzle, (file, found.place), seen)
            except MoatError as error:
                pile.refused.append(Refused(file, found.place, str(error)))
            else:
                pile.banks.setdefault(key, []).append(Taken(entry, file, found.place))
        pile.files.append((file, ", ".join(notations), boards))
        advance(1)
    return pile


def _judge(
    family: Family, puzzle: Puzzle, where: Where, seen: dict[tuple[int, int, int], Where]
) -> tuple[BankKey, bytes]:
    """The bank and the entry of a board.

    Raises:
        MoatError: it may enter none; the text tells why.
    """
    board = board_of(puzzle)
    number, symmetric = family.key(board)
    key = (board.size, board.stars, number)
    if key in seen:
        raise MoatError(f"is, turned, mirrored or renamed, the board of {told(*seen[key])}")
    if symmetric:
        raise MoatError("equals one of its own turns or mirrors")
    solutions = family.solutions(board, 2)
    if len(solutions) != 1:
        raise MoatError("has more than one solution" if solutions else "has no solution")
    if puzzle.solution is not None and puzzle.solution != solutions[0]:
        raise MoatError("has another solution than the one given with it")
    rating = family.rate(board)
    if rating.tier is None:
        raise MoatError("is not finished by logic without a guess")
    seen[key] = where
    entry: dict[str, Any] = {
        "source": _source(*where),
        **puzzle.given,
        "solution": solutions[0],
        **rating.numbers,
        "id": f"{number:016x}",
        "generator": IMPORTED,
        "rater": family.rater,
    }
    return (board.size, board.stars, rating.tier), orjson.dumps(entry)


def _source(file: str, place: str) -> str:
    """The file's own name, without its folders, and the place in it."""
    name = re.split(r"[/\\]", file)[-1]
    return printable(f"{name} {place}".strip())[:LONGEST_SOURCE]
