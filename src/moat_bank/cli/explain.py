"""The command that tells how a person solves a board: explain."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from moat_bank.cli.arguments import COUNT
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
        help="solve boards as a person would and say why, round by round",
        description="Reads boards in any notation (see convert) and prints the rater's rounds, each"
        " with its technique and a sentence that says what follows and why. Where logic stops it"
        " says how far it came; where a board has two solutions it shows both and where they"
        " differ. Cells are named by row and column from 1: R3C5.",
    )
    explain.add_argument("files", metavar="FILE", nargs="*", default=["-"], help="default: -")
    add_reading(explain, family)
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
        raise MoatError("there is no board to explain")
    if args.svg and len(puzzles) > 1:
        raise MoatError(f"--svg draws the rounds of one board, found {len(puzzles)}")
    for at, (name, puzzle) in enumerate(puzzles):
        if at and not args.json:
            print()
        _tell(args, name, puzzle)
    return status


def _tell(args: argparse.Namespace, name: str, puzzle: Puzzle) -> None:

    from moat_bank.families.legacy import get_family
    from moat_bank.families.stars.board import board_of
    from moat_bank.families.stars.words import explain, report

    board = board_of(puzzle)
    found = explain(get_family("stars"), board, args.up_to)
    if args.svg:
        title = f"{name}: {report.verdict(found)}"
        write_output(args.svg, sheet_svg(list(report.pictures(found)), title=title).encode())
        if args.svg == "-":
            return
    if args.json:
        write_line(report.as_json(found))
        return
    out = sys.stdout
    text = report.as_text(found, name, colour=wants_colour(out), plain=wants_plain(out))
    print(text, end="")
