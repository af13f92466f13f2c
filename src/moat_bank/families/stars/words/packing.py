"""How many stars fit into some cells without touching, and what all ways to do so share."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import isqrt

from moat_bank.families.stars.words.sheet import Board, cells_of, spend


def fits(board: Board, cells: int, count: int) -> bool:
    """Whether ``count`` stars fit into the cells.

    Cells whose rows are alike even or odd, and their columns too, never touch.  There are four such
    classes, so one of them has enough where there are more than four times ``count - 1`` cells.
    """
    if count < 2:
        return count < 1 or cells != 0
    number = cells.bit_count()
    if number > 4 * (count - 1):
        return True
    if number < count:
        return False
    key = cells, count
    known: bool | None = board.memo.get(key)
    if known is None:
        spend(board, 1)
        first = cells & -cells
        with_it = cells & ~board.near[first.bit_length() - 1]
        known = fits(board, with_it, count - 1) or fits(board, cells ^ first, count)
        board.memo[key] = known
    return known


def room(board: Board, cells: int, most: int) -> int:
    """How many stars, up to ``most``, fit into the cells."""
    while not fits(board, cells, most):
        most -= 1
    return most


def squeezed(board: Board, cells: int, count: int) -> tuple[int, int]:
    """What follows where ``count`` stars, as many as fit or fewer, are put into the cells.

    Returns:
        The cells without which there is no way, and the cells of the board, in the set or beside
        it, whose star leaves no way, by touch alone.
    """
    if cells.bit_count() > 4 * (count - 1) + 9:  # a star clears nine of them at most: see ``fits``
        return 0, 0
    key = "squeezed", cells, count
    known: tuple[int, int] | None = board.memo.get(key)
    if known is None:
        forced = gone = beside = 0
        for x in cells_of(cells):
            beside |= board.near[x]
            if not fits(board, cells & ~(1 << x), count):
                forced |= 1 << x
        for x in cells_of(beside):
            if not fits(board, cells & ~board.near[x], count - (cells >> x & 1)):
                gone |= 1 << x
        spend(board, beside.bit_count())
        known = forced, gone
        board.memo[key] = known
    return known


def ways(board: Board, cells: int, count: int, most: int) -> list[int] | None:
    """All choices of ``count`` cells that do not touch; None where there are more than ``most``.

    Those next to each other in the list have little in common, so what all agree on is soon known.
    """
    key = "ways", cells, count, most
    if key not in board.memo:
        found = list(islice(_ways(board, cells, count), most + 1))
        stride = isqrt(len(found)) or 1
        spread = [way for start in range(stride) for way in found[start::stride]]
        board.memo[key] = spread if len(found) <= most else None
    known: list[int] | None = board.memo[key]
    return known


def _ways(board: Board, cells: int, count: int) -> Iterator[int]:
    spend(board, 1)
    if count == 0:
        yield 0
        return
    while cells.bit_count() >= count:
        first = cells & -cells
        cells ^= first
        for others in _ways(board, cells & ~board.near[first.bit_length() - 1], count - 1):
            yield first | others
