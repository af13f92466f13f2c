"""A map drawn in part, completed to boards with one solution.

A template says of some cells which region they are of, and leaves others free: a letter to draw
with, a logo, a frame.  Stars are placed; the drawn regions and the stars in free cells grow over
the free cells; each drawn region takes in neighbours until it has its stars, and the rest are
joined to regions of their own.  Then the board is repaired as the generator does it: while another
solution exists, a free cell that it uses and the intended one does not goes to a region beside it.
Drawn cells never change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from moat_bank.errors import MoatError, place, short
from moat_bank.families.base import Engine
from moat_bank.families.stars.board import (
    Cell,
    RegionMap,
    Solution,
    is_connected,
    renumbered,
    solution_form,
    star_cells,
)
from moat_bank.families.stars.variants.draws import below, draws, shuffle
from moat_bank.families.stars.variants.grid import (
    beside,
    is_piece,
    puzzle_of,
    rated_object,
    region_of,
)

FREE = -1
JOINS = 20
"""Ways to join tried for one placement of stars."""

TRIES = 4000
"""Placements tried for a board before no more are looked for."""


def parse_template(text: str) -> RegionMap:
    """Read rows of letters and dots: regions numbered as they come, and ``FREE`` for a dot.

    Raises:
        MoatError: it is no square of letters and dots, or has more letters than rows.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    size = len(lines)
    if not 4 <= size <= 25:
        raise MoatError(f"a template has from 4 to 25 rows, found {size}")
    names: dict[str, int] = {}
    for r, line in enumerate(lines):
        if len(line) != size:
            raise MoatError(
                f"row {r + 1} must have {size} cells, as many as there are rows: {len(line)}"
            )
        for c, letter in enumerate(line):
            if letter != "." and not letter.isalpha():
                raise MoatError(f"{place(r, c)} must be a letter or a dot: {short(letter)}")
            if letter != ".":
                names.setdefault(letter, len(names))
    if len(names) > size:
        raise MoatError(f"a board of {size} rows has {size} regions, found {len(names)} letters")
    return [[names.get(letter, FREE) for letter in line] for line in lines]


def complete(
    engine: Engine,
    text: str,
    told: Mapping[str, int],
    count: int,
    seed: int = 0,
    tier: str | None = None,
) -> Iterator[dict[str, Any]]:
    """Make up to ``count`` boards that hold a template, no two alike by turns, mirrors and labels.

    Args:
        engine: solves and rates.
        text: rows of letters and dots, see ``parse_template``.
        told: ``stars`` of each row, column and region; without, one is meant.
        count: how many.
        seed: the same seed gives the same boards.
        tier: only boards of this tier, or None for any.

    Yields:
        Objects with the board, its solution, tier and score.

    Raises:
        MoatError: the text is no template.

    Fewer come where ``TRIES`` placements in a row give none.
    """
    template, stars = parse_template(text), told.get("stars", 1)
    numbers = draws(seed)
    seen = set()
    for _ in range(count):
        for _ in range(TRIES):
            drawn = _drawn(template, stars, numbers)
            if drawn is None or not _repair(engine, template, *drawn, stars, numbers):
                continue
            rows, placed = drawn
            key, symmetric = engine.key(puzzle_of(rows, stars))
            made = rated_object(engine, renumbered(rows), stars, _solution(placed, len(rows)))
            fits = made is not None and (tier is None or made["tier"] == tier)
            if key not in seen and not symmetric and fits:
                break
        else:
            return
        seen.add(key)
        assert made is not None
        yield made


def _drawn(
    template: RegionMap, stars: int, numbers: Iterator[int]
) -> tuple[RegionMap, list[Cell]] | None:
    """A map that completes the template, and stars that solve it; None if the draw fails."""
    size = len(template)
    placed = _placement(size, stars, numbers)
    if placed is None:
        return None
    many = 1 + max(cell for row in template for cell in row)
    missing = [stars] * many
    pieces: list[Cell] = []
    for r, c in placed:
        if template[r][c] == FREE:
            pieces.append((r, c))
        else:
            missing[template[r][c]] -= 1
    if min(missing, default=0) < 0:
        return None
    rows = [list(row) for row in template]
    for i, (r, c) in enumerate(pieces):
        rows[r][c] = many + i
    _grow(rows, numbers)
    for _ in range(JOINS):
        joined = _join(rows, many, len(pieces), missing, stars, numbers)
        if joined is not None:
            return joined, placed
    return None


