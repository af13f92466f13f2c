"""The stages of a build: each reads files, calls one pure module, and writes files.

What is made of one kind of board lies in a folder of its own: ``batches/`` (records and tallies),
``unique/N`` (the mask over the first N candidates), and below it for each choice of lengths
``plan/N`` (how many candidates next) and ``selected`` (the records of the banks).
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from moat_bank.bank.batches import batch_ranges, join_tallies, read_records, read_tallies
from moat_bank.bank.dedupe import first_of_each, gather_keys
from moat_bank.bank.files import read_array, read_json, write_array, write_json
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
    """Write the mask of boards met for the first time, and the counts over all batches."""
    ranges = batch_ranges(board.generation, candidates)
    tallies = read_tallies(folder / "batches", ranges)
    rated = [sum(tally["tiers"].values()) for tally in tallies]
    unique = first_of_each(gather_keys(_whole(folder, ranges, rated), sum(rated)))
    write_array(folder / "unique" / f"{candidates}.npy", unique)
    facts = join_tallies(tallies)
    facts["duplicates"] = len(unique) - int(unique.sum())
    write_json(folder / "unique" / f"{candidates}.json", facts)


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
    facts = read_json(folder / "unique" / f"{candidates}.json")
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
    batches = [records for _, records in read_records(folder / "batches", ranges)]
    unique: NDArray[np.bool_] = read_array(folder / "unique" / f"{candidates}.npy")
    if len(unique) != sum(map(len, batches)):
        raise MoatError(f"{folder / 'unique'}: does not fit the batches; delete it and run again")
    return select(batches, unique, board.spec.size, board.need, config.distance)


def _whole(
    folder: Path, ranges: list[tuple[int, int]], rated: list[int]
) -> Iterator[NDArray[np.void]]:
    """The records of each batch, each as many as its tally says."""
    files = read_records(folder / "batches", ranges)
    for (path, records), number in zip(files, rated, strict=True):
        if len(records) != number:
            raise MoatError(f"{path}: does not fit its tally; delete both and run again")
        yield records
