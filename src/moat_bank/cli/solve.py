"""``moat-bank solve``: solutions of puzzles given as JSON lines."""

from __future__ import annotations

import argparse
from typing import Any

from moat_bank.cli.arguments import add_budget, add_file, whole
from moat_bank.cli.puzzles import puzzle_of, undecided
from moat_bank.lines import each_line, write_line


def add_commands(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "solve",
        help="find solutions of puzzles given as JSON lines",
        description="Adds 'solutions' (how many, up to the limit, or null where that is undecided),"
        " 'solution' (the first) and 'found' (all of them) to each puzzle, a line of JSON.",
    )
    add_file(parser)
    parser.add_argument(
        "--limit",
        type=whole(1, 1_000_000),
        default=2,
        metavar="N",
        help="stop at so many (default 2)",
    )
    add_budget(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print each puzzle with its solutions; an undecided one counts as a bad line."""
    from moat_bank.families.registry import engine, play

    def act(data: Any) -> None:
        puzzle = puzzle_of(data, args.family)
        family = puzzle.kind.family
        search = engine(family).solutions(puzzle, args.limit, args.budget)
        found = search.found
        write_line(
            data
            | {
                "solutions": len(found) if search.complete else None,
                "solution": found[0] if found else None,
                "found": found,
                **play(family).remarks(puzzle),
            }
        )
        if not search.complete:
            raise undecided(family, args.budget)

    return each_line(args.file, act)
