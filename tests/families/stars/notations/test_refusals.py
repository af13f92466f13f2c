"""What is not a board is refused in one line that names the place."""

from __future__ import annotations

import base64
import json
import zlib

import pytest

from moat_bank.errors import MoatError
from moat_bank.families import reading
from moat_bank.families.notation import MAX_LINE
from moat_bank.families.stars.kind import stars_of
from tests.families.stars.notations import formats

LINK = "https://puzz.link/p?starbattle/"
ROOMS = "0 0 0 1 1 1 /0 1 1 1 2 2 /0 3 3 4 4 2 /5 5 3 3 4 2 /5 4 4 4 4 2 /5 2 2 2 2 2 /"
GOOD = "EEECBEEEEBAAEEBAADDDAAADD"

REFUSED = [
    # puzz.link: 6/6/1/4ilbhgdnmhou is a board
    ("puzzlink", "6/6/1/4ilbhgdnmho", "the walls end after character 48: 11 of 12 are there"),
    ("puzzlink", "6/6/1/4ilbhgdnmhou0", "character 50: the walls should have ended before it"),
    ("puzzlink", "6/6/1/4ilbhgdnmhoz", "character 49: 'z' is no digit of the walls"),
    ("puzzlink", "6/6/1/0ilbhgdnmhou", "row 1 column 2: the wall below it ends inside a region"),
    ("puzzlink", "3/3/1/s0g0", "row 1 column 2: the wall to its right ends inside a region"),
    ("puzzlink", "6/6/1/4ilbhgdnmhov", "the walls make 7 regions, but 6 rows need 6"),
    ("puzzlink", "4/4/1/000000", "the walls make 1 regions, but 4 rows need 4"),
    ("puzzlink", "4/4/1/001000", "character 40: is more than the last wall"),
    ("puzzlink", "6/5/1/4ilb", "only square boards are known here, found 6 columns, 5 rows"),
    ("puzzlink", "6/6/0/4ilbhgdnmhou", "a row has from 1 to 6 stars, found 0"),
    ("puzzlink", "26/26/1/0", "a board has from 1 to 25 rows, found 26"),
    ("puzzlink", "6/6/x/4ilbhgdnmhou", "the number of stars is 'x'"),
    (
        "puzzlink",
        "6/6/4ilbhgdnmhou",
        "a link ends in starbattle/columns/rows/stars/walls, this one",
    ),
    # pzprv3
    ("pzprv3", "/sudoku/6/6", "the kind of puzzle must be starbattle, found 'sudoku'"),
    ("pzprv3", "/starbattle/6/6/1", "the text ends before the number of rooms"),
    ("pzprv3", "/starbattle/6/6/1/5/" + ROOMS, "there are 5 rooms, but 6 rows need 6"),
    ("pzprv3", "/starbattle/6/6/1/6/" + ROOMS[:-13], "the text ends before row 6 of the rooms"),
    (
        "pzprv3",
        "/starbattle/6/6/1/6/" + ROOMS.replace("4 4 2 ", "4 4 6 ", 1),
        "row 3 column 6: rooms are numbered 0 to 5, found '6'",
    ),
    (
        "pzprv3",
        "/starbattle/6/6/1/6/" + ROOMS.replace("5 2 2 ", "5 2 0 "),
        "row 6 column 2: region 2 is in pieces, this cell is cut off from row 2 column 5",
    ),
    (
        "pzprv3",
        "/starbattle/6/6/1/6/" + ROOMS + ". . # . . /",
        "row 1 of the answer has 5 cells, not 6",
    ),
    # SBN: 551W7kxqe40 is a board
    ("sbn", "551W7kxqe4", "the walls end after character 10: 6 of 7 are there"),
    ("sbn", "551W7kxqe400", "character 12: the walls should have ended before it"),
    ("sbn", "551W7kxqe4!", "character 11: '!' is no digit of the walls"),
    ("sbn", "551W_kxqe40", "character 5: is more than the first wall"),
    ("sbn", "550W7kxqe40", "a row has from 1 to 6 stars, found 0"),
    ("sbn", "551e7kxqe40", "the marks end after character 11: 0 of 9 are there"),
    ("sbn", "551e7kxqe40_00000000", "character 12: has a mark that there is not"),
    ("sbn", "551e7kxqe40000000001", "character 20: marks more than the last cell"),
    ("sbn", "hello", "SBN begins with a size such as 88 or AA, a digit for the stars"),
    # SBN, second form: 4 rows, of 24 walls, 4 digits
    ("sbn2", "4A100", "the walls end after character 5: 3 of 4 are there"),
    ("sbn2", "4A10%0", "character 5: '%' is no digit of the walls"),
    ("sbn2", "4A||||", "character 3: is more than the first wall"),
    ("sbn2", "4A0000", "the walls make 1 regions, but 4 rows need 4"),
    ("sbn2", "4A0001", "row 3 column 4: the wall below it ends inside a region"),
    ("sbn2", "4A000000001", "character 11: more marks than cells"),
    ("sbn2", "4A0000|", "character 7: has a mark that there is not"),
    ("sbn2", "3A00001", "character 7: marks more than the last cell"),
    ("sbn2", "4G0000", "a row has from 1 to 6 stars, found 7"),
    ("sbn2", "26A0", "a board has from 1 to 25 rows, found 26"),
    # letters
    ("letters", f"5x1.{GOOD[:-1]}", "there are 24 letters, but 5 rows have 25"),
    ("letters", f"5x1.{GOOD[:3]}1{GOOD[4:]}", "character 8 (row 1 column 4): must be a letter"),
    ("letters", f"5x1.{GOOD[:-1]}E", "row 5 column 5: region 'E' is in pieces, this cell is cut"),
    ("letters", f"5x1.{GOOD[:-1]}F", "row 5 column 5: region 'F' is one too many for 5 rows"),
    ("letters", f"5x1.{GOOD}.s1d", "character 33: notes are like s12d3"),
    ("letters", f"5x7.{GOOD}", "a row has from 1 to 6 stars, found 7"),
    # task
    ("task", "1,1,2", "there are 3 numbers, which is not a square of cells"),
    ("task", "1,1,2,3", "number 4 (row 2 column 2): must be a region from 1 to 2, found '3'"),
    ("task", "1,1,2,0", "number 4 (row 2 column 2): must be a region from 1 to 2, found '0'"),
    ("task", "1,1,2,2", "the site has no boards of 2 rows: say how many stars a row has"),
    ("task", ",".join(["1"] * 676), "a board has from 1 to 25 rows, found 26"),
    # text
    ("text", "AAB-D\nAAAAA", "row 1: character 4 ('-') is no letter"),
    ("text", "A* A* B\nBB", "row 1 has 3 cells, but there are 2 rows"),
    ("text", "ABC\nAB\nABC", "row 2 has 2 cells, but there are 3 rows"),
    ("text", "A*AA\nBBB\nCCC*", "row 2 of the solution has 0 stars, not 1"),
    ("text", "AA\nAA", "there are 1 regions, but 2 rows need 2"),
    ("text", "stars 7\nAA\nBB", "a row has from 1 to 6 stars, found 7"),
    ("text", "A A\nB **", "row 2: '**' must be a letter or a number"),
    # table
    ("table", "2 2 1\n1 1\n2 @", "row 2 column 2: must be a region's number, found '@'"),
    ("table", "2 2 1\n1 1", "there are 1 rows, but the first line says 2"),
    ("table", "2 3 1\n1 1", "only square boards are known here"),
    # starb
    ("starb", "2x2\n1,1 | 1,2", "there are 1 regions, but 2 rows need 2"),
    ("starb", "2x2\n1,1 | 1,2\n2,1 | 1,2", "region 2: row 1 column 2 is in region 1 already"),
    ("starb", "2x2\n1,1 | 1,2\n2,1 2,2 |", "region 2 has 2 stars, region 1 has 1"),
    ("starb", "2x2\n1,1 | 1,3\n2,1 | 2,2", "region 1: '1,3' must be row,column from 1,1 to 2,2"),
    ("starb", "2x2\n1,1 | 1,2\n2,1 |", "row 2 column 2 is in no region"),
    ("starb", "2x2\n| 1,1 1,2\n| 2,1 2,2", "no star is marked: say how many stars a row has"),
    ("starb", "2x2\n1,1 1,2\n2,1 2,2", "region 1 has no | after the stars"),
    # JSON rows
    ("rows", "[[0,0],[1,2]]", "row 2 column 2: region 2 is one too many for 2 rows"),
    ("rows", "[[0,0],[1,true]]", "row 2 column 2: a region must be a number or a letter"),
    ("rows", "[[0,0],[1", "not JSON at column 10: unexpected end of data"),
    ("rows", '["AAA","BB"]', "row 1 of the board has 3 cells, not 2"),
    # archive
    ("archive", '[{"grid":[[1]]}]', "a board is an object with 'regions'"),
    (
        "archive",
        '[{"regions":[[0,0],[1,1]],"grid":[[1,0],[0,2]]}]',
        "row 2 column 2 of 'grid': must be one of 0, 1, found 2",
    ),
    (
        "archive",
        '[{"regions":[[0,0],[1,1]],"grid":[[1,0],[1,1]]}]',
        "row 2 of the solution has 2 stars, not 1",
    ),
    # bank
    ("bank", '{"easy":[7]}', "an entry is an object, found a number"),
    ("bank", '{"easy":7}', "must be a list of entries, found a number"),
    ("bank", '{"Easy":[]}', "a tier is a lower-case word, found 'Easy'"),
    (
        "bank",
        '{"easy":[{"regionMap":[[0,0],[1,2]]}]}',
        "row 2 column 2: a region must be from 0 to 1, found 2",
    ),
    (
        "bank",
        '{"easy":[{"regionMap":[[0,0],[1,1]],"solution":[0,2],"r":1,"steps":1}]}',
        "row 2 of the solution: columns are 0 to 1, found 2",
    ),
    (
        "bank",
        '{"easy":[{"regionMap":[[0,0],[1,1]],"solution":[0,1],"r":-1,"steps":1}]}',
        "'r' must be a whole number below 2^53, found -1",
    ),
    # JSON lines
    ("jsonl", '{"regions":[[0,0],[1,1]],"size":3}', "'size' is 3, but there are 2 rows"),
    ("jsonl", '{"regions":[[0,0],[1,1]],"stars":"2"}', "'stars' must be a whole number"),
    ("jsonl", '{"regions":[[0,0],[1,1]],"solution":[[0,0],[1]]}', "row 1 of the solution has a"),
    ("jsonl", '{"regions":[[0,0],[1,1]],"states":[[1,0]]}', "'states' must be a list of 2 rows"),
    ("jsonl", '{"size":3}', "a board needs 'regions', rows of region numbers"),
    ("jsonl", "[1]", "a puzzle is an object, found a list"),
    ("jsonl", "{nope}", "not JSON at column 2"),
    # level
    ("level", 'size: 3, colorRegions: [["A"]]', "size is 3, but colorRegions has 1 rows"),
    ("level", 'colorRegions: [["A", "B"]\n["C"]]', "line 2 column 1: did not expect '['"),
    ("level", 'colorRegions: [["A" "B"]]', "line 1 column 21: did not expect '\"'"),
    ("level", 'colorRegions: [["A", B]]', "line 1 column 22: did not expect 'B'"),
    ("level", 'colorRegions: [["A"', "line 1 column 20: the text ends inside colorRegions"),
]


