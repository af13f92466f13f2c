"""Makes the toy family known, as an installed package of somebody else would be."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from moat_bank.families import registry

FOLDER = Path(__file__).parents[1] / "toy"
"""To be put on the path of Python, in processes of a test's own by ``PYTHONPATH``."""


@contextmanager
def lonesum() -> Iterator[None]:
    """The family ``lonesum`` in this process."""
    sys.path.insert(0, str(FOLDER))
    registry.packages.cache_clear()
    try:
        yield
    finally:
        sys.path.remove(str(FOLDER))
        registry.packages.cache_clear()
