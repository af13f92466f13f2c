"""The rating of boards of several stars, written from the definitions alone.

One board after another, on whole-board sets of cells that are single Python integers.  A round is
all that the easiest technique concludes that yields anything, applied together.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.stars.proof.many_counting import counting
from moat_bank.families.stars.proof.many_sheet import (
    Board,
    Found,
    ImpossibleError,
    Sheet,
    UndecidedError,
    apply,
    finished,
    new_board,
    new_sheet,
)
from moat_bank.families.stars.proof.many_suppose import by_ways, refuted
from moat_bank.families.stars.proof.many_techniques import (
    claims,
    confined_line,
    last_cells,
    line_pairs,
    line_squeeze,
    squeeze,
)
from moat_bank.families.stars.proof.ratings import UNDECIDED, UNFINISHED, Ratings
from moat_bank.families.stars.proof.score import scores

TECHNIQUES = 12
TIERS = np.array([UNFINISHED, *[0] * 4, *[1] * 3, *[2] * 2, *[3] * 3])
"""The tier of each hardest technique."""

_PLAIN = (last_cells, confined_line, squeeze, line_squeeze, claims, line_pairs)
COUNTING, WAYS, PRESSURE, WHAT_IF, DEEP_WHAT_IF, CASES = range(7, TECHNIQUES + 1)


def deduce(number: int, board: Board, sheet: Sheet) -> tuple[int, Found]:
    """All that a technique, numbered from 1, concludes; and the size of the sets it used, or 0.

    Raises:
        ImpossibleError: it finds that the sheet has no solution.
    """
    if number < COUNTING:
        return 0, _PLAIN[number - 1](board, sheet)
    if number == COUNTING:
        return counting(board, sheet)
    if number in (WAYS, CASES):
        return 0, by_ways(board, sheet, 0 if number == WAYS else COUNTING)
    top = {PRESSURE: 1, WHAT_IF: len(_PLAIN), DEEP_WHAT_IF: COUNTING}[number]
    return 0, refuted(board, sheet, top)


def rounds_of(board: Board, top: int = TECHNIQUES) -> tuple[list[tuple[int, int, int]], bool]:
    """Each round's technique, cells settled and set size; and whether the board is finished."""
    sheet = new_sheet(board)
    rounds: list[tuple[int, int, int]] = []
    try:
        while not finished(sheet):
            for number in range(1, top + 1):
                k, found = deduce(number, board, sheet)
                if found.stars | found.out:
                    break
            else:
                return rounds, False
            apply(board, sheet, found)
            rounds.append((number, (found.stars | found.out).bit_count(), k))
    except ImpossibleError:
        return rounds, False
    return rounds, True


def rate(regions: NDArray[np.uint8], columns: NDArray[np.uint8]) -> Ratings:
    """Rate boards that have just one solution.

    Args:
        regions: (boards, size, size), region numbers below size.
        columns: (boards, size, stars): the stars of the solution.  They save time alone.

    A board that takes more than ``many_sheet.MOST_STEPS`` is undecided.
    """
    boards = len(regions)
    rounds = np.zeros((boards, TECHNIQUES), np.int64)
    hardest, narrowest, widest_set, sets_of_two = np.zeros((4, boards), np.int64)
    undecided = np.zeros(boards, np.bool_)
    for b in range(boards):
        board = new_board(regions[b].tolist(), columns.shape[2], _mask(columns[b]))
        try:
            made, done = rounds_of(board)
        except UndecidedError:
            undecided[b] = True
            continue
        techniques, cells, sets = zip(*made, strict=True) if made else ((), (), ())
        rounds[b] = np.bincount(techniques, minlength=TECHNIQUES + 1)[1:]
        hardest[b] = max(techniques) if done else 0
        narrowest[b] = min(cells, default=0)
        widest_set[b] = max(sets, default=0)
        sets_of_two[b] = sets.count(2)
    steps = rounds.sum(axis=1)
    return Ratings(
        hardest=hardest,
        steps=steps,
        rounds=rounds,
        narrowest=narrowest,
        widest_set=widest_set,
        sets_of_two=sets_of_two,
        tier=np.where(undecided, UNDECIDED, TIERS[hardest]),
        score=scores(regions.shape[1], hardest, steps, narrowest),
    )


def _mask(columns: NDArray[np.uint8]) -> int:
    size = len(columns)
    return sum(1 << size * r + c for r, row in enumerate(columns.tolist()) for c in row)
