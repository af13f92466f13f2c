"""Commands that make boards from what a person gives: vary and template."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from moat_bank.cli.arguments import whole
from moat_bank.errors import MoatError
from moat_bank.lines import each_line, write_line


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands of this module."""
    vary = subparsers.add_parser(
        "vary",
        help="make boards that are similar to one, and as hard",
        description="Reads boards or entries as JSON lines and prints boards that differ from each"
        " in a few cells, have the same solution as their only one, and are of the same tier. They"
        " have no seed; moat-bank import makes a bank of them.",
    )
    vary.add_argument("file", metavar="FILE", nargs="?", default="-", help="default: -")
    vary.add_argument(
        "--count", type=whole(1, 1_000_000), default=1, help="variants of each board (default 1)"
    )
    vary.add_argument(
        "--cells", type=whole(1, 1_000_000), default=6, help="cells that differ (default 6)"
    )
    vary.add_argument(
        "--seed", type=whole(0, 2**53 - 1), default=0, help="other numbers, other variants (0)"
    )
    vary.set_defaults(run=_vary)
    template = subparsers.add_parser(
        "template",
        help="complete a map drawn in part to boards with one solution",
        description="Reads rows of letters, a letter for a region and a dot for a free cell, and"
        " prints boards that hold what is drawn.",
    )
    template.add_argument("file", metavar="FILE", nargs="?", default="-", help="default: -")
    template.add_argument("--stars", type=int, default=1, choices=range(1, 7), metavar="K")
    template.add_argument("--count", type=whole(1, 1_000_000), default=1, help="boards (default 1)")
    template.add_argument("--tier", help="boards of this tier alone")
    template.add_argument(
        "--seed", type=whole(0, 2**53 - 1), default=0, help="other numbers, other boards (0)"
    )
    template.set_defaults(run=_template)


def _vary(args: argparse.Namespace) -> int:
    from moat_bank.families.legacy import get_family
    from moat_bank.families.stars.board import parse_board
    from moat_bank.families.stars.variants import vary

    family = get_family("stars")

    def act(data: Any) -> None:
        made = vary(family, parse_board(data), args.count, args.cells, args.seed)
        if _put(made) < args.count:
            raise MoatError("no more variants were found; ask for fewer, or for other --cells")

    return each_line(args.file, act)


def _template(args: argparse.Namespace) -> int:
    from moat_bank.families.legacy import get_family
    from moat_bank.families.stars.variants import complete, parse_template
    from moat_bank.kind import TIERS

    if args.tier not in (None, *TIERS):
        raise MoatError(f"--tier: must be one of {', '.join(TIERS)}, found {args.tier!r}")
    name = "standard input" if args.file == "-" else args.file
    text = _text(args.file)
    try:
        template = parse_template(text)
        family = get_family("stars")
        made = complete(family, template, args.stars, args.count, args.seed, args.tier)
        if _put(made) < args.count:
            raise MoatError("no more boards were found; draw less, or take another --seed or tier")
    except MoatError as error:
        raise MoatError(f"{name}: {error}") from error
    return 0


def _put(made: Iterator[dict[str, Any]]) -> int:
    count = 0
    for board in made:
        write_line(board)
        sys.stdout.flush()
        count += 1
    return count


def _text(name: str) -> str:
    try:
        if name == "-":
            return sys.stdin.buffer.read(1 << 16).decode()
        with open(name, "rb") as file:
            return file.read(1 << 16).decode()
    except UnicodeDecodeError:
        raise MoatError(f"{name}: is not UTF-8 text") from None
    except OSError as error:
        raise MoatError(f"{name}: cannot be read: {error.strerror}") from error
