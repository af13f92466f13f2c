"""``moat-bank generate``: puzzles from seeds, rated."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from moat_bank.cli.arguments import add_family
from moat_bank.errors import MoatError
from moat_bank.families.registry import USUAL, kind_room
from moat_bank.kind import TIERS
from moat_bank.lines import write_line

if TYPE_CHECKING:
    from moat_bank.families.base import Batch, Spec

_FIRST, _MOST = 8, 2048
"""Candidates between two steps of the progress bar."""

_QUICK = 0.2
"""Seconds: after a shorter run of candidates the next is twice as long."""


def add_commands(subparsers: Any, family: str | None) -> None:
    """Add the command, with the options of a family: the usual one where none is named."""
    parser = subparsers.add_parser(
        "generate",
        help="make puzzles from seeds, rated, as JSON lines",
        description="Prints the entries that the seeds A to B-1 give, or with --stats one object"
        " that counts what became of them. The options below are those of the family"
        f" {family or USUAL}; name another to see its own.",
    )
    add_family(parser)
    room = kind_room(family or USUAL)
    for key, schema in room.PARAMETERS.items():
        parser.add_argument(
            _option(key),
            type=int,
            required="default" not in schema,
            default=schema.get("default"),
            metavar="N",
            help=_words(schema),
        )
    parser.add_argument(
        "--style", default=room.STYLES[0], help=f"{' or '.join(room.STYLES)} (default: the first)"
    )
    for key, schema in room.BOUNDS.items():
        parser.add_argument(
            _option(key), type=int, default=schema["default"], metavar="N", help=_words(schema)
        )
    parser.add_argument(
        "--aim",
        default="",
        metavar="TIER",
        help="steer to easy, medium, hard or super_hard (default: tiers as they come)",
    )
    parser.add_argument("--seeds", type=_range, required=True, metavar="A:B")
    parser.add_argument("--master", type=int, default=0, help="master seed (default 0)")
    parser.add_argument("--stats", action="store_true", help="print counts instead of entries")
    parser.add_argument(
        "--raw", action="store_true", help="with --stats, count solutions before repair as well"
    )
    parser.set_defaults(run=run, family=family or USUAL)


def _option(key: str) -> str:
    return f"--{key.replace('_', '-')}"


def _words(schema: Mapping[str, Any]) -> str:
    default = f" (default {schema['default']})" if "default" in schema else ""
    return f"{schema['description'].rstrip('.')}{default}".replace("%", "%%")


def _range(text: str) -> range:
    first, colon, end = text.partition(":")
    if not colon or not first.isdecimal() or not end.isdecimal() or int(first) > int(end):
        raise argparse.ArgumentTypeError(f"A:B with whole numbers A <= B, found {text!r}")
    return range(int(first), int(end))


def run(args: argparse.Namespace) -> int:
    """Print entries or counts."""
    from moat_bank.families.base import Spec

    if args.raw and not args.stats:
        raise MoatError("--raw counts for --stats: give both")
    if args.raw and args.aim:
        raise MoatError("--raw counts boards as drawn, which --aim has none of: give one")
    given = vars(args)
    room = kind_room(args.family)
    spec = Spec(room.kind_of({key: given[key] for key in room.PARAMETERS}), args.style, args.aim)
    bounds = {key: given[key] for key in room.BOUNDS}
    for key, text in room.faults(spec.kind, spec.style, bounds, ()):
        if key in room.BOUNDS:
            raise MoatError(f"{key} {text}")
    batches = _batches(spec, args.master, args.seeds, bounds)
    if args.stats:
        raw = _raw_stats(spec, args.master, args.seeds if args.raw else range(0))
        write_line(_stats(spec, batches, raw))
    else:
        _print_entries(spec, batches)
    return 0


def _batches(spec: Spec, master: int, numbers: range, bounds: Mapping[str, int]) -> Iterator[Batch]:
    """The batches of a range, with progress; at least one, so that an empty range is checked."""
    from moat_bank.families.base import seed_of
    from moat_bank.families.registry import engine
    from moat_bank.progress import progress

    made = engine(spec.kind.family)
    made.check(spec)
    seed_of(master, max(numbers.stop - 1, 0))
    size, first = _FIRST, numbers.start
    with progress("candidates", len(numbers)) as advance:
        while True:
            count = min(size, numbers.stop - first)
            batch = made.generate(spec, seed_of(master, first), count, bounds)
            yield batch
            advance(count)
            first += count
            if first >= numbers.stop:
                return
            if batch.kernel_seconds < _QUICK:
                size = min(2 * size, _MOST)


def _print_entries(spec: Spec, batches: Iterator[Batch]) -> None:
    """Entries with the parameters of their kind and their tier."""
    from moat_bank.families.registry import engine

    for batch in batches:
        entries = engine(spec.kind.family).entries(spec, batch.records)
        for entry, tier in zip(entries, batch.records["tier"].tolist(), strict=True):
            write_line(entry | spec.kind.values | {"tier": TIERS[tier]})


def _stats(spec: Spec, batches: Iterator[Batch], raw: Mapping[str, Any]) -> dict[str, Any]:
    """One object that counts what became of candidates."""
    from moat_bank.families.registry import engine

    tally: Counter[str] = Counter()
    hardest: Counter[int] = Counter()
    tiers: Counter[int] = Counter()
    seconds = 0.0
    for batch in batches:
        tally.update(batch.tally)
        hardest.update(batch.records["hardest"].tolist())
        tiers.update(batch.records["tier"].tolist())
        seconds += batch.kernel_seconds
    made = engine(spec.kind.family)
    techniques = range(1, 1 + len(made.techniques(spec.kind)))
    dropped = [name for name in tally if name.startswith("dropped_")]
    return {
        "candidates": tally["candidates"],
        "unique": tally["unique"],
        "rated": tally["rated"],
        "hardest": {str(number): hardest[number] for number in techniques},
        "tiers": {name: tiers[i] for i, name in enumerate(TIERS)},
        "dropped": {name.removeprefix("dropped_"): tally[name] for name in dropped},
        "moves_mean": round(tally["moves"] / tally["unique"], 3) if tally["unique"] else None,
        **raw,
        "kernel_seconds": round(seconds, 6),
        "generator": made.generator,
        "rater": made.rater,
    }


def _raw_stats(spec: Spec, master: int, numbers: range) -> dict[str, Any]:
    """Solutions of candidates as first drawn; None where there are no candidates."""
    names = ("raw_unique", "raw_solutions_median", "raw_solutions_max")
    if not numbers:
        return dict.fromkeys(names)
    import numpy as np

    from moat_bank.families.base import seed_of
    from moat_bank.families.registry import engine

    made = engine(spec.kind.family)
    made.check(spec)
    counts = made.raw_counts(spec, seed_of(master, numbers.start), len(numbers))
    median = float(np.median(counts))
    return dict(zip(names, (int((counts == 1).sum()), median, int(counts.max())), strict=True))
