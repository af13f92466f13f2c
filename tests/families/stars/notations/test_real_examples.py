"""Boards that other programs wrote, and the boards that they are."""

from __future__ import annotations

import base64
import json
import os
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest

from moat_bank.families.base import Puzzle
from moat_bank.families.stars.board import solution_rows
from moat_bank.families.stars.kind import stars_of
from moat_bank.families.stars.notations import sbn, sbn2
from moat_bank.families.stars.proof import solutions as prove_solutions
from tests.families.stars.notations import formats
from tests.families.stars.notations.boards import renumbered
from tests.families.stars.notations.formats import made, regions
from tests.families.stars.oracle.legal import legal

SHARED = Path(os.environ.get("MOAT_SHARED") or Path(__file__).parents[4].parent / "shared")
VECTORS = SHARED / "vectors" / "formats.json"
NAMES = {
    "puzz.link starbattle": "puzzlink",
    "SBN (StarBattleLab)": "sbn",
    "puzzlekit-dataset / janko areas": "table",
    "archivedqueens JSON": "archive",
    "masonomara .sbn": "letters",
    ".starb (MIT 6.031/6.102)": "starb",
    "letter grid / zone_grid": "rows",
}
EXACT = ("puzzlink", "sbn", "letters")
WIDEST = 10
"""Above this the checker takes its time; the boards are compared all the same."""

needs_vectors = pytest.mark.skipif(
    not VECTORS.is_file(), reason=f"no real examples: {VECTORS} is no file (set MOAT_SHARED)"
)


def vectors() -> list[Any]:
    if not VECTORS.is_file():
        return [pytest.param(None, id="none")]
    listed = json.loads(VECTORS.read_text("utf-8"))
    return [pytest.param(one, id=f"{n}-{NAMES[one['format']]}") for n, one in enumerate(listed)]


def board_of(one: dict[str, Any]) -> tuple[tuple[int, ...], ...]:
    return renumbered([[ord(letter) for letter in row] for row in one["regions"]])


def check_is(puzzle: Puzzle, one: dict[str, Any]) -> None:
    assert puzzle.kind.rows == one["N"]
    assert regions(puzzle) == board_of(one)
    columns = [[c - 1 for c in row] for row in one["solution"]]
    assert puzzle.solution is None or solution_rows(puzzle.solution) == columns


@needs_vectors
@pytest.mark.parametrize("one", vectors())
def test_a_published_board_is_read_as_what_it_is(one):
    name = NAMES[one["format"]]
    text = one["text"] or archived(one)
    found = list(formats.read(text))
    assert [(f.notation, f.fault) for f in found] == [(name, None)]
    puzzle = found[0].puzzle
    assert puzzle is not None
    check_is(puzzle, one)
    assert stars_of(puzzle.kind) == one["K"]
    if name in EXACT:
        assert formats.write([puzzle], name) == text + "\n"
    if "webtask" in one:
        (task,) = formats.read_all(one["webtask"])
        check_is(task, one)
        assert stars_of(task.kind) == one["K"]
        assert formats.write([puzzle], "task") == one["webtask"] + "\n"


@needs_vectors
@pytest.mark.parametrize("one", vectors())
def test_it_has_the_one_solution_that_its_source_gives(one):
    (puzzle,) = formats.read_all(one["text"] or archived(one))
    board = np.array([regions(puzzle)], np.uint8)
    stars = np.array([one["solution"]], np.uint8) - 1
    assert legal(board, stars).all()
    if one["N"] <= WIDEST:
        solved = prove_solutions.solve(board, stars_of(puzzle.kind))
        assert solved.counts.tolist() == [1]
        assert solved.columns.tolist() == stars.tolist()


def archived(one: dict[str, Any]) -> str:
    """The archive's shape; the vectors give its boards without their text."""
    size = one["N"]
    grid = [[int(c + 1 in row) for c in range(size)] for row in one["solution"]]
    regions = [[ord(letter) - ord("A") for letter in row] for row in one["regions"]]
    return json.dumps([{"id": 353, "date": "2025/04/18", "grid": grid, "regions": regions}])


