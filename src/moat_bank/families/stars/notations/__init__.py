"""Other people's notations for boards, in and out: text in, boards out.  No files, no engine.

Each module knows one notation (``Notation``); ``registry`` tells them apart.
"""

from __future__ import annotations

from moat_bank.families.stars.notations.puzzle import Puzzle
from moat_bank.families.stars.notations.registry import (
    NOTATIONS,
    Found,
    decode,
    notation,
    read,
    read_all,
    write,
)

__all__ = ["NOTATIONS", "Found", "Puzzle", "decode", "notation", "read", "read_all", "write"]
