"""How many candidates to make next: a pure rule from what was found so far.

A build makes candidates in rounds: it chooses among all boards so far, and where a tier is short
another round follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isqrt

from moat_bank.build.config import MOST_CANDIDATES, BoardConfig
from moat_bank.build.counts import NATURAL, counts_of, counts_text, whole_batches
from moat_bank.errors import MoatError

SURE = 32
"""A yield known from fewer boards than this is taken for a hint."""


@dataclass(frozen=True)
class Source:
    """Candidates of one aim, and what is to come of them.

    Attributes:
        aim: the tier that they are steered to, or nothing.
        candidates: made so far.
        need: boards wanted of them, of each tier that they are asked for.
        found: boards taken of them, of the same tiers.
    """

    aim: str
    candidates: int
    need: Mapping[str, int]
    found: Mapping[str, int]

    @property
    def short(self) -> list[str]:
        """Tiers of which boards are wanting, easiest first."""
        return [tier for tier in self.need if self.need[tier] > self.found[tier]]


def sources(
    board: BoardConfig, found: Mapping[str, int], steered: Mapping[str, int], counts: str
) -> Iterator[Source]:
    """The natural candidates, asked for all tiers but those steered to, and those of each aim.

    An aim is asked for what the natural candidates did not give of its tier.

    Args:
        board: the boards, their lengths, and the tiers to steer to.
        found: boards taken of each tier.
        steered: those of them whose candidates were steered to it.
        counts: how many candidates there are: see ``counts_text``.
    """
    there = counts_of(counts)
    natural = {tier: n for tier, n in board.need.items() if tier not in board.steer}
    yield Source(NATURAL, there[NATURAL], natural, {tier: found[tier] for tier in natural})
    for tier in board.steer:
        wanted = board.need[tier] - (found[tier] - steered[tier])
        yield Source(tier, there.get(tier, 0), {tier: wanted}, {tier: steered[tier]})


def next_counts(
    board: BoardConfig, found: Mapping[str, int], steered: Mapping[str, int], counts: str
) -> str | None:
    """How many candidates there are to be after the next round, or None where all tiers are full.

    Arguments are those of ``sources``, and errors those of ``next_candidates``.
    """
    more = {
        source.aim: after
        for source in sources(board, found, steered, counts)
        if (after := next_candidates(board, source)) is not None
    }
    return counts_text(counts_of(counts) | more) if more else None


def next_candidates(board: BoardConfig, source: Source) -> int | None:
    """The number of candidates to have after the next round, or None where all tiers are full.

    Each tier that is short asks for what it lacks at its yield so far, less a standard deviation;
    a yield that is a mere hint may quadruple what there is and no more.  A round adds an eighth
    at least, so there are few rounds even where new boards run out.

    Args:
        board: the boards, and the bounds on candidates.
        source: the candidates, and what came of them.

    Raises:
        MoatError: a tier is short and the ceiling is reached, or will not do for it at any yield
            that what was found lets one hope for.
    """
    ceiling = board.generation.ceiling
    candidates, need, found = source.candidates, source.need, source.found
    short = source.short
    if not short:
        return None
    hopeless = any(_at_best(need[tier], found[tier], candidates) > ceiling for tier in short)
    if hopeless or candidates >= ceiling:
        raise MoatError(shortage(board, source))
    wanted = max(_wanted(need[tier] - found[tier], found[tier], candidates) for tier in short)
    extra = max(wanted, candidates // 8, 1)
    return min(whole_batches(board.generation, source.aim, candidates + extra), ceiling)


def _wanted(lack: int, found: int, candidates: int) -> int:
    """Candidates that should yield ``lack`` more boards."""
    if not candidates:
        return lack + lack // 32  # the first of an aim: nearly all are boards of its tier
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


def shortage(board: BoardConfig, source: Source) -> str:
    """Which tier is too rare, and the ceiling that would do, in one line.

    Of several it names the one that needs the highest ceiling.
    """
    tier = min(source.short, key=lambda name: source.found[name] / source.need[name])
    need, found, candidates = source.need[tier], source.found[tier], source.candidates
    what = f"{board.spec.kind.words}, {tier}"
    tried = f"{candidates} {'steered ' * bool(source.aim)}candidates"
    if found:
        # New boards repeat old ones ever more often, so as many candidates again are added.
        ceiling = candidates + 2 * _at_yield(need - found, found, candidates)
        seen = f"found {found} of {need} boards in {tried} (1 in {candidates // found})"
        mend = "lower its lengths"
    else:
        ceiling = max(10, need) * candidates
        seen = f"none of {need} boards found in {tried}"
        mend = "set its lengths to 0"
    if candidates < board.generation.ceiling:
        seen += f", and the ceiling is {board.generation.ceiling}"
    if ceiling <= MOST_CANDIDATES:
        mend += f", or set generation.ceiling to {ceiling}"
    return f"{what}: {seen}; {mend}"
