"""What several commands take from the command line."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable


def whole(low: int, high: int) -> Callable[[str], int]:
    """The type of an argument that is a whole number from ``low`` to ``high``."""

    def number(text: str) -> int:
        if not re.fullmatch("0|[1-9][0-9]{0,19}", text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"a whole number from {low} to {high}, found {text!r}")
        return int(text)

    return number


PROCESSES = whole(1, 1024)
"""How many processes share the work."""

COUNT = whole(1, 99999)
"""A number of things."""