# A link from the tests of Penpa+ itself (swaroopg92/penpa-edit, test/snapshots/
# puzzlink_starbattle_1.json), and the link of puzz.link that it was made from.
PENPA = (
    "m=edit&p=7VVNb+M2EL3nVxQ8EzW/JEq6FGma9pIu2ibFYmEYgexoHcN25JXkplDg/75vqFEc2SoWaA/dAoUs8vnN"
    "B4czGrL+tM+rQmpDP5tIJTUel7rwWh+FV/Fzt2o2RfaNvNw3j2UF8Ng0uzqbTHb7tv12s3paT3bf1U1ezfMGmhOt6Gcm"
    "0dJEZmE+rZfzfL1Ok9WyLvwySRY7662qS6XUXkojP+aburiYUgh4ZhcvbZq1l7L9KZsKI2R4tZjJ9tfspf05a69lewuR"
    "gK5sb4C0kAbw+gjfBzmhq47UCvgdY8APgItVtdgU9zcd80s2be+koHW+D9YExbb8oxCdWfi/KLfzFRHdXuvH1Y4l9f6h"
    "XO9ZV88Osr0M4bLJSMz2GDPBLmZCIzHTVv5xzFSjsWjT2eGArP+GeO+zKYX++xHeZi8Y32UvwlnSRzV0qAdYHWQfSOYg"
    "M/AbljAk/DEITRjv4Eu2Now/hFGFMQrjTdC5hhuTWmlVKjK4Mik+Q60Zx8AmYHDSGs8YOrbTsQafrlOME2DERNhC37G+"
    "TaWNog472MZs6zww9kc4os+f+Qi873nYeraN4dOzTw+c9Bj6Ket76Kesn3jpFPNJCsx8irZTbIu9O9477KTjvUNXOtNj"
    "+DGdH8iBO1vIpbM9hh/b+YFcOqobYQsc9Rgx9HlQyG0fA/xblTBGDvt46JzQHL9GjTTnViPnmv1Q/k2PkUMTM4b/vl6I"
    "B7U51qKvl6PasS3lP2LbCLYR21L+Y9aP1bF2MeKJOR4P7HscjrJjXTyv67Evz/uiGiXsE3WxKeMU/tM+5+a1dpiBO/+Y"
    "X+sY6sJ5w/xax5Bn3iNmYPbpUC/Xfc+YuUZogvehFa7C6MIYhxbx1Ixf7tG3Pfn3WvCLMUwjPqgHj//vcbOLqbjdVx/z"
    "RYFD8arc7sp61RQCF5Coy819zbIs3E842sA97bfzohpQm7Lc4Q4c6q2WT2VVjIqILB6WY/rzsno48f6cbzYDoru6B1R3"
    "JwyopsKB/+Z/XlXl84DZ5s3jgHhzoQ08FU/NMAA64Qe+1/nJatvjng8X4k8RXtwOOAi0+/9+/3fu91CHUBPxVZwjX0UM"
    "4XMtq9FeBz3S7mBH25r5s84Gf9bDtOB5G4Md6WSwp80M6ryfQZ61NLi/6GryetrYFNVpb9NSZ+1NS73t8OnsMw=="
)
SAME_AS_PENPA = "https://puzz.link/p?starbattle/10/10/2/5g252c2qkgbakk98igse7g88cp3730so000u"


@pytest.mark.parametrize(
    "link",
    [
        f"https://swaroopg92.github.io/penpa-edit/#{PENPA}",
        f"https://swaroopg92.github.io/penpa-edit/?{PENPA}",
        PENPA,
        PENPA.replace("m=edit&", "m=solve&") + "&a=abc",
        PENPA.replace("+", "-").replace("/", "_").rstrip("="),
    ],
)
def test_a_link_of_penpa_is_the_board_that_it_was_made_from(link):
    (found,) = formats.read(link)
    assert (found.notation, found.fault) == ("penpa", None)
    assert formats.write([found.puzzle], "puzzlink") == SAME_AS_PENPA + "\n"


def penpa_lines(link: str) -> list[str]:
    data = base64.b64decode(link.split("&p=")[1])
    return zlib.decompress(data, -15).decode().split("\n")


def test_a_page_is_drawn_as_penpa_draws_it():
    (puzzle,) = formats.read_all(SAME_AS_PENPA)
    theirs, ours = penpa_lines(PENPA), penpa_lines(formats.write([puzzle], "penpa"))
    assert len(ours) == len(theirs)
    # The source and a setting of the editor, its version, and the tag of the genre, left out there.
    differ = [n for n, pair in enumerate(zip(theirs, ours, strict=True)) if pair[0] != pair[1]]
    assert differ == [0, 10, 17]
    assert theirs[0].split(",")[:17] == ours[0].split(",")[:17]
    assert ours[17] == '["starbattle"]'


# From the tests of pzpr (robx/pzprjs, test/script/starbattle.js): a board as a file and a link.
PZPRV3 = (
    "pzprv3/starbattle/6/6/1/6/0 0 0 1 1 1 /0 1 1 1 2 2 /0 3 3 4 4 2 /5 5 3 3 4 2 /5 4 4 4 4 2 /"
    "5 2 2 2 2 2 /+ # + + + + /+ + + # + + /+ + + + + # /. + # + + + /+ + + + # + /# + + + + + /"
)


