"""Batches of candidates: which there are, what each depends on, and its three files.

How many candidates there are of one kind of board, natural ones and such as are steered to a tier,
is one text everywhere, so that it can name files: ``20000``, or ``20000-hard40000``.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from moat_bank.build.dedupe import sorted_keys
from moat_bank.errors import MoatError
from moat_bank.families.base import TALLY, Batch, seed_of
from moat_bank.families.legacy import Family, kind_of
from moat_bank.files import read_array, read_json, write_array, write_json
from moat_bank.kind import TIERS
from moat_bank.sources import digest

if TYPE_CHECKING:  # how a config is read says nothing of a batch: its values stand in the recipe
    from moat_bank.build.config import BoardConfig, Config, Generation

RECORDS, KEYS = ".npy", ".keys"
"""Endings of arrays of a batch: its records, and ``sorted_keys`` of them."""

NATURAL = ""
"""The aim of candidates that are not steered."""

_MADE = re.compile("([0-9]+)((?:-[a-z_]+[0-9]+)*)")


@dataclass(frozen=True)
class Range:
    """One batch: ``count`` candidates from number ``first`` on, steered to ``aim`` or natural."""

    aim: str
    first: int
    count: int

    @property
    def stem(self) -> str:
        """Name of its files, without folder and ending; names of one aim sort as seeds do."""
        return f"{self.aim}{'-' * bool(self.aim)}{self.first:010d}-{self.count}"


def made_name(counts: Mapping[str, int]) -> str:
    """The text of how many candidates there are by aim, without the aims that have none."""
    aims = "".join(f"-{tier}{counts[tier]}" for tier in TIERS if counts.get(tier))
    return f"{counts[NATURAL]}{aims}"


def made_counts(made: str) -> dict[str, int]:
    """How many candidates a text tells of, by aim: natural ones first, then by tier.

    Raises:
        MoatError: it is no such text.
    """
    found = _MADE.fullmatch(made)
    counts = {NATURAL: int(found[1])} if found else {}
    for aim, count in re.findall("-([a-z_]+)([0-9]+)", found[2] if found else ""):
        counts[aim] = int(count)
    if not found or made_name(counts) != made:
        raise MoatError(f"{made!r} is no count of candidates such as 20000 or 20000-hard40000")
    return counts


def batch_ranges(generation: Generation, made: str) -> list[Range]:
    """The batches of all candidates: the natural ones, ascending, then those of each aimed tier.

    Their bounds depend on the pilot and the size of a batch alone, so a batch once made serves
    every later plan.  Only one that meets the ceiling is shorter.
    """
    ranges = []
    for aim, candidates in made_counts(made).items():
        first = 0
        while first < candidates:
            count = min(_size(generation, aim, first), candidates - first)
            ranges.append(Range(aim, first, count))
            first += count
    return ranges


def whole_batches(generation: Generation, aim: str, candidates: int) -> int:
    """At least so many candidates of an aim, so that the last batch is whole."""
    first = 0
    while first < candidates:
        first += _size(generation, aim, first)
    return first


def _size(generation: Generation, aim: str, first: int) -> int:
    """Candidates of the batch that begins with number ``first``.

    Batches of an aim begin small and grow with what there is, since nearly all their candidates
    are boards of the tier, and of a rare tier a bank may want few.
    """
    if aim:
        return min(max(generation.pilot // 4, first // 4, 1), generation.batch)
    return generation.batch if first else generation.pilot


def recipe(config: Config, board: BoardConfig, family: Family) -> dict[str, Any]:
    """All that the batches of a kind of board depend on, but their ranges."""
    return {
        "family": family.name,
        "generator": family.generator,
        "rater": family.rater,
        "fingerprint": family.fingerprint,
        "stages": digest(__name__),
        "seed": config.seed,
        "spec": kind_of(board.spec),
        "quality": asdict(config.quality),
    }


def make_batch(
    config: Config, board: BoardConfig, family: Family, part: Range, folder: Path
) -> None:
    """Generate one batch and write its records (npy), its keys in order, and then its tally (json).

    The tally holds the recipe, the range, the family's counts, the rated boards by tier and by
    hardest technique, and two times that nothing but the report reads.
    """
    started = time.perf_counter()
    spec = replace(board.spec, aim=part.aim)
    batch = family.generate(spec, seed_of(config.seed, part.first), part.count, config.quality)
    write_array(folder / f"{part.stem}{RECORDS}", batch.records)
    write_array(folder / f"{part.stem}{KEYS}", sorted_keys(batch.records))
    tally = {
        "recipe": recipe(config, board, family),
        "aim": part.aim,
        "first": part.first,
        "candidates": part.count,
        "counts": {name: int(batch.tally[name]) for name in TALLY},
        **_spread(batch),
        "kernel_seconds": round(batch.kernel_seconds, 3),
        "seconds": round(time.perf_counter() - started, 3),
    }
    write_json(folder / f"{part.stem}.json", tally)


def _spread(batch: Batch) -> dict[str, dict[str, int]]:
    tiers = np.bincount(batch.records["tier"], minlength=len(TIERS))
    techniques = batch.records.dtype["rounds"].shape[0]
    hardest = np.bincount(batch.records["hardest"], minlength=techniques + 1)
    return {
        "tiers": {tier: int(tiers[i]) for i, tier in enumerate(TIERS)},
        "hardest": {str(t): int(hardest[t]) for t in range(1, techniques + 1)},
    }


def batch_files(folder: Path, ranges: list[Range], ending: str) -> list[Path]:
    """The arrays of the batches, in the order given, each with as many boards as its tally says.

    Raises:
        MoatError: one is missing, damaged, or of another number of boards; the text names it.
    """
    tallies = read_tallies(folder, ranges)
    paths = [folder / f"{part.stem}{ending}" for part in ranges]
    for path, tally in zip(paths, tallies, strict=True):
        if read_array(path).shape[-1] != sum(tally["tiers"].values()):
            raise MoatError(f"{path}: does not fit its tally; delete both and run again")
    return paths


def read_tallies(folder: Path, ranges: list[Range]) -> list[dict[str, Any]]:
    """The tallies of the batches, in the order given."""
    return [read_json(folder / f"{part.stem}.json") for part in ranges]


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
