"""What every notation comes down to: a board, perhaps solved, and what makes one from its parts.

All faults are one line with a place that a person can find: rows, columns and characters count
from 1, row 1 column 1 is the top left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from moat_bank.errors import MoatError, short
from moat_bank.families.stars.kind import MAX_SIZE, MAX_STARS

Rows = tuple[tuple[int, ...], ...]
Cell = tuple[int, int]


@dataclass(frozen=True)
class Rated:
    """What a bank says of a board beside its solution.

    Attributes:
        tier: name of the tier.
        r: number of the hardest technique.
        steps: rounds of deduction.
        seed: what the board was made from, None where it was not.
    """

    tier: str
    r: int
    steps: int
    seed: int | None = None


@dataclass(frozen=True)
class Puzzle:
    """One board as a notation tells it; whether it is a good puzzle is for others to say.

    Attributes:
        size: rows, columns and regions, 1 to ``MAX_SIZE``.
        stars: stars in each unit, 1 to ``MAX_STARS``.
        regions: ``regions[row][col]``, 0 to size - 1, each in use and in one piece.
        solution: the columns of each row's stars, ascending, ``stars`` of them; or None.
        name: what its source calls it; may be empty.
        rated: what a bank says of it, or None.
    """

    size: int
    stars: int
    regions: Rows
    solution: Rows | None = None
    name: str = ""
    rated: Rated | None = None


def place(row: int, col: int) -> str:
    """A cell, counted from 0, in words that count from 1."""
    return f"row {row + 1} column {col + 1}"


def check_size(size: int) -> int:
    """The size, if boards may have it.

    Raises:
        MoatError: they may not.
    """
    if not 1 <= size <= MAX_SIZE:
        raise MoatError(f"a board has from 1 to {MAX_SIZE} rows, found {short(size)}")
    return size


def check_stars(stars: int) -> int:
    """The number of stars of a unit, if it may be that.

    Raises:
        MoatError: it may not.
    """
    if not 1 <= stars <= MAX_STARS:
        raise MoatError(f"a row has from 1 to {MAX_STARS} stars, found {short(stars)}")
    return stars


def check_shape(width: int, height: int) -> int:
    """The size of a square board.

    Raises:
        MoatError: it is not square, or too large.
    """
    if width != height:
        raise MoatError(f"only square boards are known here, found {width} columns, {height} rows")
    return check_size(height)


def from_labels(
    rows: Sequence[Sequence[int | str]],
    stars: int,
    solution: Rows | None = None,
    name: str = "",
    rated: Rated | None = None,
) -> Puzzle:
    """A board from any labels of its cells: equal labels are one region.

    Labels that are just 0 to size - 1, or A, B, C and so on, keep their order; others are numbered
    as they first appear, row by row.  O(cells).

    Raises:
        MoatError: not square, too large, not as many regions as rows, or a region in pieces.
    """
    size = check_size(len(rows))
    for r, row in enumerate(rows):
        if len(row) != size:
            raise MoatError(f"row {r + 1} has {len(row)} cells, but there are {size} rows")
    numbers = _numbers(rows, size)
    regions = tuple(tuple(numbers[label] for label in row) for row in rows)
    _check_pieces(rows, regions)
    return Puzzle(size, check_stars(stars), regions, solution, name, rated)


def _numbers(rows: Sequence[Sequence[int | str]], size: int) -> dict[int | str, int]:
    numbers: dict[int | str, int] = {}
    for r, row in enumerate(rows):
        for c, label in enumerate(row):
            if label not in numbers and len(numbers) == size:
                raise MoatError(
                    f"{place(r, c)}: region {_told(label)} is one too many for {size} rows"
                )
            numbers.setdefault(label, len(numbers))
    if len(numbers) < size:
        raise MoatError(f"there are {len(numbers)} regions, but {size} rows need {size}")
    letters = [letter(region) for region in range(size)]
    if all(region in numbers for region in range(size)):
        return {region: region for region in range(size)}
    if all(label in numbers for label in letters):
        return {label: region for region, label in enumerate(letters)}
    return numbers


def _check_pieces(rows: Sequence[Sequence[int | str]], regions: Rows) -> None:
    size = len(regions)
    right = [[a != b for a, b in pairwise(row)] for row in regions]
    below = [[a != b for a, b in zip(*pair, strict=True)] for pair in pairwise(regions)]
    piece_of = flood(size, right, below)
    first: dict[int, tuple[int, Cell]] = {}
    for r in range(size):
        for c in range(size):
            piece, (y, x) = first.setdefault(regions[r][c], (piece_of[r][c], (r, c)))
            if piece != piece_of[r][c]:
                raise MoatError(
                    f"{place(r, c)}: region {_told(rows[r][c])} is in pieces, this cell is cut off"
                    f" from {place(y, x)}"
                )


def _told(label: int | str) -> str:
    return f"'{label}'" if isinstance(label, str) else short(label)


Walls = Sequence[Sequence[bool]]


def from_walls(
    size: int, right: Walls, below: Walls, stars: int, solution: Rows | None = None, name: str = ""
) -> Puzzle:
    """A board from the walls between its cells; regions are numbered as they first appear.

    Args:
        size: rows and columns.
        right: ``right[row][col]``: a wall between the cell and the one on its right.
        below: ``below[row][col]``: one between it and the one below; size - 1 rows.
        stars: stars of a unit.
        solution: see ``Puzzle``.
        name: what its source calls it.

    Raises:
        MoatError: a wall ends inside a region, or there are not as many regions as rows.
    """
    regions = flood(check_size(size), right, below)
    for r, c in ((r, c) for r in range(size) for c in range(size)):
        if c + 1 < size and right[r][c] and regions[r][c] == regions[r][c + 1]:
            raise MoatError(f"{place(r, c)}: the wall to its right ends inside a region")
        if r + 1 < size and below[r][c] and regions[r][c] == regions[r + 1][c]:
            raise MoatError(f"{place(r, c)}: the wall below it ends inside a region")
    count = 1 + max(map(max, regions))
    if count != size:
        raise MoatError(f"the walls make {count} regions, but {size} rows need {size}")
    return Puzzle(size, check_stars(stars), tuple(tuple(row) for row in regions), solution, name)


def flood(size: int, right: Walls, below: Walls) -> list[list[int]]:
    """The pieces that walls make, numbered as they first appear, as rows of cells.  O(cells)."""
    piece = [[-1] * size for _ in range(size)]
    count = 0
    for start in range(size * size):
        r, c = divmod(start, size)
        if piece[r][c] >= 0:
            continue
        piece[r][c] = count
        stack = [(r, c)]
        while stack:
            r, c = stack.pop()
            for y, x, wall in (
                (r, c + 1, c + 1 < size and right[r][c]),
                (r, c - 1, c > 0 and right[r][c - 1]),
                (r + 1, c, r + 1 < size and below[r][c]),
                (r - 1, c, r > 0 and below[r - 1][c]),
            ):
                if not wall and 0 <= y < size and 0 <= x < size and piece[y][x] < 0:
                    piece[y][x] = count
                    stack.append((y, x))
        count += 1
    return piece


def walls_right(puzzle: Puzzle) -> list[list[bool]]:
    """``from_walls``'s ``right`` of a board."""
    return [[a != b for a, b in pairwise(row)] for row in puzzle.regions]


