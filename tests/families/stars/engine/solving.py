"""What the tests of both exact solvers share."""

import numpy as np

from moat_bank.families.stars.engine.search import new_search, resume
from tests.families.stars.engine.many import cells, masks


def found_by(grid, tables, start, steps, stars=1):
    """All that a search finds, a few at a time; no solution comes twice."""
    size = len(grid)
    owner, region = masks(grid)
    search, found = new_search(size, stars), np.full((400, region.shape[1]), 5, np.uint64)
    start(size, owner, region, search)
    pieces = []
    for limit in steps:
        got = resume(size, stars, limit, tables, owner, region, search, found, 2)
        assert got <= limit
        pieces += [frozenset(cells(size, found[2 + i])) for i in range(got)]
        if got < limit:
            break
    assert (found[:2] == 5).all()
    assert len(set(pieces)) == len(pieces)
    return set(pieces)


def moved(rng, grid, others=()):
    """Three cells and ``others`` go to other regions."""
    size = len(grid)
    changed = rng.sample([(r, c) for r in range(size) for c in range(size)], min(3, size))
    changed = {*changed, *others}
    other = [list(row) for row in grid]
    for r, c in changed:
        other[r][c] = (other[r][c] + 1) % size
    return other, changed
