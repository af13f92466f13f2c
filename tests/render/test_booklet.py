"""Booklets: the pages, what is drawn on them, and the same bytes every time."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from matplotlib.collections import LineCollection, PolyCollection

from moat_bank.errors import MoatError
from moat_bank.render import booklet
from moat_bank.render.booklet import booklet_pdf
from tests.render.scenes import ALL, KAKURO, NONOGRAM, SUDOKU, stars

BOARD = [[0, 0, 0, 1], [2, 0, 1, 1], [2, 0, 0, 1], [2, 3, 3, 3]]
STARS = [1, 3, 0, 2]
WALLS = sum(
    BOARD[r][c] != BOARD[y][x]
    for r in range(4)
    for c in range(4)
    for y, x in ((r + 1, c), (r, c + 1))
    if y < 4 and x < 4
)


def scenes(count, solution=()):
    return [
        stars(solution, BOARD, caption=f"board {n}, easy", rules="As told.") for n in range(count)
    ]


def pages_of(data: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", data))


@pytest.mark.parametrize(
    ("boards", "per_page", "solutions", "pages"),
    [(1, 1, True, 2), (4, 4, True, 2), (5, 4, True, 3), (17, 4, True, 7), (17, 4, False, 5)],
)
def test_so_many_boards_take_so_many_pages(boards, per_page, solutions, pages):
    data = booklet_pdf(scenes(boards), scenes(boards, STARS) if solutions else (), per_page)
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")
    assert pages_of(data) == pages


@pytest.mark.parametrize("solved", [False, True])
@pytest.mark.parametrize("colour", [False, True])
def test_a_page_shows_the_boards_and_the_stars_on_solutions_alone(solved, colour):
    [scene] = scenes(1, STARS if solved else ())
    page = booklet._Page([(7, scene)], 1, "Head", ["under"], not solved)
    figure = booklet._draw(page, 3, 9, (210.0, 297.0), colour)
    (axes,) = figure.axes
    words = [text.get_text() for text in axes.texts]
    assert words == ["Head", "under", "3 / 9", "7" if solved else "7.  board 0, easy"]
    assert not any(text.get_parse_math() for text in axes.texts)
    lines = [each for each in axes.collections if isinstance(each, LineCollection)]
    grid, walls = (each.get_segments() for each in lines)
    (left, top), (right, bottom) = walls[0].min(axis=0), walls[0].max(axis=0)
    cell = (right - left) / 4
    lengths = [abs(wall[1:] - wall[:-1]).sum() / cell for wall in walls]
    assert len(grid) == 6
    assert sum(lengths) == pytest.approx(16 + WALLS)
    shapes = [each for each in axes.collections if isinstance(each, PolyCollection)]
    fills, placed = shapes[: 4 * colour], shapes[4 * colour :]
    runs = [path.vertices for each in fills for path in each.get_paths()]
    assert sum(run[:, 0].max() - run[:, 0].min() for run in runs) == pytest.approx(
        16 * cell * colour
    )
    assert [len(each.get_paths()) for each in placed] == [4] * solved
    assert right - left == pytest.approx(bottom - top)
    assert 0 < left < right < 210
    assert 0 < top < bottom < 297
    if solved:
        middles = [path.vertices[:-1].mean(axis=0) for path in shapes[-1].get_paths()]
        places = [(int((y - top) / cell), int((x - left) / cell)) for x, y in middles]
        assert places == list(enumerate(STARS))


@pytest.mark.parametrize("places", [*range(1, 17), 25, 37, booklet.MAX_PER_PAGE])
def test_boards_of_a_page_fit_on_it_and_do_not_overlap(places):
    page = booklet._Page(list(enumerate(scenes(places))), places, "", [], True)
    (axes,) = booklet._draw(page, 1, 1, booklet.PAPERS["letter"], False).axes
    lines = [each for each in axes.collections if isinstance(each, LineCollection)]
    boxes = []
    for walls in lines[1::2]:
        frame = walls.get_segments()[0]
        boxes.append((*frame.min(axis=0), *frame.max(axis=0)))
    assert len(boxes) == places
    for n, (x0, y0, x1, y1) in enumerate(boxes):
        assert x0 > 10
        assert y0 > 10
        assert x1 < 215.9 - 10
        assert y1 < 279.4 - 10
        for a0, b0, a1, b1 in boxes[:n]:
            assert a1 < x0 or x1 < a0 or b1 < y0 or y1 < b0


def test_a_caption_gives_up_its_parts_but_not_its_number():
    assert booklet._caption(10, "level 10, 8x8, easy", 100, 8) == "10.  level 10, 8x8, easy"
    assert booklet._caption(10, "level 10, 8x8, easy", 26, 6) == "10.  level 10, 8x8"
    assert booklet._caption(10, "level 10, 8x8, easy", 5, 6) == "10"
    assert booklet._caption(10, "", 100, 8) == "10"


def test_each_rule_is_told_once_and_moves_the_boards_down():
    mixed = [*scenes(2), *[stars((), BOARD, rules="Otherwise.")] * 2]
    first, second = booklet._pages(mixed, (), 3, "Title")
    assert (first.head, first.under_head) == ("Title", ["As told.", "Otherwise."])
    assert (second.head, second.under_head) == ("", [])
    (axes,) = booklet._draw(first, 1, 2, booklet.PAPERS["a4"], False).axes
    told = [text for text in axes.texts if text.get_text() in ("As told.", "Otherwise.")]
    numbers = [text for text in axes.texts if text.get_text().startswith("1.")]
    assert told[0].get_position()[1] < told[1].get_position()[1] < numbers[0].get_position()[1] - 3


@pytest.mark.parametrize("scene", ALL.values(), ids=ALL)
def test_a_board_of_any_sides_with_clues_stays_in_its_place(scene):
    figure = booklet._draw(booklet._Page([(1, scene)], 1, "", [], True), 1, 1, (210.0, 297.0), True)
    (axes,) = figure.axes
    points = [
        point for each in axes.collections for path in each.get_paths() for point in path.vertices
    ]
    points += [text.get_position() for text in axes.texts[2:]]
    assert all(14.9 < x < 195.1 and 30 < y < 282 for x, y in points)
    words = [text.get_text() for text in axes.texts[2:]]
    assert sorted(words) == sorted(
        text
        for text in (
            *scene.labels.values(),
            *(text for _, mark in scene.marks for text in mark.texts),
            *(clue for line in (*scene.top, *scene.left) for clue in line),
        )
        if text
    )


def test_bold_texts_and_words_on_dark_cells():
    def look(scene):
        page = booklet._Page([(1, scene)], 1, "", [], True)
        (axes,) = booklet._draw(page, 1, 1, (210.0, 297.0), True).axes
        return {text.get_text(): (text.get_weight(), text.get_color()) for text in axes.texts[2:]}

    assert look(SUDOKU)["1"][0] == "bold"
    assert look(SUDOKU)["3"][0] == "normal"
    assert look(KAKURO)["16"][1] == "#FFFFFF"
    assert look(NONOGRAM)["10"][1] == "#111111"


def test_the_bytes_are_the_same_in_another_process_with_other_hashes_and_settings(tmp_path):
    (tmp_path / "matplotlibrc").write_text("font.size: 30\npdf.compression: 0\n")
    code = (
        "import sys; from tests.render.test_booklet import STARS, scenes;"
        "from moat_bank.render.booklet import booklet_pdf;"
        "sys.stdout.buffer.write(booklet_pdf(scenes(3), scenes(3, STARS), 2, 'Ein $', colour=True))"
    )
    env = {**os.environ, "PYTHONHASHSEED": "5", "MATPLOTLIBRC": str(tmp_path)}
    other = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, env=env
    ).stdout
    assert other == booklet_pdf(scenes(3), scenes(3, STARS), 2, "Ein $", colour=True)


def test_what_cannot_be_printed_is_refused(monkeypatch):
    for arguments, fault in [
        (([],), "a booklet needs at least one board"),
        ((scenes(1), (), 0), "the number of boards on a page must be a whole number from 1 to 60"),
        ((scenes(1), (), 4, "", "a3"), "unknown paper 'a3'; known: a4, letter"),
        ((scenes(1) * 5001,), "a booklet has at most 5000 boards, found 5001"),
    ]:
        with pytest.raises(MoatError, match=fault):
            booklet_pdf(*arguments)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MoatError, match="this needs matplotlib: install the 'build' extra"):
        booklet_pdf(scenes(1))