def walls_below(puzzle: Puzzle) -> list[list[bool]]:
    """``from_walls``'s ``below`` of a board."""
    pairs = zip(puzzle.regions, puzzle.regions[1:], strict=False)
    return [[a != b for a, b in zip(*pair, strict=True)] for pair in pairs]


def letter(region: int) -> str:
    """A to Y for the regions 0 to 24."""
    return chr(ord("A") + region)


def letter_rows(puzzle: Puzzle) -> list[str]:
    """A board's rows, a letter a cell."""
    return ["".join(map(letter, row)) for row in puzzle.regions]


def star_cells(puzzle: Puzzle) -> set[Cell]:
    """The cells with a star; none without a solution."""
    return {(r, c) for r, cols in enumerate(puzzle.solution or ()) for c in cols}


def marks(cells: Iterable[Cell], size: int, stars: int) -> Rows | None:
    """What a player has marked, as a solution, or None where some row has not ``stars`` of them.

    A notation that saves a game in play holds marks that claim nothing.
    """
    rows = _by_row(cells, size)
    return rows if all(len(row) == stars for row in rows) else None


def claimed(cells: Iterable[Cell], size: int, stars: int) -> Rows:
    """The stars of a solution that a notation gives as such.

    Raises:
        MoatError: some row has not ``stars`` of them.
    """
    rows = _by_row(cells, size)
    for r, row in enumerate(rows):
        if len(row) != stars:
            raise MoatError(f"row {r + 1} of the solution has {len(row)} stars, not {stars}")
    return rows


def _by_row(cells: Iterable[Cell], size: int) -> Rows:
    found = {r: tuple(c for _, c in row) for r, row in groupby(sorted(set(cells)), lambda x: x[0])}
    return tuple(found.get(r, ()) for r in range(size))
