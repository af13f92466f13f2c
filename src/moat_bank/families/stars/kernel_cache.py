"""Numba's disk cache, made safe for processes that compile at the same time.

Numba gives the compiled code of a function's signatures numbered files, and takes the first number
that its index does not name.  Two processes that compile a function for two signatures at once read
the same index, take the same number, and the index may then lead one signature to the code of the
other: a call of it fails, or takes its arguments for what they are not.

Here a file is named by its signature and says whose it is, so what is loaded was made for it.  What
remains of the race is that one index may forget the other's signature: then it is compiled again.
"""

from __future__ import annotations

import hashlib
from typing import Any

from numba.core import caching

_IndexDataCacheFile: Any = caching.IndexDataCacheFile


class CheckedCacheFile(_IndexDataCacheFile):  # type: ignore[misc]
    """The files of one function's cache."""

    def save(self, key: Any, data: Any) -> None:
        """Keep the compiled code of a signature: first the code, then its line in the index."""
        text = repr(key)
        number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")
        name = self._data_name(number)
        self._save_data(name, (text, data))
        self._save_index({**self._load_index(), key: name})

    def load(self, key: Any) -> Any:
        """The compiled code of a signature, or None where there is none, or it is of another."""
        found = super().load(key)
        return found[1] if found is not None and found[0] == repr(key) else None


def check_cache(compiled: Any) -> None:
    """Let a function that Numba keeps on disk keep its code in a ``CheckedCacheFile``."""
    kept = compiled._cache
    kept._cache_file = CheckedCacheFile(
        kept.cache_path, kept._impl.filename_base, kept._impl.locator.get_source_stamp()
    )
