"""Examine boards: everything that a bank claims of a board, found anew from the board alone.

This is the check of the thing that made the boards, so it is written from the definitions, on
numpy alone, and takes another road: vectorised over many boards at once and breadth-first, where
the generator's kernels go depth-first through one board at a time.  Neither imports the other.
Only boards of several stars are rated one by one, on Python integers: see ``many.py``.

What costs little is looked at first, and only what is left goes on: solutions are counted for
boards of good shape, and boards with just one solution are rated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.stars.proof import form, many, rating, solutions
from moat_bank.families.stars.proof.ratings import Ratings, concatenate, scattered

STACK_CELLS = 1 << 19
"""Cells of all boards in one stack: enough to hide numpy's cost of a call, few for memory."""

TABLE_CELLS = 1 << 24
"""Numbers in the tables by which the solutions of a stack are counted; bounds the memory."""


@dataclass(frozen=True, eq=False)
class Examined:
    """What is true of a stack of boards (B), whatever their entries say.

    Attributes:
        well_formed: (B,) all regions 0 to size - 1 in use, and no others.
        in_order: (B,) regions are numbered in reading order.
        connected: (B,) every region is one piece.
        within: (B,) region sizes are within the bounds.
        symmetric: (B,) the board equals one of its own turns or mirrors.
        canonical: (B, cells) the canonical form: see ``form.Forms``.
        solutions: (B,) 0, 1, or 2 for two or more, or UNSETTLED; 0 where they were not sought,
            since the regions are not well formed, not connected or not within the bounds.
        columns: (B, size, stars) the first solution, 0 where there is none.
        rating: of boards with just one solution; others are as if nothing finished them.
    """

    well_formed: NDArray[np.bool_]
    in_order: NDArray[np.bool_]
    connected: NDArray[np.bool_]
    within: NDArray[np.bool_]
    symmetric: NDArray[np.bool_]
    canonical: NDArray[np.uint8]
    solutions: NDArray[np.int64]
    columns: NDArray[np.uint8]
    rating: Ratings

    @property
    def shaped(self) -> NDArray[np.bool_]:
        """(B,) solutions were sought."""
        return self.well_formed & self.connected & self.within

    @property
    def sound(self) -> NDArray[np.bool_]:
        """(B,) the board may stand in a bank of the tier that its rating has."""
        shaped = self.shaped & self.in_order & ~self.symmetric
        sound: NDArray[np.bool_] = shaped & (self.solutions == 1) & (self.rating.tier >= 0)
        return sound


def examine(
    regions: NDArray[np.uint8], stars: int, bounds: Mapping[str, int] | None = None
) -> Examined:
    """Examine a stack of boards of one size.

    Args:
        regions: (boards, size, size), any numbers; what is not well formed is said to be so.
        stars: stars in each row, column and region.
        bounds: bounds on region sizes, by the names that the config has for them.

    Memory is bounded by ``STACK_CELLS`` and ``TABLE_CELLS``, time by the budgets of counting
    (``solutions.MOST_STEPS``) and rating (``rating.MOST_STEPS``, ``many.MOST_STEPS``) a board.
    """
    size = regions.shape[1]
    placements = comb(max(size - stars + 1, 0), stars)  # of a row, none side by side
    table = size * max(1, placements) * stars
    step = max(1, min(STACK_CELLS // size**2, TABLE_CELLS // table))
    starts = range(0, len(regions), step) or range(1)
    return _concatenate(
        [_examine(regions[start : start + step], stars, bounds or {}) for start in starts]
    )


def _examine(regions: NDArray[np.uint8], stars: int, bounds: Mapping[str, int]) -> Examined:
    boards, size, _ = regions.shape
    well_formed = form.well_formed(regions)
    # A board that is not well formed is replaced by its rows, so that the rest need not care.
    rows = np.broadcast_to(np.arange(size, dtype=np.uint8)[:, None], (size, size))
    regions = np.where(well_formed[:, None, None], regions, rows)
    connected, within = form.connected(regions), form.within(regions, bounds)
    forms = form.forms(regions)
    counts, columns = _solved(regions, np.flatnonzero(well_formed & connected & within), stars)
    unique = np.flatnonzero(counts == 1)
    found = (
        rating.rate(regions[unique]) if stars == 1 else many.rate(regions[unique], columns[unique])
    )
    return Examined(
        well_formed=well_formed,
        in_order=well_formed & form.in_order(regions),
        connected=well_formed & connected,
        within=within,
        symmetric=forms.symmetric,
        canonical=forms.canonical,
        solutions=counts,
        columns=columns,
        rating=scattered(found, unique, boards),
    )


def _solved(
    regions: NDArray[np.uint8], where: NDArray[np.int64], stars: int
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """How many solutions (boards,) those boards have, and (boards, size, stars) the first."""
    boards, size, _ = regions.shape
    found = solutions.solve(regions[where], stars, limit=2)
    counts = np.zeros(boards, np.int64)
    counts[where] = found.counts
    columns = np.zeros((boards, size, stars), np.uint8)
    columns[where[found.board[::-1]]] = found.columns[::-1]  # the first of two is written last
    return counts, columns


def _concatenate(parts: list[Examined]) -> Examined:
    if len(parts) == 1:
        return parts[0]
    joined: dict[str, Any] = {
        f.name: np.concatenate([getattr(part, f.name) for part in parts])
        for f in fields(Examined)
        if f.name != "rating"
    }
    return Examined(**joined, rating=concatenate([part.rating for part in parts]))
