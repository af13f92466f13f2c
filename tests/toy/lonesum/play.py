"""Lonesum grids as plain JSON values."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lonesum.kind import LonesumKind
from moat_bank.errors import MoatError
from moat_bank.families.base import Puzzle
from moat_bank.kind import Kind
from moat_bank.symmetry import transform_rows

MARKS = ("rowCounts", "colCounts")
RULES = ("malformed", "row", "column")
CLAIM = "grid"


def parse(data: Any) -> Puzzle:
    if not isinstance(data, dict):
        raise MoatError("a grid is a JSON object")
    lists = [data.get(key) for key in MARKS]
    for key, counts in zip(MARKS, lists, strict=True):
        if not isinstance(counts, list) or not 2 <= len(counts) <= 8:
            raise MoatError(f"'{key}' must be a list of 2 to 8 counts")
    kind = LonesumKind(*(len(counts or ()) for counts in lists))
    given = dict(zip(MARKS, lists, strict=True))
    if wrong := fault(kind, given, solved=False):
        raise MoatError(wrong)
    solved = fault(kind, data, solved=True) is None
    return Puzzle(kind, given, data["solution"] if solved else None)


def upgraded(entry: Mapping[str, Any]) -> dict[str, Any]:
    return dict(entry)


def fault(kind: Kind, entry: Mapping[str, Any], solved: bool) -> str | None:
    for key, sides in zip(MARKS, ((kind.rows, kind.cols), (kind.cols, kind.rows)), strict=True):
        counts, (long, most) = entry.get(key), sides
        if not isinstance(counts, list) or len(counts) != long:
            return f"needs '{key}', a list of {long} counts"
        if not all(type(count) is int and 0 <= count <= most for count in counts):
            return f"'{key}' must be counts from 0 to {most}"
    if solved and not _is_grid(entry.get("solution"), kind):
        return f"needs a 'solution' of {kind.rows} texts of {kind.cols} characters . and #"
    return None


def _is_grid(rows: Any, kind: Kind) -> bool:
    return (
        isinstance(rows, list | tuple)
        and len(rows) == kind.rows
        and all(isinstance(row, str) and len(row) == kind.cols for row in rows)
        and all(cell in ".#" for row in rows for cell in row)
    )


def view(kind: Kind, given: Mapping[str, Any], t: int) -> dict[str, Any]:
    """Counts turn as a grid would that had them at its left and top."""
    rows, cols = list(given["rowCounts"]), list(given["colCounts"])
    for _ in range(t % 4):
        rows, cols = cols, rows[::-1]
    return {"rowCounts": rows, "colCounts": cols[::-1] if t >= 4 else cols}


def view_solution(kind: Kind, solution: Any, t: int) -> list[str]:
    return ["".join(row) for row in transform_rows(solution, t)]


def broken(kind: Kind, given: Mapping[str, Any], claimed: Any) -> str | None:
    rows, cols = given["rowCounts"], given["colCounts"]
    if not _is_grid(claimed, LonesumKind(len(rows), len(cols))):
        return "malformed"
    if [row.count("#") for row in claimed] != rows:
        return "row"
    if [col.count("#") for col in zip(*claimed, strict=True)] != cols:
        return "column"
    return None


def pack(column: str, kind: Kind, values: Sequence[Any]) -> str:
    texts = ["".join(rows) for rows in values]
    return "".join(map("".join, zip(*texts, strict=True)))


def unpack(column: str, kind: Kind, content: Any, count: int) -> Callable[[int], Any]:
    cells, width = kind.rows * kind.cols, kind.cols
    if not isinstance(content, str) or len(content) != cells * count:
        raise MoatError(f"must be {cells * count} characters")

    def read(position: int) -> list[str]:
        text = content[position::count]
        return [text[start : start + width] for start in range(0, cells, width)]

    return read


def remarks(puzzle: Puzzle) -> dict[str, Any]:
    return {}
