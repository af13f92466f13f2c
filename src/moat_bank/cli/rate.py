"""``moat-bank rate``: how hard puzzles given as JSON lines are."""

from __future__ import annotations

import argparse
from typing import Any

from moat_bank.cli.arguments import add_budget, add_file
from moat_bank.cli.puzzles import puzzle_of, undecided
from moat_bank.lines import each_line, write_line


def add_commands(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "rate",
        help="rate puzzles given as JSON lines",
        description="Adds solutions (0, 1, 2 for more, null where that is undecided), solution, the"
        " rating's keys (r, steps, rounds, score and others of the family) and tier to each puzzle;"
        " unknown fields stay. r, score and tier are null where logic does not finish the puzzle.",
    )
    add_file(parser)
    add_budget(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print each puzzle with its rating; an undecided one counts as a bad line."""
    from moat_bank.families.base import Rating
    from moat_bank.families.fields import keys
    from moat_bank.families.registry import engine, play

    def act(data: Any) -> None:
        puzzle = puzzle_of(data, args.family)
        family = puzzle.kind.family
        search = engine(family).solutions(puzzle, 2, args.budget)
        found = search.found if search.complete else []
        unknown = Rating(None, dict.fromkeys(keys(family, "rating")), undecided=True)
        rating = engine(family).rate(puzzle, args.budget) if search.complete else unknown
        write_line(
            data
            | {
                "solutions": len(found) if search.complete else None,
                "solution": found[0] if len(found) == 1 else None,
                **rating.numbers,
                "tier": rating.tier,
                "rater": engine(family).rater,
                **play(family).remarks(puzzle),
            }
        )
        if rating.undecided:
            raise undecided(family, args.budget)

    return each_line(args.file, act)
