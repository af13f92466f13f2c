"""Which of the boards enter the banks: a pure choice, the same from any number of batches.

Hardest tiers choose first, since they are the rarest: a common board may give way to a near twin,
a rare one should not.  Within a tier the order of seeds decides.  So a bank depends on no more than
the boards it could take, never on how many candidates were made beyond them.

Boards of a tier that the config steers to come from two streams.  Natural ones are taken first:
they were made for the other tiers anyway, and none is another's relative.  Then come those aimed at
the tier, and of these one of each run of relatives before a second of any: the fewer a bank needs
of those there are, the fewer of them are relatives.  Such a bank depends on how many
candidates were made, which the config alone decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moat_bank.build.twins import ALONE, admit, nearest_twins, new_taken
from moat_bank.families.base import RELATIVES, Laid
from moat_bank.kind import POOLS, TIERS

BLOCK = 4096

Opener = Callable[[], tuple[NDArray[np.void], NDArray[np.bool_]]]
"""Opens a batch: its records, and which of them are met for the first time.

It is opened for every look and let go after it, so there is no more than one in memory.
"""

Layer = Callable[[NDArray[np.void]], Laid]
"""Lays records on each other: ``Engine.lay`` of their kind."""

TURNS = sorted(range(RELATIVES), key=lambda turn: f"{turn:032b}"[::-1])
"""Places in a run of relatives in the order of taking: 0, 16, 8, 24, 4, ... of 32.

Neighbours are most alike, so they come last: the two halves of a run first, then their halves.
"""


@dataclass(frozen=True, eq=False)
class Selection:
    """Boards taken, tier by tier.

    Attributes:
        records: for each tier of ``TIERS``, the records taken, in the order of taking.
        nearest: the distance to its nearest twin among all taken, of each board, or of a sample.
        too_near: for each tier, how many were left out for a near twin.
    """

    records: dict[str, NDArray[np.void]]
    nearest: NDArray[np.int32]
    too_near: dict[str, int]

    @property
    def found(self) -> dict[str, int]:
        """How many were taken of each tier."""
        return {tier: len(self.records[tier]) for tier in TIERS}

    @property
    def steered(self) -> dict[str, int]:
        """How many of them were aimed at their tier."""
        return {tier: int(self.records[tier]["aimed"].sum()) for tier in TIERS}


def select(
    batches: Sequence[Opener],
    lay: Layer,
    need: Mapping[str, int],
    distance: int,
) -> Selection:
    """Take the first boards of each tier, as many as it needs or as there are.

    Memory grows with the boards taken, and not with those offered.

    Args:
        batches: natural ones in the order of seeds, then those of each aim; one at least.
        lay: makes records ready to be compared.
        need: boards wanted of each tier.
        distance: fewest cells by which near twins must differ.
    """
    nothing = batches[0]()[0][:0].copy()
    accepted = new_taken(lay(nothing).cells.shape[1], distance)
    taken: dict[str, NDArray[np.void]] = {}
    too_near = dict.fromkeys(TIERS, 0)
    for tier in reversed(TIERS):
        parts = [nothing]
        room = need[tier]
        for offered in _offers(batches, TIERS.index(tier)) if room else ():
            places, near = admit(accepted, lay(offered), offered["twin"], room)
            parts.append(offered[places])
            too_near[tier] += near
            room -= len(places)
            if not room:
                break
        taken[tier] = np.concatenate(parts)
    nearest = nearest_twins(accepted)
    return Selection({tier: taken[tier] for tier in TIERS}, nearest, too_near)


def _offers(batches: Sequence[Opener], tier: int) -> Iterator[NDArray[np.void]]:
    """The boards of one tier in the order of taking, copied a block at a time."""
    aimed = []
    for open_batch in batches:
        records, first = open_batch()
        if records["aimed"].any():
            aimed.append(open_batch)
        yield from _natural(records, first, tier)
        del records, first
    for turn in TURNS:
        for open_batch in aimed:
            yield from _of_turn(*open_batch(), tier, turn)


def _natural(
    records: NDArray[np.void], first: NDArray[np.bool_], tier: int
) -> Iterator[NDArray[np.void]]:
    """Its boards of the tier that came as they came."""
    here = first & (records["tier"] == tier) & (records["aimed"] == 0)
    yield from _blocks(records, np.flatnonzero(here))


def _of_turn(
    records: NDArray[np.void], first: NDArray[np.bool_], tier: int, turn: int
) -> Iterator[NDArray[np.void]]:
    """Its boards aimed at the tier that have this place in their run of relatives."""
    here = first & (records["tier"] == tier) & (records["aimed"] == 1)
    places = np.flatnonzero(here)
    yield from _blocks(records, places[records["seed"][places] % np.uint64(RELATIVES) == turn])


def _blocks(records: NDArray[np.void], places: NDArray[np.int64]) -> Iterator[NDArray[np.void]]:
    for block in range(0, len(places), BLOCK):
        yield records[places[block : block + BLOCK]]


def cut(
    chosen: NDArray[np.void], lengths: Mapping[str, Mapping[str, int]]
) -> Iterator[tuple[str, str, NDArray[np.void]]]:
    """The banks (pool, tier, records): each tier is served pool by pool, so none share a board.

    Banks come in the order of pools and then of tiers; those of length 0 do not.  The records of
    one are natural ones and then aimed ones, each in the order of seeds.

    Args:
        chosen: the records taken, tier by tier, each tier's in the order of taking.
        lengths: ``lengths[pool][tier]``.
    """
    bounds = np.searchsorted(chosen["tier"], range(len(TIERS) + 1))
    tiers = {tier: chosen[bounds[i] : bounds[i + 1]] for i, tier in enumerate(TIERS)}
    for p, pool in enumerate(POOLS):
        for tier in TIERS:
            start = sum(lengths[before][tier] for before in POOLS[:p])
            length = lengths[pool][tier]
            if length:
                part = tiers[tier][start : start + length]
                yield pool, tier, part[np.lexsort((part["seed"], part["aimed"]))]


def twin_facts(selection: Selection) -> dict[str, Any]:
    """Boards looked at, how many share their solution with another, and how far the nearest is.

    ``nearest`` maps a distance in cells to the number of boards with their nearest twin there.
    """
    nearest = selection.nearest
    shared = nearest[nearest != ALONE]
    distances, times = np.unique(shared, return_counts=True)
    return {
        "boards": len(nearest),
        "shared_solution": len(shared),
        "nearest": {str(d): int(n) for d, n in zip(distances, times, strict=True)},
        "too_near": selection.too_near,
    }
