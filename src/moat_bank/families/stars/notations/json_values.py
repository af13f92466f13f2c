"""JSON from strangers: parsed with one clear fault, and cells looked at one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moat_bank.errors import MoatError, kind, place, short
from moat_bank.families.stars.board import Cell
from moat_bank.families.stars.notations.boards import Rows, check_size, check_stars, claimed


def region_rows(value: Any, what: str, many: range | None = None) -> list[list[int | str]]:
    """Rows of region labels, whole numbers or one-letter texts.

    Args:
        value: a list of rows, each a list of labels or a text of letters.
        what: its name in complaints.
        many: the numbers that there may be, where they are bound to be numbers.

    Raises:
        MoatError: it is something else; the text tells the cell.
    """
    if not isinstance(value, list) or not value:
        raise MoatError(f"{what} must be a list of rows, found {kind(value)}")
    check_size(len(value))
    rows: list[list[int | str]] = []
    for r, row in enumerate(value):
        if not isinstance(row, list | str) or (many is not None and isinstance(row, str)):
            raise MoatError(f"row {r + 1} of {what} must be a list, found {kind(row)}")
        if len(row) != len(value):
            raise MoatError(f"row {r + 1} of {what} has {len(row)} cells, not {len(value)}")
        for c, cell in enumerate(row):
            number = type(cell) is int and (many is None or cell in many)
            letter = many is None and isinstance(cell, str) and len(cell) == 1
            if not number and not letter:
                wanted = f"from 0 to {many.stop - 1}" if many else "a number or a letter"
                raise MoatError(f"{place(r, c)}: a region must be {wanted}, found {short(cell)}")
        rows.append(list(row))
    return rows


def solution(value: Any, size: int, stars: int | None) -> tuple[int, Rows | None]:
    """The stars of a unit and the solution, from a list of columns or of lists of columns.

    Args:
        value: None for a board that is not solved.
        size: rows.
        stars: stars of a unit as far as they are known.

    Raises:
        MoatError: it is something else, or has other numbers of stars; the text tells the row.
    """
    if value is None:
        return check_stars(1 if stars is None else stars), None
    if not isinstance(value, list) or len(value) != size:
        found = f"{len(value)} rows" if isinstance(value, list) else kind(value)
        raise MoatError(f"the solution must be a list of {size} rows, found {found}")
    rows = [row if isinstance(row, list) else [row] for row in value]
    for r, row in enumerate(rows):
        for column in row:
            if type(column) is not int or not 0 <= column < size:
                raise MoatError(
                    f"row {r + 1} of the solution: columns are 0 to {size - 1},"
                    f" found {short(column)}"
                )
    count = check_stars(len(rows[0]) if stars is None else stars)
    for r, row in enumerate(rows):
        if len(set(row)) != len(row):
            raise MoatError(f"row {r + 1} of the solution has a column twice")
    return count, claimed([(r, c) for r, row in enumerate(rows) for c in row], size, count)


def grid_cells(value: Any, size: int, what: str, states: Sequence[int], star: int) -> list[Cell]:
    """The cells of a grid of numbers that hold the one that means a star.

    Raises:
        MoatError: it is no such grid; the text tells the cell.
    """
    if not isinstance(value, list) or len(value) != size:
        found = f"{len(value)} rows" if isinstance(value, list) else kind(value)
        raise MoatError(f"{what} must be a list of {size} rows, found {found}")
    cells = []
    for r, row in enumerate(value):
        if not isinstance(row, list) or len(row) != size:
            found = f"{len(row)} cells" if isinstance(row, list) else kind(row)
            raise MoatError(f"row {r + 1} of {what} must have {size} cells, found {found}")
        for c, state in enumerate(row):
            if type(state) is not int or state not in states:
                raise MoatError(
                    f"{place(r, c)} of {what}: must be one of {', '.join(map(str, states))},"
                    f" found {short(state)}"
                )
            if state == star:
                cells.append((r, c))
    return cells
