"""Near twins: boards of one size whose solution is the same, turned or mirrored.

Two such boards are laid on each other by the symmetry that carries one solution on the other, each
region named by its first star; their distance is the number of cells with unlike names.  A solution
that is symmetric itself allows several ways, and the least distance of any two counts: with several
stars, which of them is the first depends on the way.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.stars.engine.align import align

ALONE = np.iinfo(np.int32).max
"""Distance of a board to its nearest twin where it has none."""


CELLS_OF_BLOCK = 8
"""Fewest cells of a block; boards are compared with all others where blocks would be smaller."""

FACTOR = 0x9E3779B97F4A7C15
SAMPLE = 2000
"""Boards whose nearest twin is looked for, at most: a fact for the report."""


@dataclass
class Taken:
    """The boards accepted so far, and where to look for those near to another.

    Boards that differ in fewer than ``distance`` cells are alike in one of ``distance`` blocks of
    cells: so only boards with an equal block are compared (Manku, Jain and Das Sarma, "Detecting
    near-duplicates for web crawling", WWW 2007).

    Attributes:
        distance: fewest cells by which twins must differ; 0 takes all.
        blocks: int64 arrays of cells.
        boards: how many were accepted.
        ways: how many ways to lay them there are.
        laid: uint8 (at least ways, cells): each way.
        owner: int64 (at least ways,): its board.
        twin: uint64 (at least ways,): the key of its solution.
        before: int64 (at least ways, blocks): the way before it with that block, or -1.
        last: for each block, the last way with it, by a hash of the block and the solution.
    """

    distance: int
    blocks: list[NDArray[np.int64]]
    laid: NDArray[np.uint8]
    owner: NDArray[np.int64]
    twin: NDArray[np.uint64]
    before: NDArray[np.int64]
    last: list[dict[int, int]]
    boards: int = 0
    ways: int = 0


def new_taken(size: int, distance: int) -> Taken:
    """Nothing taken yet, of boards of one size."""
    cells = np.arange(size * size)
    many = distance if 0 < distance * CELLS_OF_BLOCK <= len(cells) else 1
    blocks = np.array_split(cells, many) if many > 1 else [cells[:0]]
    return Taken(
        distance,
        blocks,
        np.zeros((64, len(cells)), np.uint8),
        np.zeros(64, np.int64),
        np.zeros(64, np.uint64),
        np.zeros((64, many), np.int64),
        [{} for _ in range(many)],
    )


def admit(taken: Taken, records: NDArray[np.void], size: int, room: int) -> tuple[list[int], int]:
    """Take boards in order, leaving out each that is nearer than the distance to one taken.

    Args:
        taken: what was taken before; it grows.
        records: the boards offered, one size and one count of stars.
        size: rows of a board.
        room: how many may be taken.

    Returns:
        The places in ``records`` of those taken, and how many were too near.  Per board offered
        O(boards taken that are alike in a block).
    """
    places: list[int] = []
    near = 0
    aligned = align(records, size)
    laid, others = aligned.cells, aligned.others
    twins = records["twin"]
    keys = _keys(taken, laid, twins).tolist()
    for place in range(len(records)):
        if len(places) == room:
            break
        ways, hashes = laid[place : place + 1], keys[place : place + 1]
        if place in others:
            more = others[place]
            ways = np.concatenate([ways, more])
            hashes = hashes + _keys(taken, more, np.repeat(twins[place], len(more))).tolist()
        if taken.distance and _is_near(taken, ways, hashes, twins[place]):
            near += 1
            continue
        _add(taken, ways, hashes, twins[place])
        places.append(place)
    return places, near


def _keys(taken: Taken, laid: NDArray[np.uint8], twins: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A hash of the solution and of each block: uint64 (ways, blocks).

    Equal blocks have equal hashes; unequal ones may, since what it finds is compared.
    """
    keys = np.repeat(twins[:, None], len(taken.blocks), axis=1)
    for b, block in enumerate(taken.blocks):
        for cell in block:
            keys[:, b] = keys[:, b] * np.uint64(FACTOR) + laid[:, cell] + np.uint64(1)
    return keys


def _is_near(
    taken: Taken, ways: NDArray[np.uint8], hashes: list[list[int]], twin: np.uint64
) -> bool:
    """Whether a board that can be laid in these ways is nearer than the distance to one taken."""
    for way, keys in zip(ways, hashes, strict=True):
        alike = []
        for b, key in enumerate(keys):
            at = taken.last[b].get(key, -1)
            while at >= 0:
                alike.append(at)
                at = int(taken.before[at, b])
        if alike:
            unlike = (taken.laid[alike] != way).sum(axis=1)
            if ((unlike < taken.distance) & (taken.twin[alike] == twin)).any():
                return True
    return False


def _add(taken: Taken, ways: NDArray[np.uint8], hashes: list[list[int]], twin: np.uint64) -> None:
    for way, keys in zip(ways, hashes, strict=True):
        at = taken.ways
        if at == len(taken.owner):
            for name in ("laid", "owner", "twin", "before"):
                old = getattr(taken, name)
                setattr(taken, name, np.concatenate([old, np.zeros_like(old)]))
        taken.laid[at], taken.owner[at], taken.twin[at] = way, taken.boards, twin
        for b, key in enumerate(keys):
            taken.before[at, b] = taken.last[b].get(key, -1)
            taken.last[b][key] = at
        taken.ways += 1
    taken.boards += 1


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