def _repair(
    engine: Engine,
    template: RegionMap,
    rows: RegionMap,
    placed: list[Cell],
    stars: int,
    numbers: Iterator[int],
) -> bool:
    """Make the placed stars the only solution, in ``rows``; False where no free cell can move."""
    size = len(rows)
    intended = set(placed)
    for _ in range(size * size):
        found = engine.solutions(puzzle_of(rows, stars), 2).found
        others = [star_cells(one) for one in found if star_cells(one) != intended]
        if not others:
            return True
        moves = [
            (cell, rows[near[0]][near[1]])
            for cell in sorted(others[0] - intended)
            if template[cell[0]][cell[1]] == FREE and _may_leave(rows, cell)
            for near in beside(cell, size)
            if rows[near[0]][near[1]] != rows[cell[0]][cell[1]]
        ]
        if not moves:
            return False
        (r, c), taker = moves[below(numbers, len(moves))]
        rows[r][c] = taker
    return False


def _may_leave(rows: RegionMap, cell: Cell) -> bool:
    """Whether the cell's region is one piece without it."""
    rest = [other for other in region_of(rows, rows[cell[0]][cell[1]]) if other != cell]
    return is_piece(rest, len(rows))


def _solution(placed: list[Cell], size: int) -> Solution:
    return solution_form([sorted(c for y, c in placed if y == r) for r in range(size)])


def _placement(size: int, stars: int, numbers: Iterator[int]) -> list[Cell] | None:
    """Stars by the rules of rows, columns and touch, row by row; None where it gets stuck."""
    column = [stars] * size
    placed: list[Cell] = []
    for r in range(size):
        open_cells = [
            c
            for c in range(size)
            if column[c] and not any(y == r - 1 and abs(x - c) <= 1 for y, x in placed)
        ]
        shuffle(numbers, open_cells)
        # Columns that miss most come first, or few placements would ever end well.
        open_cells.sort(key=lambda c: -column[c])
        chosen: list[int] = []
        for c in open_cells:
            if len(chosen) < stars and all(abs(c - x) > 1 for x in chosen):
                chosen.append(c)
        if len(chosen) < stars:
            return None
        for c in chosen:
            column[c] -= 1
            placed.append((r, c))
    return placed


def _grow(rows: RegionMap, numbers: Iterator[int]) -> None:
    """Let what is there claim the free cells, one beside it at a time."""
    size = len(rows)
    free = {(r, c) for r in range(size) for c in range(size) if rows[r][c] == FREE}
    while free:
        edge = sorted(
            (cell, near)
            for cell in free
            for near in beside(cell, size)
            if rows[near[0]][near[1]] != FREE
        )
        if not edge:
            raise MoatError("a template needs a letter, or a star, beside its free cells")
        cell, near = edge[below(numbers, len(edge))]
        rows[cell[0]][cell[1]] = rows[near[0]][near[1]]
        free.remove(cell)


def _join(
    rows: RegionMap, many: int, pieces: int, missing: list[int], stars: int, numbers: Iterator[int]
) -> RegionMap | None:
    """Join the pieces to drawn regions that miss stars, and the rest to regions of their own."""
    size = len(rows)
    near: dict[int, set[int]] = {name: set() for name in range(many + pieces)}
    for r in range(size):
        for c in range(size):
            for y, x in beside((r, c), size):
                near[rows[r][c]].add(rows[y][x])
    left = set(range(many, many + pieces))
    group = {name: name for name in range(many)}
    wanted = [(name, need) for name, need in enumerate(missing) if need]
    shuffle(numbers, wanted)
    for name, need in wanted:
        if not _take(name, need, name, near, left, group, numbers):
            return None
    for name in range(many, size):
        if not left:
            return None
        first = min(left, key=lambda p: (len(near[p] & left), p))
        left.remove(first)
        group[first] = name
        if not _take(name, stars - 1, first, near, left, group, numbers):
            return None
    if left:
        return None
    joined = [[group[cell] for cell in row] for row in rows]
    return joined if is_connected(joined) else None


def _take(
    name: int,
    need: int,
    first: int,
    near: dict[int, set[int]],
    left: set[int],
    group: dict[int, int],
    numbers: Iterator[int],
) -> bool:
    """Take so many pieces into a group, each beside what it has; False where there is none."""
    reach = set(near[first])
    for _ in range(need):
        offers = sorted(reach & left)
        if not offers:
            return False
        piece = offers[below(numbers, len(offers))]
        left.remove(piece)
        group[piece] = name
        reach |= near[piece]
    return True
