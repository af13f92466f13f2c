"""Boards in the terminal: read back from the drawing, cell by cell and wall by wall."""

from __future__ import annotations

import io
import re

import pytest

from moat_bank.errors import MoatError
from moat_bank.render import Picture, board_text, read_picture
from moat_bank.render.text import wants_colour, wants_plain

REGIONS = [[0, 0, 1, 1], [0, 2, 2, 1], [3, 2, 2, 1], [3, 3, 3, 3]]
SOLUTION = [1, 3, 0, 2]

DRAWN = """\
┏━━━━━━━┳━━━━━━━┓
┃ ·   ★ ┃ ·   · ┃
┃   ┏━━━┻━━━┓   ┃
┃ · ┃ ·   · ┃ ★ ┃
┣━━━┫       ┃   ┃
┃ ★ ┃ ·   · ┃ · ┃
┃   ┗━━━━━━━┻━━━┫
┃ ·   ·   ★   · ┃
┗━━━━━━━━━━━━━━━┛"""

PLAIN = """\
+-------+-------+
| A   A*| B   B |
|   +---+---+   |
| A | C   C | B*|
+---+       |   |
| D*| C   C | B |
|   +-------+---+
| D   D   D*  D |
+---------------+"""


def test_drawn():
    assert board_text(Picture(REGIONS, SOLUTION)) == DRAWN
    assert board_text(Picture(REGIONS)) == DRAWN.replace("★", "·")


def test_plain_with_letters_and_caption():
    text = board_text(Picture(REGIONS, SOLUTION, caption="level 3 ★"), letters=True, plain=True)
    assert text == PLAIN + "\nlevel 3 ★"


def test_a_caption_cannot_steer_the_terminal():
    assert board_text(Picture([[0]], caption="a\x1b[2Jb\nc")).splitlines()[-1] == "a?[2Jb?c"


@pytest.mark.parametrize("size", [1, 2, 7, 25])
def test_walls_stand_exactly_between_regions(size):
    regions = [[(r * c + r // 2) % size for c in range(size)] for r in range(size)]
    lines = board_text(Picture(regions)).split("\n")
    assert len(lines) == 2 * size + 1
    assert all(len(line) == 4 * size + 1 for line in lines)
    for r in range(size):
        for c in range(size):
            right = c + 1 == size or regions[r][c] != regions[r][c + 1]
            below = r + 1 == size or regions[r][c] != regions[r + 1][c]
            assert (lines[2 * r + 1][4 * c + 4] == "┃") == right
            assert (lines[2 * r + 2][4 * c + 1 : 4 * c + 4] == "━━━") == below
    assert all(line[0] == "┃" for line in lines[1::2])
    assert "━" in lines[0]


def test_colour_changes_nothing_but_colours():
    coloured = board_text(Picture(REGIONS, SOLUTION), colour=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == DRAWN
    backgrounds = re.findall(r"48;5;(\d+)m [·★] ", coloured)
    regions = [region for row in REGIONS for region in row]
    assert len(backgrounds) == 16
    assert len(set(zip(regions, backgrounds, strict=True))) == len(set(backgrounds)) == 4
    for line in coloured.split("\n"):
        assert line.count("\x1b[0m") * 2 == line.count("\x1b[")


def test_two_stars_in_a_row():
    regions = [[r] * 9 for r in range(9)]
    solution = [[r % 2, 4 + r % 2] for r in range(9)]
    lines = board_text(Picture(regions, solution, 2)).split("\n")
    assert lines[1] == "┃ ★   ·   ·   ·   ★   ·   ·   ·   · ┃"
    assert lines[3] == "┃ ·   ★   ·   ·   ·   ★   ·   ·   · ┃"


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_colour_only_where_it_is_wanted(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert wants_colour(Terminal())
    assert not wants_colour(io.StringIO())
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colour(Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(Terminal())


@pytest.mark.parametrize(
    ("encoding", "plain"), [("utf-8", False), ("ascii", True), ("latin-1", True), ("cp437", True)]
)
def test_plain_where_the_encoding_lacks_walls(encoding, plain):
    assert wants_plain(io.TextIOWrapper(io.BytesIO(), encoding=encoding)) == plain


def test_read_picture():
    level = {"number": 7, "tier": "hard", "size": 4, "stars": 1, "r": 4, "id": "ab12"}
    picture = read_picture(level | {"regionMap": REGIONS, "solution": SOLUTION})
    caption = "4x4, level 7, hard, technique 4, ab12"
    assert picture == Picture(REGIONS, SOLUTION, 1, caption)
    assert read_picture({"regions": REGIONS}) == Picture(REGIONS, None, 1, "4x4")
    assert read_picture({"regions": REGIONS, "solution": None, "tier": []}).solution is None
    two = read_picture({"regions": REGIONS, "stars": 2, "solution": [[0, 2], [], [1], [3]]})
    assert two.solution == [[0, 2], [], [1], [3]]


@pytest.mark.parametrize(
    ("solution", "text"),
    [
        (5, "'solution' must be a list of 4 rows"),
        ([1, 2, 3], "'solution' must be a list of 4 rows"),
        ([1, 2, 3, 4], "'solution' row 3 must have columns from 0 to 3, found 4"),
        ([1, 2, 3, -1], "'solution' row 3 must have columns from 0 to 3, found -1"),
        ([1, 2, 3, True], "'solution' row 3 must have columns from 0 to 3, found True"),
        ([1, 2, 3, None], "'solution' row 3 must have columns from 0 to 3, found nothing"),
        ([[1], [2], [[0]], [3]], "'solution' row 2 must have columns from 0 to 3, found a list"),
    ],
)
def test_bad_solutions(solution, text):
    with pytest.raises(MoatError, match=text):
        read_picture({"regions": REGIONS, "solution": solution})


def test_crossed_and_marked_cells():
    picture = Picture(
        [[0, 0], [1, 1]], [[0], []], crossed=frozenset({(1, 0)}), marked=frozenset({(0, 0), (1, 1)})
    )
    assert board_text(picture, plain=True).splitlines()[1::2] == ["|[*]  . |", "| x  [.]|"]
    assert board_text(picture, letters=True, plain=True).splitlines()[1::2] == [
        "|[A*  A |",
        "| Bx [B |",
    ]
