"""What several commands take from the command line."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence


def whole(low: int, high: int) -> Callable[[str], int]:
    """The type of an argument that is a whole number from ``low`` to ``high``."""

    def number(text: str) -> int:
        if not re.fullmatch("0|[1-9][0-9]{0,19}", text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"a whole number from {low} to {high}, found {text!r}")
        return int(text)

    return number


PROCESSES = whole(1, 1024)
"""How many processes share the work."""

COUNT = whole(1, 99999)
"""A number of things."""

SEED = whole(0, 2**53 - 1)
"""A seed of random numbers, exact in JSON."""


def add_file(parser: argparse.ArgumentParser) -> None:
    """Add one file of JSON lines, and the family of what they hold."""
    parser.add_argument("file", metavar="FILE", nargs="?", default="-", help="default: -")
    add_family(parser)


def add_family(parser: argparse.ArgumentParser) -> None:
    """Add the option that names a family."""
    parser.add_argument("--family", metavar="NAME", help="of puzzles (default: found out)")


def add_budget(parser: argparse.ArgumentParser) -> None:
    """Add the option that bounds the work on one puzzle."""
    parser.add_argument(
        "--budget",
        type=whole(1, 10**15),
        metavar="STEPS",
        help="give a puzzle up as undecided after so many steps (default: about two seconds' work)",
    )


def named_family(argv: Sequence[str]) -> str | None:
    """The family that a command line names: some commands have options of it."""
    scan = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    add_family(scan)
    try:
        family: str | None = scan.parse_known_args(argv)[0].family
    except argparse.ArgumentError:  # told by the parser of the command
        return None
    return family
