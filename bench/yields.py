"""The tables of docs/yields.md: what each size gives, tier by tier, as Markdown.

python bench/yields.py [--style organic] [--stars 1] [--sizes 4 5 6 7 8 9 10 11 12] [--seconds 10]

A size is tried until so much processor time is spent; chunks grow, since a candidate of many stars
takes a million times longer than one of few.
"""

import argparse
from collections import Counter
from time import thread_time

import numpy as np

from moat_bank.families.base import Spec
from moat_bank.families.registry import engine
from moat_bank.families.stars.kind import StarsKind
from moat_bank.kind import TIERS

LARGEST_CHUNK = 500
BOUNDS = {"smallest_region": 1, "single_cell_regions": 1, "largest_share": 50}


def count_tiers(spec, seconds, most):
    """Tally, seconds and entries of each tier, after so many seconds or so many candidates."""
    stars = engine("stars")
    stars.generate(spec, 0, 0, BOUNDS)  # compiled before the clock starts
    tally, spent, tiers = Counter(), 0.0, np.zeros(len(TIERS), np.int64)
    seen = set()
    chunk = 1
    while spent < seconds and tally["candidates"] < most:
        begin = thread_time()
        batch = stars.generate(spec, tally["candidates"], chunk, BOUNDS)
        seconds_of_chunk = thread_time() - begin
        spent += seconds_of_chunk
        tally.update(batch.tally)
        for record in batch.records:
            if int(record["key"]) not in seen:
                seen.add(int(record["key"]))
                tiers[record["tier"]] += 1
        if seconds_of_chunk < 1:
            chunk = min(2 * chunk, LARGEST_CHUNK)
    return tally, spent, tiers


def time_text(seconds):
    """A time in the unit that suits it."""
    return f"{seconds * 1e6:,.0f} µs" if seconds < 0.1 else f"{seconds:,.2g} s"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--style", default="organic")
    parser.add_argument("--stars", type=int, default=1)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(range(4, 13)))
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--most", type=int, default=10**9, help="most candidates of a size")
    args = parser.parse_args()
    print("| size | candidates | unique | " + " | ".join(TIERS) + " |")
    print("| --- " * (len(TIERS) + 3) + "|")
    for size in args.sizes:
        spec = Spec(StarsKind(size, args.stars), args.style)
        tally, spent, tiers = count_tiers(spec, args.seconds, args.most)
        made = tally["candidates"]
        cells = [
            f"{n / made:.2%}, {time_text(spent / n)}" if n else f"none in {made:,}"
            for n in tiers.tolist()
        ]
        unique = f"{tally['unique'] / made:.2%}"
        row = [f"{size}x{size}", f"{made:,}", unique, *cells]
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
