"""``moat-bank claim``: whether a claimed solution solves a puzzle."""

from __future__ import annotations

import argparse
from typing import Any

from moat_bank.cli.lookup import add_banks
from moat_bank.errors import MoatError
from moat_bank.lines import each_line, each_text, write_line
from moat_bank.runtime import Banks
from moat_bank.runtime.claims import claimed_in

_HELP = """\
Each claim is one JSON object: "level", or "date", or "event" and "number", and with it the
solution, under the key that its family has for it:

  {"level": 37, "stars": [[0, 2], [1, 5], ...]}
  {"date": "2026-03-01", "stars": [...]}
  {"event": "spring", "number": 3, "stars": [...]}   and perhaps "edition"

The answers are JSON lines with "valid" and "broken", the first rule of the family that is broken;
"malformed" where the claim has not the form of one.
"""


def add_commands(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "claim",
        help="say whether a claimed solution solves a puzzle",
        description="Say whether a claimed solution solves a puzzle.",
        epilog=_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "claims", metavar="CLAIM", nargs="*", help="a claim in JSON; none: lines on standard input"
    )
    add_banks(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer each claim."""
    banks = Banks(args.banks)

    def answer(data: Any) -> None:
        naming, which = _claimed_puzzle(data)
        claim = banks.check_claim(which, claimed_in(data))
        write_line(naming | {"valid": claim.valid, "broken": claim.broken})

    return each_text(args.claims, "claim", answer) if args.claims else each_line("-", answer)


def _claimed_puzzle(data: Any) -> tuple[dict[str, Any], Any]:
    """How a claim names its puzzle: the keys that do, and the ``which`` of ``check_claim``."""
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
