"""Every command takes a family of somebody else's, which it knows by its name or by its keys."""

from __future__ import annotations

import io
import json
import sys

import pytest

from moat_bank.cli.main import main
from tests.families.toy import lonesum

SIDES = ("--height", "4", "--width", "5")


@pytest.fixture
def run(capsysbinary, monkeypatch):
    def call(*args, lines=()):
        text = "".join(json.dumps(line) + "\n" for line in lines)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        with lonesum():
            status = main(list(args))
        out, err = capsysbinary.readouterr()
        return status, out.decode(), err.decode()

    return call


@pytest.fixture
def made(run):
    status, out, err = run("generate", "--family", "lonesum", *SIDES, "--seeds", "0:40")
    assert (status, err) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


def told(out):
    return [json.loads(line) for line in out.splitlines()]


def test_puzzles_are_generated_with_its_own_parameters_styles_and_bounds(run, made):
    assert len(made) > 20
    assert all(len(one["rowCounts"]) == one["height"] == 4 for one in made)
    args = ("generate", "--family", "lonesum", *SIDES, "--seeds", "0:40", "--style", "dense")
    few = told(run(*args, "--fewest-filled", "12")[1])
    assert all(sum(one["rowCounts"]) >= 12 for one in few)
    assert 0 < len(few) < len(told(run(*args)[1]))
    status, out, err = run(*args, "--fewest-filled", "21")
    assert (status, out, err) == (1, "", "moat-bank: fewest_filled is more than all cells\n")
    [stats] = told(run(*args, "--stats")[1])
    assert (stats["candidates"], list(stats["hardest"])) == (40, ["1", "2"])
    with pytest.raises(SystemExit):
        run("generate", "--family", "lonesum", "--size", "5", "--seeds", "0:1")


def test_they_are_solved_rated_and_rebuilt(run, made):
    bare = [{key: one[key] for key in ("rowCounts", "colCounts")} for one in made]
    for command in (["solve"], ["rate"], ["rate", "--family", "lonesum"]):
        status, out, err = run(*command, lines=bare)
        assert (status, err) == (0, "")
        assert [one["solution"] for one in told(out)] == [one["solution"] for one in made]
        assert [one["solutions"] for one in told(out)] == [1] * len(made)
    keys = ("r", "steps", "rounds", "score", "tier")
    assert [[one[key] for key in keys] for one in told(out)] == [
        [one[key] for key in keys] for one in made
    ]
    assert run("rebuild", lines=made)[:2] == (0, run("rebuild", lines=made)[1])
    assert told(run("rebuild", lines=made)[1]) == made


def test_one_that_is_undecided_is_said_to_be(run):
    wide = {"rowCounts": [4] * 8, "colCounts": [4] * 8}
    status, out, err = run("solve", "--limit", "1000000", "--budget", "500", lines=[wide, wide])
    assert status == 1
    assert [one["solutions"] for one in told(out)] == [None, None]
    assert [line.split(":")[1:3] for line in err.splitlines()] == [
        [f" line {n}", " undecided after 500 steps; --budget raises it"] for n in (1, 2)
    ]
    status, out, _ = run("rate", "--budget", "5", lines=[wide])
    assert status == 1
    [one] = told(out)
    assert all(one[key] is None for key in ("solutions", "r", "steps", "rounds", "tier"))


def test_they_are_drawn_and_printed(run, made, tmp_path):
    status, out, _ = run("show", "--plain", lines=made[:1])
    assert status == 0
    assert out.count("###") == sum(made[0]["rowCounts"])
    assert run("show", "--unsolved", "--plain", lines=made[:1])[1].count("###") == 0
    sheet = run("show", "--svg", "-", lines=made[:3])[1]
    assert sheet.count("<svg ") == 4
    file = tmp_path / "out.pdf"
    assert run("export", "-", "--pdf", str(file), lines=made[:2])[0] == 0
    assert file.read_bytes().startswith(b"%PDF-")


def test_they_are_converted_and_families_are_not_mixed(run, made):
    status, out, err = run("convert", "--to", "jsonl", lines=made)
    assert (status, err) == (0, "")
    assert [one["colCounts"] for one in told(out)] == [one["colCounts"] for one in made]
    board = {"regions": [[0, 0], [1, 1]]}
    status, _, err = run("convert", "--to", "letters", lines=made[:1])
    assert (status, err) == (
        1,
        "moat-bank: standard input: line 1: unknown notation 'letters'; known: jsonl\n"
        "moat-bank: there is no puzzle to write\n",
    )
    status, out, err = run("convert", "--to", "jsonl", lines=[board])
    assert (status, json.loads(out)["regionMap"]) == (0, board["regions"])


def test_a_family_without_a_room_says_so(run, made):
    fault = "moat-bank: line 1: the family lonesum has no variants\n"
    assert run("vary", lines=made[:1]) == (1, "", fault)
    status, _, err = run("template", "--family", "lonesum")
    assert (status, err) == (1, "moat-bank: standard input: the family lonesum has no variants\n")
    status, _, err = run("solve", "--family", "chess", lines=made[:1])
    assert (status, err) == (1, "moat-bank: unknown family 'chess'; known: stars, lonesum\n")
