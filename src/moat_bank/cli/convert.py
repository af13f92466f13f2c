"""``moat-bank convert``: puzzles from one notation into another."""

from __future__ import annotations

import argparse
from typing import Any

from moat_bank.cli.arguments import add_budget
from moat_bank.cli.reading import (
    add_reading,
    complain,
    completed,
    found_in,
    puzzle_in,
    where,
)
from moat_bank.errors import MoatError
from moat_bank.lines import write_output


def add_commands(subparsers: Any, family: str | None) -> None:
    """Add the command; ``family`` is the one that the user names, if any."""
    parser = subparsers.add_parser(
        "convert",
        help="turn puzzles from one notation into another",
        description="Reads puzzles in any notation and writes them in another. What is no puzzle is"
        " named with its place, and the rest goes on; the exit status is then 1.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
    )
    parser.add_argument("files", metavar="FILE", nargs="*", default=["-"], help="default: -")
    parser.add_argument("-h", "--help", action=_Help, nargs=0, help="this, and all notations")
    parser.add_argument("--to", required=True, metavar="FORMAT", help="the notation to write")
    add_reading(parser, family)
    add_budget(parser)
    parser.add_argument("--output", metavar="FILE", help="write here, not to standard output")
    parser.set_defaults(run=run)


class _Help(argparse.Action):
    """Help with a list of the notations, which are loaded for it alone."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        parser.epilog = notations()
        parser.print_help()
        parser.exit()


def notations() -> str:
    """The notations of all families, a line each."""
    from moat_bank.families.reading import known
    from moat_bank.families.registry import families

    lines = []
    for family in families():
        lines.append(f"notations of {family}:")
        lines += [f"  {one.name:<9} {one.title}" for one in known(family)]
    return "\n".join(lines)


def run(args: argparse.Namespace) -> int:
    """Read, complete and write."""
    from moat_bank.families import reading

    reading.known(args.family, args.to)
    status, puzzles = 0, []
    for name, found in found_in(args):
        try:
            puzzle = puzzle_in(found)
            target = reading.known(puzzle.kind.family, args.to)[0]
            puzzles.append(completed(puzzle, target.solved, target.rated, args.budget))
        except MoatError as error:
            status = 1
            complain(where(name, found.place), str(error))
    if not puzzles:
        raise MoatError("there is no puzzle to write")
    write_output(args.output or "-", reading.write(puzzles, args.to).encode())
    return status
