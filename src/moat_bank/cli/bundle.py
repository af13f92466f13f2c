"""``moat-bank bundle``: banks as a folder that a static host serves."""

from __future__ import annotations

import argparse
from pathlib import Path

from moat_bank.cli.arguments import COUNT, PROCESSES
from moat_bank.cli.verify import first_fault
from moat_bank.errors import MoatError


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``bundle`` command."""
    parser = subparsers.add_parser(
        "bundle",
        help="write banks as a folder that any static host can serve",
        description="Verifies a folder of banks and writes it anew for the web: small shards named"
        " by their hash, with .br and .gz beside each, manifests, and cache rules for static hosts"
        " and nginx; then prints the sizes. Needs the bundle extra.",
    )
    parser.add_argument("banks", metavar="BANKS", help="the folder that holds manifest.json")
    parser.add_argument("out", metavar="OUT", help="the folder to write, new or an older bundle")
    parser.add_argument(
        "--no-solutions",
        action="store_true",
        help="leave out solutions, seeds and counts of steps: claims are checked on a server",
    )
    parser.add_argument(
        "--shard", type=COUNT, metavar="N", help="entries of a shard (default: as in BANKS)"
    )
    parser.add_argument(
        "--path", default="/", help="where the site serves the folder, such as /banks/ (default: /)"
    )
    parser.add_argument(
        "--prune",
        action="store_true",
        help="remove what only older bundles need, which pages still open may ask for",
    )
    parser.add_argument(
        "--no-verify", action="store_true", help="check hashes and shapes alone, prove nothing"
    )
    parser.add_argument(
        "--jobs", type=PROCESSES, default=1, metavar="N", help="processes to verify"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Verify, write, and print sizes."""
    from moat_bank.bundle import Shape, bundle
    from moat_bank.bundle.sizes import sizes_text

    shape = Shape(solutions=not args.no_solutions, shard=args.shard, path=args.path)
    banks = Path(args.banks)
    if not args.no_verify:
        _prove(banks, args.jobs)
    made = bundle(banks, Path(args.out), shape, pruned=args.prune)
    print(sizes_text(made.files), end="")
    if made.pruned:
        print(f"{made.pruned} stale file{'s' * (made.pruned > 1)} removed")
    return 0


def _prove(banks: Path, jobs: int) -> None:
    try:
        fault = first_fault(banks, jobs)
    except MoatError as error:
        raise MoatError(f"{error}; --no-verify makes the bundle without a proof") from error
    if fault:
        raise MoatError(f"{banks}: {fault}; see moat-bank verify, and build the banks anew")
