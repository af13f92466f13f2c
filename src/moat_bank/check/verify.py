"""Verify a folder of banks as if a stranger had sent it: everything is found anew, or refused.

Needs orjson and numpy alone; only building entries again from their seeds needs the generator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from moat_bank.check import chain as verify_chain
from moat_bank.check import manifest as verify_manifest
from moat_bank.check.manifest import MANIFEST, Fault, Shard
from moat_bank.check.order import order_faults
from moat_bank.check.shape import short
from moat_bank.check.shard import Outcome, Part, Seen, Task, check
from moat_bank.errors import MoatError
from moat_bank.families.base import IMPORTED
from moat_bank.families.stars.proof.rating import RATER
from moat_bank.families.stars.proof.twins import Laid, joined, near_twins

__all__ = ["Fault", "Report", "verify"]

FAMILY = "stars"
TOGETHER, MANY_TOGETHER = 4096, 64
"""Entries proved in one go by one process: of one star, and of several, which take far longer."""

MOST_PIECES = 64
"""Pieces that a shard is cut into at most: what it claims to hold may be any number."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Report:
    """What came of it.

    Attributes:
        files: the manifests and every shard that they name, in their order.
        entries: entries whose boards were proved.
        rebuilt: entries that were to be built again from their seeds.
        faults: everything wrong, in the order of files and entries; empty if all is well.
    """

    files: tuple[str, ...]
    entries: int
    rebuilt: int
    faults: tuple[Fault, ...]


def verify(
    folder: str | Path,
    jobs: int = 1,
    rebuild: int | None = 0,
    progress: Progress | None = None,
) -> Report:
    """Verify the banks in a folder, every edition of them.

    Args:
        folder: holds ``manifest.json``.
        jobs: processes to share the work among.
        rebuild: so many entries, spread evenly over an edition, are also built again from their
            seeds; None means all.
        progress: called with entries of an edition done and in all, now and then.

    Raises:
        MoatError: nothing can be said: no such folder, no manifest that can be read, a family,
            rater or format unknown here, or ``rebuild`` without the ``build`` extra.

    Memory: about 500 bytes an entry, and ``TOGETHER`` boards a process.
    """
    folder = Path(folder)
    files, faults = verify_chain.manifests(folder)
    read = {}
    for file in files:
        manifest, wrong = verify_manifest.read_manifest(folder, file)
        reasons = list(verify_manifest.structure_faults(manifest))
        faults += wrong + [Fault(file, None, reason) for reason in reasons]
        if not reasons:
            _check_known(folder / file, manifest, rebuild)
            read[file] = manifest
    if len(read) == len(files):
        faults += verify_manifest.extra_files(folder, read.values())
    seen: list[str] = []
    entries = rebuilt = 0
    for file, manifest in read.items():
        report = _edition(folder, file, manifest, jobs, rebuild, progress)
        faults += report.faults
        seen += report.files
        entries += report.entries
        rebuilt += report.rebuilt
    names = tuple(dict.fromkeys([*(files or [MANIFEST]), *seen]))
    return Report(names, entries, rebuilt, tuple(_in_order(list(dict.fromkeys(faults)), names)))


def _edition(
    folder: Path,
    file: str,
    manifest: Any,
    jobs: int,
    rebuild: int | None,
    progress: Progress | None,
) -> Report:
    """Verify one edition, whose manifest has a good structure; ``files`` are its shards."""
    faults = [Fault(file, None, reason) for reason in verify_manifest.content_faults(manifest)]
    shards = verify_manifest.shards(manifest)
    total = sum(shard.count for shard in shards)
    again: dict[str, Sequence[int]]
    if rebuild is None or rebuild >= total:
        again = {shard.file: range(shard.count) for shard in shards}
    else:
        again = _spread(shards, rebuild)
    tasks = list(_tasks(folder, manifest, shards, again))
    outcomes: list[Outcome] = []
    done = 0
    for task, outcome in zip(tasks, _run(tasks, jobs), strict=True):
        outcomes.append(outcome)
        faults += outcome.faults
        done += sum(part.stop - part.start for part in task.parts)
        if progress is not None:
            progress(done, total)
    seen = [item for outcome in outcomes for item in outcome.seen]
    faults += _repeated(seen)
    faults += order_faults(seen)
    faults += _near_twins(tasks, outcomes)
    entries = sum(outcome.entries for outcome in outcomes)
    rebuilt = sum(len(indices) for indices in again.values())
    return Report(tuple(shard.file for shard in shards), entries, rebuilt, tuple(faults))


