"""Shards in columns, the encoding that ``runtime/columns.py`` reads and docs/bundle.md defines."""

from __future__ import annotations

from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any

import orjson

from moat_bank.errors import MoatError
from moat_bank.families.stars.board import renumbered, solution_rows
from moat_bank.runtime.columns import ABOVE, FIRST, FORMAT, LEFT, Entry, entry_reader

SHOWN_NUMBERS = ("r", "score")
"""Ratings that tell nothing of how a board is solved."""


def column_shard(size: int, stars: int, tier: str, entries: Sequence[Entry]) -> bytes:
    """The file of a shard: one JSON object and a final newline.

    Raises:
        MoatError: the entries have their keys in different orders, or are of different sizes, or
            have something in them that columns cannot give back.
    """
    keys = _joined_keys(entries)
    content = {
        "format": FORMAT,
        "size": size,
        "stars": stars,
        "tier": tier,
        "count": len(entries),
        "columns": {key: _column(key, [entry.get(key) for entry in entries]) for key in keys},
    }
    data = orjson.dumps(content, option=orjson.OPT_APPEND_NEWLINE)
    entry = entry_reader(orjson.loads(data), size, stars, len(entries))
    for position, before in enumerate(entries):
        # As bytes: the order of keys is to come back, too.
        if orjson.dumps(entry(position)) != orjson.dumps(before):
            raise MoatError(f"'{tier}[{position}]' holds what columns cannot give back")
    return data


def concealed(entry: Entry) -> Entry:
    """An entry without what tells its solution: no stars, seed, source or counts of steps.

    The regions are numbered anew in reading order, since the generator numbers them by the rows
    of their stars.
    """
    kept = {
        key: value
        for key, value in entry.items()
        if key in SHOWN_NUMBERS or (isinstance(value, str) and key != "source")
    }
    return {"regionMap": renumbered(entry["regionMap"]), **kept}


def _joined_keys(entries: Sequence[Entry]) -> list[str]:
    """All keys, in an order that is every entry's own: a key may be missing here and there."""
    before: dict[str, dict[str, None]] = {}
    for entry in entries:
        for key in entry:
            before.setdefault(key, {})
        for key, after in pairwise(entry):
            before[after][key] = None
    try:
        return list(TopologicalSorter(before).static_order())
    except CycleError as error:
        raise MoatError("the entries have their keys in different orders") from error


def _column(key: str, values: list[Any]) -> dict[str, Any]:
    """The values in the kind that is shortest as JSON text, the first of equals."""
    if key == "regionMap":
        return {"map": _crosswise([_map_text(rows) for rows in values])}
    if key == "solution":
        return {"stars": _crosswise([_stars_text(solution) for solution in values])}
    kinds: list[dict[str, Any]] = [{"list": values}]
    if all(type(value) is int for value in values):
        low = min(values)
        kinds.append({"over": [low, *(value - low for value in values)]})
        kinds.append({"sum": [values[0], *(after - before for before, after in pairwise(values))]})
    elif all(type(value) is str for value in values) and len({len(text) for text in values}) == 1:
        kinds.append({"text": "".join(values)})
    if type(values[0]) in (int, str) and all(value == values[0] for value in values):
        kinds.append({"all": values[0]})
    return min(kinds, key=lambda column: len(orjson.dumps(column)))


def _crosswise(texts: list[str]) -> str:
    """The first character of every text, then the second of each, and so on.

    The same cell of all boards side by side compresses better than board after board by an eighth.
    """
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
                text.append(_letter(cell))
    return "".join(text)


def _stars_text(solution: Any) -> str:
    return "".join(_letter(col) for row in solution_rows(solution) for col in row)


def _letter(number: int) -> str:
    return chr(ord(FIRST) + number)
