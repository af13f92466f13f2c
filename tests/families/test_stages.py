"""Placing, growing and repairing, each alone, through its own kernel."""

from itertools import pairwise

import numpy as np
import pytest

from moat_bank.board import is_connected
from moat_bank.families.base import Spec
from moat_bank.families.stars import batch
from moat_bank.families.stars.geometry import geometry
from moat_bank.families.stars.grow import BALANCED, ORGANIC, grow
from moat_bank.families.stars.place import place
from moat_bank.families.stars.repair import repair
from moat_bank.families.stars.rng import below, start
from tests.oracle.exhaustive import solutions

# OEIS A002464, placements of stars by size.
PLACEMENTS = {4: 2, 5: 14, 6: 90}


def started(size, seed):
    memory = batch.new_memory(size)
    start(memory.state, np.uint64(1), np.uint64(seed))
    return memory


def placed(size, seed):
    memory = started(size, seed)
    columns = np.zeros(size, np.int64)
    assert place(size, memory.state, memory.order, columns)
    return memory, columns


def grown(size, style, seed):
    memory, columns = placed(size, seed)
    owner = np.full(size * size, -1, np.int64)
    args = (memory.region, memory.rim, memory.turn)
    grow(size, style, memory.state, geometry(size), columns, owner, *args)
    return memory, columns, owner


@pytest.mark.parametrize("size", [4, 5, 8, 9, 12, 17, 25])
def test_placed_stars_obey_the_rules(size):
    for seed in range(50):
        columns = placed(size, seed)[1].tolist()
        assert sorted(columns) == list(range(size))
        assert all(abs(a - b) > 1 for a, b in pairwise(columns))


@pytest.mark.parametrize(("size", "count"), PLACEMENTS.items())
def test_every_placement_comes_up(size, count):
    assert len({tuple(placed(size, seed)[1].tolist()) for seed in range(3000)}) == count


@pytest.mark.parametrize("size", [2, 3])
def test_sizes_without_a_placement(size):
    memory = started(size, 0)
    assert not place(size, memory.state, memory.order, np.zeros(size, np.int64))


@pytest.mark.parametrize("style", [ORGANIC, BALANCED])
@pytest.mark.parametrize("size", [4, 8, 9, 12, 25])
def test_grown_regions_are_connected_and_hold_their_star(size, style):
    for seed in range(20):
        memory, columns, owner = grown(size, style, seed)
        assert [owner[r * size + columns[r]] for r in range(size)] == list(range(size))
        assert is_connected(owner.reshape(size, size).astype(np.uint8))
        for g in range(size):  # the masks say the same as the map
            cells = [x for x in range(size * size) if int(memory.region[g, x // 64]) >> x % 64 & 1]
            assert cells == np.flatnonzero(owner == g).tolist()


def test_balanced_regions_are_nearer_in_size_than_organic_ones():
    def spread(style):
        sizes = [np.bincount(grown(8, style, seed)[2]) for seed in range(100)]
        return np.mean([s.max() - s.min() for s in sizes])

    assert spread(BALANCED) < spread(ORGANIC) / 1.5


@pytest.mark.parametrize("style", [ORGANIC, BALANCED])
@pytest.mark.parametrize("size", [5, 6, 7, 9])
def test_repair_leaves_the_intended_solution_alone(size, style):
    made = 0
    for seed in range(25):
        memory, columns, owner = grown(size, style, seed)
        before = owner.copy()
        moves = repair(
            size, 200, memory.state, geometry(size), columns, owner,
            memory.region, memory.stack, memory.others,
        )  # fmt: skip
        if moves < 0:
            continue
        made += 1
        assert (moves == 0) == (before == owner).all()
        regions = owner.reshape(size, size).astype(np.uint8)
        assert is_connected(regions)
        assert [owner[r * size + columns[r]] for r in range(size)] == list(range(size))
        assert len(solutions(regions.tolist(), 1, limit=2)) == 1
    assert made >= 20


def test_repair_gives_up_at_its_budget():
    memory, columns, owner = grown(8, ORGANIC, 0)
    args = (columns, owner, memory.region, memory.stack, memory.others)
    assert repair(8, 0, memory.state, geometry(8), *args) == -1


def test_numbers_below_a_bound_are_even():
    state = np.zeros(1, np.uint64)
    start(state, np.uint64(9), np.uint64(9))
    counts = np.bincount([below(state, 7) for _ in range(70_000)])
    assert len(counts) == 7
    # 5 standard deviations of a binomial with n = 70,000 and p = 1 / 7
    assert abs(counts - 10_000).max() < 5 * (70_000 / 7 * 6 / 7) ** 0.5


def test_streams_differ_by_kind_and_by_seed():
    keys = [batch.style_key(Spec(n, 1, s)) for n in (7, 8) for s in ("organic", "balanced")]
    firsts = set()
    for key in keys:
        for seed in range(1000):
            state = np.zeros(1, np.uint64)
            start(state, np.uint64(key), np.uint64(seed))
            firsts.add(int(state[0]))
    assert len(firsts) == 4000
