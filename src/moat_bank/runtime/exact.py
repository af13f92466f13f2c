"""Files that another file names with their length and their hash."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import stat

from moat_bank.errors import MoatError

SHA256 = re.compile(r"[0-9a-f]{64}\Z")


def read_plain(path: str, most: int) -> bytes:
    """The bytes of a plain file; of one longer than ``most``, one byte more than that.

    A pipe or a device, on which reading might wait for ever, is not opened for long enough to.

    Raises:
        OSError: it cannot be read, or is not a plain file.
    """
    with open(path, "rb", opener=_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "is not a plain file")
        return file.read(most + 1)


def _at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read_exact(path: str, length: int, sha256: str, by: str, mend: str) -> bytes:
    """Read a file that must be the very one that is spoken of.  No more than its length is read.

    Args:
        path: the file.
        length: its bytes.
        sha256: of its bytes, 64 hexadecimal digits.
        by: who says so, for the texts of errors.
        mend: what to do, likewise.

    Raises:
        MoatError: it is missing, or another.
    """
    try:
        data = read_plain(path, length)
    except OSError as error:
        raise MoatError(f"{path}: cannot be read ({error.strerror}): {mend}") from error
    if len(data) != length:
        found = "more" if len(data) > length else len(data)
        raise MoatError(f"{path}: {by} says {length} bytes, found {found}: {mend}")
    if hashlib.sha256(data).hexdigest() != sha256:
        raise MoatError(f"{path}: its sha256 is not {by}'s: {mend}")
    return data
