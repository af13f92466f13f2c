"""Sheets for the small tests of several stars: maps where each unit misses a number of its own."""

import random

import numpy as np

from moat_bank.families.stars.engine import counting
from moat_bank.families.stars.engine.geometry import geometry
from moat_bank.families.stars.engine.search import begin, new_search
from tests.families.stars.engine.many import hide_stars, mask, masks
from tests.families.stars.oracle import boards
from tests.families.stars.oracle.packings import touching


class Sheet:
    """A map with stars hidden in it; each unit misses as many as it has, at most three."""

    def __init__(self, rng, size):
        self.size, self.regions = size, boards.grown(rng, size)
        self.need = dict.fromkeys(range(3 * size), 0)
        every_cell = [(r, c) for r in range(size) for c in range(size)]
        self.candidates = set(every_cell)
        hidden = hide_stars(rng, self, 3, 0.7)
        chance = rng.choice((0.4, 0.7, 1)) if size < 9 else 0.4
        self.candidates = {cell for cell in every_cell if cell in hidden or rng.random() < chance}
        if rng.random() < 0.2:  # then there may be none
            self.candidates.discard(hidden[0])

    def units_of(self, cell):
        return self.regions[cell[0]][cell[1]], self.size + cell[0], 2 * self.size + cell[1]

    def own(self, unit):
        """The candidates of a unit."""
        return {cell for cell in self.candidates if unit in self.units_of(cell)}

    def solutions(self):
        """All sets of cells that do not touch and give every unit what it misses."""
        order = sorted(self.candidates)
        found = set()

        def fill(at, chosen, need):
            if not any(need.values()):
                found.add(frozenset(chosen))
                return
            for i in range(at, len(order)):
                cell = order[i]
                if any(need[self.size + r] for r in range(cell[0])):
                    return
                if all(need[u] for u in self.units_of(cell)) and not any(
                    touching(cell, x) for x in chosen
                ):
                    less = need | {u: need[u] - 1 for u in self.units_of(cell)}
                    fill(i + 1, [*chosen, cell], less)

        fill(0, [], self.need)
        return found

    def start(self, through=None):
        """A search that has begun on this sheet; ``through`` a cell, if given."""

        def begun(size, owner, region, search):
            tables, many = geometry(size), search.many
            many.upright[:] = 0
            begin(size, 2, tables, region, search)
            many.missing[0] = list(self.need.values())
            for r in range(size):
                for c in range(size):
                    closed = not all(self.need[u] for u in self.units_of((r, c)))
                    if (r, c) not in self.candidates or closed:
                        counting.rule_out(size, 0, r * size + c, many)
            counting.turn_regions(size, owner, many)
            if through is not None:
                x = through[0] * size + through[1]
                counting.put(size, 0, x, tables, owner, region, many)

        return begun


def sheets(count, sizes=(4, 5, 6)):
    rng = random.Random(count)
    for n in range(count):
        yield rng, Sheet(rng, sizes[n % len(sizes)])


def state(sheet):
    """Kernel memory with the sheet's candidates at level 0, as far as a prune looks."""
    size = sheet.size
    owner, region = masks(sheet.regions)
    search = new_search(size, 2).many
    flipped = {(c, r) for r, c in sheet.candidates}
    search.candidates[0] = mask(size, sheet.candidates)[0]
    search.turned[0] = mask(size, flipped)[0]
    search.missing[0] = list(sheet.need.values())
    counting.turn_regions(size, owner, search)
    return owner, region, search


def laid_out(rng, sheet):
    """The same at some level, with anything on the other levels, and counts of all units."""
    owner, region, search = state(sheet)
    level, bits = rng.randrange(3), rng.getrandbits(63)
    for table in (search.candidates, search.turned, search.stars):
        here = table[0].copy()
        table[:] = np.uint64(bits)
        table[level] = here
    search.missing[:] = 7
    search.missing[level] = list(sheet.need.values())
    for u, need in sheet.need.items():
        search.counts[u] = len(sheet.own(u)) if need else rng.randrange(9)
    return level, owner, region, search
