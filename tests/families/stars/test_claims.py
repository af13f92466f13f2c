"""Claims: every rule in its order, and nothing that a stranger sends raises or takes long."""

from __future__ import annotations

import time
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moat_bank.families.stars.play import MAX_CLAIM, RULES
from moat_bank.runtime.claims import Claim
from tests.families.stars.claims import check_stars
from tests.runtime.bank_fixture import make_entry

# Region 0 is the cell of the first star and region 4 the whole right column but its ends.
FIVE = [
    [1, 0, 0, 1, 1],
    [1, 1, 1, 1, 4],
    [2, 2, 2, 1, 4],
    [2, 3, 2, 2, 4],
    [2, 3, 3, 3, 3],
]
SOLVED = [[0, 1], [1, 3], [2, 0], [3, 2], [4, 4]]


def broken(stars, regions=FIVE, count=1):
    claim = check_stars(regions, count, stars)
    assert claim.valid == (claim.broken is None)
    return claim.broken


def slow_answer(regions, stars, claim):
    """The rules read off one by one, over cells and pairs of stars, for well-formed claims."""
    size = len(regions)
    places = [tuple(pair) for pair in claim]
    if len(places) != size * stars or any(places.count(place) > 1 for place in places):
        return "count"
    board = list(product(range(size), repeat=2))
    if any(place not in board for place in places):
        return "off_board"
    units = {
        "row": [[cell for cell in board if cell[0] == n] for n in range(size)],
        "column": [[cell for cell in board if cell[1] == n] for n in range(size)],
        "region": [[cell for cell in board if regions[cell[0]][cell[1]] == n] for n in range(size)],
    }
    for rule, members in units.items():
        if any(sum(place in unit for place in places) != stars for unit in members):
            return rule
    for r, c in places:
        for y, x in places:
            if (r, c) != (y, x) and abs(r - y) < 2 and abs(c - x) < 2:
                return "touching"
    return None


def regions_ok():
    return [[0, 0, 0, 0, 0], [1, 1, 1, 1, 1], [2, 2, 2, 2, 2], [3, 3, 3, 3, 3], [4, 4, 4, 4, 4]]


def test_valid_in_any_order():
    assert broken(SOLVED, regions_ok()) is None
    assert broken(SOLVED[::-1], regions_ok()) is None
    assert broken(tuple(map(tuple, SOLVED)), regions_ok()) is None
    assert check_stars(regions_ok(), 1, SOLVED) == Claim(True, None)


@pytest.mark.parametrize(
    ("stars", "rule"),
    [
        (None, "malformed"),
        ([[0, 1], [1, 3], [2, 0], [3, 2], [4]], "malformed"),
        ([[0, 1], [1, 3], [2, 0], [3, 2], [4, True]], "malformed"),
        (SOLVED[:4], "count"),
        ([*SOLVED, [0, 0]], "count"),
        ([*SOLVED[:4], [0, 1]], "count"),
        ([], "count"),
        ([*SOLVED[:4], [5, 4]], "off_board"),
        ([*SOLVED[:4], [-1, 4]], "off_board"),
        ([*SOLVED[:4], [4, 10**400]], "off_board"),
        ([*SOLVED[:4], [4, -1]], "off_board"),
        ([*SOLVED[:4], [3, 4]], "row"),
        ([*SOLVED[:4], [4, 0]], "column"),
        (SOLVED, "region"),
    ],
)
def test_rules(stars, rule):
    assert broken(stars) == rule


def test_touching_corner_to_corner():
    assert broken([[0, 0], [1, 1], [2, 3], [3, 4], [4, 2]], regions_ok()) == "touching"
    assert broken([[0, 1], [1, 0], [2, 2], [3, 4], [4, 3]], regions_ok()) == "touching"


def test_the_first_broken_rule_is_told():
    assert broken([[0, 1.0]]) == "malformed"  # count too
    assert broken([[9, 9]]) == "count"  # off the board too
    assert broken([[0, 0], [0, 0], [0, 0], [0, 0], [9, 0]]) == "count"  # off the board, column too
    assert broken([[0, 0], [0, 1], [1, 0], [1, 1], [5, 5]]) == "off_board"  # everything else too
    assert broken([[0, 0], [0, 1], [1, 0], [1, 1], [2, 2]]) == "row"  # column, region, touching
    assert broken([[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]]) == "column"
    assert broken([[0, 0], [1, 1], [2, 2], [3, 3], [4, 4]]) == "region"  # touching too


