"""The stages of a build: each reads files, calls one pure module, and writes files.

What is made of one kind of board lies in a folder of its own: ``batches/`` (records, sorted keys
and tallies), ``repeats/N`` (the seeds, among the first N candidates, of boards that were met
before), and below it for each choice of lengths ``plan/N`` (how many candidates next) and
``selected`` (the records of the banks).
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile

import numpy as np
from numpy.typing import NDArray

from moat_bank.bank.batches import (
    KEYS,
    RECORDS,
    batch_files,
    batch_ranges,
    join_tallies,
    read_tallies,
)
from moat_bank.bank.dedupe import merge, spill_repeats
from moat_bank.bank.files import read_array, read_json, write_array, write_blocks, write_json
from moat_bank.bank.manifest import write_banks
from moat_bank.bank.select import Selection, cut, select, twin_facts
from moat_bank.bank.wave import next_candidates, shortage
from moat_bank.config import BoardConfig, Config
from moat_bank.errors import MoatError
from moat_bank.families.base import TIERS, Family


def compile_stage(family: Family, part: str, output: Path) -> None:
    """Compile one part of the kernels for the other stages."""
    family.compile(part)
    write_json(output, {"fingerprint": family.fingerprint, "part": part})


def dedupe_stage(board: BoardConfig, candidates: int, folder: Path) -> None:
    """Write the seeds of all boards that were met before, and the counts over all batches."""
    ranges = batch_ranges(board.generation, candidates)
    runs = [read_array(path) for path in batch_files(folder / "batches", ranges, KEYS)]
    output = folder / "repeats" / f"{candidates}.npy"
    output.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryFile(dir=output.parent) as spill:
        spilled = spill_repeats(runs, spill)
        repeats = sum(run.shape[1] for run in spilled)
        blocks = (seeds for (seeds,) in merge(spilled))
        write_blocks(output, np.dtype(np.uint64), (repeats,), blocks)
    facts = join_tallies(read_tallies(folder / "batches", ranges))
    write_json(output.with_suffix(".json"), {**facts, "duplicates": repeats})


def plan_stage(
    config: Config, board: BoardConfig, candidates: int, folder: Path, output: Path
) -> None:
    """Write how many candidates come next, or null where every tier is full."""
    found = _select(config, board, candidates, folder).found
    following = next_candidates(board, found, candidates)
    plan = {"candidates": candidates, "need": board.need, "found": found, "next": following}
    write_json(output, plan)


def select_stage(
    config: Config, board: BoardConfig, candidates: int, folder: Path, output: Path
) -> None:
    """Write the records of the banks, joined, and beside them the facts that the report shows."""
    selection = _select(config, board, candidates, folder)
    if any(selection.found[tier] < board.need[tier] for tier in TIERS):
        raise MoatError(shortage(board, selection.found, candidates))
    banks = [records for _, _, records in cut(selection, board.lengths)]
    write_array(output, np.concatenate(banks))
    facts = read_json(folder / "repeats" / f"{candidates}.json")
    write_json(output.with_suffix(".json"), {**facts, "twins": twin_facts(selection)})


def shard_stage(config: Config, family: Family, selected: Sequence[Path], output: Path) -> None:
    """Write the whole edition, shards and manifest, into a new folder.

    ``selected`` are the files of ``select_stage``, in the order of the config's boards.
    """
    if len(selected) != len(config.boards):
        raise MoatError(f"{len(config.boards)} files of boards are needed, found {len(selected)}")
    shutil.rmtree(output, ignore_errors=True)
    write_banks(output, config, family, [read_array(path) for path in selected])


def _select(config: Config, board: BoardConfig, candidates: int, folder: Path) -> Selection:
    ranges = batch_ranges(board.generation, candidates)
    repeats = folder / "repeats" / f"{candidates}.npy"
    files = batch_files(folder / "batches", ranges, RECORDS)
    batches = [partial(_first_met, path, repeats) for path in files]
    return select(batches, board.spec.size, board.need, config.distance)


def _first_met(batch: Path, repeats: Path) -> tuple[NDArray[np.void], NDArray[np.bool_]]:
    """The records of a batch, and which of them are no repeats."""
    records, again = read_array(batch), read_array(repeats)
    seeds = np.array(records["seed"])
    first = np.ones(len(seeds), np.bool_)
    if len(seeds):
        start = np.searchsorted(again, seeds[0])
        end = np.searchsorted(again, seeds[-1], "right")
        places = np.searchsorted(seeds, again[start:end])
        if (seeds[places] != again[start:end]).any():
            raise MoatError(f"{repeats}: does not fit the batches; delete it and run again")
        first[places] = False
    return records, first
