"""Techniques 1 to 4 over many one-star boards at once; see ``rating.py`` for the arrays.

``live`` is (N, N, B): the bit of the cell's region while it is a candidate, else 0.  Units that
hold their star have no candidates, so a unit with candidates is open.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.stars.proof.closed_sets import TOO_MANY, closed_sets

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Bits = NDArray[Any]
"""Sets of regions or of lines: the smallest unsigned integers that hold ``size`` bits."""


def last_cell(live: Bits) -> Bools:
    """Technique 1: the only candidates of an open unit."""
    size, _, boards = live.shape
    here = live != 0
    found: Bools = (live & _once(live.reshape(size * size, boards))) != 0
    found |= (here.sum(axis=1, dtype=np.uint8) == 1)[:, None]
    found |= here.sum(axis=0, dtype=np.uint8) == 1
    found &= here
    return found


def confined_line(live: Bits) -> Bools:
    """Technique 2: a region within one line clears that line, and the reverse."""
    gone = _confined_rows(live)
    gone |= _confined_rows(live.swapaxes(0, 1)).swapaxes(0, 1)
    gone &= live != 0
    return gone


def _confined_rows(live: Bits) -> Bools:
    rows = np.bitwise_or.reduce(live, axis=1)
    owner = rows & _once(rows)  # regions whose candidates all lie in this row
    gone: Bools = (owner[:, None] & ~live) != 0
    alone = rows * (rows & (rows - rows.dtype.type(1)) == 0)
    some, twice = _some_twice(alone)
    claimed = twice | (some & ~alone)  # regions that hold all of some other row
    gone |= (live & claimed[:, None]) != 0
    return gone


def moat_squeeze(live: Bits) -> Bools:
    """Technique 3: candidates that see every candidate of an open unit they are not in."""
    size = len(live)
    one = _but_window(live, 0)
    three = _but_window(live, 1)
    left = np.bitwise_or.reduce(live, axis=(0, 1))
    gone: Bools = (left & ~_unseen(one, three) & ~live) != 0
    gone |= _empties_row(live, one, three)
    if size > 1:
        turned = live.swapaxes(0, 1)
        gone |= _empties_row(turned, _but_window(turned, 0), _but_window(turned, 1)).swapaxes(0, 1)
    gone &= live != 0
    return gone


def regions_tell(live: Bits) -> Bools:
    """What is ruled out by regions, and by lines through touch alone.

    A region rules out what all its candidates see, be it from one line or from several; a line
    here only what all its candidates touch.
    """
    left = np.bitwise_or.reduce(live, axis=(0, 1))
    three = _but_window(live, 1)
    gone: Bools = (left & ~_unseen(_but_window(live, 0), three) & ~live) != 0
    gone |= _touches_row(live, three)
    turned = live.swapaxes(0, 1)
    gone |= _touches_row(turned, _but_window(turned, 1)).swapaxes(0, 1)
    gone &= live != 0
    return gone


def _touches_row(live: Bits, three: Bits) -> Bools:
    """Cells that touch all candidates of the row before or after."""
    some = np.bitwise_or.reduce(live, axis=1) != 0
    near = (three == 0) & some[:, None]
    gone = np.zeros(live.shape, np.bool_)
    gone[1:] = near[:-1]
    gone[:-1] |= near[1:]
    return gone


def _but_window(live: Bits, reach: int) -> Bits:
    """[r, c]: regions left in row r outside the columns c - reach to c + reach."""
    size = live.shape[1]
    out = np.zeros_like(live)
    for col in range(reach + 1, size):
        out[:, col] = out[:, col - 1] | live[:, col - reach - 1]
    after = np.zeros_like(live[:, 0])
    for col in range(size - reach - 2, -1, -1):
        after |= live[:, col + reach + 1]
        out[:, col] |= after
    return out


def _unseen(one: Bits, three: Bits) -> Bits:
    """[r, c]: regions with a candidate that shares no line with (r, c) and does not touch it."""
    size = len(one)
    out = np.zeros_like(one)
    for row in range(2, size):
        out[row] = out[row - 1] | one[row - 2]
    after = np.zeros_like(one[0])
    for row in range(size - 3, -1, -1):
        after |= one[row + 2]
        out[row] |= after
    out[1:] |= three[:-1]
    out[:-1] |= three[1:]
    return out


def _empties_row(live: Bits, one: Bits, three: Bits) -> Bools:
    """Cells that see all candidates of some other row."""
    size = len(live)
    gone = np.zeros(live.shape, np.bool_)
    kept = ~live
    for row in range(size):
        some = np.bitwise_or.reduce(live[row], axis=0) != 0
        far, near = one[row], three[row]
        if row > 1:
            gone[: row - 1] |= ((far & kept[: row - 1]) == 0) & some
        if row:
            gone[row - 1] |= ((near & kept[row - 1]) == 0) & some
        if row + 1 < size:
            gone[row + 1] |= ((near & kept[row + 1]) == 0) & some
        gone[row + 2 :] |= ((far & kept[row + 2 :]) == 0) & some
    return gone


def regions_in_lines(live: Bits) -> tuple[Bools, Ints, Ints]:
    """Technique 4 at the smallest k that removes anything.

    Returns:
        gone: (N, N, B) the candidates removed.
        k: (B,) that k, 0 where no set helps.
        looked: (B,) sets that were looked at; ``TOO_MANY`` where a set may have been passed over.

    A set of k regions that fills k rows leaves the other open rows to the other open regions, so
    k above half the size concludes nothing that a smaller k does not.
    """
    size, _, boards = live.shape
    gone = np.zeros(live.shape, np.bool_)
    found, looked = np.zeros((2, boards), np.int64)
    turned = live.swapaxes(0, 1)
    rest = np.arange(boards)
    rows, cols = np.bitwise_or.reduce(live, axis=1), np.bitwise_or.reduce(live, axis=0)
    for k in range(2, size // 2 + 1):
        ban_row, in_rows = _banned(rows[:, rest], k)
        ban_col, in_cols = _banned(cols[:, rest], k)
        looked[rest] += in_rows + in_cols
        cells = (live[..., rest] & ban_row[:, None]) != 0
        cells |= ((turned[..., rest] & ban_col[:, None]) != 0).swapaxes(0, 1)
        helped = cells.any(axis=(0, 1))
        gone[..., rest[helped]] = cells[..., helped]
        found[rest[helped]] = k
        rest = rest[~helped & (looked[rest] < TOO_MANY)]
        if not len(rest):
            break
    return gone, found, looked


def _banned(lines: Bits, k: int) -> tuple[Bits, Ints]:
    """(N, B): the regions that the sets of k remove from each line, given the regions left in it.

    Also (B,) the sets that were looked at.
    """
    ban = np.zeros_like(lines)
    kind = lines.dtype.type
    number = np.arange(len(lines), dtype=lines.dtype)
    of_lines = closed_sets(lines, k)  # k lines within k regions
    outside = (of_lines.members >> number[:, None]) & kind(1) == 0
    _or_into(ban, of_lines.board, of_lines.union * outside)
    of_regions = closed_sets(_transposed(lines), k)  # k regions within k lines
    inside = (of_regions.union >> number[:, None]) & kind(1) == 1
    _or_into(ban, of_regions.board, ~of_regions.members * inside)
    return ban, of_lines.looked + of_regions.looked


def _or_into(target: Bits, board: NDArray[np.int64], values: Bits) -> None:
    """``target[:, b] |= values[:, i]`` for every i with ``board[i] == b``; boards ascend."""
    if len(board):
        each, first = np.unique(board, return_index=True)
        target[:, each] |= np.bitwise_or.reduceat(values, first, axis=1)


def _transposed(lines: Bits) -> Bits:
    """From the regions left in each line to the lines that each region is left in."""
    kind = lines.dtype.type
    out = np.zeros_like(lines)
    number = np.arange(len(lines), dtype=lines.dtype)[:, None]
    for line, regions in enumerate(lines):
        out |= ((regions >> number) & kind(1)) << kind(line)
    return out


def _once(sets: Bits) -> Bits:
    """(B,): the elements that lie in exactly one of ``sets`` (any, B)."""
    some, twice = _some_twice(sets)
    return some & ~twice


def _some_twice(sets: Bits) -> tuple[Bits, Bits]:
    """(B,) each: the elements in one or more, and in two or more, of ``sets`` (any, B)."""
    some, twice = np.zeros_like(sets), np.zeros_like(sets)
    some[...] = sets
    while len(some) > 1:
        half = len(some) // 2
        odd_some, odd_twice = some[2 * half :], twice[2 * half :]
        a, b = some[:half], some[half : 2 * half]
        twice = np.concatenate([twice[:half] | twice[half : 2 * half] | (a & b), odd_twice])
        some = np.concatenate([a | b, odd_some])
    return some[0], twice[0]
