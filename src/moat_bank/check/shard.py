"""Shards: the bytes, the shape, and every entry proved again.

The proof needs no more of an entry than its puzzle.  From its facts and from where the entry says
that it is from, the entry is written anew; where the file holds exactly those bytes, shape,
solution, rating, id and tier are all right at once, and quickly.  Where it does not, the entry is
looked at key by key, to name the fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

import orjson

from moat_bank.check.config import Asked
from moat_bank.check.entry import Place, Proved, as_it_must_be, entry_faults
from moat_bank.check.files import Fault, read_file, written
from moat_bank.check.manifest import Shard
from moat_bank.errors import MoatError
from moat_bank.families import registry
from moat_bank.families.fields import keys
from moat_bank.kind import Kind


@dataclass(frozen=True)
class Part:
    """The entries ``start`` to ``stop`` of a shard, and which of them to build again."""

    shard: Shard
    start: int
    stop: int
    rebuild: Sequence[int]


@dataclass(frozen=True)
class Task:
    """Entries of one kind that are proved in one go.

    Attributes:
        folder: the folder of the manifest.
        kind: the kind.
        old: whether they are of a format before today's.
        versions: generator and rater that every entry must name.
        asked: what the config asks of these puzzles; None where it does not know them.
        parts: the entries.
    """

    folder: Path
    kind: Kind
    old: bool
    versions: tuple[str, str]
    asked: Asked | None
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Seen:
    """What the rest of the edition is compared with.

    Attributes:
        file, entry: where the entry is.
        form: a digest of its canonical form; empty where there is none.
        id: its id, as proved; None where it is not sound.
        score: its score, as proved; None where it does not belong into its bank at all.
        seed: the seed that it names; None where it can have none.
        aimed: whether it says that it was steered.
    """

    file: str
    entry: int
    form: bytes
    id: str | None
    score: int | None
    seed: int | None
    aimed: bool


@dataclass(frozen=True)
class Outcome:
    """What came of a task.

    Attributes:
        faults: what is wrong.
        seen: every entry.
        laid: the sound puzzles made ready for near twins, or None where these need not be sought.
        sound: the place in ``seen`` of each puzzle of ``laid``.
    """

    faults: list[Fault]
    seen: list[Seen]
    laid: Any
    sound: list[int]


@dataclass(frozen=True, eq=False)
class _Loaded:
    """Entries of a shard whose bytes are those of the manifest.

    Attributes:
        part: which entries.
        as_built: the whole shard is JSON as the build writes it.
        entries: these entries, in today's form.
    """

    part: Part
    as_built: bool
    entries: list[Any]


def check(task: Task) -> Outcome:
    """Check the entries of a task; it never raises for what the files hold."""
    faults: list[Fault] = []
    loaded: list[_Loaded] = []
    for part in task.parts:
        one = _load(task, part)
        if isinstance(one, _Loaded):
            loaded.append(one)
        elif part.start == 0:
            faults.append(Fault(part.shard.file, None, one))
    proved, laid = _prove(task, [entry for one in loaded for entry in one.entries])
    seen: list[Seen] = []
    start = 0
    for one in loaded:
        here = proved[start : start + len(one.entries)]
        start += len(one.entries)
        place = Place(task.kind.family, one.part.shard.tier, task.versions, task.asked)
        right = [as_it_must_be(*pair, place) for pair in zip(one.entries, here, strict=True)]
        faults += _faults(one, place, here, right)
        seen += _seen(one, here, right)
        for index in one.part.rebuild:
            faults += _rebuild_faults(task.kind.family, one, index)
    sound = [number for number, one in enumerate(proved) if not one.faults]
    near = task.asked is not None and task.asked.distance > 0
    return Outcome(faults, seen, laid if near else None, sound if near else [])


def _load(task: Task, part: Part) -> _Loaded | str:
    """The entries, or in one line why there are none to look at."""
    shard = part.shard
    data = read_file(task.folder / shard.file, shard.bytes)
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
    as_built = written(value, orjson.OPT_APPEND_NEWLINE) == data
    entries: list[Any] = value[shard.tier][part.start : part.stop]
    if task.old:
        upgraded = registry.play(task.kind.family).upgraded
        entries = [upgraded(entry) if type(entry) is dict else entry for entry in entries]
    return _Loaded(part, as_built, entries)


def _prove(task: Task, entries: list[Any]) -> tuple[list[Proved], Any]:
    """What the family's proof says of each entry's puzzle, and the sound ones laid."""
    family = task.kind.family
    puzzle = keys(family, "puzzle")
    given = [
        {key: entry[key] for key in puzzle if key in entry} if type(entry) is dict else {}
        for entry in entries
    ]
    bounds = task.asked.bounds if task.asked else {}
    proofs = registry.proof(family).prove(task.kind.values, given, bounds)
    rows = zip(proofs.faults, proofs.facts, proofs.tiers, proofs.forms, strict=True)
    return [Proved(*row) for row in rows], proofs.laid


def _faults(
    one: _Loaded, place: Place, proved: list[Proved], right: list[dict[str, Any] | None]
) -> Iterator[Fault]:
    """The faults of the entries of a part, given how each must be."""
    shard, start = one.part.shard, one.part.start
    if not one.as_built:
        if start == 0:
            text = "is not as the build writes it (a key twice, or other spaces, escapes, numbers)"
            yield Fault(shard.file, None, text)
    elif written(right) != written(one.entries):
        rows = zip(one.entries, proved, right, strict=True)
        for index, (entry, facts, wanted) in enumerate(rows, start):
            if wanted is None or written(wanted) != written(entry):
                for reason in entry_faults(entry, place, facts):
                    yield Fault(shard.file, index, reason)


def _seen(one: _Loaded, proved: list[Proved], right: list[dict[str, Any] | None]) -> Iterator[Seen]:
    for index, (facts, wanted) in enumerate(zip(proved, right, strict=True), one.part.start):
        yield Seen(
            file=one.part.shard.file,
            entry=index,
            form=blake2b(facts.form, digest_size=16).digest() if facts.form else b"",
            id=facts.facts.get("id"),
            score=wanted["score"] if wanted else None,
            seed=wanted.get("seed") if wanted else None,
            aimed="aim" in wanted if wanted else False,
        )


def _rebuild_faults(family: str, one: _Loaded, index: int) -> list[Fault]:
    entry = one.entries[index - one.part.start]
    try:
        if not isinstance(entry, dict):
            raise MoatError("it is no object")
        rebuilt = registry.engine(family).rebuild(entry)
    except MoatError as error:
        return [Fault(one.part.shard.file, index, f"cannot be built again: {error}")]
    if written(rebuilt) == written(entry):
        return []
    wrong = [key for key in entry if rebuilt.get(key) != entry[key]]
    named = ", ".join(wrong) or "the order of keys"
    return [Fault(one.part.shard.file, index, f"built again from its seed it differs in {named}")]
