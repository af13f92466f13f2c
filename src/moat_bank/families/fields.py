"""What an entry of each family holds: the keys of its ``entry.json``, in order.

This is the one table of keys; readers, checker, bundles and docs take theirs from it.  Standard
library alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from moat_bank.families.registry import package_of

PARTS = ("origin", "puzzle", "solution", "rating", "about")
"""Parts of an entry, in order: where it is from, the puzzle, what is true of it, who says so."""


@dataclass(frozen=True)
class Field:
    """One key of an entry.

    Attributes:
        key: its name.
        part: one of ``PARTS``.
        made: entries that were made from seeds have it.
        imported: entries that came from elsewhere have it.
        optional: it may be left out.
        shown: it tells nothing of how the puzzle is solved: bundles without solutions keep it.
        column: name by which ``play.pack`` and ``play.unpack`` know its column in a bundle; empty
            where the column is a plain one.
        unit: of what it counts; empty where it counts nothing.
        schema: JSON Schema of its value.
    """

    key: str
    part: str
    made: bool
    imported: bool
    optional: bool
    shown: bool
    column: str
    unit: str
    schema: Mapping[str, Any]


@cache
def entry_schema(family: str) -> Mapping[str, Any]:
    """The JSON Schema of a family's entries, as it stands in its ``entry.json``.

    Raises:
        MoatError: there is no such family.
    """
    schema: dict[str, Any] = json.loads(
        files(package_of(family)).joinpath("entry.json").read_bytes()
    )
    return schema


@cache
def fields(family: str) -> tuple[Field, ...]:
    """The keys of a family's entries, in order.

    Raises:
        MoatError: there is no such family.
    """
    return tuple(
        Field(
            key=key,
            part=schema["x-part"],
            made=schema.get("x-of", "made") == "made",
            imported=schema.get("x-of", "imported") == "imported",
            optional=schema.get("x-optional", False),
            shown=schema.get("x-shown", False),
            column=schema.get("x-column", ""),
            unit=schema.get("x-unit", ""),
            schema={name: value for name, value in schema.items() if not name.startswith("x-")},
        )
        for key, schema in entry_schema(family)["properties"].items()
    )


def keys(family: str, *parts: str) -> tuple[str, ...]:
    """The keys that belong to these parts of an entry, or to any where none is named, in order."""
    return tuple(field.key for field in fields(family) if not parts or field.part in parts)


def keys_of(family: str, imported: bool) -> tuple[str, ...]:
    """The keys of an entry that was imported, or made from a seed; some may be left out."""
    return tuple(
        field.key for field in fields(family) if (field.imported if imported else field.made)
    )


def shown_keys(family: str) -> tuple[str, ...]:
    """The keys that bundles without solutions keep, besides the puzzle's own."""
    return tuple(field.key for field in fields(family) if field.shown)
