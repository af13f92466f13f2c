"""Builds and publishings killed at chosen steps, and what is left of them.

A build is killed again and again: each run is killed some steps further on, unlocked and begun
again, until it ends; then its bytes are held to those of a build that nothing disturbed.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.faults.places import (
    FIRST,
    SECOND,
    Point,
    Tree,
    boards_of,
    environment,
    injected,
    lost,
    made,
    moat_bank,
    steps_of,
    tree,
    two_editions,
)
from tests.workflow.conftest import Workplace

GOAL = ["--cores", "2", "all"]


@dataclass(frozen=True)
class Undisturbed:
    """Two builds, one after the other into the same folder of banks.

    Attributes:
        start: a folder with the first edition published.
        folder: where the second was built.
        published: the folder of banks after the second.
        made: what the second left in ``results``.
        boards: what readers see before and after.
        steps: how many steps of each kind the second took.
    """

    start: Path
    folder: Path
    published: Tree
    made: Tree
    boards: tuple[Any, Any]
    steps: Counter[str]


def undisturbed(folder: Path) -> Undisturbed:
    """Build both editions, with every step counted."""
    place = Workplace(folder / "build", FIRST)
    _end(place, environment())
    shutil.copytree(place.folder / "banks", folder / "start" / "banks")
    before = boards_of(place.folder / "banks")
    shutil.rmtree(place.folder / "results")
    place.configure(SECOND)
    steps = folder / "steps"
    _end(place, injected(steps))
    after = boards_of(place.folder / "banks")
    assert before != after
    banks = tree(place.folder / "banks")
    many = Counter(steps_of(steps))
    return Undisturbed(
        folder / "start", place.folder, banks, made(place.folder), (before, after), many
    )


def spread(many: int, steps: Counter[str]) -> list[Point]:
    """So many points, of each kind of step in turn.

    Each is a little further on than where the run begins, by up to an eighth of a whole one, so
    that a build that is killed and goes on is killed in every part of it.
    """
    kinds = sorted(steps)
    further = [1 + steps[kinds[n % len(kinds)]] * (n * 3 % 7) // 48 for n in range(many)]
    return [(kinds[n % len(kinds)], further[n]) for n in range(many)]


def killed_builds(plain: Undisturbed, folder: Path, points: Sequence[Point]) -> Iterator[str]:
    """Kill builds at each of these points; give the kind of each.

    Raises:
        AssertionError: something partial was left, or a reader saw half, or a build did not end, or
            it has other bytes than one that nothing disturbed.
    """
    waiting, steps = list(points), folder / "steps"
    while waiting:
        place = _new_place(plain, folder / f"killed-{len(waiting)}")
        killed = 0
        while waiting and _run(place, injected(steps, waiting[0])) != 0:
            kind, at = waiting.pop(0)
            said = (place.folder / "said.txt").read_text()
            assert steps_of(steps).count(kind) >= at, said
            _check_killed(plain, place)
            _unlock(place)
            killed += 1
            yield kind
        if not waiting:  # else the last build ended by itself
            _end(place, environment())
        _check_end(plain, place)
        assert killed, "it has fewer steps than were counted"


def killed_by_chance(plain: Undisturbed, folder: Path, seconds: float, group: bool) -> bool:
    """Kill a build, or Snakemake alone and not its jobs, after some time; False: it had ended."""
    place = _new_place(plain, folder)
    process = _begin(place, environment())
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL) if group else process.kill()
        process.wait()
    _check_killed(plain, place)
    _unlock(place)
    _end(place, environment())
    _check_end(plain, place)
    return process.returncode != 0


def killed_publishings(folder: Path, ats: Iterable[int] | None = None) -> Iterator[tuple[str, int]]:
    """Kill ``moat-bank publish`` at steps, at all if None; give the kind and the bytes lost."""
    one, two = two_editions(folder)
    start, clean, steps = folder / "start", folder / "clean", folder / "steps"
    assert moat_bank("publish", one, start).returncode == 0
    shutil.copytree(start, clean)
    since = ("--level", 9)
    counted = moat_bank("publish", two, clean, *since, env=injected(steps))
    assert counted.returncode == 0, counted.stderr
    seen = boards_of(start), boards_of(clean)
    assert seen[0] != seen[1]
    for at in ats or range(1, len(steps_of(steps)) + 1):
        target = folder / f"target-{at}"
        shutil.copytree(start, target)
        assert (
            moat_bank("publish", two, target, *since, env=injected(steps, ("", at))).returncode
            == -9
        )
        where = steps_of(steps)[at - 1]
        assert boards_of(target) in seen
        gone = lost(tree(start) | {"manifest.json": b""}, tree(target) | {"manifest.json": b""})
        again = moat_bank("publish", two, target, *since)
        assert again.returncode == 0, again.stderr
        gone += lost(tree(clean), tree(target))
        assert not list(target.rglob("*.tmp")), "what was half written is still there"
        yield where, gone


def _check_killed(plain: Undisturbed, place: Workplace) -> None:
    assert boards_of(place.folder / "banks") in plain.boards
    for name, data in made(place.folder).items():
        assert plain.made.get(name) == data, f"{name} is not what it will be"


def _check_end(plain: Undisturbed, place: Workplace) -> None:
    assert lost(plain.published, tree(place.folder / "banks")) == 0
    assert tree(place.folder / "banks").keys() == plain.published.keys()
    assert lost(plain.made, made(place.folder)) == 0
    assert boards_of(place.folder / "banks") == plain.boards[1]


def _new_place(plain: Undisturbed, folder: Path) -> Workplace:
    """A folder with the first edition published, and the second to be built."""
    place = Workplace(folder, SECOND)
    shutil.copytree(plain.start, place.folder, dirs_exist_ok=True)
    return place


def _begin(place: Workplace, env: dict[str, str]) -> subprocess.Popen[bytes]:
    with open(place.folder / "said.txt", "wb") as said:
        return subprocess.Popen(
            place.command(*GOAL),
            cwd=place.folder,
            env=env,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def _run(place: Workplace, env: dict[str, str]) -> int:
    process = _begin(place, env)
    status = process.wait()
    _group_is_gone(process.pid)
    return status


def _end(place: Workplace, env: dict[str, str]) -> None:
    assert _run(place, env) == 0, (place.folder / "said.txt").read_text()


def _unlock(place: Workplace) -> None:
    run = place.run("--unlock")
    assert run.status == 0, run.text


def _group_is_gone(group: int) -> None:
    """Wait until the dead of a killed group are buried; a job that lives on is a mistake here."""
    for _ in range(600):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise AssertionError("the build left a process behind")
