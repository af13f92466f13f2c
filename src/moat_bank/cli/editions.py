"""Commands about editions: publish one into a folder, and tell how two differ."""

from __future__ import annotations

import argparse
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from moat_bank.cli.arguments import PROCESSES, whole
from moat_bank.cli.verify import first_fault
from moat_bank.errors import MoatError
from moat_bank.lines import write_line

if TYPE_CHECKING:
    from moat_bank.build.compare import Changes

MOST = 10_000_000
"""Levels or days that are compared at most."""

_EPOCH = date(1970, 1, 1).toordinal()


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands of this module."""
    publish = subparsers.add_parser(
        "publish",
        help="put an edition into the folder that a game reads, changing nothing published",
        description="Verifies the banks of a folder, and puts them into another that may hold"
        " earlier editions. What is published never changes: a new edition takes over from a level"
        " on (and its daily boards from a day on), and what would change an earlier level is"
        " refused. Readers see the old state or the new one, nothing between.",
    )
    publish.add_argument("staged", metavar="BANKS", help="folder of the new edition")
    publish.add_argument("target", metavar="TARGET", help="folder that games read")
    publish.add_argument("--level", type=whole(2, 2**53), help="the first level that it serves")
    publish.add_argument("--day", type=_day, metavar="DATE", help="its first daily board")
    publish.add_argument("--jobs", type=PROCESSES, default=1, metavar="N", help="processes (1)")
    publish.set_defaults(run=_publish)
    diff = subparsers.add_parser(
        "diff",
        help="tell how two folders of banks differ for those who look boards up",
        description="Looks the same levels, days and events up in both folders, and compares the"
        " boards that they hold. Exit status: 0 no lookup differs, 1 some do, 2 they cannot be"
        " compared.",
    )
    diff.add_argument("old", metavar="OLD", help="one folder of banks")
    diff.add_argument("new", metavar="NEW", help="the other")
    diff.add_argument(
        "--levels", type=whole(1, MOST), default=10_000, help="levels from 1 on (10000)"
    )
    diff.add_argument(
        "--days", type=whole(1, MOST), default=1000, help="days from --from on (1000)"
    )
    diff.add_argument(
        "--from",
        dest="first_day",
        type=_day,
        metavar="DATE",
        help="default: the last day on which an edition takes over",
    )
    diff.add_argument("--json", action="store_true", help="print one JSON object")
    diff.set_defaults(run=_diff, trouble=2)


def _publish(args: argparse.Namespace) -> int:
    from moat_bank.build.publish import publish
    from moat_bank.runtime.editions import TakesOver

    if args.day is not None and args.level is None:
        raise MoatError("--day goes with --level: an edition takes levels over, and perhaps days")
    fault = first_fault(args.staged, args.jobs)
    if fault:
        raise MoatError(
            f"{args.staged}: has faults, so nothing is published: {fault};"
            " moat-bank verify tells them all"
        )
    since = None if args.level is None else TakesOver(args.level, args.day)
    written = publish(Path(args.staged), Path(args.target), since)
    print(f"moat-bank: {args.target}: {written} files written", file=sys.stderr)
    return 0


def _diff(args: argparse.Namespace) -> int:
    from moat_bank.build.compare import compare

    found = compare(args.old, args.new, args.levels, args.days, first_day=args.first_day)
    if args.json:
        write_line(as_json(found))
    else:
        print(as_text(found, args.levels, args.days), end="")
    return int(found.lookups)


def as_json(found: Changes) -> dict[str, Any]:
    """The differences as a JSON object."""
    return {
        "levels": found.levels,
        "days": [[_date(first), _date(last)] for first, last in found.days],
        "events": found.events,
        "boards": {"kept": found.kept, "added": found.added, "removed": found.removed},
    }


def as_text(found: Changes, levels: int, days: int) -> str:
    """The differences in four lines."""
    parts = [
        ("levels", _ranges([(str(a), str(b)) for a, b in found.levels]), f"the first {levels}"),
        ("days", _ranges([(_date(a), _date(b)) for a, b in found.days]), f"{days} days"),
        ("events", "differ" if found.events else "", "the boards"),
    ]
    lines = [f"{name}: {what or f'{many} are the same'}" for name, what, many in parts]
    counts = f"{found.kept} kept, {len(found.added)} added, {len(found.removed)} removed"
    return "\n".join([*lines, f"boards: {counts}"]) + "\n"


def _ranges(ranges: list[tuple[str, str]]) -> str:
    """Ranges in words, the first few of them."""
    if not ranges:
        return ""
    words = [first if first == last else f"{first} to {last}" for first, last in ranges[:5]]
    more = f" and {len(ranges) - 5} more ranges" if len(ranges) > 5 else ""
    return ", ".join(words) + more + " differ"


def _date(day: int) -> str:
    return date.fromordinal(_EPOCH + day).isoformat()


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError("must be a date such as 2026-03-01") from None
