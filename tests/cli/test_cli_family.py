"""The engine's commands, as a script calls them."""

import io
import json
import sys

import pytest

from moat_bank.cli.main import main

UNIQUE = {
    "id": "a",
    "size": 4,
    "stars": 1,
    "regions": [[0, 0, 1, 1], [0, 2, 1, 1], [2, 2, 3, 1], [2, 3, 3, 3]],
}
ROWS = {"regions": [[r] * 4 for r in range(4)]}  # regions that are rows: two solutions
NONE = {"regions": [[0, 0, 1], [0, 2, 1], [2, 2, 1]]}


@pytest.fixture
def run(capsysbinary, monkeypatch):
    def call(*args, lines=()):
        text = "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        status = main(list(args))
        out, err = capsysbinary.readouterr()
        return status, [json.loads(line) for line in out.splitlines()], err.decode()

    return call


def test_solve_counts_up_to_a_limit(run):
    status, lines, _ = run("solve", "--limit", "5", lines=[ROWS, NONE])
    assert status == 0
    assert [line["solutions"] for line in lines] == [2, 0]
    assert sorted(lines[0]["found"]) == [[1, 3, 0, 2], [2, 0, 3, 1]]
    assert lines[1]["solution"] is None
    assert run("solve", "--limit", "1", lines=[ROWS])[1][0]["solutions"] == 1


def test_rate_adds_and_keeps_fields(run):
    status, [line], err = run("rate", "-", lines=[UNIQUE])
    assert (status, err) == (0, "")
    assert list(line)[:4] == ["id", "size", "stars", "regions"]
    assert line["solutions"] == 1
    assert line["steps"] == sum(line["rounds"]) > 0
    assert len(line["rounds"]) == 5
    assert line["tier"] in ("easy", "medium")
    assert line["narrowest"] >= 1
    assert line["connected"] is True


def test_rate_says_null_where_logic_does_not_finish(run):
    status, lines, _ = run("rate", lines=[ROWS, NONE])
    assert status == 0
    assert [line["solutions"] for line in lines] == [2, 0]
    assert all(line["r"] is line["tier"] is line["solution"] is None for line in lines)


@pytest.mark.parametrize("command", ["solve", "rate"])
def test_a_board_that_takes_too_many_steps_is_undecided(run, command):
    status, [line, other], err = run(command, "--budget", "10", lines=[UNIQUE, UNIQUE])
    assert status == 1
    assert line["solutions"] is line["solution"] is None
    assert other == line
    assert err.splitlines() == [
        f"moat-bank: line {number}: undecided after 10 steps; --budget raises it"
        for number in (1, 2)
    ]
    assert run(command, "--budget", "1000000000", lines=[UNIQUE]) == run(command, lines=[UNIQUE])


def test_a_split_region_is_rated_and_said(run):
    split = {"regions": [[0, 1, 1, 1], [2, 2, 1, 1], [2, 2, 3, 3], [3, 3, 3, 0]]}
    assert run("rate", lines=[split])[1][0]["connected"] is False


@pytest.mark.parametrize("command", ["solve", "rate", "rebuild"])
def test_bad_lines_are_numbered_and_passed_over(run, command):
    good = run("generate", "--size", "5", "--seeds", "0:1")[1][0]
    good["regions"] = good["regionMap"]
    bad = ['{"size": 4}\n', "junk\n", "\n", good]
    status, lines, err = run(command, lines=bad)
    assert status == 1
    assert len(lines) == 1
    assert [text.split(":")[1] for text in err.splitlines()] == [" line 1", " line 2"]


def test_generate_then_rebuild_gives_the_same_bytes(run, tmp_path, capsysbinary):
    assert main(["generate", "--size", "7", "--seeds", "3:20", "--style", "balanced"]) == 0
    made, _ = capsysbinary.readouterr()
    file = tmp_path / "entries.jsonl"
    file.write_bytes(made)
    assert main(["rebuild", str(file)]) == 0
    assert capsysbinary.readouterr()[0] == made
    lines = [json.loads(line) for line in made.splitlines()]
    assert [line["seed"] for line in lines] == sorted({line["seed"] for line in lines})
    lines[0]["regionMap"][0][0] ^= 1
    status, again, err = run("rebuild", lines=lines)
    assert status == 1
    assert again == [json.loads(line) for line in made.splitlines()]
    assert err == f"moat-bank: line 1: seed {lines[0]['seed']} gives another regionMap\n"


