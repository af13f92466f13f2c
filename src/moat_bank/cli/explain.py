"""The command that tells how a person solves a board: explain."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from moat_bank.cli.arguments import COUNT
from moat_bank.cli.convert import add_reading, called, check_reading, found_in
from moat_bank.errors import MoatError
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
        " with its technique and a sentence that says what follows and why. Where logic stops it"
        " says how far it came; where a board has two solutions it shows both and where they"
        " differ. Cells are named by row and column from 1: R3C5.",
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
        _tell(args, name, puzzle)
    return status


def _tell(args: argparse.Namespace, name: str, puzzle: Puzzle) -> None:

    from moat_bank.families.legacy import get_family
    from moat_bank.families.stars.board import Board, renumbered
    from moat_bank.families.stars.words import explain, report

    board = Board(puzzle.size, puzzle.stars, tuple(map(tuple, renumbered(puzzle.regions))))
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
