"""Shards in columns, the encoding that ``runtime/columns.py`` reads and docs/bundle.md defines."""

from __future__ import annotations

from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any

import orjson

from moat_bank.errors import MoatError
from moat_bank.families.fields import fields
from moat_bank.families.registry import play
from moat_bank.kind import Kind
from moat_bank.runtime.columns import Entry, entry_reader
from moat_bank.runtime.manifest import FORMAT


def column_shard(kind: Kind, tier: str, entries: Sequence[Entry]) -> bytes:
    """The file of a shard: one JSON object and a final newline.

    Raises:
        MoatError: the entries have their keys in different orders, or are of different kinds, or
            have something in them that columns cannot give back.
    """
    packed = {field.key: field.column for field in fields(kind.family) if field.column}
    columns: dict[str, Any] = {}
    for key in _joined_keys(entries):
        values = [entry.get(key) for entry in entries]
        name = packed.get(key, "")
        if name and None not in values:
            columns[key] = {name: play(kind.family).pack(name, kind, values)}
        else:
            columns[key] = _column(values)
    content = {
        "format": FORMAT,
        "family": kind.family,
        **kind.values,
        "tier": tier,
        "count": len(entries),
        "columns": columns,
    }
    data = orjson.dumps(content, option=orjson.OPT_APPEND_NEWLINE)
    entry = entry_reader(orjson.loads(data), kind, len(entries))
    for position, before in enumerate(entries):
        # As bytes: the order of keys is to come back, too.
        if orjson.dumps(entry(position)) != orjson.dumps(before):
            raise MoatError(f"'{tier}[{position}]' holds what columns cannot give back")
    return data


def concealed(kind: Kind, entry: Entry) -> Entry:
    """An entry without what tells its solution: the puzzle, and the keys that may be shown."""
    puzzle = play(kind.family).view(kind, entry, 0)
    values = {**entry, **puzzle}
    return {
        field.key: values[field.key]
        for field in fields(kind.family)
        if field.key in puzzle or (field.shown and field.key in entry)
    }


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


def _column(values: list[Any]) -> dict[str, Any]:
    """The values in the form that is shortest as JSON text, the first of equals."""
    forms: list[dict[str, Any]] = [{"list": values}]
    if all(type(value) is int for value in values):
        low = min(values)
        forms.append({"over": [low, *(value - low for value in values)]})
        forms.append({"sum": [values[0], *(after - before for before, after in pairwise(values))]})
    elif all(type(value) is str for value in values) and len({len(text) for text in values}) == 1:
        forms.append({"text": "".join(values)})
    elif all(type(value) is list for value in values) and {*map(len, values)} == {
        len(values[0]) or 1
    }:
        forms.append({"each": [_column(list(parts)) for parts in zip(*values, strict=True)]})
    if type(values[0]) in (int, str) and all(value == values[0] for value in values):
        forms.append({"all": values[0]})
    return min(forms, key=lambda column: len(orjson.dumps(column)))
