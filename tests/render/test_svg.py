"""SVG: read back with an XML parser and a small reader of path data, which know nothing of ours."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

from moat_bank.errors import MoatError
from moat_bank.render import Picture, board_svg, sheet_svg
from moat_bank.render.colours import PALETTE, colour_regions

SVG = "{http://www.w3.org/2000/svg}"
REGIONS = [[0, 0, 1, 1], [0, 2, 2, 1], [3, 2, 2, 1], [3, 3, 3, 3]]
SOLUTION = [1, 3, 0, 2]


def made_up(size):
    return [[(r * c + r // 2 + c * c // 3) % size for c in range(size)] for r in range(size)]


def segments(path):
    """The straight pieces of a path, as pairs of points."""
    x = y = 0
    start = (0, 0)
    pieces = []
    for command, text in re.findall(r"([MHVhvlz])([^MHVhvlz]*)", path):
        numbers = [int(n) for n in re.findall(r"-?\d+", text)]
        steps = []
        if command == "M":
            x, y = start = tuple(numbers)
        elif command == "z":
            steps = [start]
        elif command in "Hh":
            steps = [(numbers[0] + (x if command == "h" else 0), y)]
        elif command in "Vv":
            steps = [(x, numbers[0] + (y if command == "v" else 0))]
        else:
            px, py = x, y
            for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
                px, py = px + dx, py + dy
                steps.append((px, py))
        for nx, ny in steps:
            pieces.append(((x, y), (nx, ny)))
            x, y = nx, ny
    return pieces


def unit_edges(path):
    """The cell edges that a path of level and upright lines covers: how often each."""
    edges = []
    for (ax, ay), (bx, by) in segments(path):
        assert ax == bx or ay == by
        for at in range(min(ax, bx), max(ax, bx), 100):
            edges.append(((at, ay), (at + 100, ay)))
        for at in range(min(ay, by), max(ay, by), 100):
            edges.append(((ax, at), (ax, at + 100)))
    return edges


def paths(svg):
    root = ET.fromstring(svg)
    assert root.tag == SVG + "svg"
    return [path.attrib for path in root.iter(SVG + "path")]


def walls(regions):
    """Cell edges with different regions, or the outside, at their sides."""
    size = len(regions)

    def at(r, c):
        return regions[r][c] if 0 <= r < size and 0 <= c < size else -1

    for r in range(size + 1):
        for c in range(size + 1):
            if c < size and at(r - 1, c) != at(r, c):
                yield (c * 100, r * 100), (c * 100 + 100, r * 100)
            if r < size and at(r, c - 1) != at(r, c):
                yield (c * 100, r * 100), (c * 100, r * 100 + 100)


@pytest.mark.parametrize("regions", [REGIONS, *(made_up(n) for n in (1, 2, 7, 12, 25))])
def test_thick_lines_lie_exactly_on_the_walls(regions):
    thick = [path["d"] for path in paths(board_svg(Picture(regions))) if "stroke-linecap" in path]
    assert len(thick) == 1
    drawn = unit_edges(thick[0])
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == set(walls(regions))


@pytest.mark.parametrize("regions", [REGIONS, *(made_up(n) for n in (1, 2, 7, 12, 25))])
def test_fills_cover_each_cell_once_in_its_regions_colour(regions):
    size = len(regions)
    fills = [path for path in paths(board_svg(Picture(regions))) if path.get("shape-rendering")]
    colours = colour_regions(regions)
    painted = {}
    for path in fills:
        for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v100h-\3z", path["d"]):
            for col in range(int(x) // 100, (int(x) + int(width)) // 100):
                assert (int(y) // 100, col) not in painted
                painted[int(y) // 100, col] = path["fill"]
    assert painted == {
        (r, c): PALETTE[colours[regions[r][c]]] for r in range(size) for c in range(size)
    }


def star_centres(svg):
    """Cells in which the stars' outlines lie, wholly and closed."""
    stars = [path["d"] for path in paths(svg) if set(path) == {"d", "fill"}]
    cells = []
    for star in re.findall(r"M[^M]*", "".join(stars)):
        pieces = segments(star)
        points = [point for piece in pieces for point in piece]
        assert len(pieces) == 10
        assert pieces[-1][1] == pieces[0][0]
        found = {(y // 100, x // 100) for x, y in points}
        assert len(found) == 1
        assert all(10 < x % 100 < 90 and 10 < y % 100 < 90 for x, y in points)
        assert {x % 100 for x, _ in points} == {100 - x % 100 for x, _ in points}
        cells += found
    return cells


def test_stars():
    assert star_centres(board_svg(Picture(REGIONS, SOLUTION))) == list(enumerate(SOLUTION))
    assert star_centres(board_svg(Picture(REGIONS))) == []
    two = [[r % 2, 4 + r % 2] for r in range(9)]
    expected = [(r, c) for r, cols in enumerate(two) for c in cols]
    assert star_centres(board_svg(Picture([[r] * 9 for r in range(9)], two, 2))) == expected


def test_words_for_those_who_do_not_see():
    root = ET.fromstring(board_svg(Picture(REGIONS, SOLUTION, 1, 'level <3> & "more"')))
    assert root.attrib["role"] == "img"
    assert root[0].tag == SVG + "title"
    assert root[0].text == 'level <3> & "more"'
    assert root[1].tag == SVG + "desc"
    assert root[1].text == (
        "A board of 4 by 4 cells, 1 star in each row, column and region."
        " Regions, row by row: AABB ACCB DCCB DDDD. Columns of the stars, row by row: 2 4 1 3."
    )
    plain = ET.fromstring(board_svg(Picture(REGIONS, None, 2)))
    assert plain[0].text == "4x4 board"
    assert "2 stars in each" in plain[1].text
    assert "Columns" not in plain[1].text


def test_size_on_the_screen():
    root = ET.fromstring(board_svg(Picture(made_up(8))))
    assert (root.attrib["width"], root.attrib["height"]) == ("328", "328")
    assert root.attrib["viewBox"] == "-10 -10 820 820"


@pytest.mark.parametrize("caption", ["\0", "a\x1bb", "\ud800", "￿", "<script>&amp;", "😀\t\n"])
def test_any_caption_gives_xml(caption):
    svg = board_svg(Picture(REGIONS, caption=caption))
    svg.encode()
    assert "script" not in caption or "<script" not in svg
    ET.fromstring(svg)
    ET.fromstring(sheet_svg([Picture(REGIONS, caption=caption)] * 2, title=caption))


def test_sheet():
    pictures = [Picture(made_up(size), caption=f"board {size}") for size in range(1, 12)]
    root = ET.fromstring(sheet_svg(pictures))
    boards = [child for child in root if child.tag == SVG + "svg"]
    texts = [child for child in root if child.tag == SVG + "text"]
    assert [text.text for text in texts] == [f"board {size}" for size in range(1, 12)]
    places = [tuple(int(board.attrib[key]) for key in ("x", "y")) for board in boards]
    assert len({x for x, _ in places}) == 4
    assert len({y for _, y in places}) == 3
    assert places == sorted(places, key=lambda place: place[::-1])
    for (x, y), board, text in zip(places, boards, texts, strict=True):
        assert x + int(board.attrib["width"]) <= int(root.attrib["width"])
        assert y + 240 < int(text.attrib["y"]) <= int(root.attrib["height"])
        assert int(text.attrib["x"]) == x + 120
    alone = ET.fromstring(board_svg(pictures[7]))
    assert [path.attrib for path in boards[7].iter(SVG + "path")] == [
        path.attrib for path in alone.iter(SVG + "path")
    ]
    assert root[0].text == "11 boards"


def test_sheet_columns_and_long_captions():
    root = ET.fromstring(sheet_svg([Picture(REGIONS, caption="x" * 50)] * 5, columns=2, title="t"))
    assert len({board.attrib["y"] for board in root if board.tag == SVG + "svg"}) == 3
    assert root[0].text == "t"
    assert next(root.iter(SVG + "text")).text == "x" * 35 + "…"
    one = ET.fromstring(sheet_svg([Picture(REGIONS)], columns=9))
    assert one.attrib["width"] == "280"
    with pytest.raises(MoatError, match="at least one board"):
        sheet_svg([])


def test_the_same_bytes_in_any_process():
    code = (
        "import sys; sys.path[:0] = [{here!r}]; import test_svg as t, hashlib;"
        "from moat_bank.render import Picture, board_svg;"
        "print(hashlib.sha256(board_svg(Picture(t.made_up(25), [[1, 3]] * 25, 2)).encode())"
        ".hexdigest())"
    ).format(here=__file__.rsplit("/", 1)[0])
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": seed},
        ).stdout.strip()
        for seed in ("0", "4021")
    }
    here = board_svg(Picture(made_up(25), [[1, 3]] * 25, 2)).encode()
    assert found == {hashlib.sha256(here).hexdigest()}


