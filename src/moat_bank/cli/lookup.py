"""Commands that look boards up and draw them: level, daily, event, claim, show."""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from moat_bank.errors import MoatError
from moat_bank.families.base import Puzzle
from moat_bank.families.registry import draw, family_of, play
from moat_bank.lines import each_line, each_text, write_line, write_output
from moat_bank.render import Scene, board_svg, board_text, sheet_svg
from moat_bank.render.text import wants_colour, wants_plain
from moat_bank.runtime import Banks, Level
from moat_bank.runtime.claims import claimed_in

_CLAIM_HELP = """\
Each claim is one JSON object: "level", or "date", or "event" and "number", and with it the
solution, under the key that its family has for it; as [row, column] from 0 for one that asks for
stars:

  {"level": 37, "stars": [[0, 2], [1, 5], ...]}
  {"date": "2026-03-01", "stars": [...]}
  {"event": "spring", "number": 3, "stars": [...]}   and perhaps "edition"

The answers are JSON lines with "valid" and "broken", the first rule broken: malformed, or one of
the family's own.
"""


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands of this module."""
    level = _command(subparsers, "level", _level, "the board of a level, as JSON or drawn")
    level.add_argument("number", metavar="N", type=_number, help="from 1 to 2**53")
    daily = _command(subparsers, "daily", _daily, "the board of a day (UTC), as JSON or drawn")
    daily.add_argument(
        "date", metavar="DATE", nargs="?", help="such as 2026-03-01; left out: today in UTC"
    )
    event = _command(subparsers, "event", _event, "a board of an event, as JSON or drawn")
    event.add_argument("name", metavar="NAME", help="the event; its letters count as they stand")
    event.add_argument("number", metavar="N", type=_number, help="from 1 to 2**53")
    event.add_argument(
        "--edition", metavar="NAME", help="default: the oldest that has boards for events"
    )
    for lookup in (level, daily, event):
        _add_banks(lookup)
        lookup.add_argument(
            "--picture", action="store_true", help="draw the board here instead of printing JSON"
        )
        _add_drawing(lookup)
    claim = _command(
        subparsers, "claim", _claim, "say whether a claimed solution solves a board", _CLAIM_HELP
    )
    claim.add_argument(
        "claims", metavar="CLAIM", nargs="*", help="a claim in JSON; none: lines on standard input"
    )
    _add_banks(claim)
    show = _command(subparsers, "show", _show, "draw boards given as JSON lines")
    show.add_argument("file", metavar="FILE", nargs="?", default="-", help="default: -")
    _add_drawing(show)


def _command(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    run: Any,
    words: str,
    epilog: str | None = None,
) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(
        name,
        help=words,
        description=words[0].upper() + words[1:] + ".",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def _add_banks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--banks", metavar="DIR", default="banks", help="folder of banks (default: banks)"
    )


def _add_drawing(parser: argparse.ArgumentParser) -> None:
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


def _number(text: str) -> int | str:
    """A whole number; anything else goes on as it is, for the lookup to refuse in its words."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,30}", text) else text


def _level(args: argparse.Namespace) -> int:
    return _give(args, Banks(args.banks).level(args.number), {}, f"level {args.number}")


def _daily(args: argparse.Namespace) -> int:
    level = Banks(args.banks).daily(datetime.now(UTC) if args.date is None else args.date)
    day = date.fromordinal(date(1970, 1, 1).toordinal() + level.number).isoformat()
    return _give(args, level, {"date": day}, day)


def _event(args: argparse.Namespace) -> int:
    level = Banks(args.banks).event(args.name, args.number, args.edition)
    return _give(args, level, {"event": args.name}, f"{args.name} {level.number}")


