"""Folders and commands that faults are done to, and what must hold of them afterwards."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from moat_bank.runtime import Banks
from tests.check import tiny_bank

ROOT = Path(__file__).parents[2]
INJECT = Path(__file__).parent / "inject"
LINE = 16

LONG = os.environ.get("MOAT_FAULTS") == "long"
WHY_SHORT = "long: run with MOAT_FAULTS=long"

Tree = dict[str, bytes]

FIRST: dict[str, Any] = {
    "edition": "one",
    "seed": 11,
    "banks": "banks",
    "family": "stars",
    "generation": {"pilot": 500, "batch": 400, "ceiling": 90_000},
    "quality": {"stars": {"smallest_region": 1, "single_cell_regions": 1, "largest_share": 50}},
    "twins": {"distance": 3},
    "shard": 8,
    "boards": [
        {
            "size": 6,
            "stars": 1,
            "style": "organic",
            "levels": {"easy": 21, "medium": 21, "super_hard": 61},
            "daily": {"medium": 5},
        }
    ],
    "levels": {
        "boards": [{"from": 1, "size": 6, "stars": 1}],
        "tiers": ["easy", "medium", "super_hard"],
    },
}
"""A small build: several batches in two rounds, some dozen shards; kernels of one star alone."""

SECOND: dict[str, Any] = {**FIRST, "edition": "two", "seed": 12, "takes_over": {"level": 31}}


def environment(**more: str) -> dict[str, str]:
    """For a command of this repository; PYTHONPATH of ``more`` comes first."""
    path = [more.get("PYTHONPATH"), str(ROOT / "src"), os.environ.get("PYTHONPATH")]
    # Output is held back as it is for most people, so that errors come late.
    usual = {**os.environ, "PYTHONUNBUFFERED": ""}
    return {**usual, **more, "PYTHONPATH": os.pathsep.join(filter(None, path))}


Point = tuple[str, int]
"""A kind of step, or "" for any, and which of them."""


def injected(steps: Path, point: Point = ("", 0), error: int = 0) -> dict[str, str]:
    """The environment in which a step kills, or fails with ``error``; step 0 never comes."""
    steps.unlink(missing_ok=True)
    return environment(
        PYTHONPATH=str(INJECT),
        MOAT_FAULT_STEPS=str(steps),
        MOAT_FAULT_KIND=point[0],
        MOAT_FAULT_AT=str(point[1]),
        MOAT_FAULT_ERROR=str(error),
        MOAT_FAULT_SPARE=str(os.getpgrp()),
    )


def steps_of(steps: Path) -> list[str]:
    """The steps taken so far."""
    return [line.strip() for line in steps.read_text().splitlines()] if steps.exists() else []


def command(*args: object) -> list[str]:
    return [sys.executable, "-m", "moat_bank", *map(str, args)]


def moat_bank(
    *args: object, env: dict[str, str] | None = None, **more: Any
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, in a session of its own."""
    env = env or environment()
    more = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.run(command(*args), env=env, text=True, start_new_session=True, **more)


def one_line(done: subprocess.CompletedProcess[str], *words: str, status: int = 1) -> str:
    """Assert that a command ended with one clear line that has the words; the line."""
    assert done.returncode == status, (done.returncode, done.stdout, done.stderr)
    lines = [line for line in done.stderr.splitlines() if "kernels are compiled, once" not in line]
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("moat-bank: "), lines
    for word in words:
        assert word in lines[0], lines
    return lines[0]


def tree(folder: Path) -> Tree:
    """All files but hidden ones."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }


def lost(before: Tree, after: Tree) -> int:
    """Bytes of whole files that a fault took away or changed."""
    return sum(len(data) for name, data in before.items() if after.get(name) != data)


def boards_of(folder: Path, levels: int = 60) -> list[Any] | None:
    """What a reader that comes now sees: levels and days; None where nothing is published yet.

    Raises:
        MoatError: it sees half of something.
    """
    if not any((folder / name).exists() for name in ("manifest.json", "editions.json")):
        return None
    banks = Banks(folder)
    found = [banks.level(number) for number in range(1, levels + 1)]
    found += [banks.daily(f"2026-03-{day:02d}") for day in range(1, 12)]
    return [(one.number, one.edition, one.region_map, one.solution) for one in found]


def made(folder: Path) -> Tree:
    """What the steps of a build left in ``results``: arrays, and JSON without its times."""
    found = {}
    for name, data in tree(folder / "results").items():
        if name.endswith((".npy", ".keys")):
            np.load(folder / "results" / name)
            found[name] = data
        elif name.endswith(".json"):
            value = orjson.loads(data)
            if isinstance(value, dict):
                value = {k: v for k, v in value.items() if k not in ("seconds", "kernel_seconds")}
            found[name] = orjson.dumps(value)
    return found


def two_editions(folder: Path) -> tuple[Path, Path]:
    """Two good folders of banks, small, of different editions."""
    tiny_bank.write(folder / "one")
    head, banks = tiny_bank.manifest(), tiny_bank.entries()
    banks["levels", 6, "medium"] = banks["levels", 6, "medium"][:3]
    head["edition"] = head["config"]["edition"] = "tiny-2"
    head["config"]["boards"][1]["levels"]["medium"] = 3
    tiny_bank.write(folder / "two", banks, head)
    return folder / "one", folder / "two"


@contextmanager
def tmpfs(folder: Path, *options: str) -> Iterator[Path]:
    """A small disk of its own at ``folder``.

    Raises:
        PermissionError: this process may not mount.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _mount("-t", "tmpfs", "-o", ",".join(options), "tmpfs", str(folder))
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def remount(folder: Path, options: str) -> None:
    _mount("-o", f"remount,{options}", str(folder))


def _mount(*args: str) -> None:
    done = subprocess.run(["mount", *args], capture_output=True, text=True)
    if done.returncode:
        raise PermissionError(done.stderr.strip())


def fill(folder: Path, left: int = 0) -> Path:
    """Fill a disk up to so many bytes; the file to delete for room."""
    ballast = folder / ".ballast"
    with open(ballast, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
        if left:
            file.truncate(max(file.tell() - left, 0))
    return ballast


def limited(**limits: int) -> Any:
    """For ``preexec_fn``: limits of the process, such as ``AS=2**30``."""

    def set_limits() -> None:
        for name, value in limits.items():
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (value, value))

    return set_limits
