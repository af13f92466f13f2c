"""What a lookup costs: warm, cold, import and memory, beside a bare ``python -c pass``.

Run it on a built bank, or without one on boards of 12x12 that it writes itself:

    python bench/bench_lookup.py [--banks banks | --stars 2]

Warm: the level's shard is in the cache. Cold: it is not (the cache holds one shard and the levels
take turns between shards), so its file is read, checked against its sha256 and parsed; the file
itself is in the system's cache. Imports take turns with the bare interpreter, in new processes.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from statistics import median

from moat_bank.runtime import Banks

HERE = Path(__file__).resolve().parent


def main() -> None:
    parser = argparse.ArgumentParser(description="Cost of a lookup.")
    parser.add_argument("--banks", help="folder of banks; left out: boards made for this")
    parser.add_argument("--stars", type=int, default=1, help="of those boards, 1 or 2")
    parser.add_argument("--times", type=int, default=5000, help="lookups of each kind")
    parser.add_argument("--processes", type=int, default=15, help="new processes of each kind")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as spare:
        folder = args.banks or write_own(Path(spare), args.stars)
        lookups(folder, args.times)
        processes(args.processes)


def write_own(folder: Path, stars: int) -> str:
    sys.path.insert(0, str(HERE.parent / "tests" / "runtime"))
    from bank_fixture import write_bank

    banks = [(pool, 12, stars, "easy", 501) for pool in ("levels", "daily", "events")]
    write_bank(folder, banks, boards=[(1, 12, stars)], pattern=["easy"], shard=50)
    return str(folder)


def lookups(folder: str, times: int) -> None:
    warm, cold = Banks(folder, cache=10_000), Banks(folder, cache=1)
    warm.preload(1, 1000)
    levels = [warm.level(n) for n in range(1, 1001)]
    claims = [(level.number, stars(level.solution)) for level in levels]
    print(f"{folder}: {levels[-1].size}x{levels[-1].size} at level 1000, medians of {times}")
    show("level, warm", 15, each(warm.level, cycle(range(1, 1001)), times))
    show("level, cold", 500, each(cold.level, cycle(apart(cold)), times // 5))
    if warm.editions[-1].manifest.pool("daily"):
        days = [f"2026-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 29)]
        each(warm.daily, iter(days), len(days))
        show("daily, warm", None, each(warm.daily, cycle(days), times))
    checked = each(lambda claim: warm.check_claim(*claim), cycle(claims), times)
    show("check_claim, warm", None, checked)
    show("opening", None, each(Banks, cycle([folder]), 200))


def apart(banks: Banks) -> Iterator[int]:
    """Levels each in another shard than the one before."""
    last = None
    for n in range(1, 5000):
        _, _, bank, index, _ = banks._find_level(n)
        if (bank, index // banks.editions[-1].manifest.shard) != last:
            last = (bank, index // banks.editions[-1].manifest.shard)
            yield n


def stars(solution: list) -> list[list[int]]:
    rows = [[cols] if isinstance(cols, int) else cols for cols in solution]
    return [[r, c] for r, cols in enumerate(rows) for c in cols]


def each(act: Callable, arguments: Iterator, times: int) -> float:
    """Median microseconds of a call."""
    spent = []
    for argument in islice(arguments, times):
        start = time.perf_counter_ns()
        act(argument)
        spent.append(time.perf_counter_ns() - start)
    return median(spent) / 1000


def show(name: str, aim: float | None, microseconds: float) -> None:
    print(f"  {name:20}{microseconds:10.1f} us" + (f"   (aim: {aim} us)" if aim else ""))


def processes(times: int) -> None:
    """Import time and peak memory of new processes, taking turns."""
    # Linux alone tells the peak since the program began; getrusage counts the parent's too.
    peak = "print(*(line for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    codes = {"pass": "pass", "moat_bank.runtime": "import moat_bank.runtime"}
    codes |= {"numpy": "import numpy"}
    spent: dict[str, list[float]] = {name: [] for name in codes}
    for _ in range(times):
        for name, code in codes.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            spent[name].append(time.perf_counter() - start)
    print(f"new processes, medians of {times}; numpy for comparison, the runtime does not load it")
    bare = median(spent["pass"])
    for name, code in codes.items():
        run = subprocess.run(
            [sys.executable, "-c", f"{code}\n{peak}"], check=True, capture_output=True, text=True
        )
        ms, mib = median(spent[name]) * 1000, int(run.stdout.split()[1]) / 1024
        print(f"  {name:20}{ms:8.1f} ms  {ms - bare * 1000:+7.1f} ms over bare  {mib:6.1f} MiB")


if __name__ == "__main__":
    main()
