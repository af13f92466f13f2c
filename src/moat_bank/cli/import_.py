"""``moat-bank import``: a bank out of puzzles from anywhere."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from moat_bank.cli.arguments import COUNT, PROCESSES
from moat_bank.cli.reading import add_reading, bytes_of, called, read_bytes
from moat_bank.errors import MoatError
from moat_bank.lines import write_output

if TYPE_CHECKING:  # imported when a command runs, so that others start without them
    from moat_bank.build.pile import BankKey, Pile, Refused, Taken

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
    parser.add_argument("--report", metavar="FILE", help="write what became of each, as JSON")
    parser.set_defaults(run=run)


def _words(text: str) -> list[str]:
    return text.split(",")


def run(args: argparse.Namespace) -> int:
    """Gather, report, prove and publish."""
    from moat_bank.build import imported, pile
    from moat_bank.families.legacy import get_family
    from moat_bank.kind import TIERS
    from moat_bank.progress import progress

    if not _EDITION.fullmatch(args.edition):
        raise MoatError(f"--edition: letters, digits, dots and dashes, found {args.edition!r}")
    for tier in args.tiers or ():
        if tier not in TIERS:
            raise MoatError(f"--tiers: must be of {', '.join(TIERS)}, found {tier!r}")
    family = get_family("stars")
    with progress("files", len(args.files)) as advance:
        found = pile.gather(
            ((called(name), bytes_of(name)) for name in args.files),
            lambda data: read_bytes(data, args),
            family,
            advance,
        )
    banks, left_out = imported.odd(found)
    refused = [*found.refused, *left_out]
    if args.report:
        report = _report(found, refused, banks)
        write_output(args.report, orjson.dumps(report, option=orjson.OPT_INDENT_2) + b"\n")
    for one in refused:
        print(f"{pile.told(one.file, one.place)}: {one.reason}")
    if not banks:
        raise MoatError("no board may enter a bank, so none is written")
    plan = imported.level_plan(banks, args.tiers)
    out = Path(args.out)
    imported.publish_imported(out, banks, plan, family, args.edition, args.shard, args.jobs)
    print(_summary(found, refused, banks, plan, args.out))
    return 0


def _report(
    found: Pile, refused: list[Refused], banks: dict[BankKey, list[Taken]]
) -> dict[str, Any]:
    return {
        "files": [
            {"file": file, "notation": notation, "boards": boards}
            for file, notation, boards in found.files
        ],
        "taken": [
            {"file": one.file, "place": one.place, "size": size, "stars": stars, "tier": tier}
            for (size, stars, tier), taken in banks.items()
            for one in taken
        ],
        "refused": [
            {"file": one.file, "place": one.place, "reason": one.reason} for one in refused
        ],
    }


def _summary(
    found: Pile,
    refused: list[Refused],
    banks: dict[BankKey, list[Taken]],
    plan: dict[str, Any],
    out: str,
) -> str:
    taken = sum(map(len, banks.values()))
    several = len({key[1] for key in banks}) > 1
    lines = [
        f"{size}x{size} with {stars} star{'s' * (stars > 1)}, {tier}: {len(boards)}"
        for (size, stars, tier), boards in banks.items()
    ]
    planned = {(step["size"], step["stars"]) for step in plan["boards"]}
    beside = [key for key in banks if key[:2] not in planned or key[2] not in plan["tiers"]]
    steps = ", ".join(
        f"{_kind(step['size'], step['stars'], several)} from {step['from']}"
        for step in plan["boards"]
    )
    lines.append(f"levels: {steps}; tiers in turn: {', '.join(plan['tiers'])}")
    if beside:
        names = ", ".join(f"{_kind(size, stars, several)} {tier}" for size, stars, tier in beside)
        lines.append(f"in no level: {names} (another pattern: --tiers)")
    files = len(found.files)
    lines.append(
        f"{taken} boards of {files} file{'s' * (files > 1)} are in {out}, {len(refused)} are not"
    )
    return "\n".join(lines)


def _kind(size: int, stars: int, with_stars: bool) -> str:
    """A kind of board in words, its stars only where there are kinds that differ in them."""
    return f"{size}x{size} of {stars}" if with_stars else f"{size}x{size}"
