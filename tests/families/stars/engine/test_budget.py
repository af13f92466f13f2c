"""Solving and rating end on anything: where the steps are used up, the board is undecided."""

import pytest

from moat_bank.families.registry import engine
from moat_bank.families.stars.board import Board, puzzle_of

ENGINE = engine("stars")


def puzzle(size, stars, region):
    """The board whose cell in row r and column c is of region ``region(r, c)``."""
    rows = tuple(tuple(region(r, c) for c in range(size)) for r in range(size))
    return puzzle_of(Board(size, stars, rows))


def rows_of(size, stars):
    return puzzle(size, stars, lambda r, c: r)


@pytest.mark.slow
@pytest.mark.parametrize(
    "board",
    [
        puzzle(25, 5, lambda r, c: r // 5 * 5 + c // 5),
        puzzle(20, 1, lambda r, c: (r + c) % 20),
    ],
    ids=["25x25 in blocks", "20x20 diagonals"],
)
def test_boards_that_ran_for_minutes_are_undecided(board):
    found = ENGINE.solutions(board, 2)
    assert not found.complete
    assert ENGINE.rate(board).undecided


@pytest.mark.slow
@pytest.mark.parametrize("stars", [1, 6])
@pytest.mark.parametrize("region", [lambda r, c: r, lambda r, c: c], ids=["rows", "columns"])
def test_stripes_have_solutions_and_no_rating(region, stars):
    rating = ENGINE.rate(puzzle(25, stars, region), 10_000_000)
    assert rating.undecided
    assert rating.tier is None
    assert set(rating.numbers.values()) == {None}


@pytest.mark.parametrize("stars", [1, 2])
def test_a_larger_budget_finds_more_and_then_all(stars):
    board = rows_of(8, stars)
    every = ENGINE.solutions(board, 10_000)
    assert every.complete
    before = 0
    for budget in (1, 10_000, 100_000, 10_000_000):
        some = ENGINE.solutions(board, 10_000, budget)
        assert some.found == every.found[: len(some.found)]
        assert before <= len(some.found)
        before = len(some.found)
    assert (ENGINE.solutions(board, 10_000, 1).complete, some.complete) == (False, True)


@pytest.mark.parametrize("stars", [1, 2])
def test_a_limit_that_is_reached_is_no_lack_of_steps(stars):
    found = ENGINE.solutions(rows_of(8, stars), 2)
    assert found.complete
    assert len(found.found) == 2


@pytest.mark.parametrize("stars", [1, 2])
def test_a_rating_is_the_same_or_undecided(stars):
    board = rows_of(8, stars)
    whole = ENGINE.rate(board)
    assert not whole.undecided
    ratings = [ENGINE.rate(board, 10**n) for n in range(10)]
    undecided = [rating.undecided for rating in ratings]
    assert undecided[0]
    assert undecided == sorted(undecided, reverse=True)
    assert all(rating == whole for rating in ratings if not rating.undecided)
