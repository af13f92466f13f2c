from __future__ import annotations

import copy
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]

SMALL: dict[str, Any] = {
    "edition": "draft-1",
    "seed": 11,
    "banks": "banks",
    "family": "stars",
    "generation": {"pilot": 300, "batch": 150, "ceiling": 20_000},
    "quality": {"stars": {"smallest_region": 1, "single_cell_regions": 1, "largest_share": 50}},
    "twins": {"distance": 3},
    "shard": 8,
    "boards": [
        {
            "size": 5,
            "stars": 1,
            "style": "organic",
            "levels": {"easy": 21, "medium": 11},
            "daily": {"medium": 5},
        },
        {
            "size": 6,
            "stars": 1,
            "style": "balanced",
            "levels": {"easy": 11, "medium": 21, "super_hard": 21},
            "events": {"super_hard": 5},
        },
        {
            "size": 9,
            "stars": 2,
            "style": "organic",
            "generation": {"pilot": 40, "batch": 20, "ceiling": 2000},
            "levels": {"easy": 3, "medium": 9, "hard": 3, "super_hard": 1},
            "daily": {"hard": 1},
        },
    ],
    "levels": {
        "boards": [
            {"from": 1, "size": 5, "stars": 1},
            {"from": 5, "size": 6, "stars": 1},
            {"from": 9, "size": 9, "stars": 2},
        ],
        "tiers": ["easy", "medium"],
    },
}


@dataclass(frozen=True)
class Run:
    """One run of snakemake: its status, what it printed, and how often each rule ran."""

    status: int
    text: str

    @property
    def jobs(self) -> Counter[str]:
        names = re.findall(r"^(?:local)?(?:rule|checkpoint) (\w+):$", self.text, re.MULTILINE)
        return Counter(name for name in names if name != "all")

    @property
    def idle(self) -> bool:
        return "Nothing to be done" in self.text and not self.jobs


class Workplace:
    """A folder with a config, in which snakemake runs the workflow of this repository."""

    def __init__(self, folder: Path, config: dict[str, Any]) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.configure(config)

    def configure(self, config: dict[str, Any]) -> None:
        (self.folder / "config.yaml").write_text(yaml.safe_dump(config, sort_keys=False))

    def command(self, *args: str) -> list[str]:
        workflow = ["--snakefile", str(ROOT / "Snakefile"), "--directory", str(self.folder)]
        return [sys.executable, "-m", "snakemake", *workflow, *args]

    def environment(self, **more: str) -> dict[str, str]:
        path = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
        return {**os.environ, "PYTHONPATH": path, **more}

    def run(self, *args: str, **environment: str) -> Run:
        done = subprocess.run(
            self.command(*args),
            cwd=self.folder,
            env=self.environment(**environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=600,
        )
        return Run(done.returncode, done.stdout)

    def build(self, *args: str, **environment: str) -> Run:
        run = self.run("--cores", "2", "all", *args, **environment)
        assert run.status == 0, run.text
        return run

    def files(self, pattern: str = "banks/**/*") -> dict[str, bytes]:
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in sorted(self.folder.glob(pattern))
            if path.is_file()
        }

    def batches(self) -> dict[str, int]:
        """The batches made, and when."""
        found = self.folder.glob("results/boards/*/*/batches/*.npy")
        return {str(path.relative_to(self.folder)): path.stat().st_mtime_ns for path in found}


@pytest.fixture
def small() -> dict[str, Any]:
    return copy.deepcopy(SMALL)


@pytest.fixture(scope="session")
def built(tmp_path_factory) -> Workplace:
    """A finished build on one core; tests that change it work on a copy."""
    place = Workplace(tmp_path_factory.mktemp("built"), copy.deepcopy(SMALL))
    run = place.build("--cores", "1")
    expected = {"compile": 3, "select": 3, "shard": 1, "verify": 1, "publish": 1}
    assert expected.items() <= run.jobs.items()
    assert run.jobs["batch"] > run.jobs["choose"] > 3, "one round is too few for this test"
    return place
