"""A search that goes on after cells were barred and changed their region."""

import random

import numpy as np
import pytest

from moat_bank.families.stars.engine.geometry import geometry, unrolled
from moat_bank.families.stars.engine.search import bar, begin, narrow, new_search, resume, solve
from tests.families.stars.oracle.boards import grown
from tests.families.stars.oracle.exhaustive import solutions


def masks(regions):
    size = len(regions)
    owner = np.array(regions, np.int64).ravel()
    region = np.zeros((size, (size * size + 63) // 64), np.uint64)
    for x, g in enumerate(owner.tolist()):
        region[g, x // 64] |= np.uint64(1) << np.uint64(x % 64)
    return owner, region


def stars_of(size, mask):
    return frozenset(x for x in range(size * size) if int(mask[x // 64]) >> x % 64 & 1)


def by_exhaustion(regions, stars):
    size = len(regions)
    return {
        frozenset(r * size + c for r, row in enumerate(found) for c in row)
        for found in solutions(regions, stars)
    }


def boards(size, stars, count):
    """Boards with many solutions: bands of rows for several stars, grown regions for one."""
    rng = random.Random(size * 10 + stars)
    for _ in range(count):
        if stars == 1:
            yield rng, grown(rng, size)
        else:
            regions = [[r] * size for r in range(size)]
            for _ in range(2):
                r, c = rng.randrange(size - 1), rng.randrange(size)
                regions[r][c], regions[r + 1][c] = regions[r + 1][c], regions[r][c]
            yield rng, regions


@pytest.mark.parametrize(("size", "stars", "count"), [(5, 1, 60), (6, 1, 60), (9, 2, 12)])
def test_what_is_found_after_a_move(size, stars, count):
    tables, moved_on = geometry(size), 0
    for rng, regions in boards(size, stars, count):
        every = by_exhaustion(regions, stars)
        owner, region = masks(regions)
        search = new_search(size, stars)
        found = np.zeros((2000, region.shape[1]), np.uint64)
        begin(size, stars, tables, region, search)
        got = resume(size, stars, min(2, len(every)) or 1, tables, owner, region, search, found, 0)
        before = {stars_of(size, found[i]) for i in range(got)}
        assert before <= every
        # a few cells go to other regions, as in a repair, and the search goes on
        cells = frozenset(rng.sample(range(size * size), 3))
        barred = np.zeros((2, region.shape[1]), np.uint64)
        for x in cells:
            bit = np.uint64(1) << np.uint64(x % 64)
            barred[1, x // 64] |= bit
            region[owner[x], x // 64] &= ~bit
            owner[x] = (owner[x] + 1) % size
            region[owner[x], x // 64] |= bit
        bar(size, stars, barred, 1, search)
        rest = resume(size, stars, 1990, tables, owner, region, search, found, got)
        after = [stars_of(size, found[got + i]) for i in range(rest)]
        assert len(set(after)) == rest
        assert set(after) == {one for one in every - before if not one & cells}
        moved_on += rest > 0
    assert moved_on > 3


@pytest.mark.parametrize(("size", "stars"), [(6, 1), (9, 2)])
def test_a_limit_and_the_rest_make_all(size, stars):
    tables = geometry(size)
    for _, regions in boards(size, stars, 5):
        every = by_exhaustion(regions, stars)
        owner, region = masks(regions)
        search, found = new_search(size, stars), np.zeros((2000, region.shape[1]), np.uint64)
        assert solve(size, stars, 2000, tables, owner, region, search, found) == len(every)
        begin(size, stars, tables, region, search)
        pieces = []
        while got := resume(size, stars, 3, tables, owner, region, search, found, 0):
            pieces += [stars_of(size, found[i]) for i in range(got)]
        assert len(pieces) == len(every)
        assert set(pieces) == every


@pytest.mark.parametrize(("size", "stars", "count"), [(5, 1, 60), (6, 1, 60), (9, 2, 12)])
def test_a_narrow_search_finds_what_goes_through_its_cells(size, stars, count):
    tables, left_out = geometry(size), 0
    for rng, regions in boards(size, stars, count):
        every = by_exhaustion(regions, stars)
        owner, region = masks(regions)
        search = new_search(size, stars)
        found = np.zeros((2000, region.shape[1]), np.uint64)
        cells = frozenset(rng.sample(range(size * size), rng.randint(1, 4)))
        through = np.zeros((2, region.shape[1]), np.uint64)
        for x in cells:
            through[1, x // 64] |= np.uint64(1) << np.uint64(x % 64)
        begin(size, stars, tables, region, search)
        narrow(stars, through, 1, search)
        got = resume(size, stars, 2000, tables, owner, region, search, found, 0)
        after = [stars_of(size, found[i]) for i in range(got)]
        assert len(set(after)) == got
        assert {one for one in every if one & cells} <= set(after) <= every
        left_out += len(every) - got
    assert left_out > 10


@pytest.mark.parametrize(("size", "stars"), [(8, 1), (10, 1), (9, 2)])
def test_unrolled_tables_find_the_same(size, stars):
    solved = 0
    for _, regions in boards(size, stars, 30):
        owner, region = masks(regions)
        lists = []
        for tables in (geometry(size), unrolled(size)):
            search, found = new_search(size, stars), np.zeros((50, region.shape[1]), np.uint64)
            got = solve(size, stars, 50, tables, owner, region, search, found)
            lists.append(found[:got].tolist())
        assert lists[0] == lists[1]
        solved += len(lists[0]) > 0
    assert solved > 2
