"""Stars boards as plain JSON values: read, checked, shown in eight views, claimed, packed.

Standard library alone; see ``moat_bank.families.base.Play`` for what each function promises.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import chain
from operator import itemgetter
from typing import Any

from moat_bank.errors import MoatError
from moat_bank.errors import kind as json_kind
from moat_bank.families.base import Puzzle
from moat_bank.families.stars.board import (
    RegionMap,
    Solution,
    is_connected,
    numbered,
    parse_board,
    puzzle_of,
    renumbered,
    solution_form,
    solution_rows,
)
from moat_bank.families.stars.kind import MAX_SIZE, stars_of
from moat_bank.kind import Kind
from moat_bank.symmetry import transform_cells, transform_columns, transform_rows

MARKS = ("regionMap", "regions")

RULES = ("malformed", "count", "off_board", "row", "column", "region", "touching")

CLAIM = "stars"

MAX_CLAIM = MAX_SIZE * MAX_SIZE
"""Most pairs that are looked at: no board has more cells, so a longer list is malformed."""

ABOVE, LEFT, FIRST = ".", "-", "a"
"""In a map's text: the region of the cell above, of the cell at the left; else a letter."""


def parse(data: Any) -> Puzzle:
    """A board from a JSON object: see ``parse_board``; its solution is kept where it has the form.

    Raises:
        MoatError: it is none; the text names the key and the cell.
    """
    board = parse_board(data)
    solution = data.get("solution")
    solved = _solution_fault(board.kind, solution) is None
    return puzzle_of(board, solution if solved else None)


