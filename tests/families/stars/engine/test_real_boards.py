"""Boards that other people published: what their puzzles are must hold of our engine.

They are read from the folder that MOAT_REAL_BOARDS names, else from ../shared/boards beside the
checkout; none of them is part of the project.
"""

from __future__ import annotations

import gzip
import json
import os
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from moat_bank.families.stars.board import Board, solution_rows
from moat_bank.families.stars.proof import (
    form as prove_form,
)
from moat_bank.families.stars.proof import (
    rating as prove_rating,
)
from moat_bank.families.stars.proof import (
    solutions as prove_solutions,
)
from tests.families.stars.engine.by_size import get_family
from tests.families.stars.oracle.legal import legal
from tests.whole import sampled

FOLDER = Path(
    os.environ.get("MOAT_REAL_BOARDS") or Path(__file__).parents[4].parent / "shared" / "boards"
)
pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason=f"no real boards: {FOLDER} is no folder (set MOAT_REAL_BOARDS)"
)
SIZES = range(5, 19)
WIDEST = 17
"""Breadth-first, boards above this take seconds each, and the checker is made for up to 12."""


@cache
def archives() -> dict[tuple[int, int], list[dict[str, Any]]]:
    """All boards by size and count of stars, each with the name of its file as ``archive``."""
    found = defaultdict(list)
    for path in sorted(FOLDER.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                one = json.loads(line)
                found[one["size"], one["stars"]].append(one | {"archive": path.name.split(".")[0]})
    return found


def real(size: int, stars: int = 1) -> list[dict[str, Any]]:
    return archives().get((size, stars), [])


def tried(size: int, stars: int = 1) -> list[dict[str, Any]]:
    return sampled(real(size, stars), 80)


def stack(boards: list[dict[str, Any]]) -> np.ndarray:
    return np.array([one["regions"] for one in boards], np.uint8)


def allowed(one: dict[str, Any]) -> int:
    """The hardest technique that a board of its kind may need."""
    if one["size"] <= 8 and one["archive"] == "linkedin_official":
        return 4
    if one["size"] <= 8 and one["archive"] == "sbl_k1" and one["label"] == "med":
        return 3
    return 5


def test_there_are_as_many_as_the_archives_have():
    assert sum(len(real(size)) for size in range(1, 26)) >= 2_900
    assert {size for size in range(1, 26) if real(size)} <= set(SIZES)


@pytest.mark.parametrize("size", SIZES)
def test_the_family_finds_the_given_solution_and_no_other(size):
    family = pytest.importorskip("numba") and get_family("stars")
    for one in tried(size):
        board = Board(size, 1, np.array(one["regions"], np.uint8))
        found = family.solutions(board, 2)
        assert len(found) == 1, one["id"]
        assert one["solution"] in (None, solution_rows(found[0])), one["id"]
        hardest = family.rate(board).hardest
        assert hardest is not None, one["id"]
        assert hardest <= allowed(one), one["id"]


@pytest.mark.parametrize("size", [size for size in SIZES if size <= WIDEST])
def test_the_checker_finds_the_given_solution_and_no_other(size):
    solutions = prove_solutions.solve(stack(tried(size)), 1)
    assert (solutions.counts == 1).all()
    for one, columns in zip(tried(size), solutions.columns.tolist(), strict=True):
        assert one["solution"] in (None, columns), one["id"]


@pytest.mark.parametrize(
    ("size", "stars", "count"), [(9, 2, 687), (10, 2, 400), (11, 2, 126), (14, 3, 5)]
)
def test_the_checker_solves_boards_of_several_stars(size, stars, count):
    assert len(real(size, stars)) >= count
    boards = sampled(real(size, stars)[:count], 80)
    regions = stack(boards)
    solutions = prove_solutions.solve(regions, stars)
    assert (solutions.counts == 1).all()
    assert legal(regions, solutions.columns).all()
    for one, columns in zip(boards, solutions.columns.tolist(), strict=True):
        assert one["solution"] in (None, columns), one["id"]


@pytest.mark.parametrize("size", [size for size in SIZES if size <= 12])
def test_the_two_raters_agree_and_no_board_is_harder_than_its_kind(size):
    family = pytest.importorskip("numba") and get_family("stars")
    ratings = prove_rating.rate(stack(tried(size)))
    for i, one in enumerate(tried(size)):
        assert 1 <= ratings.hardest[i] <= allowed(one), one["id"]
        rating = family.rate(Board(size, 1, np.array(one["regions"], np.uint8)))
        assert rating.rounds == tuple(ratings.rounds[i]), one["id"]
        assert (rating.hardest, rating.narrowest) == (ratings.hardest[i], ratings.narrowest[i])
        assert rating.widest_set == ratings.widest_set[i], one["id"]
        assert rating.sets_of_two == ratings.sets_of_two[i], one["id"]
        assert rating.score == ratings.score[i], one["id"]


def test_boards_said_to_be_split_are_split():
    said = 0
    for size in SIZES:
        for one, whole in zip(real(size), prove_form.connected(stack(real(size))), strict=True):
            if one.get("connected") is False:
                said += 1
                assert not whole, one["id"]
    assert said


@pytest.mark.parametrize(
    ("size", "stars"), [(9, 2), (10, 2), (11, 2), (13, 2), (14, 3), (17, 4), (21, 5), (25, 6)]
)
def test_boards_of_several_stars_have_the_given_solution_and_no_other(size: int, stars: int):
    boards = tried(size, stars)
    assert boards
    family = get_family("stars")
    for one in boards:
        found = family.solutions(Board(size, stars, np.array(one["regions"], np.uint8)), 2)
        assert len(found) == 1, one["id"]
        assert one["solution"] in (None, found[0]), one["id"]
