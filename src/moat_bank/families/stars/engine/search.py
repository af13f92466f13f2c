"""One door to the exact solvers: a fast one for one star, a general one for more."""

from __future__ import annotations

from typing import NamedTuple

from moat_bank.families.stars.engine.budget import UNBOUNDED
from moat_bank.families.stars.engine.counting import Branches, new_branches
from moat_bank.families.stars.engine.geometry import Geometry, Ints, Masks
from moat_bank.families.stars.engine.solve_many import (
    bar_many,
    begin_many,
    begin_many_through,
    narrow_many,
    resume_many,
)
from moat_bank.families.stars.engine.solve_one import (
    Stack,
    bar_one,
    begin_one,
    begin_one_through,
    narrow_one,
    new_stack,
    resume_one,
)
from moat_bank.kernels.jit import kernel, small_kernel


class Search(NamedTuple):
    """The memory of both."""

    one: Stack
    many: Branches


def new_search(size: int, stars: int, budget: int = UNBOUNDED) -> Search:
    """Memory for boards of one size and number of stars, and steps for all searches in it."""
    return Search(new_stack(size, budget), new_branches(size, stars, budget))


def given_up(search: Search) -> bool:
    """Whether a search ended since the steps of its memory were used up."""
    return bool(search.one.left[0] < 0 or search.many.left[0] < 0)


@small_kernel
def begin(size: int, stars: int, tables: Geometry, region: Masks, search: Search) -> None:
    """Begin a search for all solutions."""
    if stars == 1:
        begin_one(size, tables, region, search.one)
    else:
        begin_many(size, stars, tables, search.many)


@small_kernel
def narrow(stars: int, masks: Masks, i: int, search: Search) -> None:
    """Let a search that has just begun pass over solutions with no star in cells of ``masks[i]``.

    It may find some all the same.  The cells are branched on like a unit, so few of them make a
    short search.
    """
    if stars == 1:
        narrow_one(masks, i, search.one)
    else:
        narrow_many(masks, i, search.many)


@small_kernel
def begin_through(
    x: int,
    size: int,
    stars: int,
    tables: Geometry,
    owner: Ints,
    region: Masks,
    search: Search,
) -> None:
    """Begin a search for the solutions with a star in cell ``x``."""
    if stars == 1:
        begin_one_through(x, size, tables, owner, region, search.one)
    else:
        begin_many_through(x, size, stars, tables, owner, region, search.many)


@small_kernel
def resume(
    size: int,
    stars: int,
    limit: int,
    tables: Geometry,
    owner: Ints,
    region: Masks,
    search: Search,
    found: Masks,
    first: int,
) -> int:
    """Go on until ``limit`` more solutions are found, there are no more, or no steps are left.

    Args:
        size: rows, columns and regions.
        stars: stars in each of them.
        limit: at least 1.
        tables: of this size.
        owner: int64 (cells,): the region of each cell.
        region: uint64 (size, W): the cells of each region.
        search: memory, begun.
        found: uint64 (at least first + limit, W), result: the stars of each solution.
        first: the row of ``found`` to begin at.

    Returns:
        How many were found.  Worst case exponential in size; on real boards tens of nodes.
    """
    if stars == 1:
        return resume_one(limit, tables, owner, region, search.one, found, first)
    return resume_many(size, limit, tables, owner, region, search.many, found, first)


@small_kernel
def bar(size: int, stars: int, barred: Masks, i: int, search: Search) -> None:
    """Take the cells of ``barred[i]`` out of what is still to try.

    What was tried below a star in such a cell is dropped.  So a search may go on after these
    cells have changed their region: it finds the solutions that have no star in them.
    """
    if stars == 1:
        bar_one(barred, i, search.one)
    else:
        bar_many(size, barred, i, search.many)


@kernel
def solve(
    size: int,
    stars: int,
    limit: int,
    tables: Geometry,
    owner: Ints,
    region: Masks,
    search: Search,
    found: Masks,
) -> int:
    """Find up to ``limit`` solutions, from row 0 of ``found``; returns how many."""
    begin(size, stars, tables, region, search)
    return resume(size, stars, limit, tables, owner, region, search, found, 0)
