"""Commands for other people's notations: convert and import."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from moat_bank.cli.arguments import COUNT, PROCESSES
from moat_bank.errors import MoatError
from moat_bank.lines import write_output

if TYPE_CHECKING:  # imported when a command runs, so that others start without them
    from moat_bank.build.importing import BankKey, Imports, Refused, Taken
    from moat_bank.families.stars.notations import Found, Puzzle

_EDITION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


_NOTATIONS = """\
notations:
  pzprv3    pzpr file form
  archive   archivedqueens JSON
  rows      JSON rows of region numbers
  bank      a bank in one JSON file
  jsonl     JSON lines, our own
  level     level files in TypeScript
  penpa     Penpa+ links
  puzzlink  puzz.link / pzpr links
  letters   .sbn of masonomara
  task      puzzle-star-battle.com tasks
  sbn       SBN of StarBattleLab
  sbn2      SBN of StarBattleLab, second form
  starb     .starb files
  table     tables of numbers (puzzlekit)
  text      text, a letter a cell
"""


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands of this module."""
    convert = subparsers.add_parser(
        "convert",
        help="turn boards from one notation into another",
        description="Reads boards in any notation and writes them in another. What is no board is"
        " named with its place, and the rest goes on; the exit status is then 1.",
        epilog=_NOTATIONS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    convert.add_argument("files", metavar="FILE", nargs="*", default=["-"], help="default: -")
    convert.add_argument("--to", required=True, metavar="FORMAT", help="the notation to write")
    add_reading(convert)
    convert.add_argument("--output", metavar="FILE", help="write here, not to standard output")
    convert.set_defaults(run=_convert)

    bank = subparsers.add_parser(
        "import",
        help="make a bank out of boards in any notation",
        description="Solves, rates and compares the boards of files in any notation, writes those"
        " that may enter a bank, proves them again, and says of each other one why not.",
    )
    bank.add_argument("files", metavar="FILE", nargs="+", help="- for standard input")
    bank.add_argument("--out", required=True, metavar="DIR", help="folder of the banks")
    add_reading(bank)
    bank.add_argument("--edition", default="import-1", help="its name (default import-1)")
    bank.add_argument("--shard", type=COUNT, default=100, metavar="N", help="entries of a file")
    bank.add_argument(
        "--tiers",
        type=_words,
        metavar="A,B,...",
        help="pattern of tiers of the level plan (default: the tiers that use most boards)",
    )
    bank.add_argument(
        "--jobs", type=PROCESSES, default=1, metavar="N", help="processes of the proof"
    )
    bank.add_argument("--report", metavar="FILE", help="write what became of each board, as JSON")
    bank.set_defaults(run=_import)


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the options that tell how files are read."""
    parser.add_argument(
        "--from", dest="notation", metavar="FORMAT", help="their notation (default: found out)"
    )
    parser.add_argument(
        "--stars",
        type=int,
        metavar="K",
        help="stars of a row, for notations that do not tell",
    )


def _words(text: str) -> list[str]:
    return text.split(",")


def check_reading(args: argparse.Namespace) -> None:
    """Check the options of ``add_reading``.

    Raises:
        MoatError: there is no such notation, or no row may have so many stars.
    """
    from moat_bank.families.stars import notations as formats

    if args.notation is not None:
        formats.notation(args.notation)
    if args.stars is not None and not 1 <= args.stars <= 6:
        raise MoatError(f"--stars: a row has from 1 to 6 stars, found {args.stars}")


def called(name: str) -> str:
    """A file's name in words."""
    return "standard input" if name == "-" else name


def _bytes_of(name: str) -> bytes:
    """A file's bytes; of one that is too long, enough to tell."""
    from moat_bank.families.stars.notations.registry import MAX_BYTES

    if name == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        with open(name, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise MoatError(f"{name}: cannot be read: {error.strerror}") from error


def found_in(args: argparse.Namespace) -> Iterator[tuple[str, Found]]:
    """All boards and faults of the files, each with the file's name.

    Raises:
        MoatError: a file cannot be read.
    """
    from moat_bank.families.stars import notations as formats

    for name in args.files:
        data = _bytes_of(name)
        try:
            text = formats.decode(data)
        except MoatError as error:
            raise MoatError(f"{called(name)}: {error}") from error
        for found in formats.read(text, args.notation, args.stars):
            yield name, found


def _complain(name: str, place: str, reason: str) -> None:
    words = ": ".join(filter(None, (called(name), place, reason)))
    print("moat-bank:", " ".join(words.split()), file=sys.stderr)


def _convert(args: argparse.Namespace) -> int:
    from moat_bank.families.stars import notations as formats

    check_reading(args)
    target = formats.notation(args.to)
    status, puzzles = 0, []
    for name, found in found_in(args):
        try:
            if found.puzzle is None:
                raise MoatError(found.fault or "is no board")
            puzzles.append(completed(found.puzzle, target.solved, target.rated))
        except MoatError as error:
            status = 1
            _complain(name, found.place, str(error))
    if not puzzles:
        raise MoatError("there is no board to write")
    write_output(args.output or "-", target.write(puzzles).encode())
    return status


def completed(puzzle: Puzzle, solved: bool, rated: bool) -> Puzzle:
    """The board with what its notation cannot go without; the engine is loaded if it is needed."""
    if (solved and puzzle.solution is None) or (rated and puzzle.rated is None):
        from moat_bank.families.stars.notations import complete as convert

        family = convert.family()
        puzzle = convert.solved(family, puzzle) if solved else puzzle
        puzzle = convert.rated(family, puzzle) if rated else puzzle
    return puzzle


def _import(args: argparse.Namespace) -> int:
    from moat_bank.build import imported, importing
    from moat_bank.kind import TIERS
    from moat_bank.progress import progress

    check_reading(args)
    if not _EDITION.fullmatch(args.edition):
        raise MoatError(f"--edition: letters, digits, dots and dashes, found {args.edition!r}")
    for tier in args.tiers or ():
        if tier not in TIERS:
            raise MoatError(f"--tiers: must be of {', '.join(TIERS)}, found {tier!r}")
    files = ((called(name), _bytes_of(name)) for name in args.files)
    with progress("files", len(args.files)) as advance:
        found = importing.gather(
            files, lambda data: puzzles_in(data, args.notation, args.stars), advance
        )
    banks, left_out = imported.cut_to_odd(found)
    refused = [*found.refused, *left_out]
    if args.report:
        report = _report(found, refused, banks)
        write_output(args.report, orjson.dumps(report, option=orjson.OPT_INDENT_2) + b"\n")
    for one in refused:
        print(f"{importing.place_text(one.file, one.place)}: {one.reason}")
    if not banks:
        raise MoatError("no board may enter a bank, so none is written")
    plan = imported.level_plan(banks, args.tiers)
    out = Path(args.out)
    imported.publish_imported(out, banks, plan, args.edition, args.shard, args.jobs)
    print(_summary(found, refused, banks, plan, args.out))
    return 0


def puzzles_in(data: bytes, notation: str | None = None, stars: int | None = None) -> list[Any]:
    """What stands in the bytes of a file, its boards as puzzles of the family.

    Raises:
        MoatError: the bytes are no text.
    """
    from moat_bank.families.stars import notations as formats
    from moat_bank.families.stars.board import Board, puzzle_of, solution_form

    read = []
    for found in formats.read(formats.decode(data), notation, stars):
        board = found.puzzle
        if board is not None:
            rows = board.solution
            solution = None if rows is None else solution_form([list(row) for row in rows])
            puzzle = puzzle_of(Board(board.size, board.stars, board.regions), solution)
            read.append(replace(found, puzzle=puzzle))  # type: ignore[arg-type]
        else:
            read.append(found)
    return read


def _report(
    found: Imports, refused: list[Refused], banks: dict[BankKey, list[Taken]]
) -> dict[str, Any]:
    return {
        "files": [
            {"file": file, "notation": notation, "boards": boards}
            for file, notation, boards in found.files
        ],
        "taken": [
            {
                "file": one.file,
                "place": one.place,
                "family": kind.family,
                **kind.values,
                "tier": tier,
            }
            for (kind, tier), taken in banks.items()
            for one in taken
        ],
        "refused": [
            {"file": one.file, "place": one.place, "reason": one.reason} for one in refused
        ],
    }


def _summary(
    found: Imports,
    refused: list[Refused],
    banks: dict[BankKey, list[Taken]],
    plan: dict[str, Any],
    out: str,
) -> str:
    from moat_bank.families.registry import kind_room

    taken = sum(map(len, banks.values()))
    lines = [f"{kind.words}, {tier}: {len(boards)}" for (kind, tier), boards in banks.items()]
    starts = [(step["from"], kind_room(step["family"]).kind_of(step)) for step in plan["boards"]]
    planned = {kind for _, kind in starts}
    beside = [key for key in banks if key[0] not in planned or key[1] not in plan["tiers"]]
    steps = ", ".join(f"{kind.words} from {first}" for first, kind in starts)
    lines.append(f"levels: {steps}; tiers in turn: {', '.join(plan['tiers'])}")
    if beside:
        names = ", ".join(f"{kind.words} {tier}" for kind, tier in beside)
        lines.append(f"in no level: {names} (another pattern: --tiers)")
    files = len(found.files)
    lines.append(
        f"{taken} boards of {files} file{'s' * (files > 1)} are in {out}, {len(refused)} are not"
    )
    return "\n".join(lines)