def test_steered_entries_are_of_their_aim_and_rebuilt(run):
    args = ("generate", "--size", "6", "--seeds", "20:40", "--aim", "super_hard")
    status, made, err = run(*args)
    assert (status, err) == (0, "")
    assert len(made) > 10
    assert {(line["aim"], line["tier"]) for line in made} == {("super_hard", "super_hard")}
    assert run("rebuild", lines=made) == (0, made, "")
    [stats] = run(*args, "--stats")[1]
    assert stats["rated"] == stats["tiers"]["super_hard"] == len(made)
    assert stats["rated"] + sum(stats["dropped"].values()) == 20
    natural = [{key: value for key, value in line.items() if key != "aim"} for line in made]
    status, _, err = run("rebuild", lines=natural)
    assert status == 1
    assert "gives another regionMap" in err


def test_stats(run):
    status, [stats], _ = run(
        "generate", "--size", "6", "--stars", "1", "--style", "organic",
        "--seeds", "0:2500", "--stats", "--raw",
    )  # fmt: skip
    assert status == 0
    assert stats["candidates"] == 2500
    assert stats["rated"] == sum(stats["hardest"].values()) == sum(stats["tiers"].values())
    assert stats["rated"] + sum(stats["dropped"].values()) == 2500
    assert stats["unique"] > 2400
    assert 1 < stats["raw_solutions_median"] <= stats["raw_solutions_max"] <= 90
    assert stats["moves_mean"] > 1
    assert stats["kernel_seconds"] > 0
    entries = run("generate", "--size", "6", "--seeds", "0:2500")[1]
    assert len(entries) == stats["rated"]
    tiers = [entry["tier"] for entry in entries]
    assert {tier: tiers.count(tier) for tier in stats["tiers"]} == stats["tiers"]


def test_stats_of_nothing(run):
    stats = run("generate", "--size", "6", "--seeds", "4:4", "--stats")[1][0]
    assert stats["candidates"] == stats["rated"] == 0
    assert stats["moves_mean"] is stats["raw_unique"] is None


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--size", "3", "--seeds", "0:9"], "size must be from 4 to 25"),
        (["--size", "26", "--seeds", "0:9"], "'size' must be a whole number from 1 to 25"),
        (
            ["--size", "7", "--stars", "2", "--seeds", "0:9"],
            "size must be from 8 to 25 with stars 2",
        ),
        (
            ["--size", "25", "--stars", "7", "--seeds", "0:9"],
            "'stars' must be a whole number from 1 to 6, found 7",
        ),
        (["--size", "8", "--style", "odd", "--seeds", "0:9"], "style must be one of"),
        (["--size", "8", "--seeds", "0:4294967297"], "number must be from 0 to 4294967295"),
        (["--size", "8", "--seeds", "0:9", "--master", "2097152"], "master seed must be from 0"),
        (["--size", "8", "--seeds", "0:9", "--aim", "hardest"], "aim must be one of easy, medium"),
        (["--size", "8", "--seeds", "0:9", "--aim", "hard", "--raw", "--stats"], "give one"),
        (["--size", "8", "--seeds", "0:9", "--raw"], "--raw counts for --stats"),
        (
            ["--size", "8", "--seeds", "0:9", "--largest-share", "5"],
            "largest_share must be from 13",
        ),
        (["--size", "8", "--seeds", "0:9", "--largest-share", "101"], "largest_share must be from"),
        (["--size", "8", "--seeds", "0:9", "--smallest-region", "9"], "smallest_region must be"),
        (["--size", "8", "--seeds", "0:9", "--family", "kakuro"], "unknown family 'kakuro'"),
    ],
)
def test_generate_refuses(run, args, said):
    status, lines, err = run("generate", *args)
    assert (status, lines, err.count("\n")) == (1, [], 1)
    assert said in err


def test_boards_of_two_stars(run, capsysbinary):
    status, lines, _ = run("generate", "--size", "9", "--stars", "2", "--seeds", "0:12")
    assert status == 0
    assert len(lines) >= 6
    status, rated, _ = run("rate", lines=lines)
    assert status == 0
    for made, line in zip(lines, rated, strict=True):
        assert line["solutions"] == 1
        assert {key: line[key] for key in made} == made  # the same solution, rounds and tier
    status, again, _ = run("rebuild", lines=lines)
    assert (status, again) == (0, lines)


@pytest.mark.parametrize("seeds", ["5", "5:4", "-1:4", "a:b", ""])
def test_ranges_that_are_none(seeds, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["generate", "--size", "8", f"--seeds={seeds}"])
    assert stop.value.code == 2
    assert "A:B with whole numbers" in capsys.readouterr().err


def test_a_file_that_is_not_there(run):
    status, _, err = run("rate", "no/such/file")
    assert status == 1
    assert err == "moat-bank: no/such/file: cannot be read: No such file or directory\n"
