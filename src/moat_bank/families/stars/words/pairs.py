"""Two neighbouring rows or columns at once: what all ways to fill both have in common.

No two stars of a way are in the same place along the lines or in neighbouring places.  So the lines
are gone through place by place, and kept is only how many stars each could have got so far.
"""

from __future__ import annotations

from dataclasses import dataclass

from moat_bank.families.stars.words.sheet import (
    COLUMN,
    ROW,
    Deduction,
    Found,
    ImpossibleError,
    Sheet,
    Trouble,
    spend,
)

ONE, TWO = 64, 1
"""A pair of counts (a, b) is the bit 64 a + b of a number: a set of pairs is one number, and one
star more for all of them is a shift by ``ONE`` or ``TWO``."""


@dataclass(frozen=True)
class Fillings:
    """Two lines of ``length`` places, gone through from both ends.

    Attributes:
        length: of the lines.
        usable: for the first and the second line, whether each place may get a star.
        before: at p, the pairs of counts that the places before p can give.
        after: at p, the pairs of counts before p that the places from p on can complete.
    """

    length: int
    usable: tuple[list[bool], list[bool]]
    before: list[int]
    after: list[int]

    def star(self, line: int, p: int) -> bool:
        """Whether some way has a star of the line in this place."""
        if not self.usable[line][p]:
            return False
        counts = self.before[max(p - 1, 0)] << (ONE, TWO)[line]
        return bool(counts & self.after[min(p + 2, self.length)])

    def without(self, line: int, p: int) -> bool:
        """Whether some way has no star of the line in this place."""
        empty = self.before[p] & self.after[p + 1]
        return bool(empty) or self.star(1 - line, p)

    def apart(self, line: int, p: int) -> bool:
        """Whether some way has no star of the line in this place or beside it."""
        start, end = max(p - 1, 0), min(p + 2, self.length)
        last, now = self.before[max(start - 1, 0)], self.before[start]
        for q in range(start, end):
            star = last << (ONE, TWO)[1 - line] if self.usable[1 - line][q] else 0
            last, now = now, now | star
        if end == self.length:
            return bool(now & self.after[end])
        found = now & self.after[end + 1]
        for other in range(2):
            if self.usable[other][end]:
                found |= last << (ONE, TWO)[other] & self.after[min(end + 2, self.length)]
        return bool(found)


def fillings(usable: tuple[list[bool], list[bool]], needs: tuple[int, int]) -> Fillings:
    """Go through two lines from both ends."""
    length = len(usable[0])
    before, after = [1], [0] * length + [1 << needs[0] * ONE + needs[1] * TWO]
    for p in range(length):
        counts = before[p]
        for line, star in enumerate((ONE, TWO)):
            if usable[line][p]:
                counts |= before[max(p - 1, 0)] << star
        before.append(counts)
    for p in range(length - 1, -1, -1):
        counts = after[p + 1]
        for line, star in enumerate((ONE, TWO)):
            if usable[line][p]:
                counts |= after[min(p + 2, length)] >> star
        after[p] = counts
    return Fillings(length, usable, before, after)


def line_pairs(sheet: Sheet) -> Found:
    """What all ways to fill two neighbouring rows or columns have in common."""
    board, found = sheet.board, []
    size = board.size
    for kind in (ROW, COLUMN):
        for u in range(kind * size, (kind + 1) * size - 1):
            needs = sheet.need[u], sheet.need[u + 1]
            if not (needs[0] and needs[1]):
                continue
            cells = sheet.candidates & board.area[u], sheet.candidates & board.area[u + 1]
            key = "pair", u, cells, needs
            if key not in board.memo:
                spend(board, size)
                board.memo[key] = _squeezed(sheet, u, cells, needs)
            known: tuple[int, int] | None = board.memo[key]
            if known is None:
                raise ImpossibleError(Trouble("pair", (u, u + 1), 0, needs))
            stars, out = known[0], known[1] & sheet.candidates
            if stars | out:
                found.append(Deduction("pair", (u, u + 1), stars, out, needs))
    return Found(found)


def _squeezed(
    sheet: Sheet, u: int, cells: tuple[int, int], needs: tuple[int, int]
) -> tuple[int, int] | None:
    """Stars in every way, and cells of the board in none or touched by each; None without a way."""
    size = sheet.board.size
    first = u % size
    along, across = (1, size) if u < 2 * size else (size, 1)

    def cell(line: int, p: int) -> int:
        return 1 << across * line + along * p

    lines = [first, first + 1]
    usable = tuple(
        [bool(cells[i] & cell(line, p)) for p in range(size)] for i, line in enumerate(lines)
    )
    both = fillings((usable[0], usable[1]), needs)
    if not both.after[0] & 1:
        return None
    stars = out = 0
    for i, line in enumerate(lines):
        beside = line - 1 if i == 0 else line + 1
        for p in range(size):
            if usable[i][p] and not both.star(i, p):
                out |= cell(line, p)
            if usable[i][p] and not both.without(i, p):
                stars |= cell(line, p)
            if 0 <= beside < size and not both.apart(i, p):
                out |= cell(beside, p)
    return stars, out
