"""A keyed bijection of day numbers onto all (entry, transform) pairs of a pool. No files.

Only whole numbers below 2**32 are mixed, so that a browser gets the same with ``Math.imul`` and
``>>> 0``: docs/daily.md has the few lines of JavaScript and the vectors that both must give.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

from moat_bank.errors import MoatError, kind, short
from moat_bank.kind import VIEWS

ROUNDS = 6
MAX_POOL = 2**28
"""Most entries in a pool: all pairs of entry and transform can then be told by 32 bits."""

MAX_NAME = 256
"""Longest name of an event, in UTF-8 bytes."""

_LOW = 0xFFFFFFFF
_GOLDEN = 0x9E3779B9
_EPOCH = date(1970, 1, 1).toordinal()
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")


def day_number(when: date | datetime | str) -> int:
    """Days since 1970-01-01 in UTC, negative before it.

    A plain date is taken as it stands. A moment (an aware ``datetime``, or ISO text with an
    offset or ``Z``) counts as its day in UTC, whatever the day is where it was written.

    Raises:
        MoatError: a moment without an offset, a day that the calendar does not have, or
            something else altogether.
    """
    if isinstance(when, str):
        when = _parse(when)
    if isinstance(when, datetime):
        if when.utcoffset() is None:
            raise MoatError(
                f"the time {when.isoformat()} has no time zone, so its UTC day is not known:"
                " give a date, or a time with an offset"
            )
        try:
            when = when.astimezone(UTC)
        except OverflowError as error:
            raise MoatError(
                f"the time {when.isoformat()} is outside the years 1 to 9999"
            ) from error
    if not isinstance(when, date):
        raise MoatError(f"a date is needed, such as 2026-03-01, found {kind(when)}")
    return when.toordinal() - _EPOCH


def _parse(text: str) -> date:
    try:
        return date.fromisoformat(text) if _DATE.match(text) else datetime.fromisoformat(text)
    except ValueError as error:
        raise MoatError(
            f"a date such as 2026-03-01 of the calendar is needed, found {short(text)}"
        ) from error


def mix(x: int) -> int:
    """A bijection of the 32-bit numbers that scatters them (lowbias32 by Chris Wellons)."""
    x = ((x ^ (x >> 16)) * 0x7FEB352D) & _LOW
    x = ((x ^ (x >> 15)) * 0x846CA68B) & _LOW
    return x ^ (x >> 16)


def event_key(key: int, name: str) -> int:
    """The key of one event: the edition's key for events mixed with the name.

    The name counts by its UTF-8 bytes as they stand (FNV-1a, 32 bits): case and accents matter.

    Raises:
        MoatError: the name is no text, or empty, too long or not expressible in UTF-8.
    """
    if not isinstance(name, str):
        raise MoatError(f"an event's name must be text, found {kind(name)}")
    try:
        data = name[: MAX_NAME + 1].encode()
    except UnicodeEncodeError as error:
        raise MoatError("an event's name must be text that UTF-8 can express") from error
    if not 0 < len(data) <= MAX_NAME:
        raise MoatError(f"an event's name must have from 1 to {MAX_NAME} bytes, found {len(data)}")
    value = 0x811C9DC5
    for byte in data:
        value = ((value ^ byte) * 0x01000193) & _LOW
    return mix(key ^ value)


def pair(key: int, entries: int, number: int) -> tuple[int, int]:
    """The entry and the transform for a day number (or an event's number, from 0).

    For a fixed key and pool this maps any ``8 * entries`` numbers in a row onto all pairs, each
    once, and any ``entries`` numbers in a row onto all entries, each once.

    Args:
        key: 32-bit key.
        entries: entries in the pool, 1 to ``MAX_POOL``.
        number: any whole number, also negative.
    """
    turn, i = divmod(number % (VIEWS * entries), entries)
    first = mix(mix(i) ^ key ^ _LOW) % VIEWS
    return permute(key, entries, i), (first + 3 * turn) % VIEWS


def permute(key: int, entries: int, i: int) -> int:
    """Where a keyed permutation of 0 to ``entries - 1`` takes ``i``.

    A Feistel network permutes the numbers of an even count of bits, at most four times as many
    as asked for; a result that is too large goes in again until one fits ("cycle walking").
    Expected O(1).
    """
    half = max(1, ((entries - 1).bit_length() + 1) // 2)
    mask = (1 << half) - 1
    keys = [mix((key + n * _GOLDEN) & _LOW) for n in range(1, ROUNDS + 1)]
    while True:
        left, right = i >> half, i & mask
        for round_key in keys:
            left, right = right, left ^ (mix(right ^ round_key) & mask)
        i = left << half | right
        if i < entries:
            return i
