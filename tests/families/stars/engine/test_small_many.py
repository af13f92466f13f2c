"""Every technique for several stars on many small sheets and some of two words, by definition.

``test_many_techniques`` has the drawn examples; here are numbers, quick enough in plain Python for
mutation testing.
"""

import random
from itertools import product

import numpy as np
import pytest

from moat_bank.families.base import Spec
from moat_bank.families.stars.engine.geometry import unrolled
from moat_bank.families.stars.engine.many import packing, rows, state
from moat_bank.families.stars.engine.many.ladder import CASES, DEEP_WHAT_IF, LADDER, WAYS, WHAT_IF
from moat_bank.families.stars.engine.many.plain import COUNTING, LINE_SQUEEZE
from moat_bank.families.stars.engine.many.rate import MANY_SIGNALS, RUNGS, tier_of_many
from moat_bank.families.stars.engine.many.squeeze import squeeze
from moat_bank.families.stars.engine.outcome import KEPT, UNFINISHED, new_outcome
from moat_bank.families.stars.engine.rate import HARDEST
from moat_bank.families.stars.kind import StarsKind
from moat_bank.kernels.jit import U64
from tests.families.stars.engine.many import (
    by_definition,
    cells,
    concluded,
    has_room,
    plain_signals,
    sheet_of,
    signals,
)
from tests.families.stars.engine.many import written as in_memory
from tests.families.stars.oracle import boards
from tests.families.stars.oracle.packings import packings


@pytest.mark.parametrize("number", range(1, len(LADDER) + 1), ids=LADDER)
def test_small_sheets(number):
    rng = random.Random(number)
    plain = number <= COUNTING
    some = 0
    for n in range({CASES: 5, WHAT_IF: 10, DEEP_WHAT_IF: 8, WAYS: 25}.get(number, 60)):
        size = (4, 5, 6)[n % 3]
        sheet = sheet_of(rng, size, rng.randrange(5, 6 * size if plain else 3 * size))
        expected = by_definition(number, sheet)
        assert concluded(number, sheet) == expected
        some += expected is not None and bool(expected[1] | expected[2])
    assert some > 1


@pytest.mark.parametrize("number", range(1, WAYS + 1))
def test_sheets_of_two_words(number):
    rng = random.Random(number + 50)
    for _ in range(3):
        sheet = sheet_of(rng, 9, rng.randrange(4, 12))
        assert concluded(number, sheet) == by_definition(number, sheet)


def test_a_sheet_goes_on_from_one_technique_to_the_next():
    """What the squeeze remembers of regions that told nothing must not outlive a change."""
    rng = random.Random(9)
    for _ in range(6):
        grid = boards.grown(rng, 5)
        assert signals(grid, 1) == plain_signals(grid, 1)
    grid = boards.paired(rng, 8)
    assert signals(grid, 2, top=COUNTING) == plain_signals(grid, 2, COUNTING)


def test_a_squeeze_remembers_nothing_that_has_changed():
    """A region that told nothing is asked again where it, a line or a candidate changes."""
    rng = random.Random(3)
    told = 0
    for n in range(150):
        sheet = sheet_of(rng, (5, 6, 9)[n % 3], 14)
        used = in_memory(sheet)
        possible = squeeze(state.ACTUAL, used) != state.CONTRADICTION
        if not possible or not state.apply(state.ACTUAL, used) or not used.need[state.ACTUAL].any():
            continue
        unit = rng.choice(used.need[state.ACTUAL].nonzero()[0])
        used.need[state.ACTUAL, unit] = 1 if used.need[state.ACTUAL, unit] > 1 else 2
        if n % 4 == 0:
            used.candidates[state.ACTUAL] &= ~used.near[rng.randrange(sheet.size**2)]
        fresh = in_memory(sheet)
        fresh.need[:], fresh.candidates[:] = used.need, used.candidates
        settled = squeeze(state.ACTUAL, fresh)
        assert squeeze(state.ACTUAL, used) == settled
        if settled != state.CONTRADICTION:
            assert (used.star == fresh.star).all()
            assert (used.out == fresh.out).all()
            told += settled > 0
    assert told > 20


