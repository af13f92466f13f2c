"""Every partition of the 5x5 square into five connected regions, solved, keyed and rated.

72,137,699 boards go through the family's own kernels, and each count of solutions is compared
with that of another method: how many of the 14 star placements of 5x5 meet every region once.  The
totals were found by another program before this one was written:

    python bench/count_5x5.py [--threads 2] [--size 5]

It takes minutes on two cores, and ends with exit status 1 if any number differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise, permutations
from typing import Any

import numpy as np
from moat_bank.families.stars.solve import new_stack, solve

from moat_bank.families.stars.engine.canonical import canonical, hash_form
from moat_bank.families.stars.engine.geometry import geometry
from moat_bank.families.stars.engine.rate import HARDEST, SIGNALS, rate
from moat_bank.families.stars.engine.techniques import new_work
from moat_bank.kernels.jit import ONE, U64, ZERO, kernel, lowest, popcount

MOST = 16  # solutions told apart: no 5x5 board has more than 14
KNOWN = {
    4: {
        "partitions": 62_741,
        "by solutions": [49_668, 11_760, 1_313],
        "classes": 1_479,
        "finished by technique": [571, 794, 1_479, 1_479, 1_479],
    },
    5: {
        "partitions": 72_137_699,
        "by solutions": [
            *(48_314_143, 14_303_068, 5_657_598, 2_337_224, 934_134, 382_304, 147_920, 45_880),
            *(12_012, 2_856, 442, 92, 24, 0, 2),
        ],
        "classes": 1_788_082,
        "finished by technique": [652_391, 1_096_205, 1_758_799, 1_777_506, 1_788_082],
    },
}

# Places in the array of counts.
DIFFERENT, BY_SOLUTIONS = 0, 1
BY_HARDEST = BY_SOLUTIONS + MOST + 1
COUNTS = BY_HARDEST + 6


@kernel
def beside(size, edges, cells):
    """The cells next to a set of cells, and perhaps some of the set."""
    down = cells << U64(size) | cells >> U64(size)
    return (down | (cells & ~edges[1]) << ONE | (cells & ~edges[0]) >> ONE) & edges[2]


@kernel
def pieces(size, edges, cells):
    """Of how many connected pieces a set of cells is."""
    count = 0
    while cells != ZERO:
        piece = cells & (~cells + ONE)
        while True:
            more = (piece | beside(size, edges, piece)) & cells
            if more == piece:
                break
            piece = more
        cells &= ~piece
        count += 1
    return count


@kernel
def grow(size, edges, label, cells, banned, free, region, memory, counts, keys):
    """Every board whose region ``label`` holds ``cells``, and none of ``banned``.

    A cell beside the region is either taken or banned for good, so that no region comes twice; the
    next region begins with the first free cell, so that no order of regions comes twice.
    """
    edge = beside(size, edges, cells) & free & ~cells & ~banned
    if edge != ZERO:
        one = edge & (~edge + ONE)
        grow(size, edges, label, cells, banned | one, free, region, memory, counts, keys)
        grow(size, edges, label, cells | one, banned, free, region, memory, counts, keys)
        return 0
    region[label, 0] = cells
    rest = free & ~cells
    left = size - 1 - label
    if popcount(rest) < left or pieces(size, edges, rest) > left:
        return 0
    if left > 1:
        first = rest & (~rest + ONE)
        grow(size, edges, label + 1, first, ZERO, rest, region, memory, counts, keys)
        return 0
    region[label + 1, 0] = rest
    judge(size, region, memory, counts, keys)
    return 0


@kernel
def judge(size, region, memory, counts, keys):
    """Count the solutions in two ways; key and rate the board if it is the first of its class."""
    tables, placed, owner, label, form, signals, stack, found, work = memory
    for g in range(size):
        cells = region[g, 0]
        while cells != ZERO:
            owner[lowest(cells)] = g
            cells &= cells - ONE
    solutions = solve(size, tables, owner, region, -1, MOST, stack, found, 0)
    meeting = 0
    for i in range(len(placed)):
        meets = 1
        for g in range(size):
            if placed[i] & region[g, 0] == ZERO:
                meets = 0
                break
        meeting += meets
    counts[DIFFERENT] += solutions != meeting
    counts[BY_SOLUTIONS + solutions] += 1
    if solutions != 1:
        return
    canonical(size, tables, owner, label, form)
    for i in range(size * size):
        if owner[i] != form[i]:
            return
    rate(size, tables, owner, region, found, work, signals)
    classes = np.int64(0)
    for k in range(6):
        classes += counts[BY_HARDEST + k]
    keys[classes] = hash_form(size, size * size, form)
    counts[BY_HARDEST + signals[HARDEST]] += 1


@kernel
def run(size, edges, firsts, part, parts, region, memory, counts, keys):
    """All boards whose first region is one of this part's."""
    for i in range(part, len(firsts), parts):
        region[0, 0] = firsts[i]
        rest = edges[2] & ~firsts[i]
        if popcount(rest) >= size - 1 and pieces(size, edges, rest) <= size - 1:
            grow(size, edges, 1, rest & (~rest + ONE), ZERO, rest, region, memory, counts, keys)


