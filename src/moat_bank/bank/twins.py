"""Near twins: boards of one size whose solution is the same, turned or mirrored.

Two such boards are laid on each other by the symmetry that carries one solution on the other, each
region named by its first star; their distance is the number of cells with unlike names.  A solution
that is symmetric itself allows several ways, and the least distance of any two counts: with several
stars, which of them is the first depends on the way.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from moat_bank.symmetry import TRANSFORMS, source_table

ALONE = np.iinfo(np.int32).max
"""Distance of a board to its nearest twin where it has none."""


@dataclass
class Group:
    """The boards accepted so far with one solution: laid alike, and how near the nearest is.

    ``boards`` is (boards, ways to lay each, cells).
    """

    boards: NDArray[np.uint8]
    nearest: NDArray[np.int32]
    members: list[int] = field(default_factory=list)

    def add(
        self, ways: NDArray[np.uint8], member: int, distances: NDArray[np.int32], nearest: int
    ) -> None:
        """Take in a board that stands ``distances`` from those here, ``nearest`` at the least."""
        here = len(self.members)
        if here == len(self.boards):
            self.boards = np.concatenate([self.boards, np.zeros_like(self.boards)])
            self.nearest = np.concatenate([self.nearest, np.full_like(self.nearest, ALONE)])
        np.minimum(self.nearest[:here], distances, out=self.nearest[:here])
        self.boards[here] = ways
        self.nearest[here] = nearest
        self.members.append(member)

    def distances(self, ways: NDArray[np.uint8]) -> NDArray[np.int32]:
        """How far a board that can be laid in these ways (ways, cells) is from each here."""
        here = self.boards[: len(self.members)]
        least = np.full(len(here), ALONE, np.int32)
        for way in ways:
            for mine in range(here.shape[1]):
                unlike = (here[:, mine] != way).sum(axis=1, dtype=np.int32)
                np.minimum(least, unlike, out=least)
        return least


def new_group(ways: int, cells: int) -> Group:
    """A group without boards."""
    return Group(np.zeros((4, ways, cells), np.uint8), np.full(4, ALONE, np.int32))


Groups = dict[int, Group]
"""Groups by the ``twin`` key of their records."""


def admit(
    groups: Groups, records: NDArray[np.void], size: int, distance: int, room: int
) -> tuple[list[int], int]:
    """Take boards in order, leaving out each that is nearer than ``distance`` to one taken.

    Args:
        groups: what was taken before; it grows.
        records: the boards offered, one size and one count of stars.
        size: rows of a board.
        distance: fewest cells by which twins must differ; 0 takes all.
        room: how many may be taken.

    Returns:
        The places in ``records`` of those taken, and how many were too near.  Per board offered
        O(boards taken with the same solution x cells), times the square of the ways to lay them.
    """
    taken: list[int] = []
    near = 0
    member = sum(len(group.members) for group in groups.values())
    laid, others = align(records, size)
    for place, key in enumerate(records["twin"].tolist()):
        if len(taken) == room:
            break
        ways = np.stack([laid[place], *others.get(place, ())])
        group = groups.get(key)
        if group is None:
            group = groups[key] = new_group(*ways.shape)
        distances = group.distances(ways)
        nearest = int(distances.min(initial=ALONE))
        if nearest < distance:
            near += 1
            continue
        group.add(ways, member + len(taken), distances, nearest)
        taken.append(place)
    return taken, near


def nearest_twins(groups: Groups) -> NDArray[np.int32]:
    """For each board taken, in the order of taking, how far its nearest twin is, or ``ALONE``."""
    nearest = np.full(sum(len(group.members) for group in groups.values()), ALONE, np.int32)
    for group in groups.values():
        nearest[group.members] = group.nearest[: len(group.members)]
    return nearest


def align(
    records: NDArray[np.void], size: int
) -> tuple[NDArray[np.uint8], dict[int, list[NDArray[np.uint8]]]]:
    """Each board laid so that its solution has the least form, regions named by their stars.

    The least form is the first of the eight in the order of star cells. The name of a region is the
    place of its first star in reading order.

    Returns:
        The boards, uint8 (boards, size * size), and by place in ``records`` all further ways to lay
        a board whose solution is symmetric.
    """
    source = source_table(size)
    goes_to = np.argsort(source, axis=1)
    solution = records["solution"].astype(np.int64)
    stars = solution.shape[1] // size
    cells = solution + size * np.repeat(np.arange(size), stars)
    forms = np.sort(goes_to[:, cells], axis=2)  # (8, boards, stars of a board)
    least = forms[0]
    for form in forms[1:]:
        least = np.where(_before(form, least)[:, None], form, least)
    fits = (forms == least).all(axis=2)
    first = fits.argmax(axis=0)
    laid = np.empty((len(records), size * size), np.uint8)
    others: dict[int, list[NDArray[np.uint8]]] = {}
    for t in range(TRANSFORMS):
        places = np.flatnonzero(fits[t])
        boards = _named(records["regions"][places][:, source[t]], least[places])
        laid[places[first[places] == t]] = boards[first[places] == t]
        for at in np.flatnonzero(first[places] != t):
            others.setdefault(int(places[at]), []).append(boards[at])
    return laid, others


def _before(left: NDArray[np.int64], right: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Row by row, whether ``left`` comes before ``right`` in the order of lists."""
    unlike = left != right
    at = np.argmax(unlike, axis=1)[:, None]
    less = np.take_along_axis(left, at, 1) < np.take_along_axis(right, at, 1)
    return less[:, 0]


def _named(boards: NDArray[np.uint8], stars: NDArray[np.int64]) -> NDArray[np.uint8]:
    """The boards (n, cells) with each region named by the first of its ``stars`` (n, stars)."""
    regions = np.take_along_axis(boards, stars, 1)
    names = np.zeros((len(boards), boards.max(initial=0) + 1), np.uint8)
    for star in range(stars.shape[1] - 1, -1, -1):
        np.put_along_axis(names, regions[:, star : star + 1], star, 1)
    return np.take_along_axis(names, boards, 1)
