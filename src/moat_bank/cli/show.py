"""``moat-bank show``: pictures of puzzles given as JSON lines."""

from __future__ import annotations

import argparse
from typing import Any

from moat_bank.cli.arguments import add_file
from moat_bank.cli.drawing import add_drawing, print_scene, read_scene
from moat_bank.errors import MoatError
from moat_bank.lines import each_line, write_output
from moat_bank.render import Scene, board_svg, sheet_svg


def add_commands(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "show",
        help="draw puzzles given as JSON lines",
        description="Draws puzzles given as JSON lines.",
    )
    add_file(parser)
    add_drawing(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Draw each puzzle here, or all of them on one sheet."""
    scenes: list[Scene] = []
    drawn = 0

    def show(data: Any) -> None:
        nonlocal drawn
        scene = read_scene(data, args)
        if args.svg:
            scenes.append(scene)
            return
        if drawn:
            print()
        print_scene(scene, args)
        drawn += 1

    status = each_line(args.file, show)
    if scenes:
        svg = board_svg(scenes[0]) if len(scenes) == 1 else sheet_svg(scenes)
        write_output(args.svg, svg.encode())
    elif args.svg:
        raise MoatError("no puzzle to draw, so no SVG was written")
    return status
