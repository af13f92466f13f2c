"""The ladder of human techniques for one star: each from candidates to deductions.

Every technique looks at one state of the candidates and finds *all* that it can conclude there,
so what it finds does not depend on the order of cells, the turn of the board or its labels.
Names and ranks follow DESIGN's sources: containment, crowding ("moat squeeze") and the Hall sets
that players call "k regions in k lines".
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.stars.engine.budget import UNBOUNDED
from moat_bank.families.stars.engine.geometry import Geometry, Ints, Masks, Words
from moat_bank.kernels.jit import ONE, U64, ZERO, kernel, lowest, popcount, span

LAST_CELL, CONFINED_LINE, MOAT_SQUEEZE, K_IN_K, WHAT_IF = range(1, 6)
CONTRADICTION = -1

LADDER = ("last cell", "confined line", "moat squeeze", "k in k", "what-if")
"""Names of the techniques; a technique's number is its place, from 1."""

# States: the board's own, and the one supposed by a what-if.
ACTUAL, SUPPOSED = range(2)
SEEN = 2  # a scratch row of ``gone``

# Rows of ``Work.meets``: of which units, and what their candidates touch.
REGION_ROWS, REGION_COLUMNS, ROW_REGIONS, COLUMN_REGIONS = range(4)

# Rows of ``Work.pick``.
ABLE, CHOSEN = range(2)


class Work(NamedTuple):
    """Candidates and deductions of the two states; with W words a mask.

    Attributes:
        candidates: uint64 (2, W): cells that may still hold a star.
        regions: uint64 (2,): regions without a star.
        lines: uint64 (2,): rows, then columns, without a star.
        gone: uint64 (3, W): what the last technique concluded: stars for LAST_CELL, cells ruled
            out for the others; and one scratch row.
        meets: uint64 (4, size): for "k in k": rows and columns that each region's candidates
            lie in, and the regions that each row's and column's candidates lie in.
        pick: int64 (2, size + 1): the units ABLE to be in a set, and the places among them of
            those CHOSEN.
        union: uint64 (size + 1,): what the candidates of the chosen ones lie in.
        left: int64 (1,): steps that may still be taken; below 0 the rating was given up.
    """

    candidates: Masks
    regions: NDArray[np.uint64]
    lines: NDArray[np.uint64]
    gone: Masks
    meets: Masks
    pick: Ints
    union: NDArray[np.uint64]
    left: Ints


def new_work(size: int, budget: int = UNBOUNDED) -> Work:
    """Memory for boards of one size."""
    words = (size * size + 63) // 64
    return Work(
        np.zeros((2, words), np.uint64),
        np.zeros(2, np.uint64),
        np.zeros(2, np.uint64),
        np.zeros((3, words), np.uint64),
        np.zeros((4, size), np.uint64),
        np.zeros((2, size + 1), np.int64),
        np.zeros(size + 1, np.uint64),
        np.array([budget]),
    )


@kernel
def last_cell(s: int, tables: Geometry, region: Masks, work: Work) -> int:
    """Stars in open units with one candidate left.

    Returns how many, or CONTRADICTION where an open unit has no candidate.
    """
    words = span(tables.words)
    for w in range(words):
        work.gone[s, w] = ZERO
    for kind in range(2):
        unit = tables.line if kind else region
        unplaced = work.lines[s] if kind else work.regions[s]
        while unplaced != ZERO:
            u = lowest(unplaced)
            unplaced &= unplaced - ONE
            count = 0
            for w in range(words):
                count += popcount(work.candidates[s, w] & unit[u, w])
            if count == 0:
                return CONTRADICTION
            if count == 1:
                for w in range(words):
                    work.gone[s, w] |= work.candidates[s, w] & unit[u, w]
    return _size_of(s, tables.words, work)


@kernel
def confined_line(s: int, tables: Geometry, owner: Ints, region: Masks, work: Work) -> int:
    """A region's candidates in one line clear the rest of the line, and the reverse.

    Returns how many cells go.
    """
    words = span(tables.words)
    size = len(region)
    for w in range(words):
        work.gone[s, w] = ZERO
    unplaced = work.regions[s]
    while unplaced != ZERO:
        g = lowest(unplaced)
        unplaced &= unplaced - ONE
        x = _first_in(s, g, tables.words, region, work)
        _confine(s, tables.words, region, g, tables.line, tables.row[x], work)
        _confine(s, tables.words, region, g, tables.line, size + tables.column[x], work)
    unplaced = work.lines[s]
    while unplaced != ZERO:
        u = lowest(unplaced)
        unplaced &= unplaced - ONE
        x = _first_in(s, u, tables.words, tables.line, work)
        _confine(s, tables.words, tables.line, u, region, owner[x], work)
    return _size_of(s, tables.words, work)


@kernel
def _first_in(s: int, u: int, words: Words, unit: Masks, work: Work) -> int:
    for w in range(span(words)):
        word = work.candidates[s, w] & unit[u, w]
        if word != ZERO:
            return 64 * w + lowest(word)
    return -1


@kernel
def _confine(s: int, words: Words, inner: Masks, i: int, outer: Masks, o: int, work: Work) -> None:
    """Where unit ``inner[i]`` has candidates in ``outer[o]`` alone, the rest of that goes."""
    for w in range(span(words)):
        if work.candidates[s, w] & inner[i, w] & ~outer[o, w] != ZERO:
            return
    for w in range(span(words)):
        work.gone[s, w] |= work.candidates[s, w] & outer[o, w] & ~inner[i, w]


