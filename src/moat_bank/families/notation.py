"""What a notation offers: how to tell it, take it apart, read a piece and write puzzles.

Text in, puzzles out: no files, no engine.  A family lists its own in ``notations/``; ``reading``
tells those of all families apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import orjson

from moat_bank.errors import MoatError, kind
from moat_bank.families.base import Puzzle, Rated
from moat_bank.families.registry import play

MAX_LINE = 1 << 16
"""Longest line of a notation of one puzzle a line; the longest real ones have a tenth of it."""

LONGEST_NAME = 80

Piece = tuple[str, Any]
"""Where a puzzle stands ("line 3"; empty where nothing needs to be said), and what ``parse`` gets:
a fault found on the way is a ``MoatError`` in its stead."""

Told = Mapping[str, int]
"""Parameters of the kind that the reader gives, for notations that do not say them."""

_OBJECT = re.compile(r'\{\s*"')


@dataclass(frozen=True)
class Notation:
    """One way to write puzzles.

    Attributes:
        name: by which the commands call it.
        title: what it is, in a few words.
        sniff: whether a text looks like it; a single line where ``by_line``.
        parse: a puzzle from a piece, and the parameters to take where the notation does not say
            them (without: the notation's own habit).  Raises ``MoatError`` with the place inside.
        write: the text of puzzles, with a final newline.  Raises ``MoatError`` where the notation
            cannot say it.
        split: the pieces of a text; None for notations of one puzzle a line.
        solved: puzzles must have solutions to be written.
        rated: puzzles must have a tier and a rating to be written.
        loose: other things look like it, too, so it is tried last.
    """

    name: str
    title: str
    sniff: Callable[[str], bool]
    parse: Callable[[Any, Told], Puzzle]
    write: Callable[[Sequence[Puzzle]], str]
    split: Callable[[str], Iterator[Piece]] | None = None
    solved: bool = False
    rated: bool = False
    loose: bool = False

    @property
    def by_line(self) -> bool:
        """Whether each line is a puzzle of its own."""
        return self.split is None


def by_line(write_one: Callable[[Puzzle], str]) -> Callable[[Sequence[Puzzle]], str]:
    """``Notation.write`` for one puzzle a line."""

    def write(puzzles: Sequence[Puzzle]) -> str:
        return "".join(f"{write_one(puzzle)}\n" for puzzle in puzzles)

    return write


def only(puzzles: Sequence[Puzzle], title: str) -> Puzzle:
    """The one puzzle of a notation that holds one a file.

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


def load(text: str) -> Any:
    """The value of a JSON text.

    Raises:
        MoatError: it is none; the text tells the line and column.
    """
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        line = f"line {error.lineno} " if error.lineno > 1 else ""
        raise MoatError(f"not JSON at {line}column {error.colno}: {error.msg}") from error


def name_of(value: Any) -> str:
    """A name for people, on one line and not too long; empty where there is none."""
    if type(value) not in (int, str):
        return ""
    words = " ".join(str(value).split())
    return "".join(c if c.isprintable() else "?" for c in words[:LONGEST_NAME]).replace("#", "")


def json_lines(family: str, parse: Callable[[Any, Told], Puzzle] | None = None) -> Notation:
    """JSON lines, the project's own: an object a line with the keys of a puzzle of the family.

    What ``level``, ``generate``, ``rate`` and ``solve`` print, and entries of banks, can be read.

    Args:
        family: its name.
        parse: a puzzle from an object; None for what ``play.parse`` of the family says.
    """
    room = play(family)
    marks = [f'"{mark}"' for mark in room.MARKS]

    def sniff(text: str) -> bool:
        text = text.lstrip()
        return _OBJECT.match(text) is not None and any(mark in text[:MAX_LINE] for mark in marks)

    def read(data: Any, told: Told) -> Puzzle:
        if not isinstance(data, dict):
            raise MoatError(f"a puzzle is an object, found {kind(data)}")
        puzzle = room.parse(data) if parse is None else parse(data, told)
        return replace(puzzle, name=_name(data), rated=_rated(data))

    return Notation("jsonl", "JSON lines, our own", sniff, read, by_line(_line), _objects)


def _objects(text: str) -> Iterator[Piece]:
    """One piece a line; a single object may also stand on many lines."""
    lines = [(number, line) for number, line in enumerate(lines_of(text), 1) if line.strip()]
    if lines and lines[0][1].strip() == "{":
        yield "", load(text)
        return
    for number, line in lines:
        try:
            yield f"line {number}", load(line)
        except MoatError as error:
            yield f"line {number}", error


def _name(data: dict[str, Any]) -> str:
    return next(filter(None, (name_of(data.get(key)) for key in ("name", "id", "number"))), "")


def _rated(data: dict[str, Any]) -> Rated | None:
    tier, r, steps, seed = (data.get(key) for key in ("tier", "r", "steps", "seed"))
    if isinstance(tier, str) and type(r) is int and type(steps) is int:
        return Rated(tier, r, steps, seed if type(seed) is int else None)
    return None


def _line(puzzle: Puzzle) -> str:
    """The JSON object of a puzzle, with what is known of it."""
    data: dict[str, Any] = {**puzzle.kind.values, **puzzle.given}
    if puzzle.solution is not None:
        data["solution"] = puzzle.solution
    if puzzle.name:
        data["name"] = puzzle.name
    if puzzle.rated is not None:
        rated = puzzle.rated
        data |= {"tier": rated.tier, "r": rated.r, "steps": rated.steps}
        if rated.seed is not None:
            data["seed"] = rated.seed
    return orjson.dumps(data).decode()
