"""A progress bar for what takes longer than two seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(noun: str, total: int) -> Iterator[Callable[[int], object]]:
    """Give a function to call with how much more is done; a bar on a terminal's stderr.

    It needs tqdm, of the ``build`` extra; without it, or off a terminal, nothing shows.
    """
    try:
        from tqdm import tqdm
    except ModuleNotFoundError:
        yield lambda _: None
        return
    hidden = not sys.stderr.isatty()
    with tqdm(total=total, unit=f" {noun}", delay=2, disable=hidden, leave=False) as bar:
        yield bar.update
