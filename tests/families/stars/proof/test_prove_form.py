"""The checker's view of shapes against plain code on nested lists."""

from __future__ import annotations

import random

import numpy as np
import pytest

from moat_bank.families.stars.proof import form as prove_form
from tests.families.stars.oracle import boards, exhaustive, plain_form
from tests.families.stars.oracle.groups import mixed
from tests.families.stars.oracle.legal import legal


def stack(grids) -> np.ndarray:
    return np.array(grids, np.uint8)


@pytest.mark.parametrize("size", [1, 2, 4, 5, 8, 13])
def test_canonical_forms_and_symmetry(size):
    rng = random.Random(size)
    grids = [[[rng.randrange(size) for _ in range(size)] for _ in range(size)] for _ in range(200)]
    grids += [boards.grown(rng, size) for _ in range(50)]
    grids += [[row[: size // 2] + row[: (size + 1) // 2][::-1] for row in grid] for grid in grids]
    forms = prove_form.forms(stack(grids))
    assert [tuple(form) for form in forms.canonical.tolist()] == [
        plain_form.canonical(grid) for grid in grids
    ]
    assert forms.symmetric.tolist() == [plain_form.symmetric(grid) for grid in grids]
    assert forms.symmetric.any()


def test_the_eight_images_have_one_form_under_any_labels():
    rng = random.Random(4)
    grid = boards.grown(rng, 7)
    images = [boards.relabelled(rng, image) for image in plain_form.images(grid) for _ in range(5)]
    assert len(np.unique(prove_form.forms(stack(images)).canonical, axis=0)) == 1


def test_connected():
    rng = random.Random(2)
    grids = [[[rng.randrange(4) for _ in range(6)] for _ in range(6)] for _ in range(100)] + mixed(
        6, 90
    )
    changed = [[list(row) for row in grid] for grid in mixed(6, 90)]
    for grid in changed:
        grid[rng.randrange(6)][rng.randrange(6)] = rng.randrange(6)
    grids += changed
    found = prove_form.connected(stack(grids)).tolist()
    assert found == [plain_form.connected(grid) for grid in grids]
    assert 20 < sum(found) < len(grids) - 20


@pytest.mark.parametrize("size", [3, 8, 25])
def test_a_long_snake_is_connected(size):
    snake = np.zeros((size, size), np.uint8)
    for r in range(1, size, 2):
        snake[r] = 1 + r // 2
        snake[r, 0 if (r // 2) % 2 else size - 1] = 0
    assert prove_form.connected(snake[None]).all()
    assert prove_form.connected(snake.T[None]).all()
    snake[1, size - 1] = 1
    assert not prove_form.connected(snake[None]).any()


def test_well_formed():
    good = boards.grown(random.Random(1), 5)
    few = [[min(cell, 3) for cell in row] for row in good]
    high = [[cell + (cell == 4) for cell in row] for row in good]
    far = [[255 if cell == 4 else cell for cell in row] for row in good]
    assert prove_form.well_formed(stack([good, few, high, far])).tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize(("size", "stars"), [(5, 1), (6, 1), (8, 2)])
def test_legal_is_what_the_exhaustive_rules_say(size, stars):
    rng = random.Random(size)
    rows = [[r] * size for r in range(size)]
    placed = exhaustive.solutions(rows, stars, 20)
    grids, columns, expected = [], [], []
    for _ in range(2000):
        solution = [list(row) for row in rng.choice(placed)]
        flat = [(r, c) for r, row in enumerate(solution) for c in row]
        rng.shuffle(flat)
        grid = [[rng.randrange(size) for _ in range(size)] for _ in range(size)]
        for i, (r, c) in enumerate(flat):
            grid[r][c] = i // stars
        if rng.random() < 0.5:
            solution[rng.randrange(size)][rng.randrange(stars)] = rng.randrange(size + 1)
        if rng.random() < 0.3:
            grid[rng.randrange(size)][rng.randrange(size)] = rng.randrange(size)
        grids.append(grid)
        columns.append(solution)
        expected.append(lawful(grid, solution, stars))
    found = legal(stack(grids), stack(columns)).tolist()
    assert found == expected
    assert 100 < sum(found) < 1900


def lawful(grid, solution, stars) -> bool:
    size = len(grid)
    if any(c >= size for row in solution for c in row):
        return False
    chosen: list[list[int]] = []
    for row in solution:
        if len(set(row)) < stars or not exhaustive.allowed(grid, chosen, sorted(row), stars):
            return False
        chosen.append(sorted(row))
    return exhaustive.finished(grid, chosen, stars)


def test_ids_are_the_documented_hash():
    rng = random.Random(6)
    for size in (4, 5, 9):
        grids = [boards.grown(rng, size) for _ in range(50)]
        canonical = prove_form.forms(stack(grids)).canonical
        found = prove_form.ids(canonical, size).tolist()
        assert found == [plain_form.number_of(size, form) for form in canonical.tolist()]
