"""``moat-bank level``: the puzzle of a level."""

from __future__ import annotations

import argparse
from typing import Any

from moat_bank.cli.lookup import add_showing, give, number
from moat_bank.runtime import Banks


def add_commands(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "level",
        help="the puzzle of a level, as JSON or drawn",
        description="The puzzle of a level, as JSON or drawn.",
    )
    parser.add_argument("number", metavar="N", type=number, help="from 1 to 2**53")
    add_showing(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Look it up and show it."""
    return give(args, Banks(args.banks).level(args.number), {}, f"level {args.number}")
