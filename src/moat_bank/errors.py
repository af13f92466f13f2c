"""The one error that a user may see, and the words that its texts share."""

from __future__ import annotations

import errno
from typing import Any


class MoatError(ValueError):
    """Bad input, told in one line: what, where, and how to mend it.

    The command line prints it without a traceback and exits nonzero; a program that calls the
    package may catch it as a ``ValueError``.
    """


_LESS = (
    "give it more, or ask for less at once: fewer --jobs, or a smaller generation.batch in"
    " config.yaml; then run the same command again"
)
OUT_OF_MEMORY = f"out of memory; {_LESS}"
KILLED = f"the system ended a step; if memory ran out, {_LESS}"
"""What is left to say for the caller of a process that can say nothing any more."""

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_MENDS = {
    **dict.fromkeys(_FULL, "make room there, and run the same command again"),
    errno.EROFS: "allow writing there, or name another folder",
    **dict.fromkeys((errno.EACCES, errno.EPERM), "allow access there, or name another folder"),
}


def system_words(error: OSError) -> str:
    """An error of the system in one line: the file, what is wrong with it, how to mend it.

    What is full and has no name is standard output: all other files are written by name.
    """
    if error.errno in (errno.ENOMEM, errno.EAGAIN):
        return OUT_OF_MEMORY
    file = error.filename or ("standard output" if error.errno in _FULL else None)
    words = ": ".join(str(part) for part in (file, error.strerror or error) if part)
    return "; ".join(filter(None, (words, _MENDS.get(error.errno or 0))))


def whole(value: Any, name: str, low: int, high: int) -> int:
    """The value, if it is an ``int`` (no bool, no float) from ``low`` to ``high``.

    Raises:
        MoatError: it is not; the text names it by ``name``.
    """
    if type(value) is not int or not low <= value <= high:
        raise MoatError(f"{name} must be a whole number from {low} to {high}, found {short(value)}")
    return value


def place(row: int, col: int) -> str:
    """A cell, counted from 0, in words that count from 1: row 1 column 1 is the top left."""
    return f"row {row + 1} column {col + 1}"


def kind(value: Any) -> str:
    """What JSON calls such a value, with its article."""
    if value is None:
        return "null"
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false"}
    return names.get(type(value), "a number" if isinstance(value, int | float) else "no JSON value")


def short(value: Any) -> str:
    """The value for an error text: one line of at most 40 characters, whatever it holds.

    Lists and objects are named by their kind, since printing one may take for ever, or recurse
    too deeply; Python itself refuses to print an integer of thousands of digits.
    """
    if isinstance(value, int) and abs(value) >= 10**30:
        return "a huge number"
    if value is None:
        return "nothing"
    if not isinstance(value, bool | int | float | str):
        return kind(value)
    text = repr(value[:40] if isinstance(value, str) else value)
    return text if len(text) <= 40 else text[:37] + "..."
