"""The forms of a manifest, key by key: that of today, and that of format 1.

Wherever a kind of puzzle is named, the parameters of its family follow the family.  Format 1 knew
one family a manifest; once its form is found right, it is brought to that of today, and the rest
of the checker knows no other.  Format 2 is that of a bundle, which is proved where it came from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moat_bank.check.shape import WHOLE, Shape, Text, leaf
from moat_bank.families.base import IMPORTED, MAX_MASTER
from moat_bank.families.registry import kind_room
from moat_bank.kind import POOLS, TIERS

FORMAT, FIRST_FORMAT = 3, 1

NAME = Text(
    r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}",
    "letters, digits, dots, dashes and underscores, a letter or digit first, at most 100",
)
SHA256 = Text("[0-9a-f]{64}", "64 hex digits")
VERSION = Text(r"[!-~]{1,100}", "a version of at most 100 visible characters")

_KEY = {"key": range(2**32)}
_SHARD = {"file": str, "count": WHOLE, "bytes": WHOLE, "sha256": SHA256}
_CANDIDATES = range(1, 2**32 + 1)
_GENERATION = {"pilot": _CANDIDATES, "batch": _CANDIDATES, "ceiling": _CANDIDATES}
_LENGTHS = {pool: dict.fromkeys(TIERS, range(2**32)) for pool in POOLS}
_TWINS = {"distance": range(626)}
_ENTRIES = range(1, 1_000_001)
_LEVEL = range(1, 2**53 + 1)


def families_of(manifest: dict[str, Any]) -> tuple[Any, ...]:
    """What a manifest, right or wrong, names as its families."""
    if manifest["format"] == FIRST_FORMAT:
        return (manifest.get("family"),)
    versions = manifest.get("versions")
    return tuple(versions) if isinstance(versions, dict) else ()


def manifest_shape(manifest: dict[str, Any], families: tuple[str, ...]) -> Shape:
    """The form that a manifest of its format and of these families, all known, must have."""
    if manifest["format"] == FIRST_FORMAT:
        return _first_form(families[0], manifest.get("generator") == IMPORTED)
    versions = {family: {"generator": VERSION, "rater": VERSION} for family in families}
    return {
        "format": range(FORMAT, FORMAT + 1),
        "encoding": ("rows",),
        "edition": NAME,
        "versions": versions,
        "shard": _ENTRIES,
        "banks": [_named(families, _bank)],
        "levels": _levels(families),
        "daily": _KEY,
        "events": _KEY,
        "config": _config(families, is_imported(manifest)),
    }


def is_imported(manifest: dict[str, Any]) -> bool:
    """Whether the puzzles came from elsewhere, as far as the first family's generator tells."""
    versions = manifest.get("versions")
    first = next(iter(versions.values()), None) if isinstance(versions, dict) else None
    return isinstance(first, dict) and first.get("generator") == IMPORTED


def _named(
    families: tuple[str, ...], shape_of: Callable[[dict[str, Shape]], Shape]
) -> Callable[[Any], Shape]:
    """The shape of an object that names a kind: what stands for it there is given to ``shape_of``.

    Of an object of an unknown family it is that of the first, and its family a fault.
    """

    def shape(value: Any) -> Shape:
        family = value.get("family") if isinstance(value, dict) else None
        known = family if family in families else families[0]
        return shape_of({"family": families, **_parameters(known)})

    return shape


def _parameters(family: str) -> dict[str, Shape]:
    return {key: leaf(schema) for key, schema in kind_room(family).PARAMETERS.items()}


def _bounds(family: str) -> dict[str, Shape]:
    return {key: leaf(schema) for key, schema in kind_room(family).BOUNDS.items()}


def _bank(kind: dict[str, Shape]) -> Shape:
    return {"pool": POOLS, **kind, "tier": TIERS, "length": WHOLE, "shards": [_SHARD]}


def _levels(families: tuple[str, ...]) -> Shape:
    return {"boards": [_named(families, lambda kind: {"from": _LEVEL, **kind})], "tiers": [TIERS]}


def _config(families: tuple[str, ...], imported: bool) -> Shape:
    """The config in normal form: what it says of all boards stands with each of them as well."""
    if imported:
        return {
            "edition": NAME,
            "shard": _ENTRIES,
            "boards": [_named(families, lambda kind: {**kind, **_LENGTHS})],
            "levels": _levels(families),
        }
    return {
        "edition": NAME,
        "seed": range(MAX_MASTER + 1),
        "generation": _GENERATION,
        "quality": {family: _bounds(family) for family in families},
        "twins": _TWINS,
        "shard": _ENTRIES,
        "boards": [_named(families, _board)],
        "levels": _levels(families),
    }


def _board(kind: dict[str, Shape]) -> Shape:
    made = {"style": str, "steer?": [TIERS], "generation": _GENERATION}
    return {**kind, **made, "twins": _TWINS, **_LENGTHS}


def _first_form(family: str, imported: bool) -> Shape:
    kind = _parameters(family)
    levels = {"boards": [{"from": _LEVEL, **kind}], "tiers": [TIERS]}
    made = {"style": str, "steer?": [TIERS], "generation": _GENERATION}
    config = {
        "edition": NAME,
        "seed": range(MAX_MASTER + 1),
        "family": (family,),
        "generation": _GENERATION,
        "quality": _bounds(family),
        "twins": _TWINS,
        "shard": _ENTRIES,
        "boards": [{**kind, **made, **_LENGTHS}],
        "levels": levels,
    }
    if imported:
        config = {key: config[key] for key in ("edition", "family", "shard")}
        config |= {"boards": [{**kind, **_LENGTHS}], "levels": levels}
    return {
        "format": range(FIRST_FORMAT, FIRST_FORMAT + 1),
        "edition": NAME,
        "family": (family,),
        "generator": VERSION,
        "rater": VERSION,
        "shard": _ENTRIES,
        "banks": [_bank(kind)],
        "levels": levels,
        "daily": _KEY,
        "events": _KEY,
        "config": config,
    }


def upgraded(manifest: dict[str, Any]) -> dict[str, Any]:
    """A manifest of right form in that of today; its ``format`` stays, since it names the files."""
    if manifest["format"] != FIRST_FORMAT:
        return manifest
    old = {**manifest}
    family, generator, rater = (old.pop(key) for key in ("family", "generator", "rater"))
    config = {**old["config"]}
    boards = config["boards"]
    if "twins" in config:
        boards = [{**board, "twins": config["twins"]} for board in boards]
        config["quality"] = {family: config["quality"]}
    config["boards"] = _with_family(boards, family)
    config["levels"] = _levels_upgraded(config["levels"], family)
    return {
        **old,
        "versions": {family: {"generator": generator, "rater": rater}},
        "banks": _with_family(old["banks"], family),
        "levels": _levels_upgraded(old["levels"], family),
        "config": config,
    }


def _with_family(items: list[dict[str, Any]], family: str) -> list[dict[str, Any]]:
    return [{**item, "family": family} for item in items]


def _levels_upgraded(levels: dict[str, Any], family: str) -> dict[str, Any]:
    return {**levels, "boards": _with_family(levels["boards"], family)}
