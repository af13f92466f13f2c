"""What is wrong with an entry: its keys, its origin, and all that the proof finds otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from moat_bank.check.config import Asked
from moat_bank.check.files import written
from moat_bank.check.shape import difference, key_faults
from moat_bank.errors import kind, short
from moat_bank.families.base import IMPORTED, NUMBERS_PER_MASTER
from moat_bank.families.fields import fields
from moat_bank.kind import TIERS

LONGEST_SOURCE = 200


@dataclass(frozen=True)
class Place:
    """What an entry must agree with.

    Attributes:
        family: its family.
        tier: the tier that it stands under.
        versions: generator and rater that it must name.
        asked: what the config asks of it, or None where it does not know such puzzles.
    """

    family: str
    tier: str
    versions: tuple[str, str]
    asked: Asked | None

    @property
    def imported(self) -> bool:
        """Whether its puzzles came from elsewhere."""
        return self.versions[0] == IMPORTED


@dataclass(frozen=True)
class Proved:
    """What the proof says of one puzzle: see ``moat_bank.families.base.Proofs``."""

    faults: list[str]
    facts: dict[str, Any]
    tier: int
    form: bytes


def as_it_must_be(entry: Any, proved: Proved, place: Place) -> dict[str, Any] | None:
    """The entry written anew from its origin and the proof; None if it cannot stand there."""
    if place.asked is None or proved.faults or TIERS[proved.tier] != place.tier:
        return None
    if type(entry) is not dict or any(_origin_faults(entry, place)):
        return None
    origin = ("source",) if place.imported else ("seed", "style", "aim")
    generator, rater = place.versions
    return {
        **{key: entry[key] for key in origin if key in entry},
        **proved.facts,
        "generator": generator,
        "rater": rater,
    }


def _origin_faults(entry: dict[str, Any], place: Place) -> Iterator[str]:
    """What is wrong with the origin; a source is text that can stand on one line of a report."""
    asked = place.asked
    if asked is None:
        return
    if place.imported:
        source = entry.get("source")
        if type(source) is not str or not source.isprintable() or len(source) > LONGEST_SOURCE:
            yield f"source: must be text of one line, at most {LONGEST_SOURCE} characters"
        return
    seed = entry.get("seed")
    if type(seed) is not int or seed // NUMBERS_PER_MASTER != asked.seed:
        yield f"seed: {short(seed)} is not of the config's master seed {asked.seed}"
    if entry.get("style") != asked.style:
        yield f"style: is {short(entry.get('style'))}, the config says {short(asked.style)}"
    if "aim" not in entry:
        return
    if entry["aim"] != place.tier:
        yield f"aim: is {short(entry['aim'])}, but it stands under {place.tier}"
    elif place.tier not in asked.steer:
        yield f"aim: is {short(entry['aim'])}, to which the config does not steer"


def entry_faults(entry: Any, place: Place, proved: Proved) -> Iterator[str]:
    """All that is wrong with one entry, any JSON value, a line each."""
    if type(entry) is not dict:
        yield f"must be an object, found {kind(entry)}"
        return
    keys = [
        field.key
        for field in fields(place.family)
        if (field.imported if place.imported else field.made)
        and (not field.optional or field.key in entry)
    ]
    wrong = list(key_faults(entry, keys))
    yield from wrong
    if wrong:
        return
    yield from _origin_faults(entry, place)
    for key, wanted in zip(("generator", "rater"), place.versions, strict=True):
        if entry[key] != wanted:
            yield f"{key}: is {short(entry[key])}, the manifest says {short(wanted)}"
    yield from proved.faults
    for key, value in proved.facts.items():
        if written(entry[key]) != written(value):
            yield difference(entry[key], value, key)
    if not proved.faults and TIERS[proved.tier] != place.tier:
        yield f"stands under {place.tier}, proved {TIERS[proved.tier]}"
