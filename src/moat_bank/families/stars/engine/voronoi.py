"""Regions by nearness: a cell belongs to the group of stars whose centroid is nearest to it.

Compact regions with straight borders, as several Star Battle generators make them.  A star belongs
to its own group wherever it lies, so a group spread wide can come out in two pieces; such a cut is
rejected, and other groups are tried.
"""

from __future__ import annotations

from moat_bank.families.stars.engine.geometry import Geometry, Ints, Masks, add, remove
from moat_bank.families.stars.engine.join import Pieces, join
from moat_bank.kernels.jit import ONE, U64, ZERO, kernel, lowest
from moat_bank.kernels.rng import State, below

CUTS = 60
"""Groupings tried for a seed; at 10x10, two stars, 97% are connected; at 14x14, three, 81%."""


@kernel
def voronoi(
    size: int,
    stars: int,
    state: State,
    tables: Geometry,
    placed: Masks,
    pieces: Pieces,
    owner: Ints,
    region: Masks,
) -> bool:
    """Cut the square into ``size`` regions of ``stars`` stars each.

    Several stars are first cut apart, one by one, and the pieces that lie side by side grouped as
    ``join`` does it; then the square is cut anew by the centroids of the groups.

    Args:
        size: rows, columns and regions.
        stars: stars of each.
        state: generator state.
        tables: of this size.
        placed: uint64 (at least 1, W): the stars, in row 0.
        pieces: scratch.
        owner: int64 (cells,), result: the region of each cell.
        region: uint64 (size, W), result: the cells of each region.

    Returns:
        False where no cut was connected.
    """
    _number_stars(placed, pieces.owner)
    if stars == 1:
        _cut(1, state, tables, placed, pieces, pieces.owner, owner, region)
        return _connected(tables, region, pieces.rim)
    _cut(1, state, tables, placed, pieces, pieces.owner, pieces.owner, pieces.cells)
    for _ in range(CUTS):
        if not join(size, stars, state, tables, pieces, owner, region):
            return False
        _cut(stars, state, tables, placed, pieces, owner, owner, region)
        if _connected(tables, region, pieces.rim):
            return True
    return False


@kernel
def _number_stars(placed: Masks, group: Ints) -> None:
    """Number the stars row by row, in their own cells of ``group``."""
    star = 0
    for w in range(placed.shape[1]):
        word = placed[0, w]
        while word != ZERO:
            group[64 * w + lowest(word)] = star
            word &= word - ONE
            star += 1


@kernel
def _cut(
    stars: int,
    state: State,
    tables: Geometry,
    placed: Masks,
    pieces: Pieces,
    group: Ints,
    owner: Ints,
    region: Masks,
) -> None:
    """Give every cell to the nearest centroid, a star's own cell to its group.

    Args:
        stars: stars of a group.
        state: for ties.
        tables: of this size.
        placed: the stars.
        pieces: scratch.
        group: int64 (cells,): the group of each star, in its cell; it may be ``owner``.
        owner: int64 (cells,), result.
        region: uint64 (groups, W), result.
    """
    site = pieces.site
    site[:] = 0
    for w in range(region.shape[1]):
        for g in range(len(region)):
            region[g, w] = ZERO
        word = placed[0, w]
        while word != ZERO:
            x = 64 * w + lowest(word)
            word &= word - ONE
            site[group[x], 0] += tables.row[x]
            site[group[x], 1] += tables.column[x]
            add(region, group[x], x)
    for x in range(len(owner)):
        own = (placed[0, x >> 6] >> U64(x & 63)) & ONE
        if own == ZERO:
            g = _nearest(stars * tables.row[x], stars * tables.column[x], len(region), state, site)
            add(region, g, x)
            owner[x] = g
        else:
            owner[x] = group[x]


@kernel
def _nearest(row: int, column: int, groups: int, state: State, site: Ints) -> int:
    """The site nearest to a point, both scaled by the stars of a group; ties by the generator."""
    best = -1
    least = 1 << 60
    ties = 0
    for g in range(groups):
        far = (row - site[g, 0]) ** 2 + (column - site[g, 1]) ** 2
        if far < least:
            least = far
            ties = 0
        if far == least:
            ties += 1
            if ties == 1 or below(state, ties) == 0:
                best = g
    return best


@kernel
def _connected(tables: Geometry, region: Masks, rim: Masks) -> bool:
    """Whether every region is one piece; ``rim`` is scratch of two rows."""
    words = region.shape[1]
    for g in range(len(region)):
        first = True
        for w in range(words):
            rim[0, w] = region[g, w]  # not reached yet
            rim[1, w] = ZERO  # reached, and not gone on from
            if first and region[g, w] != ZERO:
                add(rim, 1, 64 * w + lowest(region[g, w]))
                first = False
        _flood(tables, rim)
        for w in range(words):
            if rim[0, w] != ZERO:
                return False
    return True


@kernel
def _flood(tables: Geometry, rim: Masks) -> None:
    """Take from row 0 all that is reached from the cells of row 1, which ends up empty."""
    words = rim.shape[1]
    w = 0
    while w < words:
        if rim[1, w] == ZERO:
            w += 1
            continue
        x = 64 * w + lowest(rim[1, w])
        remove(rim, 1, x)
        remove(rim, 0, x)
        for v in range(words):
            rim[1, v] |= tables.beside[x, v] & rim[0, v]
        w = 0
