"""The chain of editions in a folder of banks, trusted in nothing."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson

from moat_bank.check.files import READABLE, Fault, read_file, strange_files, written
from moat_bank.check.forms import NAME, SHA256
from moat_bank.check.manifest import LARGEST_MANIFEST, MANIFEST
from moat_bank.check.shape import OrNull, Shape, Text, faults
from moat_bank.errors import MoatError, short

FILE, FOLDER = "editions.json", "editions"
FORMAT = 1
LARGEST = 1 << 22
MOST_EDITIONS = 1000
FIRST_DAY = "0001-01-01"

_DAY = Text(r"\d{4}-\d{2}-\d{2}", "a date such as 2026-03-01")
SHAPE: Shape = {
    "format": range(FORMAT, FORMAT + 1),
    "editions": [
        {
            "edition": NAME,
            "level": range(1, 2**53 + 1),
            "day": OrNull(_DAY),
            "file": str,
            "bytes": range(1, LARGEST_MANIFEST + 1),
            "sha256": SHA256,
        }
    ],
}


def manifests(folder: Path) -> tuple[list[str], list[Fault]]:
    """The manifests of all editions, oldest first, and what is wrong with the chain of them.

    One that is missing or not what the chain says is a fault, and left out.

    Raises:
        MoatError: the folder is a bundle.
    """
    if not os.path.lexists(folder / FILE):
        return [MANIFEST], list(strange_files(folder, FOLDER, set()))
    data = read_file(folder / FILE, LARGEST)
    if isinstance(data, str):
        return [MANIFEST], [Fault(FILE, None, data)]
    try:
        chain = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        return [MANIFEST], [Fault(FILE, None, f"is not JSON: {error}")]
    if isinstance(chain, dict) and chain.get("bundle") is True:
        hint = "(a bundle: verify the banks that it was made of)"
        raise MoatError(f"{folder / FILE}: is no list of published editions {hint}")
    wrong = [Fault(FILE, None, text) for text in _chain_faults(chain)]
    if wrong:
        return [MANIFEST], wrong
    if written(chain, READABLE) != data:
        wrong.append(Fault(FILE, None, "is not as publishing writes it"))
    files = []
    for one in chain["editions"]:
        fault = _manifest_fault(folder, one)
        if fault is None:
            files.append(one["file"])
        else:
            wrong.append(Fault(one["file"], None, fault))
    newest = chain["editions"][-1]["file"]
    if read_file(folder / MANIFEST, LARGEST_MANIFEST) != read_file(
        folder / newest, LARGEST_MANIFEST
    ):
        wrong.append(Fault(MANIFEST, None, "is not that of the newest edition"))
    wrong += strange_files(folder, FOLDER, {one["file"] for one in chain["editions"]})
    return files, wrong


def _chain_faults(chain: Any) -> Iterator[str]:
    """What is wrong with the list of editions, taken alone."""
    wrong = list(faults(chain, SHAPE))
    yield from wrong
    if wrong:
        return
    editions = chain["editions"]
    if not 1 <= len(editions) <= MOST_EDITIONS:
        yield f"editions: must be 1 to {MOST_EDITIONS}, found {len(editions)}"
        return
    if editions[0]["level"] != 1 or editions[0]["day"] != FIRST_DAY:
        yield f"editions[0]: must serve from level 1 and from {FIRST_DAY} on"
    for i, (before, one) in enumerate(pairwise(editions), 1):
        if one["level"] <= before["level"]:
            yield f"editions[{i}].level: must be above that of the edition before"
    yield from _day_faults(editions)
    names: set[str] = set()
    for i, one in enumerate(editions):
        if one["edition"] in names:
            yield f"editions[{i}].edition: {one['edition']} stands there twice"
        names.add(one["edition"])
        wanted = f"{FOLDER}/{one['edition']}.{one['sha256'][:12]}.json"
        if one["file"] != wanted:
            yield f"editions[{i}].file: must be {wanted!r}, found {short(one['file'])}"


def _day_faults(editions: list[dict[str, Any]]) -> Iterator[str]:
    """Days that are no dates, or do not come after those of all editions before."""
    settled = ""
    for i, one in enumerate(editions):
        if one["day"] is None:
            continue
        try:
            date.fromisoformat(one["day"])
        except ValueError:
            yield f"editions[{i}].day: is no day of the calendar, {short(one['day'])}"
            continue
        if one["day"] <= settled:
            yield f"editions[{i}].day: must be after that of the editions before"
        settled = one["day"]


def _manifest_fault(folder: Path, one: dict[str, Any]) -> str | None:
    """What is wrong with the manifest that a line of the chain speaks of, or None."""
    manifest = read_file(folder / one["file"], LARGEST_MANIFEST)
    if isinstance(manifest, str):
        return manifest
    if (len(manifest), hashlib.sha256(manifest).hexdigest()) != (one["bytes"], one["sha256"]):
        return f"is not the manifest that {FILE} speaks of"
    try:
        value = orjson.loads(manifest)
    except orjson.JSONDecodeError:
        value = None
    if not isinstance(value, dict) or value.get("edition") != one["edition"]:
        return f"is not of edition {one['edition']}"
    return None
