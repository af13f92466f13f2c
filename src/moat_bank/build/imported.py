"""A folder of banks out of a pile of boards: like a built one, its entries without seeds."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import orjson

from moat_bank.build.config import POOLS
from moat_bank.build.manifest import FORMAT, MANIFEST, manifest_bytes, pool_key
from moat_bank.build.pile import BankKey, Pile, Refused, Taken
from moat_bank.build.publish import publish
from moat_bank.build.shard import shard_bytes, shard_record
from moat_bank.check.verify import verify
from moat_bank.errors import MoatError
from moat_bank.families.base import IMPORTED
from moat_bank.families.legacy import Family
from moat_bank.files import read_json, write_atomic
from moat_bank.kind import TIERS

POOL = "levels"


def odd(pile: Pile) -> tuple[dict[BankKey, list[Taken]], list[Refused]]:
    """The banks cut to odd lengths, in the order of the manifest, and what was left out for it.

    With an even length, entry and transform would come again early.
    """
    banks: dict[BankKey, list[Taken]] = {}
    left_out = []
    for key in sorted(pile.banks, key=lambda bank: (*bank[:2], TIERS.index(bank[2]))):
        taken = pile.banks[key]
        kept = taken[: len(taken) - 1 + len(taken) % 2]
        if kept != taken:
            reason = "is left out, since the length of a bank is odd"
            left_out.append(Refused(taken[-1].file, taken[-1].place, reason))
        if kept:
            banks[key] = kept
    return banks, left_out


def level_plan(
    banks: Mapping[BankKey, Sequence[Any]], tiers: Sequence[str] | None = None
) -> dict[str, Any]:
    """A level plan over banks: smaller boards first, each kind until its scarcest tier is used up.

    Args:
        banks: the boards of each bank.
        tiers: the pattern of tiers; None for each tier once, of the set of tiers with which the
            plan uses most boards.

    Raises:
        MoatError: there is no kind of board that has all tiers of the pattern.
    """
    if tiers is None:
        sets = [each for n in range(len(TIERS), 0, -1) for each in combinations(TIERS, n)]
        tiers = max(sets, key=lambda each: _used(banks, each))
    kinds = _kinds(banks, tiers)
    if not kinds:
        raise MoatError(f"no kind of board has all the tiers {', '.join(dict.fromkeys(tiers))}")
    steps, first = [], 1
    for size, stars in kinds:
        steps.append({"from": first, "size": size, "stars": stars})
        turns = min(len(banks[size, stars, tier]) // tiers.count(tier) for tier in tiers)
        first += max(turns, 1) * len(tiers)
    return {"boards": steps, "tiers": list(tiers)}


def _kinds(banks: Mapping[BankKey, Any], tiers: Sequence[str]) -> list[tuple[int, int]]:
    kinds = sorted({key[:2] for key in banks})
    return [kind for kind in kinds if all((*kind, tier) in banks for tier in tiers)]


def _used(banks: Mapping[BankKey, Sequence[Any]], tiers: Sequence[str]) -> int:
    return sum(len(banks[*kind, tier]) for kind in _kinds(banks, tiers) for tier in tiers)


def write_imported(
    folder: Path,
    banks: Mapping[BankKey, Sequence[Taken]],
    plan: Mapping[str, Any],
    family: Family,
    edition: str,
    shard: int,
) -> dict[str, Any]:
    """Write shards and then the manifest into an empty folder, and return the manifest."""
    listed = []
    for (size, stars, tier), taken in banks.items():
        shards = []
        rising = sorted(taken, key=lambda one: orjson.loads(one.entry)["score"])
        for number, start in enumerate(range(0, len(taken), shard)):
            part = [orjson.loads(one.entry) for one in rising[start : start + shard]]
            data = shard_bytes(tier, part)
            stem = f"{POOL}/{size}x{size}-{stars}-{tier}"
            shards.append(shard_record(stem, number, len(part), data))
            write_atomic(folder / shards[-1]["file"], data, sync=False)
        bank = {"pool": POOL, "size": size, "stars": stars, "tier": tier, "length": len(taken)}
        listed.append(bank | {"shards": shards})
    manifest = {
        "format": FORMAT,
        "edition": edition,
        "family": family.name,
        "generator": IMPORTED,
        "rater": family.rater,
        "shard": shard,
        "banks": listed,
        "levels": plan,
        "daily": {"key": pool_key(0, "daily")},
        "events": {"key": pool_key(0, "events")},
        "config": {
            "edition": edition,
            "family": family.name,
            "shard": shard,
            "boards": [
                {"size": size, "stars": stars, **_lengths(banks, size, stars)}
                for size, stars in dict.fromkeys(key[:2] for key in banks)
            ],
            "levels": plan,
        },
    }
    write_atomic(folder / MANIFEST, manifest_bytes(manifest))
    return manifest


def _lengths(banks: Mapping[BankKey, Sequence[Any]], size: int, stars: int) -> dict[str, Any]:
    """The length of every pool and tier, as in a config."""
    return {
        pool: {
            tier: len(banks.get((size, stars, tier), ())) if pool == POOL else 0 for tier in TIERS
        }
        for pool in POOLS
    }


def publish_imported(
    out: Path,
    banks: Mapping[BankKey, Sequence[Taken]],
    plan: Mapping[str, Any],
    family: Family,
    edition: str,
    shard: int,
    jobs: int,
) -> None:
    """Write banks beside a folder, prove every entry again, and only then put them into it.

    Raises:
        MoatError: the folder holds banks that were built, or the proof finds a fault.
    """
    _refuse_built(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    staged = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    try:
        write_imported(staged, banks, plan, family, edition, shard)
        report = verify(staged, jobs)
        if report.faults:
            fault = report.faults[0]
            raise MoatError(
                f"the proof of the banks finds {len(report.faults)} faults, the first in"
                f" {fault.file} entry {fault.entry}: {fault.reason}; nothing is written"
            )
        publish(staged, out)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _refuse_built(out: Path) -> None:
    path = out / MANIFEST
    if path.exists():
        manifest = read_json(path)
        found = manifest.get("generator") if isinstance(manifest, dict) else None
        if found != IMPORTED:
            raise MoatError(f"{path}: holds banks that were not imported; name another folder")
