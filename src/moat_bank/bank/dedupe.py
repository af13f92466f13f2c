"""One board of each kind: the first by seed of all that are equal up to turns, mirrors, labels."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

BLOCK = 1 << 20


def gather_keys(batches: Iterable[NDArray[np.void]], total: int) -> NDArray[np.uint64]:
    """The keys of all batches in one array of ``total`` items, in the order given."""
    keys = np.empty(total, np.uint64)
    filled = 0
    for records in batches:
        keys[filled : filled + len(records)] = records["key"]
        filled += len(records)
    return keys


def first_of_each(keys: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Where a key stands for the first time, as a mask over ``keys``.

    The boards themselves are never in memory: beside the 8 bytes of a key there are 8 of its
    index, 4 that the stable sort needs on the way, and 1 of the mask.  O(n log n).
    """
    first = np.zeros(len(keys), np.bool_)
    if not len(keys):
        return first
    order = np.argsort(keys, kind="stable")
    # Stable: of equal keys the earliest leads its run, so the heads of runs are the answer.
    first[order[0]] = True
    for start in range(1, len(keys), BLOCK):
        here = order[start : start + BLOCK]
        before = order[start - 1 : start - 1 + len(here)]
        first[here[keys[here] != keys[before]]] = True
    return first
