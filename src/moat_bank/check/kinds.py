"""Kinds of puzzle as banks, steps and boards of a manifest of good form name them."""

from __future__ import annotations

from typing import Any

from moat_bank.families.registry import kind_room
from moat_bank.kind import Kind

Key = tuple[Any, ...]
"""What tells a kind from others: its family and the values of its parameters."""


def kind_of(item: dict[str, Any]) -> Kind:
    """The kind that an object names.

    Raises:
        MoatError: there is no such kind.
    """
    return kind_room(item["family"]).kind_of(item)


def kind_at(item: dict[str, Any]) -> Key:
    """The kind that an object names, by its values."""
    family = item["family"]
    return family, *(item[key] for key in kind_room(family).PARAMETERS)


def words(item: dict[str, Any]) -> str:
    """The kind that an object names, for sentences."""
    return f"{item['family']} {kind_of(item).words}"
