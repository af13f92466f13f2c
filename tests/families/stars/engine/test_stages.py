"""Placing, growing and repairing, each alone, through its own kernel."""

from itertools import combinations, pairwise

import numpy as np
import pytest

from moat_bank.families.base import Spec
from moat_bank.families.stars.board import is_connected
from moat_bank.families.stars.engine import batch
from moat_bank.families.stars.engine.geometry import geometry
from moat_bank.families.stars.engine.grow import BALANCED, ORGANIC
from moat_bank.families.stars.engine.memory import new_memory
from moat_bank.families.stars.engine.place import place
from moat_bank.families.stars.engine.place_many import place_many
from moat_bank.families.stars.engine.repair import INTENDED, OUT_OF_MOVES, repair
from moat_bank.families.stars.kind import StarsKind
from moat_bank.kernels.rng import below, start
from tests.families.stars.oracle.exhaustive import solutions

# OEIS A002464, placements of stars by size.
PLACEMENTS = {4: 2, 5: 14, 6: 90}


def started(size, seed, stars=1):
    memory = new_memory(size, stars)
    start(memory.state, np.uint64(1), np.uint64(seed))
    return memory


def cells(masks, i):
    return [x for x in range(masks.shape[1] * 64) if int(masks[i, x // 64]) >> x % 64 & 1]


def placed(size, seed):
    """The memory and the column of each row's star."""
    memory = started(size, seed)
    assert place(size, memory.state, memory.order, memory.trial.mask)
    stars = cells(memory.trial.mask, INTENDED)
    assert [x // size for x in stars] == list(range(size))
    return memory, [x % size for x in stars]


def drawn(size, style, seed, stars=1):
    """The memory, the stars' cells and the map; None where the seed gives none."""
    memory = started(size, seed, stars)
    if not batch.draw(size, stars, style, geometry(size), memory):
        return None
    return memory, cells(memory.trial.mask, INTENDED), memory.owner


def mended(size, stars, budget, memory, owner):
    return repair(
        size, stars, budget, memory.state, geometry(size), owner,
        memory.region, memory.search, memory.trial,
    )  # fmt: skip


@pytest.mark.parametrize("size", [4, 5, 8, 9, 12, 17, 25])
def test_placed_stars_obey_the_rules(size):
    for seed in range(50):
        columns = placed(size, seed)[1]
        assert sorted(columns) == list(range(size))
        assert all(abs(a - b) > 1 for a, b in pairwise(columns))


@pytest.mark.parametrize(("size", "count"), PLACEMENTS.items())
def test_every_placement_comes_up(size, count):
    assert len({tuple(placed(size, seed)[1]) for seed in range(3000)}) == count


@pytest.mark.parametrize("size", [2, 3])
def test_sizes_without_a_placement(size):
    memory = started(size, 0)
    assert not place(size, memory.state, memory.order, memory.trial.mask)


@pytest.mark.parametrize("style", [ORGANIC, BALANCED])
@pytest.mark.parametrize("size", [4, 8, 9, 12, 25])
def test_grown_regions_are_connected_and_hold_their_star(size, style):
    for seed in range(20):
        memory, stars, owner = drawn(size, style, seed)
        assert [owner[x] for x in stars] == list(range(size))
        assert is_connected(owner.reshape(size, size).astype(np.uint8))
        for g in range(size):  # the masks say the same as the map
            assert cells(memory.region, g) == np.flatnonzero(owner == g).tolist()


def test_balanced_regions_are_nearer_in_size_than_organic_ones():
    def spread(style):
        sizes = [np.bincount(drawn(8, style, seed)[2]) for seed in range(100)]
        return np.mean([s.max() - s.min() for s in sizes])

    assert spread(BALANCED) < spread(ORGANIC) / 1.5


@pytest.mark.parametrize(("size", "stars"), [(4, 1), (8, 1), (13, 1), (8, 2), (10, 2), (12, 3)])
def test_voronoi_regions_are_connected_and_nearest_to_their_stars(size, stars):
    cuts = [drawn(size, batch.VORONOI, seed, stars) for seed in range(30)]
    cuts = [cut for cut in cuts if cut is not None]
    assert len(cuts) > 20
    for _, starred, owner in cuts:
        assert is_connected(owner.reshape(size, size).astype(np.uint8))
        groups = [[divmod(x, size) for x in starred if owner[x] == g] for g in range(size)]
        assert [len(group) for group in groups] == [stars] * size
        # the sums of coordinates; a centroid times the stars of a group
        sums = [[sum(axis) for axis in zip(*group, strict=True)] for group in groups]
        for x in set(range(size * size)) - set(starred):
            r, c = divmod(x, size)
            far = [(stars * r - a) ** 2 + (stars * c - b) ** 2 for a, b in sums]
            assert far[owner[x]] == min(far)


@pytest.mark.parametrize("style", [ORGANIC, BALANCED, batch.VORONOI])
@pytest.mark.parametrize(("size", "stars"), [(5, 1), (6, 1), (7, 1), (9, 1), (8, 2), (9, 2)])
def test_repair_leaves_the_intended_solution_alone(size, stars, style):
    made = 0
    for seed in range(25):
        memory, intended, owner = drawn(size, style, seed, stars) or (None, None, None)
        if memory is None:
            continue
        before = owner.copy()
        moves = mended(size, stars, 200, memory, owner)
        if moves < 0:
            continue
        made += 1
        assert (moves == 0) == (before == owner).all()
        regions = owner.reshape(size, size)
        assert is_connected(regions.astype(np.uint8))
        assert cells(memory.trial.mask, INTENDED) == intended
        rows = [[x % size for x in intended if x // size == r] for r in range(size)]
        assert solutions(regions.tolist(), stars, limit=2) == [rows]
    assert made >= 15


@pytest.mark.parametrize(("size", "stars"), [(8, 2), (10, 2), (12, 3), (14, 3), (16, 4), (25, 6)])
def test_many_stars_are_placed_by_the_rules(size, stars):
    found = set()
    for seed in range(8):
        memory = started(size, seed, stars)
        mask = memory.trial.mask
        assert place_many(size, stars, memory.state, geometry(size), memory.search.many, mask)
        where = [divmod(x, size) for x in cells(mask, INTENDED)]
        for axis in range(2):
            assert np.bincount([at[axis] for at in where]).tolist() == [stars] * size
        assert not any(max(abs(r - s), abs(c - d)) < 2 for (r, c), (s, d) in combinations(where, 2))
        found.add(tuple(where))
    # the smallest size for so many stars has two placements, each the other's mirror image
    assert len(found) == (2 if size == 4 * stars else 8)


def test_too_many_stars_for_the_size():
    memory = started(7, 0, 2)
    args = (memory.state, geometry(7), memory.search.many, memory.trial.mask)
    assert not place_many(7, 2, *args)


@pytest.mark.parametrize("style", [ORGANIC, BALANCED])
@pytest.mark.parametrize(("size", "stars"), [(9, 2), (10, 2), (14, 3), (17, 4)])
def test_joined_regions_are_connected_and_hold_their_stars(size, stars, style):
    made = [d for d in (drawn(size, style, seed, stars) for seed in range(12)) if d]
    assert len(made) >= 6
    for memory, intended, owner in made:
        assert is_connected(owner.reshape(size, size).astype(np.uint8))
        assert np.bincount([owner[x] for x in intended]).tolist() == [stars] * size
        for g in range(size):
            assert cells(memory.region, g) == np.flatnonzero(owner == g).tolist()


def test_repair_gives_up_at_its_budget():
    memory, _, owner = drawn(8, ORGANIC, 0)
    assert mended(8, 1, 0, memory, owner) == OUT_OF_MOVES


def test_numbers_below_a_bound_are_even():
    state = np.zeros(1, np.uint64)
    start(state, np.uint64(9), np.uint64(9))
    counts = np.bincount([below(state, 7) for _ in range(70_000)])
    assert len(counts) == 7
    # 5 standard deviations of a binomial with n = 70,000 and p = 1 / 7
    assert abs(counts - 10_000).max() < 5 * (70_000 / 7 * 6 / 7) ** 0.5


def test_streams_differ_by_kind_and_by_seed():
    keys = [batch.style_key(Spec(StarsKind(n), s)) for n in (7, 8) for s in ("organic", "balanced")]
    firsts = set()
    for key in keys:
        for seed in range(1000):
            state = np.zeros(1, np.uint64)
            start(state, np.uint64(key), np.uint64(seed))
            firsts.add(int(state[0]))
    assert len(firsts) == 4000