@kernel
def moat_squeeze(s: int, tables: Geometry, owner: Ints, region: Masks, work: Work) -> int:
    """A candidate outside a unit that shares a line, region or touch with all of its candidates.

    Returns how many cells go.
    """
    words = span(tables.words)
    for w in range(words):
        work.gone[s, w] = ZERO
    for kind in range(2):
        unit = tables.line if kind else region
        unplaced = work.lines[s] if kind else work.regions[s]
        while unplaced != ZERO:
            u = lowest(unplaced)
            unplaced &= unplaced - ONE
            for w in range(words):
                work.gone[SEEN, w] = work.candidates[s, w] & ~unit[u, w]
            if seen_by_all(s, u, unit, tables, owner, region, work):
                for w in range(words):
                    work.gone[s, w] |= work.gone[SEEN, w]
    return _size_of(s, tables.words, work)


@kernel
def seen_by_all(
    s: int, u: int, unit: Masks, tables: Geometry, owner: Ints, region: Masks, work: Work
) -> bool:
    """Narrow the scratch row to what all candidates of the unit see; False when none is left."""
    words = span(tables.words)
    for v in range(words):
        word = work.candidates[s, v] & unit[u, v]
        while word != ZERO:
            x = 64 * v + lowest(word)
            word &= word - ONE
            g = owner[x]
            some = ZERO
            for w in range(words):
                work.gone[SEEN, w] &= tables.reach[x, w] | region[g, w]
                some |= work.gone[SEEN, w]
            if some == ZERO:
                return False
    return True


@kernel
def note_meetings(s: int, tables: Geometry, owner: Ints, work: Work) -> None:
    """Fill ``work.meets`` for the candidates of the state."""
    size = work.meets.shape[1]
    for kind in range(4):
        for i in range(size):
            work.meets[kind, i] = ZERO
    for w in range(span(tables.words)):
        word = work.candidates[s, w]
        while word != ZERO:
            x = 64 * w + lowest(word)
            word &= word - ONE
            g, r, c = owner[x], tables.row[x], tables.column[x]
            work.meets[REGION_ROWS, g] |= ONE << U64(r)
            work.meets[REGION_COLUMNS, g] |= ONE << U64(c)
            work.meets[ROW_REGIONS, r] |= ONE << U64(g)
            work.meets[COLUMN_REGIONS, c] |= ONE << U64(g)


@kernel
def k_in_k(s: int, k: int, tables: Geometry, region: Masks, work: Work) -> int:
    """k regions with candidates in k rows (or columns) clear the rest of them, and the reverse.

    ``note_meetings`` comes first.  By duality the sets of k and of (open units - k) remove the
    same cells, so k up to half of the open regions says all.  Returns how many cells go.
    """
    size = len(region)
    for w in range(span(tables.words)):
        work.gone[s, w] = ZERO
    line = tables.line
    rows, columns = work.lines[s], work.lines[s] >> U64(size)
    _sets(s, k, tables.words, REGION_ROWS, work.regions[s], region, 0, line, 0, work)
    _sets(s, k, tables.words, REGION_COLUMNS, work.regions[s], region, 0, line, size, work)
    _sets(s, k, tables.words, ROW_REGIONS, rows, line, 0, region, 0, work)
    _sets(s, k, tables.words, COLUMN_REGIONS, columns, line, size, region, 0, work)
    return _size_of(s, tables.words, work)


@kernel
def _sets(
    s: int,
    k: int,
    words: Words,
    kind: int,
    unplaced: np.uint64,
    inner: Masks,
    inner_at: int,
    outer: Masks,
    outer_at: int,
    work: Work,
) -> None:
    """Walk the sets of k inner units whose candidates lie in at most k outer ones."""
    count = 0
    for i in range(work.meets.shape[1]):
        if (unplaced >> U64(i)) & ONE != ZERO and popcount(work.meets[kind, i]) <= k:
            work.pick[ABLE, count] = i
            count += 1
    if count < k:
        return
    work.union[0] = ZERO
    depth = 0
    work.pick[CHOSEN, 0] = -1
    while depth >= 0:
        work.pick[CHOSEN, depth] += 1
        at = work.pick[CHOSEN, depth]
        if at > count - (k - depth):
            depth -= 1
            work.left[0] -= count
            if work.left[0] < 0:
                return
            continue
        union = work.union[depth] | work.meets[kind, work.pick[ABLE, at]]
        if popcount(union) > k:
            continue
        work.union[depth + 1] = union
        if depth + 1 < k:
            depth += 1
            work.pick[CHOSEN, depth] = at
        else:
            _clear_outside(s, k, words, inner, inner_at, union, outer, outer_at, work)


@kernel
def _clear_outside(
    s: int,
    k: int,
    words: Words,
    inner: Masks,
    inner_at: int,
    union: np.uint64,
    outer: Masks,
    outer_at: int,
    work: Work,
) -> None:
    """Rule out what the outer units of the union hold beside the chosen inner ones."""
    work.left[0] -= k * span(words)
    for w in range(span(words)):
        ours = ZERO
        for d in range(k):
            ours |= inner[inner_at + work.pick[ABLE, work.pick[CHOSEN, d]], w]
        theirs = ZERO
        rest = union
        while rest != ZERO:
            theirs |= outer[outer_at + lowest(rest), w]
            rest &= rest - ONE
        work.gone[s, w] |= work.candidates[s, w] & theirs & ~ours


@kernel
def _size_of(s: int, words: Words, work: Work) -> int:
    count = 0
    for w in range(span(words)):
        count += popcount(work.gone[s, w])
    return count
