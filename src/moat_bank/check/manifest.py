"""The manifest of a folder of banks, trusted in nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from moat_bank.check import forms
from moat_bank.check.config import config_faults
from moat_bank.check.files import READABLE, Fault, read_file, strange_files, written
from moat_bank.check.kinds import kind_at, kind_of
from moat_bank.check.plan import plan_faults
from moat_bank.check.shape import faults
from moat_bank.errors import MoatError, short
from moat_bank.families import registry
from moat_bank.families.base import IMPORTED
from moat_bank.kind import POOLS, Kind, bank_stem, shard_file

MANIFEST = "manifest.json"
LARGEST_MANIFEST = 1 << 28


@dataclass(frozen=True)
class Shard:
    """What the manifest says of one file."""

    file: str
    count: int
    bytes: int
    sha256: str
    kind: Kind
    tier: str


def read_manifest(folder: Path, file: str = MANIFEST) -> tuple[dict[str, Any], list[Fault]]:
    """Parse a manifest; faults if it is not the bytes that its content gives.

    Raises:
        MoatError: there is no such folder or manifest, or it is not one that can be checked.
    """
    if not folder.is_dir():
        raise MoatError(f"{folder}: is no folder; name the folder that holds {MANIFEST}")
    path = folder / file
    data = read_file(path, LARGEST_MANIFEST)
    if isinstance(data, str):
        raise MoatError(f"{path}: {data}")
    try:
        manifest = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise MoatError(f"{path}: is not JSON: {error}") from error
    _check_known(path, manifest)
    if written(manifest, READABLE) == data:
        return manifest, []
    return manifest, [Fault(file, None, _not_canonical(data))]


def _check_known(path: Path, manifest: Any) -> None:
    """Refuse what this version cannot say anything of: other formats, bundles, other families."""
    found = manifest.get("format") if isinstance(manifest, dict) else manifest
    bundle = found == 2 or (isinstance(manifest, dict) and manifest.get("encoding") == "columns")
    if type(found) is not int or found not in (forms.FORMAT, forms.FIRST_FORMAT) or bundle:
        hint = " (a bundle: verify the banks that it was made of)" if bundle else ""
        known = f"{forms.FORMAT} in rows, or {forms.FIRST_FORMAT}"
        raise MoatError(f"{path}: format must be {known}, found {short(found)}{hint}")
    for family in forms.families_of(manifest):
        if isinstance(family, str) and family not in registry.families():
            known = ", ".join(registry.families())
            raise MoatError(f"{path}: family {short(family)} cannot be checked, only {known}")


def check_raters(path: Path, manifest: dict[str, Any]) -> None:
    """Raise ``MoatError`` if a family was rated by other definitions than are known here."""
    for family, versions in manifest["versions"].items():
        known = registry.proof(family).RATER
        if versions["rater"] != known:
            found = short(versions["rater"])
            raise MoatError(f"{path}: rater {found} cannot be checked, only {known}")


def _not_canonical(data: bytes) -> str:
    """Why the manifest's bytes are not those that orjson writes: a key twice, or just the form."""
    twice: list[str] = []

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        seen: set[str] = set()
        for key, _ in items:
            if key in seen:
                twice.append(key)
            seen.add(key)
        return dict(items)

    try:
        json.loads(data, object_pairs_hook=pairs)
    except (ValueError, RecursionError):
        return "is nested too deep or holds numbers out of range"
    if twice:
        return f"key {short(twice[0])} stands twice in one object"
    return "is not as the build writes it (spaces, escapes or forms of numbers differ)"


def structure_faults(manifest: dict[str, Any]) -> Iterator[str]:
    """What keeps the manifest from being used at all: wrong shapes, and names of other files."""
    families = forms.families_of(manifest)
    if not families or not all(isinstance(family, str) for family in families):
        yield "names no family in 'family' (format 1) or 'versions'"
        return
    wrong = list(faults(manifest, forms.manifest_shape(manifest, families)))
    yield from wrong
    if wrong:
        return
    today = forms.upgraded(manifest)
    imported = [versions["generator"] == IMPORTED for versions in today["versions"].values()]
    if len({*imported}) > 1:
        yield "versions: either all puzzles were imported, or none"
    named = [
        *((f"banks[{i}]", bank) for i, bank in enumerate(today["banks"])),
        *((f"levels.boards[{i}]", step) for i, step in enumerate(today["levels"]["boards"])),
        *((f"config.boards[{i}]", one) for i, one in enumerate(today["config"]["boards"])),
    ]
    for place, item in named:
        try:
            kind_of(item)
        except MoatError as error:
            yield f"{place}: {error}"
            return
    for i, bank in enumerate(today["banks"]):
        yield from _name_faults(f"banks[{i}]", bank, today["format"])


def _name_faults(place: str, bank: dict[str, Any], format_: int) -> Iterator[str]:
    """Files of other names than the build gives them; so none lies outside of the folder."""
    kind = kind_of(bank)
    stem = bank_stem(bank["pool"], kind, bank["tier"])
    if format_ == forms.FIRST_FORMAT:
        stem = f"{bank['pool']}/{kind.name}-{bank['tier']}"
    for j, item in enumerate(bank["shards"]):
        wanted = shard_file(stem, j, item["sha256"])
        if item["file"] != wanted:
            yield f"{place}.shards[{j}].file: must be {wanted!r}, found {short(item['file'])}"


def content_faults(manifest: dict[str, Any]) -> Iterator[str]:
    """What is wrong with a manifest of good structure, in today's form, taken alone."""
    seen: dict[tuple[Any, ...], int] = {}
    for i, bank in enumerate(manifest["banks"]):
        yield from _length_faults(f"banks[{i}]", bank, manifest["shard"])
        key = bank["pool"], kind_at(bank), bank["tier"]
        if key in seen:
            yield f"banks[{i}]: is the same pool, kind and tier as banks[{seen[key]}]"
        seen.setdefault(key, i)
    levels = {
        (kind_at(bank), bank["tier"]) for bank in manifest["banks"] if bank["pool"] == "levels"
    }
    yield from plan_faults(manifest["levels"], levels)
    yield from config_faults(manifest)


def _length_faults(place: str, bank: dict[str, Any], shard: int) -> Iterator[str]:
    length, counts = bank["length"], [item["count"] for item in bank["shards"]]
    if length % 2 == 0:
        yield f"{place}.length: must be odd, found {length}"
    if sum(counts) != length:
        yield f"{place}: its shards count {sum(counts)} entries, but its length is {length}"
    for j, count in enumerate(counts):
        if not 0 < count <= shard or (count < shard and j < len(counts) - 1):
            yield f"{place}.shards[{j}].count: is {count}, but shards have {shard} entries"


def shards(manifest: dict[str, Any]) -> list[Shard]:
    """All shards, in the manifest's order."""
    return [
        Shard(**item, kind=kind_of(bank), tier=bank["tier"])
        for bank in manifest["banks"]
        for item in bank["shards"]
    ]


def extra_files(folder: Path, manifests: Iterable[dict[str, Any]]) -> Iterator[Fault]:
    """What lies in the pool folders and is of none of these manifests."""
    known = {
        item["file"]
        for manifest in manifests
        for bank in manifest["banks"]
        for item in bank["shards"]
    }
    for pool in POOLS:
        yield from strange_files(folder, pool, known)
