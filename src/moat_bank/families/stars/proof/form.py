"""The shape of many boards at once: well formed, in order, connected, canonical form.

Numpy alone, and written apart from the code that makes boards and keys: see ``examine.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Cells = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Forms:
    """The canonical form of a stack of boards.

    Attributes:
        canonical: uint8 (boards, cells): the least, in dictionary order, of the eight turned and
            mirrored boards, each numbered by first appearance.  Two boards are the same up to
            symmetry and labels exactly if these rows are equal.
        symmetric: (boards,) whether a board equals one of its own turns or mirrors.
    """

    canonical: Cells
    symmetric: Bools


def well_formed(regions: Cells) -> Bools:
    """Whether each board (boards, size, size) uses all the regions 0 to size - 1, no others."""
    boards, size, _ = regions.shape
    flat = regions.reshape(boards, size * size)
    good: Bools = (flat < size).all(axis=1)
    for region in range(size):
        good &= (flat == region).any(axis=1)
    return good


def in_order(regions: Cells) -> Bools:
    """Whether the regions of each well-formed board are numbered as they first appear."""
    boards, size, _ = regions.shape
    flat = np.ascontiguousarray(regions.reshape(boards, size * size).T)
    good: Bools = flat[0] == 0
    highest = flat[0].copy()
    for here in flat[1:]:
        good &= here <= highest + 1
        np.maximum(highest, here, out=highest)
    return good


def within(regions: Cells, bounds: Mapping[str, int]) -> Bools:
    """Whether the region sizes of each board are within the bounds; left-out ones bound nothing."""
    boards, size, _ = regions.shape
    cells = np.array([(regions == region).sum(axis=(1, 2)) for region in range(size)])
    good: Bools = np.ones(boards, np.bool_)
    if "smallest_region" in bounds:
        good &= cells.min(axis=0) >= bounds["smallest_region"]
    if "single_cell_regions" in bounds:
        good &= (cells == 1).sum(axis=0) <= bounds["single_cell_regions"]
    if "largest_share" in bounds:
        good &= cells.max(axis=0) * 100 <= bounds["largest_share"] * size * size
    return good


def connected(regions: Cells) -> Bools:
    """Whether each region of each board (boards, size, size) is one piece.

    A mark spreads from the first cell of every region, over all boards in lockstep, until
    nothing changes; a cell never reached belongs to a second piece.
    """
    boards, size, _ = regions.shape
    flat = regions.reshape(boards, size * size)
    first = np.zeros(flat.shape, np.bool_)
    for region in range(size):
        of_region = flat == region
        where = of_region.argmax(axis=1)
        first[np.arange(boards), where] |= of_region[np.arange(boards), where]
    cells = np.ascontiguousarray(regions.transpose(1, 2, 0))
    mark = np.ascontiguousarray(first.T).reshape(size, size, boards)
    down, right = cells[1:] == cells[:-1], cells[:, 1:] == cells[:, :-1]
    marked = 0
    while marked != (marked := int(mark.sum())):
        for row in range(1, size):
            mark[row] |= mark[row - 1] & down[row - 1]
        for col in range(1, size):
            mark[:, col] |= mark[:, col - 1] & right[:, col - 1]
        for row in range(size - 2, -1, -1):
            mark[row] |= mark[row + 1] & down[row]
        for col in range(size - 2, -1, -1):
            mark[:, col] |= mark[:, col + 1] & right[:, col]
    every: Bools = np.logical_and.reduce(mark, axis=(0, 1))
    return every


def forms(regions: Cells) -> Forms:
    """Canonical forms of a stack of boards (boards, size, size) that are well formed."""
    cells = np.ascontiguousarray(regions.transpose(1, 2, 0))
    best = straight = _renumbered(cells)
    symmetric = np.zeros(len(regions), np.bool_)
    for turn in range(1, 8):
        square = np.rot90(cells, turn % 4)
        image = _renumbered(square.swapaxes(0, 1) if turn >= 4 else square)
        symmetric |= np.logical_and.reduce(image == straight, axis=0)
        first = _before(image, best)
        best = image * first + best * ~first
    return Forms(np.ascontiguousarray(best.T), symmetric)


def _renumbered(square: Cells) -> Cells:
    """Boards (size, size, boards) flat (cells, boards), regions numbered as they first appear."""
    size, _, boards = square.shape
    flat = np.ascontiguousarray(square).reshape(size * size, boards)
    kind = np.uint8 if size < 16 else np.uint16
    place = np.arange(size * size, 0, -1, dtype=kind)[:, None]  # higher is earlier
    here = [flat == region for region in range(size)]
    earliest = np.array([np.maximum.reduce(cells * place, axis=0) for cells in here])
    out = np.zeros_like(flat)
    for region, cells in enumerate(here):
        number = (earliest > earliest[region]).sum(axis=0, dtype=np.uint8)
        out += cells * number
    return out


def _before(a: Cells, b: Cells) -> Bools:
    """(boards,): whether ``a`` comes before ``b`` (cells, boards) in dictionary order."""
    before: Bools = np.zeros(a.shape[1], np.bool_)
    for x, y in zip(a[::-1], b[::-1], strict=True):
        before &= x == y
        before |= x < y
    return before


def ids(canonical: Cells, size: int) -> NDArray[np.uint64]:
    """The 64-bit hash (boards,) of canonical forms (boards, cells) that entries carry as ``id``.

    Labels go twelve at a time, five bits each, into a word w, and the hash h, at first mix(size),
    becomes mix(h xor w) + w; mix is that of SplitMix64 and all arithmetic modulo 2^64.
    """
    boards, cells = canonical.shape
    digest = _mix(np.full(boards, size, np.uint64))
    for start in range(0, cells, 12):
        word = np.zeros(boards, np.uint64)
        for cell in range(start, min(start + 12, cells)):
            word = word << np.uint64(5) | canonical[:, cell].astype(np.uint64)
        digest = _mix(digest ^ word) + word
    return digest


def _mix(word: NDArray[np.uint64]) -> NDArray[np.uint64]:
    word = (word ^ word >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ word >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return word ^ word >> np.uint64(31)
