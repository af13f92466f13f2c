"""Prove boards again: everything that a bank claims of a board, found anew from the board alone.

This is the check of the thing that made the boards, so it is written from the definitions, on
numpy alone, and takes another road: vectorised over many boards at once and breadth-first, where
the generator's kernels go depth-first through one board at a time.  Neither imports the other.
Only boards of several stars are rated one by one, on Python integers: see ``prove_many``.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.stars.proof import (
    form as prove_form,
)
from moat_bank.families.stars.proof import (
    many as prove_many,
)
from moat_bank.families.stars.proof import (
    rating as prove_rating,
)
from moat_bank.families.stars.proof import (
    solutions as prove_solutions,
)
from moat_bank.families.stars.proof.rating import Ratings

STACK_CELLS = 1 << 19
"""Cells of all boards in one stack: enough to hide numpy's cost of a call, few for memory."""


@dataclass(frozen=True, eq=False)
class Proofs:
    """What is true of a stack of boards (B), whatever their entries say.

    Attributes:
        well_formed: (B,) all regions 0 to size - 1 in use, and no others.
        connected: (B,) every region is one piece.
        solutions: (B,) 0, 1, or 2 for two or more, or UNSETTLED; 0 where not well formed.
        columns: (B, size, stars) the first solution, 0 where there is none.
        canonical: (B, cells) the canonical form: see ``prove_form.Forms``.
        symmetric: (B,) the board equals one of its own turns or mirrors.
        rating: where there is just one solution; others are not looked at, since logic never
            finishes them, and are rated as if no technique found anything.
    """

    well_formed: NDArray[np.bool_]
    connected: NDArray[np.bool_]
    solutions: NDArray[np.int64]
    columns: NDArray[np.uint8]
    canonical: NDArray[np.uint8]
    symmetric: NDArray[np.bool_]
    rating: Ratings


def prove(regions: NDArray[np.uint8], stars: int) -> Proofs:
    """Prove a stack of boards of one size.

    Args:
        regions: (boards, size, size), any numbers; what is not well formed is said to be so.
        stars: stars in each row, column and region.

    Memory is bounded by ``STACK_CELLS``.
    """
    step = max(1, STACK_CELLS // regions.shape[1] ** 2)
    starts = range(0, len(regions), step) or range(1)
    return _concatenate([_prove(regions[start : start + step], stars) for start in starts])


def _prove(regions: NDArray[np.uint8], stars: int) -> Proofs:
    boards, size, _ = regions.shape
    well_formed = prove_form.well_formed(regions)
    # A board that is not well formed is replaced by its rows, so that the rest need not care.
    rows = np.broadcast_to(np.arange(size, dtype=np.uint8)[:, None], (size, size))
    regions = np.where(well_formed[:, None, None], regions, rows)
    found = prove_solutions.solve(regions, stars, limit=2)
    columns = np.zeros((boards, size, stars), np.uint8)
    columns[found.board[::-1]] = found.columns[::-1]  # the first of two is written last
    solutions = np.where(well_formed, found.counts, 0)
    forms = prove_form.forms(regions)
    return Proofs(
        well_formed=well_formed,
        connected=well_formed & prove_form.connected(regions),
        solutions=solutions,
        columns=columns,
        canonical=forms.canonical,
        symmetric=forms.symmetric,
        rating=prove_rating.rate_solved(regions, solutions == 1)
        if stars == 1
        else prove_many.rate(regions, columns, solutions == 1),
    )


def _concatenate(parts: list[Proofs]) -> Proofs:
    if len(parts) == 1:
        return parts[0]
    joined: dict[str, Any] = {
        f.name: np.concatenate([getattr(part, f.name) for part in parts])
        for f in fields(Proofs)
        if f.name != "rating"
    }
    return Proofs(**joined, rating=prove_rating.concatenate([part.rating for part in parts]))
