"""Bounds on the sizes of regions."""

from __future__ import annotations

from moat_bank.families.stars.engine.geometry import Masks
from moat_bank.kernels.jit import kernel, popcount


@kernel
def within(size: int, bounds: tuple[int, int, int], region: Masks) -> bool:
    """Whether a board's regions keep the bounds.

    Args:
        size: rows, columns and regions.
        bounds: fewest cells of a region, most one-cell regions, most cells of a region.
        region: uint64 (size, W): the cells of each region.
    """
    fewest, most_single, most = bounds
    single = 0
    for g in range(size):
        cells = cells_of(g, region)
        if not fewest <= cells <= most:
            return False
        single += cells == 1
    return single <= most_single


@kernel
def cells_of(g: int, region: Masks) -> int:
    """How many cells region ``g`` has."""
    cells = 0
    for w in range(region.shape[1]):
        cells += popcount(region[g, w])
    return cells
