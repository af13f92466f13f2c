"""A board as a JSON list of rows: lists of region labels, or texts of a letter a cell.

The value of a board in puzzle programs, such as ``[[0, 0, 1], ...]`` or ``["AAB", ...]``.  Many
boards are a list of such lists, or one a line.  It says nothing of the stars: one is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson

from moat_bank.errors import MoatError
from moat_bank.families.base import Puzzle
from moat_bank.families.notation import Notation, Piece, Told, by_line, lines_of, load
from moat_bank.families.stars.notations.boards import from_labels
from moat_bank.families.stars.notations.json_values import region_rows


def sniff(text: str) -> bool:
    """Whether a text is a JSON list of lists or of texts, as far as its beginning tells."""
    start = "".join(text[:200].split())
    return start.startswith(('["', "[["))


def split(text: str) -> Iterator[Piece]:
    """One piece a board: the whole text's, or each line's."""
    try:
        yield from _boards(load(text), "")
        return
    except MoatError:
        lines = [(n, line) for n, line in enumerate(lines_of(text), 1) if line.strip()]
        if len(lines) == 1 or not all(line.rstrip().endswith("]") for _, line in lines):
            raise
    for number, line in lines:
        try:
            yield from _boards(load(line), f"line {number}")
        except MoatError as error:
            yield f"line {number}", error


def _boards(value: Any, where: str) -> Iterator[Piece]:
    if _is_many(value):
        for number, board in enumerate(value, 1):
            yield f"{where} board {number}".strip(), board
    else:
        yield where, value


def _is_many(value: Any) -> bool:
    first = value[0] if isinstance(value, list) and value else None
    if not isinstance(first, list) or not first:
        return False
    return isinstance(first[0], list) or (isinstance(first[0], str) and len(first[0]) > 1)


def parse(value: Any, told: Told) -> Puzzle:
    """A board from its JSON value."""
    return from_labels(region_rows(value, "the board"), told.get("stars", 1))


def write_one(puzzle: Puzzle) -> str:
    """A board's region numbers; neither the stars nor the solution are held."""
    return orjson.dumps(puzzle.given["regionMap"]).decode()


NOTATION = Notation("rows", "JSON rows of region numbers", sniff, parse, by_line(write_one), split)
