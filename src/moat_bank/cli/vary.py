"""``moat-bank vary``: puzzles that are similar to one, and as hard."""

from __future__ import annotations

import argparse
from typing import Any

from moat_bank.cli.arguments import SEED, add_file, whole
from moat_bank.cli.puzzles import puzzle_of
from moat_bank.errors import MoatError
from moat_bank.lines import each_line, write_lines


def add_commands(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "vary",
        help="make puzzles that are similar to one, and as hard",
        description="Reads puzzles or entries as JSON lines and prints puzzles that differ from"
        " each in a few cells, have the same solution as their only one, and are of the same tier."
        " They have no seed; moat-bank import makes a bank of them.",
    )
    add_file(parser)
    parser.add_argument(
        "--count", type=whole(1, 1_000_000), default=1, help="variants of each (default 1)"
    )
    parser.add_argument(
        "--cells", type=whole(1, 1_000_000), default=6, help="cells that differ (default 6)"
    )
    parser.add_argument("--seed", type=SEED, default=0, help="other numbers, other variants (0)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the variants of each puzzle."""
    from moat_bank.families.registry import engine, variants

    def act(data: Any) -> None:
        puzzle = puzzle_of(data, args.family)
        family = puzzle.kind.family
        made = variants(family).vary(engine(family), puzzle, args.count, args.cells, args.seed)
        if write_lines(made) < args.count:
            raise MoatError("no more variants were found; ask for fewer, or for other --cells")

    return each_line(args.file, act)