@pytest.mark.parametrize(("name", "text", "fault"), REFUSED)
def test_it_is_refused_with_the_place(name, text, fault):
    if name == "puzzlink":
        text = LINK + text
    if name == "pzprv3":
        text = "pzprv3" + text
    (found,) = formats.read(text, name)
    assert found.puzzle is None
    assert found.fault is not None
    assert found.fault.startswith(fault)
    assert "\n" not in found.fault


# Penpa: a drawing of four rows, spoiled in one place after another

PAGE = formats.write(formats.read_all("4x1.AABBAABBCCDDCCDD"), "penpa").strip()


def spoiled(line: int, old: str, new: str) -> str:
    data = base64.b64decode(PAGE.split("&p=")[1])
    lines = zlib.decompress(data, -15).decode().split("\n")
    assert old in lines[line]
    lines[line] = lines[line].replace(old, new, 1)
    return packed("\n".join(lines).encode())


def packed(text: bytes) -> str:
    packer = zlib.compressobj(wbits=-15)
    data = packer.compress(text) + packer.flush()
    return "#m=edit&p=" + base64.b64encode(data).decode()


PENPA_REFUSED = [
    (spoiled(0, "square", "hex"), "the grid must be square, found 'hex'"),
    (spoiled(0, "6,6", "7,6"), "only square boards are known here, found 5 columns, 4 rows"),
    (spoiled(0, "6,6", "600,600"), "a board has from 1 to 25 rows, found 598"),
    (spoiled(0, "6,6", "6,x"), "the first line of p must begin with square,<columns>,<rows>"),
    (spoiled(1, "[1,1,1,1]", "[1,1]"), "the space around the grid must be four numbers"),
    (spoiled(3, '"1",1,"1"', '"9",1,"1"'), "a row has from 1 to 6 stars, found 9"),
    (spoiled(3, '"1",1,"1"', '"x",1,"1"'), "no number beside the grid tells how many stars"),
    (spoiled(3, "{", "{{"), "the puzzle layer of p is not JSON at column"),
    (spoiled(3, "zE:{", 'zE:{"123,133":2,'), "row 1 column 1: the wall to its right ends inside"),
    (packed(b"square,6,6"), "p has 1 lines of text, and a drawing has 5 or more"),
    (packed(b"\xff\xfe"), "p does not hold UTF-8 text"),
    (packed(b"\0" * (5 << 20)), "p holds more than 4194304 bytes of text"),
    (PAGE[:-40], "p is cut off: the compressed text has no end"),
    ("#m=edit&p=7V!", "p: character 3: '!' is not of base 64"),
    ("#m=edit&p=////", "p is damaged: it cannot be inflated"),
    ("https://puzz.link", "is no Penpa link: it has no #m=edit&p="),
]


