"""How the whole workflow grows: builds of 8x8, tiers in natural proportion, timed and weighed.

    python bench/bench_workflow.py FOLDER 10001 100001 1000001 --svg docs/scaling.svg

Builds each length in a folder of its own below FOLDER, on two cores, with kernels compiled before.
Prints wall and processor seconds, the share of the kernels, and the largest process; then fits
seconds and memory as a power of the entries.
"""

import argparse
import json
import math
import resource
import subprocess
import sys
import time
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
SHARES = {"easy": 0.1960, "medium": 0.7100, "hard": 0.0490}  # the rest is super_hard


def config(entries):
    lengths = {tier: int(entries * share) // 2 * 2 + 1 for tier, share in SHARES.items()}
    lengths["super_hard"] = entries - 1 - sum(lengths.values())
    return {
        "edition": f"scale-{entries}",
        "seed": 9,
        "banks": "banks",
        "family": "stars",
        "generation": {"pilot": 20_000, "batch": 200_000, "ceiling": 5_000_000},
        "quality": {"stars": {"smallest_region": 1, "single_cell_regions": 1, "largest_share": 50}},
        "twins": {"distance": 3},
        "shard": 1000,
        "boards": [
            {"size": 8, "stars": 1, "style": "organic", "levels": lengths, "daily": {"easy": 1}}
        ],
        "levels": {"boards": [{"from": 1, "size": 8, "stars": 1}], "tiers": ["easy", "medium"]},
    }


def largest(folder):
    """MiB of the largest process that runs in a folder."""
    most = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").resolve() == folder:
                most = max(most, int((process / "statm").read_text().split()[1]) / 256)
        except (OSError, IndexError, ValueError):
            continue
    return most


def build(folder, entries):
    """Wall seconds, processor seconds, kernel seconds and MiB of one build."""
    folder.mkdir(parents=True)
    (folder / "config.yaml").write_text(yaml.safe_dump(config(entries), sort_keys=False))
    call = [sys.executable, "-m", "snakemake", "--snakefile", str(ROOT / "Snakefile")]
    call += ["--directory", str(folder), "--cores", "2", "--quiet", "all"]
    before, begin, most = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic(), 0
    running = subprocess.Popen(call, cwd=folder)
    while running.poll() is None:
        most = max(most, largest(folder))
        time.sleep(0.2)
    if running.returncode:
        sys.exit(f"{folder}: the build failed")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    tallies = folder.glob("results/boards/*/*/batches/*.json")
    kernels = sum(json.loads(path.read_text())["kernel_seconds"] for path in tallies)
    return time.monotonic() - begin, used, kernels, most


def exponent(rows, column):
    """The slope of a line through the logarithms, by least squares."""
    points = [(math.log(row[0]), math.log(row[column])) for row in rows]
    x0, y0 = (sum(values) / len(points) for values in zip(*points, strict=True))
    return sum((x - x0) * (y - y0) for x, y in points) / sum((x - x0) ** 2 for x, _ in points)


def draw(rows, path):
    from matplotlib import pyplot

    entries, wall, used, kernels, most = zip(*rows, strict=True)
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    for values, words, mark in (
        (wall, "wall", "o-"), (used, "processor", "s--"), (kernels, "kernels", "^:"),
    ):  # fmt: skip
        left.loglog(entries, values, mark, label=words)
    left.set(xlabel="entries", ylabel="seconds", title="Time of a build, two cores")
    left.legend(frameon=False)
    right.loglog(entries, most, "o-")
    right.set(xlabel="entries", ylabel="MiB", title="Largest process")
    figure.savefig(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("entries", type=int, nargs="+")
    parser.add_argument("--svg", type=Path)
    args = parser.parse_args()
    rows = []
    print("| entries | wall s | processor s | kernels s | largest process MiB |")
    print("| --- | --- | --- | --- | --- |")
    for entries in args.entries:
        wall, used, kernels, most = build(args.folder.resolve() / str(entries), entries)
        rows.append((entries, wall, used, kernels, most))
        print(f"| {entries:,} | {wall:.0f} | {used:.0f} | {kernels:.1f} | {most:.0f} |", flush=True)
    if len(rows) > 1:
        powers = [f"{exponent(rows, column):.2f}" for column in (1, 2, 3, 4)]
        print("exponents of wall, processor, kernels, memory:", ", ".join(powers))
    if args.svg:
        draw(rows, args.svg)


if __name__ == "__main__":
    main()
