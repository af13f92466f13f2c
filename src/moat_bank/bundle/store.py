"""Writing a bundle's folder: each file whole, compressed beside itself, strangers left alone."""

from __future__ import annotations

import gzip
import re
from io import BytesIO
from pathlib import Path

import orjson

from moat_bank.build.chain import chain_value
from moat_bank.bundle.hosting import HEADERS, NGINX
from moat_bank.errors import MoatError
from moat_bank.files import TEMPORARY, read_json, refuse_other_files, sync_path, write_atomic
from moat_bank.kind import POOLS, SHARD_FILE
from moat_bank.runtime.editions import FILE as HEAD
from moat_bank.runtime.editions import FOLDER, Listed, parse_editions

FOLDERS = (FOLDER, *POOLS)
PACKED = (".br", ".gz")

_PACKED = r"(\.br|\.gz)?"
_SHARD = re.compile(f"({SHARD_FILE.pattern}){_PACKED}")
_MANIFEST = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.[0-9a-f]{12}\.json" + _PACKED)


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
    for place in (folder, *(folder / name for name in FOLDERS)):
        for path in sorted(place.iterdir()) if place.is_dir() else ():
            if path.is_file():
                sync_path(path)
        sync_path(place)


def head_bytes(lines: list[Listed]) -> bytes:
    """The bytes of ``editions.json`` in a bundle, the one file that changes.

    Raises:
        MoatError: an edition has a name that no file can have.
    """
    head = {**chain_value(lines), "bundle": True}
    try:
        parse_editions(head)
    except MoatError as error:
        raise MoatError(f"{HEAD}: {error}; rename the edition") from error
    return orjson.dumps(head, option=orjson.OPT_APPEND_NEWLINE)


def refuse_strangers(folder: Path) -> None:
    """Keep out of a folder that something else uses.

    Raises:
        MoatError: it holds another ``editions.json`` than a bundle's, or other files and none.
    """
    if (folder / HEAD).exists():
        try:
            head = read_json(folder / HEAD)
        except MoatError:
            return  # damaged: writing mends it
        if not isinstance(head, dict) or head.get("bundle") is not True:
            raise MoatError(f"{folder / HEAD}: is not that of a bundle; name another folder")
        return
    refuse_other_files(folder, (*FOLDERS, HEADERS, NGINX), "bundle")


def prune(folder: Path, named: set[str]) -> int:
    """Remove files of bundles that are not among ``named``, and left-over temporary ones.

    Returns:
        How many went.
    """
    kept = named | {name + suffix for name in named for suffix in PACKED}
    stale = list(folder.glob(f".*{TEMPORARY}"))
    for place in FOLDERS:
        form = _MANIFEST if place == FOLDER else _SHARD
        for path in (folder / place).glob("*"):
            left_over = path.name.startswith(".") and path.suffix == TEMPORARY
            if left_over or (form.fullmatch(path.name) and f"{place}/{path.name}" not in kept):
                stale.append(path)
    for path in stale:
        path.unlink(missing_ok=True)
    return len(stale)
