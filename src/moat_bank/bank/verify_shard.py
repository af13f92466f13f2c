"""Shards: the bytes, the shape, and every entry proved again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from moat_bank.bank import prove_form, verify_shape
from moat_bank.bank.prove import Proofs, prove
from moat_bank.bank.verify_manifest import Bounds, Fault, Shard, read_file
from moat_bank.bank.verify_shape import short
from moat_bank.board import solution_rows
from moat_bank.errors import MoatError
from moat_bank.families.base import NUMBERS_PER_MASTER, TIERS

_ID = re.compile("[0-9a-f]{16}")
SIGNALS = ("r", "steps", "r1", "r2", "r3", "r4", "r5", "narrowest", "k", "k2")


@dataclass(frozen=True)
class Task:
    """Shards of one size and count of stars that are proved in one go.

    Attributes:
        folder: the folder of the manifest.
        family: name of the family, for rebuilding.
        generator: version that every entry must name.
        rater: version that every entry must name.
        bounds: what the config asks of these boards; None where it does not know them.
        shards: the shards.
        rebuild: for each shard the indices of the entries to build again from their seeds.
    """

    folder: Path
    family: str
    generator: str
    rater: str
    bounds: Bounds | None
    shards: tuple[Shard, ...]
    rebuild: tuple[Sequence[int], ...]


@dataclass(frozen=True)
class Seen:
    """What the rest of the edition is compared with: where an entry is, its id and form."""

    file: str
    entry: int
    id: str
    form: bytes


@dataclass(frozen=True)
class Outcome:
    """What came of a task."""

    faults: list[Fault]
    seen: list[Seen]
    entries: int


@dataclass(frozen=True)
class _Item:
    file: str
    index: int
    tier: str
    entry: dict[str, Any]


def check(task: Task) -> Outcome:
    """Check the shards of a task; it never raises for what the files hold."""
    faults: list[Fault] = []
    items: list[_Item] = []
    for shard, again in zip(task.shards, task.rebuild, strict=True):
        entries = _read(task.folder, shard)
        if isinstance(entries, str):
            faults.append(Fault(shard.file, None, entries))
            continue
        for index, entry in enumerate(entries):
            wrong = list(_entry_faults(entry, shard, task))
            faults += [Fault(shard.file, index, reason) for reason in wrong]
            if not wrong:
                items.append(_Item(shard.file, index, shard.tier, entry))
                if index in again:
                    faults += _rebuild_faults(task.family, items[-1])
    seen: list[Seen] = []
    if items:
        regions = np.array([item.entry["regionMap"] for item in items], np.uint8)
        proofs = prove(regions, task.shards[0].stars)
        faults += _proof_faults(items, regions, proofs, task.bounds)
        seen = [
            Seen(item.file, item.index, item.entry["id"], blake2b(form, digest_size=16).digest())
            for item, form in zip(items, proofs.canonical, strict=True)
        ]
    place = {shard.file: i for i, shard in enumerate(task.shards)}
    faults.sort(key=lambda f: (place[f.file], -1 if f.entry is None else f.entry))
    return Outcome(faults, seen, len(items))


def _read(folder: Path, shard: Shard) -> list[Any] | str:
    """The entries of a shard, or in one line why there are none to look at."""
    data = read_file(folder / shard.file, shard.bytes)
    if isinstance(data, str):
        return data
    if len(data) != shard.bytes:
        return f"has {len(data)} bytes, the manifest says {shard.bytes}"
    if sha256(data).hexdigest() != shard.sha256:
        return "has another sha256 than the manifest says"
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        return f"is not JSON: {error}"
    if (
        type(value) is not dict
        or list(value) != [shard.tier]
        or type(value[shard.tier]) is not list
    ):
        return f"must be an object of one key, '{shard.tier}', to a list of entries"
    if orjson.dumps(value) + b"\n" != data:
        return "is not as the build writes it (a key twice, or other spaces, escapes or numbers)"
    entries: list[Any] = value[shard.tier]
    if len(entries) != shard.count:
        return f"has {len(entries)} entries, the manifest says {shard.count}"
    return entries


def _entry_faults(entry: Any, shard: Shard, task: Task) -> Iterator[str]:
    """What is wrong with an entry before its board is looked at."""
    shape = verify_shape.ENTRY
    if shard.stars > 1:
        shape = {**shape, "solution": [[int]]}
    wrong = list(verify_shape.faults(entry, shape))
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
    for key, wanted in (("generator", task.generator), ("rater", task.rater)):
        if entry[key] != wanted:
            yield f"{key}: is {short(entry[key])}, the manifest says {short(wanted)}"
    if task.bounds is None:
        return
    if entry["seed"] // NUMBERS_PER_MASTER != task.bounds.seed:
        yield f"seed: {entry['seed']} is not of the config's master seed {task.bounds.seed}"
    if entry["style"] != task.bounds.style:
        yield f"style: is {short(entry['style'])}, the config says {short(task.bounds.style)}"


def _proof_faults(
    items: list[_Item], regions: NDArray[np.uint8], proofs: Proofs, bounds: Bounds | None
) -> list[Fault]:
    stars = proofs.columns.shape[2]
    columns = np.array([solution_rows(item.entry["solution"]) for item in items], np.uint8)
    legal = prove_form.legal(regions, columns)
    same = (columns == proofs.columns).all(axis=(1, 2))
    shapely = np.ones(len(items), np.bool_) if bounds is None else _within(regions, bounds)
    good = proofs.well_formed & proofs.connected & (proofs.solutions == 1) & legal & same
    ids = [
        f"{number:016x}" for number in prove_form.ids(proofs.canonical, len(regions[0])).tolist()
    ]
    good &= ~proofs.symmetric & shapely
    good &= np.array([item.entry["id"] == proved for item, proved in zip(items, ids, strict=True)])
    if proofs.rating is not None:
        proved = _proved_signals(proofs)
        claimed = np.array([[item.entry[key] for key in SIGNALS] for item in items], np.int64)
        tiers = np.array([TIERS.index(item.tier) for item in items])
        good &= (claimed == proved).all(axis=1) & (tiers == proofs.rating.tier)
    else:
        good[:] = False
    faults = []
    for i in np.flatnonzero(~good).tolist():
        item = items[i]
        reasons: list[str]
        if not proofs.well_formed[i]:
            reasons = [f"regionMap: not every region from 0 to {len(regions[i]) - 1} is there"]
        else:
            reasons = [
                text
                for wrong, text in (
                    (not proofs.connected[i], "regionMap: a region is in more than one piece"),
                    (item.entry["id"] != ids[i], f"id: is {item.entry['id']}, proved {ids[i]}"),
                    (proofs.symmetric[i], "the board equals one of its own turns or mirrors"),
                    (not shapely[i], "regionMap: region sizes are outside the config's quality"),
                    (not legal[i], "solution: breaks the rules on this board"),
                    (proofs.solutions[i] == 0, "the board has no solution"),
                    (proofs.solutions[i] > 1, "the board has more than one solution"),
                )
                if wrong
            ]
            if proofs.solutions[i] == 1:
                reasons += _rating_faults(item, proofs, i)
        if not reasons:
            reasons = [f"cannot be proved: no rating of {stars} stars is known here"]
        faults += [Fault(item.file, item.index, reason) for reason in reasons]
    return faults


def _proved_signals(proofs: Proofs) -> NDArray[np.int64]:
    """The ratings in the order of ``SIGNALS`` (boards, 10)."""
    rating = proofs.rating
    assert rating is not None
    counts = (rating.narrowest, rating.widest_set, rating.sets_of_two)
    return np.column_stack([rating.hardest, rating.steps, rating.rounds, *counts])


def _rating_faults(item: _Item, proofs: Proofs, i: int) -> Iterator[str]:
    if proofs.rating is None:
        return
    if proofs.rating.tier[i] < 0:
        yield "the five techniques do not finish the board"
        return
    for key, value in zip(SIGNALS, _proved_signals(proofs)[i].tolist(), strict=True):
        if item.entry[key] != value:
            yield f"{key}: is {item.entry[key]}, proved {value}"
    tier = TIERS[proofs.rating.tier[i]]
    if tier != item.tier:
        yield f"stands under {item.tier}, proved {tier}"


def _within(regions: NDArray[np.uint8], bounds: Bounds) -> NDArray[np.bool_]:
    """Whether the sizes of regions are within the config's bounds."""
    size = regions.shape[1]
    cells = np.array([(regions == region).sum(axis=(1, 2)) for region in range(size)])
    good: NDArray[np.bool_] = cells.min(axis=0) >= bounds.smallest_region
    good &= (cells == 1).sum(axis=0) <= bounds.single_cell_regions
    good &= cells.max(axis=0) * 100 <= bounds.largest_share * size * size
    return good


def _rebuild_faults(family: str, item: _Item) -> Iterable[Fault]:
    from moat_bank.families.base import get_family

    try:
        rebuilt = get_family(family).rebuild(item.entry)
    except MoatError as error:
        return [Fault(item.file, item.index, f"cannot be built again: {error}")]
    if orjson.dumps(rebuilt) == orjson.dumps(item.entry):
        return []
    wrong = [key for key in item.entry if rebuilt.get(key) != item.entry[key]]
    named = ", ".join(wrong) or "the order of keys"
    return [Fault(item.file, item.index, f"built again from its seed it differs in {named}")]
