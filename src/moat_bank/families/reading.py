"""Puzzles from text in any notation of any family, and which notation a text is in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from moat_bank.errors import MoatError, short
from moat_bank.families import registry
from moat_bank.families.base import Puzzle
from moat_bank.families.notation import MAX_LINE, Notation, Told, lines_of

MAX_BYTES = 1 << 26
"""Most bytes of a text that is read; half a million puzzles in most notations."""


@dataclass(frozen=True)
class Found:
    """A puzzle of a text, or why there is none.

    Attributes:
        place: where it stands, such as ``line 3``; empty where the text is all of it.
        notation: the name of its notation; empty where it is in none.
        puzzle: the puzzle, or None.
        fault: in one line what is wrong with it, or None.
    """

    place: str
    notation: str
    puzzle: Puzzle | None
    fault: str | None


def known(family: str | None = None, name: str | None = None) -> tuple[Notation, ...]:
    """The notations of a family or of all, in the order in which they are tried, or one name's.

    Raises:
        MoatError: there is no such family, or no notation of that name.
    """
    families = registry.families() if family is None else (family,)
    listed = [one for each in families for one in registry.notations(each).NOTATIONS]
    found = [one for one in listed if name in (None, one.name)]
    if name is not None and not found:
        names = ", ".join(dict.fromkeys(one.name for one in listed))
        raise MoatError(f"unknown notation {short(name)}; known: {names}")
    return tuple(sorted(found, key=lambda one: one.loose))


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


def read(
    content: str, told: Told | None = None, name: str | None = None, family: str | None = None
) -> Iterator[Found]:
    """All puzzles of a text, one after another, and all faults where they stand.

    Args:
        content: the text.
        told: parameters of the kind for notations that do not say them.
        name: of its notation; None to find out.
        family: of its puzzles; None to find out.

    Raises:
        MoatError: there is no such notation or family.
    """
    tried = known(family, name)
    one = _detect(content, tried) if name is None or len(tried) > 1 else tried[0]
    if one is None and name is not None:
        one = tried[0]
    if one is None:
        fault = "is in no notation known here" if content.strip() else "is empty"
        yield Found("", "", None, fault)
    elif one.by_line:
        yield from _read_lines(content, tried, name is not None, told or {})
    else:
        yield from _read_whole(content, one, told or {})


def read_all(
    content: str, told: Told | None = None, name: str | None = None, family: str | None = None
) -> list[Puzzle]:
    """All puzzles of a text.

    Raises:
        MoatError: something in it is not a puzzle; the text tells the place.
    """
    puzzles = []
    for found in read(content, told, name, family):
        if found.puzzle is None:
            raise MoatError(": ".join(filter(None, (found.place, found.fault))))
        puzzles.append(found.puzzle)
    return puzzles


def write(puzzles: Sequence[Puzzle], name: str) -> str:
    """The text of puzzles of one family in the notation of that name.

    Raises:
        MoatError: there is no such notation, it cannot say one of the puzzles, or there are none
            or of several families.
    """
    families = list(dict.fromkeys(puzzle.kind.family for puzzle in puzzles))
    if len(families) != 1:
        found = f"puzzles of the families {', '.join(families)}" if families else "no puzzle"
        raise MoatError(f"a text holds puzzles of one family, found {found}")
    return known(families[0], name)[0].write(puzzles)


def _detect(content: str, tried: Sequence[Notation]) -> Notation | None:
    """The first notation that a text looks like, or None."""
    first = next((line.strip() for line in lines_of(content) if _speaks(line)), None)
    if first is None:
        return None
    for one in tried:
        if one.sniff(first[:MAX_LINE] if one.by_line else content):
            return one
    return None


def _read_whole(content: str, one: Notation, told: Told) -> Iterator[Found]:
    assert one.split is not None
    empty = True
    try:
        for where, piece in one.split(content):
            empty = False
            if isinstance(piece, MoatError):
                yield Found(where, one.name, None, str(piece))
            else:
                yield _parse(where, one, piece, told)
    except MoatError as error:
        yield Found("", one.name, None, str(error))
        return
    if empty:
        yield Found("", one.name, None, "holds no board")


def _read_lines(
    content: str, tried: Sequence[Notation], named: bool, told: Told
) -> Iterator[Found]:
    """One puzzle a line, each in any of the notations; a named one is taken at its word."""
    tried = [one for one in tried if one.by_line]
    for number, line in enumerate(lines_of(content), 1):
        if not _speaks(line):
            continue
        where, line = f"line {number}", line.strip()
        if len(line) > MAX_LINE:
            yield Found(where, "", None, f"is longer than {MAX_LINE} characters")
            continue
        one = next((each for each in tried if each.sniff(line)), tried[0] if named else None)
        if one is None:
            yield Found(where, "", None, f"is in no notation known here: {short(line)}")
        else:
            yield _parse(where, one, line, told)


def _parse(where: str, one: Notation, piece: object, told: Told) -> Found:
    try:
        return Found(where, one.name, one.parse(piece, told), None)
    except MoatError as error:
        return Found(where, one.name, None, str(error))


def _speaks(line: str) -> bool:
    """Whether a line of a list is more than a comment; a link may be its part from # on alone."""
    line = line.strip()
    return bool(line) and (line.startswith("#m=") or not line.startswith("#"))
