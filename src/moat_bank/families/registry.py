"""The families there are, and their rooms, loaded when asked for.

A family of another package is found by the entry point group ``moat_bank.families``: its name there
is the family's, its value the package that holds the rooms.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from moat_bank.errors import MoatError, short

if TYPE_CHECKING:
    from moat_bank.families.base import (
        Draw,
        Engine,
        Explained,
        KindRoom,
        Notations,
        Play,
        Proof,
        Variants,
        Words,
    )

BUILT_IN = {"stars": "moat_bank.families.stars"}
GROUP = "moat_bank.families"

USUAL = next(iter(BUILT_IN))
"""The family that is meant where none is named and nothing tells it."""


@cache
def packages() -> Mapping[str, str]:
    """The package of each family, by its name: those of this package first, others by name."""
    from importlib.metadata import entry_points  # slow, so only where a family is not built in

    others = {point.name: point.value for point in entry_points(group=GROUP)}
    return {**dict(sorted(others.items())), **BUILT_IN}


def families() -> tuple[str, ...]:
    """Names of all families, those of this package first."""
    return tuple(sorted(packages(), key=lambda name: (name not in BUILT_IN, name)))


def package_of(family: str) -> str:
    """The package that holds the rooms of a family.

    Raises:
        MoatError: there is no such family.
    """
    found = BUILT_IN.get(family) if isinstance(family, str) else None
    found = found or (packages().get(family) if isinstance(family, str) else None)
    if found is None:
        raise MoatError(f"unknown family {short(family)}; known: {', '.join(families())}")
    return found


@cache
def _room(family: str, name: str) -> Any:
    package = package_of(family)
    try:
        return import_module(f"{package}.{name}")
    except ModuleNotFoundError as error:
        if error.name == "numba":
            raise MoatError(
                "this needs numba: install the 'build' extra, pip install 'moat_bank[build]'"
            ) from error
        if error.name == f"{package}.{name}":
            raise MoatError(f"the family {family} has no {name}") from error
        raise


def kind_room(family: str) -> KindRoom:
    """The parameters of a family; standard library alone."""
    return cast("KindRoom", _room(family, "kind"))


def play(family: str) -> Play:
    """Puzzles and solutions as plain JSON values; standard library alone."""
    return cast("Play", _room(family, "play"))


def engine(family: str) -> Engine:
    """What makes, solves, rates and keys puzzles.

    Raises:
        MoatError: there is no such family, or the ``build`` extra, which it needs, is missing.
    """
    return cast("Engine", _room(family, "engine").ENGINE)


def proof(family: str) -> Proof:
    """What finds every fact of an entry anew, on numpy alone."""
    return cast("Proof", _room(family, "proof"))


def words(family: str) -> Words:
    """The ladder in plain Python, with reasons."""
    return cast("Words", _room(family, "words"))


def explained(family: str) -> Explained:
    """How an explanation of ``words`` looks."""
    return cast("Explained", _room(family, "explained"))


def draw(family: str) -> Draw:
    """What to draw of a puzzle."""
    return cast("Draw", _room(family, "draw"))


def notations(family: str) -> Notations:
    """How other people write the puzzle."""
    return cast("Notations", _room(family, "notations"))


def variants(family: str) -> Variants:
    """How puzzles are made from what a person gives; not every family has the room."""
    return cast("Variants", _room(family, "variants"))


def family_of(data: Any) -> str:
    """The family of a puzzle or entry in JSON: what it says itself, or what its keys tell.

    Raises:
        MoatError: it is no object, or of no family known here.
    """
    if not isinstance(data, dict):
        raise MoatError("a puzzle is a JSON object")
    if "family" in data:
        package_of(data["family"])
        return str(data["family"])
    for name in families():
        if any(key in data for key in play(name).MARKS):
            return name
    marks = ", ".join(key for name in families() for key in play(name).MARKS)
    raise MoatError(f"is no puzzle of a family known here: it has none of the keys {marks}")
