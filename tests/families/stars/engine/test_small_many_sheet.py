"""The sheet for several stars in memory, of one word and of more, against plain sets of cells."""

import random
from itertools import product

import numpy as np
import pytest

from moat_bank.families.stars.engine.geometry import unrolled
from moat_bank.families.stars.engine.many import state
from tests.families.stars.engine.many import cells, mask, masks

STATES = (state.ACTUAL, state.SUPPOSED)
RUBBISH = 85


@pytest.fixture(params=[5, 8, 9, 14])
def size(request):
    return request.param


@pytest.fixture(params=STATES, ids=["actual", "supposed"])
def s(request):
    return request.param


def scattered(rng, size):
    """A board whose regions are any cells."""
    return [rng.choices(range(size), k=size) for _ in range(size)]


def filled(rng, board):
    """Memory of a board whose states and conclusions hold anything, and scratch rubbish."""
    size = len(board)
    work = state.new_many_work(size, 6)
    for array in (work.block, work.meet, work.room, work.note, work.dull):
        array[:] = RUBBISH
    owner, region = masks(board)
    state.set_up(size, 2, unrolled(size), owner, region, work)
    for bits, s in product((work.candidates, work.placed, work.star, work.out), STATES):
        bits[s] = mask(size, some(rng, size))[0]
    for s in STATES:
        work.need[s] = rng.choices(range(1, 4), k=3 * size)
    return work


def every(size):
    return set(product(range(size), repeat=2))


def some(rng, size, chance=0.4):
    return {cell for cell in sorted(every(size)) if rng.random() < chance}


def units_of(board):
    """The cells of each unit, and the units of each cell."""
    size = len(board)
    homes = {(r, c): [board[r][c], size + r, 2 * size + c] for r, c in every(size)}
    return [{cell for cell in homes if u in homes[cell]} for u in range(3 * size)], homes


def around(size, cell):
    return {(r, c) for r, c in every(size) if abs(r - cell[0]) <= 1 and abs(c - cell[1]) <= 1}


def test_memory_that_another_board_has_used(size):
    rng = random.Random(size)
    work = filled(rng, scattered(rng, size))
    for array in (work.block, work.dull):
        array[:] = RUBBISH
    board = scattered(rng, size)
    owner, region = masks(board)
    state.set_up(size, 3, unrolled(size), owner, region, work)
    units, homes = units_of(board)
    assert [cells(size, bits) for bits in work.unit] == units
    assert cells(size, work.candidates[state.ACTUAL]) == every(size)
    assert not work.placed[state.ACTUAL].any()
    assert not work.block[state.DOOMED].any()
    assert (work.need[state.ACTUAL] == 3).all()
    assert not work.dull[:, -1].any()  # no region was squeezed in vain
    for x in range(size * size):
        cell = divmod(x, size)
        assert cells(size, work.near[x]) == around(size, cell)
        assert work.home[x].tolist() == homes[cell]


def test_a_supposition_is_a_copy(size, s):
    rng = random.Random(size)
    work = filled(rng, scattered(rng, size))
    work.dull[:] = np.arange(work.dull.size).reshape(work.dull.shape)
    copied = (work.candidates, work.placed, work.need, work.dull.reshape(2, size, -1))
    before = [array[s].copy() for array in copied]
    state.suppose(s, work)
    for array, old in zip(copied, before, strict=True):
        assert (array[s] == old).all()
        assert (array[state.SUPPOSED] == old).all()


def test_conclusions_are_counted_and_forgotten(size, s):
    rng = random.Random(size)
    work = filled(rng, scattered(rng, size))
    stars, out = cells(size, work.star[s]), cells(size, work.out[s])
    other = work.star[1 - s].copy(), work.out[1 - s].copy()
    assert state.settled(s, work) == len(stars | out)
    state.forget(s, work)
    assert state.settled(s, work) == 0
    assert work.set_size[s] == 0
    assert (work.star[1 - s] == other[0]).all()
    assert (work.out[1 - s] == other[1]).all()
    work.star[s, -1] = 1
    assert state.settled(s, work) == 1


def test_a_board_is_finished_when_no_unit_misses_a_star(size, s):
    work = filled(random.Random(size), scattered(random.Random(size), size))
    work.need[s] = 0
    assert state.finished(s, work)
    for u in range(3 * size):
        work.need[s, u] = 1
        assert not state.finished(s, work)
        work.need[s, u] = 0


def test_conclusions_are_applied(size, s):
    """Stars are put one after the other, while they are candidates."""
    ends = set()
    for seed in range(12):
        rng = random.Random(seed)
        board = scattered(rng, size)
        work = filled(rng, board)
        units, homes = units_of(board)
        need = work.need[s].tolist()
        candidates, placed = cells(size, work.candidates[s]), cells(size, work.placed[s])
        candidates -= cells(size, work.out[s])
        stars = rng.sample(sorted(candidates if seed % 3 else every(size)), 2)
        work.star[s] = mask(size, stars)[0]
        possible = True
        for star in sorted(stars):
            possible &= star in candidates
            if possible:
                placed.add(star)
                candidates -= around(size, star)
                for u in homes[star]:
                    need[u] -= 1
                    if need[u] == 0:
                        candidates -= units[u]
        assert state.apply(s, work) == possible
        ends.add(possible)
        if possible:
            assert cells(size, work.candidates[s]) == candidates
            assert cells(size, work.placed[s]) == placed
            assert work.need[s].tolist() == need
    assert len(ends) == 2


def test_candidates_are_noted_by_lines(size, s):
    rng = random.Random(size)
    board = scattered(rng, size)
    work = filled(rng, board)
    units, _ = units_of(board)
    candidates = cells(size, work.candidates[s])
    state.note_lines(s, work)
    state.note_meetings(s, work)
    for g, i in product(range(size + 1), range(size)):
        here = candidates if g == size else candidates & units[g]
        row = state.IN_LINE if g == size else state.IN_REGION + g
        assert work.meet[row, i] == sum(1 << c for r, c in here if r == i)
        assert work.meet[row, size + i] == sum(1 << r for r, c in here if c == i)
    for u in range(3 * size):
        assert state.count_in(s, u, work) == len(candidates & units[u])
    for i, at in product(range(size), repeat=2):
        assert state.cell_of(0, i, at, size) == i * size + at
        assert state.cell_of(1, i, at, size) == at * size + i
        assert state.has(work.candidates, s, i * size + at) == ((i, at) in candidates)


def test_a_unit_is_cleared_outside_of_another(size, s):
    rng = random.Random(size)
    board = scattered(rng, size)
    work = filled(rng, board)
    units, _ = units_of(board)
    candidates, out = cells(size, work.candidates[s]), cells(size, work.out[s])
    for _ in range(5):
        unit, inner = rng.sample(range(3 * size), 2)
        state.clear_outside(s, unit, inner, work)
        out |= (candidates & units[unit]) - units[inner]
        assert cells(size, work.out[s]) == out
