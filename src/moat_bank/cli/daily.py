"""``moat-bank daily``: the puzzle of a day."""

from __future__ import annotations

import argparse
from datetime import UTC, date, datetime
from typing import Any

from moat_bank.cli.lookup import add_showing, give
from moat_bank.runtime import Banks


def add_commands(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "daily",
        help="the puzzle of a day (UTC), as JSON or drawn",
        description="The puzzle of a day (UTC), as JSON or drawn.",
    )
    parser.add_argument(
        "date", metavar="DATE", nargs="?", help="such as 2026-03-01; left out: today in UTC"
    )
    add_showing(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Look it up and show it."""
    level = Banks(args.banks).daily(datetime.now(UTC) if args.date is None else args.date)
    day = date.fromordinal(date(1970, 1, 1).toordinal() + level.number).isoformat()
    return give(args, level, {"date": day}, day)
