"""The second encoding of a shard: a column for each key instead of an object for each entry.

A column is an object of one *kind* to its content, so that each key takes the form that is short
for it; docs/bundle.md defines the kinds. Nothing is unpacked before an entry is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import Any

from moat_bank.errors import MoatError, kind, short

FORMAT = 2
"""The ``format`` of a manifest whose shards are in this encoding."""

ABOVE, LEFT, FIRST = ".", "-", "a"
"""In a map's text: the region of the cell above, of the cell at the left; else a letter."""

Entry = dict[str, Any]
Column = Callable[[int], Any]
"""The value of an entry by its position, or None where the entry has no such key."""


def entry_reader(content: Any, size: int, stars: int, count: int) -> Callable[[int], Entry]:
    """What gives the entries of a shard by position, from 0 to ``count - 1``.

    Reading costs O(entries) for a shard and O(cells) for each entry taken.

    Args:
        content: the JSON value of a shard.
        size: rows of its boards.
        stars: stars in each row.
        count: how many entries it must hold.

    Raises:
        MoatError: it is no such shard; the text names the key.
    """
    columns = content.get("columns") if isinstance(content, dict) else None
    if not isinstance(columns, dict) or "regionMap" not in columns:
        raise MoatError("must be an object with 'columns', 'regionMap' among them")
    readers = {key: _column(key, value, size, stars, count) for key, value in columns.items()}

    def entry(position: int) -> Entry:
        values = ((key, read(position)) for key, read in readers.items())
        return {key: value for key, value in values if value is not None}

    return entry


def _column(key: str, column: Any, size: int, stars: int, count: int) -> Column:
    if not isinstance(column, dict) or len(column) != 1:
        raise MoatError(f"'columns.{key}' must be an object of one kind, found {kind(column)}")
    ((name, content),) = column.items()
    texts = {"map": size * size * count, "stars": size * stars * count}
    lists = {"list": count, "over": count + 1, "sum": count}
    if name in lists:
        _check(f"{key}.{name}", content, list, lists[name])
        if name != "list" and not all(type(value) is int for value in content):
            raise MoatError(f"'columns.{key}.{name}' must be a list of whole numbers")
    elif name in texts:
        _check(f"{key}.{name}", content, str, texts[name])
    elif name == "text" and (not isinstance(content, str) or len(content) % count):
        raise MoatError(f"'columns.{key}.text' must be {count} texts of one length, joined")
    if name == "all":
        return lambda _: content
    if name == "list":
        return lambda position: content[position]
    if name == "over":
        return lambda position: content[0] + content[position + 1]
    if name == "sum":
        return list(accumulate(content)).__getitem__
    if name == "text":
        width = len(content) // count
        return lambda position: content[position * width : (position + 1) * width]
    if name == "map":
        return lambda position: _regions(content[position::count], size)
    if name == "stars":
        return lambda position: _stars(content[position::count], stars)
    raise MoatError(f"'columns.{key}' is of a kind unknown here, {short(name)}")


def _check(place: str, content: Any, form: type[str] | type[list[Any]], length: int) -> None:
    if not isinstance(content, form) or len(content) != length:
        found = len(content) if isinstance(content, form) else kind(content)
        noun = "characters" if form is str else "values"
        raise MoatError(f"'columns.{place}' must be {length} {noun}, found {found}")


def _regions(text: str, size: int) -> list[list[Any]]:
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
