"""Boards in the terminal: read back from the drawing, cell by cell and wall by wall."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest

from moat_bank.render import Mark, Scene, board_text
from moat_bank.render.text import wants_colour, wants_plain
from tests.render.scenes import KAKURO, NONOGRAM, REGIONS, SOKOBAN, STARS, SUDOKU, stars

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
    assert board_text(stars(STARS)) == DRAWN
    assert board_text(stars()) == DRAWN.replace("★", "·")


def test_plain_with_letters_and_caption():
    text = board_text(stars(STARS, letters=True, caption="level 3 ★"), plain=True)
    assert text == PLAIN + "\nlevel 3 ★"


def test_a_caption_cannot_steer_the_terminal():
    assert board_text(Scene(1, 1, caption="a\x1b[2Jb\nc")).splitlines()[-1] == "a?[2Jb?c"


@pytest.mark.parametrize("size", [1, 2, 7, 25])
def test_walls_stand_exactly_between_regions(size):
    regions = [[(r * c + r // 2) % size for c in range(size)] for r in range(size)]
    lines = board_text(stars(regions=regions)).split("\n")
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
    coloured = board_text(stars(STARS), colour=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == DRAWN
    backgrounds = re.findall(r"48;5;(\d+)m [·★] ", coloured)
    regions = [region for row in REGIONS for region in row]
    assert len(backgrounds) == 16
    assert len(set(zip(regions, backgrounds, strict=True))) == len(set(backgrounds)) == 4
    for line in coloured.split("\n"):
        assert line.count("\x1b[0m") * 2 == line.count("\x1b[")
    for scene in (SUDOKU, NONOGRAM, SOKOBAN):  # nothing in them has a colour
        assert board_text(scene, colour=True) == board_text(scene)


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


def test_crosses_rings_and_shaded_cells():
    marks = [((0, 0), "star"), ((0, 0), "ring"), ((1, 0), "cross"), ((1, 1), "ring")]
    scene = replace(
        stars(regions=[[0, 0], [1, 1]]),
        marks=tuple((cell, Mark(shape)) for cell, shape in marks),
        shaded=frozenset({(0, 1), (1, 1)}),
    )
    assert board_text(scene, plain=True).splitlines()[1::2] == ["|[*] :.:|", "| x  [.]|"]
    labelled = replace(scene, labels={(0, 0): "A", (0, 1): "A", (1, 0): "B", (1, 1): "B"})
    assert board_text(labelled, plain=True).splitlines()[1::2] == ["|[A* :A |", "| Bx [B |"]


def test_digits_and_pencil_marks_in_boxes():
    assert board_text(SUDOKU) == (
        "┏━━━━━━━━━━━┳━━━━━━━━━━━┓\n"
        "┃  1    ░23░┃  ·     ·  ┃\n"
        "┃           ┃           ┃\n"
        "┃  ·     ·  ┃  3     ·  ┃\n"
        "┣━━━━━━━━━━━╋━━━━━━━━━━━┫\n"
        "┃  ·     ·  ┃  ·     ·  ┃\n"
        "┃           ┃           ┃\n"
        "┃  ·     ·  ┃  ·     12 ┃\n"
        "┗━━━━━━━━━━━┻━━━━━━━━━━━┛"
    )


def test_clues_and_filled_cells():
    assert board_text(NONOGRAM, plain=True) == (
        "              1\n"
        "      2   1   1\n"
        "    +---------------+\n"
        "  3 |### ### ###  . |\n"
        "1 1 |###  .  ###  . |\n"
        " 10 | x   .   .   . |\n"
        "    +---------------+"
    )


def test_cells_with_two_sums():
    assert board_text(KAKURO) == (
        "┏━━━━━━━━━━━┓\n┃███ 16\\  4\\┃\n┃\\10  9   1 ┃\n┃\\10  7   · ┃\n┗━━━━━━━━━━━┛"
    )
    sums = (("16", "4"), ("", ""))
    both = Scene(1, 2, marks=tuple(((0, c), Mark("slash", each)) for c, each in enumerate(sums)))
    assert board_text(both, plain=True).splitlines()[1] == "| 16\\4 #####|"


def test_walls_crates_goals_and_the_player():
    assert board_text(SOKOBAN) == (
        "███████████████\n"
        "███ @  ■ ( )███\n"
        "███(@)(■)   ███\n"
        "███████████████"
    )  # fmt: skip
    assert board_text(SOKOBAN, plain=True).splitlines()[1] == "### @  $ ( )###"
