"""All solutions of many boards at once, breadth-first over rows; numpy alone.

The checker's own way to count: a frontier of partial solutions of *all* boards grows row by row,
each step a handful of array operations.  It shares no code and no idea with the solver that made
the boards, which goes depth-first through one board at a time.

A partial solution remembers which columns and regions hold at least 1, 2, ... k stars, each as a
bit mask; so one star a unit is the case of a single mask, and k stars need no counters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

Masks = NDArray[np.uint32]

MATRIX_CELLS = 1 << 18
"""Partial solutions times row placements looked at in one step; bounds the memory."""


MOST_STEPS = 1 << 33
"""Most work on one board: each partial solution counts for the placements of a row and the cells.
A board of 14x14 with 3 stars needs up to 2^30, most others far less; this is about a minute.  One
made to keep the checker busy could need more time than there is."""

UNSETTLED = -1
"""The count of a board that would need more."""


@dataclass(frozen=True, eq=False)
class Solutions:
    """Solutions of a stack of boards, in the order of boards, then of rows and columns.

    Attributes:
        board: int64 (found,): which board each solution solves.
        columns: uint8 (found, size, stars): the columns of each row's stars, ascending.
        counts: int64 (boards,): how many were found of each board, at most the limit; or UNSETTLED.
    """

    board: NDArray[np.int64]
    columns: NDArray[np.uint8]
    counts: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class _Tables:
    """What the steps look up; ``P`` placements of a row, ``B`` boards, ``N`` rows.

    Attributes:
        places: (P,) columns of a placement as a mask.
        columns: (P, stars) the same as numbers.
        bits: (N, B, N) the region of each cell as a bit.
        taken: (N, B, P) the regions that a placement in this row touches.
        below: (N, B, N) regions with a cell in this column in a later row.
        need: (N, stars, B) regions that must hold j + 1 stars once this row is done.
        full: mask of all columns, which is also the mask of all regions.
    """

    places: Masks
    columns: NDArray[np.int64]
    bits: Masks
    taken: Masks
    below: Masks
    need: Masks
    full: np.uint32


@dataclass(frozen=True, eq=False)
class _Frontier:
    """Partial solutions with ``row`` rows done: E of them.

    ``columns[j]`` and ``regions[j]`` are (E,) masks of units that hold j + 1 stars or more;
    ``path`` (E, row) holds the placement of each row.
    """

    row: int
    board: NDArray[np.int64]
    columns: tuple[Masks, ...]
    regions: tuple[Masks, ...]
    path: NDArray[np.uint16]

    def __len__(self) -> int:
        return len(self.board)


def solve(regions: NDArray[np.uint8], stars: int, limit: int = 2) -> Solutions:
    """Up to ``limit`` solutions of each board.

    Args:
        regions: (boards, size, size), region numbers 0 to size - 1.
        stars: stars in each row, column and region.
        limit: a board is left as soon as this many of its solutions are complete.

    Time and memory grow with the widest frontier; memory is bounded, since a frontier that is
    too wide is cut and its pieces are finished one after the other.  Time is bounded by
    ``MOST_STEPS``; which boards with one solution or none need more does not depend on the stack.
    """
    boards, size, _ = regions.shape
    counts, steps = np.zeros(boards, np.int64), np.zeros(boards, np.int64)
    if 2 * stars - 1 > size or not boards:
        return Solutions(np.zeros(0, np.int64), np.zeros((0, size, stars), np.uint8), counts)
    tables = _tables(regions, stars)
    of_each = len(tables.places) + size * size
    widest = max(1, MATRIX_CELLS // len(tables.places))
    empty = tuple(np.zeros(boards, np.uint32) for _ in range(stars))
    start = _Frontier(0, np.arange(boards), empty, empty, np.zeros((boards, 0), np.uint16))
    stack = list(_pieces(start, widest))[::-1]
    found = [_select(start, np.zeros(0, np.int64))]
    while stack:
        frontier = stack.pop()
        going = ((counts < limit) & (steps <= MOST_STEPS))[frontier.board]
        if not going.all():
            frontier = _select(frontier, np.flatnonzero(going))
        if frontier.row < size:
            steps += np.bincount(frontier.board, minlength=boards) * of_each
            stack.extend(list(_pieces(_step(tables, frontier), widest))[::-1])
        elif len(frontier):
            kept = _select(frontier, _first_of_each(frontier.board, counts, limit))
            counts += np.bincount(kept.board, minlength=boards)
            found.append(kept)
    counts[(counts < limit) & (steps > MOST_STEPS)] = UNSETTLED
    return _gather(tables, found, counts, (size, stars))


def _gather(
    tables: _Tables, found: list[_Frontier], counts: NDArray[np.int64], shape: tuple[int, int]
) -> Solutions:
    board = np.concatenate([part.board for part in found])
    paths = [part.path for part in found if part.row == shape[0]]
    path = np.concatenate(paths) if paths else np.zeros((0, shape[0]), np.uint16)
    order = np.argsort(board, kind="stable")
    columns = tables.columns[path[order]].astype(np.uint8)
    return Solutions(board[order], columns, counts)


def _first_of_each(
    board: NDArray[np.int64], counts: NDArray[np.int64], limit: int
) -> NDArray[np.int64]:
    """Indices of those solutions that keep each board within ``limit``; boards stand together."""
    order = np.argsort(board, kind="stable")
    ordered = board[order]
    place = np.arange(len(board)) - np.searchsorted(ordered, ordered)
    return np.sort(order[counts[ordered] + place < limit])


def _pieces(frontier: _Frontier, widest: int) -> Iterator[_Frontier]:
    if 0 < len(frontier) <= widest:
        yield frontier
        return
    for start in range(0, len(frontier), widest):
        yield _select(frontier, np.arange(start, min(start + widest, len(frontier))))


def _select(frontier: _Frontier, which: NDArray[np.int64]) -> _Frontier:
    return replace(
        frontier,
        board=frontier.board[which],
        columns=tuple(mask[which] for mask in frontier.columns),
        regions=tuple(mask[which] for mask in frontier.regions),
        path=frontier.path[which],
    )


def _step(tables: _Tables, old: _Frontier) -> _Frontier:
    """Every legal way to fill the next row that leaves each unit a chance."""
    row, board = old.row, old.board
    blocked = old.columns[-1]
    if row:
        last = tables.places[old.path[:, -1]]
        blocked = blocked | last | last << np.uint32(1) | last >> np.uint32(1)
    clash = tables.places & blocked[:, None]
    clash |= tables.taken[row][board] & old.regions[-1][:, None]
    flat = np.flatnonzero(clash == 0)
    parent, place = np.divmod(flat, len(tables.places))
    board = board[parent]
    columns = _add([mask[parent] for mask in old.columns], tables.places[place])
    regions = [mask[parent] for mask in old.regions]
    alive = np.ones(len(parent), np.bool_)
    for star in range(len(regions)):
        bit = tables.bits[row, board, tables.columns[place, star]]
        if star:
            alive &= (regions[-1] & bit) == 0
        regions = _add(regions, bit)
    _prune(tables, row, board, columns, regions, alive)
    keep = np.flatnonzero(alive)
    return _Frontier(
        row + 1,
        board[keep],
        tuple(mask[keep] for mask in columns),
        tuple(mask[keep] for mask in regions),
        np.column_stack([old.path[parent[keep]], place[keep].astype(np.uint16)]),
    )


def _add(levels: list[Masks], star: Masks) -> list[Masks]:
    """One more star in each unit of the mask."""
    return [mask | (star if j == 0 else levels[j - 1] & star) for j, mask in enumerate(levels)]


def _prune(
    tables: _Tables,
    row: int,
    board: NDArray[np.int64],
    columns: list[Masks],
    regions: list[Masks],
    alive: NDArray[np.bool_],
) -> None:
    """Strike from ``alive`` what leaves a unit short, whatever the later rows hold."""
    size, stars = len(tables.bits), len(columns)
    for j in range(stars):
        need = tables.need[row, j][board]
        alive &= (regions[j] & need) == need
    short = stars - (size - row) // 2
    if short > 0:
        alive &= columns[short - 1] == tables.full
    if row == size - 1:
        return
    reach = np.zeros(len(board), np.uint32)
    for column in range(size):
        below = tables.below[row, :, column][board] & ~regions[-1]
        free = (columns[-1] >> np.uint32(column)) & np.uint32(1) == 0
        reach |= np.where(free, below, np.uint32(0))
        alive &= ~free | (below != 0)
    alive &= (reach | regions[-1]) == tables.full


def _tables(regions: NDArray[np.uint8], stars: int) -> _Tables:
    _boards, size, _ = regions.shape
    places, columns = _placements(size, stars)
    bits = np.uint32(1) << np.ascontiguousarray(regions.transpose(1, 0, 2)).astype(np.uint32)
    taken = np.bitwise_or.reduce(bits[:, :, columns], axis=3)
    below = np.zeros_like(bits)
    for row in range(size - 2, -1, -1):
        below[row] = below[row + 1] | bits[row + 1]
    full = np.uint32(2**size - 1)
    return _Tables(places, columns, bits, taken, below, _needs(regions, stars), full)


def _needs(regions: NDArray[np.uint8], stars: int) -> Masks:
    """See ``_Tables.need``: the stars of a region that no later row has cells for."""
    boards, size, _ = regions.shape
    need = np.zeros((size, stars, boards), np.uint32)
    for region in range(size):
        room = np.minimum(np.count_nonzero(regions == region, axis=2), stars)
        later = np.cumsum(room[:, ::-1], axis=1)[:, ::-1] - room
        for j in range(stars):
            need[:, j] |= np.where(later < stars - j, np.uint32(1 << region), np.uint32(0)).T
    return need


@cache
def _placements(size: int, stars: int) -> tuple[Masks, NDArray[np.int64]]:
    """All ways to set ``stars`` stars in a row of ``size`` cells, no two side by side."""
    chosen = [
        columns
        for columns in combinations(range(size), stars)
        if all(b - a > 1 for a, b in pairwise(columns))
    ]
    columns = np.array(chosen, np.int64).reshape(-1, stars)
    return np.bitwise_or.reduce(np.uint32(1) << columns.astype(np.uint32), axis=1), columns
