"""Boards for the tests of notations: drawn at random, grown here and not by the package."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from moat_bank.families.base import Puzzle, Rated
from moat_bank.families.stars.board import solution_form
from tests.families.stars.notations.formats import made

TIERS = ("easy", "medium", "hard", "super_hard")


def grown(rng: random.Random, size: int, seeds: list[int]) -> list[list[int]]:
    """A partition into connected regions, one from each seed cell, numbered like the seeds."""
    owner = [-1] * (size * size)
    rim = []
    for region, cell in enumerate(seeds):
        owner[cell] = region
        rim.append((region, cell))
    while rim:
        region, cell = rim.pop(rng.randrange(len(rim)))
        r, c = divmod(cell, size)
        near = [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        free = [y * size + x for y, x in near if 0 <= y < size and 0 <= x < size]
        free = [other for other in free if owner[other] < 0]
        if free:
            taken = rng.choice(free)
            owner[taken] = region
            rim += [(region, cell), (region, taken)]
    return [owner[r * size : (r + 1) * size] for r in range(size)]


def renumbered(regions: Any) -> tuple[tuple[int, ...], ...]:
    """Regions in the order in which they first appear."""
    numbers: dict[int, int] = {}
    return tuple(tuple(numbers.setdefault(x, len(numbers)) for x in row) for row in regions)


@st.composite
def puzzles(
    draw: st.DrawFn,
    smallest: int = 1,
    largest: int = 25,
    stars: st.SearchStrategy[int] | None = None,
    solved: bool | None = None,
    rated: bool = False,
) -> Puzzle:
    """Any board that a notation must be able to hold; the stars keep no rule but their number."""
    size = draw(st.one_of(st.integers(smallest, min(largest, 9)), st.integers(smallest, largest)))
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    regions = renumbered(grown(rng, size, rng.sample(range(size * size), size)))
    count = draw(stars if stars is not None else st.integers(1, 6))
    has_solution = draw(st.booleans()) if solved is None else solved
    solution = None
    if has_solution:
        count = min(count, size)
        solution = solution_form([sorted(rng.sample(range(size), count)) for _ in range(size)])
    facts = None
    if rated:
        seed = draw(st.one_of(st.none(), st.integers(0, 2**53 - 1)))
        numbers = st.integers(0, 500)
        facts = Rated(draw(st.sampled_from(TIERS)), draw(numbers), draw(numbers), seed)
    return made(count, regions, solution, rated=facts)


@st.composite
def starred(draw: st.DrawFn, largest: int = 12) -> Puzzle:
    """A board whose every row and region has its stars: by one star a region, or striped."""
    size = draw(st.integers(1, largest))
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    if draw(st.booleans()):
        columns = rng.sample(range(size), size)
        seeds = [r * size + c for r, c in enumerate(columns)]
        return made(1, renumbered(grown(rng, size, seeds)), columns)
    count = draw(st.integers(1, min(size, 6)))
    solution = solution_form([sorted(rng.sample(range(size), count)) for _ in range(size)])
    return made(count, [[r] * size for r in range(size)], solution)
