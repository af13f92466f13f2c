"""How many candidates to make next: a pure rule from what was found so far."""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt

from moat_bank.config import BoardConfig, Generation
from moat_bank.errors import MoatError
from moat_bank.families.base import TIERS

SURE = 32
"""A yield known from fewer boards than this is taken for a hint."""


def next_candidates(
    generation: Generation, board: BoardConfig, found: Mapping[str, int], candidates: int
) -> int | None:
    """The number of candidates to have after the next wave, or None where all tiers are full.

    Each tier that is short asks for what it lacks at its yield so far, less a standard deviation;
    a yield that is a mere hint may quadruple what there is and no more.  A wave adds an eighth
    at least, so there are few waves even where new boards run out.

    Args:
        generation: sizes of batches and the ceiling.
        board: the boards and their lengths.
        found: boards taken of each tier, out of ``candidates``.
        candidates: made so far.

    Raises:
        MoatError: a tier is short and the ceiling is reached.
    """
    short = {tier: n - found[tier] for tier, n in board.need.items() if n > found[tier]}
    if not short:
        return None
    if candidates >= generation.ceiling:
        raise MoatError(shortage(board, found, candidates))
    wanted = max(_wanted(lack, found[tier], candidates) for tier, lack in short.items())
    extra = max(wanted, candidates // 8, 1)
    batches = -(-(candidates + extra - generation.pilot) // generation.batch)
    return min(generation.pilot + batches * generation.batch, generation.ceiling)


def _wanted(lack: int, found: int, candidates: int) -> int:
    """Candidates that should yield ``lack`` more boards."""
    if not found:
        return 3 * candidates
    wanted = _at_yield(lack, found, candidates)
    return wanted if found >= SURE else min(wanted, 3 * candidates)


def _at_yield(lack: int, found: int, candidates: int) -> int:
    """Both what was found and what will be scatter by the root of their number."""
    sure = max(found - isqrt(found), 1)
    return -(-(lack + isqrt(lack) + 1) * candidates // sure)


def shortage(board: BoardConfig, found: Mapping[str, int], candidates: int) -> str:
    """Which tier is too rare, and the ceiling that would do, in one line.

    Of several it names the one that needs the highest ceiling.
    """
    short = [tier for tier in TIERS if board.need[tier] > found[tier]]
    tier = min(short, key=lambda name: found[name] / board.need[name])
    size, stars, need = board.spec.size, board.spec.stars, board.need[tier]
    what = f"{size}x{size} with {stars} star{'s' if stars > 1 else ''}, {tier}"
    if not found[tier]:
        return (
            f"{what}: none of {need} boards found in {candidates} candidates;"
            f" set its lengths to 0 or try a ceiling of {10 * candidates}"
        )
    ceiling = candidates + _at_yield(need - found[tier], found[tier], candidates)
    return (
        f"{what}: found {found[tier]} of {need} boards in {candidates} candidates"
        f" (1 in {candidates // found[tier]}); lower its lengths,"
        f" or set generation.ceiling to {ceiling}"
    )
