"""``moat-bank template``: puzzles that hold what a person has drawn in part."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from moat_bank.cli.arguments import SEED, add_family, whole
from moat_bank.cli.reading import add_untold, called, told
from moat_bank.errors import MoatError
from moat_bank.families.registry import USUAL
from moat_bank.kind import TIERS
from moat_bank.lines import write_lines

_MOST = 1 << 16
"""Most bytes of a drawing that are read."""


def add_commands(subparsers: Any, family: str | None) -> None:
    """Add the command, with the options of a family: the usual one where none is named."""
    parser = subparsers.add_parser(
        "template",
        help="complete a puzzle drawn in part to puzzles with one solution",
        description="Reads rows of letters, a letter for a part and a dot for a free cell, and"
        " prints puzzles that hold what is drawn.",
    )
    parser.add_argument("file", metavar="FILE", nargs="?", default="-", help="default: -")
    add_family(parser)
    add_untold(parser, family or USUAL)
    parser.add_argument("--count", type=whole(1, 1_000_000), default=1, help="puzzles (default 1)")
    parser.add_argument("--tier", help="puzzles of this tier alone")
    parser.add_argument("--seed", type=SEED, default=0, help="other numbers, other puzzles (0)")
    parser.set_defaults(run=run, family=family or USUAL)


def run(args: argparse.Namespace) -> int:
    """Print what completes the drawing."""
    from moat_bank.families.registry import engine, variants

    if args.tier not in (None, *TIERS):
        raise MoatError(f"--tier: must be one of {', '.join(TIERS)}, found {args.tier!r}")
    text = _text(args.file)
    try:
        room = variants(args.family)
        made = room.complete(
            engine(args.family), text, told(args), args.count, args.seed, args.tier
        )
        if write_lines(made) < args.count:
            raise MoatError("no more were found; draw less, or take another --seed or tier")
    except MoatError as error:
        raise MoatError(f"{called(args.file)}: {error}") from error
    return 0


def _text(name: str) -> str:
    try:
        if name == "-":
            return sys.stdin.buffer.read(_MOST).decode()
        with open(name, "rb") as file:
            return file.read(_MOST).decode()
    except UnicodeDecodeError:
        raise MoatError(f"{name}: is not UTF-8 text") from None
    except OSError as error:
        raise MoatError(f"{name}: cannot be read: {error.strerror}") from error
