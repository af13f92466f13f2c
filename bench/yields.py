"""The table of docs/yields.md: what each size gives, tier by tier, as Markdown.

python bench/yields.py [--style organic] [--sizes 4 5 6 7 8 9 10 11 12] [--seconds 10]
"""

import argparse

import numpy as np

from moat_bank.families.base import TIERS, Quality, Spec, get_family

CHUNK = 500
BOUNDS = Quality(smallest_region=1, single_cell_regions=1, largest_share=50)


def count_tiers(spec, seconds):
    """Candidates, kernel seconds and entries of each tier, after so much kernel time."""
    family = get_family("stars")
    candidates, spent, tiers = 0, 0.0, np.zeros(len(TIERS), np.int64)
    seen = set()
    while spent < seconds:
        batch = family.generate(spec, candidates, CHUNK, BOUNDS)
        candidates += CHUNK
        spent += batch.kernel_seconds
        for record in batch.records:
            if int(record["key"]) not in seen:
                seen.add(int(record["key"]))
                tiers[record["tier"]] += 1
    return candidates, spent, tiers


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--style", default="organic")
    parser.add_argument("--stars", type=int, default=1)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(range(4, 13)))
    parser.add_argument("--seconds", type=float, default=10)
    args = parser.parse_args()
    print("| size | candidates | " + " | ".join(TIERS) + " |")
    print("| --- " * (len(TIERS) + 2) + "|")
    for size in args.sizes:
        spec = Spec(size, args.stars, args.style)
        candidates, spent, tiers = count_tiers(spec, args.seconds)
        cells = [
            f"{n / candidates:.2%}, {spent / n * 1e6:,.0f} µs" if n else f"none in {candidates:,}"
            for n in tiers.tolist()
        ]
        print(f"| {size}x{size} | {candidates:,} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
