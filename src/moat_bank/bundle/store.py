"""Writing a bundle's folder: each file whole, compressed beside itself, strangers left alone."""

from __future__ import annotations

import gzip
import re
from io import BytesIO
from pathlib import Path
from typing import Any

from moat_bank.bank.files import TEMPORARY, read_json, sync_path, write_atomic
from moat_bank.bundle.hosting import HEADERS, NGINX
from moat_bank.errors import MoatError
from moat_bank.runtime.columns import FORMAT
from moat_bank.runtime.manifest import FILE, POOLS

PACKED = (".br", ".gz")

_SHARD = re.compile(r"\d+x\d+-\d+-[a-z0-9_]+-\d{4,}\.[0-9a-f]{12}\.json(\.br|\.gz)?")


def check_brotli() -> None:
    """Say what to install, before any work is done.

    Raises:
        MoatError: the brotli library is not there.
    """
    try:
        import brotli  # noqa: F401
    except ModuleNotFoundError as error:
        raise MoatError(
            "a bundle needs the brotli library: pip install 'moat_bank[bundle]'"
        ) from error


def packed(data: bytes) -> dict[str, bytes]:
    """The compressed forms of a file, by suffix; the same bytes give the same forms."""
    import brotli

    buffer = BytesIO()
    # Neither a name nor a time in its head.
    with gzip.GzipFile("", "wb", 9, buffer, mtime=0) as stream:
        stream.write(data)
    text = brotli.compress(data, mode=brotli.MODE_TEXT, quality=11)
    return {".br": text, ".gz": buffer.getvalue()}


def put(path: Path, data: bytes) -> dict[str, int]:
    """Write a file and its compressed forms, those that are not there yet; return their lengths.

    The names are not yet made to outlast a loss of power: ``sync_folder`` does that.
    """
    lengths = {}
    for suffix, content in {"": data, **packed(data)}.items():
        put_plain(path.with_name(path.name + suffix), content)
        lengths[suffix] = len(content)
    return lengths


def put_plain(path: Path, data: bytes) -> None:
    """Write a file if it is not there or holds other bytes."""
    try:
        if path.read_bytes() == data:
            return
    except OSError:
        pass  # missing, or a folder or a link to nowhere: writing finds out
    write_atomic(path, data, sync=False)


def sync_folder(folder: Path) -> None:
    """Make what was written outlast a loss of power."""
    for place in (folder, *(folder / pool for pool in POOLS)):
        for path in sorted(place.iterdir()) if place.is_dir() else ():
            if path.is_file():
                sync_path(path)
        sync_path(place)


def refuse_strangers(folder: Path) -> None:
    """Keep out of a folder that something else uses.

    Raises:
        MoatError: it holds another manifest than a bundle's, or other files and no manifest.
    """
    if (folder / FILE).exists():
        try:
            manifest = read_json(folder / FILE)
        except MoatError:
            return  # damaged: writing mends it
        if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
            raise MoatError(
                f"{folder / FILE}: is not the manifest of a bundle; name another folder"
            )
        return
    ours = {*POOLS, HEADERS, NGINX}
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.name not in ours and not path.name.startswith("."):
            raise MoatError(f"{folder}: holds {path.name} and no bundle; name another folder")


def prune(folder: Path, manifest: dict[str, Any]) -> int:
    """Remove shards that the manifest does not name, and left-over temporary files; how many."""
    named = {shard["file"] for bank in manifest["banks"] for shard in bank["shards"]}
    named |= {name + suffix for name in named for suffix in PACKED}
    stale = list(folder.glob(f".*{TEMPORARY}"))
    for pool in POOLS:
        for path in (folder / pool).glob("*"):
            left_over = path.name.startswith(".") and path.suffix == TEMPORARY
            if left_over or (_SHARD.fullmatch(path.name) and f"{pool}/{path.name}" not in named):
                stale.append(path)
    for path in stale:
        path.unlink(missing_ok=True)
    return len(stale)
