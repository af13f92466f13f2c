"""Batches of candidates: what each depends on, and its three files."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from moat_bank.build.counts import Range
from moat_bank.build.dedupe import sorted_keys
from moat_bank.errors import MoatError
from moat_bank.families.base import TALLY, Batch, Engine, seed_of
from moat_bank.files import read_array, read_json, write_array, write_json
from moat_bank.kind import TIERS
from moat_bank.sources import digest

if TYPE_CHECKING:  # how a config is read says nothing of a batch: its values stand in the recipe
    from moat_bank.build.config import BoardConfig, Config

RECORDS, KEYS = ".npy", ".keys"
"""Endings of arrays of a batch: its records, and ``sorted_keys`` of them."""


def recipe(config: Config, board: BoardConfig, engine: Engine) -> dict[str, Any]:
    """All that the batches of a kind of board depend on, but their ranges."""
    return {
        "family": board.family,
        "generator": engine.generator,
        "rater": engine.rater,
        "fingerprint": engine.fingerprint,
        "stages": digest(__name__),
        "seed": config.seed,
        "kind": board.spec.kind.values,
        "style": board.spec.style,
        "quality": dict(config.quality[board.family]),
    }


def make_batch(
    config: Config, board: BoardConfig, engine: Engine, part: Range, folder: Path
) -> None:
    """Generate one batch and write its records (npy), its keys in order, and then its tally (json).

    The tally holds the recipe, the range, what became of the candidates, the rated boards by tier
    and by hardest technique, and two times that nothing but the report reads.
    """
    started = time.perf_counter()
    spec = replace(board.spec, aim=part.aim)
    bounds = config.quality[board.family]
    batch = engine.generate(spec, seed_of(config.seed, part.first), part.count, bounds)
    write_array(folder / f"{part.name}{RECORDS}", batch.records)
    write_array(folder / f"{part.name}{KEYS}", sorted_keys(batch.records))
    tally = {
        "recipe": recipe(config, board, engine),
        "aim": part.aim,
        "first": part.first,
        "candidates": part.count,
        "outcomes": {name: int(batch.tally[name]) for name in TALLY},
        **_spread(batch, len(engine.techniques(spec.kind))),
        "kernel_seconds": round(batch.kernel_seconds, 3),
        "seconds": round(time.perf_counter() - started, 3),
    }
    write_json(folder / f"{part.name}.json", tally)


def _spread(batch: Batch, techniques: int) -> dict[str, dict[str, int]]:
    tiers = np.bincount(batch.records["tier"], minlength=len(TIERS))
    hardest = np.bincount(batch.records["hardest"], minlength=techniques + 1)
    return {
        "tiers": {tier: int(tiers[i]) for i, tier in enumerate(TIERS)},
        "hardest": {str(t): int(hardest[t]) for t in range(1, techniques + 1)},
    }


def batch_files(folder: Path, ranges: Sequence[Range], ending: str) -> list[Path]:
    """The arrays of the batches, in the order given, each with as many boards as its tally says.

    Raises:
        MoatError: one is missing, damaged, or of another number of boards; the text names it.
    """
    tallies = read_tallies(folder, ranges)
    paths = [folder / f"{part.name}{ending}" for part in ranges]
    for path, tally in zip(paths, tallies, strict=True):
        if read_array(path).shape[-1] != sum(tally["tiers"].values()):
            raise MoatError(f"{path}: does not fit its tally; delete both and run again")
    return paths


def read_tallies(folder: Path, ranges: Sequence[Range]) -> list[dict[str, Any]]:
    """The tallies of the batches, in the order given."""
    return [read_json(folder / f"{part.name}.json") for part in ranges]


def join_tallies(tallies: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Sums over batches: candidates, outcomes, tiers, hardest and both times."""
    return {
        "candidates": sum(tally["candidates"] for tally in tallies),
        **{
            name: {key: sum(tally[name][key] for tally in tallies) for key in tallies[0][name]}
            for name in ("outcomes", "tiers", "hardest")
        },
        **{
            name: round(sum(tally[name] for tally in tallies), 3)
            for name in ("kernel_seconds", "seconds")
        },
    }
