"""Stars boards proved again, from the board alone: numpy and the standard library alone.

See ``moat_bank.families.base.Proof`` for what each function promises.  A board is sound if every
region is one piece and numbered in reading order, region sizes are within the bounds, no turn or
mirror of it equals it, it has just one solution, and logic finishes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moat_bank.families.stars.proof.examined import Examined, examine
from moat_bank.families.stars.proof.form import ids
from moat_bank.families.stars.proof.given import KEY, read
from moat_bank.families.stars.proof.ratings import RATER, UNDECIDED, signals
from moat_bank.families.stars.proof.solutions import UNSETTLED
from moat_bank.families.stars.proof.twins import Laid, joined, lay, near

__all__ = ["RATER", "Proofs", "joined", "near", "prove", "together"]


@dataclass(frozen=True)
class Proofs:
    """See ``moat_bank.families.base.Proofs``."""

    faults: list[list[str]]
    facts: list[dict[str, Any]]
    tiers: list[int]
    forms: list[bytes]
    laid: Laid


def together(values: Mapping[str, int]) -> int:
    """How many boards of a kind are proved in one go: those of several stars take far longer."""
    return 4096 if values["stars"] == 1 else 64


def prove(
    values: Mapping[str, int], given: Sequence[Mapping[str, Any]], bounds: Mapping[str, int]
) -> Proofs:
    """Prove boards of one kind: see ``moat_bank.families.base.Proof.prove``."""
    size, stars = values["size"], values["stars"]
    regions, texts = read(given, size)
    found = examine(regions, stars, bounds)
    sound = np.flatnonzero(found.sound)
    proofs = Proofs(
        faults=[[text] if text else [] for text in texts],
        facts=[{} for _ in texts],
        tiers=[-1] * len(texts),
        forms=[b""] * len(texts),
        laid=lay(regions[sound], found.columns[sound]),
    )
    places = [place for place, text in enumerate(texts) if not text]
    for place, form in zip(places, found.canonical, strict=True):
        proofs.forms[place] = form.tobytes()
    for board in np.flatnonzero(~found.sound).tolist():
        proofs.faults[places[board]] += _faults(found, board)
        if not found.well_formed[board]:
            proofs.forms[places[board]] = b""
    tiers = found.rating.tier[sound].tolist()
    facts = _facts(regions[sound], found, sound)
    for board, tier, fact in zip(sound.tolist(), tiers, facts, strict=True):
        proofs.tiers[places[board]] = tier
        proofs.facts[places[board]] = fact
    return proofs


def _facts(
    regions: NDArray[np.uint8], found: Examined, sound: NDArray[np.int64]
) -> list[dict[str, Any]]:
    """The keys of each sound board's entry, from the board to the id."""
    size, stars = regions.shape[1], found.columns.shape[2]
    columns = found.columns[sound]
    numbers = {key: values[sound].tolist() for key, values in signals(found.rating).items()}
    table = {
        KEY: regions.tolist(),
        "solution": (columns[..., 0] if stars == 1 else columns).tolist(),
        **numbers,
        "id": [f"{number:016x}" for number in ids(found.canonical[sound], size).tolist()],
    }
    return [dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)]


def _faults(found: Examined, board: int) -> list[str]:
    """What keeps a board from standing in a bank, a line each; one at least."""
    if not found.well_formed[board]:
        size = found.columns.shape[1]
        return [f"{KEY}: not every region from 0 to {size - 1} is there"]
    wrong = {
        "regions must be numbered in reading order": not found.in_order[board],
        "a region is in more than one piece": not found.connected[board],
        "region sizes are outside the config's quality": not found.within[board],
    }
    faults = [f"{KEY}: {text}" for text, is_so in wrong.items() if is_so]
    if found.symmetric[board]:
        faults.append("the board equals one of its own turns or mirrors")
    if not found.shaped[board]:
        return faults
    if found.solutions[board] == UNSETTLED:
        return [*faults, "undecided: its solutions take more steps to count than are made"]
    if found.solutions[board] != 1:
        many = "more than one solution" if found.solutions[board] else "no solution"
        return [*faults, f"the board has {many}"]
    if found.rating.tier[board] == UNDECIDED:
        return [*faults, "undecided: its rating takes more steps than are made"]
    if found.rating.tier[board] < 0:
        techniques = found.rating.rounds.shape[1]
        return [*faults, f"the {techniques} techniques do not finish the board"]
    return faults
