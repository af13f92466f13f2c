"""``moat-bank verify``: is a folder of banks what it says?  Exit status 0 yes, 1 no, 2 unknown."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import orjson

from moat_bank.cli.arguments import PROCESSES

if TYPE_CHECKING:  # it brings numpy, which a command that only looks a board up goes without
    from moat_bank.check.verify import Fault, Report

QUIET_SECONDS = 2.0


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``verify`` command."""
    parser = subparsers.add_parser(
        "verify",
        help="prove every entry of a folder of banks again",
        description=(
            "Prove every entry of a folder of banks again: one solution, rating, tier, no board"
            " twice, every file as the manifest says. Exit status: 0 all is well, 1 faults were"
            " found, 2 it could not be checked."
        ),
    )
    parser.add_argument("banks", metavar="BANKS", help="the folder that holds manifest.json")
    parser.add_argument(
        "--jobs", type=PROCESSES, default=1, metavar="N", help="processes (default 1)"
    )
    parser.add_argument(
        "--rebuild",
        type=_rebuild,
        default=0,
        metavar="N|all",
        help="also build so many entries again from their seeds (needs the build extra)",
    )
    parser.add_argument("--format", choices=tuple(FORMATS), default="text")
    parser.set_defaults(run=run, trouble=2)


def run(args: argparse.Namespace) -> int:
    """Verify and print what was found."""
    from moat_bank.check.verify import verify

    report = verify(args.banks, args.jobs, args.rebuild, _progress())
    sys.stdout.write(FORMATS[args.format](report))
    return 1 if report.faults else 0


def _rebuild(text: str) -> int | None:
    if text == "all":
        return None
    if not text.isdecimal() or len(text) > 15:
        raise argparse.ArgumentTypeError("must be a number of entries or 'all'")
    return int(text)


def first_fault(banks: str | Path, jobs: int) -> str | None:
    """Verify a folder of banks: its first fault and how many more there are, or None.

    Raises:
        MoatError: it could not be checked.
    """
    from moat_bank.check.verify import verify

    faults = verify(banks, jobs, progress=_progress()).faults
    if not faults:
        return None
    many = len(faults) - 1
    more = f" and {many} more fault{'s' * (many > 1)}" if many else ""
    return f"{place(faults[0])}: {faults[0].reason}{more}"


def place(fault: Fault) -> str:
    """Where a fault is, for people."""
    return fault.file if fault.entry is None else f"{fault.file} entry {fault.entry}"


def as_text(report: Report) -> str:
    """One line a fault and one of summary."""
    lines = [f"{place(fault)}: {fault.reason}" for fault in report.faults]
    done = f"{report.entries} entries in {len(report.files) - 1} shards proved"
    if report.rebuilt:
        done += f", {report.rebuilt} of them built again"
    many = len(report.faults)
    lines.append(f"{done}; " + (f"{many} fault{'s' * (many > 1)}" if many else "no faults"))
    return "\n".join(lines) + "\n"


def as_json(report: Report) -> str:
    """One JSON object."""
    value = {
        "ok": not report.faults,
        "files": len(report.files),
        "entries": report.entries,
        "rebuilt": report.rebuilt,
        "faults": [
            {"file": fault.file, "entry": fault.entry, "reason": fault.reason}
            for fault in report.faults
        ],
    }
    return orjson.dumps(value).decode() + "\n"


def as_junit(report: Report) -> str:
    """JUnit XML, a test case a file, so that a build server shows each."""
    files = dict.fromkeys([*report.files, *(fault.file for fault in report.faults)])
    bad = {fault.file for fault in report.faults}
    suite = ElementTree.Element(
        "testsuite", name="moat-bank verify", tests=str(len(files)), failures=str(len(bad))
    )
    for file in files:
        case = ElementTree.SubElement(suite, "testcase", classname="banks", name=file)
        reasons = [f"{place(f)}: {f.reason}" for f in report.faults if f.file == file]
        if reasons:
            failure = ElementTree.SubElement(case, "failure", message=reasons[0])
            failure.text = "\n".join(reasons)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


FORMATS: dict[str, Callable[[Report], str]] = {
    "text": as_text,
    "json": as_json,
    "junit": as_junit,
}


def _progress() -> Callable[[int, int], None]:
    """Tell a terminal how far it is, once it has taken a while: a bar where tqdm is installed."""
    if not sys.stderr.isatty():
        return lambda done, total: None
    begun = time.monotonic()

    def plain(done: int, total: int) -> None:
        if time.monotonic() - begun >= QUIET_SECONDS:
            end = "\n" if done == total else ""
            print(f"\r{done} of {total} entries", end=end, file=sys.stderr, flush=True)

    try:
        from tqdm import tqdm
    except ModuleNotFoundError:
        return plain
    bar: tqdm[Any] | None = None

    def with_bar(done: int, total: int) -> None:
        nonlocal bar
        if time.monotonic() - begun < QUIET_SECONDS:
            return
        bar = bar or tqdm(total=total, unit=" entries", file=sys.stderr, leave=False)
        bar.update(done - bar.n)
        if done == total:
            bar.close()

    return with_bar
