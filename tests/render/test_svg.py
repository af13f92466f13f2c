"""SVG: read back with an XML parser and a small reader of path data, which know nothing of ours."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from moat_bank.errors import MoatError
from moat_bank.render import Mark, board_svg, sheet_svg
from moat_bank.render.colours import DARK, PALETTE, STONE, WOOD, colour_areas
from tests.render.scenes import ALL, KAKURO, NONOGRAM, REGIONS, SOKOBAN, STARS, SUDOKU, stars

SVG = "{http://www.w3.org/2000/svg}"


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
    thick = [
        path["d"] for path in paths(board_svg(stars(regions=regions))) if "stroke-linecap" in path
    ]
    assert len(thick) == 1
    drawn = unit_edges(thick[0])
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == set(walls(regions))


@pytest.mark.parametrize("regions", [REGIONS, *(made_up(n) for n in (1, 2, 7, 12, 25))])
def test_fills_cover_each_cell_once_in_its_regions_colour(regions):
    size = len(regions)
    fills = [
        path for path in paths(board_svg(stars(regions=regions))) if path.get("shape-rendering")
    ]
    colours = colour_areas(regions)
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
    found = [path["d"] for path in paths(svg) if set(path) == {"d", "fill"}]
    cells = []
    for star in re.findall(r"M[^M]*", "".join(found)):
        pieces = segments(star)
        points = [point for piece in pieces for point in piece]
        assert len(pieces) == 10
        assert pieces[-1][1] == pieces[0][0]
        lies = {(y // 100, x // 100) for x, y in points}
        assert len(lies) == 1
        assert all(10 < x % 100 < 90 and 10 < y % 100 < 90 for x, y in points)
        assert {x % 100 for x, _ in points} == {100 - x % 100 for x, _ in points}
        cells += lies
    return cells


def test_stars():
    assert star_centres(board_svg(stars(STARS))) == list(enumerate(STARS))
    assert star_centres(board_svg(stars())) == []


def test_words_for_those_who_do_not_see():
    root = ET.fromstring(board_svg(stars(caption='level <3> & "more"', description="Stars < 5.")))
    assert root.attrib["role"] == "img"
    assert root[0].tag == SVG + "title"
    assert root[0].text == 'level <3> & "more"'
    assert root[1].tag == SVG + "desc"
    assert root[1].text == "Stars < 5."
    assert ET.fromstring(board_svg(NONOGRAM))[0].text == "3x4 board"


def test_size_on_the_screen():
    root = ET.fromstring(board_svg(stars(regions=made_up(8))))
    assert (root.attrib["width"], root.attrib["height"]) == ("328", "328")
    assert root.attrib["viewBox"] == "-10 -10 820 820"
    root = ET.fromstring(board_svg(NONOGRAM))
    assert root.attrib["viewBox"] == "-130 -130 540 440"
    assert (root.attrib["width"], root.attrib["height"]) == ("216", "176")


@pytest.mark.parametrize("caption", ["\0", "a\x1bb", "\ud800", "￿", "<script>&amp;", "😀\t\n"])
def test_any_caption_gives_xml(caption):
    svg = board_svg(stars(caption=caption, description=caption))
    svg.encode()
    assert "script" not in caption or "<script" not in svg
    ET.fromstring(svg)
    ET.fromstring(sheet_svg([stars(caption=caption)] * 2, title=caption))


def test_sheet():
    scenes = [stars(regions=made_up(size), caption=f"board {size}") for size in range(1, 12)]
    root = ET.fromstring(sheet_svg(scenes))
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
    alone = ET.fromstring(board_svg(scenes[7]))
    assert [path.attrib for path in boards[7].iter(SVG + "path")] == [
        path.attrib for path in alone.iter(SVG + "path")
    ]
    assert root[0].text == "11 boards"


def test_sheet_columns_and_long_captions():
    root = ET.fromstring(sheet_svg([stars(caption="x" * 50)] * 5, columns=2, title="t"))
    assert len({board.attrib["y"] for board in root if board.tag == SVG + "svg"}) == 3
    assert root[0].text == "t"
    assert next(root.iter(SVG + "text")).text == "x" * 35 + "…"
    one = ET.fromstring(sheet_svg([stars()], columns=9))
    assert one.attrib["width"] == "280"
    with pytest.raises(MoatError, match="at least one board"):
        sheet_svg([])


def test_the_same_bytes_in_any_process():
    code = (
        "import hashlib; from moat_bank.render import sheet_svg;"
        "from tests.render.scenes import ALL;"
        "print(hashlib.sha256(sheet_svg(list(ALL.values())).encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONPATH": ":".join([".", *sys.path]), "PYTHONHASHSEED": seed},
        ).stdout.strip()
        for seed in ("0", "4021")
    }
    assert found == {hashlib.sha256(sheet_svg(list(ALL.values())).encode()).hexdigest()}


def texts(svg):
    """Each text with its cell; clues lie in cells of negative numbers."""
    found = ET.fromstring(svg).iter(f"{SVG}text")
    return [((int(t.get("y")) // 100, int(t.get("x")) // 100), t.text) for t in found]


def test_labels_name_cells():
    assert texts(board_svg(stars(STARS))) == []
    named = {((r, c), "ABCD"[REGIONS[r][c]]) for r in range(4) for c in range(4)}
    assert set(texts(board_svg(stars(STARS, letters=True)))) == named


def test_crosses_and_rings_are_drawn_where_they_are():
    areas = [[0, 0], [1, 1]]
    plain = board_svg(stars(regions=areas))
    crossed, ringed = (
        board_svg(replace(stars(regions=areas), marks=tuple((cell, Mark(shape)) for cell in cells)))
        for shape, cells in (("cross", [(1, 0), (0, 1)]), ("ring", [(1, 1)]))
    )
    assert 'd="M140 40l20 20M160 40l-20 20M40 140l20 20M60 140l-20 20"' in crossed
    assert 'd="M114 114h72v72h-72z"' in ringed
    assert plain.count("<path") + 1 == crossed.count("<path") == ringed.count("<path")


def test_areas_without_colours_and_texts_of_two_strengths():
    svg = board_svg(SUDOKU)
    assert {path["fill"] for path in paths(svg)} == {"none", STONE}
    [thick] = [path["d"] for path in paths(svg) if "stroke-linecap" in path]
    assert set(unit_edges(thick)) == set(walls(SUDOKU.areas))
    assert texts(svg) == [
        ((0, 0), "1"), ((1, 2), "3"), ((0, 1), "2"), ((0, 1), "3"), ((3, 3), "12")
    ]  # fmt: skip
    bold = [t.text for t in ET.fromstring(svg).iter(f"{SVG}text") if t.get("font-weight")]
    assert bold == ["1", "12"]


def test_clues_stand_beside_the_board_the_last_nearest():
    svg = board_svg(NONOGRAM)
    found = texts(svg)
    assert sorted(text for cell, text in found if cell[0] < 0) == ["1", "1", "1", "2"]
    assert [text for cell, text in found if cell[1] < 0] == ["3", "1", "1", "10"]
    assert all((cell[0] < 0) != (cell[1] < 0) for cell, _ in found)
    filled = next(path["d"] for path in paths(svg) if path.get("fill") == DARK)
    assert filled.count("M") == 5


def test_dark_cells_are_cut_and_say_what_is_below_and_right():
    svg = board_svg(KAKURO)
    words = {(text, cell) for cell, text in texts(svg)}
    assert {("16", (0, 1)), ("4", (0, 2)), ("10", (1, 0)), ("9", (1, 1))} <= words
    root = ET.fromstring(svg)
    below, right = (
        next(t for t in root.iter(f"{SVG}text") if t.text == text) for text in ("16", "10")
    )
    assert (int(below.get("x")), int(below.get("y")) > 50) == (130, True)
    assert (int(right.get("x")), int(right.get("y")) < 150) == (70, True)
    assert [path["d"].count("M") for path in paths(svg) if path.get("fill") == DARK] == [1, 4]


def test_a_board_without_a_grid():
    svg = board_svg(SOKOBAN)
    drawn = paths(svg)
    assert not any("stroke-linecap" in path for path in drawn)
    cells = {path["fill"]: path["d"].count("M") for path in drawn if path["fill"] != "none"}
    assert cells[STONE] == 14
    assert cells[WOOD] == 2
    assert cells[PALETTE[1]] == 3  # goals
    order = [path["fill"] for path in drawn]
    assert order.index(WOOD) < order.index(PALETTE[1])  # a goal is seen on a crate


@pytest.mark.parametrize("scene", ALL.values(), ids=ALL)
def test_all_is_inside_the_picture(scene):
    svg = board_svg(scene)
    left, top, width, height = map(int, ET.fromstring(svg).attrib["viewBox"].split())
    for path in paths(svg):
        for piece in segments(path["d"]):
            for x, y in piece:
                assert left < x < left + width
                assert top < y < top + height
