"""``moat-bank import``: a bank out of puzzles from anywhere."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from moat_bank.cli.arguments import COUNT, PROCESSES, add_budget
from moat_bank.cli.reading import add_reading, bytes_of, called, read_bytes
from moat_bank.errors import MoatError
from moat_bank.lines import write_output

if TYPE_CHECKING:  # imported when a command runs, so that others start without them
    from moat_bank.build.importing import BankKey, Imports, Refused, Taken

_EDITION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def add_commands(subparsers: Any, family: str | None) -> None:
    """Add the command; ``family`` is the one that the user names, if any."""
    parser = subparsers.add_parser(
        "import",
        help="make a bank out of puzzles in any notation",
        description="Solves, rates and compares the puzzles of files in any notation, writes those"
        " that may enter a bank, proves them again, and says of each other one why not.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="- for standard input")
    parser.add_argument("--out", required=True, metavar="DIR", help="folder of the banks")
    add_reading(parser, family)
    parser.add_argument("--edition", default="import-1", help="its name (default import-1)")
    parser.add_argument("--shard", type=COUNT, default=100, metavar="N", help="entries of a file")
    parser.add_argument(
        "--tiers",
        type=_words,
        metavar="A,B,...",
        help="pattern of tiers of the level plan (default: the tiers that use most puzzles)",
    )
    parser.add_argument(
        "--jobs", type=PROCESSES, default=1, metavar="N", help="processes of the proof"
    )
    add_budget(parser)
    parser.add_argument("--report", metavar="FILE", help="write what became of each, as JSON")
    parser.set_defaults(run=run)


def _words(text: str) -> list[str]:
    return text.split(",")


def run(args: argparse.Namespace) -> int:
    """Gather, report, prove and publish."""
    from moat_bank.build import imported, importing
    from moat_bank.kind import TIERS
    from moat_bank.progress import progress

    if not _EDITION.fullmatch(args.edition):
        raise MoatError(f"--edition: letters, digits, dots and dashes, found {args.edition!r}")
    for tier in args.tiers or ():
        if tier not in TIERS:
            raise MoatError(f"--tiers: must be of {', '.join(TIERS)}, found {tier!r}")
    files = ((called(name), bytes_of(name)) for name in args.files)
    with progress("files", len(args.files)) as advance:
        found = importing.gather(files, lambda data: read_bytes(data, args), advance, args.budget)
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
