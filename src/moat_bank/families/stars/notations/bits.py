"""Bits in letters: the digits of a base, and numbers of a fixed count of bits."""

from __future__ import annotations

from collections.abc import Sequence

from moat_bank.errors import MoatError, short


def digits(text: str, alphabet: str, what: str, offset: int) -> list[int]:
    """The value of each character.

    Args:
        text: the characters.
        alphabet: all digits, in order.
        what: their name in complaints.
        offset: how many characters stand before them, for the place.

    Raises:
        MoatError: one is no digit; the text tells which.
    """
    values = {digit: value for value, digit in enumerate(alphabet)}
    for at, digit in enumerate(text, offset + 1):
        if digit not in values:
            raise MoatError(f"character {at}: {short(digit)} is no digit of the {what}")
    return [values[digit] for digit in text]


def spread(values: Sequence[int], width: int) -> list[bool]:
    """The bits of numbers of ``width`` bits, most significant first."""
    return [bool(value >> bit & 1) for value in values for bit in range(width - 1, -1, -1)]


def gather(bits: Sequence[bool], width: int) -> list[int]:
    """Numbers of ``width`` bits; zeros fill up the last."""
    filled = [*bits, *[False] * (-len(bits) % width)]
    return [
        sum(bit << (width - 1 - at) for at, bit in enumerate(filled[start : start + width]))
        for start in range(0, len(filled), width)
    ]


def grid(bits: Sequence[bool], rows: int, width: int) -> list[list[bool]]:
    """The first bits as so many rows of ``width``, which may be 0."""
    return [list(bits[row * width : (row + 1) * width]) for row in range(rows)]


def exact(text: str, length: int, what: str, offset: int) -> str:
    """The text, if it has just that length.

    Raises:
        MoatError: it has not; the text tells where it ends or goes on.
    """
    if len(text) < length:
        raise MoatError(
            f"the {what} end after character {offset + len(text)}:"
            f" {len(text)} of {length} are there"
        )
    if len(text) > length:
        raise MoatError(f"character {offset + length + 1}: the {what} should have ended before it")
    return text
