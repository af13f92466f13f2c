"""The eight symmetries, against vectors made elsewhere and against turning by hand."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from moat_bank.runtime.plan import pick
from moat_bank.symmetry import (
    TRANSFORMS,
    inverse,
    source_table,
    transform_cells,
    transform_rows,
)
from tests.families.stars.views import transform_solution

SHARED = Path(os.environ.get("MOAT_SHARED") or Path(__file__).parents[2] / "shared")


@pytest.fixture(scope="module")
def vectors():
    path = SHARED / "vectors" / "symmetry.json"
    if not path.exists():
        pytest.skip(f"{path} is absent; set MOAT_SHARED to the folder that holds vectors/")
    return json.loads(path.read_text())


def test_vectors_of_boards(vectors):
    for board in vectors["boards"]:
        for t, shown in enumerate(board["transforms"]):
            assert transform_rows(board["regionMap"], t) == shown["regionMap"]
            assert transform_solution(board["solution"], t) == shown["solution"]
        assert len(board["transforms"]) == TRANSFORMS


def test_vectors_of_levels(vectors):
    """Where one bank serves all levels, a level's place is its number."""
    for level in vectors["levels"]:
        assert pick(level["level"], level["length"]) == (level["index"], level["transform"])


def test_by_hand():
    rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    assert [transform_rows(rows, t) for t in range(8)] == [
        [[0, 1, 2], [3, 4, 5], [6, 7, 8]],
        [[6, 3, 0], [7, 4, 1], [8, 5, 2]],
        [[8, 7, 6], [5, 4, 3], [2, 1, 0]],
        [[2, 5, 8], [1, 4, 7], [0, 3, 6]],
        [[2, 1, 0], [5, 4, 3], [8, 7, 6]],
        [[0, 3, 6], [1, 4, 7], [2, 5, 8]],
        [[6, 7, 8], [3, 4, 5], [0, 1, 2]],
        [[8, 5, 2], [7, 4, 1], [6, 3, 0]],
    ]


grids = st.integers(1, 9).flatmap(
    lambda n: st.lists(st.lists(st.integers(), min_size=n, max_size=n), min_size=n, max_size=n)
)


@given(grids, st.integers(0, 7))
def test_rows_agree_with_numpy_and_with_cells(rows, t):
    before = json.dumps(rows)
    turned = np.rot90(np.array(rows, object), -(t % 4))
    expected = (np.fliplr(turned) if t >= 4 else turned).tolist()
    shown = transform_rows(rows, t)
    assert shown == expected
    size = len(rows)
    for r in range(size):
        for c in range(size):
            ((y, x),) = transform_cells([(r, c)], size, size, t)
            assert shown[y][x] == rows[r][c]
    flat = [cell for row in rows for cell in row]
    assert [flat[i] for i in source_table(size)[t]] == [cell for row in shown for cell in row]
    assert transform_rows(shown, inverse(t)) == rows
    shown[0][0] = None
    assert json.dumps(rows) == before


solutions = st.integers(1, 9).flatmap(
    lambda n: st.one_of(
        st.permutations(range(n)),
        st.lists(st.sets(st.integers(0, n - 1)).map(sorted), min_size=n, max_size=n),
    )
)


@given(solutions, st.integers(0, 7))
def test_solutions_agree_with_grids_of_marks(solution, t):
    size = len(solution)
    rows = [[cols] if isinstance(cols, int) else cols for cols in solution]
    marks = [[c in cols for c in range(size)] for cols in rows]
    expected = [[c for c, star in enumerate(row) if star] for row in transform_rows(marks, t)]
    shown = transform_solution(solution, t)
    assert [[cols] if isinstance(cols, int) else cols for cols in shown] == expected
    if isinstance(solution[0], int):
        assert all(isinstance(cols, int) for cols in shown)


def test_two_stars_keep_their_form_and_order():
    solution = [[0, 2], [4, 6], [1, 3], [5, 7], [0, 2], [4, 6], [1, 3], [5, 7]]
    for t in range(8):
        shown = transform_solution(solution, t)
        assert all(cols == sorted(cols) and len(cols) == 2 for cols in shown)
        assert transform_solution(shown, inverse(t)) == solution


def test_transforms_are_the_group_of_the_square():
    corner = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    images = [transform_rows(corner, t) for t in range(8)]
    assert len({str(image) for image in images}) == 8
    for a in images:
        for t in range(8):
            assert transform_rows(a, t) in images


def test_source_table_is_shared_and_cannot_be_spoilt():
    table = source_table(6)
    assert table is source_table(6)
    assert table.shape == (8, 36)
    with pytest.raises(ValueError, match="read-only"):
        table[0, 0] = 1
