from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from moat_bank.bank import dedupe
from moat_bank.families.base import record_dtype


def plain(keys: list[int]) -> list[bool]:
    seen: set[int] = set()
    return [not (key in seen or seen.add(key)) for key in keys]


@given(st.lists(st.sampled_from([0, 1, 2, 2**63, 2**64 - 1, 2**64 - 2])), st.integers(1, 5))
def test_the_first_of_each_key_is_kept(keys, block):
    size, dedupe.BLOCK = dedupe.BLOCK, block
    try:
        assert dedupe.first_of_each(np.array(keys, np.uint64)).tolist() == plain(keys)
    finally:
        dedupe.BLOCK = size


def test_many_keys():
    rng = np.random.default_rng(1)
    keys = rng.integers(0, 40_000, 100_000, np.uint64)
    assert dedupe.first_of_each(keys).tolist() == plain(keys.tolist())


def test_keys_are_gathered_in_order():
    batches = []
    for keys in ([5, 7], [], [7, 1]):
        records = np.zeros(len(keys), record_dtype(4, 1))
        records["key"] = keys
        batches.append(records)
    gathered = dedupe.gather_keys(batches, 4)
    assert gathered.tolist() == [5, 7, 7, 1]
    assert dedupe.first_of_each(gathered).tolist() == [True, True, False, True]


@pytest.mark.parametrize("number", [300_000])
def test_memory_is_about_two_words_a_key(number):
    # Beside the keys: what NumPy allocates, as traced by itself.
    import tracemalloc

    keys = np.random.default_rng(2).integers(0, 2**63, number, np.uint64)
    tracemalloc.start()
    dedupe.first_of_each(keys)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # 8 of the index, 1 of the mask, and a block of the comparison; the sort itself takes 4 more
    # that are not traced.
    assert peak < number * (8 + 1) + 32 * min(dedupe.BLOCK, number)
