"""Boards of one tier a second, steered and filtered in turn, and how much alike they are.

    python bench/bench_steer.py 8x8-1-hard 10x10-1-super_hard 10x10-2-easy [--boards 4000]
    python bench/bench_steer.py 8x8-1-hard --banks 501 4001

A way's figure is the share of its candidates that are entries, equal boards counted once, over the
median of a round's thread time for one candidate.  Then the tables of likeness, of as many boards
of each way: two boards are laid on each other in the best of eight ways, regions named by their
stars.  Since boards with unlike solutions name their regions in unlike ways, the sides of cells
between two regions, the walls, are compared as well.

With --banks it makes banks of so many entries as a build does, round by round, without steering and
with it, and compares these: thread time of all candidates made, and the same tables.
"""

import argparse
import statistics
import time
from dataclasses import replace
from functools import partial

import numpy as np

from moat_bank.build.candidates import next_counts
from moat_bank.build.config import BoardConfig, Generation
from moat_bank.build.counts import batch_ranges
from moat_bank.build.select import select
from moat_bank.families.base import Spec
from moat_bank.families.registry import engine
from moat_bank.families.stars.kind import StarsKind
from moat_bank.kind import TIERS
from moat_bank.symmetry import TRANSFORMS, source_table

ENGINE = engine("stars")
FREE = {"smallest_region": 1, "single_cell_regions": 625, "largest_share": 100}
BOUNDS = {1: {**FREE, "single_cell_regions": 1, "largest_share": 50}, 2: FREE}
ROUND = {(8, 1): (20000, 4096), (10, 1): (8000, 2048), (12, 1): (2000, 640), (10, 2): (60, 96)}
QUANTILES = (0.01, 0.1, 0.25, 0.5, 0.75, 0.9)
PAIRS, SAMPLE = 2000, 200


class Way:
    """One way to come to boards of a tier: what it made so far, and how long that took."""

    def __init__(self, spec, tier, count):
        self.spec, self.tier, self.count = spec, TIERS.index(tier), count
        self.made, self.times, self.first = [], [], 0

    def run(self):
        begin = time.thread_time()
        bounds = BOUNDS[self.spec.kind.stars]
        batch = ENGINE.generate(self.spec, self.first, self.count, bounds)
        self.times.append((time.thread_time() - begin) / self.count)
        self.first += self.count
        self.made.append(batch.records[batch.records["tier"] == self.tier])

    @property
    def records(self):
        """The boards so far, each once."""
        records = np.concatenate(self.made)
        return records[np.sort(np.unique(records["key"], return_index=True)[1])]

    @property
    def rate(self):
        return len(self.records) / self.first / statistics.median(self.times)


def named(boards, stars, size):
    """Boards (n, cells) with each region named by the place of its first star, (n, stars) cells."""
    stars = np.sort(stars, axis=1)
    regions = np.take_along_axis(boards, stars, 1)
    out = np.zeros_like(boards)
    for i, (board, at) in enumerate(zip(boards, regions, strict=True)):
        _, first = np.unique(at, return_index=True)
        names = np.zeros(size, np.uint8)
        names[at[np.sort(first)]] = np.arange(len(first))
        out[i] = names[board]
    return out


def turned(records, size, stars):
    """All eight turns and mirrors of each board, regions named: (8, n, cells)."""
    source = source_table(size)
    goes_to = np.argsort(source, axis=1)
    at = records["solution"].astype(np.int64) + size * np.repeat(np.arange(size), stars)
    return np.stack(
        [named(records["regions"][:, source[t]], goes_to[t][at], size) for t in range(TRANSFORMS)]
    )


def walls(records, size):
    """Where a side of a cell parts two regions, of all eight turns and mirrors: (8, n, sides)."""
    images = records["regions"][:, source_table(size)].reshape(-1, TRANSFORMS, size, size)
    down = (images[:, :, 1:] != images[:, :, :-1]).reshape(len(records), TRANSFORMS, -1)
    right = (images[..., 1:] != images[..., :-1]).reshape(len(records), TRANSFORMS, -1)
    return np.concatenate([down, right], axis=2).transpose(1, 0, 2)


def nearest(ways, sample):
    """Of each board of a sample, how far the nearest of the others is."""
    found = []
    for i in sample:
        far = (ways[0][i] != ways).sum(axis=2).min(axis=0)
        far[i] = far.max() + 1
        found.append(far.min())
    return found


def quantiles(values):
    return " ".join(f"{q:6.1f}" for q in np.quantile(values, QUANTILES))


