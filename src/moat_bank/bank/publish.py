"""Publishing: the folder that a game reads goes from one edition to the next in one step.

Shards have the hash of their bytes in their names, so new ones come in beside the old ones unseen;
the manifest is then replaced by a rename, and shards that it no longer names go last.  A reader
that opens the manifest at any moment finds every shard that it names.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

from moat_bank.bank.files import TEMPORARY, read_json, sync_path, write_atomic
from moat_bank.bank.manifest import FORMAT, MANIFEST
from moat_bank.config import POOLS
from moat_bank.errors import MoatError

_SHARD = re.compile(r"\d+x\d+-\d+-[a-z_]+-\d{4,}\.[0-9a-f]{12}\.json")


def publish(staged: Path, target: Path) -> int:
    """Make ``target`` hold exactly the banks of ``staged``; return how many files were written.

    Files there already are kept if their bytes are right and mended if they are not.  Nothing but
    shards, the manifest and left-over temporary files is ever removed.

    Raises:
        MoatError: a staged shard is not what its manifest says, or the target holds a
            ``manifest.json`` of something else, or other files and no manifest.
    """
    manifest = read_json(staged / MANIFEST)
    manifest_data = (staged / MANIFEST).read_bytes()
    _refuse_strangers(target)
    written = []
    for record in _shard_records(manifest):
        data = _read(staged / record["file"])
        if data is None or not _matches(data, record):
            raise MoatError(f"{staged / record['file']}: is damaged; delete {staged} and run again")
        path = target / record["file"]
        if _read(path) != data:
            write_atomic(path, data, sync=False)
            written.append(path)
    # All at once is far quicker than one by one, and early enough: nothing names them yet.
    for path in [*written, *sorted({path.parent for path in written})]:
        sync_path(path)
    if _read(target / MANIFEST) != manifest_data:
        write_atomic(target / MANIFEST, manifest_data)
        written.append(target / MANIFEST)
    for path in _stale(target, {record["file"] for record in _shard_records(manifest)}):
        path.unlink(missing_ok=True)
    return len(written)


def is_published(staged: Path, target: Path) -> bool:
    """Whether ``target`` holds the banks of ``staged``, byte for byte, and no stale shard."""
    data = _read(staged / MANIFEST)
    if data is None or data != _read(target / MANIFEST):
        return False
    records = _shard_records(read_json(staged / MANIFEST))
    if not all(_matches(_read(target / record["file"]), record) for record in records):
        return False
    return not _stale(target, {record["file"] for record in records})


def _shard_records(manifest: dict[str, Any]) -> list[dict[str, Any]]:
    return [record for bank in manifest["banks"] for record in bank["shards"]]


def _matches(data: bytes | None, record: dict[str, Any]) -> bool:
    return data is not None and hashlib.sha256(data).hexdigest() == record["sha256"]


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _refuse_strangers(target: Path) -> None:
    """Keep out of a folder that another program or a person uses."""
    data = _read(target / MANIFEST)
    if not data:
        _refuse_other_files(target)
        return
    try:
        manifest = read_json(target / MANIFEST)
    except MoatError:
        return  # damaged: that is what publishing mends
    if not isinstance(manifest, dict) or not {"format", "edition", "banks"} <= manifest.keys():
        raise MoatError(f"{target / MANIFEST}: is not a manifest of banks; name another folder")
    if manifest["format"] != FORMAT:
        raise MoatError(
            f"{target / MANIFEST}: has format {manifest['format']}, this program writes {FORMAT};"
            " name another folder"
        )


def _refuse_other_files(target: Path) -> None:
    """Without a manifest, a folder may hold pools and hidden files alone."""
    strange = sorted(
        path.name
        for path in (target.iterdir() if target.is_dir() else ())
        if path.name not in POOLS and not path.name.startswith(".") and path.name != MANIFEST
    )
    if strange:
        raise MoatError(f"{target}: holds {strange[0]} and no banks; name another folder")


def replaces_same_edition(staged: Path, target: Path) -> bool:
    """Whether the target holds other banks under the very name of the edition staged."""
    try:
        there = read_json(target / MANIFEST)
    except MoatError:
        return False
    new = read_json(staged / MANIFEST)
    return isinstance(there, dict) and there.get("edition") == new["edition"] and there != new


def _stale(target: Path, named: set[str]) -> list[Path]:
    """Shards that no manifest names, and what a killed run left half written."""
    found = list(target.glob(f".{MANIFEST}.*{TEMPORARY}"))
    for pool in POOLS:
        for path in (target / pool).glob("*"):
            left_over = path.name.startswith(".") and path.suffix == TEMPORARY
            unnamed = _SHARD.fullmatch(path.name) and f"{pool}/{path.name}" not in named
            if left_over or unnamed:
                found.append(path)
    return sorted(found)
