"""The chain of editions in a published folder, and what a new one would change of it.

The chain grows at its end alone: no edition gives a level or a day that an earlier one settled.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict
from pathlib import Path
from typing import Any

import orjson

from moat_bank.errors import MoatError
from moat_bank.runtime.daily import day_number
from moat_bank.runtime.editions import (
    FILE,
    FORMAT,
    Listed,
    TakesOver,
    parse_editions,
    refuse_lost_list,
)


def read_chain(folder: Path) -> list[Listed]:
    """What ``editions.json`` lists, oldest first; empty where there is none.

    Raises:
        MoatError: it is damaged, or lost while the manifests that it named are there.
    """
    path = folder / FILE
    try:
        return parse_editions(orjson.loads(path.read_bytes()))
    except FileNotFoundError:
        refuse_lost_list(str(folder))
        return []
    except (OSError, orjson.JSONDecodeError, MoatError) as error:
        raise MoatError(f"{path}: is damaged ({error}); copy it again from a good copy") from error


def chain_value(chain: list[Listed]) -> dict[str, Any]:
    """What ``editions.json`` says of a chain."""
    items = []
    for one in chain:
        item: dict[str, Any] = asdict(one)
        sizes = {key: item.pop(key) for key in ("bytes", "sha256")}
        items.append({**item, "file": one.file, **sizes})
    return {"format": FORMAT, "editions": items}


def chain_bytes(chain: list[Listed]) -> bytes:
    """The bytes of ``editions.json`` beside readable banks."""
    options = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    return orjson.dumps(chain_value(chain), option=options)


def listed(name: str, manifest: bytes, since: TakesOver) -> Listed:
    """The line of an edition with this manifest."""
    digest = hashlib.sha256(manifest).hexdigest()
    return Listed(name, since.level, since.day, len(manifest), digest)


def joined(chain: list[Listed], new: Listed) -> list[Listed]:
    """The chain with a new edition at its end.

    Raises:
        MoatError: it would take over levels or days that an earlier edition took over already.
    """
    last = chain[-1]
    known = [one.day for one in chain if one.day is not None]
    if new.level <= last.level:
        first = f"level {max(new.level, 1)} and all after it"
        raise MoatError(
            f"edition {new.edition} would change {first}, which edition {last.edition} gave since"
            f" level {last.level}; let it take over later: takes_over: {{level: N}} in config.yaml,"
            f" N above {last.level} and above every level that a player has reached"
        )
    if new.day is not None and day_number(new.day) <= day_number(known[-1]):
        raise MoatError(
            f"edition {new.edition} would change the daily boards since {new.day}, and those since"
            f" {known[-1]} are settled; let it take over on a later day, takes_over: {{day: DATE}}"
        )
    return [*chain, new]
