"""A bank in one JSON file: ``{tier: [{seed, regionMap, solution, r, steps}, ...]}``.

The shape that games carry, and of our own shards: an entry's further fields are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from moat_bank.errors import MoatError, kind, short
from moat_bank.families.base import Puzzle, Rated
from moat_bank.families.notation import MAX_LINE, Notation, Piece, Told, load
from moat_bank.families.stars.notations.boards import from_labels
from moat_bank.families.stars.notations.json_values import region_rows, solution

_START = re.compile(r'\{\s*"[^"]{0,40}"\s*:\s*\[\s*[{\]]')
_TIER = re.compile(r"[a-z][a-z0-9_]{0,31}")
_LARGEST = 2**53 - 1


def sniff(text: str) -> bool:
    """Whether a text is a JSON object whose first value is a list of entries of boards."""
    text = text.lstrip()
    start = _START.match(text)
    return start is not None and (start[0].endswith("]") or '"regionMap"' in text[:MAX_LINE])


def split(text: str) -> Iterator[Piece]:
    """One piece an entry, with its tier."""
    value = load(text)
    if not isinstance(value, dict):
        raise MoatError(f"must be an object of tiers, found {kind(value)}")
    for tier, entries in value.items():
        if not _TIER.fullmatch(tier):
            yield "", MoatError(f"a tier is a lower-case word, found {short(tier)}")
        elif not isinstance(entries, list):
            yield tier, MoatError(f"must be a list of entries, found {kind(entries)}")
        else:
            for index, entry in enumerate(entries):
                yield f"{tier}[{index}]", (tier, entry)


def parse(piece: tuple[str, Any], told: Told) -> Puzzle:
    """A board from an entry; its solution tells the stars."""
    tier, entry = piece
    if not isinstance(entry, dict):
        raise MoatError(f"an entry is an object, found {kind(entry)}")
    rows = entry.get("regionMap")
    size = len(rows) if isinstance(rows, list) else 0
    labels = region_rows(rows, "'regionMap'", range(size))
    count, solved = solution(
        entry.get("solution"), size, None if "solution" in entry else told.get("stars")
    )
    rated = None
    if entry.get("r") is not None and entry.get("steps") is not None:
        seed = _whole(entry, "seed") if entry.get("seed") is not None else None
        rated = Rated(tier, _whole(entry, "r"), _whole(entry, "steps"), seed)
    return from_labels(labels, count, solved, rated=rated)


def _whole(entry: dict[str, Any], key: str) -> int:
    value = entry[key]
    if type(value) is not int or not 0 <= value <= _LARGEST:
        raise MoatError(f"'{key}' must be a whole number below 2^53, found {short(value)}")
    return value


def write(puzzles: Sequence[Puzzle]) -> str:
    """A bank of rated and solved boards: tiers from easy on, boards in the order given."""
    from moat_bank.kind import TIERS

    tiers: dict[str, list[dict[str, Any]]] = {tier: [] for tier in TIERS}
    for number, puzzle in enumerate(puzzles, 1):
        if puzzle.rated is None or puzzle.solution is None:
            raise MoatError(f"board {number}: a bank holds boards that are solved and rated")
        tiers.setdefault(puzzle.rated.tier, []).append(entry_of(puzzle, puzzle.rated))
    found = {tier: entries for tier, entries in tiers.items() if entries}
    return orjson.dumps(found, option=orjson.OPT_APPEND_NEWLINE).decode()


def entry_of(puzzle: Puzzle, rated: Rated) -> dict[str, Any]:
    """The entry of a board; without a seed where it has none."""
    return {
        **({} if rated.seed is None else {"seed": rated.seed}),
        **puzzle.given,
        "solution": puzzle.solution,
        "r": rated.r,
        "steps": rated.steps,
    }


NOTATION = Notation(
    "bank", "a bank in one JSON file", sniff, parse, write, split, solved=True, rated=True
)