@pytest.mark.parametrize(("text", "fault"), PENPA_REFUSED)
def test_a_link_of_penpa_is_refused(text, fault):
    (found,) = formats.read(text, "penpa")
    assert found.puzzle is None
    assert found.fault is not None
    assert found.fault.startswith(fault)


def test_given_stars_stand_in_where_the_notation_does_not_tell_them():
    drawn = spoiled(3, '"1",1,"1"', '"x",1,"1"')
    assert stars_of(formats.read_all(drawn, stars=2)[0].kind) == 2
    assert stars_of(formats.read_all(PAGE, stars=2)[0].kind) == 1
    assert stars_of(formats.read_all("AAB\nABB\nCCC", stars=2)[0].kind) == 2
    assert stars_of(formats.read_all("AAB\nABB\nCCC")[0].kind) == 1
    assert stars_of(formats.read_all("1,1,2,2", stars=1)[0].kind) == 1


# What cannot be written


def test_what_a_notation_cannot_say_is_refused():
    (one,) = formats.read_all("4x1.AAABCABBCAABCDDD")
    (two,) = formats.read_all("4x2.AAABCABBCAABCDDD")
    small = formats.read_all("AAB\nABB\nCCC")[0]
    for puzzles, name, fault in [
        ([one], "starb", ".starb holds solved boards alone"),
        ([one], "bank", "board 1: a bank holds boards that are solved and rated"),
        ([one, one], "level", "a level file holds one board, found 2"),
        ([two], "level", "a level file has one star a row, this board has 2"),
        ([two], "archive", "board 1: the grid alone tells that a row has 2 stars"),
        ([small], "sbn", "SBN has boards from 4 rows on, this one has 3"),
        ([one], "klingon", "unknown notation 'klingon'; known: pzprv3, archive, rows, bank"),
    ]:
        with pytest.raises(MoatError, match=fault.replace("[", r"\[")):
            formats.write(puzzles, name)


