"""Near twins: boards of one kind whose solution is the same, turned or mirrored.

The family lays boards with one solution on each other (``Engine.lay``); the distance of two is the
number of cells in which they are unlike.  Where a board can be laid in several ways, the least
distance of any two counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.base import Laid

ALONE = np.iinfo(np.int32).max
"""Distance of a board to its nearest twin where it has none."""

CELLS_OF_BLOCK = 8
"""Fewest cells of a block; boards are compared with all others where blocks would be smaller."""

FACTOR = 0x9E3779B97F4A7C15
"""Spreads hashes over all bits: 2**64 over the golden ratio (Knuth, TAOCP 3, 6.4)."""

SAMPLE = 2000
"""Boards whose nearest twin is looked for, at most: a fact for the report."""

SLOT_BITS = 10
"""Bits of a slot's number at first."""


@dataclass
class Taken:
    """The boards accepted so far, and where to look for those near to another.

    Boards that differ in fewer than ``distance`` cells are alike in one of ``distance`` blocks of
    cells: so only boards with an equal block are compared (Manku, Jain and Das Sarma, "Detecting
    near-duplicates for web crawling", WWW 2007).  Ways to lay boards are chained by slots, which
    are the first bits of a block's hash; the rows of arrays beyond ``ways`` are room to grow.

    Attributes:
        distance: fewest cells by which twins must differ; 0 takes all.
        blocks: int64 arrays of cells.
        laid: uint8 (at least ways, cells): each way.
        owner: int64 (at least ways,): its board.
        twin: uint64 (at least ways,): the key of its solution.
        keys: uint64 (at least ways, blocks): a hash of the solution and each block.
        before: int32 (at least ways, blocks): the way before it in its slot, or -1.
        last: int32 (blocks, slots): the last way in each slot, or -1.
        boards: how many were accepted.
        ways: how many ways to lay them there are.
    """

    distance: int
    blocks: list[NDArray[np.int64]]
    laid: NDArray[np.uint8]
    owner: NDArray[np.int64]
    twin: NDArray[np.uint64]
    keys: NDArray[np.uint64]
    before: NDArray[np.int32]
    last: NDArray[np.int32]
    boards: int = 0
    ways: int = 0


@dataclass(frozen=True, eq=False)
class _Offer:
    """Ways to lay the boards on offer: arrays as those of ``Taken``, ``owner`` never falling."""

    laid: NDArray[np.uint8]
    owner: NDArray[np.int64]
    twin: NDArray[np.uint64]
    keys: NDArray[np.uint64]


def new_taken(cells: int, distance: int) -> Taken:
    """Nothing taken yet, of boards that are laid over so many cells."""
    every = np.arange(cells)
    many = distance if 0 < distance * CELLS_OF_BLOCK <= cells else 1
    return Taken(
        distance,
        np.array_split(every, many) if many > 1 else [every[:0]],
        np.zeros((64, cells), np.uint8),
        np.zeros(64, np.int64),
        np.zeros(64, np.uint64),
        np.zeros((64, many), np.uint64),
        np.zeros((64, many), np.int32),
        np.full((many, 1 << SLOT_BITS), -1, np.int32),
    )


def admit(
    taken: Taken, laid: Laid, twins: NDArray[np.uint64], room: int
) -> tuple[NDArray[np.int64], int]:
    """Take boards in order, leaving out each that is nearer than the distance to one taken.

    Args:
        taken: what was taken before; it grows.
        laid: the boards offered, all of one kind.
        twins: the ``twin`` of each.
        room: how many may be taken.

    Returns:
        The places in ``laid`` of those taken, and how many were too near before there was no more
        room.  Per board offered O(boards, taken or offered, that are alike in a block).
    """
    offer = _offer(taken, laid, twins)
    fits = np.ones(len(laid.cells), np.bool_)
    if taken.distance:
        fits[offer.owner[_near_taken(taken, offer)]] = False
        for place, before in sorted(set(_near_pairs(taken, offer))):
            if fits[before]:
                fits[place] = False
    places = np.flatnonzero(fits)[:room]
    end = int(places[-1]) + 1 if len(places) == room and room else len(fits) * (room > 0)
    _add(taken, offer, places)
    return places, end - len(places)


def _offer(taken: Taken, laid: Laid, twins: NDArray[np.uint64]) -> _Offer:
    places = sorted(laid.others)
    further = [laid.others[place] for place in places]
    owner = np.concatenate(
        [np.arange(len(laid.cells)), np.repeat(places, [len(ways) for ways in further])]
    ).astype(np.int64)
    order = np.argsort(owner, kind="stable")
    owner, ways = owner[order], np.concatenate([laid.cells, *further])[order]
    keys = np.repeat(twins[owner, None], len(taken.blocks), axis=1)
    for b, block in enumerate(taken.blocks):
        for cell in block:
            keys[:, b] = keys[:, b] * np.uint64(FACTOR) + ways[:, cell] + np.uint64(1)
    return _Offer(ways, owner, twins[owner], keys)


