"""The colours of all pictures, and which areas get which: neighbours always differ.

Light grounds are chosen for black marks and lines, and for colour-blind eyes too.
"""

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
"""Grounds of areas.

Chosen by search among muted light colours for the largest smallest distance between any two, as
seen with normal sight and with each of the three kinds of dichromacy; the tests measure it.
"""

TERMINAL = (255, 173, 81, 141, 185, 108, 157, 175)
"""The colours of ``PALETTE`` as nearly as the 256 of a terminal allow."""

INK = "#111111"
"""Lines, marks and words."""

PAPER = "#FFFFFF"
"""The ground of a sheet, and words on dark cells."""

DARK = "#333333"
"""Filled cells and those with a slash."""

STONE = "#777777"
"""Walls that stand in cells."""

WOOD = "#DDAA66"
"""Crates."""


def colour_areas(areas: Sequence[Sequence[int]]) -> list[int]:
    """An index into ``PALETTE`` for each area; areas side by side have different ones.

    Greedy, from the most entangled area outwards ("smallest last"), which needs at most six
    colours where every area is in one piece, since the graph of neighbours is then planar. Of
    the colours free for an area it takes the one least used so far, so that all are used.
    Where areas are in pieces and no colour is free, neighbours may have to share the rarest.

    Nothing but the numbers and who borders whom counts: a turned or mirrored map of the same
    numbers has the same colours.  O(areas**2 + cells).
    """
    neighbours = _neighbours(areas)
    used = [0] * len(PALETTE)
    chosen: dict[int, int] = {}
    for area in _smallest_last(neighbours):
        taken = {chosen[other] for other in neighbours[area] if other in chosen}
        free = [colour for colour in range(len(PALETTE)) if colour not in taken]
        colour = min(free or range(len(PALETTE)), key=lambda at: (used[at], at))
        chosen[area] = colour
        used[colour] += 1
    return [chosen[area] for area in range(len(neighbours))]


def _neighbours(areas: Sequence[Sequence[int]]) -> list[set[int]]:
    neighbours: list[set[int]] = [set() for _ in range(1 + max(map(max, areas)))]
    height, width = len(areas), len(areas[0])
    for r in range(height):
        for c in range(width):
            for y, x in ((r + 1, c), (r, c + 1)):
                if y < height and x < width and areas[y][x] != areas[r][c]:
                    neighbours[areas[r][c]].add(areas[y][x])
                    neighbours[areas[y][x]].add(areas[r][c])
    return neighbours


def _smallest_last(neighbours: Sequence[set[int]]) -> list[int]:
    """The order in which each area has the fewest neighbours among those before it."""
    left = set(range(len(neighbours)))
    removed = []
    while left:
        area = min(left, key=lambda at: (len(neighbours[at] & left), at))
        left.remove(area)
        removed.append(area)
    return removed[::-1]
