"""The notations of stars as the tests call them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moat_bank.families import reading
from moat_bank.families.base import Puzzle, Rated
from moat_bank.families.reading import Found, decode, write
from moat_bank.families.stars.board import Board, board_of, puzzle_of
from moat_bank.families.stars.notations import NOTATIONS

__all__ = ["NOTATIONS", "Found", "decode", "made", "read", "read_all", "regions", "write"]


def _told(stars: int | None) -> dict[str, int]:
    return {} if stars is None else {"stars": stars}


def read(text: str, name: str | None = None, stars: int | None = None) -> Iterator[Found]:
    return reading.read(text, _told(stars), name)


def read_all(text: str, name: str | None = None, stars: int | None = None) -> list[Puzzle]:
    return reading.read_all(text, _told(stars), name)


def made(
    stars: int, rows: Any, solution: Any = None, name: str = "", rated: Rated | None = None
) -> Puzzle:
    """A puzzle of any rows of region numbers."""
    board = Board(len(rows), stars, tuple(map(tuple, rows)))
    plain = puzzle_of(board, solution)
    return Puzzle(plain.kind, plain.given, plain.solution, name, rated)


def regions(puzzle: Puzzle) -> tuple[tuple[int, ...], ...]:
    return board_of(puzzle).regions
