"""Whether the banks of levels rise: no entry before an easier one.

Of equal scores natural entries stand before steered ones, each in the order of seeds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from moat_bank.check.files import Fault
from moat_bank.check.shard import Seen

RISING = "levels"


def order_faults(seen: Sequence[Seen]) -> Iterator[Fault]:
    """Entries of a bank of levels that ought to stand before the one before them.

    Args:
        seen: entries in the order of the manifest's files.
    """
    before: Seen | None = None
    for item in seen:
        if item.score is None or _bank(item)[0] != RISING:
            continue
        if before is not None and _bank(before) == _bank(item):
            yield from _faults(before, item)
        before = item


def _bank(item: Seen) -> tuple[str, str]:
    """Pool, and kind and tier, as in ``levels/stars-8x8-1-hard-0000.93c2752ea328.json``."""
    pool, _, name = item.file.partition("/")
    return pool, name.rpartition("-")[0]


def _faults(before: Seen, item: Seen) -> Iterator[Fault]:
    if before.score is None or item.score is None or item.score > before.score:
        return
    if item.score < before.score:
        text = f"score {item.score} stands after {before.score}: levels must rise"
        yield Fault(item.file, item.entry, text)
    elif before.aimed and not item.aimed:
        text = f"seed {item.seed} has no aim and stands after one that has, of the same score"
        yield Fault(item.file, item.entry, f"{text} {item.score}")
    elif before.aimed == item.aimed and _falls(before.seed, item.seed):
        text = f"seed {item.seed} stands after {before.seed}, of the same score {item.score}"
        yield Fault(item.file, item.entry, text)


def _falls(before: int | None, seed: int | None) -> bool:
    return before is not None and seed is not None and seed < before
