"""Near twins against plain code: every way to lay one board on another, cell by cell."""

from __future__ import annotations

import random

import numpy as np
import pytest

from moat_bank.families.stars.proof import twins as prove_twins
from tests.families.stars.oracle import boards, exhaustive, plain_form


def plain_distance(one, other) -> int | None:
    """Cells that differ once the stars meet and name the regions; None if they never do."""
    (mine,) = exhaustive.solutions(one, 1, 2)
    named = by_star(one, mine)
    best = None
    for image in plain_form.images(other):
        (stars,) = exhaustive.solutions(image, 1, 2)
        if stars == mine:
            laid = by_star(image, stars)
            unlike = sum(
                a != b for x, y in zip(named, laid, strict=True) for a, b in zip(x, y, strict=True)
            )
            best = unlike if best is None else min(best, unlike)
    return best


def by_star(grid, solution):
    name = {grid[row][columns[0]]: row for row, columns in enumerate(solution)}
    return [[name[cell] for cell in row] for row in grid]


def family(rng: random.Random, size: int, count: int):
    """Boards with one solution, many of them one or a few cells from another, turned at will."""
    grids = [boards.repaired(rng, size) for _ in range(count)]
    for grid in list(grids):
        for _ in range(3):
            other = boards.altered(rng, grid)
            if len(exhaustive.solutions(other, 1, 2)) == 1:
                image = rng.choice(plain_form.images(other))
                grids.append(boards.relabelled(rng, image))
    rng.shuffle(grids)
    return grids


@pytest.mark.parametrize(("size", "distance"), [(4, 2), (5, 1), (5, 3), (6, 4)])
def test_near_twins_are_those_of_plain_code(size, distance):
    grids = family(random.Random(size), size, 12)
    columns = [exhaustive.solutions(grid, 1, 1)[0] for grid in grids]
    laid = prove_twins.lay(np.array(grids, np.uint8), np.array(columns, np.uint8))
    found = {a: (b, cells) for a, b, cells in prove_twins.near(laid, distance)}
    expected = {}
    for i, grid in enumerate(grids):
        best = None
        for j in range(i):
            cells = plain_distance(grid, grids[j])
            if cells is not None and cells < distance and (best is None or cells < best[1]):
                best = (j, cells)
        if best:
            expected[i] = best
    assert {i: cells for i, (_, cells) in found.items()} == {
        i: cells for i, (_, cells) in expected.items()
    }
    assert {i: j for i, (j, _) in found.items()} == {i: j for i, (j, _) in expected.items()}
    assert found


def test_boards_of_two_stars_are_named_by_their_first_star():
    size = 9
    rng = random.Random(1)
    stars = exhaustive.solutions([[r] * size for r in range(size)], 2, 3)
    grids = []
    for solution in stars:
        cells = [(r, c) for r, columns in enumerate(solution) for c in columns]
        rng.shuffle(cells)
        grid = [[rng.randrange(size) for _ in range(size)] for _ in range(size)]
        for i, (r, c) in enumerate(cells):
            grid[r][c] = i // 2
        grids.append(grid)
    turned = boards.relabelled(rng, plain_form.images(grids[0])[5])
    marks = [[int(c in columns) for c in range(size)] for columns in stars[0]]
    columns = [[c for c in range(size) if row[c]] for row in plain_form.images(marks)[5]]
    changed = [list(row) for row in turned]
    changed[4][next(c for c in range(size) if c not in columns[4])] += 1
    changed = [[cell % size for cell in row] for row in changed]
    laid = prove_twins.joined(
        [
            prove_twins.lay(np.array(grids, np.uint8), np.array(stars, np.uint8)),
            prove_twins.lay(
                np.array([turned, changed], np.uint8), np.array([columns] * 2, np.uint8)
            ),
        ]
    )
    assert list(prove_twins.near(laid, 2)) == [(3, 0, 0), (4, 0, 1)]


def test_no_boards():
    laid = prove_twins.lay(np.zeros((0, 5, 5), np.uint8), np.zeros((0, 5, 1), np.uint8))
    assert list(prove_twins.near(laid, 9)) == []


def test_a_symmetric_solution_of_two_stars_is_laid_in_every_pair_of_ways():
    size, rng = 8, random.Random(4)
    solution = exhaustive.solutions([[r] * size for r in range(size)], 2, 1)[0]
    starred = [(r, c) for r, columns in enumerate(solution) for c in columns]
    grids = []
    for _ in range(6):
        rng.shuffle(starred)
        grid = [[rng.randrange(size) for _ in range(size)] for _ in range(size)]
        for i, (r, c) in enumerate(starred):
            grid[r][c] = i // 2
        grids.append(grid)
        other = [list(row) for row in grid]
        r, c = rng.choice(
            [(r, c) for r in range(size) for c in range(size) if c not in solution[r]]
        )
        other[r][c] = (other[r][c] + 1) % size
        grids.append(other)
    marks = [[int(c in columns) for c in range(size)] for columns in solution]
    symmetries = [t for t, image in enumerate(plain_form.images(marks)) if image == marks]
    assert len(symmetries) > 1

    def named(grid, t):
        image = plain_form.images(grid)[t]
        stars = sorted(starred)
        name = {}
        for i, (r, c) in enumerate(stars):
            name.setdefault(image[r][c], i)
        return [name[cell] for row in image for cell in row]

    def distance(one, other):
        return min(
            sum(a != b for a, b in zip(named(one, s), named(other, t), strict=True))
            for s in symmetries
            for t in symmetries
        )

    turned = [plain_form.images(grid)[rng.choice(symmetries)] for grid in grids]
    laid = prove_twins.lay(np.array(turned, np.uint8), np.array([solution] * len(turned), np.uint8))
    found = {a: cells for a, _, cells in prove_twins.near(laid, 60)}
    expected = {i: min(distance(turned[i], turned[j]) for j in range(i)) for i in range(1, 12)}
    assert found == {i: cells for i, cells in expected.items() if cells < 60}
    assert 1 in found.values()
