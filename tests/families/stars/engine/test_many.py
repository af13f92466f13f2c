"""Boards of several stars: one solution by CP-SAT, and a rating that knows no turn and no label."""

import random

import numpy as np
import pytest

from moat_bank.families.stars import words
from moat_bank.families.stars.board import Board, is_connected, solution_rows
from moat_bank.symmetry import transform_rows
from tests.families.stars.engine.by_size import Quality, Spec, get_family
from tests.families.stars.oracle import cpsat
from tests.families.stars.views import transform_solution

STARS = get_family("stars")


def made(size, stars, count, style="organic"):
    spec = Spec(size, stars, style)
    return [STARS.entry(spec, r) for r in STARS.generate(spec, 0, count, Quality()).records]


def board(regions, stars):
    return Board(len(regions), stars, np.array(regions, np.uint8))


@pytest.mark.parametrize(
    ("size", "stars", "count", "style"),
    [(8, 2, 6, "organic"), (9, 2, 20, "balanced"), (10, 2, 20, "voronoi"), (12, 3, 4, "organic")],
)
def test_generated_boards_have_one_solution(size, stars, count, style):
    entries = made(size, stars, count, style)
    assert len(entries) >= count // 3
    for entry in entries:
        found = cpsat.solutions(entry["regionMap"], stars, limit=2)
        assert [solution_rows(one) for one in found] == [entry["solution"]]
        assert is_connected(np.array(entry["regionMap"], np.uint8))


@pytest.mark.parametrize(("size", "stars"), [(8, 2), (9, 2), (10, 2), (12, 3)])
def test_ratings_and_keys_know_no_turn_and_no_label(size, stars):
    rng = random.Random(size)
    for entry in made(size, stars, 8)[:4]:
        rating = STARS.rate(board(entry["regionMap"], stars))
        key = STARS.key(board(entry["regionMap"], stars))
        assert rating.steps == entry["steps"] == sum(rating.rounds)
        for t in range(1, 8):
            names = rng.sample(range(size), size)
            turned = transform_rows(entry["regionMap"], t)
            turned = board([[names[g] for g in row] for row in turned], stars)
            assert STARS.rate(turned) == rating
            assert STARS.key(turned) == key
            solution = transform_solution(entry["solution"], t)
            assert STARS.solutions(turned, 2) == [solution]


def test_boards_with_other_than_one_solution_are_never_finished():
    rng, counts = random.Random(3), set()
    for entry in made(9, 2, 12):
        regions = [list(row) for row in entry["regionMap"]]
        for _ in range(6):  # cells change their region, never mind the pieces
            r, c = rng.randrange(9), rng.randrange(9)
            regions[r][c] = regions[r - 1][c]
        if len({g for row in regions for g in row}) < 9:
            continue
        found = STARS.solutions(board(regions, 2), 2)
        every = cpsat.solutions(regions, 2, limit=2)
        assert len(found) == len(every)
        counts.add(len(found))
        finished = STARS.rate(board(regions, 2)).tier is not None
        assert not finished or len(found) == 1
    assert len(counts) > 1


@pytest.mark.parametrize(("size", "stars", "count"), [(8, 2, 4), (9, 2, 12)])
def test_ratings_are_those_of_the_definitions(size, stars, count):
    for entry in made(size, stars, count):
        plain = words.rate(entry["regionMap"], stars)
        ours = STARS.rate(board(entry["regionMap"], stars))
        assert (ours.hardest, ours.widest_set) == (plain.hardest, plain.widest_set)
        assert (ours.rounds, ours.narrowest) == (plain.rounds, plain.narrowest)
