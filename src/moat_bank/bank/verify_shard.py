"""Shards: the bytes, the shape, and every entry proved again.

The proof needs no more of an entry than its seed (or its source, where it was imported) and its
board.  From these it writes the entry anew; where the file holds exactly those bytes, shape,
solution, rating, id and tier are all right at once, and quickly.  Where it does not, the entry is
looked at key by key, to name the fault.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from moat_bank.bank import prove_form
from moat_bank.bank.prove import Proofs, prove
from moat_bank.bank.prove_rating import SIGNALS, signals
from moat_bank.bank.prove_twins import Laid, lay
from moat_bank.bank.verify_entry import entry_faults
from moat_bank.bank.verify_manifest import Bounds, Fault, Shard, read_file
from moat_bank.errors import MoatError
from moat_bank.families.base import TIERS


@dataclass(frozen=True)
class Task:
    """Shards of one size and count of stars that are proved in one go.

    Attributes:
        folder: the folder of the manifest.
        family: name of the family, for rebuilding.
        versions: generator and rater that every entry must name.
        bounds: what the config asks of these boards; None where it does not know them.
        shards: the shards.
        rebuild: for each shard the indices of the entries to build again from their seeds.
    """

    folder: Path
    family: str
    versions: tuple[str, str]
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
    """What came of a task.

    Attributes:
        faults: what is wrong.
        seen: every entry whose board could be read.
        entries: how many entries were looked at.
        laid: the sound boards laid by their solutions, or None where twins need not be sought.
        sound: the place in ``seen`` of each board of ``laid``.
    """

    faults: list[Fault]
    seen: list[Seen]
    entries: int
    laid: Laid | None
    sound: list[int]


@dataclass(frozen=True, eq=False)
class _Loaded:
    """A shard whose bytes are those of the manifest, and its boards as far as they can be read."""

    shard: Shard
    data: bytes
    entries: list[Any]
    regions: NDArray[np.uint8] | None


def check(task: Task) -> Outcome:
    """Check the shards of a task; it never raises for what the files hold."""
    faults: list[Fault] = []
    loaded: list[_Loaded] = []
    for shard in task.shards:
        one = _load(task.folder, shard)
        if isinstance(one, str):
            faults.append(Fault(shard.file, None, one))
        else:
            loaded.append(one)
    readable = [one for one in loaded if one.regions is not None]
    seen: list[Seen] = []
    good: set[str] = set()
    laid, places = None, np.zeros(0, np.int64)
    if readable:
        regions = np.concatenate([one.regions for one in readable if one.regions is not None])
        proofs = prove(regions, task.shards[0].stars)
        ids = [f"{i:016x}" for i in prove_form.ids(proofs.canonical, regions.shape[1]).tolist()]
        sound = _sound(regions, proofs, task.bounds)
        if task.bounds is not None and task.bounds.distance:
            places = np.flatnonzero(sound)
            laid = lay(regions[places], proofs.columns[places])
        start = 0
        for one in readable:
            part = slice(start, start + len(one.entries))
            start = part.stop
            seen += _seen(one, ids[part], proofs.canonical[part])
            written = _write(one, task, proofs, ids, part)
            if sound[part].all() and written == one.data:
                good.add(one.shard.file)
    for one, again in zip(loaded, _rebuilds(task, loaded), strict=True):
        if one.shard.file not in good:
            faults += _faults(one, task)
        for index in again:
            faults += _rebuild_faults(task.family, one, index)
    entries = sum(len(one.entries) for one in loaded)
    return Outcome(faults, seen, entries, laid, places.tolist())


def _load(folder: Path, shard: Shard) -> _Loaded | str:
    """A shard's entries, or in one line why there are none to look at."""
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
    entries: list[Any] = value[shard.tier]
    if len(entries) != shard.count:
        return f"has {len(entries)} entries, the manifest says {shard.count}"
    return _Loaded(shard, data, entries, _regions(entries, shard))


