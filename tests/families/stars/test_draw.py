"""Scenes of boards: what they show, and that they say nothing of the stars before the end."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from moat_bank.families.base import Puzzle
from moat_bank.families.stars.draw import board_scene, scene
from moat_bank.families.stars.kind import StarsKind
from moat_bank.families.stars.play import view, view_solution
from moat_bank.render import board_svg, board_text
from moat_bank.render.scene import Mark

REGIONS = [[3, 3, 0, 0], [3, 2, 2, 0], [1, 2, 2, 0], [1, 1, 1, 1]]
PUZZLE = Puzzle(StarsKind(4), {"regionMap": REGIONS}, [1, 3, 0, 2])
BANKS = Path(__file__).parents[3] / "banks" / "stars"


def test_regions_are_areas_named_in_reading_order():
    drawn = scene(PUZZLE, solved=True, labels=True)
    assert drawn.areas == ((0, 0, 1, 1), (0, 2, 2, 1), (3, 2, 2, 1), (3, 3, 3, 3))
    assert "".join(drawn.labels[r, c] for r in range(4) for c in range(4)) == "AABBACCBDCCBDDDD"
    assert drawn.marks == tuple((cell, Mark("star")) for cell in enumerate([1, 3, 0, 2]))
    assert (drawn.coloured, drawn.caption) == (True, "4x4")
    assert drawn.description == (
        "A board of 4 by 4 cells, one star in each row, column and region."
        " Regions, row by row: AABB ACCB DCCB DDDD. Columns of the stars, row by row: 2 4 1 3."
    )
    assert drawn.rules.startswith("Each row, each column and each region holds one star;")


def test_an_unsolved_board_of_two_stars():
    rows = [[r] * 9 for r in range(9)]
    drawn = scene(Puzzle(StarsKind(9, 2), {"regionMap": rows}, [[0, 2]] * 9), solved=False)
    assert (drawn.marks, drawn.labels) == ((), {})
    assert drawn.caption == "9x9, 2 stars"
    assert "holds 2 stars;" in drawn.rules
    assert "2 stars in each" in drawn.description
    assert "Columns" not in drawn.description


def test_a_board_under_way():
    drawn = board_scene(REGIONS, 1, {(0, 1)}, [(1, 1), (1, 0)], [(0, 1)], [(2, 2)])
    assert drawn.marks == (
        ((0, 1), Mark("star")),
        ((1, 0), Mark("cross")),
        ((1, 1), Mark("cross")),
        ((0, 1), Mark("ring")),
    )
    assert drawn.shaded == {(2, 2)}


@pytest.fixture(scope="module")
def puzzles():
    """Kind and entry of everything in the committed bank."""
    made = []
    for path in sorted(BANKS.rglob("*.json")):
        if not path.name.startswith("manifest"):
            [tier] = orjson.loads(path.read_bytes()).values()
            for entry in tier:
                row = entry["solution"][0]
                stars = len(row) if isinstance(row, list) else 1
                made.append((StarsKind(len(entry["regionMap"]), stars), entry))
    assert len(made) > 300
    return made


def test_letters_give_no_star_away_on_any_entry_in_any_view(puzzles):
    """The same picture comes of regions numbered in any way: numbers are forgotten."""
    for kind, entry in puzzles:
        size = kind.size
        for t in range(8):
            given = view(kind, {"regionMap": entry["regionMap"]}, t)
            solution = view_solution(kind, entry["solution"], t)
            names = [[size - 1 - region for region in row] for row in given["regionMap"]]
            shown, other = (
                scene(Puzzle(kind, {"regionMap": rows}, solution), False, True)
                for rows in (given["regionMap"], names)
            )
            assert shown == other
            first = dict.fromkeys(shown.labels[r, c] for r in range(size) for c in range(size))
            assert "".join(first) == "ABCDEFGHIJKLMNOPQRSTUVWXY"[:size]
            assert shown.marks == ()
    assert board_svg(shown) == board_svg(other)
    assert board_text(shown) == board_text(other)
