"""How the stages after the batches grow: candidates, files, processor time and memory of each.

    python bench/bench_scale.py FOLDER 10000000 100000000

Writes batches of as many made-up boards of 8x8 as that many candidates give (their keys are hashes,
one in a hundred repeats an earlier one, and of one tier hardly any come), below FOLDER: 9 GB for
10^8. Then it runs dedupe, choose and select on them, each in a process of its own, and prints what
each took.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from itertools import pairwise, permutations
from pathlib import Path

import numpy as np
import yaml

from moat_bank.build.batches import KEYS, RECORDS
from moat_bank.build.config import load_config
from moat_bank.build.counts import batch_ranges
from moat_bank.build.dedupe import sorted_keys
from moat_bank.families.base import TALLY, seed_of
from moat_bank.families.stars.engine.outcome import record_dtype
from moat_bank.files import read_array, write_array, write_json
from moat_bank.kind import TIERS

SIZE = 8
RATED = 70
"""Of a hundred candidates so many become boards."""

SHARES = (2500, 9200, 9999, 10000)
"""Boards up to each tier, of ten thousand."""

NEED = {"easy": 20_001, "medium": 60_001, "hard": 14_001}


PROBE = """
import sys
from moat_bank.cli.main import main
status = main(sys.argv[1:])
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
sys.exit(status)
"""
"""Runs the command line and prints the KiB of its own peak. What the system tells a parent of the
peak of a child holds the parent's own, from before the child became another program."""


def config(candidates, batch):
    rare = candidates * RATED // 100 // 10_000 * 4 // 5 // 2 * 2 + 1
    return {
        "edition": "draft-scale",
        "seed": 1,
        "banks": "banks",
        "family": "stars",
        "generation": {"pilot": 20_000, "batch": batch, "ceiling": 2**32},
        "quality": {"stars": {"smallest_region": 1, "single_cell_regions": 1, "largest_share": 50}},
        "twins": {"distance": 3},
        "shard": 1000,
        "boards": [
            {"size": SIZE, "stars": 1, "style": "organic", "levels": {**NEED, "super_hard": rare}}
        ],
        "levels": {"boards": [{"from": 1, "size": SIZE, "stars": 1}], "tiers": ["easy"]},
    }


def mixed(numbers):
    """A hash of each number that no two share (the finalizer of SplitMix64)."""
    numbers = (numbers + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


def solutions():
    placed = permutations(range(SIZE))
    return np.array([p for p in placed if all(abs(a - b) > 1 for a, b in pairwise(p))], np.uint8)


def make_up(first, count, kinds, placed):
    """Records of a batch: board n has the key of n modulo ``kinds``."""
    made = np.arange(first * RATED // 100, (first + count) * RATED // 100, dtype=np.uint64)
    number = made * np.uint64(100) // np.uint64(RATED)
    rng = np.random.default_rng(first)
    records = np.zeros(len(made), record_dtype(SIZE, 1))
    records["seed"] = np.uint64(seed_of(1, 0)) + number
    records["key"] = mixed(made % np.uint64(kinds))
    which = rng.integers(0, len(placed), len(made))
    records["twin"] = mixed(which.astype(np.uint64))
    records["solution"] = placed[which]
    records["tier"] = np.searchsorted(SHARES, rng.integers(0, SHARES[-1], len(made)), "right")
    records["hardest"] = records["tier"] + 2
    regions = rng.integers(0, SIZE, (len(made), SIZE * SIZE), np.uint8)
    stars = placed[which].astype(np.int64) + SIZE * np.arange(SIZE)
    np.put_along_axis(regions, stars, np.arange(SIZE, dtype=np.uint8)[None], axis=1)
    records["regions"] = regions
    return records


def write_batches(folder, ranges, kinds):
    placed = solutions()
    for part in ranges:
        records = make_up(part.first, part.count, kinds, placed)
        write_array(folder / f"{part.name}{RECORDS}", records)
        write_array(folder / f"{part.name}{KEYS}", sorted_keys(records))
        tiers = np.bincount(records["tier"], minlength=len(TIERS)).tolist()
        tally = {
            "aim": part.aim,
            "candidates": part.count,
            "outcomes": dict.fromkeys(TALLY, part.count),
            "tiers": dict(zip(TIERS, tiers, strict=True)),
            "hardest": {"5": len(records)},
            "kernel_seconds": 0.0,
            "seconds": 0.0,
        }
        write_json(folder / f"{part.name}.json", tally)


def run(folder, stage, candidates, *options):
    """Wall seconds, processor seconds and MiB at the peak of one stage."""
    call = [sys.executable, "-c", PROBE, "stage", stage, "--config", folder / "config.yaml"]
    call += ["--board", f"stars-{SIZE}x{SIZE}-1", "--counts", str(candidates), "--folder", folder]
    begin = time.monotonic()
    process = subprocess.Popen([*call, *options], stdout=subprocess.PIPE)
    peak = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{stage} failed")
    return time.monotonic() - begin, used.ru_utime + used.ru_stime, int(peak) / 1024


def told(size):
    return f"{size / 1e9:.2f} GB" if size >= 1e8 else f"{size / 1e6:.2f} MB"


def measure(folder, candidates, batch):
    settings = config(candidates, batch)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.yaml").write_text(yaml.safe_dump(settings, sort_keys=False))
    generation = load_config(folder / "config.yaml").boards[0].generation
    ranges = batch_ranges(generation, str(candidates))
    made = (candidates * RATED // 100) * 99 // 100
    write_batches(folder / "batches", ranges, made)
    chosen, selected = folder / "choice" / "chosen.npy", folder / "choice" / "selected.npy"
    stages = {
        "dedupe": run(folder, "dedupe", candidates),
        "choose": run(folder, "choose", candidates, "--output", chosen),
        "select": run(folder, "select", candidates, "--chosen", chosen, "--output", selected),
    }
    repeats = read_array(folder / "repeats" / f"{candidates}.npy")
    assert len(repeats) == candidates * RATED // 100 - made
    assert (np.diff(repeats) > 0).all()
    assert json.loads(chosen.with_suffix(".json").read_text())["next"] is None
    files = {
        "batches/*.npy": folder / "batches",
        "batches/*.keys": folder / "batches",
        "repeats/*.npy": folder / "repeats",
        "choice/selected.npy": folder / "choice",
    }
    print(f"\n{candidates:,} candidates in {len(ranges)} batches, {made:,} unlike boards\n")
    print("| files | number | bytes | largest |\n| --- | --- | --- | --- |")
    for pattern in files:
        sizes = [path.stat().st_size for path in folder.glob(pattern)]
        print(f"| `{pattern}` | {len(sizes)} | {told(sum(sizes))} | {told(max(sizes))} |")
    print("\n| stage | wall s | processor s | peak MiB |\n| --- | --- | --- | --- |")
    for name, (wall, used, most) in stages.items():
        print(f"| {name} | {wall:.1f} | {used:.1f} | {most:.0f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("candidates", type=int, nargs="+")
    parser.add_argument("--batch", type=int, default=2_000_000)
    args = parser.parse_args()
    for candidates in args.candidates:
        measure(args.folder.resolve() / str(candidates), candidates, args.batch)


if __name__ == "__main__":
    main()
