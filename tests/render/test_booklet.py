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
from moat_bank.render.picture import Picture

BOARD = [[0, 0, 0, 1], [2, 0, 1, 1], [2, 0, 0, 1], [2, 3, 3, 3]]
STARS = [1, 3, 0, 2]
WALLS = sum(
    BOARD[r][c] != BOARD[y][x]
    for r in range(4)
    for c in range(4)
    for y, x in ((r + 1, c), (r, c + 1))
    if y < 4 and x < 4
)


def pictures(count: int) -> list[Picture]:
    return [Picture(BOARD, STARS, 1, f"board {n}, easy") for n in range(count)]


def pages_of(data: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", data))


@pytest.mark.parametrize(
    ("boards", "per_page", "solutions", "pages"),
    [(1, 1, True, 2), (4, 4, True, 2), (5, 4, True, 3), (17, 4, True, 7), (17, 4, False, 5)],
)
def test_so_many_boards_take_so_many_pages(boards, per_page, solutions, pages):
    data = booklet_pdf(pictures(boards), per_page, solutions=solutions)
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")
    assert pages_of(data) == pages


@pytest.mark.parametrize("solved", [False, True])
@pytest.mark.parametrize("colour", [False, True])
def test_a_page_shows_the_boards_and_the_stars_on_solutions_alone(solved, colour):
    page = booklet._Page([(7, pictures(1)[0])], 1, "Head", "under", solved)
    figure = booklet._draw(page, 3, 9, (210.0, 297.0), colour)
    (axes,) = figure.axes
    words = [text.get_text() for text in axes.texts]
    assert words == ["Head", "under", "3 / 9", "7" if solved else "7.  board 0, easy"]
    assert not any(text.get_parse_math() for text in axes.texts)
    lines = [each for each in axes.collections if isinstance(each, LineCollection)]
    grid, walls = (each.get_segments() for each in lines)
    assert (len(grid), len(walls)) == (6, 1 + WALLS)
    shapes = [each for each in axes.collections if isinstance(each, PolyCollection)]
    counts = [len(each.get_paths()) for each in shapes]
    assert counts == [16] * colour + [4] * solved
    frame = walls[0]
    (left, top), (right, bottom) = frame.min(axis=0), frame.max(axis=0)
    assert right - left == pytest.approx(bottom - top)
    assert 0 < left < right < 210
    assert 0 < top < bottom < 297
    if solved:
        cell = (right - left) / 4
        middles = [path.vertices[:-1].mean(axis=0) for path in shapes[-1].get_paths()]
        places = [(int((y - top) / cell), int((x - left) / cell)) for x, y in middles]
        assert places == list(enumerate(STARS))


@pytest.mark.parametrize("places", [*range(1, 17), 25, 37, booklet.MAX_PER_PAGE])
def test_boards_of_a_page_fit_on_it_and_do_not_overlap(places):
    page = booklet._Page(list(enumerate(pictures(places))), places, "", "", False)
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


def test_the_rules_tell_how_many_stars():
    one, two = Picture(BOARD, STARS, 1), Picture(BOARD, STARS, 2)
    assert booklet._rules([one]).startswith("Each row, each column and each region holds one star;")
    assert "holds 2 stars;" in booklet._rules([two, two])
    assert "as many stars as its caption says" in booklet._rules([one, two])


def test_the_bytes_are_the_same_in_another_process_with_other_hashes_and_settings(tmp_path):
    (tmp_path / "matplotlibrc").write_text("font.size: 30\npdf.compression: 0\n")
    code = (
        "import sys; from tests.render.test_booklet import pictures;"
        "from moat_bank.render.booklet import booklet_pdf;"
        "sys.stdout.buffer.write(booklet_pdf(pictures(3), 2, 'Ein Heft mit $', colour=True))"
    )
    env = {**os.environ, "PYTHONHASHSEED": "5", "MATPLOTLIBRC": str(tmp_path)}
    other = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, env=env
    ).stdout
    assert other == booklet_pdf(pictures(3), 2, "Ein Heft mit $", colour=True)


def test_what_cannot_be_printed_is_refused(monkeypatch):
    for arguments, fault in [
        (([],), "a booklet needs at least one board"),
        ((pictures(1), 0), "the number of boards on a page must be a whole number from 1 to 60"),
        ((pictures(1), 4, "", "a3"), "unknown paper 'a3'; known: a4, letter"),
        (([Picture(BOARD)],), "a board has no solution to print"),
        ((pictures(5001),), "a booklet has at most 5000 boards, found 5001"),
    ]:
        with pytest.raises(MoatError, match=fault):
            booklet_pdf(*arguments)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MoatError, match="this needs matplotlib: install the 'build' extra"):
        booklet_pdf(pictures(1))
