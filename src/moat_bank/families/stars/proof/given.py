"""Boards as JSON has them, which may be anything, and as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

KEY = "regionMap"


def read(given: Sequence[Mapping[str, Any]], size: int) -> tuple[NDArray[np.uint8], list[str]]:
    """Those boards that can be read, and for every one why not, empty for those that can.

    Returns:
        uint8 (readable, size, size), and as many texts as there are boards.
    """
    maps = [one.get(KEY) for one in given]
    texts = [""] * len(maps)
    if not _all_are_tables(maps, size):
        texts = [_fault(one, size) for one in given]
    good: list[Any] = [rows for rows, text in zip(maps, texts, strict=True) if not text]
    cells = bytes(chain.from_iterable(chain.from_iterable(good)))
    return np.frombuffer(cells, np.uint8).reshape(-1, size, size), texts


def _all_are_tables(maps: list[Any], size: int) -> bool:
    """Whether all are lists of rows of regions: a few passes for thousands of boards."""
    if not {list}.issuperset(map(type, maps)):
        return False
    rows = list(chain.from_iterable(maps))
    if not {list}.issuperset(map(type, rows)):
        return False
    if not {size}.issuperset(map(len, maps)) or not {size}.issuperset(map(len, rows)):
        return False
    cells = list(chain.from_iterable(rows))
    return {int}.issuperset(map(type, cells)) and (
        not cells or (min(cells) >= 0 and max(cells) < size)
    )


def _fault(one: Mapping[str, Any], size: int) -> str:
    """What is wrong with the shape of one board, or nothing."""
    if KEY not in one:
        return f"{KEY}: is missing"
    rows = one[KEY]
    if type(rows) is not list or len(rows) != size:
        return f"{KEY}: must be {size} rows of {size} regions"
    for r, row in enumerate(rows):
        if type(row) is not list or len(row) != size:
            return f"{KEY}[{r}]: must be a row of {size} regions"
        for c, cell in enumerate(row):
            if type(cell) is not int or not 0 <= cell < size:
                return f"{KEY}[{r}][{c}]: must be a region, a whole number from 0 to {size - 1}"
    return ""
