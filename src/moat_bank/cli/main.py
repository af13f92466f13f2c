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
    bundle,
    claim,
    convert,
    daily,
    editions,
    event,
    explain,
    export,
    generate,
    import_,
    level,
    rate,
    rebuild,
    show,
    solve,
    stage,
    template,
    vary,
    verify,
)
from moat_bank.cli.arguments import named_family
from moat_bank.errors import OUT_OF_MEMORY, MoatError, system_words

MODULES = (
    *(level, daily, event, claim, show),
    *(solve, rate, rebuild, vary),
    *(stage, verify, bundle, editions),
)

FAMILY_MODULES = (generate, template, convert, import_, export, explain)
"""Commands with options of a family: those of the one that the command line names."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status: 0 well, 1 an error told on stderr, 2 wrong usage.

    Commands for which 1 is an answer have another for errors, ``args.trouble``.
    """
    if sys.stdout is None:  # closed by the caller, who wants to see nothing
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    args = argparse.Namespace()
    try:
        try:
            build_parser(sys.argv[1:] if argv is None else argv).parse_args(argv, args)
        except MoatError as error:  # it names no family
            return _complain(args, str(error))
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


def build_parser(argv: Sequence[str]) -> argparse.ArgumentParser:
    """The parser with all commands, for a command line.

    Raises:
        MoatError: the command line names a family that there is not.
    """
    parser = argparse.ArgumentParser(prog="moat-bank", description="Banks of logic puzzles.")
    parser.add_argument("--version", action="version", version=f"moat-bank {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in MODULES:
        module.add_commands(subparsers)
    family = named_family(argv)
    for with_options in FAMILY_MODULES:
        with_options.add_commands(subparsers, family)
    return parser


def _complain(args: argparse.Namespace, text: str) -> int:
    print("moat-bank:", " ".join(text.split()), file=sys.stderr)
    return getattr(args, "trouble", 1)


if __name__ == "__main__":
    sys.exit(main())
