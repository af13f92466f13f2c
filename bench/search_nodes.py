"""The nodes of a plain search, row by row: a measure of difficulty that knows no technique."""

from itertools import combinations

import numpy as np
from numba import njit

CAP = 50_000


def search_nodes(regions, stars):
    """Rows filled until every solution is found, stopped at ``CAP``."""
    regions = np.array(regions, np.int64)
    size = len(regions)
    ways = [way for way in combinations(range(size), stars) if all(np.diff(way) > 1)]
    below = np.zeros((size + 1, size), np.int64)  # cells of each region from a row on
    for row in range(size - 1, -1, -1):
        below[row] = below[row + 1] + np.bincount(regions[row], minlength=size)
    return int(_count(stars, regions, np.array(ways, np.int64).reshape(-1, stars), below))


@njit
def _count(stars, regions, ways, below):
    size = len(regions)
    columns, units = np.full(size, stars), np.full(size, stars)  # stars that each still misses
    way = np.full(size + 1, -1)
    row, nodes = 0, 0
    while row >= 0 and nodes < CAP:
        if way[row] >= 0:
            _put(ways[way[row]], regions[row], columns, units, 1)
        way[row] += 1
        if row == size or way[row] == len(ways):
            way[row] = -1
            row -= 1
            continue
        _put(ways[way[row]], regions[row], columns, units, -1)
        if row > 0 and _touch(ways[way[row]], ways[way[row - 1]]):
            continue
        if _room(columns, units, size - row - 1, below[row + 1]):
            nodes += 1
            row += 1
    return nodes


@njit
def _put(way, region, columns, units, change):
    for column in way:
        columns[column] += change
        units[region[column]] += change


@njit
def _touch(way, before):
    for a in way:
        for b in before:
            if abs(a - b) <= 1:
                return True
    return False


@njit
def _room(columns, units, rows_left, cells_left):
    for i in range(len(columns)):
        if not 0 <= columns[i] <= rows_left or not 0 <= units[i] <= cells_left[i]:
            return False
    return True
