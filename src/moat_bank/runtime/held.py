"""Files that another file names with their length and their hash."""

from __future__ import annotations

import hashlib
import re

from moat_bank.errors import MoatError

SHA256 = re.compile(r"[0-9a-f]{64}\Z")


def read_held(path: str, length: int, sha256: str, by: str, mend: str) -> bytes:
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
        with open(path, "rb") as file:
            data = file.read(length + 1)
    except OSError as error:
        raise MoatError(f"{path}: cannot be read ({error.strerror}): {mend}") from error
    if len(data) != length:
        found = "more" if len(data) > length else len(data)
        raise MoatError(f"{path}: {by} says {length} bytes, found {found}: {mend}")
    if hashlib.sha256(data).hexdigest() != sha256:
        raise MoatError(f"{path}: its sha256 is not {by}'s: {mend}")
    return data
