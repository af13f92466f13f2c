"""Files that are whole or not there: written to a temporary name, synced, renamed."""

from __future__ import annotations

import mmap
import os
import secrets
import sys
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import orjson
from numpy.typing import NDArray

from moat_bank.errors import MoatError

try:
    import fcntl
except ModuleNotFoundError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

TEMPORARY = ".tmp"


def write_atomic(path: str | Path, data: bytes, sync: bool = True) -> None:
    """Write a file so that a reader, or a machine that loses power, sees all of it or the old one.

    Folders on the way are made.  An exception leaves the old file and nothing beside it.  Without
    ``sync`` a loss of power may cost the file, until ``sync_path`` is called on it.

    A link stays, and what it points to is replaced.  A device or a pipe is written to as it stands:
    a rename would put a plain file in its place, for everybody on the machine.

    Raises:
        OSError: it cannot be written; ``filename`` is ``path``.
    """
    with _written(path, sync) as file:
        file.write(data)


@contextmanager
def _written(path: str | Path, sync: bool = True) -> Iterator[BinaryIO]:
    """A file to write to that gets its name once it is whole: see ``write_atomic``."""
    with _named(path):
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as stream:
                yield stream
        else:
            with _replaced(Path(os.path.realpath(path)), sync) as file:
                yield file


@contextmanager
def _replaced(path: Path, sync: bool) -> Iterator[BinaryIO]:
    path.parent.mkdir(parents=True, exist_ok=True)
    # A number of its own: processes of two machines or containers may have one process id.
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(6)}{TEMPORARY}")
    try:
        with open(temporary, "xb") as file:
            yield file
            file.flush()
            if sync:
                os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):  # it may never have been made; the first error is the one to tell
            temporary.unlink()
        raise
    if sync:
        sync_path(path.parent)


@contextmanager
def _named(path: str | Path) -> Iterator[None]:
    """Let an error of the system tell of the file that a user knows, and not of none."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make a folder, and let one process at a time change it; others wait, and say so.

    The lock is the system's own (flock): it leaves no file, and ends with the process, however that
    ends.  Where the system or the disk has none, nobody waits.
    """
    with _named(folder):
        folder.mkdir(parents=True, exist_ok=True)
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(f"moat-bank: {folder}: waiting for another that writes there", file=sys.stderr)
            fcntl.flock(handle, fcntl.LOCK_EX)
        except OSError:
            pass
        yield
    finally:
        os.close(handle)


def refuse_other_files(folder: Path, ours: Collection[str], what: str) -> None:
    """Keep out of a folder that holds other files than ours; hidden ones do not count.

    Raises:
        MoatError: the text names the first of them, and ``what`` is missed there.
    """
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.name not in ours and not path.name.startswith("."):
            raise MoatError(f"{folder}: holds {path.name} and no {what}; name another folder")


def check_writable(folder: Path) -> None:
    """Say at once, and not after hours, that nothing can be written below a folder.

    Raises:
        MoatError: it is read-only, or this user has no right to write there.
    """
    there = folder.absolute()
    while not there.exists():
        there = there.parent
    if not os.access(there, os.W_OK):
        raise MoatError(f"{there}: nothing can be written there; allow it, or name another folder")


def end_future(folder: Path) -> None:
    """Give files below a folder whose time is still to come the present one.

    A clock that was wrong left them.  Snakemake ends a build where an input is younger than what
    was made of it.  O(files).
    """
    now = time.time()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.stat().st_mtime > now:
            os.utime(path, (now, now))


def sync_path(path: str | Path) -> None:
    """Make a file's bytes, or the names in a folder, outlast a loss of power.

    A system that cannot open folders keeps their names in its own order.
    """
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return
    try:
        with _named(path):
            os.fsync(handle)
    finally:
        os.close(handle)


def write_json(path: str | Path, value: Any) -> None:
    """Write JSON with an indent of two and a final newline, whole or not at all."""
    write_atomic(path, orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))


def read_json(path: str | Path) -> Any:
    """Read a JSON file.

    Raises:
        MoatError: it is missing or damaged; the text names the file.
    """
    try:
        return orjson.loads(Path(path).read_bytes())
    except OSError as error:
        raise MoatError(f"{path}: cannot be read: {error.strerror}") from error
    except orjson.JSONDecodeError as error:
        raise MoatError(f"{path}: is damaged ({error}); delete it and run again") from error


def write_array(path: str | Path, array: NDArray[Any]) -> None:
    """Write an array in NumPy's own format, whole or not at all."""
    write_blocks(path, array.dtype, array.shape, [array])


def write_blocks(
    path: str | Path, dtype: np.dtype[Any], shape: tuple[int, ...], blocks: Iterable[NDArray[Any]]
) -> None:
    """Write an array that is never in memory as a whole, as ``write_array`` does.

    ``blocks`` are its items in order, of that type, and as many as the shape says.
    """
    header = {
        "descr": np.lib.format.dtype_to_descr(dtype),
        "fortran_order": False,
        "shape": shape,
    }
    with _written(path) as file:
        np.lib.format.write_array_header_1_0(file, header)
        for block in blocks:
            file.write(np.ascontiguousarray(block).reshape(-1).view(np.uint8).data)


def read_array(path: str | Path) -> NDArray[Any]:
    """Map an array of ``write_array`` into memory; pages are read as they are touched.

    Raises:
        MoatError: it is missing or damaged; the text names the file.
    """
    try:
        # An empty array cannot be mapped, and needs not be.
        array: NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    except OSError as error:
        raise MoatError(f"{path}: cannot be read: {error.strerror or error}") from error
    except (ValueError, EOFError) as error:
        raise MoatError(f"{path}: is damaged ({error}); delete it and run again") from error
    return array


def forget_pages(array: NDArray[Any]) -> None:
    """Let go of the pages of a mapped file; they are read again when they are touched.

    Until then all that was ever touched counts as memory of the process.
    """
    if isinstance(array.base, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED"):
        array.base.madvise(mmap.MADV_DONTNEED)
