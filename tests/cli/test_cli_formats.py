"""The commands convert, import and export, run as a user runs them."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from moat_bank.cli import convert as cli_convert
from moat_bank.cli import export as cli_export
from moat_bank.cli.main import main
from moat_bank.render import booklet
from tests.families.stars.notations import formats

BANKS = Path(__file__).parents[2] / "banks" / "stars"
LINK = "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou"
SBN = "551W7kxqe40"
TASK = "1,1,2,3,4,1,2,2,3,4,1,2,2,3,4,5,2,2,3,4,5,2,3,3,4"


@pytest.fixture
def run(capsysbinary, monkeypatch):
    def run_(*argv: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = main(list(argv))
        out, err = capsysbinary.readouterr()
        return status, out.decode(), err.decode()

    return run_


def test_the_help_lists_every_notation(capsys):
    with pytest.raises(SystemExit) as left:
        main(["convert", "--help"])
    assert left.value.code == 0
    out = capsys.readouterr().out
    assert out.endswith(cli_convert.notations() + "\n")
    listed = re.findall(r"^  ([a-z]\S+) +(.+)$", cli_convert.notations(), re.MULTILINE)
    assert sorted(listed) == sorted((one.name, one.title) for one in formats.NOTATIONS)


def test_the_most_levels_are_the_most_boards():
    assert cli_export._MOST == booklet.MAX_BOARDS


# convert


@pytest.mark.parametrize(
    ("text", "to", "out"),
    [
        (SBN, "task", TASK + "\n"),
        (TASK, "sbn", SBN + "\n"),
        (SBN, "text", "AABCD\nABBCD\nABBCD\nEBBCD\nEBCCD\n"),
        (LINK, "letters", "6x1.AAABBBABBBCCADDEECFFDDECFEEEECFCCCCC\n"),
    ],
)
def test_a_board_is_converted(run, text, to, out):
    assert run("convert", "--to", to, stdin=text.encode()) == (0, out, "")


def test_files_and_standard_input_are_joined_and_bad_boards_named(run, tmp_path):
    path = tmp_path / "boards.txt"
    path.write_text(f"{SBN}\nnonsense\n551W7kxqe4!\n")
    status, out, err = run("convert", "--to", "sbn", str(path), "-", stdin=TASK.encode())
    assert status == 1
    assert out == f"{SBN}\n{SBN}\n"
    assert err.splitlines() == [
        f"moat-bank: {path}: line 2: is in no notation known here: 'nonsense'",
        f"moat-bank: {path}: line 3: character 11: '!' is no digit of the walls",
    ]


def test_what_a_notation_needs_is_found(run):
    status, out, err = run("convert", "--to", "starb", stdin=SBN.encode())
    assert (status, err) == (0, "")
    (puzzle,) = formats.read_all(out)
    assert puzzle.solution == [1, 4, 2, 0, 3]
    status, out, err = run("convert", "--to", "bank", stdin=f"{SBN}\n{LINK}\n".encode())
    assert (status, err) == (0, "")
    found = formats.read_all(out)
    assert sorted(one.kind.rows for one in found) == [5, 6]
    assert all(one.rated and one.solution and one.rated.seed is None for one in found)
    # What is known is kept: a bank's own entries come back as they were.
    shard = next((BANKS / "levels").glob("stars-6x6-1-hard-0000.*.json"))
    status, out, _ = run("convert", "--to", "bank", str(shard))
    (entries,) = orjson.loads(shard.read_bytes()).values()
    (again,) = orjson.loads(out).values()
    assert [one["seed"] for one in again] == [one["seed"] for one in entries]


def test_a_board_that_cannot_be_completed_is_named(run):
    two = b"AABB\nAABB\nCCDD\nCCDD\n"
    status, out, err = run("convert", "--to", "starb", stdin=two)
    assert (status, out) == (1, "")
    assert err.splitlines() == [
        "moat-bank: standard input: line 1: has more than one solution",
        "moat-bank: there is no puzzle to write",
    ]


def test_the_stars_and_the_notation_may_be_given(run):
    assert run("convert", "--to", "letters", "--stars", "2", stdin=TASK.encode())[1].startswith(
        "5x2."
    )
    status, _, err = run("convert", "--to", "text", "--from", "sbn", stdin=TASK.encode())
    assert status == 1
    assert "line 1: SBN begins with a size such as 88 or AA" in err
    for argv in (["--to", "x"], ["--to", "sbn", "--from", "x"]):
        status, _, err = run("convert", *argv, stdin=SBN.encode())
        assert (status, err.count("\n")) == (1, 1)
        assert err.startswith("moat-bank: unknown notation 'x'; known: pzprv3, archive,")
    with pytest.raises(SystemExit):
        run("convert", "--to", "sbn", "--stars", "9", stdin=SBN.encode())


def test_a_file_is_written_whole_and_one_that_cannot_be_read_is_named(run, tmp_path):
    out = tmp_path / "deep" / "out.sbn"
    assert run("convert", "--to", "sbn", "--output", str(out), stdin=TASK.encode()) == (0, "", "")
    assert out.read_text() == SBN + "\n"
    assert [path.name for path in out.parent.iterdir()] == ["out.sbn"]
    missing = tmp_path / "missing"
    status, _, err = run("convert", "--to", "sbn", str(missing))
    assert status == 1
    assert err == f"moat-bank: {missing}: cannot be read: No such file or directory\n"
    bad = tmp_path / "bad"
    bad.write_bytes(b"\xff")
    assert run("convert", "--to", "sbn", str(bad))[2] == (
        f"moat-bank: {bad}: byte 1: is not UTF-8 text\n"
    )


def test_plain_notations_need_neither_numpy_nor_numba():
    code = (
        "import sys; sys.modules['numpy'] = None; sys.modules['numba'] = None\n"
        "from moat_bank.cli.main import main\n"
        "sys.exit(main(['convert', '--to', 'penpa']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=LINK.encode(), capture_output=True, check=True
    )
    (puzzle,) = formats.read_all(done.stdout.decode())
    assert formats.write([puzzle], "puzzlink") == LINK + "\n"


# import


def foreign(tmp_path: Path) -> list[str]:
    """Two files with the boards of the committed bank, in two notations, and one bad board."""
    shards = sorted((BANKS / "levels").glob("stars-6x6-1-*-0000.*.json"))
    puzzles = [p for one in shards for p in formats.read_all(one.read_text())]
    names = []
    for name, part in (("letters", puzzles[::2]), ("penpa", puzzles[1::2])):
        path = tmp_path / f"boards.{name}"
        path.write_text(formats.write(part, name) + ("5x1.AAAAA\n" if name == "letters" else ""))
        names.append(str(path))
    return names


def test_foreign_boards_become_a_bank_with_a_report(run, tmp_path):
    names = foreign(tmp_path)
    out, report = tmp_path / "banks", tmp_path / "report.json"
    argv = ["import", *names, "--out", str(out), "--report", str(report), "--edition", "e-1"]
    status, told, err = run(*argv)
    assert (status, err) == (0, "")
    facts = json.loads(report.read_text())
    assert [(one["notation"], one["file"]) for one in facts["files"]] == [
        ("letters", names[0]),
        ("penpa", names[1]),
    ]
    boards = sum(one["boards"] for one in facts["files"])
    reasons = [one["reason"] for one in facts["refused"]]
    assert reasons[0] == "there are 5 letters, but 5 rows have 25"
    odd = "is left out, since the length of a bank is odd"
    assert set(reasons[1:]) <= {odd}
    assert len(facts["taken"]) == boards - len(reasons) + 1
    lines = told.splitlines()
    assert lines[0] == f"{names[0]}: {facts['refused'][0]['place']}: {reasons[0]}"
    assert lines[-1] == (
        f"{len(facts['taken'])} boards of 2 files are in {out}, {len(reasons)} are not"
    )
    assert "levels: 6x6 with 1 star from 1; tiers in turn: easy, medium, hard, super_hard" in lines
    manifest = json.loads((out / "manifest.json").read_text())
    assert (manifest["edition"], manifest["versions"]["stars"]["generator"]) == ("e-1", "import")
    assert run("verify", str(out))[0] == 0
    status, told, _ = run("verify", str(out), "--rebuild", "all")
    assert status == 2
    shown = json.loads(run("level", "3", "--banks", str(out))[1])
    assert shown["entry"]["source"].startswith("boards.")


def test_the_pattern_of_tiers_may_be_given(run, tmp_path):
    names, out = foreign(tmp_path), str(tmp_path / "banks")
    status, told, _ = run("import", *names, "--out", out, "--tiers", "easy,easy,hard")
    assert status == 0
    assert "tiers in turn: easy, easy, hard" in told
    assert (
        "in no level: 6x6 with 1 star medium, 6x6 with 1 star super_hard (another pattern: --tiers)"
        in told
    )
    status, _, err = run("import", *names, "--out", out, "--tiers", "easy,evil")
    assert (status, err) == (
        1,
        "moat-bank: --tiers: must be of easy, medium, hard, super_hard, found 'evil'\n",
    )


def test_an_import_that_takes_nothing_writes_nothing(run, tmp_path):
    status, told, err = run(
        "import", "-", "--out", str(tmp_path / "banks"), stdin=b"AAB\nABB\nCCC\n"
    )
    assert status == 1
    assert told == "standard input: line 1: has no solution\n"
    assert err == "moat-bank: no board may enter a bank, so none is written\n"
    assert list(tmp_path.iterdir()) == []
    status, _, err = run("import", "-", "--out", str(tmp_path / "x"), "--edition", "a b")
    assert err == "moat-bank: --edition: letters, digits, dots and dashes, found 'a b'\n"


def test_a_built_bank_is_not_replaced(run, tmp_path):
    copy = tmp_path / "banks"
    copy.mkdir()
    (copy / "manifest.json").write_bytes((BANKS / "manifest.json").read_bytes())
    status, _, err = run("import", *foreign(tmp_path), "--out", str(copy))
    assert status == 1
    assert err.endswith("holds banks that were not imported; name another folder\n")


# export


def pages(path: Path) -> int:
    return len(re.findall(rb"/Type /Page\b", path.read_bytes()))


def test_levels_of_a_bank_are_printed(run, tmp_path):
    path = tmp_path / "out.pdf"
    argv = ["export", "--pdf", str(path), "--banks", str(BANKS), "--levels", "1-9"]
    assert run(*argv, "--title", "Nine") == (0, "", "")
    assert pages(path) == 4
    assert b"/Title (Nine)" in path.read_bytes()
    assert run(*argv, "--per-page", "9", "--no-solutions", "--fill", "--paper", "letter")[0] == 0
    assert pages(path) == 1


def test_boards_of_files_are_printed_and_solved(run, tmp_path):
    path = tmp_path / "out.pdf"
    text = f"{SBN}\n{LINK}\n".encode()
    assert run("export", "-", "--pdf", str(path), stdin=text) == (0, "", "")
    assert pages(path) == 2
    status, _, err = run("export", "-", "--pdf", str(path), stdin=text + b"AAB\n")
    assert (status, err) == (
        1,
        "moat-bank: standard input: line 3: is in no notation known here: 'AAB'\n",
    )
    status, _, err = run("export", "-", "--pdf", str(path), stdin=b"AABB\nAABB\nCCDD\nCCDD\n")
    assert (status, err) == (1, "moat-bank: standard input: line 1: has more than one solution\n")


@pytest.mark.parametrize(
    ("levels", "fault"),
    [("9-1", "FIRST-LAST such as 1-24"), ("0-3", "FIRST-LAST"), ("1-9999", "at most 5000 levels")],
)
def test_odd_levels_are_wrong_usage(capsys, levels, fault):
    with pytest.raises(SystemExit) as left:
        main(["export", "--pdf", "x", "--levels", levels])
    assert left.value.code == 2
    assert fault in capsys.readouterr().err
