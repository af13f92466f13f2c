"""How techniques for several stars follow one another: in a supposition, a rating, and a batch."""

import random

import numpy as np
import pytest

from moat_bank.families.base import Spec
from moat_bank.families.stars.engine.geometry import unrolled
from moat_bank.families.stars.engine.many import follow, rows, state
from moat_bank.families.stars.engine.many.plain import COUNTING
from moat_bank.families.stars.engine.many.rate import MANY_SIGNALS
from moat_bank.families.stars.engine.outcome import KEPT, UNFINISHED, new_outcome
from moat_bank.families.stars.kind import StarsKind
from tests.families.stars.engine.many import (
    cells,
    mask,
    masks,
    plain_signals,
    sheet_of,
    signals,
    written,
)
from tests.families.stars.oracle import boards, sheets


def plain_end(sheet, cell, top):
    """Where a star leads, by definition: None if to a contradiction, else the sheet."""
    return sheets.follow(sheet, cell, top)


# Chosen so that the last technique makes a difference, which is rare for some.
SEEDS = (0, 1, 512, 333, 594, 535, 136, 357)


@pytest.mark.parametrize(("top", "seed"), list(enumerate(SEEDS)))
def test_a_star_is_followed_to_its_end(top, seed):
    rng = random.Random(seed)
    matters = impossible = 0
    for n in range(40):
        size = (5, 6)[n % 2]
        sheet = sheet_of(rng, size, rng.randrange(5, size * size))
        cell = rng.choice(sorted(sheet.candidates))
        work = written(sheet)
        state.suppose(state.ACTUAL, work)
        state.put_star(state.SUPPOSED, cell[0] * size + cell[1], work)
        found = None
        if follow.follow(np.int64(top), work):
            found = tuple(
                cells(size, bits[state.SUPPOSED]) for bits in (work.placed, work.candidates)
            )
        expected = plain_end(sheet, cell, top)
        assert found == expected
        impossible += found is None
        matters += top > 0 and expected != plain_end(sheet, cell, top - 1)
    assert impossible > 5
    assert matters or top == 0


def test_a_star_that_leads_to_a_doomed_one_is_followed_no_further():
    rng = random.Random(1)
    doomed = 0
    for _ in range(12):
        sheet = sheet_of(rng, 9, 30)
        cell = rng.choice(sorted(sheet.candidates))
        end = plain_end(sheet, cell, COUNTING)
        for star in sorted(end[0] - {cell}) if end else ():
            work = written(sheet)
            state.suppose(state.ACTUAL, work)
            state.put_star(state.SUPPOSED, cell[0] * 9 + cell[1], work)
            work.block[state.DOOMED] = mask(9, {star})[0]
            assert not follow.follow(follow.BY_PLAIN, work)
            doomed += 1
    assert doomed > 5


def test_a_unit_is_cramped_however_many_cells_it_has():
    """Two rows of four hold two stars, and eight cells no fewer."""
    for need in range(1, 4):
        sheet = sheets.Sheet([[0] * 4 + [1]] * 2 + [[r] * 5 for r in (2, 3, 4)], 0)
        sheet.need["region", 0] = need
        work = written(sheet)
        state.suppose(state.ACTUAL, work)
        assert follow.follow(follow.AT_ONCE, work) == (need < 3)


def test_a_rating_goes_up_to_the_last_technique_asked_for():
    """The first board is solved by counting, with one set of two; the other uses a set of three."""
    solved, other = boards.repaired(random.Random(11), 7), boards.grown(random.Random(19), 7)
    for top in range(1, COUNTING + 1):
        assert signals(solved, 1, top=top) == plain_signals(solved, 1, top)
    assert signals(solved, 1)[0] == COUNTING
    found = signals(other, 1, top=COUNTING)
    assert found == plain_signals(other, 1, COUNTING)
    assert found[3:5] == [3, 1]


def rated(grids, stars, columns):
    size = len(grids[0])
    outcome = new_outcome(size, stars, len(grids))
    outcome = outcome._replace(signals=np.zeros((len(grids), MANY_SIGNALS), np.int64))
    outcome.status[:] = KEPT
    outcome.regions[:] = np.array(grids).reshape(len(grids), -1)
    outcome.columns[:] = columns
    memory = rows.new_rows(Spec(StarsKind(size, stars), "organic"))
    rows.rate_rows(size, stars, unrolled(size), memory, outcome)
    return outcome, memory


def test_a_board_of_any_tier_is_kept():
    """The second is solved by counting."""
    grids = [boards.repaired(random.Random(seed), 5) for seed in (0, 12)]
    columns = [np.ravel(boards.solutions_of(grid, 1)[0]) for grid in grids]
    outcome, _ = rated(grids, 1, columns)
    assert outcome.tier.tolist() == [0, 1]
    assert outcome.status.tolist() == [KEPT, KEPT]


@pytest.mark.parametrize("size", [8, 9])
def test_each_board_is_rated_with_its_own_solution(size):
    """Two in one word or two, of which neither can be: one region has one cell and two stars."""
    grid = [[r] * size for r in range(size)]
    grid[0] = [0] + [1] * (size - 1)
    columns = [[0, 2] * size, [4, 7] * size]
    outcome, memory = rated([grid, grid], 2, columns)
    assert outcome.status.tolist() == [UNFINISHED, UNFINISHED]
    assert (memory.solution == mask(size, [(r, c) for r in range(size) for c in (4, 7)])).all()


@pytest.mark.parametrize("size", [8, 14, 18, 25])
def test_memory_has_the_words_that_a_board_takes(size):
    _, region = masks([[r] * size for r in range(size)])
    memory = rows.new_rows(Spec(StarsKind(size, 2), "organic"))
    assert memory.region.shape == region.shape
    assert memory.solution.shape[1] == region.shape[1]
    assert memory.work.near.shape == (size * size, region.shape[1])