def likeness(name, records, size, stars):
    """Print what the boards of a way are like."""
    rng = np.random.default_rng(1)
    ways = turned(records, size, stars)
    a, b = rng.integers(len(records), size=(2, PAIRS))
    a, b = a[a != b], b[a != b]
    pairs = (ways[0][a] != ways[:, b]).sum(axis=2).min(axis=0)
    sides = walls(records, size)
    sample = rng.choice(len(records), min(SAMPLE, len(records)), replace=False)
    sizes = np.array([np.bincount(r, minlength=size) for r in records["regions"]])
    print(f"  {name}: {len(records)} boards, {len(np.unique(records['twin']))} solutions")
    print(
        f"    region sizes     {quantiles(sizes)}   largest {sizes.max(1).mean():.1f} in the mean"
    )
    print(f"    far from another {quantiles(pairs)}   cells, of random pairs")
    print(f"    far from nearest {quantiles(nearest(ways, sample))}   cells")
    between = (sides[0][a] != sides[:, b]).sum(axis=2).min(axis=0)
    print(f"    far from another {quantiles(between)}   walls, of random pairs")
    print(f"    far from nearest {quantiles(nearest(sides, sample))}   walls")
    print(f"    steps            {quantiles(records['steps'])}")
    hardest = np.bincount(records["hardest"])
    shares = {t: f"{n / len(records):.0%}" for t, n in enumerate(hardest.tolist()) if n}
    print(f"    hardest {shares}, rounds of each {records['rounds'].mean(0).round(2).tolist()}")


def bank(spec, tier, entries, steer):
    """The bank of a build of one tier, candidates made for it, and their thread seconds."""
    # Small batches, so that neither way makes many more candidates than it needs.
    numbers = Generation(*((20_000, 20_000) if spec.kind.stars == 1 else (2000, 1000)), 2**32)
    none = dict.fromkeys(TIERS, 0)
    lengths = {"levels": {**none, tier: entries}, "daily": none, "events": none}
    board = BoardConfig(spec, (tier,) if steer else (), numbers, 3, lengths)
    counts, following, done, seconds = None, str(numbers.pilot), {}, 0.0
    while following is not None:
        counts = following
        for part in batch_ranges(numbers, counts):
            if part not in done:
                begin = time.thread_time()
                aimed = replace(spec, aim=part.aim)
                batch = ENGINE.generate(aimed, part.first, part.count, BOUNDS[spec.kind.stars])
                seconds += time.thread_time() - begin
                done[part] = batch.records
        batches = first_met([done[part] for part in batch_ranges(numbers, counts)])
        chosen = select(batches, partial(ENGINE.lay, spec.kind), board.need, board.distance)
        following = next_counts(board, chosen.found, chosen.steered, counts)
    return chosen.records[tier], counts, seconds


def first_met(batches):
    """Openers of batches, each with a mask of its boards that are in none before it."""
    keys = np.concatenate([records["key"] for records in batches])
    first = np.zeros(len(keys), np.bool_)
    first[np.unique(keys, return_index=True)[1]] = True
    masks = np.split(first, np.cumsum([len(records) for records in batches])[:-1])
    return [partial(tuple, pair) for pair in zip(batches, masks, strict=True)]


def compare_banks(kind, spec, tier, entries):
    """Make a bank both ways, and print what they cost and what they are like."""
    times = []
    for name, steer in (("filtered", False), ("steered", True)):
        records, counts, seconds = bank(spec, tier, entries, steer)
        times.append(seconds)
        aimed = int(records["aimed"].sum())
        print(f"{kind} bank of {entries} {name}: {aimed} steered, of {counts} candidates", end="")
        print(f", {seconds:.2f} s of them", flush=True)
        likeness(name, records, spec.kind.size, spec.kind.stars)
    print(f"{kind} bank of {entries} ratio {times[0] / times[1]:.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kinds", nargs="+", metavar="SIZExSIZE-STARS-TIER")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--boards", type=int, default=4000, help="compared of each way, at most")
    parser.add_argument("--banks", type=int, nargs="*", default=[], help="entries of each bank")
    args = parser.parse_args()
    print("quantiles", " ".join(f"{q:.0%}" for q in QUANTILES))
    for kind in args.kinds:
        shape, stars, tier = kind.split("-")
        size, stars = int(shape.split("x")[0]), int(stars)
        spec = Spec(StarsKind(size, stars), "organic")
        filtered, steered = ROUND[size, stars]
        ways = {
            "filtered": Way(spec, tier, filtered),
            "steered": Way(replace(spec, aim=tier), tier, steered),
        }
        for way in ways.values():
            ENGINE.generate(way.spec, 0, 1, FREE)  # compiles
        for entries in args.banks:
            compare_banks(kind, spec, tier, entries)
        if args.banks:
            continue
        for _ in range(args.rounds):
            for way in ways.values():
                way.run()
        for name, way in ways.items():
            each = 1e6 / max(way.rate, 1e-9)
            print(f"{kind} {name:8} {way.rate:10.1f} a second, {each:9.0f} us each", flush=True)
        print(f"{kind} ratio {ways['steered'].rate / ways['filtered'].rate:.2f}", flush=True)
        boards = min(args.boards, *(len(way.records) for way in ways.values()))
        for name, way in ways.items():
            if boards > 1:
                likeness(name, way.records[:boards], size, stars)


if __name__ == "__main__":
    main()
