"""Ways and cases: all ways to fill a unit, less those that cannot be; what the rest agree on holds.

A way is laid down with all that it clears: cells that touch its stars, and units that it completes.
The technique "ways" strikes those that leave another unit no room at once; "cases" those that lead
there by the plain techniques, and compares where the others end.  With one star to a way, "ways" is
exclusion: a star that leaves another unit no room.

Units with few ways come first: up to ``FEW``, then up to four times as many, and so on while
nothing is found; a unit with more than ``MOST`` is passed over.
"""

from __future__ import annotations

import numpy as np

from moat_bank.families.stars.engine.many.follow import follow
from moat_bank.families.stars.engine.many.state import (
    CHOSEN,
    CONTRADICTION,
    DEPTH,
    GONE_IN_ALL,
    IN_ALL,
    SUPPOSED,
    TREE,
    Work,
    forget,
    put_star,
    settled,
    suppose,
)
from moat_bank.kernels.jit import ONE, ZERO, kernel, lowest, span

FEW, MOST = np.array([8, 2048])


@kernel
def by_ways(s: int, top: int, work: Work) -> int:
    """Conclude from the ways of each unit, each followed by the techniques up to ``top``.

    Returns cells settled, or CONTRADICTION where no way of a unit can be.
    """
    fewest = 0
    most = FEW
    larger = True
    while larger and most <= MOST and work.left[0] >= 0:
        forget(s, work)
        larger = False
        for u in range(work.need.shape[1]):
            count = _count_ways(s, u, most, work)
            larger |= count > most
            if fewest < count <= most and not _compare(s, u, top, work):
                return CONTRADICTION
        cells = settled(s, work)
        if cells > 0:
            return cells
        fewest, most = most, 4 * most
    return 0


@kernel
def _count_ways(s: int, u: int, most: int, work: Work) -> int:
    """Ways to fill unit ``u``, up to ``most`` + 1."""
    if work.need[s, u] == 0:
        return 0
    count = 0
    _first_way(s, u, work)
    while count <= most and _next_way(work.need[s, u], work):
        count += 1
    return count


@kernel
def _compare(s: int, u: int, top: int, work: Work) -> bool:
    """Conclude what the ways of unit ``u`` agree on; False where none of them can be."""
    words = span(work.words)
    need = work.need[s, u]
    possible = False
    for w in range(words):
        work.block[IN_ALL, w] = work.candidates[s, w]
        work.block[GONE_IN_ALL, w] = work.candidates[s, w]
    _first_way(s, u, work)
    while work.left[0] >= 0 and _next_way(need, work):
        if not _lay_down(s, need, work) or not follow(top, work):
            continue
        possible = True
        some = ZERO
        for w in range(words):
            stars = work.placed[SUPPOSED, w]
            work.block[IN_ALL, w] &= stars
            work.block[GONE_IN_ALL, w] &= ~(stars | work.candidates[SUPPOSED, w])
            some |= work.block[IN_ALL, w] | work.block[GONE_IN_ALL, w]
        if some == ZERO:
            return True
    if possible:
        for w in range(words):
            work.star[s, w] |= work.block[IN_ALL, w]
            work.out[s, w] |= work.block[GONE_IN_ALL, w]
    return possible


@kernel
def _lay_down(s: int, need: int, work: Work) -> bool:
    """Suppose the chosen stars; False where one rules out another."""
    suppose(s, work)
    for d in range(need):
        if not put_star(SUPPOSED, work.note[CHOSEN, d], work):
            return False
    return True


@kernel
def _first_way(s: int, u: int, work: Work) -> None:
    """Begin with the ways of unit ``u``."""
    work.note[DEPTH, 0] = 0
    for w in range(span(work.words)):
        work.block[TREE, w] = work.candidates[s, w] & work.unit[u, w]


@kernel
def _next_way(need: int, work: Work) -> bool:
    """Write the next ``need`` cells that do not touch to CHOSEN; False after the last."""
    words = span(work.words)
    depth = work.note[DEPTH, 0]
    while depth >= 0:
        x = -1
        for w in range(words):
            word = work.block[TREE + depth, w]
            if word != ZERO:
                x = 64 * w + lowest(word)
                work.block[TREE + depth, w] = word & (word - ONE)
                break
        if x < 0:
            depth -= 1
            continue
        work.note[CHOSEN, depth] = x
        if depth + 1 == need:
            work.note[DEPTH, 0] = depth
            return True
        for w in range(words):
            work.block[TREE + depth + 1, w] = work.block[TREE + depth, w] & ~work.near[x, w]
        depth += 1
    return False
