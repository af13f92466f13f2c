"""Comparisons with oracles take a sample, unless ``MOAT_WHOLE=1``: before a release."""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

WHOLE = os.environ.get("MOAT_WHOLE") == "1"


def sampled(items: Sequence[T], most: int) -> list[T]:
    """So many of the items, evenly spaced from the first on; all of them if whole."""
    if WHOLE or len(items) <= most:
        return list(items)
    return [items[at * len(items) // most] for at in range(most)]


def examples(whole: int, sample: int) -> int:
    """How many examples to try."""
    return whole if WHOLE else sample
