"""Lonesum grids proved anew: by conjugate partitions, where the engine peels lines off."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

RATER = "lonesum-1"


@dataclass(frozen=True)
class Proofs:
    faults: list[list[str]]
    facts: list[dict[str, Any]]
    tiers: list[int]
    forms: list[bytes]
    laid: Any


def together(values: Mapping[str, int]) -> int:
    return 1000


def prove(
    values: Mapping[str, int], given: Sequence[Mapping[str, Any]], bounds: Mapping[str, int]
) -> Proofs:
    made = [_prove(values, one, bounds) for one in given]
    columns = [list(column) for column in zip(*made, strict=True)] or [[] for _ in range(5)]
    faults, facts, tiers, forms, grids = columns
    return Proofs(faults, facts, tiers, forms, [grid for grid in grids if grid is not None])


def joined(laid: Sequence[Any]) -> Any:
    return [grid for part in laid for grid in part]


def near(laid: Any, distance: int) -> Iterator[tuple[int, int, int]]:
    for later, grid in enumerate(laid):
        for before in range(later):
            unlike = int((grid != laid[before]).sum())
            if unlike < distance:
                yield later, before, unlike
                break


def _prove(
    values: Mapping[str, int], one: Mapping[str, Any], bounds: Mapping[str, int]
) -> tuple[list[str], dict[str, Any], int, bytes, Any]:
    height, width = values["height"], values["width"]
    rows, cols = one.get("rowCounts"), one.get("colCounts")
    for key, counts, long, most in (
        ("rowCounts", rows, height, width),
        ("colCounts", cols, width, height),
    ):
        if not isinstance(counts, list) or len(counts) != long:
            return [f"{key}: must be a list of {long} counts"], {}, -1, b"", None
        if not all(type(count) is int and 0 <= count <= most for count in counts):
            return [f"{key}: must be counts from 0 to {most}"], {}, -1, b"", None
    # Ryser: one grid alone has these counts where the columns, sorted, are the rows' conjugate.
    conjugate = [sum(count > place for count in rows) for place in range(width)]
    if sorted(cols, reverse=True) != conjugate:
        return ["the counts do not have exactly one solution"], {}, -1, b"", None
    order = sorted(range(width), key=lambda c: -cols[c])
    grid = np.zeros((height, width), np.uint8)
    for r, count in enumerate(rows):
        grid[r, order[:count]] = 1
    views = [np.rot90(grid, -t % 4) if t < 4 else np.rot90(grid, -t % 4)[:, ::-1] for t in range(8)]
    texts = [str(view.tolist()) for view in views]
    faults = []
    if len(set(texts)) < 8:
        faults.append("equals one of its own turns or mirrors")
    if grid.sum() < bounds.get("fewest_filled", 0):
        faults.append(f"has {grid.sum()} filled cells, fewer than the config asks for")
    if faults:
        return faults, {}, -1, min(texts).encode(), None
    steps, rounds = _rounds(grid)
    facts = {
        "rowCounts": rows,
        "colCounts": cols,
        "solution": ["".join(".#"[cell] for cell in row) for row in grid.tolist()],
        "r": 2 if rounds[1] else 1,
        "steps": steps,
        "rounds": rounds,
        "score": 10 * steps + height + width,
        "id": hashlib.sha256(min(texts).encode()).hexdigest()[:16],
    }
    return [], facts, max(0, min(3, steps - 3)), min(texts).encode(), grid


def _rounds(grid: Any) -> tuple[int, list[int]]:
    left, rounds = grid, [0, 0]
    while left.size:
        for value in (0, 1):
            rows, cols = (left == value).all(axis=1), (left == value).all(axis=0)
            if rows.any() or cols.any():
                left = left[~rows][:, ~cols]
                rounds[value] += 1
                break
    return sum(rounds), rounds
