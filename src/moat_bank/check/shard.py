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

from moat_bank.check.entry import entry_faults
from moat_bank.check.manifest import Bounds, Fault, Shard, read_file, written
from moat_bank.errors import MoatError
from moat_bank.families.stars.proof import form as prove_form
from moat_bank.families.stars.proof.prove import Proofs, prove
from moat_bank.families.stars.proof.rating import signals
from moat_bank.families.stars.proof.twins import Laid, lay
from moat_bank.kind import TIERS


@dataclass(frozen=True)
class Part:
    """The entries ``start`` to ``stop`` of a shard, and which of them to build again."""

    shard: Shard
    start: int
    stop: int
    rebuild: Sequence[int]


@dataclass(frozen=True)
class Task:
    """Entries of one size and count of stars that are proved in one go.

    Attributes:
        folder: the folder of the manifest.
        family: name of the family, for rebuilding.
        versions: generator and rater that every entry must name.
        bounds: what the config asks of these boards; None where it does not know them.
        parts: the entries.
    """

    folder: Path
    family: str
    versions: tuple[str, str]
    bounds: Bounds | None
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Seen:
    """What the rest of the edition is compared with.

    Attributes:
        file, entry: where the entry is.
        id: its id, as proved.
        form: a digest of its canonical form.
        score: its score, as proved; None where it does not belong into its bank at all.
        seed: the seed that it names; None where it can have none.
        aimed: whether it says that it was steered.
    """

    file: str
    entry: int
    id: str
    form: bytes
    score: int | None
    seed: int | None
    aimed: bool


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
    """Entries of a shard whose bytes are those of the manifest.

    Attributes:
        part: which entries.
        as_built: the whole shard is JSON as the build writes it.
        entries: these entries, as JSON has them.
        regions: their boards, None where they cannot be read.
    """

    part: Part
    as_built: bool
    entries: list[Any]
    regions: NDArray[np.uint8] | None


def check(task: Task) -> Outcome:
    """Check the entries of a task; it never raises for what the files hold."""
    faults: list[Fault] = []
    loaded: list[_Loaded] = []
    for part in task.parts:
        one = _load(task.folder, part)
        if isinstance(one, _Loaded):
            loaded.append(one)
        elif part.start == 0:
            faults.append(Fault(part.shard.file, None, one))
    readable = [one for one in loaded if one.regions is not None]
    seen: list[Seen] = []
    good: set[Part] = set()
    laid, places = None, np.zeros(0, np.int64)
    if readable:
        regions = np.concatenate([one.regions for one in readable if one.regions is not None])
        proofs = prove(regions, task.parts[0].shard.stars)
        ids = [f"{i:016x}" for i in prove_form.ids(proofs.canonical, regions.shape[1]).tolist()]
        sound = _sound(regions, proofs, task.bounds)
        if task.bounds is not None and task.bounds.distance:
            places = np.flatnonzero(sound)
            laid = lay(regions[places], proofs.columns[places])
        start = 0
        for one in readable:
            here = slice(start, start + len(one.entries))
            start = here.stop
            seen += _seen(one, task, ids, proofs, sound, here)
            if one.as_built and sound[here].all() and _as_proved(one, task, proofs, ids, here):
                good.add(one.part)
    for one in loaded:
        if one.part not in good:
            faults += _faults(one, task)
        for index in one.part.rebuild:
            faults += _rebuild_faults(task.family, one, index)
    entries = sum(len(one.entries) for one in loaded)
    return Outcome(faults, seen, entries, laid, places.tolist())


def _load(folder: Path, part: Part) -> _Loaded | str:
    """The entries, or in one line why there are none to look at."""
    shard = part.shard
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
    if len(value[shard.tier]) != shard.count:
        return f"has {len(value[shard.tier])} entries, the manifest says {shard.count}"
    entries: list[Any] = value[shard.tier][part.start : part.stop]
    as_built = written(value, orjson.OPT_APPEND_NEWLINE) == data
    return _Loaded(part, as_built, entries, _regions(entries, shard))


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


def _as_proved(one: _Loaded, task: Task, proofs: Proofs, ids: list[str], here: slice) -> bool:
    """Whether the entries are as they must be, written anew from seeds or sources and boards."""
    rating, bounds, regions = proofs.rating, task.bounds, one.regions
    if bounds is None or regions is None:
        return False
    if (rating.tier[here] != TIERS.index(one.part.shard.tier)).any():
        return False
    numbers = {key: values[here].tolist() for key, values in signals(rating).items()}
    columns = proofs.columns[here]
    rows = zip(
        one.entries,
        regions.tolist(),
        (columns[..., 0] if columns.shape[2] == 1 else columns).tolist(),
        zip(*numbers.values(), strict=True),
        ids[here],
        strict=True,
    )
    proved = []
    for entry, board, solution, values, number in rows:
        origin = bounds.origin(entry)
        if origin is None or not _fits(origin.get("aim"), one.part.shard.tier, bounds):
            return False
        proved.append(
            {
                **origin,
                "regionMap": board,
                "solution": solution,
                **dict(zip(numbers, values, strict=True)),
                "id": number,
                "generator": task.versions[0],
                "rater": task.versions[1],
            }
        )
    return orjson.dumps(proved) == orjson.dumps(one.entries)


def _fits(aim: Any, tier: str, bounds: Bounds) -> bool:
    """Whether an entry under that tier may have this aim, or none."""
    return aim is None or (aim == tier and tier in bounds.steer)


def _seen(
    one: _Loaded, task: Task, ids: list[str], proofs: Proofs, sound: NDArray[np.bool_], here: slice
) -> list[Seen]:
    shard, bounds = one.part.shard, task.bounds
    forms = [blake2b(form, digest_size=16).digest() for form in proofs.canonical[here]]
    belongs = sound[here] & (proofs.rating.tier[here] == TIERS.index(shard.tier))
    values = proofs.rating.score[here].tolist()
    scores = [score if fits else None for score, fits in zip(values, belongs, strict=True)]
    origins = [bounds.origin(entry) if bounds is not None else None for entry in one.entries]
    seeds = [origin.get("seed") if origin else None for origin in origins]
    aimed = ["aim" in origin if origin else False for origin in origins]
    places = range(one.part.start, one.part.stop)
    rows = zip(places, ids[here], forms, scores, seeds, aimed, strict=True)
    return [Seen(shard.file, *row) for row in rows]


def _faults(one: _Loaded, task: Task) -> list[Fault]:
    """The faults of entries that are not as they must be."""
    shard = one.part.shard
    if not one.as_built:
        text = "is not as the build writes it (a key twice, or other spaces, escapes or numbers)"
        return [Fault(shard.file, None, text)] if one.part.start == 0 else []
    return [
        Fault(shard.file, index, reason)
        for index, entry in enumerate(one.entries, one.part.start)
        for reason in entry_faults(entry, shard, task.versions, task.bounds)
    ]


def _rebuild_faults(family: str, one: _Loaded, index: int) -> list[Fault]:
    from moat_bank.families.legacy import get_family

    entry = one.entries[index - one.part.start]
    try:
        if not isinstance(entry, dict):
            raise MoatError("it is no object")
        rebuilt = get_family(family).rebuild(entry)
    except MoatError as error:
        return [Fault(one.part.shard.file, index, f"cannot be built again: {error}")]
    if written(rebuilt) == written(entry):
        return []
    wrong = [key for key in entry if rebuilt.get(key) != entry[key]]
    named = ", ".join(wrong) or "the order of keys"
    return [Fault(one.part.shard.file, index, f"built again from its seed it differs in {named}")]