def test_letters_name_the_region_of_each_cell():
    picture = Picture(REGIONS, SOLUTION, 1, "")
    assert not list(ET.fromstring(board_svg(picture)).iter(f"{SVG}text"))
    named = list(ET.fromstring(board_svg(picture, letters=True)).iter(f"{SVG}text"))
    found = {(int(t.get("y")) // 100, int(t.get("x")) // 100): t.text for t in named}
    assert found == {(r, c): "ABCD"[REGIONS[r][c]] for r in range(4) for c in range(4)}
    sheet = ET.fromstring(sheet_svg([picture, picture], letters=True))
    cells = [t.text for t in sheet.iter(f"{SVG}text") if t.text in {"A", "B", "C", "D"}]
    assert len(cells) == 32


def test_crossed_and_marked_cells_are_drawn_where_they_are():
    plain = board_svg(Picture([[0, 0], [1, 1]]))
    crossed = board_svg(Picture([[0, 0], [1, 1]], crossed=frozenset({(1, 0), (0, 1)})))
    marked = board_svg(Picture([[0, 0], [1, 1]], marked=frozenset({(1, 1)})))
    assert 'd="M100 0m40 40l20 20m0-20l-20 20M0 100m40 40l20 20m0-20l-20 20"' in crossed
    assert 'd="M100 100m14 14h72v72h-72z"' in marked
    assert plain.count("<path") + 1 == crossed.count("<path") == marked.count("<path")
