"""``moat-bank export``: puzzles as a booklet to print."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from moat_bank.cli.arguments import COUNT, add_budget
from moat_bank.cli.reading import add_reading, completed, found_in, puzzle_in, where
from moat_bank.errors import MoatError
from moat_bank.families.base import Puzzle
from moat_bank.lines import write_output

if TYPE_CHECKING:
    from moat_bank.render import Scene


_MOST = 5000
"""Levels of a booklet; ``booklet.MAX_BOARDS``."""


def add_commands(subparsers: Any, family: str | None) -> None:
    """Add the command; ``family`` is the one that the user names, if any."""
    parser = subparsers.add_parser(
        "export",
        help="print puzzles as a booklet (PDF)",
        description="Makes a booklet of puzzles, some to a page, with the solutions at the end: of"
        " files in any notation, or of levels of a bank.",
    )
    parser.add_argument("files", metavar="FILE", nargs="*", help="puzzles; none: levels of a bank")
    parser.add_argument("--pdf", required=True, metavar="OUT", help="the file to write; - stdout")
    add_reading(parser, family)
    add_budget(parser)
    parser.add_argument("--banks", metavar="DIR", default="banks", help="default: banks")
    parser.add_argument(
        "--levels", type=_range, default=range(1, 25), metavar="A-B", help="default: 1-24"
    )
    parser.add_argument("--per-page", type=COUNT, default=4, metavar="N", help="default: 4")
    parser.add_argument("--title", default="", help="words above the first page")
    parser.add_argument("--paper", default="a4", help="a4 (default) or letter")
    parser.add_argument("--fill", action="store_true", help="fill areas with colours")
    parser.add_argument("--no-solutions", action="store_true", help="leave the solutions out")
    parser.set_defaults(run=run)


def _range(text: str) -> range:
    match = re.fullmatch(r"([0-9]{1,15})-([0-9]{1,15})", text)
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise argparse.ArgumentTypeError(f"FIRST-LAST such as 1-24, found {text!r}")
    levels = range(int(match[1]), int(match[2]) + 1)
    if len(levels) > _MOST:
        raise argparse.ArgumentTypeError(f"at most {_MOST} levels, found {len(levels)}")
    return levels


def run(args: argparse.Namespace) -> int:
    """Draw every puzzle, and again with its solution."""
    from moat_bank.render.booklet import booklet_pdf

    puzzles = list(_of_files(args) if args.files else _of_levels(args))
    scenes, solved = ([_scene(*each, shown) for each in puzzles] for shown in (False, True))
    data = booklet_pdf(
        scenes,
        [] if args.no_solutions else solved,
        args.per_page,
        args.title,
        args.paper,
        args.fill,
    )
    write_output(args.pdf, data)
    return 0


def _scene(puzzle: Puzzle, tier: str, solved: bool) -> Scene:
    from moat_bank.families.registry import draw

    scene = draw(puzzle.kind.family).scene(puzzle, solved)
    words = filter(None, (puzzle.name, scene.caption, tier.replace("_", " ")))
    return replace(scene, caption=", ".join(words))


def _of_files(args: argparse.Namespace) -> Iterator[tuple[Puzzle, str]]:
    for name, found in found_in(args):
        try:
            puzzle = completed(puzzle_in(found), not args.no_solutions, False, args.budget)
        except MoatError as error:
            raise MoatError(f"{where(name, found.place)}: {error}") from error
        yield puzzle, "" if puzzle.rated is None else puzzle.rated.tier


def _of_levels(args: argparse.Namespace) -> Iterator[tuple[Puzzle, str]]:
    from moat_bank.runtime import Banks

    banks = Banks(args.banks)
    for number in args.levels:
        level = banks.level(number)
        yield Puzzle(level.kind, level.puzzle, level.solution, f"level {number}"), level.tier
