"""All solutions by trying every star in every row; slow, and right at a glance."""

from __future__ import annotations

from itertools import combinations, pairwise

Grid = list[list[int]]


def solutions(regions: Grid, stars: int = 1, limit: int | None = None) -> list[list[list[int]]]:
    """Every solution as the columns of each row, in dictionary order, up to ``limit`` of them."""
    size = len(regions)
    found: list[list[list[int]]] = []

    def fill(row: int, chosen: list[list[int]]) -> None:
        if limit is not None and len(found) >= limit:
            return
        if row == size:
            if finished(regions, chosen, stars):
                found.append([list(columns) for columns in chosen])
            return
        for columns in combinations(range(size), stars):
            if allowed(regions, chosen, list(columns), stars):
                fill(row + 1, [*chosen, list(columns)])

    fill(0, [])
    return found


def allowed(regions: Grid, chosen: list[list[int]], columns: list[int], stars: int) -> bool:
    """Whether the next row may hold these stars, given the rows above."""
    row = len(chosen)
    if any(b - a == 1 for a, b in pairwise(columns)):
        return False
    if row and any(abs(a - b) <= 1 for a in chosen[-1] for b in columns):
        return False
    placed = [(r, c) for r, cols in enumerate([*chosen, columns]) for c in cols]
    for column in columns:
        if sum(c == column for _, c in placed) > stars:
            return False
        region = regions[row][column]
        if sum(regions[r][c] == region for r, c in placed) > stars:
            return False
    return True


def finished(regions: Grid, chosen: list[list[int]], stars: int) -> bool:
    """Whether a full board holds ``stars`` in every column and region."""
    size = len(regions)
    placed = [(r, c) for r, columns in enumerate(chosen) for c in columns]
    return all(
        sum(c == unit for _, c in placed) == stars
        and sum(regions[r][c] == unit for r, c in placed) == stars
        for unit in range(size)
    )
