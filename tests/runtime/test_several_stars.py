"""Boards of several stars, looked up, turned, shown and claimed."""

from __future__ import annotations

import json
from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from moat_bank.cli.main import main
from moat_bank.runtime import Banks
from moat_bank.symmetry import inverse, transform_rows
from tests.families.stars.claims import check_stars
from tests.families.stars.views import transform_solution
from tests.runtime.bank_fixture import in_reading_order, write_bank

BANKS = (
    ("levels", 6, 1, "easy", 3),
    ("levels", 8, 2, "easy", 3),
    ("levels", 10, 2, "hard", 5),
    ("daily", 10, 2, "easy", 3),
    ("daily", 8, 2, "medium", 3),
    ("daily", 6, 1, "medium", 1),
    ("events", 10, 2, "hard", 3),
)
PLAN = ((1, 6, 1), (4, 8, 2), (7, 6, 1), (9, 8, 2))


def comb(stars: int) -> list[list[int]]:
    """The placement with every other column that exists at size 4k, the smallest."""
    left = list(range(0, 2 * stars, 2))
    right = [c + 2 * stars for c in left]
    odd = [[c + 1 for c in row] for row in (left, right)]
    return odd * stars + [left, right] * stars


@st.composite
def boards(draw):
    """Stars of a unit, a region map, and the stars on it."""
    stars = draw(st.integers(2, 6))
    solution = comb(stars)
    size = len(solution)
    cells = [(r, c) for r, row in enumerate(solution) for c in row]
    order = draw(st.permutations(cells))
    fill = draw(st.lists(st.integers(0, size - 1), min_size=size, max_size=size))
    regions = [[(r * fill[c] + c) % size for c in range(size)] for r in range(size)]
    for place, (r, c) in enumerate(order):
        regions[r][c] = place // stars
    return stars, regions, solution


def claim_of(solution: list[list[int]]) -> list[list[int]]:
    return [[r, c] for r, row in enumerate(solution) for c in row]


@given(boards(), st.integers(0, 7), st.data())
def test_a_turned_solution_solves_the_turned_board(board, t, data):
    stars, regions, solution = board
    assert check_stars(regions, stars, claim_of(solution)).valid
    turned, shown = transform_rows(regions, t), transform_solution(solution, t)
    assert all(len(row) == stars and row == sorted(row) for row in shown)
    claim = claim_of(shown)
    assert check_stars(turned, stars, data.draw(st.permutations(claim))).valid
    # The stars are the very cells that the turn takes them to.
    marks = np.zeros((len(regions), len(regions)), int)
    for r, c in claim_of(solution):
        marks[r, c] = 1
    marks = np.rot90(marks, -(t % 4))
    marks = np.fliplr(marks) if t >= 4 else marks
    assert claim == np.argwhere(marks).tolist()
    assert transform_solution(shown, inverse(t)) == solution
    # No other cell does for any of them.
    at = data.draw(st.integers(0, len(claim) - 1))
    cell = data.draw(st.tuples(*[st.integers(0, len(regions) - 1)] * 2).map(list))
    other = [*claim[:at], cell, *claim[at + 1 :]]
    assert check_stars(turned, stars, other).valid == (cell == claim[at])


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("several")
    write_bank(path, BANKS, PLAN, ["easy"])
    return path


def test_levels_days_and_events_of_several_kinds(folder):
    banks = Banks(folder)
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(8 * 7)]
    found = [(n, banks.level(n)) for n in range(1, 60)]
    found += [(day, banks.daily(day)) for day in days]
    found += [(("event", "spring", n), banks.event("spring", n)) for n in range(1, 25)]
    for which, level in found:
        rows = [row if level.stars > 1 else [row] for row in level.solution]
        assert all(len(row) == level.stars for row in rows)
        claim = claim_of(rows)
        assert banks.check_claim(which, claim).valid
        assert check_stars(level.region_map, level.stars, claim).valid
        assert banks.check_claim(which, claim[1:]).broken == "count"
        array = np.rot90(np.array(level.entry["regionMap"]), -(level.transform % 4))
        array = np.fliplr(array) if level.transform >= 4 else array
        assert level.region_map == in_reading_order(array.tolist())
    assert {(level.size, level.stars) for _, level in found[:59]} == {(6, 1), (8, 2)}
    daily = [(lv.size, lv.stars, lv.tier, lv.index, lv.transform) for _, lv in found[59 : 59 + 56]]
    assert len(set(daily)) == 56
    assert {kind[:2] for kind in daily} == {(6, 1), (8, 2), (10, 2)}


def test_kinds_may_take_turns_in_the_level_plan(folder):
    banks = Banks(folder)
    places = [(banks.level(n).size, banks.level(n).index) for n in range(1, 13)]
    assert [size for size, _ in places] == [6, 6, 6, 8, 8, 8, 6, 6, 8, 8, 8, 8]
    # Each goes on where it was left.
    assert [index for size, index in places if size == 6] == [0, 1, 2, 0, 1]
    assert [index for size, index in places if size == 8] == [0, 1, 2, 0, 1, 2, 0]


@pytest.mark.parametrize(
    "which", [("level", "4"), ("daily", "2026-03-01"), ("event", "spring", "2")]
)
def test_commands(folder, which, capsys, tmp_path):
    def run(*args: str) -> str:
        assert main(list(args)) == 0
        return capsys.readouterr().out

    text = run(*which, "--banks", str(folder))
    shown = json.loads(text)
    picture = run(*which, "--banks", str(folder), "--picture")
    assert picture.count("★") == shown["size"] * shown["stars"]
    assert ", 2 stars" in picture or shown["stars"] == 1
    (tmp_path / "level.jsonl").write_text(text)
    drawn = run("show", str(tmp_path / "level.jsonl"), "--svg", str(tmp_path / "level.svg"))
    assert drawn == ""
    assert "<svg" in (tmp_path / "level.svg").read_text()
    naming = {
        "level": {"level": 4},
        "daily": {"date": "2026-03-01"},
        "event": {"event": "spring", "number": 2},
    }[which[0]]
    rows = [row if shown["stars"] > 1 else [row] for row in shown["solution"]]
    claim = json.dumps(naming | {"stars": claim_of(rows)})
    verdict = json.loads(run("claim", claim, "--banks", str(folder)))
    assert verdict["valid"] is True


def test_an_entry_of_a_bank_can_be_shown_as_it_stands(folder, capsys, tmp_path):
    entry = Banks(folder).level(4).entry
    assert "stars" not in entry
    (tmp_path / "entry.jsonl").write_text(json.dumps(entry) + "\n")
    assert main(["show", str(tmp_path / "entry.jsonl")]) == 0
    assert "8x8, 2 stars" in capsys.readouterr().out
