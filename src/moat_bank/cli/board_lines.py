"""What the engine's commands do with lines of JSON and ranges of seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from moat_bank.errors import MoatError
from moat_bank.families.base import Batch, Engine, seed_of
from moat_bank.families.legacy import Family, Quality, Spec, check_quality, get_family
from moat_bank.families.registry import engine
from moat_bank.families.stars.board import is_connected, parse_board, puzzle_of
from moat_bank.kind import TIERS
from moat_bank.lines import each_line, write_line
from moat_bank.progress import progress

CHUNK = 2000  # candidates between two steps of the progress bar
CHUNK_OF_SEVERAL = 16  # the same for boards of several stars, which take a thousand times longer


def solve_lines(family_name: str, file: str, limit: int, budget: int | None) -> int:
    """Print each board with up to ``limit`` of its solutions; the exit status.

    One that is undecided within the budget counts as a bad line.
    """
    maker = engine(family_name)

    def act(data: Any) -> None:
        board = parse_board(data)
        search = maker.solutions(puzzle_of(board), limit, budget)
        found = search.found
        write_line(
            data
            | {
                "solutions": len(found) if search.complete else None,
                "solution": found[0] if found else None,
                "found": found,
                "connected": is_connected(board.regions),
            }
        )
        if not search.complete:
            raise _undecided(maker, budget)

    return each_line(file, act)


def rate_lines(family_name: str, file: str, budget: int | None) -> int:
    """Print each board with its count of solutions and its rating; the exit status.

    One that is undecided within the budget counts as a bad line.
    """
    family = get_family(family_name)

    def act(data: Any) -> None:
        board = parse_board(data)
        search = family.engine.solutions(puzzle_of(board), 2, budget)
        found = search.found
        rating = family.rate(board, budget) if search.complete else None
        write_line(
            data
            | {
                "solutions": len(found) if search.complete else None,
                "solution": found[0] if search.complete and len(found) == 1 else None,
                **(rating.numbers if rating else {"r": None, "steps": None, "score": None}),
                "tier": rating.tier if rating else None,
                "rater": family.rater,
                "connected": is_connected(board.regions),
            }
        )
        if rating is None:
            raise _undecided(family.engine, budget)

    return each_line(file, act)


def _undecided(maker: Engine, budget: int | None) -> MoatError:
    steps = maker.budget if budget is None else budget
    return MoatError(f"undecided after {steps} steps; --budget raises it")


def rebuild_lines(family_name: str, file: str) -> int:
    """Print each entry as its seed gives it, with its unknown fields; the exit status.

    An entry that differs from what its seed gives counts as a bad line.
    """
    family = get_family(family_name)

    def act(data: Any) -> None:
        if not isinstance(data, dict):
            raise MoatError("an entry is a JSON object")
        made = family.rebuild(data)
        write_line(data | made)
        wrong = [key for key, value in made.items() if data.get(key) != value]
        if wrong:
            raise MoatError(f"seed {made['seed']} gives another {', '.join(wrong)}")

    return each_line(file, act)


def print_entries(
    family_name: str, spec: Spec, master: int, numbers: range, quality: Quality
) -> int:
    """Print the entries of a range of candidates with their size, stars and tier."""
    family = get_family(family_name)
    for batch in _batches(family, spec, master, numbers, quality):
        entries = family.entries(spec, batch.records)
        for entry, tier in zip(entries, batch.records["tier"].tolist(), strict=True):
            write_line(entry | {"size": spec.size, "stars": spec.stars, "tier": TIERS[tier]})
    return 0


def print_stats(
    family_name: str, spec: Spec, master: int, numbers: range, quality: Quality, with_raw: bool
) -> int:
    """Print one object that counts what became of a range of candidates."""
    family = get_family(family_name)
    tally: Counter[str] = Counter()
    hardest: Counter[int] = Counter()
    tiers: Counter[int] = Counter()
    seconds, techniques = 0.0, 0
    for batch in _batches(family, spec, master, numbers, quality):
        techniques = batch.records["rounds"].shape[1]
        tally.update(batch.tally)
        hardest.update(batch.records["hardest"].tolist())
        tiers.update(batch.records["tier"].tolist())
        seconds += batch.kernel_seconds
    stats = {
        "candidates": tally["candidates"],
        "unique": tally["unique"],
        "rated": tally["rated"],
        "hardest": {str(t): hardest[t] for t in range(1, techniques + 1)},
        "tiers": {name: tiers[i] for i, name in enumerate(TIERS)},
        "dropped": {
            name.removeprefix("dropped_"): tally[name]
            for name in tally
            if name.startswith("dropped_")
        },
        "moves_mean": round(tally["moves"] / tally["unique"], 3) if tally["unique"] else None,
        **_raw_stats(family, spec, master, numbers if with_raw else range(0)),
        "kernel_seconds": round(seconds, 6),
        "generator": family.generator,
        "rater": family.rater,
    }
    write_line(stats)
    return 0


def _raw_stats(family: Family, spec: Spec, master: int, numbers: range) -> dict[str, Any]:
    names = ("raw_unique", "raw_solutions_median", "raw_solutions_max")
    if not numbers:
        return dict.fromkeys(names)
    counts = family.raw_counts(spec, seed_of(master, numbers.start), len(numbers))
    median = float(np.median(counts))
    return dict(zip(names, (int((counts == 1).sum()), median, int(counts.max())), strict=True))


def _batches(
    family: Family, spec: Spec, master: int, numbers: range, quality: Quality
) -> Iterator[Batch]:
    """The batches of a range, with progress; at least one, so that an empty range is checked."""
    family.check_spec(spec)
    check_quality(spec, quality)
    seed_of(master, max(numbers.stop - 1, 0))
    chunk = CHUNK if spec.stars == 1 else CHUNK_OF_SEVERAL
    with progress("candidates", len(numbers)) as advance:
        for first in range(numbers.start, max(numbers.stop, numbers.start + 1), chunk):
            count = min(chunk, numbers.stop - first)
            yield family.generate(spec, seed_of(master, first), count, quality)
            advance(count)
