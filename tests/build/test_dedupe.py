from __future__ import annotations

import tracemalloc
from bisect import bisect
from itertools import pairwise
from tempfile import TemporaryFile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from moat_bank.build import dedupe
from moat_bank.families.stars.engine.outcome import record_dtype
from moat_bank.files import read_array, write_array

EXTREME = [0, 1, 2, 2**63 - 1, 2**63, 2**64 - 2, 2**64 - 1]


def plain(batches: list[list[int]], first_seed: int) -> list[int]:
    """The seeds of all keys seen before, by a set; seeds go up by two, over all batches."""
    seen: set[int] = set()
    keys = enumerate(key for batch in batches for key in batch)
    return [first_seed + 2 * i for i, key in keys if key in seen or seen.add(key)]


def records_of(batches: list[list[int]], first_seed: int) -> list[np.ndarray]:
    made = []
    for keys in batches:
        records = np.zeros(len(keys), record_dtype(4, 1))
        records["key"] = keys
        records["seed"] = first_seed + 2 * (sum(map(len, made)) + np.arange(len(keys)))
        made.append(records)
    return made


def found(batches: list[list[int]], first_seed: int = 0) -> list[int]:
    runs = [dedupe.sorted_keys(records) for records in records_of(batches, first_seed)]
    with TemporaryFile() as spill:
        spilled = dedupe.spill_repeats(runs, spill)
        return [int(seed) for (seeds,) in dedupe.merge(spilled) for seed in seeds]


def test_places_go_by_stream_and_then_by_seed():
    """Natural boards come first, then those aimed at each tier."""
    seeds = [0, 1, 2**52, 2**53 - 1]
    rows = [(tier, aimed, seed) for tier in range(4) for aimed in (0, 1) for seed in seeds]
    records = np.zeros(len(rows), record_dtype(4, 1))
    for record, row in zip(records, rows, strict=True):
        record["tier"], record["aimed"], record["seed"] = row
    places = dedupe.places_of(records).tolist()
    streams = [aimed * (tier + 1) for tier, aimed, _ in rows]
    by_stream = sorted(range(len(rows)), key=lambda i: (streams[i], rows[i][2]))
    assert sorted(range(len(rows)), key=lambda i: places[i]) == by_stream
    bounds = dedupe.stream_bounds(6).tolist()
    assert len(bounds) == 6
    assert [bisect(bounds, place) - 1 for place in places] == streams


def test_blocks_of_the_size_of_a_build():
    assert found([[5, 1, 5], [], [1, 7, 2**64 - 1]]) == [4, 6]


@pytest.fixture
def small_blocks(monkeypatch):
    """Blocks of so few columns that a handful of keys takes several, cut more than once."""

    def small(block: int, fan: int) -> None:
        monkeypatch.setattr(dedupe, "BLOCK", block)
        monkeypatch.setattr(dedupe, "FAN", fan)

    return small


KEYS = st.one_of(st.sampled_from(EXTREME), st.integers(0, 40), st.integers(0, 2**64 - 1))
BATCHES = st.lists(st.lists(KEYS, max_size=30), max_size=6)


@given(BATCHES, st.integers(1, 9), st.integers(2, 5), st.sampled_from([0, 3 << 32, 2**53 - 999]))
def test_all_but_the_first_of_each_key_are_found(batches, block, fan, first_seed):
    before = dedupe.BLOCK, dedupe.FAN
    dedupe.BLOCK, dedupe.FAN = block, fan
    try:
        assert found(batches, first_seed) == plain(batches, first_seed)
    finally:
        dedupe.BLOCK, dedupe.FAN = before


def test_many_keys(small_blocks):
    small_blocks(1000, 4)
    keys = np.random.default_rng(1).integers(0, 40_000, 100_000, np.uint64)
    batches = [some.tolist() for some in np.array_split(keys, 37)]
    assert found(batches) == plain(batches, 0)


@given(BATCHES, st.integers(1, 9), st.integers(2, 5))
def test_merging_is_sorting_a_block_at_a_time(batches, block, fan):
    runs = [
        np.array([sorted(keys), [1000 * number + i for i in range(len(keys))]], np.uint64)
        for number, keys in enumerate(batches)
    ]
    before = dedupe.BLOCK, dedupe.FAN
    dedupe.BLOCK, dedupe.FAN = block, fan
    try:
        merged = list(dedupe.merge(runs))
    finally:
        dedupe.BLOCK, dedupe.FAN = before
    assert all(0 < part.shape[1] <= block for part in merged)
    columns = [(int(key), int(mark)) for part in merged for key, mark in part.T]
    # Marks rise from run to run and within each, so equal keys in that order are sorted ones.
    assert columns == sorted((int(k), int(m)) for run in runs for k, m in run.T)


def test_one_board_a_million_times_is_no_more_at_a_time(small_blocks):
    small_blocks(500, 8)
    batches = [[7] * 3000, [7] * 1500 + [8], [6] + [7] * 20]
    assert found(batches) == plain(batches, 0)


@pytest.mark.parametrize("spread", [2**64 - 1, 500, 1])
def test_memory_does_not_grow_with_the_number_of_keys(tmp_path, small_blocks, spread):
    # Runs are files, and the peak is what NumPy and Python allocate, as traced by themselves.
    small_blocks(20_000, 64)

    def peak(many: int) -> int:
        rng = np.random.default_rng(many)
        runs = []
        for number in range(many):
            keys = np.sort(rng.integers(0, spread, 8000, np.uint64))
            seeds = np.arange(8000, dtype=np.uint64) + np.uint64(8000 * number)
            path = tmp_path / f"{number}.keys"
            write_array(path, np.stack([keys, seeds]))
            runs.append(read_array(path))
        with TemporaryFile(dir=tmp_path) as spill:
            tracemalloc.start()
            spilled = dedupe.spill_repeats(runs, spill)
            seeds = [part[0, [0, -1]] for part in dedupe.merge(spilled)]
            _, most = tracemalloc.get_traced_memory()
            tracemalloc.stop()
        assert all(a[1] < b[0] for a, b in pairwise(seeds))
        return most

    few, many = peak(16), peak(128)
    # What is left grows with the number of runs, not of keys: where each is cut.
    assert many < 2 * few
    assert many < 128 * 8000 * 16 / 4
