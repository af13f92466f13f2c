"""Strict shapes for JSON that nobody vouches for: exact keys in exact order, exact types."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from moat_bank.errors import kind, short

Shape = Any
"""What a value must be:

- a ``range``: a whole number in it;
- ``str``: any text; a ``Text``: text of that form; a tuple: one of these texts;
- an ``OrNull``: what its shape says, or null;
- ``[shape]``: a list of such values;
- ``{key: shape}``: an object of just these keys in this order; a key that ends with ``?`` may be
  left out, and stands without the mark;
- a function: the shape that it gives for the value.
"""

WHOLE = range(2**53)
"""The whole numbers that every JSON reader keeps exactly."""


@dataclass(frozen=True)
class Text:
    """Text of a form: the whole of it matches ``pattern``, which ``words`` describe."""

    pattern: str
    words: str


@dataclass(frozen=True)
class OrNull:
    """A shape, or null."""

    shape: Shape


def leaf(schema: Mapping[str, Any]) -> range:
    """The shape of a whole number with bounds, from its JSON Schema."""
    return range(schema["minimum"], schema["maximum"] + 1)


def faults(value: Any, shape: Shape, path: str = "") -> Iterator[str]:
    """Where a value departs from the shape, each as one line that begins with the key's path."""
    if callable(shape) and shape is not str:
        shape = shape(value)
    if isinstance(shape, OrNull):
        if value is not None:
            yield from faults(value, shape.shape, path)
    elif isinstance(shape, dict):
        yield from _object_faults(value, shape, path)
    elif isinstance(shape, list):
        yield from _list_faults(value, shape[0], path)
    elif rule := _leaf_rule(value, shape):
        yield f"{path}: must be {rule}, found {short(value)}"


def _leaf_rule(value: Any, shape: Shape) -> str | None:
    """What a value that is no list and no object must be, or None if it is."""
    if isinstance(shape, range):
        fits = type(value) is int and value in shape
        return None if fits else f"a whole number from {shape.start} to {shape.stop - 1}"
    if isinstance(shape, tuple):
        fits = type(value) is str and value in shape
        return None if fits else f"one of {', '.join(shape)}"
    if type(value) is not str:
        return "text"
    if isinstance(shape, Text) and not re.fullmatch(shape.pattern, value):
        return shape.words
    return None


def _list_faults(value: Any, shape: Shape, path: str) -> Iterator[str]:
    if type(value) is not list:
        yield f"{path}: must be a list, found {kind(value)}"
        return
    for i, item in enumerate(value):
        yield from faults(item, shape, f"{path}[{i}]")


def _object_faults(value: Any, shape: dict[str, Shape], path: str) -> Iterator[str]:
    if type(value) is not dict:
        yield f"{head(path)}must be an object, found {kind(value)}"
        return
    shape = {
        key.removesuffix("?"): inner
        for key, inner in shape.items()
        if not key.endswith("?") or key[:-1] in value
    }
    wrong = list(key_faults(value, list(shape), path))
    yield from wrong
    if not wrong:
        for key, inner in shape.items():
            yield from faults(value[key], inner, join(path, key))


def key_faults(value: dict[str, Any], keys: list[str], path: str = "") -> Iterator[str]:
    """Keys that are missing, unknown, or in another order."""
    if list(value) == keys:
        return
    for key in keys:
        if key not in value:
            yield f"{join(path, key)}: is missing"
    for key in value:
        if key not in keys:
            yield f"{head(path)}has the unknown key {short(key)}"
    if set(value) == set(keys):
        yield f"{head(path)}keys must be in this order: {', '.join(keys)}"


def difference(found: Any, proved: Any, path: str) -> str:
    """Where two unlike values first differ, as one line that begins with the key's path."""
    if type(found) is type(proved) is list and len(found) == len(proved):
        for i, (one, other) in enumerate(zip(found, proved, strict=True)):
            if type(one) is not type(other) or one != other:
                return difference(one, other, f"{path}[{i}]")
    return f"{path}: is {_named(found)}, proved {_named(proved)}"


def _named(value: Any) -> str:
    return f"a list of {len(value)}" if type(value) is list else short(value)


def join(path: str, key: str) -> str:
    """The path of a key of an object."""
    return f"{path}.{key}" if path else key


def head(path: str) -> str:
    """How a line about a whole value begins."""
    return f"{path}: " if path else ""
