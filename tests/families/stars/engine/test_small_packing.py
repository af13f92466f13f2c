"""How many stars fit, at the edges of boards whose cells fill whole words or do not."""

import random
from itertools import product

import pytest

from moat_bank.families.stars.engine.many import state
from tests.families.stars.engine.many import has_room
from tests.families.stars.oracle.packings import packings


@pytest.mark.parametrize("size", [8, 9])
def test_packings_at_the_edges(size):
    rng = random.Random(size)
    for n in range(48):
        height, width = rng.choice(((3, 5), (5, 3), (4, 4), (2, 8), (1, 8)))
        top, left = (n % 2) * (size - height), (n // 2 % 2) * (size - width)
        block = [(top + r, left + c) for r, c in product(range(height), range(width))]
        some = frozenset(rng.sample(block, rng.randrange(3, len(block) + 1)))
        for need in range(3, 6):
            work = state.new_many_work(size, need)
            assert has_room(size, need, some, work) == bool(packings(some, need)), (some, need)
