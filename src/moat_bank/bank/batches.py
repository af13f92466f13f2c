"""Batches of candidates: which there are, what each depends on, and its three files."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np

from moat_bank.bank.dedupe import sorted_keys
from moat_bank.bank.files import read_array, read_json, write_array, write_json
from moat_bank.bank.names import recipe
from moat_bank.config import BoardConfig, Config, Generation
from moat_bank.errors import MoatError
from moat_bank.families.base import TALLY, TIERS, Batch, Family, seed_of

RECORDS, KEYS = ".npy", ".keys"
"""Endings of arrays of a batch: its records, and ``sorted_keys`` of them."""


def batch_ranges(generation: Generation, candidates: int) -> list[tuple[int, int]]:
    """The batches that make the first ``candidates`` numbers: (first, count), ascending.

    Their bounds depend on the pilot and the size of a batch alone, so a batch once made serves
    every later plan.  Only one that meets the ceiling is shorter.
    """
    ranges = [(0, min(generation.pilot, candidates))]
    first = generation.pilot
    while first < candidates:
        ranges.append((first, min(generation.batch, candidates - first)))
        first += generation.batch
    return ranges


def batch_stem(first: int, count: int) -> str:
    """Name of a batch's files, without folder and ending; names sort as seeds do."""
    return f"{first:010d}-{count}"


def make_batch(
    config: Config, board: BoardConfig, family: Family, first: int, count: int, folder: Path
) -> None:
    """Generate one batch and write its records (npy), its keys in order, and then its tally (json).

    The tally holds the recipe, the range, the family's counts, the rated boards by tier and by
    hardest technique, and two times that nothing but the report reads.
    """
    started = time.perf_counter()
    batch = family.generate(board.spec, seed_of(config.seed, first), count, config.quality)
    stem = folder / batch_stem(first, count)
    write_array(stem.with_suffix(RECORDS), batch.records)
    write_array(stem.with_suffix(KEYS), sorted_keys(batch.records))
    tally = {
        "recipe": recipe(config, board, family),
        "first": first,
        "candidates": count,
        "counts": {name: int(batch.tally[name]) for name in TALLY},
        **_spread(batch),
        "kernel_seconds": round(batch.kernel_seconds, 3),
        "seconds": round(time.perf_counter() - started, 3),
    }
    write_json(stem.with_suffix(".json"), tally)


def _spread(batch: Batch) -> dict[str, dict[str, int]]:
    tiers = np.bincount(batch.records["tier"], minlength=len(TIERS))
    techniques = batch.records.dtype["rounds"].shape[0]
    hardest = np.bincount(batch.records["hardest"], minlength=techniques + 1)
    return {
        "tiers": {tier: int(tiers[i]) for i, tier in enumerate(TIERS)},
        "hardest": {str(t): int(hardest[t]) for t in range(1, techniques + 1)},
    }


def batch_files(folder: Path, ranges: list[tuple[int, int]], ending: str) -> list[Path]:
    """The arrays of the batches, in the order of seeds, each with as many boards as its tally says.

    Raises:
        MoatError: one is missing, damaged, or of another number of boards; the text names it.
    """
    tallies = read_tallies(folder, ranges)
    paths = [folder / f"{batch_stem(*bounds)}{ending}" for bounds in ranges]
    for path, tally in zip(paths, tallies, strict=True):
        if read_array(path).shape[-1] != sum(tally["tiers"].values()):
            raise MoatError(f"{path}: does not fit its tally; delete both and run again")
    return paths


def read_tallies(folder: Path, ranges: list[tuple[int, int]]) -> list[dict[str, Any]]:
    """The tallies of the batches, in the order of seeds."""
    return [read_json(folder / f"{batch_stem(*bounds)}.json") for bounds in ranges]


def join_tallies(tallies: list[dict[str, Any]]) -> dict[str, Any]:
    """Sums over batches: candidates, counts, tiers, hardest and both times."""
    return {
        "candidates": sum(tally["candidates"] for tally in tallies),
        **{
            name: {key: sum(tally[name][key] for tally in tallies) for key in tallies[0][name]}
            for name in ("counts", "tiers", "hardest")
        },
        **{
            name: round(sum(tally[name] for tally in tallies), 3)
            for name in ("kernel_seconds", "seconds")
        },
    }
