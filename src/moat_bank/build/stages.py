"""The stages of a build: each reads files, calls one pure module, and writes files.

What is made of one kind of board lies in a folder of its own: ``batches/`` (records, sorted keys
and tallies), ``repeats/N`` (the places of boards that were met before, among the candidates that N
tells of: see ``made_name``), and below it for each choice of lengths ``plan/N`` (how many
candidates next) and ``selected`` (the records of the banks).
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile

import numpy as np
from numpy.typing import NDArray

from moat_bank.build.batches import (
    KEYS,
    NATURAL,
    RECORDS,
    batch_files,
    batch_ranges,
    join_tallies,
    made_counts,
    read_tallies,
)
from moat_bank.build.config import BoardConfig, Config
from moat_bank.build.dedupe import merge, places_of, spill_repeats, stream_bounds
from moat_bank.build.manifest import write_banks
from moat_bank.build.select import Selection, cut, select, twin_facts
from moat_bank.build.wave import check_full, next_made
from moat_bank.errors import MoatError
from moat_bank.families.legacy import Family
from moat_bank.files import read_array, read_json, write_array, write_blocks, write_json
from moat_bank.kind import TIERS


def compile_stage(family: Family, part: str, output: Path) -> None:
    """Compile one part of the kernels for the other stages."""
    family.compile(part)
    write_json(output, {"fingerprint": family.fingerprint, "part": part})


def dedupe_stage(board: BoardConfig, made: str, folder: Path) -> None:
    """Write the places of all boards that were met before, and the counts over all batches.

    Of a natural and an aimed board that are equal the natural one is the first.  The counts are
    those of natural candidates, and beside them those of each aim.
    """
    ranges = batch_ranges(board.generation, made)
    runs = [read_array(path) for path in batch_files(folder / "batches", ranges, KEYS)]
    output = folder / "repeats" / f"{made}.npy"
    output.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryFile(dir=output.parent) as spill:
        spilled = spill_repeats(runs, spill)
        repeats = sum(run.shape[1] for run in spilled)
        blocks = (places for (places,) in merge(spilled))
        write_blocks(output, np.dtype(np.uint64), (repeats,), blocks)
    bounds = np.searchsorted(read_array(output), stream_bounds(len(TIERS) + 2))
    duplicates = dict(zip((NATURAL, *TIERS), np.diff(bounds).tolist(), strict=True))
    tallies = read_tallies(folder / "batches", ranges)
    facts = {
        aim: {
            **join_tallies([tally for tally in tallies if tally["aim"] == aim]),
            "duplicates": duplicates[aim],
        }
        for aim in made_counts(made)
    }
    natural = facts.pop(NATURAL)
    write_json(output.with_suffix(".json"), {**natural, "steered": facts})


def plan_stage(config: Config, board: BoardConfig, made: str, folder: Path, output: Path) -> None:
    """Write how many candidates come next, or null where every tier is full."""
    selection = _select(config, board, made, folder)
    found, steered = selection.found, selection.steered
    following = next_made(board, found, steered, made)
    facts = {"need": board.need, "found": found, "steered": steered}
    write_json(output, {"candidates": made, **facts, "next": following})


def select_stage(config: Config, board: BoardConfig, made: str, folder: Path, output: Path) -> None:
    """Write the records of the banks, joined, and beside them the facts that the report shows."""
    selection = _select(config, board, made, folder)
    check_full(board, selection.found, selection.steered, made)
    banks = [records for _, _, records in cut(selection, board.lengths)]
    write_array(output, np.concatenate(banks))
    facts = read_json(folder / "repeats" / f"{made}.json")
    taken = {tier: selection.steered[tier] for tier in board.steer}
    write_json(
        output.with_suffix(".json"), {**facts, "taken": taken, "twins": twin_facts(selection)}
    )


def shard_stage(config: Config, family: Family, selected: Sequence[Path], output: Path) -> None:
    """Write the whole edition, shards and manifest, into a new folder.

    ``selected`` are the files of ``select_stage``, in the order of the config's boards.
    """
    if len(selected) != len(config.boards):
        raise MoatError(f"{len(config.boards)} files of boards are needed, found {len(selected)}")
    shutil.rmtree(output, ignore_errors=True)
    write_banks(output, config, family, [read_array(path) for path in selected])


def _select(config: Config, board: BoardConfig, made: str, folder: Path) -> Selection:
    ranges = batch_ranges(board.generation, made)
    repeats = folder / "repeats" / f"{made}.npy"
    files = batch_files(folder / "batches", ranges, RECORDS)
    batches = [partial(_first_met, path, repeats) for path in files]
    return select(batches, board.spec.size, board.need, config.distance)


def _first_met(batch: Path, repeats: Path) -> tuple[NDArray[np.void], NDArray[np.bool_]]:
    """The records of a batch, and which of them are no repeats."""
    records, again = read_array(batch), read_array(repeats)
    places = places_of(records)
    first = np.ones(len(places), np.bool_)
    if len(places):
        start = np.searchsorted(again, places[0])
        end = np.searchsorted(again, places[-1], "right")
        found = np.searchsorted(places, again[start:end])
        if (places[found] != again[start:end]).any():
            raise MoatError(f"{repeats}: does not fit the batches; delete it and run again")
        first[found] = False
    return records, first
