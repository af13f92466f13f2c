"""The canonical form, the form of a solution and their hashes, on boards of all small sizes."""

import random
from itertools import combinations, product

import numpy as np
import pytest

from moat_bank.families.stars.engine.canonical import canonical, hash_form, twin_form
from moat_bank.families.stars.engine.geometry import geometry
from tests.families.stars.engine.many import mask
from tests.families.stars.oracle import boards, plain_form


def form_of(grid):
    """What the kernel writes, and how many transforms give it."""
    size = len(grid)
    label, form = np.full(size, 7, np.int64), np.full(size * size, -1, np.int64)
    owner = np.array(grid, np.int64).ravel()
    same = canonical(size, geometry(size), owner, label, form)
    return tuple(form.tolist()), same


def every_grid(size):
    for flat in product(range(size), repeat=size * size):
        yield [list(flat[r * size : (r + 1) * size]) for r in range(size)]


def grids():
    rng = random.Random(1)
    yield from every_grid(2)
    yield [[1, 0, 0], [1, 2, 0], [1, 2, 2]]
    for size in (3, 4, 5, 6):
        yield [[r] * size for r in range(size)]  # four transforms give the form of these
        for _ in range(8):
            yield boards.grown(rng, size)
    for size in (9, 13):
        yield boards.grown(rng, size)


def test_the_form_is_the_least_of_all_turns_and_mirrors_whatever_the_labels():
    rng = random.Random(2)
    symmetries = set()
    for grid in grids():
        images = [plain_form.renumber(image) for image in plain_form.images(grid)]
        found = form_of(grid)
        assert found == (min(images), images.count(min(images)))
        turned = rng.choice(plain_form.images(grid))
        assert form_of(boards.relabelled(rng, turned)) == found
        symmetries.add(found[1])
    assert symmetries == {1, 2, 4, 8}


def marked(size, image):
    """The marks of a grid as the columns of each row, joined."""
    return [c for row in image for c in range(size) if row[c]]


def marks(size, stars):
    """Cells with as many in each row and column: all for 4x4, else some."""
    if size == 4:
        for chosen in product(combinations(range(size), stars), repeat=size):
            cells = {(r, c) for r, columns in enumerate(chosen) for c in columns}
            if all(sum(c == column for _, c in cells) == stars for column in range(size)):
                yield cells
        return
    rng = random.Random(size * 10 + stars)
    for _ in range(6):
        rows, columns = rng.sample(range(size), size), rng.sample(range(size), size)
        yield {(rows[i], columns[(i + j) % size]) for i in range(size) for j in range(stars)}


@pytest.mark.parametrize(
    ("size", "stars"), [(1, 1), (4, 1), (5, 1), (9, 1), (4, 2), (5, 3), (9, 2)]
)
def test_the_form_of_a_solution_is_the_least_of_all_turns_and_mirrors(size, stars):
    """Marks need not be a solution for that; as many in each row and column are enough."""
    for cells in marks(size, stars):
        grid = [[(r, c) in cells for c in range(size)] for r in range(size)]
        label = np.full(size + 2 * size * stars, 7, np.int64)
        form = np.full(size * size + 9, -1, np.int64)
        placed = np.concatenate([mask(size, cells), mask(size, [])])
        twin_form(size, stars, geometry(size), placed, label, form)
        least = min(marked(size, image) for image in plain_form.images(grid))
        assert form[: len(least)].tolist() == least
        assert set(form[len(least) :].tolist()) == {-1}


def test_the_number_of_a_form_is_the_documented_one():
    rng = random.Random(3)
    for size in (1, 4, 6, 25):
        for count in (1, 11, 12, 13, 24, 36):
            form = [rng.randrange(min(32, size + 7)) for _ in range(count)]
            found = hash_form(size, count, np.array([*form, 31], np.int64))
            assert int(found) == plain_form.number_of(size, form)
