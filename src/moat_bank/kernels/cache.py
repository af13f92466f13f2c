"""Numba's disk cache, made safe for processes that compile at the same time, and for faults.

Numba gives the compiled code of a function's signatures numbered files, and takes the first number
that its index does not name.  Two processes that compile a function for two signatures at once read
the same index, take the same number, and the index may then lead one signature to the code of the
other: a call of it fails, or takes its arguments for what they are not.  An index that was damaged
ends every start until someone deletes it, and a full disk ends a run that could do without a cache.

Here there is no index: a file is named by its signature, says whose it is, and begins with the hash
of what follows.  So what is loaded was made for its caller and is whole; anything else is compiled
again.  That the code is not of another source is for the name of the folder (``jit``).
"""

from __future__ import annotations

import hashlib
import pickle
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

from numba.core import caching

_IndexDataCacheFile: Any = caching.IndexDataCacheFile

_DIGEST = hashlib.sha256().digest_size


class CheckedCacheFile(_IndexDataCacheFile):  # type: ignore[misc]
    """The files of one function's cache, one a signature."""

    def save(self, key: Any, data: Any) -> None:
        """Keep the compiled code of a signature; where it cannot be kept, say so and go on."""
        code = self._dump((repr(key), data))
        try:
            with self._open_for_write(self._path(key)) as file:
                file.write(hashlib.sha256(code).digest() + code)
        except OSError as error:
            _tell(self._cache_path, error.strerror)

    def load(self, key: Any) -> Any:
        """The compiled code of a signature, or None where there is none, or it is of another."""
        try:
            content = Path(self._path(key)).read_bytes()
        except OSError:
            return None
        code = content[_DIGEST:]
        if hashlib.sha256(code).digest() != content[:_DIGEST]:
            return None
        text, data = pickle.loads(code)
        return data if text == repr(key) else None

    def _path(self, key: Any) -> str:
        number = int.from_bytes(hashlib.sha256(repr(key).encode()).digest()[:7], "big")
        return str(self._data_path(self._data_name(number)))


def check_cache(compiled: Any) -> None:
    """Let a function that Numba keeps on disk keep its code in a ``CheckedCacheFile``."""
    kept = compiled._cache
    # Numba names a file by the function's line as well, so a comment above would compile it anew.
    name = re.sub(r"-\d+\.py", ".py", kept._impl.filename_base)
    stamp = kept._impl.locator.get_source_stamp()
    kept._cache_file = CheckedCacheFile(kept.cache_path, name, stamp)


@cache
def _tell(folder: str, reason: str) -> None:
    """Once for each folder: it may be that of a hundred kernels."""
    print(
        f"moat-bank: {folder}: kernels cannot be kept there ({reason}), so they are compiled on"
        " every start; make room, or set MOAT_BANK_CACHE to another folder",
        file=sys.stderr,
    )