def _slots(keys: NDArray[np.uint64], slots: int) -> NDArray[np.int64]:
    """The slot of each key: its first bits."""
    return (keys >> np.uint64(65 - slots.bit_length())).astype(np.int64)


def _near_taken(taken: Taken, offer: _Offer) -> NDArray[np.bool_]:
    """Which of the ways on offer are nearer than the distance to one taken."""
    near = np.zeros(len(offer.owner), np.bool_)
    for b in range(len(taken.blocks)):
        at = taken.last[b, _slots(offer.keys[:, b], taken.last.shape[1])]
        here = np.arange(len(at))
        while True:
            left = (at >= 0) & ~near[here]
            here, at = here[left], at[left]
            if not len(here):
                break
            alike = taken.keys[at, b] == offer.keys[here, b]
            near[here[alike]] = _nearer(taken.distance, taken, at[alike], offer, here[alike])
            at = taken.before[at, b]
    return near


def _near_pairs(taken: Taken, offer: _Offer) -> Iterator[tuple[int, int]]:
    """Pairs of boards on offer that are nearer than the distance: the later, the earlier."""
    for b in range(len(taken.blocks)):
        order = np.argsort(offer.keys[:, b], kind="stable")
        ranked = offer.keys[order, b]
        gap = 1
        while (alike := ranked[gap:] == ranked[:-gap]).any():
            first, second = order[:-gap][alike], order[gap:][alike]
            near = _nearer(taken.distance, offer, first, offer, second)
            near &= offer.owner[first] != offer.owner[second]
            yield from zip(
                offer.owner[second[near]].tolist(), offer.owner[first[near]].tolist(), strict=True
            )
            gap += 1


def _nearer(
    distance: int,
    one: Taken | _Offer,
    these: NDArray[np.int64] | NDArray[np.int32],
    other: _Offer,
    those: NDArray[np.int64],
) -> NDArray[np.bool_]:
    """Pair by pair, whether two ways have one solution and differ in fewer cells."""
    unlike = (one.laid[these] != other.laid[those]).sum(axis=1)
    near: NDArray[np.bool_] = (unlike < distance) & (one.twin[these] == other.twin[those])
    return near


def _add(taken: Taken, offer: _Offer, places: NDArray[np.int64]) -> None:
    """Take the boards at these places, which rise."""
    taking = np.zeros(len(offer.owner), np.bool_)  # there are no more boards than ways
    taking[places] = True
    chosen = taking[offer.owner]
    start, end = taken.ways, taken.ways + int(chosen.sum())
    while end > len(taken.owner):
        for name in ("laid", "owner", "twin", "keys", "before"):
            old = getattr(taken, name)
            setattr(taken, name, np.concatenate([old, np.zeros_like(old)]))
    taken.laid[start:end] = offer.laid[chosen]
    taken.owner[start:end] = taken.boards + np.searchsorted(places, offer.owner[chosen])
    taken.twin[start:end] = offer.twin[chosen]
    taken.keys[start:end] = offer.keys[chosen]
    taken.boards, taken.ways = taken.boards + len(places), end
    if 2 * end > taken.last.shape[1]:
        slots = 1 << (4 * end).bit_length()
        taken.last = np.full((len(taken.blocks), slots), -1, np.int32)
        start = 0
    for b in range(len(taken.blocks)):
        _chain(taken, b, start)


def _chain(taken: Taken, b: int, start: int) -> None:
    """Put the ways from ``start`` on into their slots of a block."""
    last = taken.last[b]
    slots = _slots(taken.keys[start : taken.ways, b], len(last))
    order = np.argsort(slots, kind="stable")
    ranked, ways = slots[order], start + order
    opens = np.append(True, ranked[1:] != ranked[:-1])[: len(ranked)]
    before = np.append(-1, ways[:-1])[: len(ways)]
    taken.before[ways, b] = np.where(opens, last[ranked], before)
    closes = np.append(opens[1:], True)[: len(ranked)]
    last[ranked[closes]] = ways[closes]


def nearest_twins(taken: Taken) -> NDArray[np.int32]:
    """How far the nearest twin is of boards taken, or ``ALONE``: of all, or of ``SAMPLE`` of them.

    The sample is spread evenly over the order of taking.
    """
    many = min(taken.boards, SAMPLE)
    sample = np.arange(many) * taken.boards // max(many, 1)
    owner, twin, laid = (a[: taken.ways] for a in (taken.owner, taken.twin, taken.laid))
    order = np.argsort(twin, kind="stable")
    ranked = twin[order]
    first = np.searchsorted(owner, sample)
    after = np.searchsorted(owner, sample, "right")
    nearest = np.full(many, ALONE, np.int32)
    for i, board in enumerate(sample):
        key = twin[first[i]]
        alike = order[np.searchsorted(ranked, key) : np.searchsorted(ranked, key, "right")]
        alike = alike[owner[alike] != board]
        if len(alike):
            ways = laid[first[i] : after[i]]
            nearest[i] = min(int((laid[alike] != way).sum(axis=1).min()) for way in ways)
    return nearest
