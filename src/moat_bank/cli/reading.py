"""Files of puzzles in any notation: options that tell how they are read, and what they hold."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from moat_bank.cli.arguments import add_family, whole
from moat_bank.cli.puzzles import undecided
from moat_bank.errors import MoatError
from moat_bank.families.registry import BUILT_IN, kind_room

if TYPE_CHECKING:  # imported when a command runs, so that others start without them
    from moat_bank.families.base import Puzzle
    from moat_bank.families.reading import Found


def add_reading(parser: argparse.ArgumentParser, family: str | None) -> None:
    """Add the options that tell how files are read.

    Args:
        parser: of a command.
        family: the one that the user names; None where it is to be found out.
    """
    add_family(parser)
    parser.add_argument(
        "--from", dest="notation", metavar="FORMAT", help="their notation (default: found out)"
    )
    add_untold(parser, family)


def add_untold(parser: argparse.ArgumentParser, family: str | None) -> None:
    """Add options for the parameters that drawings and notations may leave unsaid."""
    for key, (low, high, words) in _untold(family).items():
        parser.add_argument(
            f"--{key}",
            type=whole(low, high),
            metavar="N",
            help=f"{words}, where the text does not tell",
        )


def _untold(family: str | None) -> dict[str, tuple[int, int, str]]:
    """Parameters that notations may leave unsaid: least, most, and what they are.

    Families of other packages have theirs where they are named: looking for them takes time.
    """
    found = {}
    for name in BUILT_IN if family is None else (family,):
        room = kind_room(name)
        for key in room.UNTOLD:
            schema = room.PARAMETERS[key]
            words = schema["description"].rstrip(".")
            found[key] = schema["minimum"], schema["maximum"], words[0].lower() + words[1:]
    return found


def told(args: argparse.Namespace) -> dict[str, int]:
    """The parameters that the user gave for notations that do not tell them."""
    given = vars(args)
    keys = _untold(args.family)
    return {key: given[key] for key in keys if given[key] is not None}


def called(name: str) -> str:
    """A file's name in words."""
    return "standard input" if name == "-" else name


def where(name: str, place: str) -> str:
    """A file and the place in it in words."""
    return ": ".join(filter(None, (called(name), place)))


def bytes_of(name: str) -> bytes:
    """A file's bytes; of one that is too long, enough to tell.

    Raises:
        MoatError: it cannot be read.
    """
    from moat_bank.families.reading import MAX_BYTES

    if name == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        with open(name, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise MoatError(f"{name}: cannot be read: {error.strerror}") from error


def read_bytes(data: bytes, args: argparse.Namespace) -> Iterator[Found]:
    """All puzzles and faults of the bytes of a file.

    Raises:
        MoatError: they are no text, or the options name no notation or family; right away.
    """
    from moat_bank.families import reading

    text = reading.decode(data)
    reading.known(args.family, args.notation)
    return reading.read(text, told(args), args.notation, args.family)


def found_in(args: argparse.Namespace) -> Iterator[tuple[str, Found]]:
    """All puzzles and faults of the files, each with the file's name.

    Raises:
        MoatError: a file cannot be read, or the options name no notation or family.
    """
    from moat_bank.families import reading

    reading.known(args.family, args.notation)
    for name in args.files:
        data = bytes_of(name)
        try:
            for found in read_bytes(data, args):
                yield name, found
        except MoatError as error:
            raise MoatError(f"{called(name)}: {error}") from error


def puzzle_in(found: Found) -> Puzzle:
    """The puzzle of a place.

    Raises:
        MoatError: there is none; the text tells why.
    """
    if found.puzzle is None:
        raise MoatError(found.fault or "is no puzzle")
    return found.puzzle


def completed(puzzle: Puzzle, solved: bool, rated: bool, budget: int | None) -> Puzzle:
    """The puzzle with its one solution, and its rating, found here where nobody told it.

    The engine is loaded only if it is needed.

    Raises:
        MoatError: it has no solution or several, logic does not finish it, or it is undecided.
    """
    from moat_bank.families.registry import engine

    family = puzzle.kind.family
    if solved and puzzle.solution is None:
        search = engine(family).solutions(puzzle, 2, budget)
        if len(search.found) > 1:
            raise MoatError("has more than one solution")
        if not search.complete:
            raise undecided(family, budget)
        if not search.found:
            raise MoatError("has no solution")
        puzzle = replace(puzzle, solution=search.found[0])
    if rated and puzzle.rated is None:
        puzzle = _rated(puzzle, budget)
    return puzzle


def _rated(puzzle: Puzzle, budget: int | None) -> Puzzle:
    from moat_bank.families.base import Rated
    from moat_bank.families.registry import engine

    rating = engine(puzzle.kind.family).rate(puzzle, budget)
    if rating.undecided:
        raise undecided(puzzle.kind.family, budget)
    if rating.tier is None:
        raise MoatError("is not finished by logic without a guess, so it has no tier")
    rated = Rated(rating.tier, rating.numbers["r"], rating.numbers["steps"])
    return replace(puzzle, rated=rated)


def complain(place: str, reason: str) -> None:
    """Name one place and its fault on standard error; what was printed stands before."""
    sys.stdout.flush()
    print("moat-bank:", " ".join(f"{place}: {reason}".split()), file=sys.stderr)
