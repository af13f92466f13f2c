"""``moat-bank``: builds the parser, runs one command, and turns errors into one line.

The modules of the commands import what is slow (numba, numpy, snakemake's helpers) only when
one of their commands runs, so that a lookup starts in milliseconds.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from moat_bank import __version__
from moat_bank.cli import (
    boards,
    bundle,
    convert,
    editions,
    explain,
    export,
    lookup,
    stage,
    vary,
    verify,
)
from moat_bank.errors import OUT_OF_MEMORY, MoatError, system_words

MODULES = (
    lookup,
    boards,
    convert,
    export,
    explain,
    stage,
    vary,
    verify,
    bundle,
    editions,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status: 0 well, 1 an error told on stderr, 2 wrong usage.

    Commands for which 1 is an answer have another for errors, ``args.trouble``.
    """
    if sys.stdout is None:  # closed by the caller, who wants to see nothing
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    args = argparse.Namespace()
    try:
        try:
            build_parser().parse_args(argv, args)
        finally:
            sys.stdout.flush()  # of --help, after which the parser ends the program
        return _run(args)
    except BrokenPipeError:  # the reader has had enough, like `head`
        _drop_output()
        return 141
    except KeyboardInterrupt:
        return 130
    except MemoryError:
        return _complain(args, OUT_OF_MEMORY)
    except OSError as error:
        if error.filename is None:
            _drop_output()
        return _complain(args, system_words(error))


def _run(args: argparse.Namespace) -> int:
    """The status; what a command printed stands before what it complains of."""
    try:
        status: int = args.run(args)
    except MoatError as error:
        sys.stdout.flush()
        return _complain(args, str(error))
    sys.stdout.flush()
    return status


def _drop_output() -> None:
    """Or Python would fail, and complain, once more when it flushes what it still holds."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def build_parser() -> argparse.ArgumentParser:
    """The parser with all commands."""
    parser = argparse.ArgumentParser(
        prog="moat-bank", description="Banks of Queens / Star Battle boards."
    )
    parser.add_argument("--version", action="version", version=f"moat-bank {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in MODULES:
        module.add_commands(subparsers)
    return parser


def _complain(args: argparse.Namespace, text: str) -> int:
    print("moat-bank:", " ".join(text.split()), file=sys.stderr)
    return getattr(args, "trouble", 1)


if __name__ == "__main__":
    sys.exit(main())
