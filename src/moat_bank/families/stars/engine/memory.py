"""Everything that the kernels write to while they work on one board, made once a range."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from moat_bank.families.stars.engine.geometry import Ints, Masks
from moat_bank.families.stars.engine.join import Pieces, new_pieces
from moat_bank.families.stars.engine.repair import Trial, new_trial
from moat_bank.families.stars.engine.search import Search, new_search
from moat_bank.families.stars.engine.techniques import Work, new_work
from moat_bank.kernels.rng import State


class Memory(NamedTuple):
    """Each is described where the kernel is that writes to it.

    Attributes:
        state: of the generator.
        order: of ``place``.
        pieces: of ``grow`` and ``join``.
        owner: int64 (cells,): the region of each cell.
        region: uint64 (size, W): the cells of each region.
        label, form: of ``canonical`` and ``twin_form``.
        search: of ``begin`` and ``resume``.
        trial: of ``repair``; ``trial.mask[INTENDED]`` are the stars placed.
        work: of ``rate``.
    """

    state: State
    order: Ints
    pieces: Pieces
    owner: Ints
    region: Masks
    label: Ints
    form: Ints
    search: Search
    trial: Trial
    work: Work


def new_memory(size: int, stars: int) -> Memory:
    """Memory for boards of one size and number of stars, used again from board to board."""
    words = (size * size + 63) // 64
    return Memory(
        state=np.zeros(1, np.uint64),
        order=np.zeros((size + 1, size), np.int64),
        pieces=new_pieces(size, stars),
        owner=np.zeros(size * size, np.int64),
        region=np.zeros((size, words), np.uint64),
        label=np.zeros(size + 2 * size * stars, np.int64),
        form=np.zeros(size * size, np.int64),
        search=new_search(size, stars),
        trial=new_trial(size),
        work=new_work(size),
    )
