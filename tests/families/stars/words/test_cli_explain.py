"""The command: notations in; text, JSON and pictures out; boards with none or two solutions."""

import io
import re
import sys
from xml.etree import ElementTree as Tree

import orjson
import pytest

from moat_bank.cli.main import main

EASY = "AAABBB ABBBCC ADDEEC FFDDEC FEEEEC FCCCCC"
TWO = "AABB AABB CCDD CCDD"
NONE = "AAB ABB CCC"
LINK = "https://puzz.link/p?starbattle/10/10/2/5g252c2qkgbakk98igse7g88cp3730so000u"


@pytest.fixture
def run(monkeypatch, capfd):
    def go(*arguments, text=""):
        stream = io.TextIOWrapper(io.BytesIO(text.replace(" ", "\n").encode()))
        monkeypatch.setattr(sys, "stdin", stream)
        status = main(["explain", *arguments])
        out, err = capfd.readouterr()
        return status, out, err

    return go


def test_a_board_of_one_star_is_told_round_by_round(run):
    status, out, err = run("--stars", "1", text=EASY)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert re.fullmatch(
        r"standard input: .*6x6, 1 star, \w+, hardest technique .*, \d+ rounds", lines[0]
    )
    rounds = [line for line in lines if re.match(r" *\d+\. ", line)]
    assert int(re.search(r"(\d+) rounds", lines[0])[1]) == len(rounds)
    for line in rounds:
        assert re.fullmatch(r" *\d+\. [a-z -]+( of \d)?: R\d+C\d+.*, since .*\.", line)
    assert "goes no further" not in out


def test_json_of_a_linked_board_of_two_stars(run):
    status, out, _ = run("--json", text=LINK)
    found = orjson.loads(out)
    assert status == 0
    assert (found["size"], found["stars"], found["solutions"]) == (10, 2, 1)
    assert found["solution"][0] == [0, 2]
    assert found["finished"]
    assert found["open"] == found["differ"] == []
    assert found["placed"] == [[r, c] for r, row in enumerate(found["solution"]) for c in row]
    assert found["steps"] == len(found["rounds"]) > 5
    stars = []
    for number, one in enumerate(found["rounds"], 1):
        assert one["round"] == number
        assert one["why"][0] == "R"
        assert one["why"].endswith(".")
        stars += one["stars"]
        for part in ("stars", "out"):
            assert sorted({tuple(c) for r in one["reasons"] for c in r[part]}) == [
                tuple(c) for c in one[part]
            ]
    assert sorted(stars) == found["placed"]


def test_two_solutions_stand_side_by_side(run):
    status, out, _ = run("--stars", "1", text=TWO)
    lines = out.splitlines()
    assert status == 0
    assert lines[0].endswith("4x4, 1 star, more than one solution")
    assert sum("★" in line for line in lines[1:10]) == 4
    assert all(line.count("★") == 2 for line in lines[2:10:2])
    assert "They differ at R1C2, R1C3, R2C1, R2C4, R3C1, R3C4, R4C2 and R4C3." in lines
    assert "Logic goes no further: 0 of 4 stars placed, 8 cells undecided." in lines
    found = orjson.loads(run("--stars", "1", "--json", text=TWO)[1])
    assert (found["solutions"], found["solution"], found["finished"]) == (2, None, False)
    assert found["found"] == [[1, 3, 0, 2], [2, 0, 3, 1]]
    assert len(found["differ"]) == len(found["open"]) == 8


def test_a_board_without_a_solution(run):
    status, out, _ = run("--stars", "1", text=NONE)
    assert status == 0
    assert out.splitlines()[0].endswith("3x3, 1 star, no solution")
    assert re.search(r"^  1\. moat squeeze: R1C2 and R3C3 are ruled out, since ", out, re.M)
    end = "There is no solution. Row 2 has no cell left for the star that it misses."
    assert out.splitlines()[-8] == end
    assert orjson.loads(run("--stars", "1", "--json", text=NONE)[1])["solutions"] == 0


def test_what_is_undecided_is_said_to_be_so(run):
    status, out, err = run("--budget", "50", text=LINK)
    assert status == 1
    assert "undecided" in out.splitlines()[0]
    assert err.count("\n") == 1
    assert "undecided within the steps allowed; --budget allows more" in err
    found = orjson.loads(run("--json", "--budget", "50", text=LINK)[1])
    assert (found["undecided"], found["solutions"], found["finished"]) == (True, None, False)


def test_every_cell_is_in_the_text(run):
    out = run(text=LINK)[1]
    rounds = orjson.loads(run("--json", text=LINK)[1])["rounds"]
    lines = iter(line.strip() for line in out.splitlines())
    for one in rounds:
        for reason in one["reasons"]:
            line = next(line for line in lines if line.endswith(reason["why"]))
            for r, c in reason["stars"] + reason["out"]:
                assert re.search(rf"\bR{r + 1}C{c + 1}\b", line.split(", since ")[0])
        assert one["why"] == " ".join(reason["why"] for reason in one["reasons"])
        for part in ("stars", "out"):
            assert sorted(cell for reason in one["reasons"] for cell in reason[part]) == one[part]


def test_how_far_easy_techniques_come(run):
    whole = orjson.loads(run("--json", text=LINK)[1])
    part = orjson.loads(run("--json", "--up-to", "2", text=LINK)[1])
    assert {one["technique"] for one in part["rounds"]} <= {1, 2}
    assert part["rounds"] == whole["rounds"][: len(part["rounds"])]
    assert part["open"]
    assert part["r"] == whole["r"] > 2
    text = run("--up-to", "2", text=LINK)[1]
    assert f"{len(part['placed'])} of 20 stars placed, {len(part['open'])} cells undecided" in text


def test_a_picture_of_each_round(run, tmp_path):
    file = tmp_path / "rounds.svg"
    status, out, _ = run("--svg", str(file), text=LINK)
    tree = Tree.parse(file)
    captions = [text.text for text in tree.iter("{http://www.w3.org/2000/svg}text")]
    told = re.findall(r"^ *(\d+\. [a-z -]+?)(?: of \d+)?:", out, re.M)
    assert status == 0
    assert captions == told
    only = run("--svg", "-", text=LINK)[1]
    assert only == file.read_text()


def test_several_boards_but_no_pictures_of_them(run):
    status, out, _ = run(text=f"{LINK}\n{LINK}")
    assert status == 0
    assert out.count("hardest technique") == 2
    status, _, err = run("--svg", "x.svg", text=f"{LINK}\n{LINK}")
    assert status == 1
    assert err == "moat-bank: --svg draws the rounds of one puzzle, found 2\n"


def test_what_is_no_board_is_named_and_the_rest_goes_on(run):
    status, out, err = run(text=f"{LINK}\nhttps://puzz.link/p?starbattle/5/6/1/000000")
    assert status == 1
    assert out.count("hardest technique") == 1
    assert err.startswith("moat-bank: standard input: line 2:")
    assert err.count("\n") == 1
