from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml

from moat_bank.build import stages
from moat_bank.build.batches import make_batch
from moat_bank.build.config import BoardConfig, Config, load_config
from moat_bank.build.counts import batch_ranges
from moat_bank.files import read_json
from tests.build.synthetic import Synthetic

SMALL: dict[str, Any] = {
    "edition": "test-1",
    "seed": 3,
    "banks": "banks",
    "family": "stars",
    "generation": {"pilot": 60, "batch": 50, "ceiling": 5000},
    "quality": {"stars": {"smallest_region": 1, "single_cell_regions": 2, "largest_share": 60}},
    "twins": {"distance": 4},
    "shard": 4,
    "boards": [
        {
            "size": 5,
            "stars": 1,
            "style": "organic",
            "levels": {"easy": 21, "medium": 9, "hard": 3},
            "daily": {"easy": 5, "super_hard": 1},
            "events": {"easy": 3},
        },
        {"size": 6, "stars": 1, "style": "organic", "levels": {"easy": 7}, "events": {"hard": 1}},
    ],
    "levels": {
        "boards": [{"from": 1, "size": 5, "stars": 1}, {"from": 6, "size": 6, "stars": 1}],
        "tiers": ["easy"],
    },
}


@pytest.fixture
def configure(tmp_path):
    """A config like ``SMALL``, with other values for top-level keys."""

    def configure(**changes: Any) -> Config:
        path = tmp_path / "config.yaml"
        path.write_text(yaml.safe_dump({**copy.deepcopy(SMALL), **changes}))
        return load_config(path)

    return configure


def build_board(config: Config, board: BoardConfig, engine: Synthetic, folder: Path) -> Path:
    """All stages of one kind of board, one after the other; the records chosen."""
    counts: str | None = str(board.generation.pilot)
    while counts is not None:
        for part in batch_ranges(board.generation, counts):
            if not (folder / "batches" / f"{part.name}.npy").exists():
                make_batch(config, board, engine, part, folder / "batches")
        stages.dedupe_stage(board, counts, folder)
        chosen = folder / "chosen" / f"{counts}.npy"
        stages.choose_stage(board, engine, counts, folder, chosen)
        last, counts = counts, read_json(chosen.with_suffix(".json"))["next"]
    stages.select_stage(board, last, folder, chosen, folder / "selected.npy")
    return folder / "selected.npy"


def build_edition(config: Config, engine: Synthetic, folder: Path) -> Path:
    """All stages up to the shards; the folder of the edition."""
    selected = [build_board(config, b, engine, folder / b.name) for b in config.boards]
    stages.shard_stage(config, {"stars": engine}, selected, folder / "staged")
    return folder / "staged"
