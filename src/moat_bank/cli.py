"""``moat-bank``: builds the parser, runs one command, and turns errors into one line.

The modules of the commands import what is slow (numba, numpy, snakemake's helpers) only when
one of their commands runs, so that a lookup starts in milliseconds.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from moat_bank import (
    __version__,
    cli_bundle,
    cli_editions,
    cli_explain,
    cli_export,
    cli_family,
    cli_formats,
    cli_runtime,
    cli_stage,
    cli_vary,
    cli_verify,
)
from moat_bank.errors import MoatError

MODULES = (
    cli_runtime,
    cli_family,
    cli_formats,
    cli_export,
    cli_explain,
    cli_stage,
    cli_vary,
    cli_verify,
    cli_bundle,
    cli_editions,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status: 0 well, 1 an error told on stderr, 2 wrong usage."""
    args = build_parser().parse_args(argv)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except MoatError as error:
        return _complain(str(error))
    except BrokenPipeError:
        # The reader has had enough, like `head`. Python would complain again when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        return _complain(": ".join(filter(None, (error.filename, error.strerror or str(error)))))
    return status


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


def _complain(text: str) -> int:
    print("moat-bank:", " ".join(text.split()), file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
