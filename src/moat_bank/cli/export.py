"""``moat-bank export``: boards as a booklet to print."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from moat_bank.cli.arguments import COUNT
from moat_bank.cli.convert import add_reading, called, check_reading, completed, found_in
from moat_bank.errors import MoatError
from moat_bank.families import base
from moat_bank.lines import write_output

if TYPE_CHECKING:
    from moat_bank.render import Scene


_MOST = 5000
"""Levels of a booklet; ``booklet.MAX_BOARDS``."""


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``export`` command."""
    export = subparsers.add_parser(
        "export",
        help="print boards as a booklet (PDF)",
        description="Makes a booklet of boards, some to a page, with the solutions at the end: of"
        " files in any notation, or of levels of a bank.",
    )
    export.add_argument("files", metavar="FILE", nargs="*", help="boards; none: levels of a bank")
    export.add_argument("--pdf", required=True, metavar="OUT", help="the file to write; - stdout")
    add_reading(export)
    export.add_argument("--banks", metavar="DIR", default="banks", help="default: banks")
    export.add_argument(
        "--levels", type=_range, default=range(1, 25), metavar="A-B", help="default: 1-24"
    )
    export.add_argument("--per-page", type=COUNT, default=4, metavar="N", help="default: 4")
    export.add_argument("--title", default="", help="words above the first page")
    export.add_argument("--paper", default="a4", help="a4 (default) or letter")
    export.add_argument("--fill", action="store_true", help="fill the regions with colours")
    export.add_argument("--no-solutions", action="store_true", help="leave the solutions out")
    export.set_defaults(run=_export)


def _range(text: str) -> range:
    match = re.fullmatch(r"([0-9]{1,15})-([0-9]{1,15})", text)
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise argparse.ArgumentTypeError(f"FIRST-LAST such as 1-24, found {text!r}")
    levels = range(int(match[1]), int(match[2]) + 1)
    if len(levels) > _MOST:
        raise argparse.ArgumentTypeError(f"at most {_MOST} levels, found {len(levels)}")
    return levels


def _export(args: argparse.Namespace) -> int:
    from moat_bank.render.booklet import booklet_pdf

    check_reading(args)
    puzzles = list(_puzzles_of_files(args) if args.files else _levels(args))
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


def _scene(puzzle: base.Puzzle, before: str, after: str, solved: bool) -> Scene:
    """The scene of a puzzle; its caption with what stands before and after the kind."""
    from moat_bank.families.registry import draw

    scene = draw(puzzle.kind.family).scene(puzzle, solved)
    return replace(scene, caption=", ".join(filter(None, (before, scene.caption, after))))


def _puzzles_of_files(args: argparse.Namespace) -> Iterator[tuple[base.Puzzle, str, str]]:
    from moat_bank.families.stars.board import Board, puzzle_of, solution_form

    for name, found in found_in(args):
        try:
            if found.puzzle is None:
                raise MoatError(found.fault or "is no board")
            puzzle = completed(found.puzzle, not args.no_solutions, False)
        except MoatError as error:
            where = ": ".join(filter(None, (called(name), found.place)))
            raise MoatError(f"{where}: {error}") from error
        solution = None if puzzle.solution is None else solution_form(puzzle.solution)
        board = Board(puzzle.size, puzzle.stars, puzzle.regions)
        tier = "" if puzzle.rated is None else puzzle.rated.tier.replace("_", " ")
        yield puzzle_of(board, solution), puzzle.name, tier


def _levels(args: argparse.Namespace) -> Iterator[tuple[base.Puzzle, str, str]]:
    from moat_bank.runtime import Banks

    banks = Banks(args.banks)
    for number in args.levels:
        level = banks.level(number)
        puzzle = base.Puzzle(level.kind, level.puzzle, level.solution)
        yield puzzle, f"level {number}", level.tier.replace("_", " ")
