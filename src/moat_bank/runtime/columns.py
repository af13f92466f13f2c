"""The encoding of a shard in columns: one for each key instead of an object for each entry.

A column is an object of one *form* to its content, so that each key takes the form that is short
for it; docs/bundle.md defines them. A family has forms of its own for some keys of its entries
(``x-column`` of its entry.json). Nothing is unpacked before an entry is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import Any

from moat_bank.errors import MoatError, short
from moat_bank.errors import kind as json_kind
from moat_bank.families.registry import play
from moat_bank.kind import Kind

Entry = dict[str, Any]
Column = Callable[[int], Any]
"""The value of an entry by its position, or None where the entry has no such key."""

_LENGTHS = {"list": 0, "over": 1, "sum": 0}
"""Forms that are lists, and how many values more than entries they hold."""


def entry_reader(content: Any, kind: Kind, count: int) -> Callable[[int], Entry]:
    """What gives the entries of a shard by position, from 0 to ``count - 1``.

    Reading costs O(entries) for a shard and O(cells) for each entry taken.

    Args:
        content: the JSON value of a shard.
        kind: that of its puzzles.
        count: how many entries it must hold.

    Raises:
        MoatError: it is no such shard; the text names the key.
    """
    columns = content.get("columns") if isinstance(content, dict) else None
    if not isinstance(columns, dict):
        raise MoatError("must be an object with 'columns'")
    from moat_bank.families.fields import fields  # slow, and readers of rows need none of it

    packed = {field.key: field.column for field in fields(kind.family) if field.column}
    readers = {}
    for key, column in columns.items():
        own = packed.get(key)
        if own and isinstance(column, dict) and [*column] == [own]:
            readers[key] = _packed(key, own, column[own], kind, count)
        else:
            readers[key] = _column(key, column, count)

    def entry(position: int) -> Entry:
        values = ((key, read(position)) for key, read in readers.items())
        return {key: value for key, value in values if value is not None}

    return entry


def _packed(key: str, name: str, content: Any, kind: Kind, count: int) -> Column:
    try:
        unpacked: Column = play(kind.family).unpack(name, kind, content, count)
    except MoatError as error:
        raise MoatError(f"'columns.{key}.{name}' {error}") from error
    return unpacked


def _column(place: str, column: Any, count: int) -> Column:
    if not isinstance(column, dict) or len(column) != 1:
        raise MoatError(
            f"'columns.{place}' must be an object of one form, found {json_kind(column)}"
        )
    ((name, content),) = column.items()
    if name == "all":
        return lambda _: content
    if name in _LENGTHS:
        _check_list(f"{place}.{name}", content, count + _LENGTHS[name], name != "list")
    if name == "list":
        return lambda position: content[position]
    if name == "over":
        return lambda position: content[0] + content[position + 1]
    if name == "sum":
        return list(accumulate(content)).__getitem__
    if name == "text":
        if not isinstance(content, str) or len(content) % count:
            raise MoatError(f"'columns.{place}.text' must be {count} texts of one length, joined")
        width = len(content) // count
        return lambda position: content[position * width : (position + 1) * width]
    if name == "each":
        if not isinstance(content, list):
            raise MoatError(f"'columns.{place}.each' must be a list, found {json_kind(content)}")
        parts = [_column(f"{place}.each[{n}]", part, count) for n, part in enumerate(content)]
        return lambda position: [part(position) for part in parts]
    raise MoatError(f"'columns.{place}' is of a form unknown here, {short(name)}")


def _check_list(place: str, content: Any, length: int, whole: bool) -> None:
    if not isinstance(content, list) or len(content) != length:
        found = len(content) if isinstance(content, list) else json_kind(content)
        raise MoatError(f"'columns.{place}' must be {length} values, found {found}")
    if whole and not all(type(value) is int for value in content):
        raise MoatError(f"'columns.{place}' must be a list of whole numbers")