def _check_known(path: Path, manifest: Any, rebuild: int | None) -> None:
    for key, known in (("family", FAMILY), ("rater", RATER)):
        if manifest[key] != known:
            found = short(manifest[key])
            raise MoatError(f"{path}: {key} {found} cannot be checked, only {known}")
    if rebuild is None or rebuild > 0:
        if manifest["generator"] == IMPORTED:
            raise MoatError(
                f"{path}: imported boards have no seeds to build them again from;"
                " leave --rebuild out"
            )
        from moat_bank.families.legacy import get_family

        get_family(FAMILY)


def _spread(shards: list[Shard], chosen: int) -> dict[str, Sequence[int]]:
    """``chosen`` entries spread evenly over all shards: indices by file."""
    total = sum(shard.count for shard in shards)
    places = [i * total // chosen for i in range(chosen)]
    spread: dict[str, Sequence[int]] = {}
    start = at = 0
    for shard in shards:
        end = at
        while end < chosen and places[end] < start + shard.count:
            end += 1
        spread[shard.file] = tuple(place - start for place in places[at:end])
        start, at = start + shard.count, end
    return spread


def _tasks(
    folder: Path, manifest: Any, shards: list[Shard], again: dict[str, Sequence[int]]
) -> Iterator[Task]:
    bounds = verify_manifest.bounds(manifest)
    for kind, listed in groupby(shards, key=lambda shard: (shard.size, shard.stars)):
        most = TOGETHER if kind[1] == 1 else MANY_TOGETHER
        for parts in _grouped(listed, again, most):
            yield Task(
                folder=folder,
                family=manifest["family"],
                versions=(manifest["generator"], manifest["rater"]),
                bounds=bounds.get(kind),
                parts=parts,
            )


def _grouped(
    shards: Iterable[Shard], again: dict[str, Sequence[int]], most: int
) -> Iterator[tuple[Part, ...]]:
    """All entries in order, about ``most`` at a time."""
    group: list[Part] = []
    count = 0
    for shard in shards:
        step = max(most, -(-shard.count // MOST_PIECES))
        for start in range(0, shard.count, step):
            stop = min(start + step, shard.count)
            rebuild = tuple(i for i in again[shard.file] if start <= i < stop)
            group.append(Part(shard, start, stop, rebuild))
            count += stop - start
            if count >= most:
                yield tuple(group)
                group, count = [], 0
    if group:
        yield tuple(group)


def _run(tasks: list[Task], jobs: int) -> Iterator[Outcome]:
    jobs = min(jobs, len(tasks))
    if jobs <= 1:
        yield from map(check, tasks)
        return
    try:
        with ProcessPoolExecutor(jobs) as pool:
            yield from pool.map(check, tasks)
    except BrokenProcessPool as error:
        raise MoatError(
            "a process of the check was ended from outside; run it again, and if memory ran out,"
            " with fewer --jobs"
        ) from error


def _repeated(seen: list[Seen]) -> Iterator[Fault]:
    """Entries that come twice in the edition, by id or by canonical form."""
    ids: dict[str, Seen] = {}
    forms: dict[bytes, Seen] = {}
    for item in seen:
        same_form, same_id = forms.setdefault(item.form, item), ids.setdefault(item.id, item)
        if same_form is not item:
            where = f"{same_form.file} entry {same_form.entry}"
            yield Fault(item.file, item.entry, f"the board is, turned or mirrored, that of {where}")
        elif same_id is not item:
            where = f"{same_id.file} entry {same_id.entry}"
            yield Fault(item.file, item.entry, f"id: {item.id} also stands in {where}")


def _near_twins(tasks: list[Task], outcomes: list[Outcome]) -> Iterator[Fault]:
    """Entries nearer to one before them than the config's ``twins.distance``."""
    kinds: dict[tuple[int, int], tuple[int, list[Laid], list[Seen]]] = {}
    for task, outcome in zip(tasks, outcomes, strict=True):
        if outcome.laid is not None and task.bounds is not None:
            kind = (task.parts[0].shard.size, task.parts[0].shard.stars)
            _, laid, seen = kinds.setdefault(kind, (task.bounds.distance, [], []))
            laid.append(outcome.laid)
            seen += [outcome.seen[place] for place in outcome.sound]
    for distance, laid, seen in kinds.values():
        for here, before, cells in near_twins(joined(laid), distance):
            if cells:  # none is the same board, and told as that
                where = f"{seen[before].file} entry {seen[before].entry}"
                text = f"differs in {cells} cell{'s' * (cells > 1)} from {where}"
                text += f"; the config's twins.distance is {distance}"
                yield Fault(seen[here].file, seen[here].entry, text)


def _in_order(faults: list[Fault], files: tuple[str, ...]) -> list[Fault]:
    place = {file: i for i, file in enumerate(files)}
    return sorted(
        faults,
        key=lambda f: (place.get(f.file, len(place)), -1 if f.entry is None else f.entry),
    )
