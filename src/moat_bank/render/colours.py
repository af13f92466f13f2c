"""Colours for regions: neighbours always differ, and for colour-blind eyes too."""

from __future__ import annotations

from collections.abc import Sequence

PALETTE = (
    "#EEEEEE",
    "#DD7755",
    "#55DDFF",
    "#AA88EE",
    "#DDCC66",
    "#99BB99",
    "#BBFFBB",
    "#CC88BB",
)
"""Light fills for black stars and lines.

Chosen by search among muted light colours for the largest smallest distance between any two, as
seen with normal sight and with each of the three kinds of dichromacy; the tests measure it.
"""


def colour_regions(regions: Sequence[Sequence[int]]) -> list[int]:
    """An index into ``PALETTE`` for each region; regions side by side have different ones.

    Greedy, from the most entangled region outwards ("smallest last"), which needs at most six
    colours where every region is in one piece, since the graph of neighbours is then planar. Of
    the colours free for a region it takes the one least used so far, so that all are used.
    Where regions are in pieces and no colour is free, neighbours may have to share the rarest.

    The same regions under any turn or mirror get the same colours.  O(regions**2 + cells).
    """
    neighbours = _neighbours(regions)
    used = [0] * len(PALETTE)
    chosen: dict[int, int] = {}
    for region in _smallest_last(neighbours):
        taken = {chosen[other] for other in neighbours[region] if other in chosen}
        free = [colour for colour in range(len(PALETTE)) if colour not in taken]
        colour = min(free or range(len(PALETTE)), key=lambda at: (used[at], at))
        chosen[region] = colour
        used[colour] += 1
    return [chosen[region] for region in range(len(neighbours))]


def _neighbours(regions: Sequence[Sequence[int]]) -> list[set[int]]:
    size = len(regions)
    neighbours: list[set[int]] = [set() for _ in range(size)]
    for r in range(size):
        for c in range(size):
            for y, x in ((r + 1, c), (r, c + 1)):
                if y < size and x < size and regions[y][x] != regions[r][c]:
                    neighbours[regions[r][c]].add(regions[y][x])
                    neighbours[regions[y][x]].add(regions[r][c])
    return neighbours


def _smallest_last(neighbours: Sequence[set[int]]) -> list[int]:
    """The order in which each region has the fewest neighbours among those before it."""
    left = set(range(len(neighbours)))
    removed = []
    while left:
        region = min(left, key=lambda at: (len(neighbours[at] & left), at))
        left.remove(region)
        removed.append(region)
    return removed[::-1]
