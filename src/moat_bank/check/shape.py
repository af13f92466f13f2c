"""Strict shapes for JSON that nobody vouches for: exact keys in exact order, exact types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moat_bank.families.stars.proof import many as prove_many
from moat_bank.families.stars.proof import rating as prove_rating

LARGEST = 2**53 - 1
"""The largest whole number that every JSON reader keeps exactly."""

Shape = Any
"""``int`` (0 to ``LARGEST``), ``str``, ``dict`` (any object), ``[shape]`` or ``{key: shape}``.

A key that ends with ``?`` may be left out, and stands without the mark.
"""

LEVELS: Shape = {"boards": [{"from": int, "size": int, "stars": int}], "tiers": [str]}

MANIFEST: Shape = {
    "format": int,
    "edition": str,
    "family": str,
    "generator": str,
    "rater": str,
    "shard": int,
    "banks": [
        {
            "pool": str,
            "size": int,
            "stars": int,
            "tier": str,
            "length": int,
            "shards": [{"file": str, "count": int, "bytes": int, "sha256": str}],
        }
    ],
    "levels": LEVELS,
    "daily": {"key": int},
    "events": {"key": int},
    "config": dict,
}

_LENGTHS: Shape = {"easy": int, "medium": int, "hard": int, "super_hard": int}
_GENERATION: Shape = {"pilot": int, "batch": int, "ceiling": int}

CONFIG: Shape = {
    "edition": str,
    "seed": int,
    "family": str,
    "generation": _GENERATION,
    "quality": {"smallest_region": int, "single_cell_regions": int, "largest_share": int},
    "twins": {"distance": int},
    "shard": int,
    "boards": [
        {
            "size": int,
            "stars": int,
            "style": str,
            "steer?": [str],
            "generation": _GENERATION,
            "levels": _LENGTHS,
            "daily": _LENGTHS,
            "events": _LENGTHS,
        }
    ],
    "levels": LEVELS,
}

IMPORTED_CONFIG: Shape = {
    "edition": str,
    "family": str,
    "shard": int,
    "boards": [
        {
            key: shape
            for key, shape in CONFIG["boards"][0].items()
            if key not in ("style", "steer?", "generation")
        }
    ],
    "levels": LEVELS,
}


def entry_shape(stars: int, imported: bool) -> Shape:
    """An entry of a board of so many stars.

    One that came from elsewhere cannot be built again; one that was steered names its aim.
    """
    techniques = prove_rating.TECHNIQUES if stars == 1 else prove_many.TECHNIQUES
    return {
        **({"source": str} if imported else {"seed": int, "style": str, "aim?": str}),
        "regionMap": [[int]],
        "solution": [int] if stars == 1 else [[int]],
        "r": int,
        "steps": int,
        **{f"r{technique}": int for technique in range(1, techniques + 1)},
        "narrowest": int,
        "k": int,
        "k2": int,
        "score": int,
        "id": str,
        "generator": str,
        "rater": str,
    }


def faults(value: Any, shape: Shape, path: str = "") -> Iterator[str]:
    """Where a value departs from the shape, each as one line that begins with the key's path."""
    if shape is int:
        if type(value) is not int or not 0 <= value <= LARGEST:
            yield f"{path}: must be a whole number from 0 to 2^53-1, found {short(value)}"
    elif shape is str:
        if type(value) is not str:
            yield f"{path}: must be text, found {short(value)}"
    elif isinstance(shape, list):
        if type(value) is not list:
            yield f"{path}: must be a list, found {short(value)}"
        elif shape[0] is not int or not all(type(v) is int and 0 <= v <= LARGEST for v in value):
            for i, item in enumerate(value):
                yield from faults(item, shape[0], f"{path}[{i}]")
    elif type(value) is not dict:
        yield f"{_head(path)}must be an object, found {short(value)}"
    elif isinstance(shape, dict):
        yield from _object_faults(value, shape, path)


def _object_faults(value: dict[str, Any], shape: dict[str, Shape], path: str) -> Iterator[str]:
    shape = {
        key.removesuffix("?"): inner
        for key, inner in shape.items()
        if not key.endswith("?") or key[:-1] in value
    }
    if list(value) != list(shape):
        for key in shape:
            if key not in value:
                yield f"{_join(path, key)}: is missing"
        for key in value:
            if key not in shape:
                yield f"{_head(path)}has the unknown key {short(key)}"
        if set(value) == set(shape):
            yield f"{_head(path)}keys must be in this order: {', '.join(shape)}"
        return
    for key, inner in shape.items():
        yield from faults(value[key], inner, _join(path, key))


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _head(path: str) -> str:
    return f"{path}: " if path else ""


def short(value: Any) -> str:
    """A value as it may stand in one line of text, whatever it is."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    text = ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."
