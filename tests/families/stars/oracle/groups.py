"""Stacks of boards that tests share: none, one and many solutions, by size."""

from __future__ import annotations

import random
from functools import cache

from tests.families.stars.oracle import boards

Grid = list[list[int]]


@cache
def mixed(size: int, count: int, seed: int = 0) -> list[Grid]:
    """Grown at random, made unique, and one cell away from both, a third each."""
    rng = random.Random(1000 * size + seed)
    third = count // 3
    grown = [boards.grown(rng, size) for _ in range(third)]
    few = max(1, third // 8)
    unique = [boards.repaired(rng, size) for _ in range(few)]
    near = [boards.altered(rng, rng.choice(unique)) for _ in range(third - few)]
    far = [boards.altered(rng, grid) for grid in grown]
    return [boards.relabelled(rng, grid) for grid in [*grown, *unique, *near, *far]]


def signals(rating: object) -> tuple[object, ...]:
    """What a rating says, of words or the engine, but for the tier."""
    names = ("hardest", "steps", "rounds", "narrowest", "widest_set", "sets_of_two", "score")
    values = [getattr(rating, name) for name in names]
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)
