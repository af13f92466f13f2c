"""Boards laid on each other by the symmetry that carries one solution on the other.

Each region is named by its first star; the distance of two boards is the number of cells with
unlike names.  A solution that is symmetric itself allows several ways, and the least distance of
any two counts: with several stars, which of them is the first depends on the way.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.base import Laid
from moat_bank.symmetry import TRANSFORMS, source_table


def align(records: NDArray[np.void], size: int) -> Laid:
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
    return Laid(laid, {place: np.stack(ways) for place, ways in others.items()})


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
