"""JSON lines for commands: one value a line, a bad line named and passed over."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from typing import Any

import orjson

from moat_bank.errors import MoatError

MAX_LINE = 1 << 26
"""Most bytes of a line; a board with a million solutions, as ``solve`` prints it, may be longer."""


def each_line(name: str, act: Callable[[Any], None]) -> int:
    """Call ``act`` with the JSON value of each line of a file, ``-`` for standard input.

    Blank lines are nothing. A line that is not JSON, or for which ``act`` raises ``MoatError``,
    is named on standard error by its number, and the rest goes on.

    Returns:
        The exit status: 1 if there was a bad line, else 0.

    Raises:
        MoatError: the file cannot be read, or has a line longer than ``MAX_LINE``.
    """
    return each_text(_lines(name), "line", act)


def each_text(texts: Iterable[bytes | str], noun: str, act: Callable[[Any], None]) -> int:
    """The same for texts from anywhere, called ``noun`` in complaints."""
    status = 0
    for number, text in enumerate(texts, 1):
        if not text.strip():
            continue
        try:
            act(parse_json(text))
        except MoatError as error:
            status = 1
            sys.stdout.flush()  # what came of the lines before stands before the complaint
            print(f"moat-bank: {noun} {number}: {error}", file=sys.stderr)
    return status


def parse_json(text: bytes | str) -> Any:
    """The value of a JSON text.

    Raises:
        MoatError: it is not JSON.
    """
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise MoatError(f"not JSON: {error}") from error


def write_line(value: Any) -> None:
    """Write a value to standard output as one line of JSON.

    Raises:
        MoatError: it cannot be one: what was read may be nested deeper than can be written.
    """
    try:
        data = orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError as error:
        raise MoatError(f"cannot be written as JSON: {error}") from error
    write_bytes(data)


def write_lines(values: Iterable[Any]) -> int:
    """Write values as lines of JSON, each as soon as it is there; how many there were."""
    count = 0
    for value in values:
        write_line(value)
        sys.stdout.flush()
        count += 1
    return count


def write_bytes(data: bytes) -> None:
    """Write UTF-8 to standard output as it is, whatever encoding and line ends it has for text."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


HERE = ("-", "/dev/stdout")
"""Names for standard output; the second may lead to a file, which must not be replaced under it."""


def write_output(name: str, data: bytes) -> None:
    """Write what a user asked for to the file that they named, whole or not at all; ``-`` is here.

    Raises:
        OSError: it cannot be written.
    """
    if name in HERE:
        write_bytes(data)
        return
    from moat_bank.files import write_atomic

    write_atomic(name, data)


def _lines(name: str) -> Iterator[bytes]:
    with ExitStack() as stack:
        try:
            file = sys.stdin.buffer if name == "-" else stack.enter_context(open(name, "rb"))
            while line := file.readline(MAX_LINE + 1):
                if len(line) > MAX_LINE:
                    raise MoatError(f"{name}: has a line of more than {MAX_LINE} bytes")
                yield line
        except OSError as error:
            raise MoatError(f"{name}: cannot be read: {error.strerror}") from error
