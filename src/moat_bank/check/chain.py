"""The chain of editions in a folder of banks, trusted in nothing."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import orjson

from moat_bank.build.chain import chain_bytes
from moat_bank.check.manifest import LARGEST_MANIFEST, MANIFEST, Fault, read_file, strange_files
from moat_bank.errors import MoatError
from moat_bank.runtime.editions import FILE, FOLDER, parse_editions

LARGEST = 1 << 22


def manifests(folder: Path) -> tuple[list[str], list[Fault]]:
    """The manifests of all editions, oldest first, and what is wrong with the chain of them.

    One that is missing or not what the chain says is a fault, and left out.
    """
    if not os.path.lexists(folder / FILE):
        return [MANIFEST], list(strange_files(folder, FOLDER, set()))
    data = read_file(folder / FILE, LARGEST)
    if isinstance(data, str):
        return [MANIFEST], [Fault(FILE, None, data)]
    try:
        chain = parse_editions(orjson.loads(data))
    except (MoatError, orjson.JSONDecodeError) as error:
        return [MANIFEST], [Fault(FILE, None, str(error))]
    faults = []
    if chain_bytes(chain) != data:
        faults.append(Fault(FILE, None, "is not as publishing writes it"))
    files = []
    for one in chain:
        manifest = read_file(folder / one.file, LARGEST_MANIFEST)
        if isinstance(manifest, str):
            faults.append(Fault(one.file, None, manifest))
        elif hashlib.sha256(manifest).hexdigest() != one.sha256 or len(manifest) != one.bytes:
            faults.append(Fault(one.file, None, f"is not the manifest that {FILE} speaks of"))
        elif not _is_of(manifest, one.edition):
            faults.append(Fault(one.file, None, f"is not of edition {one.edition}"))
        else:
            files.append(one.file)
    if read_file(folder / MANIFEST, LARGEST_MANIFEST) != read_file(
        folder / chain[-1].file, LARGEST_MANIFEST
    ):
        faults.append(Fault(MANIFEST, None, "is not that of the newest edition"))
    faults += strange_files(folder, FOLDER, {one.file for one in chain})
    return files, faults


def _is_of(manifest: bytes, edition: str) -> bool:
    try:
        value = orjson.loads(manifest)
    except orjson.JSONDecodeError:
        return False
    return isinstance(value, dict) and value.get("edition") == edition