def _regions(entries: list[Any], shard: Shard) -> NDArray[np.uint8] | None:
    """The boards as an array, if they can be made one; writing them again tells if they are it."""
    try:
        with np.errstate(invalid="ignore"):
            regions = np.array([entry["regionMap"] for entry in entries], np.uint8)
    except (TypeError, KeyError, ValueError, OverflowError):
        return None
    return regions if regions.shape == (len(entries), shard.size, shard.size) else None


def _sound(regions: NDArray[np.uint8], proofs: Proofs, bounds: Bounds | None) -> NDArray[np.bool_]:
    """Which boards may stand in a bank, whatever tier they are of."""
    sound: NDArray[np.bool_] = proofs.connected & (proofs.solutions == 1)
    sound &= ~proofs.symmetric
    sound &= prove_form.legal(regions, proofs.columns)
    if bounds is not None:
        sound &= bounds.hold(regions)
    return sound


def _write(one: _Loaded, task: Task, proofs: Proofs, ids: list[str], part: slice) -> bytes | None:
    """The shard as it must be, from seeds or sources and boards; None if no such one can be."""
    rating, bounds, regions = proofs.rating, task.bounds, one.regions
    if rating is None or bounds is None or regions is None:
        return None
    if (rating.tier[part] != TIERS.index(one.shard.tier)).any():
        return None
    written = []
    rows = zip(
        one.entries,
        regions.tolist(),
        proofs.columns[part, :, 0].tolist(),
        signals(rating)[part].tolist(),
        ids[part],
        strict=True,
    )
    for entry, board, solution, values, number in rows:
        origin = bounds.origin(entry)
        if origin is None or origin.get("aim", one.shard.tier) != one.shard.tier:
            return None
        written.append(
            {
                **origin,
                "regionMap": board,
                "solution": solution,
                **dict(zip(SIGNALS, values, strict=True)),
                "id": number,
                "generator": task.versions[0],
                "rater": task.versions[1],
            }
        )
    return orjson.dumps({one.shard.tier: written}) + b"\n"


def _seen(one: _Loaded, ids: list[str], forms: NDArray[np.uint8]) -> list[Seen]:
    return [
        Seen(one.shard.file, index, number, blake2b(form, digest_size=16).digest())
        for index, (number, form) in enumerate(zip(ids, forms, strict=True))
    ]


def _faults(one: _Loaded, task: Task) -> list[Fault]:
    """The faults of a shard that is not as it must be."""
    file = one.shard.file
    if orjson.dumps({one.shard.tier: one.entries}) + b"\n" != one.data:
        text = "is not as the build writes it (a key twice, or other spaces, escapes or numbers)"
        return [Fault(file, None, text)]
    return [
        Fault(file, index, reason)
        for index, entry in enumerate(one.entries)
        for reason in entry_faults(entry, one.shard, task.versions, task.bounds)
    ]


def _rebuilds(task: Task, loaded: list[_Loaded]) -> list[Sequence[int]]:
    """Of each shard loaded the entries to build again."""
    again = {shard.file: rebuild for shard, rebuild in zip(task.shards, task.rebuild, strict=True)}
    return [again[one.shard.file] for one in loaded]


def _rebuild_faults(family: str, one: _Loaded, index: int) -> list[Fault]:
    from moat_bank.families.base import get_family

    entry = one.entries[index]
    try:
        if not isinstance(entry, dict):
            raise MoatError("it is no object")
        rebuilt = get_family(family).rebuild(entry)
    except MoatError as error:
        return [Fault(one.shard.file, index, f"cannot be built again: {error}")]
    if orjson.dumps(rebuilt) == orjson.dumps(entry):
        return []
    wrong = [key for key in entry if rebuilt.get(key) != entry[key]]
    named = ", ".join(wrong) or "the order of keys"
    return [Fault(one.shard.file, index, f"built again from its seed it differs in {named}")]