# Whole texts


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "is empty"),
        (" \n\t\n", "is empty"),
        ("hello", "is in no notation known here"),
        ("# only a comment", "is in no notation known here"),
        ("https://puzz.link/p?sudoku/6/6/1/4ilb", "is in no notation known here"),
        ("[]", "is in no notation known here"),
        ('{"easy":[]}', "holds no board"),
    ],
)
def test_a_text_without_boards(text, fault):
    (found,) = formats.read(text)
    assert (found.puzzle, found.place, found.fault) == (None, "", fault)


def test_one_bad_line_does_not_spoil_the_rest():
    text = f"5x1.{GOOD}\nnonsense\n\n5x1.{GOOD[:-1]}\n551W7kxqe40\n"
    assert [(one.place, one.puzzle is not None) for one in formats.read(text)] == [
        ("line 1", True),
        ("line 2", False),
        ("line 4", False),
        ("line 5", True),
    ]
    with pytest.raises(MoatError, match="line 2: is in no notation known here: 'nonsense'"):
        formats.read_all(text)
    lines = '{"regions":[[0,0],[1,1]]}\n{}\n{oops\n{"regions":[[0,0],[1,1]]}\n'
    assert [one.fault is None for one in formats.read(lines)] == [True, False, False, True]
    rows = "[[0,0],[1,1]]\n[[0,0],[1,]]\n"
    assert [(one.place, one.fault is None) for one in formats.read(rows)] == [
        ("line 1", True),
        ("line 2", False),
    ]


def test_limits_stop_work_before_it_is_done(monkeypatch):
    (found,) = formats.read(LINK + "6/6/1/" + "0" * MAX_LINE)
    assert found.fault == f"is longer than {MAX_LINE} characters"
    monkeypatch.setattr(reading, "MAX_BYTES", 10)
    with pytest.raises(MoatError, match="is longer than 10 bytes: split it"):
        formats.decode(b"x" * 11)
    with pytest.raises(MoatError, match="byte 3: is not UTF-8 text"):
        formats.decode(b"ab\xff")


def test_deep_and_huge_json_is_refused():
    for text in ("[" * 100_000, "[[" + "9" * 10_000 + "]]", json.dumps([["A" * 1000] * 1000])):
        (found,) = formats.read(text, "rows")
        assert found.fault
