"""Commands that write files, each in a folder ready for it, for faults to be done to them."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import yaml

from tests.faults.places import FIRST, Tree, moat_bank, tree, two_editions

ONE_ROUND: dict[str, Any] = {
    **FIRST,
    "generation": {"pilot": 3000, "batch": 3000, "ceiling": 90_000},
}
SEEN = ("--counts", "3000", "--folder", "made")
BOARD = ("--board", "stars-6x6-1")
STAGES = {
    "batch": (*BOARD, "--batch", "0000000000-3000", "--output", "made/batches"),
    "dedupe": (*BOARD, *SEEN),
    "choose": (*BOARD, *SEEN, "--output", "made/chosen.npy"),
    "select": (*BOARD, *SEEN, "--chosen", "made/chosen.npy", "--output", "made/selected.npy"),
    "shard": ("made/selected.npy", "--output", "staged"),
    "report": ("made/selected.npy", "--output", "report"),
    "publish": ("staged",),
}
TIMES = ("seconds", "kernel_seconds")


@dataclass(frozen=True)
class Work:
    """A command and the folder that it runs in.

    Attributes:
        args: of the command.
        before: what the folder holds before.
        after: what it holds afterwards.
    """

    args: Sequence[object]
    before: Path
    after: Path

    @property
    def new(self) -> Tree:
        """The files that it writes."""
        before = tree(self.before)
        return {k: v for k, v in timeless(self.after).items() if before.get(k) != v}


def timeless(folder: Path) -> Tree:
    """All files, but for the times that a tally tells, and a report draws."""
    found = {}
    for name, data in tree(folder).items():
        if b"kernel_seconds" in data:
            value = orjson.loads(data)
            data = orjson.dumps({k: v for k, v in value.items() if k not in TIMES})
        if name not in ("report/times.svg", "report/yields.svg", "report/yields.csv"):
            found[name] = data
    return found


def stages(folder: Path) -> dict[str, Work]:
    """The stages of a build, one after the other."""
    works: dict[str, Work] = {}
    before = folder / "0"
    before.mkdir()
    (before / "config.yaml").write_text(yaml.safe_dump(ONE_ROUND, sort_keys=False))
    for name, args in STAGES.items():
        before = _worked(works, f"stage {name}", before, folder, ("stage", name, *args))
    return works


def others(folder: Path) -> dict[str, Work]:
    """The other commands that write files."""
    start = folder / "start"
    one = two_editions(start)[0]
    assert moat_bank("publish", one, start / "banks").returncode == 0
    shard = next((one / "levels").glob("stars-6x6-1-hard-*"))
    (start / "board.json").write_bytes(orjson.dumps(orjson.loads(shard.read_bytes())["hard"][0]))
    works: dict[str, Work] = {}
    for args in (
        ("publish", "two", "banks", "--level", "9"),
        ("publish", "one", "new/banks"),
        ("bundle", "one", "bundle"),
        ("export", "--banks", "one", "--levels", "1-4", "--pdf", "booklet.pdf"),
        ("convert", "board.json", "--to", "archive", "--output", "archive.json"),
        ("import", "board.json", "--out", "imported", "--edition", "mine"),
        ("level", "3", "--banks", "one", "--svg", "level.svg"),
        ("show", "board.json", "--svg", "board.svg"),
    ):
        _worked(works, " ".join(args[:3]), start, folder, args)
    return works


def _worked(
    works: dict[str, Work], name: str, before: Path, folder: Path, args: Sequence[object]
) -> Path:
    after = folder / f"after {name}".replace("/", "-")
    shutil.copytree(before, after)
    done = moat_bank(*args, cwd=after)
    assert done.returncode == 0, (args, done.stderr)
    works[name] = Work(args, before, after)
    return after