@pytest.mark.parametrize("text", [PZPRV3, PZPRV3.replace("/", "\n"), PZPRV3 + 'info:{"a":1}'])
def test_a_file_of_pzpr_is_the_board_of_its_link(text):
    (found,) = formats.read(text)
    assert (found.notation, found.fault) == ("pzprv3", None)
    assert formats.write([found.puzzle], "puzzlink").endswith("starbattle/6/6/1/4ilbhgdnmhou\n")
    assert found.puzzle.solution == [1, 3, 5, 2, 4, 0]


def test_marks_of_a_game_in_play_claim_nothing():
    (puzzle,) = formats.read_all(PZPRV3.replace("# + + + + + /", ". + + + + + /"))
    assert puzzle.solution is None


LEVEL = """\
import {
  altoMain,
  anakiwa,
} from "../colors";

// A board of four rows.
const level = {
  path: "/community-level/770",
  size: 4,
  colorRegions: [
    ["A", "A", "A", "B"],
    ['C', 'A', "B", "B"], // quotes of either kind
    ["C", "A", "A", "B"],
    ["C", "D", "D", "D"],
  ],
  regionColors: {
    A: altoMain,
    B: anakiwa,
  },
  solutionsCount: 1,
  createdBy: "somebody",
};

export default level;
"""


def test_a_level_file_as_its_archive_has_them():
    (found,) = formats.read(LEVEL)
    assert (found.notation, found.place, found.fault) == ("level", "", None)
    assert regions(found.puzzle) == ((0, 0, 0, 1), (2, 0, 1, 1), (2, 0, 0, 1), (2, 3, 3, 3))
    assert found.puzzle.name == "/community-level/770"
    two = list(formats.read(LEVEL + LEVEL.replace("size: 4", "size: 5")))
    assert [(f.place, f.fault) for f in two] == [
        ("board 1", None),
        ("board 2", "size is 5, but colorRegions has 4 rows"),
    ]


def test_notes_after_a_board_in_letters_are_passed_over():
    (puzzle,) = formats.read_all("4x1.AAABCABBCAABCDDD.s-1429660675d1l3c12v1")
    assert formats.write([puzzle], "letters") == "4x1.AAABCABBCAABCDDD\n"


def test_a_shard_of_our_own_is_a_bank_in_one_file():
    folder = Path(__file__).parents[4] / "banks" / "stars" / "levels"
    path = sorted(folder.glob("stars-6x6-1-medium-0000.*.json"))[0]
    entries = orjson.loads(path.read_bytes())["medium"]
    found = list(formats.read(formats.decode(path.read_bytes())))
    assert [one.place for one in found] == [f"medium[{n}]" for n in range(len(entries))]
    assert [one.puzzle.rated.seed for one in found] == [entry["seed"] for entry in entries]
    again = orjson.loads(formats.write([one.puzzle for one in found], "bank"))
    keys = ("seed", "regionMap", "solution", "r", "steps")
    for entry in entries:  # banks of format 1 number regions otherwise
        entry["regionMap"] = [list(row) for row in renumbered(entry["regionMap"])]
    assert again == {"medium": [{key: entry[key] for key in keys} for entry in entries]}


@pytest.mark.parametrize(
    "data",
    [b"\xef\xbb\xbf4x1.AAABCABBCAABCDDD\r\n", b"4x1.AAABCABBCAABCDDD"],
    ids=["mark", "plain"],
)
def test_bytes_of_a_file(data):
    assert len(formats.read_all(formats.decode(data))) == 1


def test_the_second_form_of_sbn_is_as_long_as_its_program_says():
    # The counts that the comments of its program give (StarBattleLab, Main/mobile/sbn.js).
    assert [sbn2.length_of(size) for size in (5, 10, 25)] == [7, 29, 188]
    (puzzle,) = formats.read_all("551W7kxqe40")
    (same,) = formats.read_all(formats.write([puzzle], "sbn2"))
    assert same == puzzle
    # Its walls are those of the first form, as a number: 7kxqe40 in base 64.
    number = 0
    for digit in "7kxqe40":
        number = 64 * number + sbn.DIGITS.index(digit)
    value = 0
    for digit in formats.write([puzzle], "sbn2").strip()[2:]:
        value = 85 * value + sbn2.DIGITS.index(digit)
    assert value == number


@pytest.mark.parametrize("size", [10, 11])
def test_marks_as_older_programs_write_them(size):
    columns = [*range(0, size, 2), *range(1, size, 2)]
    board = made(1, [[row] * size for row in range(size)], columns)
    (new,) = formats.read_all(formats.write([board], "sbn"))
    states = [2 * (c == columns[r]) for r in range(size) for c in range(size)]
    triples = zip(*[iter(states[1:])] * 3, strict=True)
    old = str(states[0]) + "".join(sbn.DIGITS[16 * a + 4 * b + c] for a, b, c in triples)
    text = formats.write([board], "sbn").strip()
    assert len(old) == -(-size * size // 3)
    assert formats.read_all(text[: -len(old)] + old) == [new]
