"""The exact solver for any number of stars: every solution, or the next few.

Depth first: a cell of the tightest unit holds a star, and then it does not.  Before each branch,
counting is carried to its end, and a unit that cannot hold what it misses ends the branch.
"""

from __future__ import annotations

from typing import Any

from moat_bank.families.stars.engine.counting import (
    Branches,
    copy,
    is_full,
    propagate,
    put,
    regions_fit,
    rule_out,
    turn_regions,
)
from moat_bank.families.stars.engine.geometry import Geometry, Ints, Masks, Words
from moat_bank.kernels.jit import ONE, ZERO, kernel, lowest, popcount, small_kernel, span

CELLS = 2
"""Cells of the board for each step that a node takes: see ``budget``."""

NEVER = 1 << 30  # more candidates than any unit has


@kernel
def begin_many(size: int, stars: int, tables: Geometry, search: Branches) -> None:
    """Begin a search for all solutions."""
    for w in range(search.stars.shape[1]):
        search.through[0, w] = ~ZERO
        search.candidates[0, w] = ZERO
        search.turned[0, w] = ZERO
        search.stars[0, w] = ZERO
        for r in range(size):
            search.candidates[0, w] |= tables.line[r, w]
            search.turned[0, w] |= tables.line[r, w]
    for u in range(3 * size):
        search.missing[0, u] = stars
    search.at[0] = 0


@kernel
def narrow_many(masks: Masks, i: int, search: Branches) -> None:
    """Look for solutions with a star in some cell of ``masks[i]`` alone: see ``narrow``."""
    for w in range(masks.shape[1]):
        search.through[0, w] = masks[i, w]


@kernel
def begin_many_through(
    x: int,
    size: int,
    stars: int,
    tables: Geometry,
    owner: Ints,
    region: Masks,
    search: Branches,
) -> None:
    """Begin a search for the solutions with a star in cell ``x``."""
    begin_many(size, stars, tables, search)
    put(size, 0, x, tables, owner, region, search)


@kernel
def resume_many(
    size: int,
    limit: int,
    tables: Geometry,
    owner: Ints,
    region: Masks,
    search: Branches,
    found: Masks,
    first: int,
) -> int:
    """Go on until ``limit`` more solutions are found, or there are no more: see ``resume``."""
    level = search.at[0]
    count = 0
    turn_regions(size, owner, search)
    while level >= 0 and search.left[0] >= 0:
        search.left[0] -= len(owner) // CELLS
        alive = (
            propagate(size, level, tables, owner, region, search)
            and _can_pass(level, tables.words, search)
            and regions_fit(size, level, tables, region, search)
        )
        if alive and not is_full(size, level, search):
            x = _tightest_cell(size, level, tables, region, search)
            search.choice[level] = x
            copy(level, tables.words, search)
            level += 1
            put(size, level, x, tables, owner, region, search)
            continue
        if alive:
            for w in range(span(tables.words)):
                found[first + count, w] = search.stars[level, w]
            count += 1
        level -= 1
        if level >= 0:
            rule_out(size, level, search.choice[level], search)
        if count == limit:
            break
    search.at[0] = level
    return count


@kernel
def bar_many(size: int, barred: Masks, i: int, search: Branches) -> None:
    """Take cells out of what is still to try: see ``bar``.

    A level with a star there, chosen or forced, leads nowhere any more, so the one before it goes
    on without its choice.
    """
    words = barred.shape[1]
    level: int = search.at[0]
    for above in range(level + 1):
        hit = False
        for w in range(words):
            hit = hit or search.stars[above, w] & barred[i, w] != ZERO
        if hit:
            level = above - 1
            break
    if level < search.at[0] and level >= 0:
        rule_out(size, level, search.choice[level], search)
    search.at[0] = level
    for above in range(level + 1):
        for w in range(words):
            word = barred[i, w]
            while word != ZERO:
                rule_out(size, above, 64 * w + lowest(word), search)
                word &= word - ONE


@kernel
def _can_pass(level: int, words: Words, search: Branches) -> bool:
    """Whether a cell that solutions are to go through has a star or may get one."""
    for w in range(span(words)):
        if (search.stars[level, w] | search.candidates[level, w]) & search.through[0, w] != ZERO:
            return True
    return False


@kernel
def _to_pass(level: int, words: Words, search: Branches) -> int:
    """Candidates among the cells that solutions are to go through, if none has a star yet."""
    count = 0
    for w in range(span(words)):
        if search.stars[level, w] & search.through[0, w] != ZERO:
            return NEVER
        count += popcount(search.candidates[level, w] & search.through[0, w])
    return count


@kernel
def _tightest_cell(size: int, level: int, tables: Geometry, region: Masks, search: Branches) -> int:
    """A candidate of the unit with fewest for each missing star, the one that clears most.

    The cells that solutions are to go through are such a unit too, until one has a star.
    """
    words = span(tables.words)
    best = 3 * size
    fewest, missed = _to_pass(level, tables.words, search), 1
    for u in range(3 * size):
        missing = search.missing[level, u]
        if missing > 0 and search.counts[u] * missed < fewest * missing:
            fewest, missed = search.counts[u], missing
            best = u
    most = -1
    cell = -1
    for w in range(words):
        word = search.candidates[level, w] & _unit(best, size, w, tables, region, search)
        while word != ZERO:
            x = 64 * w + lowest(word)
            word &= word - ONE
            count = 0
            for v in range(words):
                count += popcount(search.candidates[level, v] & tables.around[x, v])
            if count > most:
                most = count
                cell = x
    return cell


@small_kernel
def _unit(u: int, size: int, w: int, tables: Geometry, region: Masks, search: Branches) -> Any:
    """Word ``w`` of a unit's cells."""
    if u == 3 * size:
        return search.through[0, w]
    return region[u, w] if u < size else tables.line[u - size, w]
