"""Numbers drawn from a seed, the same on every machine and in every version of Python."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence
from typing import Any

_MASK = 2**64 - 1


def draws(seed: int) -> Iterator[int]:
    """64-bit numbers without end: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014)."""
    state = seed & _MASK
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        word = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
        yield word ^ (word >> 31)


def below(numbers: Iterator[int], bound: int) -> int:
    """A number from 0 to ``bound`` - 1."""
    return next(numbers) * bound >> 64


def shuffle(numbers: Iterator[int], items: MutableSequence[Any]) -> None:
    """Put the items into an order drawn, in place."""
    for i in range(len(items) - 1, 0, -1):
        j = below(numbers, i + 1)
        items[i], items[j] = items[j], items[i]
