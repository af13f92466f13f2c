"""One board of each kind: the first of all that are equal up to turns, mirrors, labels.

Each batch sorts its keys in its own job.  The sorted runs are then merged from disk, a block at a
time, and what is found is sorted back into the order of candidates by the same merge: memory does
not grow with the number of boards (external sorting, Knuth, The Art of Computer Programming 3,
5.4).

A run is an array of uint64 (rows, columns) whose first row ascends, as a rule a mapped file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from moat_bank.files import forget_pages

BLOCK = 1 << 20
"""Columns in memory at a time, at most."""

FAN = 256
"""Parts into which a range is cut at once, at most."""

SEED_BITS = np.uint64(53)
"""A seed is below 2**53, so what stands above it can tell the stream that it is of."""

Run = NDArray[np.uint64]


def places_of(records: NDArray[np.void]) -> NDArray[np.uint64]:
    """Where records stand in the order of all candidates: natural ones come before all others.

    Those come by seed, then the ones aimed at the first tier by seed, and so on.
    """
    streams = (records["tier"].astype(np.uint64) + np.uint64(1)) * records["aimed"]
    places: NDArray[np.uint64] = (streams << SEED_BITS) | records["seed"]
    return places


def stream_bounds(streams: int) -> NDArray[np.uint64]:
    """The place at which each of the first streams begins: natural, then a tier's each."""
    return np.arange(streams, dtype=np.uint64) << SEED_BITS


def sorted_keys(records: NDArray[np.void]) -> Run:
    """Keys and places of one batch, uint64 (2, records): by keys, equal ones by places."""
    order = np.argsort(records["key"], kind="stable")
    return np.stack([records["key"][order], places_of(records)[order]])


def spill_repeats(runs: Sequence[Run], spill: BinaryIO) -> list[Run]:
    """Write the places of all boards but the first of each key to a file, in runs to be merged.

    Args:
        runs: ``sorted_keys`` of the batches, in the order of places.
        spill: an empty file, open for writing and reading.

    Returns:
        Runs of one row, the places, mapped from the file.
    """
    spilled = []
    last = None
    for keys, places in merge(runs):
        again = np.append(keys[0] == last, keys[1:] == keys[:-1])
        last = keys[-1]
        if again.any():
            spilled.append((spill.tell(), (1, int(again.sum()))))
            spill.write(np.sort(places[again]).tobytes())
    spill.flush()
    return [np.memmap(spill, np.uint64, "r", *run) for run in spilled]


def merge(runs: Sequence[Run]) -> Iterator[NDArray[np.uint64]]:
    """All columns in the order of their first row, equal ones in the order of their runs.

    Yields:
        uint64 (rows, n), n from 1 to ``BLOCK``.

    Beside three blocks or so there are ``FAN`` numbers for each run in memory.  Each column is read
    once, after O(log n) looks into each run for each block.
    """
    filled = [run for run in runs if run.shape[1]]
    spans = [(0, run.shape[1]) for run in filled]
    low = min((int(run[0, 0]) for run in filled), default=0)
    high = max((int(run[0, -1]) for run in filled), default=0) + 1
    yield from _merge(filled, spans, low, high)


def _merge(
    runs: Sequence[Run], spans: Sequence[tuple[int, int]], low: int, high: int
) -> Iterator[NDArray[np.uint64]]:
    """Merge the columns ``spans`` of the runs, which hold all from ``low`` to below ``high``."""
    total = sum(end - start for start, end in spans)
    if total <= BLOCK:
        if total:
            yield _sorted([_copy(run, *span) for run, span in zip(runs, spans, strict=True)])
    elif high - low == 1:
        # More columns of one value than a block holds: as the runs stand, they are in order.
        for run, (start, end) in zip(runs, spans, strict=True):
            for at in range(start, end, BLOCK):
                yield _copy(run, at, min(at + BLOCK, end))
    else:
        # Keys are hashes, so equal ranges hold about as many each; others are cut again.
        parts = min(total * 5 // (BLOCK * 4) + 2, FAN, high - low)
        edges = [low + (high - low) * part // parts for part in range(parts + 1)]
        cuts = [_cut(run, *span, edges[1:-1]) for run, span in zip(runs, spans, strict=True)]
        for part in range(parts):
            inner = [(int(cut[part]), int(cut[part + 1])) for cut in cuts]
            yield from _merge(runs, inner, edges[part], edges[part + 1])


def _cut(run: Run, start: int, end: int, edges: list[int]) -> NDArray[np.int64]:
    """Where the parts between the edges begin, and the end."""
    inner = start + np.searchsorted(run[0, start:end], np.array(edges, np.uint64))
    forget_pages(run)
    return np.concatenate([[start], inner, [end]])


def _copy(run: Run, start: int, end: int) -> NDArray[np.uint64]:
    copied = np.array(run[:, start:end])
    forget_pages(run)
    return copied


def _sorted(parts: list[NDArray[np.uint64]]) -> NDArray[np.uint64]:
    block = np.concatenate(parts, axis=1)
    parts.clear()
    return block[:, np.argsort(block[0], kind="stable")]