def _give(args: argparse.Namespace, level: Level, naming: dict[str, Any], name: str) -> int:
    """Write what was looked up: one thing to standard output, and an SVG file if asked for."""
    puzzle = Puzzle(level.kind, level.puzzle, level.solution)
    scene = draw(level.family).scene(puzzle, not args.unsolved, args.letters)
    scene = replace(scene, caption=f"{name}: {scene.caption}, {level.tier}")
    if args.svg:
        write_output(args.svg, board_svg(scene).encode())
    if args.picture:
        if args.svg != "-":
            _print_scene(args, scene)
    elif args.svg != "-":
        write_line(naming | level_json(level, with_solution=not args.unsolved))
    return 0


def level_json(level: Level, with_solution: bool = True) -> dict[str, Any]:
    """A looked-up board as the JSON object that the commands print.

    Without its solution it has no entry either: the seed in that gives the solution away.
    """
    board: dict[str, Any] = {
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
        board |= {"solution": level.solution, "entry": level.entry}
    return board


def _claim(args: argparse.Namespace) -> int:
    banks = Banks(args.banks)

    def answer(data: Any) -> None:
        naming, which = _claimed_board(data)
        claim = banks.check_claim(which, claimed_in(data))
        write_line(naming | {"valid": claim.valid, "broken": claim.broken})

    return each_text(args.claims, "claim", answer) if args.claims else each_line("-", answer)


def _claimed_board(data: Any) -> tuple[dict[str, Any], Any]:
    """How a claim names its board: the keys that do, and the ``which`` of ``check_claim``."""
    keys = {"level", "date", "event"} & data.keys() if isinstance(data, dict) else set()
    if len(keys) != 1:
        raise MoatError(
            "a claim is an object with one of 'level', 'date' and 'event', and the solution"
        )
    if "level" in keys:
        level = data["level"]
        if isinstance(level, str | list):  # these would name a day or an event
            raise MoatError("'level' must be a whole number")
        return {"level": level}, level
    if "date" in keys:
        if not isinstance(data["date"], str):
            raise MoatError("'date' must be text such as 2026-03-01")
        return {"date": data["date"]}, data["date"]
    naming = {"event": data["event"], "number": data.get("number")}
    return naming, ("event", *naming.values(), data.get("edition"))


def _show(args: argparse.Namespace) -> int:
    scenes: list[Scene] = []
    drawn = 0

    def show(data: Any) -> None:
        nonlocal drawn
        scene = scene_of(data, not args.unsolved, args.letters)
        if args.svg:
            scenes.append(scene)
            return
        if drawn:
            print()
        _print_scene(args, scene)
        drawn += 1

    status = each_line(args.file, show)
    if scenes:
        svg = board_svg(scenes[0]) if len(scenes) == 1 else sheet_svg(scenes)
        write_output(args.svg, svg.encode())
    elif args.svg:
        raise MoatError("no board to draw, so no SVG was written")
    return status


def scene_of(data: Any, solved: bool, labels: bool) -> Scene:
    """The scene of a puzzle in JSON, with a caption from what it says of itself."""
    family = family_of(data)
    puzzle = play(family).parse(data)
    if solved and puzzle.solution is None and data.get("solution") is not None:
        fault = play(family).fault(puzzle.kind, {**data, **puzzle.given}, True)
        raise MoatError(fault or "has no solution to draw")
    scene = draw(family).scene(puzzle, solved, labels)
    words = [scene.caption]
    for key, form in (("number", "level {}"), ("tier", "{}"), ("r", "technique {}"), ("id", "{}")):
        if type(data.get(key)) in (int, str):
            words.append(form.format(data[key]))
    return replace(scene, caption=", ".join(words))


def _print_scene(args: argparse.Namespace, scene: Scene) -> None:
    colour = args.colour == "always" or (args.colour == "auto" and wants_colour(sys.stdout))
    plain = args.plain or wants_plain(sys.stdout)
    text = board_text(scene, colour=colour, plain=plain)
    encoding = sys.stdout.encoding or "ascii"  # the caption may have letters that it lacks
    print(text.encode(encoding, "replace").decode(encoding))
