"""The one error that a user may see, and the words that its texts share."""

from __future__ import annotations

from typing import Any


class MoatError(ValueError):
    """Bad input, told in one line: what, where, and how to mend it.

    The command line prints it without a traceback and exits nonzero; a program that calls the
    package may catch it as a ``ValueError``.
    """


def whole(value: Any, name: str, low: int, high: int) -> int:
    """The value, if it is an ``int`` (no bool, no float) from ``low`` to ``high``.

    Raises:
        MoatError: it is not; the text names it by ``name``.
    """
    if type(value) is not int or not low <= value <= high:
        raise MoatError(f"{name} must be a whole number from {low} to {high}, found {short(value)}")
    return value


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
