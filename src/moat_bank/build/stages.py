"""The stages of a build: each reads files, calls one pure module, and writes files.

What is made of one kind of board lies in a folder of its own: ``batches/`` (records, sorted keys
and tallies), ``repeats/N`` (the places of boards that were met before, among the candidates that N
tells of: see ``counts_text``), and below it for each choice of lengths ``chosen/N`` (the records
chosen among those, and how many candidates come next) and ``selected`` (the records of the banks).
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile

import numpy as np
from numpy.typing import NDArray

from moat_bank.build.batches import KEYS, RECORDS, batch_files, join_tallies, read_tallies
from moat_bank.build.candidates import next_counts
from moat_bank.build.config import BoardConfig, Config
from moat_bank.build.counts import NATURAL, batch_ranges, counts_of
from moat_bank.build.dedupe import merge, places_of, spill_repeats, stream_bounds
from moat_bank.build.manifest import write_banks
from moat_bank.build.select import cut, select, twin_facts
from moat_bank.errors import MoatError
from moat_bank.families.base import Engine
from moat_bank.files import read_array, read_json, write_blocks, write_json
from moat_bank.kind import TIERS


def compile_stage(engine: Engine, part: str, output: Path) -> None:
    """Compile one part of the kernels for the other stages."""
    engine.compile(part)
    write_json(output, {"fingerprint": engine.fingerprint, "part": part})


def dedupe_stage(board: BoardConfig, counts: str, folder: Path) -> None:
    """Write the places of all boards that were met before, and the facts over all batches.

    Of a natural and an aimed board that are equal the natural one is the first.  The facts are
    those of natural candidates, and beside them those of each aim.
    """
    ranges = batch_ranges(board.generation, counts)
    runs = [read_array(path) for path in batch_files(folder / "batches", ranges, KEYS)]
    output = folder / "repeats" / f"{counts}.npy"
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
        for aim in counts_of(counts)
    }
    natural = facts.pop(NATURAL)
    write_json(output.with_suffix(".json"), {**natural, "steered": facts})


def choose_stage(
    board: BoardConfig, engine: Engine, counts: str, folder: Path, output: Path
) -> None:
    """Choose among all boards so far, and say how many candidates come next.

    Writes the records chosen, tier by tier in the order of taking, and beside them (json) what was
    asked for and found, and ``next``, which is null where every tier is full.
    """
    ranges = batch_ranges(board.generation, counts)
    repeats = folder / "repeats" / f"{counts}.npy"
    files = batch_files(folder / "batches", ranges, RECORDS)
    batches = [partial(_first_met, path, repeats) for path in files]
    lay = partial(engine.lay, board.spec.kind)
    selection = select(batches, lay, board.need, board.distance)
    found, steered = selection.found, selection.steered
    following = next_counts(board, found, steered, counts)
    _write_records(output, list(selection.records.values()))
    facts = {"need": board.need, "found": found, "steered": steered}
    twins = twin_facts(selection)
    write_json(
        output.with_suffix(".json"), {"counts": counts, **facts, "twins": twins, "next": following}
    )


def select_stage(board: BoardConfig, counts: str, folder: Path, chosen: Path, output: Path) -> None:
    """Write the records of the banks, joined, and beside them the facts that the report shows.

    Args:
        board: the boards.
        counts: how many candidates the choice was made from.
        folder: holds ``repeats/``.
        chosen: records that ``choose_stage`` wrote.
        output: the file to write.

    Raises:
        MoatError: a tier is not full.
    """
    choice = read_json(chosen.with_suffix(".json"))
    if choice["next"] is not None or choice["counts"] != counts:
        raise MoatError(f"{chosen}: is not what is chosen of {counts} candidates in the end")
    _write_records(output, [records for _, _, records in cut(read_array(chosen), board.lengths)])
    facts = read_json(folder / "repeats" / f"{counts}.json")
    taken = {tier: choice["steered"][tier] for tier in board.steer}
    write_json(output.with_suffix(".json"), {**facts, "taken": taken, "twins": choice["twins"]})


def shard_stage(
    config: Config, engines: Mapping[str, Engine], selected: Sequence[Path], output: Path
) -> None:
    """Write the whole edition, shards and manifest, into a new folder.

    Args:
        config: the build.
        engines: those of the config's families.
        selected: the files of ``select_stage``, in the order of the config's boards.
        output: the folder.
    """
    if len(selected) != len(config.boards):
        raise MoatError(f"{len(config.boards)} files of boards are needed, found {len(selected)}")
    shutil.rmtree(output, ignore_errors=True)
    write_banks(output, config, engines, [read_array(path) for path in selected])


def _write_records(output: Path, parts: Sequence[NDArray[np.void]]) -> None:
    """Write records one part after the other; one part at least."""
    write_blocks(output, parts[0].dtype, (sum(map(len, parts)),), iter(parts))


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