def first_regions(size: int, edges: Any) -> list[int]:
    """All connected sets of cells with the first one."""
    found = []
    stack = [(1, 0)]
    while stack:
        cells, banned = stack.pop()
        near = int(beside(size, edges, U64(cells))) & ~cells & ~banned
        one = near & -near
        if one:
            stack += [(cells, banned | one), (cells | one, banned)]
        else:
            found.append(cells)
    return found


def placements(size: int) -> list[int]:
    """Star placements as masks: one a row and column, none touching."""
    return [
        sum(1 << (row * size + column) for row, column in enumerate(columns))
        for columns in permutations(range(size))
        if all(abs(a - b) > 1 for a, b in pairwise(columns))
    ]


def work_on(size: int, edges: Any, firsts: Any, part: int, parts: int) -> tuple[Any, Any]:
    """Run one part; the counts and the keys of its classes."""
    counts = np.zeros(COUNTS, np.int64)
    keys = np.zeros(KNOWN[size]["classes"] + 1, np.uint64)
    cells = size * size
    memory = (
        geometry(size),
        np.array(placements(size), np.uint64),
        np.zeros(cells, np.int64),
        np.zeros(size, np.int64),
        np.zeros(cells, np.int64),
        np.zeros(SIGNALS, np.int64),
        new_stack(size),
        np.zeros((MOST, 1), np.uint64),
        new_work(size),
    )
    region = np.zeros((size, 1), np.uint64)
    run(size, edges, firsts, part, parts, region, memory, counts, keys)
    return counts, keys[: counts[BY_HARDEST:].sum()]


def count(size: int, threads: int) -> tuple[dict[str, Any], int]:
    """The totals under the names of ``KNOWN``, and boards whose two counts differ."""
    full = 2 ** (size * size) - 1
    left = sum(1 << (r * size) for r in range(size))
    edges = np.array([left, left << (size - 1), full], np.uint64)
    firsts = np.array(first_regions(size, edges), np.uint64)
    work_on(size, edges, firsts[:0], 0, 1)  # compile before the threads
    parts = 64 * threads
    with ThreadPoolExecutor(threads) as pool:
        done = list(pool.map(lambda part: work_on(size, edges, firsts, part, parts), range(parts)))
    counts = np.sum([part[0] for part in done], axis=0)
    by_solutions = np.trim_zeros(counts[BY_SOLUTIONS:BY_HARDEST], "b").tolist()
    totals = {
        "partitions": sum(by_solutions),
        "by solutions": by_solutions,
        "classes": len(np.unique(np.concatenate([part[1] for part in done]))),
        "finished by technique": np.cumsum(counts[BY_HARDEST + 1 :]).tolist(),
    }
    return totals, int(counts[DIFFERENT])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, choices=sorted(KNOWN), default=5)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    begun = time.perf_counter()
    totals, different = count(args.size, args.threads)
    wrong = different > 0
    for name, known in KNOWN[args.size].items():
        same = totals[name] == known
        wrong |= not same
        print(f"{name}: {totals[name]} " + ("as known" if same else f"BUT KNOWN ARE {known}"))
    print(f"boards whose count by placements differs: {different}")
    print(f"{time.perf_counter() - begun:.1f} s, {args.threads} threads")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
