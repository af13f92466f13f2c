"""A folder of banks out of imported puzzles: like a built one, its entries without seeds."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import orjson

from moat_bank.build.config import kind_keys
from moat_bank.build.importing import BankKey, Imports, Refused, Taken
from moat_bank.build.manifest import (
    ENCODING,
    FORMAT,
    MANIFEST,
    bank_keys,
    manifest_bytes,
    pool_key,
)
from moat_bank.build.publish import publish
from moat_bank.build.shard import shard_bytes, shard_record
from moat_bank.check.verify import verify
from moat_bank.errors import MoatError
from moat_bank.families import registry
from moat_bank.families.base import IMPORTED
from moat_bank.files import read_json, write_atomic
from moat_bank.kind import POOLS, TIERS, Kind, bank_stem

POOL = "levels"


def cut_to_odd(imports: Imports) -> tuple[dict[BankKey, list[Taken]], list[Refused]]:
    """The banks cut to odd lengths, in the order of the manifest, and what was left out for it.

    With an even length, entry and transform would come again early.
    """
    banks: dict[BankKey, list[Taken]] = {}
    left_out = []
    for key in sorted(imports.banks, key=_order):
        taken = imports.banks[key]
        kept = taken[: len(taken) - 1 + len(taken) % 2]
        if kept != taken:
            reason = "is left out, since the length of a bank is odd"
            left_out.append(Refused(taken[-1].file, taken[-1].place, reason))
        if kept:
            banks[key] = kept
    return banks, left_out


def _order(key: BankKey) -> tuple[str, tuple[int, ...], int]:
    """By family, then by the kind's parameters, the easiest tier first."""
    kind, tier = key
    return kind.family, tuple(kind.values.values()), TIERS.index(tier)


def level_plan(
    banks: Mapping[BankKey, Sequence[Any]], tiers: Sequence[str] | None = None
) -> dict[str, Any]:
    """A level plan over banks: smaller boards first, each kind until its scarcest tier is used up.

    Args:
        banks: the puzzles of each bank, in the order of the manifest.
        tiers: the pattern of tiers; None for each tier once, of the set of tiers with which the
            plan uses most puzzles.

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
    for kind in kinds:
        steps.append({"from": first, **kind_keys(kind)})
        turns = min(len(banks[kind, tier]) // tiers.count(tier) for tier in tiers)
        first += max(turns, 1) * len(tiers)
    return {"boards": steps, "tiers": list(tiers)}


def _kinds(banks: Mapping[BankKey, Any], tiers: Sequence[str]) -> list[Kind]:
    """The kinds that have all these tiers."""
    kinds = dict.fromkeys(kind for kind, _ in sorted(banks, key=_order))
    return [kind for kind in kinds if all((kind, tier) in banks for tier in tiers)]


def _used(banks: Mapping[BankKey, Sequence[Any]], tiers: Sequence[str]) -> int:
    return sum(len(banks[kind, tier]) for kind in _kinds(banks, tiers) for tier in tiers)


def write_imported(
    folder: Path,
    banks: Mapping[BankKey, Sequence[Taken]],
    plan: Mapping[str, Any],
    edition: str,
    shard: int,
) -> dict[str, Any]:
    """Write shards and then the manifest into an empty folder, and return the manifest."""
    listed = []
    for (kind, tier), taken in banks.items():
        shards = []
        rising = sorted(taken, key=lambda one: orjson.loads(one.entry)["score"])
        for number, start in enumerate(range(0, len(taken), shard)):
            part = [orjson.loads(one.entry) for one in rising[start : start + shard]]
            data = shard_bytes(tier, part)
            shards.append(shard_record(bank_stem(POOL, kind, tier), number, len(part), data))
            write_atomic(folder / shards[-1]["file"], data, sync=False)
        listed.append({**bank_keys(POOL, kind, tier, len(taken)), "shards": shards})
    kinds = dict.fromkeys(kind for kind, _ in banks)
    manifest = {
        "format": FORMAT,
        "encoding": ENCODING,
        "edition": edition,
        "versions": {
            family: {"generator": IMPORTED, "rater": registry.engine(family).rater}
            for family in dict.fromkeys(kind.family for kind in kinds)
        },
        "shard": shard,
        "banks": listed,
        "levels": plan,
        "daily": {"key": pool_key(0, "daily")},
        "events": {"key": pool_key(0, "events")},
        "config": {
            "edition": edition,
            "shard": shard,
            "boards": [{**kind_keys(kind), **_lengths(banks, kind)} for kind in kinds],
            "levels": plan,
        },
    }
    write_atomic(folder / MANIFEST, manifest_bytes(manifest))
    return manifest


def _lengths(banks: Mapping[BankKey, Sequence[Any]], kind: Kind) -> dict[str, Any]:
    """The length of every pool and tier, as in a config."""
    return {
        pool: {tier: len(banks.get((kind, tier), ())) if pool == POOL else 0 for tier in TIERS}
        for pool in POOLS
    }


def publish_imported(
    out: Path,
    banks: Mapping[BankKey, Sequence[Taken]],
    plan: Mapping[str, Any],
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
        write_imported(staged, banks, plan, edition, shard)
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
    if path.exists() and not _is_imported(read_json(path)):
        raise MoatError(f"{path}: holds banks that were not imported; name another folder")


def _is_imported(manifest: Any) -> bool:
    """Whether a manifest, of this format or an older one, is of imported banks alone."""
    if not isinstance(manifest, dict):
        return False
    versions = manifest.get("versions", {"": manifest})
    return isinstance(versions, dict) and all(
        isinstance(each, dict) and each.get("generator") == IMPORTED for each in versions.values()
    )
