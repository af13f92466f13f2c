"""What the commands that look a puzzle up have in common: level, daily, event."""

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from typing import Any

from moat_bank.cli.drawing import add_drawing, print_scene, scene_of
from moat_bank.families.base import Puzzle
from moat_bank.lines import write_line, write_output
from moat_bank.render import board_svg
from moat_bank.runtime import Level


def add_banks(parser: argparse.ArgumentParser) -> None:
    """Add the option that names a folder of banks."""
    parser.add_argument(
        "--banks", metavar="DIR", default="banks", help="folder of banks (default: banks)"
    )


def add_showing(parser: argparse.ArgumentParser) -> None:
    """Add the folder of banks and how the puzzle is shown."""
    add_banks(parser)
    parser.add_argument(
        "--picture", action="store_true", help="draw the puzzle here instead of printing JSON"
    )
    add_drawing(parser)


def number(text: str) -> int | str:
    """A whole number; anything else goes on as it is, for the lookup to refuse in its words."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,30}", text) else text


def give(args: argparse.Namespace, level: Level, naming: dict[str, Any], name: str) -> int:
    """Write what was looked up: one thing to standard output, and an SVG file if asked for."""
    scene = scene_of(Puzzle(level.kind, level.puzzle, level.solution), args)
    scene = replace(scene, caption=f"{name}: {scene.caption}, {level.tier}")
    if args.svg:
        write_output(args.svg, board_svg(scene).encode())
    if args.picture:
        if args.svg != "-":
            print_scene(scene, args)
    elif args.svg != "-":
        write_line(naming | level_json(level, with_solution=not args.unsolved))
    return 0


def level_json(level: Level, with_solution: bool = True) -> dict[str, Any]:
    """A looked-up puzzle as the JSON object that the commands print.

    Without its solution it has no entry either: the seed in that gives the solution away.
    """
    shown: dict[str, Any] = {
        "number": level.number,
        "family": level.family,
        **level.kind.values,
        "tier": level.tier,
        "index": level.index,
        "transform": level.transform,
        "edition": level.edition,
        **level.puzzle,
    }
    if with_solution:
        shown |= {"solution": level.solution, "entry": level.entry}
    return shown
