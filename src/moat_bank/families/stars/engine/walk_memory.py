"""What a walk remembers: the boards that it gave, and the board to go back to."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.base import RELATIVES
from moat_bank.families.stars.engine.geometry import Ints, Masks
from moat_bank.families.stars.engine.memory import Memory
from moat_bank.families.stars.engine.outcome import techniques
from moat_bank.families.stars.engine.rate import ROUNDS
from moat_bank.families.stars.engine.repair import INTENDED
from moat_bank.kernels.jit import kernel

# Rows of ``Walk.signals``.
BEFORE, AFTER = range(2)


class Walk(NamedTuple):
    """Of one chain at a time.

    Attributes:
        owner: int64 (cells,): the board before the last stride, as regions of cells.
        region: uint64 (size, W): the same as cells of regions.
        placed: uint64 (1, W): its stars.
        given: uint8 (RELATIVES, cells): the boards that the walk gave.
        signals: int64 (2, signals): the rating of the board, and after the last stride.
    """

    owner: Ints
    region: Masks
    placed: Masks
    given: NDArray[np.uint8]
    signals: Ints


def new_walk(size: int, stars: int) -> Walk:
    """Memory for boards of one size and number of stars."""
    words = (size * size + 63) // 64
    return Walk(
        owner=np.zeros(size * size, np.int64),
        region=np.zeros((size, words), np.uint64),
        placed=np.zeros((1, words), np.uint64),
        given=np.zeros((RELATIVES, size * size), np.uint8),
        signals=np.zeros((2, ROUNDS + techniques(stars)), np.int64),
    )


@kernel
def accept(signals: Ints) -> None:
    """Let the rating after the last stride be that of the board."""
    for place in range(signals.shape[1]):
        signals[BEFORE, place] = signals[AFTER, place]


@kernel
def note(memory: Memory, walk: Walk) -> None:
    """Write down the board and its stars."""
    mask = memory.trial.mask
    _copy_board(
        memory.owner, memory.region, mask, INTENDED, walk.owner, walk.region, walk.placed, 0
    )


@kernel
def take_back(walk: Walk, memory: Memory) -> None:
    """Go back to the board written down."""
    mask = memory.trial.mask
    _copy_board(
        walk.owner, walk.region, walk.placed, 0, memory.owner, memory.region, mask, INTENDED
    )


@kernel
def _copy_board(
    owner: Ints,
    region: Masks,
    placed: Masks,
    i: int,
    to_owner: Ints,
    to_region: Masks,
    to_placed: Masks,
    j: int,
) -> None:
    for x in range(len(owner)):
        to_owner[x] = owner[x]
    for w in range(region.shape[1]):
        to_placed[j, w] = placed[i, w]
        for g in range(len(region)):
            to_region[g, w] = region[g, w]
