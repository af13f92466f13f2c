"""``moat-bank event``: a puzzle of an event."""

from __future__ import annotations

import argparse
from typing import Any

from moat_bank.cli.lookup import add_showing, give, number
from moat_bank.runtime import Banks


def add_commands(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "event",
        help="a puzzle of an event, as JSON or drawn",
        description="A puzzle of an event, as JSON or drawn.",
    )
    parser.add_argument("name", metavar="NAME", help="the event; its letters count as they stand")
    parser.add_argument("number", metavar="N", type=number, help="from 1 to 2**53")
    parser.add_argument(
        "--edition", metavar="NAME", help="default: the oldest that has puzzles for events"
    )
    add_showing(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Look it up and show it."""
    level = Banks(args.banks).event(args.name, args.number, args.edition)
    return give(args, level, {"event": args.name}, f"{args.name} {level.number}")