def test_two_stars_and_the_same_cell_twice():
    entry = make_entry(9, 2, 3)
    regions = entry["regionMap"]
    stars = [[r, c] for r, cols in enumerate(entry["solution"]) for c in cols]
    assert broken(stars, regions, 2) is None
    assert broken([*stars[:-1], stars[0]], regions, 2) == "count"
    twice = [[r, cols[0]] for r, cols in enumerate(entry["solution"]) for _ in cols]
    assert broken(twice, regions, 2) == "count"


@pytest.mark.parametrize(
    "columns",
    [
        [(0, 1), (3, 5), (0, 7), (2, 4), (6, 8), (2, 4), (6, 8), (1, 3), (5, 7)],
        [(0, 2), (0, 4), (6, 8), (2, 4), (6, 8), (1, 3), (5, 7), (1, 3), (5, 7)],
    ],
    ids=["side by side", "one above the other"],
)
def test_touching_in_one_place_alone(columns):
    """Two stars in each row, column and region, and no other two touch, not even at corners."""
    stars = [[r, c] for r, cols in enumerate(columns) for c in cols]
    rows = [[r] * 9 for r in range(9)]
    assert broken(stars, rows, 2) == "touching"
    turned = [[c, r] for r, c in stars]
    assert broken(turned, [list(range(9))] * 9, 2) == "touching"


cells = st.integers(-1, 5)


@given(
    st.lists(st.tuples(cells, cells), min_size=4, max_size=6)
    | st.permutations(range(5)).map(lambda cols: list(enumerate(cols)))
)
def test_against_the_rules_read_one_by_one(claim):
    assert broken(claim) == slow_answer(FIVE, 1, claim)
    assert broken(claim, regions_ok()) == slow_answer(regions_ok(), 1, claim)


@given(st.data())
def test_two_stars_against_the_rules_read_one_by_one(data):
    entry = make_entry(9, 2, data.draw(st.integers(0, 30)))
    stars = [(r, c) for r, cols in enumerate(entry["solution"]) for c in cols]
    for _ in range(data.draw(st.integers(0, 2))):
        at = data.draw(st.integers(0, 17))
        stars[at] = (data.draw(st.integers(0, 9)), data.draw(st.integers(0, 9)))
    assert broken(stars, entry["regionMap"], 2) == slow_answer(entry["regionMap"], 2, stars)


junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.binary(max_size=3)
    | st.sampled_from([10**400, -(10**400), float("nan"), float("inf"), 2**64, 1j, object()]),
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=40,
)


@given(junk | st.lists(junk, min_size=5, max_size=5) | st.lists(st.lists(junk), max_size=6))
def test_junk_never_raises(claim):
    assert broken(claim) in (*RULES, None)


def deep(levels):
    nest: list = []
    for _ in range(levels):
        nest = [nest, nest]
    return nest


class Evil(list):
    def __len__(self):
        raise AssertionError("a stranger's code ran")

    __iter__ = __getitem__ = __len__


@pytest.mark.parametrize(
    ("claim", "rule"),
    [
        ([[0, 0]] * 10**6, "malformed"),
        ([[0, 0]] * MAX_CLAIM, "count"),
        ("x" * 10**6, "malformed"),
        (deep(100_000), "malformed"),
        ([[10**400, 10**400]] * 5, "count"),
        ([[10**400, n] for n in range(5)], "off_board"),
        ([[0, 0, *range(10**6)]] * 5, "malformed"),
        ({(0, 1), (1, 3)}, "malformed"),
        (Evil(), "malformed"),
        ([Evil()] * 5, "malformed"),
        ([[0.0, 1.0]] * 5, "malformed"),
        ([[float("nan"), 0]] * 5, "malformed"),
        ([{0: 0, 1: 1}] * 5, "malformed"),
        (["ab"] * 5, "malformed"),
    ],
    ids=range(14),
)
def test_large_and_odd_claims_are_quick(claim, rule):
    start = time.perf_counter()
    assert broken(claim) == rule
    assert time.perf_counter() - start < 0.05
