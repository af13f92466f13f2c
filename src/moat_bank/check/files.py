"""Files of a folder of banks, trusted in nothing."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

READABLE = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
"""How manifests and lists of editions are written."""


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong.

    Attributes:
        file: path inside the folder, with forward slashes.
        entry: index of the entry in that file, or None where it is the file's own fault.
        reason: what is wrong, in one line.
    """

    file: str
    entry: int | None
    reason: str


def read_file(path: Path, most: int) -> bytes | str:
    """The bytes of a plain file of at most ``most`` bytes, or in one line why not."""
    try:
        state = os.lstat(path)
        if not stat.S_ISREG(state.st_mode):
            return "is not a plain file"
        if state.st_size > most:
            return f"has {state.st_size} bytes, more than the {most} expected"
        with open(path, "rb") as file:
            return file.read(state.st_size)
    except FileNotFoundError:
        return "is missing"
    except OSError as error:
        return f"cannot be read: {error.strerror}"


def written(value: Any, options: int = 0) -> bytes | None:
    """A value of JSON as the build writes it; None where it is nested deeper than that can be."""
    try:
        return orjson.dumps(value, option=options)
    except TypeError:
        return None


def strange_files(folder: Path, part: str, known: set[str]) -> Iterator[Fault]:
    """What lies in a folder of the banks and is not known."""
    try:
        if not stat.S_ISDIR(os.lstat(folder / part).st_mode):
            yield Fault(part, None, "is not a plain folder")
            return
        names = sorted(os.listdir(folder / part))
    except FileNotFoundError:
        return
    for name in names:
        if f"{part}/{name}" not in known:
            yield Fault(f"{part}/{printable(name)}", None, "is no part of the edition")


def printable(name: str) -> str:
    """A file's name as it may stand in a line of text."""
    return name if name.isprintable() else ascii(name)[1:-1]
