"""The stages of a build: each reads files, calls one pure module, and writes files.

What is made of one kind of board lies in a folder of its own: ``batches/`` (records and tallies),
``unique/N`` (the mask over the candidates that N tells of: see ``made_name``), and below it for
each choice of lengths ``plan/N`` (how many candidates next) and ``selected`` (the records of the
banks).
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from moat_bank.bank.batches import (
    NATURAL,
    Range,
    batch_ranges,
    join_tallies,
    made_counts,
    read_records,
    read_tallies,
)
from moat_bank.bank.dedupe import first_of_each, gather_keys
from moat_bank.bank.files import read_array, read_json, write_array, write_json
from moat_bank.bank.manifest import write_banks
from moat_bank.bank.select import Selection, cut, select, twin_facts
from moat_bank.bank.wave import check_full, next_made
from moat_bank.config import BoardConfig, Config
from moat_bank.errors import MoatError
from moat_bank.families.base import Family


def compile_stage(family: Family, part: str, output: Path) -> None:
    """Compile one part of the kernels for the other stages."""
    family.compile(part)
    write_json(output, {"fingerprint": family.fingerprint, "part": part})


def dedupe_stage(board: BoardConfig, made: str, folder: Path) -> None:
    """Write the mask of boards met for the first time, and the counts over all batches.

    Of a natural and an aimed board that are equal the natural one is the first.  The counts are
    those of natural candidates, and beside them those of each aim.
    """
    ranges = batch_ranges(board.generation, made)
    tallies = read_tallies(folder / "batches", ranges)
    rated = [sum(tally["tiers"].values()) for tally in tallies]
    unique = first_of_each(gather_keys(_whole(folder, ranges, rated), sum(rated)))
    write_array(folder / "unique" / f"{made}.npy", unique)
    ends = np.cumsum(rated).tolist()
    for tally, number, end in zip(tallies, rated, ends, strict=True):
        tally["duplicates"] = number - int(unique[end - number : end].sum())
    facts = {
        aim: join_tallies([tally for tally in tallies if tally["aim"] == aim])
        for aim in made_counts(made)
    }
    natural = facts.pop(NATURAL)
    write_json(folder / "unique" / f"{made}.json", {**natural, "steered": facts})


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
    facts = read_json(folder / "unique" / f"{made}.json")
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
    batches = [records for _, records in read_records(folder / "batches", ranges)]
    unique: NDArray[np.bool_] = read_array(folder / "unique" / f"{made}.npy")
    if len(unique) != sum(map(len, batches)):
        raise MoatError(f"{folder / 'unique'}: does not fit the batches; delete it and run again")
    return select(batches, unique, board.spec.size, board.need, config.distance)


def _whole(folder: Path, ranges: list[Range], rated: list[int]) -> Iterator[NDArray[np.void]]:
    """The records of each batch, each as many as its tally says."""
    files = read_records(folder / "batches", ranges)
    for (path, records), number in zip(files, rated, strict=True):
        if len(records) != number:
            raise MoatError(f"{path}: does not fit its tally; delete both and run again")
        yield records
