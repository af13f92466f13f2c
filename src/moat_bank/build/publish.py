"""Publishing: the folder that a game reads goes from one edition to the next in one step.

Shards have the hash of their bytes in their names, so new ones come in beside the old ones unseen;
then one rename makes the new edition known, of ``editions.json`` or, in a folder of one edition, of
the manifest.  A reader that opens them at any moment finds every shard that they name.

A published level never changes.  A later edition takes over from a level on, and the earlier ones
stay in the folder.  Only a draft gives way to any other: see ``_is_draft``.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from moat_bank.build.chain import chain_bytes, joined, listed, read_chain
from moat_bank.build.compare import LEVELS, compare, same_lookups
from moat_bank.build.manifest import ENCODING, FORMAT, MANIFEST
from moat_bank.errors import MoatError, short
from moat_bank.files import (
    TEMPORARY,
    locked,
    read_json,
    refuse_other_files,
    sync_path,
    write_atomic,
)
from moat_bank.kind import POOLS, SHARD_FILE
from moat_bank.runtime.editions import FILE as EDITIONS
from moat_bank.runtime.editions import FOLDER, FROM_THE_START, Listed, TakesOver

DRAFT = "draft"
"""The name of an edition that no game uses yet, or its first word before a hyphen."""

READABLE = 1
"""The older format of banks whose entries stand one after the other."""


def publish(staged: Path, target: Path, since: TakesOver | None = None) -> int:
    """Put the edition of ``staged`` into ``target``; return how many files were written.

    Files there already are kept if their bytes are right and mended if they are not.  Nothing but
    shards, manifests and left-over temporary files is ever removed.

    Args:
        staged: banks that were verified.
        target: where games read them.
        since: from where on the edition serves, where others are there before it.

    Raises:
        MoatError: a level or day that is published would change; a staged shard is not what its
            manifest says; or the target holds something else than banks.
    """
    manifest = read_json(staged / MANIFEST)
    # One at a time, or another's new shards would be stale here, since nothing names them yet.
    with locked(target):
        return _publish(staged, manifest, target, since)


def _publish(staged: Path, manifest: dict[str, Any], target: Path, since: TakesOver | None) -> int:
    _refuse_strangers(target)
    chain = _chain_after(staged, target, since)
    in_list = _in_list(target, chain)
    earlier = _manifests(staged, target, chain) if in_list else {}
    written = _first_list(target, chain, earlier) if in_list else []
    for name, data in itertools.chain(earlier.items(), _whole_shards(staged, manifest)):
        if _read(target / name) != data:
            write_atomic(target / name, data, sync=False)
            written.append(target / name)
    # All at once is far quicker than one by one, and early enough: nothing names them yet.
    for path in [*written, *sorted({path.parent for path in written})]:
        sync_path(path)
    last = {MANIFEST: (staged / MANIFEST).read_bytes()}
    if in_list:
        last = {EDITIONS: chain_bytes(chain), **last}
    for name, data in last.items():
        if _read(target / name) != data:
            write_atomic(target / name, data)
            written.append(target / name)
    for stale in _stale(target, chain):
        stale.unlink(missing_ok=True)
    return len({*written})


def _in_list(target: Path, chain: list[Listed]) -> bool:
    """Whether ``editions.json`` names the editions: for one alone it need not, but may."""
    return len(chain) > 1 or (target / EDITIONS).exists()


def _first_list(target: Path, chain: list[Listed], manifests: dict[str, bytes]) -> list[Path]:
    """Write a list of the first edition alone, where there is none; return what was written.

    A list is there before ``editions/`` has a second manifest, so that where there are two and
    no list, the list was lost: see ``refuse_lost_list``.
    """
    if (target / EDITIONS).exists():
        return []
    first = chain[0].file
    files = {first: manifests[first], EDITIONS: chain_bytes(chain[:1])}
    for name, data in files.items():
        write_atomic(target / name, data)
    return [target / name for name in files]


def is_published(staged: Path, target: Path) -> bool:
    """Whether the newest edition of ``target`` is that of ``staged``, and the folder in order."""
    data = _read(staged / MANIFEST)
    if data is None or data != _read(target / MANIFEST):
        return False
    try:
        chain = read_chain(target) or [_listed(data, FROM_THE_START)]
    except MoatError:
        return False
    if chain[-1].sha256 != hashlib.sha256(data).hexdigest():
        return False
    in_list = _in_list(target, chain)
    if in_list and not all(_matches(_read(target / one.file), one.sha256) for one in chain):
        return False
    records = _shard_records(orjson.loads(data))
    if not all(_matches(_read(target / one["file"]), one["sha256"]) for one in records):
        return False
    return not _stale(target, chain)


def _chain_after(staged: Path, target: Path, since: TakesOver | None) -> list[Listed]:
    """The editions of the target once that of ``staged`` is published.

    Raises:
        MoatError: something published would change; the text says what, and how to go on.
    """
    data = (staged / MANIFEST).read_bytes()
    chain = read_chain(target)
    if not chain:
        there = _read(target / MANIFEST)
        if there is None or not _is_json(there):
            _refuse_other_shards(data, target)
            return [_listed(data, FROM_THE_START)]
        chain = [_listed(there, FROM_THE_START)]
    newest = chain[-1]
    new = _listed(data, TakesOver(newest.level, newest.day))
    if new.sha256 == newest.sha256:
        return [*chain[:-1], new]
    if new.edition in {one.edition for one in chain[:-1]}:
        raise MoatError(
            f"{target}: edition {new.edition} is there, and later ones after it; it cannot change"
        )
    if _is_draft(newest.edition):
        earlier = chain[:-1]
        # The place of the draft, unless another is asked for.
        return joined(earlier, _listed(data, since)) if earlier and since else [*earlier, new]
    if new.edition == newest.edition:
        _refuse_changes(staged, target, newest)
        return [*chain[:-1], new]
    return joined(chain, _listed(data, since or TakesOver(0)))


def _listed(manifest: bytes, since: TakesOver) -> Listed:
    return listed(str(orjson.loads(manifest)["edition"]), manifest, since)


def _is_draft(edition: str) -> bool:
    """Whether an edition of this name may be replaced by any other."""
    return edition == DRAFT or edition.startswith(f"{DRAFT}-")


def _refuse_other_shards(manifest: bytes, target: Path) -> None:
    """Let a lost manifest be mended by its own edition alone: shards tell which that was.

    Raises:
        MoatError: shards are there that the manifest to be published does not name.
    """
    named = {record["file"] for record in _shard_records(orjson.loads(manifest))}
    others = [
        f"{pool}/{path.name}"
        for pool in POOLS
        for path in sorted((target / pool).glob("*"))
        if SHARD_FILE.fullmatch(path.name) and f"{pool}/{path.name}" not in named
    ]
    if others:
        raise MoatError(
            f"{target / MANIFEST}: is missing or damaged, and {others[0]} is of another edition"
            f" than the one to be published; copy the manifest from a good copy, or, if no game"
            f" reads {target}, delete that folder"
        )


def _is_json(data: bytes) -> bool:
    try:
        orjson.loads(data)
    except orjson.JSONDecodeError:
        return False  # damaged: that is what publishing mends
    return True


def _refuse_changes(staged: Path, target: Path, newest: Listed) -> None:
    """Keep an edition as it is, unless no level, day or event would change."""
    if same_lookups(target, staged):
        return
    changes = compare(target, staged, first_level=newest.level)
    if changes.levels:
        first, last = changes.levels[0]
        what = f"level {first}" if first == last else f"levels {first} to {last}"
        ranges = len(changes.levels) - 1
        what += f" and {ranges} more range{'s' * (ranges > 1)}" if ranges else ""
    elif changes.days or changes.events:
        what = "daily boards" if changes.days else "boards of events"
    else:
        what = f"levels above {newest.level + LEVELS}"
    raise MoatError(
        f"{target}: edition {newest.edition} is published, and this build of it would change"
        f" {what}; give config.yaml a new edition and 'takes_over: {{level: N}}', the level from"
        f" which on it serves; if no game uses {newest.edition} yet, delete {target} and run again"
        f" (an edition named {DRAFT}-... may always be replaced)"
    )


def _whole_shards(staged: Path, manifest: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """The staged shards one by one, each as its hash says."""
    for record in _shard_records(manifest):
        data = _read(staged / record["file"])
        if data is None or not _matches(data, record["sha256"]):
            raise MoatError(f"{staged / record['file']}: is damaged; delete {staged} and run again")
        yield record["file"], data


def _manifests(staged: Path, target: Path, chain: list[Listed]) -> dict[str, bytes]:
    """The manifest of every edition, from where each lies now."""
    files = {}
    for one in chain:
        for path in (target / one.file, target / MANIFEST, staged / MANIFEST):
            data = _read(path)
            if _matches(data, one.sha256):
                assert data is not None
                files[one.file] = data
                break
        else:
            raise MoatError(
                f"{target / one.file}: is missing or damaged; copy it again from a good copy"
            )
    return files


def _shard_records(manifest: dict[str, Any]) -> list[dict[str, Any]]:
    return [record for bank in manifest["banks"] for record in bank["shards"]]


def _matches(data: bytes | None, sha256: str) -> bool:
    return data is not None and hashlib.sha256(data).hexdigest() == sha256


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _refuse_strangers(target: Path) -> None:
    """Keep out of a folder that another program or a person uses."""
    data = _read(target / MANIFEST)
    if not data:
        refuse_other_files(target, (*POOLS, FOLDER, MANIFEST, EDITIONS), "banks")
        return
    try:
        manifest = read_json(target / MANIFEST)
    except MoatError:
        return  # damaged: that is what publishing mends
    if not isinstance(manifest, dict) or not {"format", "edition", "banks"} <= manifest.keys():
        raise MoatError(f"{target / MANIFEST}: is not a manifest of banks; name another folder")
    if manifest["format"] not in (READABLE, FORMAT):
        raise MoatError(
            f"{target / MANIFEST}: has format {short(manifest['format'])}, this program writes"
            f" {FORMAT}; name another folder"
        )
    if manifest["format"] == FORMAT and manifest.get("encoding") != ENCODING:
        raise MoatError(f"{target / MANIFEST}: is of a bundle; name another folder")


def _stale(target: Path, chain: list[Listed]) -> list[Path]:
    """Shards and manifests that no edition names, and what a killed run left half written."""
    named = {one.file for one in chain}
    heads = [target / one.file for one in chain]
    for path in heads if _in_list(target, chain) else [target / MANIFEST]:
        data = _read(path)
        if data is None:
            return []  # what it names is not known
        named |= {record["file"] for record in _shard_records(orjson.loads(data))}
    found = [path for name in (MANIFEST, EDITIONS) for path in target.glob(f".{name}.*{TEMPORARY}")]
    for pool in (*POOLS, FOLDER):
        for path in (target / pool).glob("*"):
            left_over = path.name.startswith(".") and path.suffix == TEMPORARY
            ours = pool == FOLDER or SHARD_FILE.fullmatch(path.name)
            if left_over or (ours and f"{pool}/{path.name}" not in named):
                found.append(path)
    return sorted(found)
