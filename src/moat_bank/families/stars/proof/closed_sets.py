"""Sets of k units that have just k elements together, over many boards at once.

A unit is given by the elements that are left in it, as the bits of an integer.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bits = NDArray[Any]
"""Sets of units or of elements: the smallest unsigned integers that hold ``size`` bits."""

SETS = 1 << 22
"""Sets of units times boards looked at in one step of technique 4; bounds the memory."""

GROWN_SETS = 1 << 20
"""Sets held at once where they are grown member by member; bounds the memory, too."""

MOST_CHOICES = 5000
"""Choices of k units that are looked at one and all: from 16x16 on there can be more."""

TOO_MANY = 1 << 40
"""Stands for the number of sets looked at where the search was given up."""


@dataclass(frozen=True, eq=False)
class Closed:
    """Sets of k units (S of them) that have just k elements together.

    Attributes:
        members: (S,) the units as a mask.
        union: (S,) their elements.
        board: (S,) the board of each, ascending.
        looked: (B,) how many sets were looked at, or ``TOO_MANY``.
    """

    members: Bits
    union: Bits
    board: Ints
    looked: Ints


def closed_sets(sets: Bits, k: int) -> Closed:
    """All k of ``sets`` (N, B), none empty, whose union has just k elements."""
    size, boards = sets.shape
    if comb(size, k) > MOST_CHOICES:
        return _grown_sets(sets, k)
    choices, masks = _choices(size, k)
    step = max(1, SETS // max(1, boards))
    parts = []
    for start in range(0, len(choices), step):
        chosen = choices[start : start + step]
        union = sets[chosen[:, 0]]
        some = union != 0
        for member in range(1, k):
            more = sets[chosen[:, member]]
            some &= more != 0
            union |= more
        which, board = np.nonzero(some & (np.bitwise_count(union) == k))
        parts.append((masks[start + which].astype(sets.dtype), union[which, board], board))
    members, unions, board = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.argsort(board, kind="stable")
    looked = np.full(boards, len(choices))
    return Closed(members[order], unions[order], board[order], looked)


def _grown_sets(sets: Bits, k: int) -> Closed:
    """The same, member by member, dropping at once what has a union of more than k.

    Of a board with a solution any j units have a union of j at least, so few sets are ever held:
    a fourth as fast at 8x8, but the only way at 20x20.  Where a stack holds more than
    ``GROWN_SETS``, its halves are looked at one after the other; a board that holds so many alone
    has ``TOO_MANY``.
    """
    size, boards = sets.shape
    kind = sets.dtype.type
    members, union, board = np.zeros(boards, kind), np.zeros(boards, kind), np.arange(boards)
    looked = np.zeros(boards, np.int64)
    for unit in range(size):
        more = sets[unit, board]
        grown, taken = union | more, np.bitwise_count(members)
        takes = (more != 0) & (np.bitwise_count(grown) <= k) & (taken < k)
        leaves = taken + (size - 1 - unit) >= k
        members = np.concatenate([members[leaves], members[takes] | (kind(1) << kind(unit))])
        union = np.concatenate([union[leaves], grown[takes]])
        board = np.concatenate([board[leaves], board[takes]])
        looked += np.bincount(board, minlength=boards)
        if len(board) > GROWN_SETS:
            return _halves(sets, k)
    whole = np.flatnonzero(np.bitwise_count(union) == k)
    order = whole[np.argsort(board[whole], kind="stable")]
    return Closed(members[order], union[order], board[order], looked)


def _halves(sets: Bits, k: int) -> Closed:
    boards = sets.shape[1]
    if boards == 1:
        none = np.zeros(0, sets.dtype)
        return Closed(none, none, np.zeros(0, np.int64), np.array([TOO_MANY]))
    half = boards // 2
    one, two = _grown_sets(sets[:, :half], k), _grown_sets(sets[:, half:], k)
    return Closed(
        np.concatenate([one.members, two.members]),
        np.concatenate([one.union, two.union]),
        np.concatenate([one.board, two.board + half]),
        np.concatenate([one.looked, two.looked]),
    )


@cache
def _choices(size: int, k: int) -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
    """All sets of k of the numbers below ``size``, as rows and as masks."""
    rows = np.array(list(combinations(range(size), k)), np.uint8).reshape(-1, k)
    return rows, np.bitwise_or.reduce(np.uint32(1) << rows.astype(np.uint32), axis=1)
