"""What the schema finds wrong in a config, in words that name the key and the mend."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from moat_bank.build.config_schema import config_schema
from moat_bank.errors import short


def schema_fault(data: Any) -> str | None:
    """The first fault in the order of the file's keys, or None.

    A text like ``boards[0].size: must be a whole number, found '8'``.
    """
    from jsonschema import Draft202012Validator, validators

    # JSON Schema takes 8.0 for an integer; a length of 8.0 is a slip.
    whole = Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: type(value) is int
    )
    checker = validators.extend(Draft202012Validator, type_checker=whole)
    found = sorted(checker(config_schema()).iter_errors(data), key=_order)
    return _text(found[0]) if found else None


def _order(error: Any) -> tuple[bool, bool, list[tuple[int, int, str]]]:
    """Unknown keys first: a misspelt key is also a missing one, and the spelling is the mend.

    Then an unknown family of the whole config, since all boards have it.
    """
    path = [(0, part, "") if isinstance(part, int) else (1, 0, part) for part in error.path]
    return error.validator != "additionalProperties", list(error.path) != ["family"], path


def _text(error: Any) -> str:
    place = key_path(error.path)
    if error.validator == "additionalProperties":
        return _unknown(error, place)
    if error.validator == "required":
        missing = next(key for key in error.validator_value if key not in error.instance)
        return f"{_join(place, missing)}: is missing; add it"
    return f"{place or 'the file'}: {_rule(error)}, found {short(error.instance)}"


def _unknown(error: Any, place: str) -> str:
    known = error.schema.get("properties", {})
    key = next(key for key in error.instance if key not in known)
    close = get_close_matches(key, known, 1)
    mend = f"did you mean {close[0]}?" if close else f"known here: {', '.join(known)}"
    return f"{_join(place, key)}: unknown key; {mend}"


_KINDS = {
    "integer": "a whole number",
    "string": "text (put it in quotes)",
    "object": "a mapping of keys",
    "array": "a list",
    "boolean": "true or false",
}

_PATTERNS = {
    "edition": "must be letters, digits, dots, dashes and underscores, a letter or digit first,"
    " and at most 100",
    "day": "must be a date such as 2026-03-01",
    "results": "must be a path of letters, digits and . _ - + ~ / alone",
}


def _rule(error: Any) -> str:
    value = error.validator_value
    if error.validator == "type":
        return f"must be {_KINDS[value]}"
    if error.validator == "enum":
        return f"must be one of {', '.join(map(str, value))}"
    if error.validator in ("minimum", "maximum"):
        return f"must be from {error.schema['minimum']} to {error.schema['maximum']}"
    if error.validator == "uniqueItems":
        return "must name nothing twice"
    if error.validator == "pattern":
        return _PATTERNS[error.path[-1]]
    return "must not be empty"  # minItems and minLength, the only rules left


def key_path(parts: Iterable[str | int]) -> str:
    """``boards[0].levels.easy`` from its parts."""
    text = ""
    for part in parts:
        text = f"{text}[{part}]" if isinstance(part, int) else _join(text, part)
    return text


def _join(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key
