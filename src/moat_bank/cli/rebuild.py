"""``moat-bank rebuild``: entries anew from their own seeds."""

from __future__ import annotations

import argparse
from typing import Any

from moat_bank.cli.arguments import add_file
from moat_bank.errors import MoatError
from moat_bank.lines import each_line, write_line


def add_commands(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "rebuild",
        help="make entries anew from their own seeds",
        description="Reads entries as JSON lines and prints each as its seed gives it. One that"
        " differs from what was read is named, and the exit status is 1.",
    )
    add_file(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print each entry with its unknown fields; one that differs counts as a bad line."""
    from moat_bank.families.registry import engine, family_of, play

    def act(data: Any) -> None:
        if not isinstance(data, dict):
            raise MoatError("an entry is a JSON object")
        family = args.family or family_of(data)
        entry = play(family).upgraded(data)
        made = engine(family).rebuild(entry)
        write_line(entry | made)
        wrong = [key for key, value in made.items() if entry.get(key) != value]
        if wrong:
            raise MoatError(f"seed {made['seed']} gives another {', '.join(wrong)}")

    return each_line(args.file, act)
