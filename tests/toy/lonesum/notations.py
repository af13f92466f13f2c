"""One line a grid: row counts, a slash, column counts."""

from typing import Any

NOTATIONS: tuple[Any, ...] = ()
