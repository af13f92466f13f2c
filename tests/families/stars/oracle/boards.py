"""Boards to try things on: random connected partitions, altered ones, and every 4x4 one."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import cache

from tests.families.stars.oracle import exhaustive, plain_form

Grid = list[list[int]]


def neighbours(size: int, r: int, c: int) -> list[tuple[int, int]]:
    near = ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
    return [(y, x) for y, x in near if 0 <= y < size and 0 <= x < size]


def grown(rng: random.Random, size: int, starts: list[tuple[int, int]] | None = None) -> Grid:
    """A random partition into ``size`` connected regions, grown from the starts."""
    if starts is None:
        starts = rng.sample([(r, c) for r in range(size) for c in range(size)], size)
    grid = [[-1] * size for _ in range(size)]
    for label, (r, c) in enumerate(starts):
        grid[r][c] = label
    edge = list(starts)
    while edge:
        r, c = edge[rng.randrange(len(edge))]
        free = [(y, x) for y, x in neighbours(size, r, c) if grid[y][x] < 0]
        if not free:
            edge.remove((r, c))
            continue
        y, x = rng.choice(free)
        grid[y][x] = grid[r][c]
        edge.append((y, x))
    return grid


def star_places(rng: random.Random, size: int) -> list[tuple[int, int]]:
    """A random legal one-star placement."""
    while True:
        columns = rng.sample(range(size), size)
        if all(abs(a - b) > 1 for a, b in itertools.pairwise(columns)):
            return list(enumerate(columns))


def altered(rng: random.Random, grid: Grid) -> Grid:
    """The board with one cell given to a neighbouring region, no region split or emptied."""
    size = len(grid)
    while True:
        r, c = rng.randrange(size), rng.randrange(size)
        y, x = rng.choice(neighbours(size, r, c))
        other = [list(row) for row in grid]
        other[r][c] = grid[y][x]
        labels = {cell for row in other for cell in row}
        if grid[y][x] != grid[r][c] and len(labels) == size and plain_form.connected(other):
            return other


def repaired(rng: random.Random, size: int, moves: int = 60) -> Grid:
    """A board with one solution: other solutions are broken one cell at a time."""
    while True:
        stars = star_places(rng, size)
        wanted = [[c] for _, c in stars]
        grid = grown(rng, size, stars)
        for _ in range(moves):
            found = exhaustive.solutions(grid, 1, 2)
            rival = next((s for s in found if s != wanted), None)
            if rival is None:
                return grid
            cells = [(r, cols[0]) for r, cols in enumerate(rival) if cols != wanted[r]]
            rng.shuffle(cells)
            for r, c in cells:
                near = [(y, x) for y, x in neighbours(size, r, c) if grid[y][x] != grid[r][c]]
                if not near:
                    continue
                y, x = rng.choice(near)
                other = [list(row) for row in grid]
                other[r][c] = grid[y][x]
                if plain_form.connected(other):
                    grid = other
                    break
            else:
                break


def relabelled(rng: random.Random, grid: Grid) -> Grid:
    names = rng.sample(range(len(grid)), len(grid))
    return [[names[cell] for cell in row] for row in grid]


def every_partition(size: int) -> Iterator[Grid]:
    """Every partition of the square into ``size`` connected regions, each once.

    The region of the first free cell is grown in all ways: a cell is either taken in or
    forbidden for good, so no set of cells comes twice.
    """
    grid = [[-1] * size for _ in range(size)]

    def first_free() -> tuple[int, int] | None:
        for r in range(size):
            for c in range(size):
                if grid[r][c] < 0:
                    return r, c
        return None

    def regions(label: int) -> Iterator[Grid]:
        start = first_free()
        if start is None:
            if label == size:
                yield [list(row) for row in grid]
            return
        if label == size:
            return
        r, c = start
        grid[r][c] = label
        yield from grow(label, neighbours(size, r, c), {start})
        grid[r][c] = -1

    def grow(
        label: int, edge: list[tuple[int, int]], known: set[tuple[int, int]]
    ) -> Iterator[Grid]:
        fresh = next(
            (cell for cell in edge if cell not in known and grid[cell[0]][cell[1]] < 0), None
        )
        if fresh is None:
            yield from regions(label + 1)
            return
        r, c = fresh
        yield from grow(label, edge, known | {fresh})
        grid[r][c] = label
        yield from grow(label, edge + neighbours(size, r, c), known | {fresh})
        grid[r][c] = -1

    yield from regions(0)


@cache
def placements(size: int, stars: int) -> list[list[list[int]]]:
    """Every way to place stars by rows, columns and touch alone: the rows stand in as regions."""
    return exhaustive.solutions([[r] * size for r in range(size)], stars)


def solutions_of(grid: Grid, stars: int) -> list[list[list[int]]]:
    """Every solution of a board, picked from ``placements``."""
    return [p for p in placements(len(grid), stars) if exhaustive.finished(grid, p, stars)]


def paired(rng: random.Random, size: int) -> Grid:
    """A random partition that has a solution with two stars.

    A region is grown from each star, and the regions are joined two by two.
    """
    while True:
        placement = rng.choice(placements(size, 2))
        grid = grown(rng, size, [(r, c) for r, columns in enumerate(placement) for c in columns])
        free = list(range(2 * size))
        label = [-1] * len(free)
        while free:
            g = free.pop(rng.randrange(len(free)))
            mates = sorted(set(free) & beside(grid, g))
            if not mates:
                break
            mate = rng.choice(mates)
            free.remove(mate)
            label[g] = label[mate] = len(free) // 2
        else:
            return [[label[cell] for cell in row] for row in grid]


def beside(grid: Grid, g: int) -> set[int]:
    """Labels that have a cell beside one of label ``g``."""
    size = len(grid)
    cells = [(r, c) for r in range(size) for c in range(size) if grid[r][c] == g]
    return {grid[y][x] for r, c in cells for y, x in neighbours(size, r, c)} - {g}


def paired_unique(rng: random.Random, size: int) -> Grid:
    """The same with one solution: altered cell by cell while that leaves fewer solutions."""
    while True:
        grid = paired(rng, size)
        count = len(solutions_of(grid, 2))
        for _ in range(400):
            if count == 1:
                return grid
            other = altered(rng, grid)
            fewer = len(solutions_of(other, 2))
            if 0 < fewer <= count:
                grid, count = other, fewer
