"""The rater's own rounds, one at a time, with what they conclude.

The kernels say what follows in each round, so that an explanation has just the rounds of the
rating; why it follows is found apart from them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.stars.board import Board
from moat_bank.families.stars.engine import rate as one
from moat_bank.families.stars.engine import techniques
from moat_bank.families.stars.engine.geometry import geometry, unrolled
from moat_bank.families.stars.engine.many import state
from moat_bank.families.stars.engine.many.follow import follow
from moat_bank.families.stars.engine.many.ladder import LADDER, RUNGS, deduce
from moat_bank.families.stars.engine.many.plain import plain
from moat_bank.families.stars.words.sheet import Cell, Cells, Sheet


@dataclass(frozen=True)
class Round:
    """What a round concludes, and by which technique: its number, and the size of its sets."""

    number: int
    set_size: int
    stars: Cells
    out: Cells


@dataclass(frozen=True)
class End:
    """Where a supposition leads: the techniques used on the way, and the sheet at the end.

    ``possible`` is False where the sheet has a contradiction.
    """

    possible: bool
    numbers: tuple[int, ...]
    sheet: Sheet


class Climb(Protocol):
    """A board under way, for one star or several."""

    names: tuple[str, ...]

    def sheet(self) -> Sheet:
        """The board as it stands."""

    def next_round(self, top: int) -> Round | None:
        """What the next round concludes by the techniques up to ``top``; None if nothing."""

    def apply(self, found: Round) -> None:
        """Carry a round out."""

    def follow(self, stars: Iterable[Cell], top: int) -> End:
        """Suppose stars and follow them by the techniques up to ``top``."""


def climb(board: Board) -> Climb:
    """A board at its beginning."""
    return OneStar(board) if board.stars == 1 else SeveralStars(board)


class OneStar:
    """The rounds of ``families.stars.rate``."""

    names: tuple[str, ...] = techniques.LADDER

    def __init__(self, board: Board) -> None:
        self.board = board
        self.regions = [list(row) for row in board.regions]
        size = board.size
        self.tables = geometry(size)
        self.owner, self.region = masks(board)
        self.work = techniques.new_work(size)
        self.work.candidates[techniques.ACTUAL] = np.bitwise_or.reduce(self.region)
        self.work.regions[techniques.ACTUAL] = (1 << size) - 1
        self.work.lines[techniques.ACTUAL] = (1 << 2 * size) - 1
        self.placed = Cells()

    def sheet(self) -> Sheet:
        """See ``Climb``."""
        candidates = cells_of(self.board.size, self.work.candidates[techniques.ACTUAL])
        return Sheet(self.regions, 1, candidates, self.placed)

    def next_round(self, top: int) -> Round | None:
        """See ``Climb``."""
        s = techniques.ACTUAL
        number, settled, k = one.next_round(s, self.tables, self.owner, self.region, self.work)
        if number == 0 and top >= techniques.WHAT_IF:
            number = techniques.WHAT_IF
            nothing = np.zeros((1, self.region.shape[1]), np.uint64)
            settled = one.what_if(self.tables, self.owner, self.region, nothing, self.work)
        if number == techniques.CONTRADICTION or settled == 0 or number > top:
            return None
        found, none = cells_of(self.board.size, self.work.gone[s]), Cells()
        stars, out = (found, none) if number == techniques.LAST_CELL else (none, found)
        return Round(int(number), int(k), stars, out)

    def apply(self, found: Round) -> None:
        """See ``Climb``."""
        s = techniques.ACTUAL
        self.work.gone[s] = mask_of(self.board.size, found.stars | found.out)
        one.apply(s, found.number, self.tables, self.owner, self.region, self.work)
        self.placed |= found.stars

    def follow(self, stars: Iterable[Cell], top: int) -> End:
        """See ``Climb``; ``top`` is always the technique before the what-if."""
        work, s = self.work, techniques.SUPPOSED
        for part in (work.candidates, work.regions, work.lines):
            part[s] = part[techniques.ACTUAL]
        placed = set(self.placed)
        numbers: list[int] = []
        for row, column in stars:
            x = row * self.board.size + column
            one.put_star(s, x, self.tables, self.owner, self.region, work)
            placed.add((row, column))
        number = 1
        while work.regions[s]:
            number, _, _ = one.next_round(s, self.tables, self.owner, self.region, work)
            if number <= 0:
                break
            if number == 1:
                placed |= cells_of(self.board.size, work.gone[s])
            one.apply(s, number, self.tables, self.owner, self.region, work)
            numbers.append(int(number))
        candidates = cells_of(self.board.size, work.candidates[s])
        sheet = Sheet(self.regions, 1, candidates, frozenset(placed))
        return End(number != techniques.CONTRADICTION, tuple(numbers), sheet)


class SeveralStars:
    """The rounds of ``families.stars.many``."""

    names: tuple[str, ...] = LADDER

    def __init__(self, board: Board) -> None:
        self.board = board
        self.regions = [list(row) for row in board.regions]
        owner, region = masks(board)
        self.work = state.new_many_work(board.size, board.stars)
        self.nothing = np.zeros((1, region.shape[1]), np.uint64)
        state.set_up(board.size, board.stars, unrolled(board.size), owner, region, self.work)

    def sheet(self) -> Sheet:
        """See ``Climb``."""
        return self._sheet(state.ACTUAL)

    def _sheet(self, s: Any) -> Sheet:
        size, work = self.board.size, self.work
        candidates, placed = cells_of(size, work.candidates[s]), cells_of(size, work.placed[s])
        return Sheet(self.regions, self.board.stars, candidates, placed)

    def next_round(self, top: int) -> Round | None:
        """See ``Climb``."""
        s, size, work = state.ACTUAL, self.board.size, self.work
        for number in range(1, min(top, RUNGS) + 1):
            settled = deduce(_int64(number), s, self.nothing, work)
            if settled == state.CONTRADICTION:
                return None
            if settled:
                set_size = int(work.set_size[s])
                stars, out = cells_of(size, work.star[s]), cells_of(size, work.out[s])
                return Round(number, set_size, stars, out)
        return None

    def apply(self, found: Round) -> None:
        """See ``Climb``."""
        s, work = state.ACTUAL, self.work
        work.star[s] = mask_of(self.board.size, found.stars)
        work.out[s] = mask_of(self.board.size, found.out)
        state.apply(s, work)

    def follow(self, stars: Iterable[Cell], top: int) -> End:
        """See ``Climb``."""
        s, work = state.SUPPOSED, self.work
        state.suppose(state.ACTUAL, work)
        numbers: list[int] = []
        possible = all(
            state.put_star(s, row * self.board.size + column, work) for row, column in stars
        )
        number = 1
        while possible and number <= top and not state.finished(s, work):
            settled = plain(_int64(number), s, work)
            if settled == state.CONTRADICTION:
                possible = False
            elif settled:
                numbers.append(number)
                possible = state.apply(s, work)
                number = 1
            else:
                number += 1
        possible = possible and bool(follow(_int64(0), work))
        return End(possible, tuple(numbers), self._sheet(s))


def _int64(number: int) -> Any:
    """The number as the kernels were compiled for, also when they run as plain Python."""
    return np.int64(number)


def masks(board: Board) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """The map flat, and the cells of each region, as the kernels take them."""
    owner = np.array(board.regions, np.int64).ravel()
    region = np.zeros((board.size, (len(owner) + 63) // 64), np.uint64)
    for x, g in enumerate(owner.tolist()):
        region[g, x // 64] |= np.uint64(1) << np.uint64(x % 64)
    return owner, region


def cells_of(size: int, mask: NDArray[np.uint64]) -> Cells:
    """The cells of a mask."""
    words = [int(word) for word in mask]
    return frozenset(divmod(x, size) for x in range(size * size) if words[x // 64] >> x % 64 & 1)


def mask_of(size: int, cells: Cells) -> NDArray[np.uint64]:
    """Cells as a mask."""
    mask = np.zeros((size * size + 63) // 64, np.uint64)
    for row, column in cells:
        x = row * size + column
        mask[x // 64] |= np.uint64(1) << np.uint64(x % 64)
    return mask
