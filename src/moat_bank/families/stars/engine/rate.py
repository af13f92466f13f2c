"""The rating: rounds of the easiest technique that yields anything, never a guess.

A round finds every deduction of that technique on the same candidates and applies them together,
so the rating is the same for all turns, mirrors and labels.  Each technique is monotone (fewer
candidates never undo a deduction), so the hardest one used is the least that finishes the board.
"""

from __future__ import annotations

from moat_bank.families.stars.engine.geometry import Geometry, Ints, Masks
from moat_bank.families.stars.engine.techniques import (
    ACTUAL,
    CONFINED_LINE,
    CONTRADICTION,
    K_IN_K,
    LAST_CELL,
    MOAT_SQUEEZE,
    SUPPOSED,
    WHAT_IF,
    Work,
    confined_line,
    k_in_k,
    last_cell,
    moat_squeeze,
    note_meetings,
)
from moat_bank.kernels.jit import ONE, U64, ZERO, kernel, lowest, popcount, span

# Places in the array of signals.
HARDEST, STEPS, NARROWEST, WIDEST_SET, SETS_OF_TWO, ROUNDS = range(6)
SIGNALS = ROUNDS + WHAT_IF

ROUND = 3
"""Steps that a round takes for each cell of the board: see ``budget``."""


@kernel
def rate(
    size: int,
    tables: Geometry,
    owner: Ints,
    region: Masks,
    solution: Masks,
    work: Work,
    signals: Ints,
) -> None:
    """Rate one board.

    Args:
        size: rows, columns and regions.
        tables: of this size.
        owner: int64 (cells,): the region of each cell.
        region: uint64 (size, W): the cells of each region.
        solution: uint64 (any, W): row 0 is the stars of a known solution, or zeros.  It saves time
            alone: what-ifs on its stars are left out, since no sound deduction refutes them.
        work: memory from ``new_work``; where its steps are used up, logic is said not to finish.
        signals: int64 (SIGNALS,), result: the hardest technique (0 where logic does not finish),
            rounds, the fewest cells that a round settled, the largest k of "k in k", its rounds
            at k = 2, and the rounds of each technique.
    """
    signals[:] = 0
    begin(size, tables, region, work)
    hardest = 0
    while work.regions[ACTUAL] != ZERO:
        technique, settled, k = next_round(ACTUAL, tables, owner, region, work)
        if technique == 0:
            settled = what_if(tables, owner, region, solution, work)
            technique = WHAT_IF
        if technique == CONTRADICTION or settled == 0 or work.left[0] < 0:
            return
        apply(ACTUAL, technique, tables, owner, region, work)
        hardest = max(hardest, technique)
        signals[STEPS] += 1
        signals[ROUNDS + technique - 1] += 1
        signals[WIDEST_SET] = max(signals[WIDEST_SET], k)
        signals[SETS_OF_TWO] += k == 2
        if signals[NARROWEST] == 0 or settled < signals[NARROWEST]:
            signals[NARROWEST] = settled
    signals[HARDEST] = hardest


@kernel
def begin(size: int, tables: Geometry, region: Masks, work: Work) -> None:
    """Make state ACTUAL the untouched board."""
    for w in range(span(tables.words)):
        work.candidates[ACTUAL, w] = ZERO
        for r in range(size):
            work.candidates[ACTUAL, w] |= region[r, w]
    work.regions[ACTUAL] = (ONE << U64(size)) - ONE
    work.lines[ACTUAL] = (ONE << U64(2 * size)) - ONE


@kernel
def next_round(
    s: int, tables: Geometry, owner: Ints, region: Masks, work: Work
) -> tuple[int, int, int]:
    """The easiest of the first four techniques that yields: (technique, cells settled, k).

    (0, 0, 0) where none does or no steps are left, CONTRADICTION where an open unit has no
    candidate.
    """
    work.left[0] -= ROUND * len(region) * len(region)
    settled = last_cell(s, tables, region, work)
    if settled != 0:
        return (LAST_CELL, settled, 0) if settled > 0 else (CONTRADICTION, 0, 0)
    settled = confined_line(s, tables, owner, region, work)
    if settled > 0:
        return CONFINED_LINE, settled, 0
    settled = moat_squeeze(s, tables, owner, region, work)
    if settled > 0:
        return MOAT_SQUEEZE, settled, 0
    note_meetings(s, tables, owner, work)
    for k in range(2, popcount(work.regions[s]) // 2 + 1):
        settled = k_in_k(s, k, tables, region, work)
        if work.left[0] < 0:
            return 0, 0, 0
        if settled > 0:
            return K_IN_K, settled, k
    return 0, 0, 0


@kernel
def apply(s: int, technique: int, tables: Geometry, owner: Ints, region: Masks, work: Work) -> None:
    """Place the stars found, or rule the cells out."""
    for w in range(span(tables.words)):
        if technique != LAST_CELL:
            work.candidates[s, w] &= ~work.gone[s, w]
            continue
        word = work.gone[s, w]
        while word != ZERO:
            put_star(s, 64 * w + lowest(word), tables, owner, region, work)
            word &= word - ONE


@kernel
def put_star(s: int, x: int, tables: Geometry, owner: Ints, region: Masks, work: Work) -> None:
    """Place a star.

    One that a star of the same round has ruled out is left: its unit has no candidate then, which
    the next round reports.
    """
    if (work.candidates[s, x >> 6] >> U64(x & 63)) & ONE == ZERO:
        return
    g = owner[x]
    work.regions[s] &= ~(ONE << U64(g))
    work.lines[s] &= ~tables.lines_of[x]
    for w in range(span(tables.words)):
        work.candidates[s, w] &= ~(tables.reach[x, w] | region[g, w])


@kernel
def what_if(tables: Geometry, owner: Ints, region: Masks, solution: Masks, work: Work) -> int:
    """Candidates whose star leads the first four techniques to a unit without candidates.

    Returns how many; they are left in ``work.gone[ACTUAL]``.
    """
    refuted = 0
    words = span(tables.words)
    for w in range(words):
        work.gone[ACTUAL, w] = ZERO
    for v in range(words):
        word = work.candidates[ACTUAL, v] & ~solution[0, v]
        while word != ZERO and work.left[0] >= 0:
            x = 64 * v + lowest(word)
            word &= word - ONE
            for w in range(words):
                work.candidates[SUPPOSED, w] = work.candidates[ACTUAL, w]
            work.regions[SUPPOSED] = work.regions[ACTUAL]
            work.lines[SUPPOSED] = work.lines[ACTUAL]
            put_star(SUPPOSED, x, tables, owner, region, work)
            technique = LAST_CELL
            while technique > 0:
                technique, _, _ = next_round(SUPPOSED, tables, owner, region, work)
                if technique > 0:
                    apply(SUPPOSED, technique, tables, owner, region, work)
                if work.regions[SUPPOSED] == ZERO:
                    break
            if technique == CONTRADICTION:
                work.gone[ACTUAL, v] |= ONE << U64(x & 63)
                refuted += 1
    return refuted
