"""What a range of candidates gave: as the kernels leave it, counted, and as records."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.base import RECORD, Spec
from moat_bank.families.stars.engine.geometry import Ints, Masks
from moat_bank.families.stars.engine.many.ladder import RUNGS
from moat_bank.families.stars.engine.rate import (
    HARDEST,
    NARROWEST,
    ROUNDS,
    SETS_OF_TWO,
    STEPS,
    WIDEST_SET,
)
from moat_bank.families.stars.engine.techniques import WHAT_IF
from moat_bank.families.stars.kind import stars_of
from moat_bank.kernels.jit import U64

# What became of a candidate.
KEPT, NOT_UNIQUE, OFF_QUALITY, SYMMETRIC, UNFINISHED, OFF_AIM = range(6)


class Outcome(NamedTuple):
    """What a range of candidates gave, an element or row each.

    Attributes:
        status: int64: KEPT or why it was dropped.
        moves: int64: repair moves, or strides of a walk to an aimed tier.
        regions: uint8 (count, cells): region of each cell, of those kept.
        columns: uint8 (count, size * stars): columns of their stars, row by row.
        signals: int64 (count, SIGNALS): see ``rate``.
        tier: int64: place in TIERS, -1 for none.
        keys: uint64 (count, 2): hashes of the canonical form and of the solution's.
    """

    status: Ints
    moves: Ints
    regions: NDArray[np.uint8]
    columns: NDArray[np.uint8]
    signals: Ints
    tier: Ints
    keys: Masks


def techniques(stars: int) -> int:
    """How many techniques the ladder for so many stars has."""
    return WHAT_IF if stars == 1 else RUNGS


def new_outcome(size: int, stars: int, count: int) -> Outcome:
    """Room for the outcome of ``count`` candidates."""
    return Outcome(
        status=np.zeros(count, np.int64),
        moves=np.zeros(count, np.int64),
        regions=np.zeros((count, size * size), np.uint8),
        columns=np.zeros((count, size * stars), np.uint8),
        signals=np.zeros((count, ROUNDS + techniques(stars)), np.int64),
        tier=np.zeros(count, np.int64),
        keys=np.zeros((count, 2), np.uint64),
    )


def first_rows(outcome: Outcome, count: int) -> Outcome:
    """The first rows of it, the same memory."""
    return some_rows(outcome, 0, count)


def some_rows(outcome: Outcome, start: int, stop: int) -> Outcome:
    """Rows ``start`` to ``stop - 1`` of it, the same memory."""
    arrays: Any = [array[start:stop] for array in outcome]
    return Outcome(*arrays)


def add_to_tally(outcome: Outcome, tally: dict[str, int]) -> None:
    """Count what became of the candidates; the names are those of ``TALLY``."""
    count = len(outcome.status)
    status = np.bincount(outcome.status, minlength=OFF_AIM + 1).tolist()
    tally["candidates"] += count
    tally["unique"] += count - status[NOT_UNIQUE] - status[OFF_AIM]
    tally["moves"] += int(outcome.moves[outcome.status != NOT_UNIQUE].sum())
    tally["rated"] += status[KEPT]
    tally["dropped_not_unique"] += status[NOT_UNIQUE]
    tally["dropped_quality"] += status[OFF_QUALITY]
    tally["dropped_symmetric"] += status[SYMMETRIC]
    tally["dropped_unfinished"] += status[UNFINISHED]
    tally["dropped_off_aim"] += status[OFF_AIM]


def record_dtype(size: int, stars: int) -> np.dtype[np.void]:
    """One rated board as a fixed-width record: ``RECORD``, the rating's numbers, and the board.

    ``regions`` are numbered by the rows of their stars, as the kernels grow them.
    """
    own = [
        ("widest_set", "u1"),
        ("sets_of_two", "u1"),
        ("steps", "<u2"),
        ("narrowest", "<u2"),
        ("rounds", "<u2", (techniques(stars),)),
        ("regions", "u1", (size * size,)),
        ("solution", "u1", (size * stars,)),
    ]
    return np.dtype([*RECORD, *own])


def records_of(spec: Spec, first_seed: int, outcome: Outcome) -> NDArray[np.void]:
    """The candidates that were kept, as records."""
    kept = np.flatnonzero(outcome.status == KEPT)
    signals = outcome.signals[kept]
    records: NDArray[np.void] = np.zeros(
        len(kept), record_dtype(spec.kind.rows, stars_of(spec.kind))
    )
    records["seed"] = kept.astype(np.uint64) + U64(first_seed)
    records["key"] = outcome.keys[kept, 0]
    records["twin"] = outcome.keys[kept, 1]
    records["tier"] = outcome.tier[kept]
    records["aimed"] = bool(spec.aim)
    records["hardest"] = signals[:, HARDEST]
    records["widest_set"] = signals[:, WIDEST_SET]
    records["sets_of_two"] = signals[:, SETS_OF_TWO]
    records["steps"] = signals[:, STEPS]
    records["narrowest"] = signals[:, NARROWEST]
    records["rounds"] = signals[:, ROUNDS:]
    records["regions"] = outcome.regions[kept]
    records["solution"] = outcome.columns[kept]
    return records
