"""Unique and rated boards a second on one core, beside a yardstick run in turn in the same minute.

    python bench/bench_generate.py [--sizes 6 8 10 12] [--stars 1] [--rounds 5]

The yardstick is the published method written plainly, ``bench/baseline_k1.py`` of the folder that
MOAT_SHARED names (default ``../shared``); without it only our own figures are printed.  Times are
of this thread alone; a ratio is of two medians of runs taken in turn.
Several stars have no yardstick.
"""

import argparse
import importlib.util
import os
import statistics
import time
from pathlib import Path

import numpy as np

from moat_bank.families.base import Spec
from moat_bank.families.registry import engine
from moat_bank.families.stars.engine import batch
from moat_bank.families.stars.engine.geometry import unrolled
from moat_bank.families.stars.engine.memory import new_memory
from moat_bank.families.stars.engine.rate import rate
from moat_bank.families.stars.engine.repair import repair
from moat_bank.families.stars.kind import StarsKind
from moat_bank.kernels.jit import kernel
from moat_bank.kernels.rng import start

COUNTS = {4: 20000, 5: 20000, 6: 20000, 7: 12000, 8: 8000, 9: 4000, 10: 2000, 11: 800, 12: 400}
MANY_COUNTS = {8: 100, 9: 1000, 10: 1000, 11: 200, 12: 100}
KEEP_MASKS = 5000  # boards on which the rating alone is timed


@kernel
def make_only(size, stars, style, budget, key, count, tables, memory):
    """Generate without rating: how many became unique."""
    unique = 0
    for i in range(count):
        start(memory.state, key, np.uint64(i))
        if batch.draw(size, stars, style, tables, memory):
            moves = repair(
                size, stars, budget, memory.state, tables, memory.owner,
                memory.region, memory.search, memory.trial,
            )  # fmt: skip
            unique += moves >= 0
    return unique


@kernel
def rate_only(size, tables, owners, regions, stars, work, outcome):
    """Rate boards that are there."""
    for i in range(len(owners)):
        rate(size, tables, owners[i], regions[i], stars[i : i + 1], work, outcome.signals[i])


def load_baseline():
    folder = Path(os.environ.get("MOAT_SHARED", Path(__file__).parents[2] / "shared"))
    path = folder / "bench/baseline_k1.py"
    if not path.exists():
        return None
    spec = importlib.util.spec_from_file_location("baseline", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def timed(work):
    begin = time.thread_time()
    unique = work()
    return unique / (time.thread_time() - begin)


def contenders(size, stars, count, baseline):
    """Functions that each make ``count`` candidates and return how many became unique."""
    spec = Spec(StarsKind(size, stars), "organic")
    memory, tables = new_memory(size, stars), unrolled(size)
    key, budget = batch.style_key(spec), batch.move_budget(size)
    found = {
        "ours, rated": lambda: len(engine("stars").generate(spec, 0, count, batch.FREE).records),
        "ours, not rated": lambda: make_only(size, stars, 0, budget, key, count, tables, memory),
    }
    if baseline:
        results = np.zeros(count, np.int64)
        maps = np.zeros((count, size * size), np.int64)
        columns = np.zeros((count, size), np.int64)
        stats = np.zeros(4, np.int64)

        def yardstick():
            baseline.run(size, 1, count, 60, 2, results, maps, columns, stats)
            return int((results >= 0).sum())

        found["yardstick"] = yardstick
    return found


def rating_rate(size, count):
    """Boards rated a second."""
    spec = Spec(StarsKind(size), "organic")
    records = engine("stars").generate(spec, 0, min(count, KEEP_MASKS), batch.FREE).records
    words = (size * size + 63) // 64
    owners = records["regions"].astype(np.int64)
    regions = np.zeros((len(records), size, words), np.uint64)
    stars = np.zeros((len(records), words), np.uint64)
    for i, (owner, columns) in enumerate(zip(owners, records["solution"], strict=True)):
        for x, g in enumerate(owner.tolist()):
            regions[i, g, x // 64] |= np.uint64(1) << np.uint64(x % 64)
        for r, c in enumerate(columns.tolist()):
            x = r * size + c
            stars[i, x // 64] |= np.uint64(1) << np.uint64(x % 64)
    outcome = batch.new_outcome(size, 1, len(records))
    work = new_memory(size, 1).work

    def once():
        rate_only(size, unrolled(size), owners, regions, stars, work, outcome)
        return len(records)

    once()
    return statistics.median(timed(once) for _ in range(5))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[6, 8, 10, 12])
    parser.add_argument("--stars", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    baseline = load_baseline() if args.stars == 1 else None
    for size in args.sizes:
        count = COUNTS.get(size, 200) if args.stars == 1 else MANY_COUNTS.get(size, 20)
        works = contenders(size, args.stars, count, baseline)
        for work in works.values():
            work()  # compiles
        rates = {name: [] for name in works}
        for _ in range(args.rounds):
            for name, work in works.items():
                rates[name].append(timed(work))
        median = {name: statistics.median(values) for name, values in rates.items()}
        print(
            f"{size}x{size}, stars {args.stars}, {count} seeds, median of {args.rounds}, boards/s"
        )
        for name, value in median.items():
            ratio = f"  {value / median['yardstick']:5.2f} x yardstick" if baseline else ""
            print(f"  {name:16} {value:9.0f}{ratio}")
        if args.stars > 1:
            continue
        rating = rating_rate(size, count)
        each = rating / median["ours, not rated"]
        print(f"  {'rating alone':16} {rating:9.0f}  {each:5.2f} for each board made")


if __name__ == "__main__":
    main()
