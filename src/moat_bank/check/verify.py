"""Verify a folder of banks as if a stranger had sent it: everything is found anew, or refused.

Needs orjson and numpy alone; only building entries again from their seeds needs the engines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from moat_bank.check import chain, forms
from moat_bank.check import manifest as manifests
from moat_bank.check.config import asked
from moat_bank.check.files import Fault
from moat_bank.check.kinds import kind_at
from moat_bank.check.manifest import MANIFEST, Shard
from moat_bank.check.order import order_faults
from moat_bank.check.repeats import near_twins, repeated
from moat_bank.check.shard import Outcome, Part, Task, check
from moat_bank.errors import MoatError
from moat_bank.families import registry

__all__ = ["Fault", "Report", "verify"]

MOST_PIECES = 64
"""Pieces that a shard is cut into at most: what it claims to hold may be any number."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Report:
    """What came of it.

    Attributes:
        files: the manifests and every shard that they name, in their order.
        entries: entries whose puzzles were proved.
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

    Memory: about 500 bytes an entry, and the puzzles that a family proves together a process.
    """
    folder = Path(folder)
    files, faults = chain.manifests(folder)
    read = {}
    for file in files:
        manifest, wrong = manifests.read_manifest(folder, file)
        reasons = list(manifests.structure_faults(manifest))
        faults += wrong + [Fault(file, None, reason) for reason in reasons]
        if not reasons:
            read[file] = forms.upgraded(manifest)
            manifests.check_raters(folder / file, read[file])
            if rebuild is None or rebuild > 0:
                _check_seeds(folder / file, read[file])
    if len(read) == len(files):
        faults += manifests.extra_files(folder, read.values())
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
    faults = [Fault(file, None, reason) for reason in manifests.content_faults(manifest)]
    shards = manifests.shards(manifest)
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
    faults += repeated(tasks, outcomes)
    faults += order_faults([item for outcome in outcomes for item in outcome.seen])
    faults += near_twins(tasks, outcomes)
    entries = sum(len(outcome.seen) for outcome in outcomes)
    rebuilt = sum(len(indices) for indices in again.values())
    return Report(tuple(shard.file for shard in shards), entries, rebuilt, tuple(faults))


def _check_seeds(path: Path, manifest: dict[str, Any]) -> None:
    """Raise ``MoatError`` if there is nothing to build entries again from, or nothing to do it."""
    if forms.is_imported(manifest):
        raise MoatError(
            f"{path}: imported puzzles have no seeds to build them again from; leave --rebuild out"
        )
    for family in manifest["versions"]:
        registry.engine(family)


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
    wanted = asked(manifest)
    for kind, listed in groupby(shards, key=lambda shard: shard.kind):
        versions = manifest["versions"][kind.family]
        together = registry.proof(kind.family).together(kind.values)
        for parts in _grouped(listed, again, together):
            yield Task(
                folder=folder,
                kind=kind,
                old=manifest["format"] != forms.FORMAT,
                versions=(versions["generator"], versions["rater"]),
                asked=wanted.get(kind_at({"family": kind.family, **kind.values})),
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


def _in_order(faults: list[Fault], files: tuple[str, ...]) -> list[Fault]:
    place = {file: i for i, file in enumerate(files)}
    return sorted(
        faults,
        key=lambda f: (place.get(f.file, len(place)), -1 if f.entry is None else f.entry),
    )
