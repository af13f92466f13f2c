"""The command that tells how a person solves a board: explain."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from moat_bank.cli.arguments import COUNT, whole
from moat_bank.cli.convert import add_reading, called, check_reading, found_in
from moat_bank.errors import MoatError
from moat_bank.families.stars.words.sheet import BUDGET
from moat_bank.lines import write_line, write_output
from moat_bank.render import sheet_svg
from moat_bank.render.text import wants_colour, wants_plain

if TYPE_CHECKING:
    from moat_bank.families.stars.notations import Puzzle


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands of this module."""
    explain = subparsers.add_parser(
        "explain",
        help="solve boards as a person would and say why, round by round",
        description="Reads boards in any notation (see convert) and prints the rater's rounds, each"
        " with its technique and a sentence for each deduction: what follows, and why. Where logic"
        " stops it says how far it came; where a board has two solutions it shows both and where"
        " they differ. Cells are named by row and column from 1: R3C5.",
    )
    explain.add_argument("files", metavar="FILE", nargs="*", default=["-"], help="default: -")
    add_reading(explain)
    explain.add_argument(
        "--json", action="store_true", help="print a line of JSON a board, every reason told"
    )
    explain.add_argument(
        "--svg", metavar="FILE", help="write a picture of each round of one board; - for here"
    )
    explain.add_argument(
        "--up-to",
        type=COUNT,
        metavar="N",
        help="use the techniques up to number N alone, to see how far they come",
    )
    explain.add_argument(
        "--budget",
        type=whole(1, 10**12),
        metavar="STEPS",
        help=f"steps to take for a board's rounds, and again for its solutions; default: {BUDGET}",
    )
    explain.set_defaults(run=_explain)


def _explain(args: argparse.Namespace) -> int:
    check_reading(args)
    puzzles, status = [], 0
    for name, found in found_in(args):
        words = ": ".join(filter(None, (called(name), found.place)))
        if found.puzzle is None:
            status = 1
            print(f"moat-bank: {words}: {found.fault or 'is no board'}", file=sys.stderr)
        else:
            puzzles.append((found.puzzle.name or words, found.puzzle))
    if not puzzles:
        raise MoatError("there is no board to explain")
    if args.svg and len(puzzles) > 1:
        raise MoatError(f"--svg draws the rounds of one board, found {len(puzzles)}")
    for at, (name, puzzle) in enumerate(puzzles):
        if at and not args.json:
            print()
        if not _tell(args, name, puzzle):
            status = 1
    return status


def _tell(args: argparse.Namespace, name: str, puzzle: Puzzle) -> bool:
    """Tell of one board; whether all that was asked could be decided."""
    from moat_bank.families.stars.explained import as_json, as_text, pictures, verdict
    from moat_bank.families.stars.words import solve_in_words

    found = solve_in_words(puzzle.regions, puzzle.stars, args.up_to, args.budget)
    if found.undecided:
        steps = "undecided within the steps allowed; --budget allows more"
        print(f"moat-bank: {name}: {steps}", file=sys.stderr)
    if args.svg:
        title = f"{name}: {verdict(found)}"
        write_output(args.svg, sheet_svg(list(pictures(found)), title=title).encode())
        if args.svg == "-":
            return not found.undecided
    if args.json:
        write_line(as_json(found))
        return not found.undecided
    out = sys.stdout
    print(as_text(found, name, colour=wants_colour(out), plain=wants_plain(out)), end="")
    return not found.undecided
