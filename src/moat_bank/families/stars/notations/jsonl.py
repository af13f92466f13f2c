"""JSON lines, the project's own: an object a line with size, stars and regions.

``regionMap`` may stand for ``regions``, as in entries of a bank and in what ``level`` prints; so
what ``generate``, ``rate`` and ``solve`` print can be read.  ``states`` (rows of 0 unknown, 1 star,
2 empty), as other programs add, are the marks of a player.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from moat_bank.errors import MoatError, kind, short
from moat_bank.families.stars.notations.json_values import (
    grid_cells,
    load,
    name_of,
    region_rows,
    solution,
)
from moat_bank.families.stars.notations.notation import Notation, Piece, lines_of
from moat_bank.families.stars.notations.puzzle import Puzzle, Rated, check_stars, from_labels, marks

_START = re.compile(r'\{\s*"')


def sniff(text: str) -> bool:
    """Whether a text begins with a JSON object."""
    return _START.match(text.lstrip()) is not None


def split(text: str) -> Iterator[Piece]:
    """One piece a line; a single object may also stand on many lines."""
    lines = [(number, line) for number, line in enumerate(lines_of(text), 1) if line.strip()]
    if lines and lines[0][1].strip() == "{":
        yield "", load(text)
        return
    for number, line in lines:
        try:
            yield f"line {number}", load(line)
        except MoatError as error:
            yield f"line {number}", error


def parse(data: Any, stars: int | None) -> Puzzle:
    """A board from its object."""
    if not isinstance(data, dict):
        raise MoatError(f"a board is an object, found {kind(data)}")
    key = "regions" if "regions" in data else "regionMap"
    if key not in data:
        raise MoatError("a board needs 'regions', rows of region numbers")
    size = len(data[key]) if isinstance(data[key], list) else 0
    rows = region_rows(data[key], f"'{key}'", range(size))
    if data.get("size", size) != size:
        raise MoatError(f"'size' is {short(data['size'])}, but there are {size} rows")
    told = data.get("stars", stars)
    if told is not None and type(told) is not int:
        raise MoatError(f"'stars' must be a whole number, found {short(told)}")
    count, solved = solution(data.get("solution"), size, told)
    if solved is None and data.get("states") is not None:
        solved = marks(grid_cells(data["states"], size, "'states'", (0, 1, 2), 1), size, count)
    return from_labels(rows, check_stars(count), solved, _name(data), _rated(data))


def _name(data: dict[str, Any]) -> str:
    return next(filter(None, (name_of(data.get(key)) for key in ("name", "id", "number"))), "")


def _rated(data: dict[str, Any]) -> Rated | None:
    tier, r, steps, seed = (data.get(key) for key in ("tier", "r", "steps", "seed"))
    if isinstance(tier, str) and type(r) is int and type(steps) is int:
        return Rated(tier, r, steps, seed if type(seed) is int else None)
    return None


def write(puzzles: Sequence[Puzzle]) -> str:
    """Boards as lines."""
    return "".join(orjson.dumps(as_object(puzzle)).decode() + "\n" for puzzle in puzzles)


def as_object(puzzle: Puzzle) -> dict[str, Any]:
    """The JSON object of a board, with what is known of it."""
    data: dict[str, Any] = {"size": puzzle.size, "stars": puzzle.stars, "regions": puzzle.regions}
    if puzzle.solution is not None:
        rows = puzzle.solution
        data["solution"] = [row[0] for row in rows] if puzzle.stars == 1 else rows
    if puzzle.name:
        data["name"] = puzzle.name
    if puzzle.rated is not None:
        rated = puzzle.rated
        data |= {"tier": rated.tier, "r": rated.r, "steps": rated.steps}
        if rated.seed is not None:
            data["seed"] = rated.seed
    return data


NOTATION = Notation("jsonl", "JSON lines, our own", sniff, parse, write, split)
