"""How many candidates to make next: a pure rule from what was found so far."""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt

from moat_bank.config import MOST_CANDIDATES, BoardConfig
from moat_bank.errors import MoatError
from moat_bank.families.base import TIERS

SURE = 32
"""A yield known from fewer boards than this is taken for a hint."""


def next_candidates(board: BoardConfig, found: Mapping[str, int], candidates: int) -> int | None:
    """The number of candidates to have after the next wave, or None where all tiers are full.

    Each tier that is short asks for what it lacks at its yield so far, less a standard deviation;
    a yield that is a mere hint may quadruple what there is and no more.  A wave adds an eighth
    at least, so there are few waves even where new boards run out.

    Args:
        board: the boards, their lengths, and the bounds on candidates.
        found: boards taken of each tier, out of ``candidates``.
        candidates: made so far.

    Raises:
        MoatError: a tier is short and the ceiling is reached, or will not do for it at any yield
            that what was found lets one hope for.
    """
    pilot, batch, ceiling = board.generation.pilot, board.generation.batch, board.generation.ceiling
    short = {tier: n - found[tier] for tier, n in board.need.items() if n > found[tier]}
    if not short:
        return None
    hopeless = any(_at_best(board.need[tier], found[tier], candidates) > ceiling for tier in short)
    if hopeless or candidates >= ceiling:
        raise MoatError(shortage(board, found, candidates))
    wanted = max(_wanted(lack, found[tier], candidates) for tier, lack in short.items())
    extra = max(wanted, candidates // 8, 1)
    batches = -(-(candidates + extra - pilot) // batch)
    return min(pilot + batches * batch, ceiling)


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


def _at_best(need: int, found: int, candidates: int) -> int:
    """Candidates that would do for ``need`` boards if so few were found by very bad luck.

    Where this many were expected in the mean, a Poisson number is as small as ``found`` once in
    some thousand times.
    """
    expected = found + 3 * isqrt(found) + 9
    return need * candidates // expected


def shortage(board: BoardConfig, found: Mapping[str, int], candidates: int) -> str:
    """Which tier is too rare, and the ceiling that would do, in one line.

    Of several it names the one that needs the highest ceiling.
    """
    short = [tier for tier in TIERS if board.need[tier] > found[tier]]
    tier = min(short, key=lambda name: found[name] / board.need[name])
    size, stars, need = board.spec.size, board.spec.stars, board.need[tier]
    what = f"{size}x{size} with {stars} star{'s' if stars > 1 else ''}, {tier}"
    if found[tier]:
        # New boards repeat old ones ever more often, so as many candidates again are added.
        ceiling = candidates + 2 * _at_yield(need - found[tier], found[tier], candidates)
        seen = f"found {found[tier]} of {need} boards in {candidates} candidates"
        seen += f" (1 in {candidates // found[tier]})"
        mend = "lower its lengths"
    else:
        ceiling = max(10, need) * candidates
        seen = f"none of {need} boards found in {candidates} candidates"
        mend = "set its lengths to 0"
    if candidates < board.generation.ceiling:
        seen += f", and the ceiling is {board.generation.ceiling}"
    if ceiling <= MOST_CANDIDATES:
        mend += f", or set generation.ceiling to {ceiling}"
    return f"{what}: {seen}; {mend}"
