"""Whether stars that somebody claims are a solution of a board; nothing about them is trusted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from moat_bank.families.stars.kind import MAX_SIZE

RULES = ("malformed", "count", "off_board", "row", "column", "region", "touching")
"""What a claim may break, in the order in which it is looked for."""

MAX_CLAIM = MAX_SIZE * MAX_SIZE
"""Most pairs that are looked at: no board has more cells, so a longer list is malformed."""


@dataclass(frozen=True)
class Claim:
    """The answer to a claim.

    Attributes:
        valid: whether the stars solve the board.
        broken: the first rule broken, of ``RULES``, or None.
    """

    valid: bool
    broken: str | None


def check_stars(regions: Sequence[Sequence[int]], stars: int, claimed: Any) -> Claim:
    """Check claimed stars against a board.

    - malformed: not a list of at most ``MAX_CLAIM`` pairs ``[row, col]`` of whole numbers
      (``int`` alone: no bool, no float, not even 2.0);
    - count: not ``size * stars`` of them, or the same cell twice;
    - off_board: a row or column outside 0 to size - 1;
    - row, column, region: one of them has more or fewer stars than ``stars``;
    - touching: two stars side by side or corner to corner.

    Never raises, whatever ``claimed`` is.  O(pairs claimed), of which at most ``MAX_CLAIM`` count.

    Args:
        regions: region indices of a board, size by size.
        stars: stars in each unit.
        claimed: what came from outside.
    """
    broken = _first_broken(regions, stars, claimed)
    return Claim(broken is None, broken)


def _first_broken(regions: Sequence[Sequence[int]], stars: int, claimed: Any) -> str | None:
    size = len(regions)
    if not _well_formed(claimed):
        return "malformed"
    cells = {(row, col) for row, col in claimed}
    if len(claimed) != size * stars or len(cells) != size * stars:
        return "count"
    if any(not (0 <= row < size and 0 <= col < size) for row, col in cells):
        return "off_board"
    # As many stars as there are rows times stars: if no row has too many, none has too few.
    rows, cols, areas = [0] * size, [0] * size, [0] * size
    for row, col in cells:
        rows[row] += 1
        cols[col] += 1
        areas[regions[row][col]] += 1
    for counts, rule in ((rows, "row"), (cols, "column"), (areas, "region")):
        if max(counts) > stars:
            return rule
    for row, col in cells:
        below = row + 1
        if (
            (row, col + 1) in cells
            or (below, col - 1) in cells
            or (below, col) in cells
            or (below, col + 1) in cells
        ):
            return "touching"
    return None


def _well_formed(claimed: Any) -> bool:
    if type(claimed) not in (list, tuple) or len(claimed) > MAX_CLAIM:
        return False
    for pair in claimed:
        if type(pair) not in (list, tuple) or len(pair) != 2:
            return False
        if type(pair[0]) is not int or type(pair[1]) is not int:
            return False
    return True
