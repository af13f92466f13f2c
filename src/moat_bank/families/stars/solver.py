"""One door to the exact solvers: a fast one for one star, a general one for more."""

from __future__ import annotations

from typing import NamedTuple

from moat_bank.families.stars.geometry import Geometry, Ints, Masks
from moat_bank.families.stars.jit import small_kernel
from moat_bank.families.stars.solve_many import Search, new_search, solve_many
from moat_bank.families.stars.solve_one import Stack, new_stack, solve_one


class Solver(NamedTuple):
    """The memory of both."""

    one: Stack
    many: Search


def new_solver(size: int, stars: int) -> Solver:
    """Memory for boards of one size and number of stars."""
    return Solver(new_stack(size), new_search(size, stars))


@small_kernel
def solve(
    size: int,
    stars: int,
    tables: Geometry,
    owner: Ints,
    region: Masks,
    fixed: int,
    limit: int,
    solver: Solver,
    found: Masks,
    first: int,
) -> int:
    """Find up to ``limit`` solutions with a star in cell ``fixed``, if it is not -1.

    Args and result are those of ``solve_one`` and ``solve_many``.  Cells in ``solver.many.barred``
    hold no star; one star has no need of it, since a solution has one star in any region.
    """
    if stars == 1:
        return solve_one(size, tables, owner, region, fixed, limit, solver.one, found, first)
    return solve_many(size, stars, tables, owner, region, fixed, limit, solver.many, found, first)
