"""Ratings for several stars: sound, the same for all symmetries, and as the definitions say."""

import os
import random
import subprocess
import sys
from functools import cache

import numpy as np
import pytest

from moat_bank.families.stars.engine.geometry import unrolled
from moat_bank.families.stars.engine.many import state
from moat_bank.families.stars.engine.many.ladder import DEEP_WHAT_IF, RUNGS, deduce
from moat_bank.symmetry import TRANSFORMS, transform_rows
from tests.families.stars.engine.many import cells, mask, masks, plain_signals, signals
from tests.families.stars.oracle import boards
from tests.families.stars.views import transform_solution


@cache
def unique(count=24):
    rng = random.Random(1)
    return [boards.paired_unique(rng, 9) for _ in range(count)]


@pytest.mark.parametrize("t", range(TRANSFORMS))
def test_turns_mirrors_labels_and_a_known_solution_change_nothing(t):
    rng = random.Random(t)
    hardest = set()
    for grid in unique():
        before = signals(grid, 2)
        (solution,) = boards.solutions_of(grid, 2)
        turned = boards.relabelled(rng, transform_rows(grid, t))
        assert signals(turned, 2) == before
        assert signals(turned, 2, transform_solution(solution, t)) == before
        hardest.add(before[0])
    assert len(hardest) > 4


@pytest.mark.parametrize("t", [1, 6])
def test_turns_change_nothing_where_logic_does_not_finish(t):
    rng = random.Random(t)
    for _ in range(30):
        grid = boards.paired(rng, 9) if rng.random() < 0.7 else boards.grown(rng, 9)
        turned = boards.relabelled(rng, transform_rows(grid, t))
        assert signals(turned, 2) == signals(grid, 2)


@pytest.mark.parametrize(("first", "last"), [(0, 12), (12, 24)])
def test_boards_of_two_stars_are_rated_as_the_definitions_say(first, last):
    for grid in unique()[first:last]:
        assert signals(grid, 2, top=DEEP_WHAT_IF) == plain_signals(grid, 2, DEEP_WHAT_IF)


def test_boards_of_one_star_are_rated_as_the_definitions_say():
    rng = random.Random(2)
    hardest = set()
    for n in range(40):
        grid = boards.repaired(rng, 6) if n % 2 else boards.grown(rng, rng.choice((4, 5, 6)))
        expected = plain_signals(grid, 1)
        assert signals(grid, 1) == expected
        hardest.add(expected[0])
    assert len(hardest) > 3


def unsound(grid, stars, solutions):
    """Climb as far as it goes; the first deduction that a solution denies, and the last state."""
    size = len(grid)
    owner, region = masks(grid)
    work = state.new_many_work(size, stars)
    state.set_up(size, stars, unrolled(size), owner, region, work)
    sets = [{(r, c) for r, columns in enumerate(one) for c in columns} for one in solutions]
    nothing = mask(size, [])
    rung = 1
    while rung <= RUNGS:
        settled = deduce(np.int64(rung), state.ACTUAL, nothing, work)
        if settled < 0:
            return rung, "contradiction", work
        placed, out = cells(size, work.star[0]), cells(size, work.out[0])
        if any(not placed <= one or out & one for one in sets):
            return rung, (placed, out), work
        rung += 1
        if settled:
            assert state.apply(state.ACTUAL, work)
            if state.finished(state.ACTUAL, work):
                break
            rung = 1
    return 0, None, work


def test_no_deduction_denies_a_solution_of_a_board_with_one_or_many():
    rng = random.Random(4)
    counts = []
    for _ in range(60):
        grid = boards.paired(rng, 9)
        solutions = boards.solutions_of(grid, 2)
        rung, found, work = unsound(grid, 2, solutions)
        assert not rung, (rung, found, grid)
        assert state.finished(state.ACTUAL, work) <= (len(solutions) == 1)
        counts.append(len(solutions))
    assert counts.count(1) > 2
    assert max(counts) > 20


def test_no_deduction_denies_a_solution_of_a_board_of_one_star():
    rng = random.Random(5)
    several = 0
    for _ in range(200):
        size = rng.choice((5, 6, 7))
        grid = boards.grown(rng, size, boards.star_places(rng, size))
        solutions = boards.solutions_of(grid, 1)
        rung, found, _ = unsound(grid, 1, solutions)
        assert not rung, (rung, found, grid)
        several += len(solutions) > 1
    assert several > 50


def test_a_board_without_a_solution_is_never_finished():
    rng = random.Random(6)
    tried = 0
    while tried < 40:
        grid = boards.grown(rng, 9)
        if not boards.solutions_of(grid, 2):
            assert signals(grid, 2)[0] == 0
            tried += 1


def test_a_lower_top_finishes_just_the_boards_that_need_no_more():
    for grid in unique():
        hardest = signals(grid, 2)[0]
        for top in range(1, RUNGS + 1):
            finished = signals(grid, 2, top=top)[0]
            assert finished == (hardest if hardest <= top else 0)


PLAIN = """
from tests.families.stars.engine.many import signals
from tests.families.stars.engine.test_many_rating import unique
print([signals(grid, 2, top=6) for grid in unique(3)])
"""


def test_plain_python_gives_the_same_signals():
    env = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PLAIN], env=env, capture_output=True, check=True
    )
    assert done.stdout.decode() == f"{[signals(grid, 2, top=6) for grid in unique(3)]}\n"
