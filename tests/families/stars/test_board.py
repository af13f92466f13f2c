"""Reading boards: what is taken, and what each refusal says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from moat_bank.errors import MoatError, short, whole
from moat_bank.families.stars.board import (
    MAX_SIZE,
    MAX_STARS,
    is_connected,
    parse_board,
    solution_form,
    solution_rows,
)

ROWS = [[0, 0, 1, 1], [0, 2, 2, 1], [3, 2, 2, 1], [3, 3, 3, 3]]


def test_a_board():
    board = parse_board({"size": 4, "stars": 1, "regions": ROWS})
    assert (board.size, board.stars) == (4, 1)
    assert [list(row) for row in board.regions] == ROWS


def test_defaults_and_other_name():
    board = parse_board({"regionMap": ROWS, "solution": None, "more": 1})
    assert (board.size, board.stars) == (4, 1)
    assert [list(row) for row in board.regions] == ROWS


def test_regions_come_before_region_map():
    assert parse_board({"regions": ROWS, "regionMap": 5}).regions == tuple(map(tuple, ROWS))


def test_limits():
    rows = [[r] * MAX_SIZE for r in range(MAX_SIZE)]
    assert parse_board({"regions": rows, "stars": MAX_STARS}).size == MAX_SIZE
    assert parse_board({"regions": [[0]]}).size == 1


def changed(row, col, cell):
    rows = [list(cells) for cells in ROWS]
    rows[row][col] = cell
    return {"regions": rows}


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (None, "a board is a JSON object, not null"),
        ([ROWS], "a board is a JSON object, not a list"),
        ("x", "a board is a JSON object, not text"),
        (True, "a board is a JSON object, not true or false"),
        (1.5, "a board is a JSON object, not a number"),
        ({}, "a board needs 'regions', a list of rows of region numbers"),
        ({"regions": []}, "a board needs 'regions', a list of rows of region numbers"),
        ({"regions": {}}, "a board needs 'regions', a list of rows of region numbers"),
        ({"regions": None, "regionMap": ROWS}, "a board needs 'regions', a list of rows of region"),
        ({"regions": ROWS, "size": 5}, "'regions' has 4 rows, but size is 5"),
        ({"regionMap": ROWS, "size": 3}, "'regionMap' has 4 rows, but size is 3"),
        ({"regions": ROWS, "size": 0}, "'size' must be a whole number from 1 to 25, found 0"),
        ({"regions": ROWS, "size": "4"}, "'size' must be a whole number from 1 to 25, found '4'"),
        ({"regions": ROWS, "size": 4.0}, "'size' must be a whole number from 1 to 25, found 4.0"),
        ({"regions": [[0]] * 26}, "'size' must be a whole number from 1 to 25, found 26"),
        ({"regions": ROWS, "stars": 0}, "'stars' must be a whole number from 1 to 6, found 0"),
        ({"regions": ROWS, "stars": 7}, "'stars' must be a whole number from 1 to 6, found 7"),
        (
            {"regions": ROWS, "stars": True},
            "'stars' must be a whole number from 1 to 6, found True",
        ),
        (
            {"regions": ROWS, "stars": None},
            "'stars' must be a whole number from 1 to 6, found nothing",
        ),
        (
            {"regions": [*ROWS[:3], [3, 3, 3]]},
            "'regions' row 4 must be 4 region numbers, found 3 cells",
        ),
        ({"regions": [*ROWS[:3], "3333"]}, "'regions' row 4 must be 4 region numbers, found text"),
        (
            changed(2, 1, 4),
            "'regions' row 3 column 2 must be a region number from 0 to 3, found 4",
        ),
        (
            changed(2, 1, -1),
            "'regions' row 3 column 2 must be a region number from 0 to 3, found -1",
        ),
        (changed(0, 3, True), "row 1 column 4 must be a region number from 0 to 3, found True"),
        (changed(0, 3, 1.0), "row 1 column 4 must be a region number from 0 to 3, found 1.0"),
        (changed(0, 3, "1"), "row 1 column 4 must be a region number from 0 to 3, found '1'"),
        (changed(0, 3, [1]), "row 1 column 4 must be a region number from 0 to 3, found a list"),
        (
            changed(0, 3, 10**5000),
            "row 1 column 4 must be a region number from 0 to 3, found a huge",
        ),
        (
            {"regions": [[0, 0], [0, 0]]},
            "'regions' has no cell of region 1; every region needs one",
        ),
    ],
)
def test_refusals(data, text):
    with pytest.raises(MoatError) as error:
        parse_board(data)
    assert text in str(error.value)
    assert "\n" not in str(error.value)


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=20,
)


@given(st.fixed_dictionaries({"regions": junk}, optional={"size": junk, "stars": junk}) | junk)
def test_junk_is_refused_in_one_line(data):
    text = ""
    try:
        board = parse_board(data)
    except MoatError as error:
        text = str(error)
    else:
        assert [list(row) for row in board.regions] == data.get("regions", data.get("regionMap"))
    assert len(text.splitlines()) <= 1


def test_connected():
    assert is_connected(np.array(ROWS, np.uint8))
    assert is_connected(np.array([[0]], np.uint8))
    assert not is_connected(np.array([[0, 1], [1, 0]], np.uint8))
    assert not is_connected(np.array([[0, 1, 0], [0, 1, 0], [2, 1, 0]], np.uint8))
    spiral = [[0, 0, 0, 0], [1, 1, 1, 0], [2, 3, 1, 0], [1, 1, 1, 0]]
    assert is_connected(np.array(spiral, np.uint8))
    spiral[2][2] = 2
    assert not is_connected(np.array(spiral, np.uint8))


def test_forms_of_solutions():
    assert solution_rows([2, 0]) == [[2], [0]]
    assert solution_rows([[2, 4], [0, 6]]) == [[2, 4], [0, 6]]
    assert solution_form([[2], [0]]) == [2, 0]
    assert solution_form([[2, 4], [0, 6]]) == [[2, 4], [0, 6]]
    plain = solution_form(np.array([[2], [0]]))
    assert [type(col) for col in plain] == [int, int]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "nothing"),
        ("a\nb", r"'a\nb'"),
        ("x" * 10**7, "'" + "x" * 36 + "..."),
        (-(10**400), "a huge number"),
        (float("nan"), "nan"),
        ([[[]]], "a list"),
        (object(), "no JSON value"),
    ],
)
def test_short(value, text):
    assert short(value) == text


def test_whole():
    assert whole(3, "it", 1, 3) == 3
    for value in (0, 4, 3.0, True, "3", None, 10**400):
        with pytest.raises(MoatError, match="it must be a whole number from 1 to 3, found "):
            whole(value, "it", 1, 3)