def test_a_star_clears_what_touches_it_and_the_units_that_it_completes():
    rng = random.Random(2)
    for _ in range(12):
        sheet = sheet_of(rng, rng.choice((5, 9)), 12)
        cell = rng.choice(sorted(sheet.candidates))
        work = in_memory(sheet)
        x = cell[0] * sheet.size + cell[1]
        state.suppose(state.ACTUAL, work)
        for s in (state.SUPPOSED, state.ACTUAL):
            assert state.put_star(s, x, work)
            assert not state.put_star(s, x, work)  # no candidate any more
            if s == state.SUPPOSED:
                assert cells(sheet.size, work.candidates[0]) == sheet.candidates
        sheet.place([cell])
        for s in (state.SUPPOSED, state.ACTUAL):
            assert cells(sheet.size, work.candidates[s]) == sheet.candidates
            assert cells(sheet.size, work.placed[s]) == sheet.stars
            assert work.need[s].tolist() == [sheet.need[unit] for unit in sheet.units]


def test_packings_are_exact():
    rng = random.Random(1)
    for size, count in ((4, 60), (9, 40)):
        work = state.new_many_work(size, 6)
        every_cell = list(product(range(size), repeat=2))
        for _ in range(count):
            top, left = rng.randrange(size - 2), rng.randrange(size - 2)
            block = [c for c in every_cell if top <= c[0] < top + 5 and left <= c[1] < left + 4]
            some = frozenset(rng.sample(block, rng.randrange(1, len(block) + 1)))
            for need in range(1, 7):
                room = bool(packings(some, need))
                assert has_room(size, need, some, work) == room, (some, need)


def test_room_in_a_line():
    rng = random.Random(6)
    for word in [*range(64), *(rng.randrange(1 << 25) for _ in range(40)), (1 << 25) - 1]:
        runs = bin(word)[2:].split("0")
        assert packing.line_room(U64(word)) == sum((len(run) + 1) // 2 for run in runs)


def test_tiers_by_the_hardest_technique():
    tiers = []
    for hardest in range(RUNGS + 1):
        board = np.zeros(MANY_SIGNALS, np.int64)
        board[HARDEST] = hardest
        tiers.append(int(tier_of_many(board)))
    assert LADDER[LINE_SQUEEZE - 1 : COUNTING] == (
        "line squeeze",
        "claims",
        "line pairs",
        "counting",
    )
    assert tiers == [-1, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3]


def test_rows_that_no_logic_finishes_are_kept_no_longer():
    """Boards of one star, with and without a known solution, rated one after the other."""
    spec, rng = Spec(StarsKind(5), "organic"), random.Random(8)
    grids = [boards.repaired(rng, 5), boards.grown(rng, 5), boards.repaired(rng, 5)]
    grids.append([[0] * 5] * 4 + [[0, 1, 2, 3, 4]])  # no solution
    outcome = new_outcome(5, 1, len(grids))
    outcome = outcome._replace(signals=np.zeros((len(grids), MANY_SIGNALS), np.int64))
    outcome.status[:] = KEPT
    outcome.status[1] = UNFINISHED + 1  # dropped before
    for i, grid in enumerate(grids):
        outcome.regions[i] = np.array(grid).ravel()
        one = boards.solutions_of(grid, 1)
        outcome.columns[i] = [c for row in one[0] for c in row] if one else 0
    memory = rows.new_rows(spec)
    rows.rate_rows(5, 1, unrolled(5), memory, outcome)
    for i in (0, 2, 3):
        expected = plain_signals(grids[i], 1)
        assert outcome.signals[i].tolist() == expected
        assert outcome.tier[i] == tier_of_many(outcome.signals[i])
        assert outcome.status[i] == (KEPT if expected[0] else UNFINISHED)
    assert outcome.status[1] == UNFINISHED + 1
    assert not outcome.signals[1].any()
    assert outcome.status[3] == UNFINISHED