def upgraded(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry of format 1 or 2 in today's form.

    There each technique had a key for its rounds (``r1``, ``r2``, ...), and regions were numbered
    by the rows of their stars, which gave these away.  What has not that form stays as it is.
    """
    new: dict[str, Any] = {}
    rounds: list[Any] = []
    for key, value in entry.items():
        begun = not rounds or next(reversed(new)) == "rounds"
        if key == "regionMap":
            new[key] = renumbered(value) if _is_map(value) else value
        elif key == f"r{len(rounds) + 1}" and begun and "rounds" not in entry:
            rounds.append(value)
            new["rounds"] = rounds
        else:
            new[key] = value
    return new


def _is_map(rows: Any) -> bool:
    size = len(rows) if isinstance(rows, list) else 0
    return 0 < size <= MAX_SIZE and _is_table(rows, size, size, size)


def fault(kind: Kind, entry: Mapping[str, Any], solved: bool) -> str | None:
    """What keeps an entry from being shown as a board, or None.  O(cells)."""
    size = kind.rows
    rows: Any = entry.get("regionMap")
    if not _is_table(rows, size, size, size) or {c for row in rows for c in row} != {*range(size)}:
        return f"needs a 'regionMap' of {size} rows of {size} regions, all of 0 to {size - 1}"
    return _solution_fault(kind, entry.get("solution")) if solved else None


def _solution_fault(kind: Kind, solution: Any) -> str | None:
    size, stars = kind.rows, stars_of(kind)
    if stars == 1:
        if not _is_table([solution], 1, size, size):
            return f"needs a 'solution' of {size} columns"
    elif not _is_table(solution, size, stars, size):
        return f"needs a 'solution' of {size} lists of {stars} columns"
    return None


def _is_table(rows: Any, height: int, width: int, limit: int) -> bool:
    """Whether it is ``height`` lists of ``width`` whole numbers from 0 to ``limit - 1``."""
    if not isinstance(rows, list) or len(rows) != height:
        return False
    if not all(isinstance(row, list) and len(row) == width for row in rows):
        return False
    cells = list(chain.from_iterable(rows))
    return {int}.issuperset(map(type, cells)) and min(cells) >= 0 and max(cells) < limit


def view(kind: Kind, given: Mapping[str, Any], t: int) -> dict[str, Any]:
    """The map in view ``t``, its regions numbered in reading order.  O(cells)."""
    cells = bytes(chain.from_iterable(given["regionMap"]))
    return {"regionMap": numbered(bytes(_turned(kind.rows, t)(cells)), kind.rows)}


@cache
def _turned(size: int, t: int) -> Callable[[bytes], tuple[int, ...]]:
    """What gives the cells of a flat board in view ``t``, from those of the board."""
    grid = [list(range(start, start + size)) for start in range(0, size * size, size)]
    sources = [*chain.from_iterable(transform_rows(grid, t))]
    return itemgetter(*sources) if size > 1 else tuple  # of one, itemgetter makes no tuple


def view_solution(kind: Kind, solution: Solution, t: int) -> Solution:
    """The stars in view ``t``, in the form they came in.  O(stars)."""
    if isinstance(solution[0], int):  # one star in a row, by far the most boards looked up
        return transform_columns(solution, t)
    size = len(solution)
    cells = [(r, c) for r, columns in enumerate(solution_rows(solution)) for c in columns]
    rows: list[list[int]] = [[] for _ in range(size)]
    for r, c in sorted(transform_cells(cells, size, size, t)):
        rows[r].append(c)
    return solution_form(rows)


def broken(kind: Kind, given: Mapping[str, Any], claimed: Any) -> str | None:
    """The first of ``RULES`` that claimed stars break, or None.

    - malformed: not a list of at most ``MAX_CLAIM`` pairs ``[row, col]`` of whole numbers
      (``int`` alone: no bool, no float, not even 2.0);
    - count: not ``size * stars`` of them, or the same cell twice;
    - off_board: a row or column outside 0 to size - 1;
    - row, column, region: one of them has more or fewer stars than ``stars``;
    - touching: two stars side by side or corner to corner.

    Never raises, whatever ``claimed`` is.  O(pairs claimed), of which at most ``MAX_CLAIM`` count.
    """
    regions: Sequence[Sequence[int]] = given["regionMap"]
    size, stars = len(regions), stars_of(kind)
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


def remarks(puzzle: Puzzle) -> dict[str, Any]:
    """Whether every region is one piece."""
    return {"connected": is_connected(puzzle.given["regionMap"])}


def _well_formed(claimed: Any) -> bool:
    if type(claimed) not in (list, tuple) or len(claimed) > MAX_CLAIM:
        return False
    for pair in claimed:
        if type(pair) not in (list, tuple) or len(pair) != 2:
            return False
        if type(pair[0]) is not int or type(pair[1]) is not int:
            return False
    return True


def pack(column: str, kind: Kind, values: Sequence[Any]) -> str:
    """Maps or solutions as one text: the first character of every board, then the second of each.

    The same cell of all boards side by side compresses better than board after board by an eighth.
    """
    texts = [_map_text(value) if column == "map" else _stars_text(value) for value in values]
    if len({len(text) for text in texts}) > 1:
        raise MoatError("the entries are boards of different sizes or stars")
    return "".join(map("".join, zip(*texts, strict=True)))


def _map_text(rows: Sequence[Sequence[int]]) -> str:
    text = []
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            if r and cell == rows[r - 1][c]:
                text.append(ABOVE)
            elif c and cell == row[c - 1]:
                text.append(LEFT)
            else:
                text.append(chr(ord(FIRST) + cell))
    return "".join(text)


def _stars_text(solution: Any) -> str:
    return "".join(chr(ord(FIRST) + col) for row in solution_rows(solution) for col in row)


def unpack(column: str, kind: Kind, content: Any, count: int) -> Callable[[int], Any]:
    """What gives the map or the solution of an entry by its position; see ``pack``."""
    size, stars = kind.rows, stars_of(kind)
    length = size * (size if column == "map" else stars) * count
    if not isinstance(content, str) or len(content) != length:
        raise MoatError(f"must be {length} characters, found {_length(content)}")
    if column == "map":
        return lambda position: _regions(content[position::count], size)
    return lambda position: _stars(content[position::count], stars)


def _length(content: Any) -> str:
    return str(len(content)) if isinstance(content, str) else json_kind(content)


def _regions(text: str, size: int) -> RegionMap:
    """The region map of one board; a reference out of the board gives None, which is no region."""
    rows: list[list[Any]] = []
    above: list[Any] = [None] * size
    for start in range(0, size * size, size):
        row: list[Any] = []
        left = None
        for char, up in zip(text[start : start + size], above, strict=True):
            left = up if char == ABOVE else left if char == LEFT else ord(char) - ord(FIRST)
            row.append(left)
        rows.append(row)
        above = row
    return rows


def _stars(text: str, stars: int) -> list[Any]:
    columns = [ord(char) - ord(FIRST) for char in text]
    if stars == 1:
        return columns
    return [columns[start : start + stars] for start in range(0, len(columns), stars)]
