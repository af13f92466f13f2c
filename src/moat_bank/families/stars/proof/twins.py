"""Near twins, found anew: boards with one solution, turned or mirrored, that differ in few cells.

Two boards are laid on each other so that their stars meet, each region is named by its first star,
and the cells with unlike names are counted.  A solution that equals its own turn or mirror can be
laid in several ways, and the least count of any two holds: with several stars, which of them is the
first depends on the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Cells = NDArray[np.uint8]

NARROWEST_STRIPE = 8
"""Cells; boards of one solution are all compared where stripes would be narrower."""


@dataclass(frozen=True, eq=False)
class Laid:
    """Boards laid by their solutions.

    Attributes:
        solution: (boards, size * stars) the least of the eight turned and mirrored solutions.
        board: int64 (ways,) the board of each way to lay it so, ascending.
        names: (ways, cells) each cell's region by the number of its first star.
    """

    solution: Cells
    board: NDArray[np.int64]
    names: Cells


def lay(regions: Cells, columns: Cells) -> Laid:
    """Lay boards (boards, size, size) with their solutions (boards, size, stars)."""
    _, size, stars = columns.shape
    cells = np.ascontiguousarray(regions.transpose(1, 2, 0))
    starred = np.zeros(cells.shape, np.bool_)
    board, row, _ = np.indices(columns.shape)
    starred[row, columns, board] = True
    images = [_image(cells, starred, turn, stars) for turn in range(8)]
    least = images[0][0]
    for solution, _ in images[1:]:
        differs = solution != least
        at = differs.argmax(axis=0)[None]
        less = np.take_along_axis(solution, at, 0) < np.take_along_axis(least, at, 0)
        least = np.where(less, solution, least)
    ways = np.array([(solution == least).all(axis=0) for solution, _ in images]).T
    each, turn = np.nonzero(ways)
    names = np.zeros((len(each), size * size), np.uint8)
    for t in range(8):
        names[turn == t] = images[t][1][:, each[turn == t]].T
    return Laid(np.ascontiguousarray(least.T), each, names)


def _image(cells: Cells, starred: NDArray[np.bool_], turn: int, stars: int) -> tuple[Cells, Cells]:
    """The stars' columns (size * stars, boards) and names (cells, boards) of one image."""
    cells, starred = np.rot90(cells, turn % 4), np.rot90(starred, turn % 4)
    if turn >= 4:
        cells, starred = cells.swapaxes(0, 1), starred.swapaxes(0, 1)
    size, _, boards = cells.shape
    # Stars in reading order, board by board: every row holds as many, so they form a table.
    board, row, column = np.nonzero(starred.transpose(2, 0, 1))
    table = column.reshape(boards, size * stars).T
    label = cells[row, column, board].reshape(boards, size * stars).T
    flat = np.ascontiguousarray(cells).reshape(size * size, boards)
    names = np.zeros_like(flat)
    for star in range(size * stars - 1, -1, -1):
        here = flat == label[star]
        names = names * ~here + here * np.uint8(star)
    return table.astype(np.uint8), names


def joined(parts: Sequence[Laid]) -> Laid:
    """One stack of boards from several."""
    counts = [len(part.solution) for part in parts]
    starts = np.cumsum([0, *counts[:-1]])
    return Laid(
        np.concatenate([part.solution for part in parts]),
        np.concatenate([part.board + start for part, start in zip(parts, starts, strict=True)]),
        np.concatenate([part.names for part in parts]),
    )


def near(laid: Laid, distance: int) -> Iterator[tuple[int, int, int]]:
    """Boards nearer than ``distance`` to one before them: (that board, the one before, cells).

    Of several before it the nearest, and of these the first.  Boards with so few cells unlike are
    alike in one of ``distance`` stripes of cells, so boards are sorted by stripe after stripe, and
    only equal ones compared.
    """
    cells = laid.names.shape[1]
    stripes = distance if 0 < distance * NARROWEST_STRIPE <= cells else 1
    nearest: dict[int, tuple[int, int]] = {}
    for stripe in range(stripes):
        part = laid.names[:, stripe::stripes] if stripes > 1 else laid.names[:, :0]
        for rows in _equal(np.concatenate([laid.solution[laid.board], part], axis=1)):
            for here, before, unlike in _pairs(laid, rows, distance):
                nearest[here] = min(nearest.get(here, (cells, here)), (unlike, before))
    for here in sorted(nearest):
        unlike, before = nearest[here]
        yield here, before, unlike


def _equal(table: Cells) -> Iterator[NDArray[np.int64]]:
    """Ascending rows of a table that are the same, for each such set of two or more."""
    whole = np.ascontiguousarray(table)
    keys = whole.view([("row", f"V{whole.shape[1]}")]).ravel()
    order = np.argsort(keys, kind="stable")
    new = np.flatnonzero((whole[order[1:]] != whole[order[:-1]]).any(axis=1)) + 1
    for rows in np.split(order, new):
        if len(rows) > 1:
            yield rows


def _pairs(laid: Laid, rows: NDArray[np.int64], distance: int) -> Iterator[tuple[int, int, int]]:
    """Pairs nearer than that among ascending ways: (later board, earlier board, cells)."""
    board, names = laid.board[rows], laid.names[rows]
    for i in range(1, len(rows)):
        unlike = (names[:i] != names[i]).sum(axis=1)
        for j in np.flatnonzero((unlike < distance) & (board[:i] != board[i])):
            yield int(board[i]), int(board[j]), int(unlike[j])
