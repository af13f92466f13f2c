"""Stars on an empty square: so many in each row and column, no two touching."""

from __future__ import annotations

from moat_bank.families.stars.engine.counting import (
    Branches,
    copy,
    is_full,
    propagate,
    put,
    rule_out,
)
from moat_bank.families.stars.engine.geometry import Geometry, Masks
from moat_bank.families.stars.engine.solve_many import begin_many
from moat_bank.kernels.jit import ONE, ZERO, kernel, lowest, popcount, span
from moat_bank.kernels.rng import State, below

PATIENCE = 40  # steps a row, after which the search begins anew: luck beats stubbornness
TRIES = 1000


@kernel
def place_many(
    size: int, stars: int, state: State, tables: Geometry, search: Branches, placed: Masks
) -> bool:
    """Write a random placement into ``placed[0]``.

    The search of ``resume_many`` with the rows in place of regions: the line with the fewest
    candidates for what it misses takes a star in one of them, drawn by the generator.

    Args:
        size: rows and columns.
        stars: stars in each of them.
        state: generator state.
        tables: of this size.
        search: memory from ``new_branches``.
        placed: uint64 (at least 1, W), result.

    Returns:
        False where the search ended without a placement (none exists for size < 4 * stars).
    """
    words = span(tables.words)
    for r in range(size):
        for w in range(words):
            search.upright[r, w] = tables.line[size + r, w]
    for _ in range(TRIES):
        begin_many(size, stars, tables, search)
        level = 0
        alive = propagate(size, 0, tables, tables.row, tables.line, search)
        for _ in range(PATIENCE * size):
            if alive and is_full(size, level, search):
                for w in range(words):
                    placed[0, w] = search.stars[level, w]
                return True
            if alive:
                x = _random_cell(size, level, state, tables, search)
                search.choice[level] = x
                copy(level, tables.words, search)
                level += 1
                put(size, level, x, tables, tables.row, tables.line, search)
            else:
                level -= 1
                if level < 0:
                    return False
                rule_out(size, level, search.choice[level], search)
            alive = propagate(size, level, tables, tables.row, tables.line, search)
    return False


@kernel
def _random_cell(size: int, level: int, state: State, tables: Geometry, search: Branches) -> int:
    """A random candidate of the tightest line, ties by the generator."""
    words = span(tables.words)
    best = -1
    fewest = 1 << 30
    ties = 0
    for u in range(2 * size):
        missing = search.missing[level, size + u]
        if missing == 0:
            continue
        count = 0
        for w in range(words):
            count += popcount(search.candidates[level, w] & tables.line[u, w])
        worth = count * 8 // missing
        if worth < fewest:
            fewest = worth
            ties = 0
        if worth == fewest:
            ties += 1
            if ties == 1 or below(state, ties) == 0:
                best = u
    cell = -1
    seen = 0
    for w in range(words):
        word = search.candidates[level, w] & tables.line[best, w]
        while word != ZERO:
            seen += 1
            if seen == 1 or below(state, seen) == 0:
                cell = 64 * w + lowest(word)
            word &= word - ONE
    return cell
