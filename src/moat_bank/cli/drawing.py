"""Options and output of the commands that draw: a picture here, or an SVG file."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import Any

from moat_bank.errors import MoatError
from moat_bank.families.base import Puzzle
from moat_bank.families.registry import draw, family_of, play
from moat_bank.render import Scene, board_text
from moat_bank.render.text import wants_colour, wants_plain


def add_drawing(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--svg", metavar="FILE", help="write an SVG file; - for standard output")
    parser.add_argument(
        "--unsolved", "--no-stars", action="store_true", help="leave out the solution"
    )
    parser.add_argument("--letters", action="store_true", help="label the parts of a puzzle")
    parser.add_argument("--plain", action="store_true", help="draw with ASCII characters alone")
    parser.add_argument(
        "--colour",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours in the terminal (default: auto)",
    )


def scene_of(puzzle: Puzzle, args: argparse.Namespace) -> Scene:
    """The scene of a puzzle as the options want it."""
    return draw(puzzle.kind.family).scene(puzzle, not args.unsolved, args.letters)


def read_scene(data: Any, args: argparse.Namespace) -> Scene:
    """The scene of a puzzle in JSON, with a caption from what it says of itself.

    Raises:
        MoatError: it is no puzzle, or its solution has not the form of one.
    """
    family = args.family or family_of(data)
    puzzle = play(family).parse(data)
    if not args.unsolved and puzzle.solution is None and data.get("solution") is not None:
        fault = play(family).fault(puzzle.kind, {**data, **puzzle.given}, True)
        raise MoatError(fault or "has no solution to draw")
    scene = scene_of(puzzle, args)
    words = [scene.caption]
    for key, form in (("number", "level {}"), ("tier", "{}"), ("r", "technique {}"), ("id", "{}")):
        if type(data.get(key)) in (int, str):
            words.append(form.format(data[key]))
    return replace(scene, caption=", ".join(filter(None, words)))


def print_scene(scene: Scene, args: argparse.Namespace) -> None:
    """Draw here."""
    colour = args.colour == "always" or (args.colour == "auto" and wants_colour(sys.stdout))
    text = board_text(scene, colour=colour, plain=args.plain or wants_plain(sys.stdout))
    encoding = sys.stdout.encoding or "ascii"  # the caption may have letters that it lacks
    print(text.encode(encoding, "replace").decode(encoding))
