"""The command that tells how a person solves a puzzle: explain."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from moat_bank.cli.arguments import COUNT, add_budget
from moat_bank.cli.reading import add_reading, complain, found_in, puzzle_in, where
from moat_bank.errors import MoatError
from moat_bank.lines import write_line, write_output
from moat_bank.render import sheet_svg
from moat_bank.render.text import wants_colour, wants_plain

if TYPE_CHECKING:
    from moat_bank.families.base import Puzzle


def add_commands(subparsers: Any, family: str | None) -> None:
    """Add the command; ``family`` is the one that the user names, if any."""
    explain = subparsers.add_parser(
        "explain",
        help="solve puzzles as a person would and say why, round by round",
        description="Reads puzzles in any notation (see convert) and prints the rater's rounds,"
        " each with its technique and a sentence for each deduction: what follows, and why. Where"
        " logic stops it says how far it came; where a puzzle has two solutions it shows both and"
        " where they differ. Cells are named by row and column from 1: R3C5.",
    )
    explain.add_argument("files", metavar="FILE", nargs="*", default=["-"], help="default: -")
    add_reading(explain, family)
    explain.add_argument(
        "--json", action="store_true", help="print a line of JSON a puzzle, every reason told"
    )
    explain.add_argument(
        "--svg", metavar="FILE", help="write a picture of each round of one puzzle; - for here"
    )
    explain.add_argument(
        "--up-to",
        type=COUNT,
        metavar="N",
        help="use the techniques up to number N alone, to see how far they come",
    )
    add_budget(explain)
    explain.set_defaults(run=_explain)


def _explain(args: argparse.Namespace) -> int:
    puzzles, status = [], 0
    for name, found in found_in(args):
        words = where(name, found.place)
        try:
            puzzle = puzzle_in(found)
        except MoatError as error:
            status = 1
            complain(words, str(error))
        else:
            puzzles.append((puzzle.name or words, puzzle))
    if not puzzles:
        raise MoatError("there is no puzzle to explain")
    if args.svg and len(puzzles) > 1:
        raise MoatError(f"--svg draws the rounds of one puzzle, found {len(puzzles)}")
    for at, (name, puzzle) in enumerate(puzzles):
        if at and not args.json:
            print()
        if not _tell(args, name, puzzle):
            status = 1
    return status


def _tell(args: argparse.Namespace, name: str, puzzle: Puzzle) -> bool:
    """Tell of one puzzle; whether all that was asked could be decided."""
    from moat_bank.families import registry

    shown = registry.explained(puzzle.kind.family)
    found = registry.words(puzzle.kind.family).explain(puzzle, args.up_to, args.budget)
    if found.undecided:
        steps = "undecided within the steps allowed; --budget allows more"
        print(f"moat-bank: {name}: {steps}", file=sys.stderr)
    if args.svg:
        title = f"{name}: {shown.verdict(found)}"
        write_output(args.svg, sheet_svg(list(shown.pictures(found)), title=title).encode())
        if args.svg == "-":
            return not found.undecided
    if args.json:
        write_line(shown.as_json(found))
        return not found.undecided
    out = sys.stdout
    text = shown.as_text(found, name, colour=wants_colour(out), plain=wants_plain(out))
    print(text, end="")
    return not found.undecided
