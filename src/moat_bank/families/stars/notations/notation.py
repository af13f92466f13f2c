"""What a notation offers: how to tell it, take it apart, read a piece and write boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from moat_bank.errors import MoatError
from moat_bank.families.stars.notations.puzzle import Puzzle

MAX_LINE = 1 << 16
"""Longest line of a notation of one board a line; the longest real ones have a tenth of it."""

Piece = tuple[str, Any]
"""Where a board stands ("line 3"; empty where nothing needs to be said), and what ``parse`` gets:
a fault found on the way is a ``MoatError`` in its stead."""


@dataclass(frozen=True)
class Notation:
    """One way to write boards.

    Attributes:
        name: by which the commands call it.
        title: what it is, in a few words.
        sniff: whether a text looks like it; a single line where ``by_line``.
        parse: a board from a piece, and the number of stars to take where the notation does not
            say (None: the notation's own habit).  Raises ``MoatError`` with the place inside.
        write: the text of boards, with a final newline.  Raises ``MoatError`` where the notation
            cannot say it.
        split: the pieces of a text; None for notations of one board a line.
        solved: boards must have solutions to be written.
        rated: boards must have a tier and a rating to be written.
    """

    name: str
    title: str
    sniff: Callable[[str], bool]
    parse: Callable[[Any, int | None], Puzzle]
    write: Callable[[Sequence[Puzzle]], str]
    split: Callable[[str], Iterator[Piece]] | None = None
    solved: bool = False
    rated: bool = False

    @property
    def by_line(self) -> bool:
        """Whether each line is a board of its own."""
        return self.split is None


def by_line(write_one: Callable[[Puzzle], str]) -> Callable[[Sequence[Puzzle]], str]:
    """``Notation.write`` for one board a line."""

    def write(puzzles: Sequence[Puzzle]) -> str:
        return "".join(f"{write_one(puzzle)}\n" for puzzle in puzzles)

    return write


def only(puzzles: Sequence[Puzzle], title: str) -> Puzzle:
    """The one board of a notation that holds one a file.

    Raises:
        MoatError: there are more, or none.
    """
    if len(puzzles) != 1:
        raise MoatError(f"{title} holds one board, found {len(puzzles)}: write them one by one")
    return puzzles[0]


def lines_of(text: str) -> list[str]:
    """The lines of a text, whatever its line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def blocks_of(text: str) -> Iterator[tuple[int, list[str]]]:
    """Runs of lines between blank ones, each with the number of its first line; # is a comment."""
    start, block = 0, []
    for number, line in enumerate([*lines_of(text), ""], 1):
        line = line.partition("#")[0].strip()
        if line:
            start = start or number
            block.append(line)
        elif block:
            yield start, block
            start, block = 0, []
