"""Values of a JSON object from outside, checked; errors name the place as in ``banks[0].tier``."""

from __future__ import annotations

import re
from typing import Any

from moat_bank.errors import MoatError, short, whole
from moat_bank.errors import kind as json_kind

_WORD = re.compile(r"[a-z][a-z0-9_]{0,31}\Z")


def _place(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key


def whole_at(data: dict[str, Any], place: str, key: str, low: int, high: int) -> int:
    """The whole number from ``low`` to ``high`` under a key of the object at a place."""
    return whole(data.get(key), f"'{_place(place, key)}'", low, high)


def text_at(data: dict[str, Any], place: str, key: str) -> str:
    """The text under a key."""
    value = data.get(key)
    if not isinstance(value, str):
        raise MoatError(f"'{_place(place, key)}' must be text, found {short(value)}")
    return value


def word(value: Any, place: str) -> str:
    """The value, if it is a lower-case word."""
    if not isinstance(value, str) or not _WORD.match(value):
        raise MoatError(f"'{place}' must be a lower-case word, found {short(value)}")
    return value


def list_at(data: dict[str, Any], place: str, key: str) -> list[Any]:
    """The list under a key."""
    value = data.get(key)
    if not isinstance(value, list):
        raise MoatError(f"'{_place(place, key)}' must be a list, found {json_kind(value)}")
    return value


def object_at(data: dict[str, Any], place: str, key: str) -> dict[str, Any]:
    """The object under a key."""
    return mapping(data.get(key), _place(place, key))


def mapping(value: Any, place: str) -> dict[str, Any]:
    """The value, if it is an object."""
    if not isinstance(value, dict):
        raise MoatError(f"'{place}' must be an object, found {json_kind(value)}")
    return value
