"""All notations, and which of them a text is in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from moat_bank.errors import MoatError, short
from moat_bank.families.stars.notations import (
    archive,
    bank_file,
    json_rows,
    jsonl,
    letters,
    level,
    penpa,
    puzzlink,
    pzprv3,
    sbn,
    sbn2,
    starb,
    table,
    task,
    text,
)
from moat_bank.families.stars.notations.notation import MAX_LINE, Notation, lines_of
from moat_bank.families.stars.notations.puzzle import Puzzle

NOTATIONS = (
    # Of whole texts, the unmistakable first.
    pzprv3.NOTATION,
    archive.NOTATION,
    json_rows.NOTATION,
    bank_file.NOTATION,
    jsonl.NOTATION,
    level.NOTATION,
    # Of one board a line.
    penpa.NOTATION,
    puzzlink.NOTATION,
    letters.NOTATION,
    task.NOTATION,
    sbn.NOTATION,
    sbn2.NOTATION,
    # Of whole texts that other things look like.
    starb.NOTATION,
    table.NOTATION,
    text.NOTATION,
)

MAX_BYTES = 1 << 26
"""Most bytes of a text that is read; half a million boards in most notations."""


@dataclass(frozen=True)
class Found:
    """A board of a text, or why there is none.

    Attributes:
        place: where it stands, such as ``line 3``; empty where the text is all of it.
        notation: the name of its notation; empty where it is in none.
        puzzle: the board, or None.
        fault: in one line what is wrong with it, or None.
    """

    place: str
    notation: str
    puzzle: Puzzle | None
    fault: str | None


def notation(name: str) -> Notation:
    """The notation of that name.

    Raises:
        MoatError: there is none.
    """
    for one in NOTATIONS:
        if one.name == name:
            return one
    known = ", ".join(one.name for one in NOTATIONS)
    raise MoatError(f"unknown notation {short(name)}; known: {known}")


def decode(data: bytes) -> str:
    """The text of a file's bytes, UTF-8 with or without a mark at its start.

    Raises:
        MoatError: it is not, or it is too long.
    """
    if len(data) > MAX_BYTES:
        raise MoatError(f"is longer than {MAX_BYTES} bytes: split it")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MoatError(f"byte {error.start + 1}: is not UTF-8 text") from error


def detect(content: str) -> Notation | None:
    """The notation that a text looks like, or None."""
    first = next((line.strip() for line in lines_of(content) if _speaks(line)), None)
    if first is None:
        return None
    for one in NOTATIONS:
        if one.sniff(first[:MAX_LINE] if one.by_line else content):
            return one
    return None


def read(content: str, name: str | None = None, stars: int | None = None) -> Iterator[Found]:
    """All boards of a text, one after another, and all faults where they stand.

    Args:
        content: the text.
        name: of its notation; None to find out.
        stars: stars of a unit for notations that do not tell them.
    """
    one = detect(content) if name is None else notation(name)
    if one is None:
        fault = "is in no notation known here" if content.strip() else "is empty"
        yield Found("", "", None, fault)
    elif one.by_line:
        yield from _read_lines(content, one if name is not None else None, stars)
    else:
        yield from _read_whole(content, one, stars)


def read_all(content: str, name: str | None = None, stars: int | None = None) -> list[Puzzle]:
    """All boards of a text.

    Raises:
        MoatError: something in it is not a board; the text tells the place.
    """
    puzzles = []
    for found in read(content, name, stars):
        if found.puzzle is None:
            raise MoatError(": ".join(filter(None, (found.place, found.fault))))
        puzzles.append(found.puzzle)
    return puzzles


def write(puzzles: Sequence[Puzzle], name: str) -> str:
    """The text of boards in the notation of that name.

    Raises:
        MoatError: there is no such notation, or it cannot say one of the boards.
    """
    return notation(name).write(puzzles)


def _read_whole(content: str, one: Notation, stars: int | None) -> Iterator[Found]:
    assert one.split is not None
    empty = True
    try:
        for where, piece in one.split(content):
            empty = False
            if isinstance(piece, MoatError):
                yield Found(where, one.name, None, str(piece))
            else:
                yield _parse(where, one, piece, stars)
    except MoatError as error:
        yield Found("", one.name, None, str(error))
        return
    if empty:
        yield Found("", one.name, None, "holds no board")


def _read_lines(content: str, fixed: Notation | None, stars: int | None) -> Iterator[Found]:
    """One board a line; each line may be in another of these notations unless one is fixed."""
    for number, line in enumerate(lines_of(content), 1):
        if not _speaks(line):
            continue
        where, line = f"line {number}", line.strip()
        if len(line) > MAX_LINE:
            yield Found(where, "", None, f"is longer than {MAX_LINE} characters")
            continue
        known = (one for one in NOTATIONS if one.by_line and one.sniff(line))
        one = fixed or next(known, None)
        if one is None:
            yield Found(where, "", None, f"is in no notation known here: {short(line)}")
        else:
            yield _parse(where, one, line, stars)


def _parse(where: str, one: Notation, piece: object, stars: int | None) -> Found:
    try:
        return Found(where, one.name, one.parse(piece, stars), None)
    except MoatError as error:
        return Found(where, one.name, None, str(error))


def _speaks(line: str) -> bool:
    """Whether a line of a list is more than a comment; a link may be its part from # on alone."""
    line = line.strip()
    return bool(line) and (line.startswith("#m=") or not line.startswith("#"))
