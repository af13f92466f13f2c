"""What exactly is wrong with an entry; asked only of those that are not as they must be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from moat_bank.check import shape as verify_shape
from moat_bank.check.manifest import LONGEST_SOURCE, Bounds, Shard
from moat_bank.check.shape import short
from moat_bank.families.base import IMPORTED
from moat_bank.families.stars.board import solution_rows
from moat_bank.families.stars.proof import form as prove_form
from moat_bank.families.stars.proof.prove import prove
from moat_bank.families.stars.proof.rating import Ratings, signals
from moat_bank.families.stars.proof.solutions import MOST_STEPS, UNSETTLED
from moat_bank.kind import TIERS

_ID = re.compile("[0-9a-f]{16}")


def entry_faults(
    entry: Any, shard: Shard, versions: tuple[str, str], bounds: Bounds | None
) -> Iterator[str]:
    """All that is wrong with one entry, a line each.

    Args:
        entry: any JSON value.
        shard: where it stands.
        versions: generator and rater that it must name.
        bounds: what the config asks of it, or None where it does not know such boards.
    """
    wrong = list(_written_faults(entry, shard, versions, bounds))
    yield from wrong
    if not wrong:
        yield from _board_faults(entry, shard, bounds)


def _written_faults(
    entry: Any, shard: Shard, versions: tuple[str, str], bounds: Bounds | None
) -> Iterator[str]:
    """What is wrong before the board is looked at."""
    imported = versions[0] == IMPORTED
    wrong = list(verify_shape.faults(entry, verify_shape.entry_shape(shard.stars, imported)))
    yield from wrong
    if wrong:
        return
    size = shard.size
    if len(entry["regionMap"]) != size or any(len(row) != size for row in entry["regionMap"]):
        yield f"regionMap: must be {size} rows of {size} regions"
    elif any(cell >= size for row in entry["regionMap"] for cell in row):
        yield f"regionMap: regions must be from 0 to {size - 1}"
    columns = solution_rows(entry["solution"])
    if len(columns) != size or any(len(row) != shard.stars for row in columns):
        yield f"solution: must be {size} rows of {shard.stars} columns"
    elif any(column >= size for row in columns for column in row):
        yield f"solution: columns must be from 0 to {size - 1}"
    if not _ID.fullmatch(entry["id"]):
        yield f"id: must be 16 hex digits, found {short(entry['id'])}"
    for key, wanted in zip(("generator", "rater"), versions, strict=True):
        if entry[key] != wanted:
            yield f"{key}: is {short(entry[key])}, the manifest says {short(wanted)}"
    if entry.get("aim", shard.tier) != shard.tier:
        yield f"aim: is {short(entry['aim'])}, but it stands under {shard.tier}"
    if bounds is None:
        return
    if entry.get("aim") == shard.tier and shard.tier not in bounds.steer:
        yield f"aim: is {short(entry['aim'])}, to which the config does not steer"
    if bounds.origin(entry) is None:
        if imported:
            yield f"source: must be text of one line, at most {LONGEST_SOURCE} characters"
        else:
            yield f"seed: {entry['seed']} is not of the config's master seed {bounds.seed}"
    if not imported and entry["style"] != bounds.style:
        yield f"style: is {short(entry['style'])}, the config says {short(bounds.style)}"


def _board_faults(entry: dict[str, Any], shard: Shard, bounds: Bounds | None) -> Iterator[str]:
    """What is wrong with the board and with what the entry claims of it."""
    regions = np.array([entry["regionMap"]], np.uint8)
    columns = np.array([solution_rows(entry["solution"])], np.uint8)
    proofs = prove(regions, shard.stars)
    if not proofs.well_formed[0]:
        yield f"regionMap: not every region from 0 to {shard.size - 1} is there"
        return
    if not proofs.connected[0]:
        yield "regionMap: a region is in more than one piece"
    proved = f"{prove_form.ids(proofs.canonical, shard.size)[0]:016x}"
    if entry["id"] != proved:
        yield f"id: is {entry['id']}, proved {proved}"
    if proofs.symmetric[0]:
        yield "the board equals one of its own turns or mirrors"
    if bounds is not None and not bounds.hold(regions)[0]:
        yield "regionMap: region sizes are outside the config's quality"
    if not prove_form.legal(regions, columns)[0]:
        yield "solution: breaks the rules on this board"
    if proofs.solutions[0] == UNSETTLED:
        yield f"the board is not proved: its solutions take more than {MOST_STEPS} steps to count"
        return
    if proofs.solutions[0] != 1:
        many = "more than one solution" if proofs.solutions[0] else "no solution"
        yield f"the board has {many}"
        return
    yield from _rating_faults(entry, shard, proofs.rating)


def _rating_faults(entry: dict[str, Any], shard: Shard, rating: Ratings) -> Iterator[str]:
    if rating.tier[0] < 0:
        yield f"the {rating.rounds.shape[1]} techniques do not finish the board"
        return
    for key, values in signals(rating).items():
        if entry[key] != values[0]:
            yield f"{key}: is {entry[key]}, proved {values[0]}"
    tier = TIERS[rating.tier[0]]
    if tier != shard.tier:
        yield f"stands under {shard.tier}, proved {tier}"
