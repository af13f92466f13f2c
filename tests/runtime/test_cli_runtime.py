"""The commands level, daily, event, claim and show, and the frame that they run in."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain

import pytest

import moat_bank
from moat_bank.cli import main as cli
from moat_bank.families.base import Puzzle
from moat_bank.families.stars.draw import scene
from moat_bank.families.stars.kind import StarsKind
from moat_bank.render import board_svg, board_text
from moat_bank.runtime import Banks

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command in this process: (exit status, standard output, standard error)."""

    def run(*args, stdin=""):
        data = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        try:
            status = cli.main([str(arg) for arg in args])
        except SystemExit as stop:
            status = stop.code
        return status, *capsys.readouterr()

    return run


def picture(regions, solution, caption, letters=False):
    stars = len(solution[0]) if solution and isinstance(solution[0], list) else 1
    puzzle = Puzzle(StarsKind(len(regions), stars), {"regionMap": regions}, solution)
    return replace(scene(puzzle, True, letters), caption=caption)


def as_json(level):
    return {
        "number": level.number,
        "family": "stars",
        "size": level.size,
        "stars": level.stars,
        "tier": level.tier,
        "index": level.index,
        "transform": level.transform,
        "edition": level.edition,
        "regionMap": level.region_map,
        "solution": level.solution,
        "entry": level.entry,
    }


def test_level(run, bank_folder):
    for n in (1, 37, 25, 2**53):
        status, out, err = run("level", n, "--banks", bank_folder)
        assert (status, err) == (0, "")
        assert out.endswith("}\n")
        assert out.count("\n") == 1
        expected = as_json(Banks(bank_folder).level(n))
        assert json.loads(out) == expected
        assert list(json.loads(out)) == list(expected)


def test_banks_is_the_default_folder(run, bank_folder, tmp_path, monkeypatch):
    (tmp_path / "banks").symlink_to(bank_folder)
    monkeypatch.chdir(tmp_path)
    assert json.loads(run("level", 5)[1]) == as_json(Banks(bank_folder).level(5))


def test_level_as_a_picture(run, bank_folder):
    level = Banks(bank_folder).level(25)
    shown = (level.region_map, level.solution, "level 25: 9x9, 2 stars, easy")
    drawn = picture(*shown)
    status, out, err = run("level", 25, "--banks", bank_folder, "--picture")
    assert (status, out, err) == (0, board_text(drawn) + "\n", "")
    coloured = run("level", 25, "--banks", bank_folder, "--picture", "--colour", "always")[1]
    assert coloured == board_text(drawn, colour=True) + "\n"
    lettered = run("level", 25, "--banks", bank_folder, "--picture", "--letters", "--plain")[1]
    assert lettered == board_text(picture(*shown, letters=True), plain=True) + "\n"
    assert "★" in out
    assert "★" not in run("level", 25, "--banks", bank_folder, "--picture", "--unsolved")[1]
    bare = json.loads(run("level", 25, "--banks", bank_folder, "--unsolved")[1])
    assert "regionMap" in bare
    assert not bare.keys() & {"solution", "entry", "seed"}
    assert list(dict.fromkeys(cell for row in bare["regionMap"] for cell in row)) == [*range(9)]
    rows = Banks(bank_folder).level(25).region_map
    pairs = zip(chain(*bare["regionMap"]), chain(*rows), strict=True)
    assert len(set(pairs)) == 9


def test_level_as_svg(run, bank_folder, tmp_path):
    level = Banks(bank_folder).level(3)
    svg = board_svg(picture(level.region_map, level.solution, "level 3: 5x5, medium"))
    file = tmp_path / "new" / "board.svg"
    status, out, _ = run("level", 3, "--banks", bank_folder, "--svg", file)
    assert status == 0
    assert json.loads(out) == as_json(level)
    assert file.read_text(encoding="utf-8") == svg
    assert [path.name for path in file.parent.iterdir()] == ["board.svg"]
    for more in ([], ["--picture"]):
        assert run("level", 3, "--banks", bank_folder, "--svg", "-", *more) == (0, svg, "")


def test_svg_that_cannot_be_written(run, bank_folder, tmp_path):
    status, out, err = run("level", 3, "--banks", bank_folder, "--svg", tmp_path)
    assert (status, out) == (1, "")
    assert err == f"moat-bank: {tmp_path}: Is a directory\n"


@pytest.mark.parametrize(
    "n", ["0", "-3", "1.5", "x", "", "1e3", "9007199254740993", "1_0", " 5", "\u0663"]
)
def test_no_such_level(run, bank_folder, n):
    status, out, err = run("level", n, "--banks", bank_folder)
    assert (status, out) == (1, "")
    assert err.startswith("moat-bank: a level is a whole number from 1 to 2**53, found ")
    assert err.count("\n") == 1


def test_no_banks(run, tmp_path):
    for command in (["level", "1"], ["daily"], ["event", "x", "1"], ["claim", "{}"]):
        status, out, err = run(*command, "--banks", tmp_path)
        assert (status, out) == (1, "")
        assert err.startswith(f"moat-bank: {tmp_path}/manifest.json: no such file")
        assert err.count("\n") == 1


def test_daily(run, bank_folder):
    expected = as_json(Banks(bank_folder).daily("2026-03-01"))
    assert expected["number"] == 20513
    status, out, _ = run("daily", "2026-03-01", "--banks", bank_folder)
    assert status == 0
    assert json.loads(out) == {"date": "2026-03-01", **expected}
    moment = json.loads(run("daily", "2026-03-01T23:30:00-02:00", "--banks", bank_folder)[1])
    assert moment["date"] == "2026-03-02"
    old = json.loads(run("daily", "1960-02-29", "--banks", bank_folder)[1])
    assert (old["date"], old["number"]) == ("1960-02-29", -3594)
    drawn = run("daily", "2026-03-01", "--banks", bank_folder, "--picture")[1]
    assert drawn.endswith(f"┛\n2026-03-01: 6x6, {expected['tier']}\n")
    status, _, err = run("daily", "2026-02-30", "--banks", bank_folder)
    assert (status, err.count("\n")) == (1, 1)
    assert run("daily", "", "--banks", bank_folder)[0] == 1


def test_daily_is_today_in_utc(run, bank_folder):
    before = datetime.now(UTC).date().isoformat()
    shown = json.loads(run("daily", "--banks", bank_folder)[1])["date"]
    assert before <= shown <= datetime.now(UTC).date().isoformat()


def test_event(run, bank_folder):
    for name in ("spring", "{0} fête", "-x"):
        expected = as_json(Banks(bank_folder).event(name, 2))
        status, out, _ = run("event", "--banks", bank_folder, "--", name, "2")
        assert status == 0
        assert json.loads(out) == {"event": name, **expected}
    drawn = run("event", "{0} fête", "2", "--banks", bank_folder, "--picture")[1]
    assert drawn.endswith("\n{0} fête 2: 7x7, medium\n")
    assert run("event", "spring", "0", "--banks", bank_folder)[0] == 1


def solved(level):
    rows = [[cols] if isinstance(cols, int) else cols for cols in level.solution]
    return [[r, c] for r, cols in enumerate(rows) for c in cols]


def test_claims(run, bank_folder):
    banks = Banks(bank_folder)
    good = [
        {"level": 25, "stars": solved(banks.level(25))},
        {"date": "2026-03-01", "stars": solved(banks.daily("2026-03-01"))},
        {"event": "spring", "number": 3, "stars": solved(banks.event("spring", 3))},
    ]
    bad = [
        {"level": 25, "stars": solved(banks.level(25))[1:]},
        {"level": 1, "stars": [[0, 0], [0, 2], [1, 4], [2, 1], [3, 3]]},
        {"level": 1},
        {"level": 1, "stars": [[0, 10**15]] * 5},
    ]
    lines = [json.dumps(claim) for claim in good + bad]
    expected = [
        {"level": 25, "valid": True, "broken": None},
        {"date": "2026-03-01", "valid": True, "broken": None},
        {"event": "spring", "number": 3, "valid": True, "broken": None},
        {"level": 25, "valid": False, "broken": "count"},
        {"level": 1, "valid": False, "broken": "row"},
        {"level": 1, "valid": False, "broken": "malformed"},
        {"level": 1, "valid": False, "broken": "count"},
    ]
    for how in (
        {"args": lines, "stdin": ""},
        {"args": [], "stdin": "\n".join(lines)},
        {"args": [], "stdin": "\n\n".join(lines) + "\n"},
    ):
        status, out, err = run("claim", *how["args"], "--banks", bank_folder, stdin=how["stdin"])
        assert (status, err) == (0, "")
        assert [json.loads(line) for line in out.splitlines()] == expected


def test_bad_claims_are_named_and_the_rest_goes_on(run, bank_folder):
    lines = [
        "nonsense",
        "[]",
        '{"stars": []}',
        '{"level": 1, "date": "2026-03-01", "stars": []}',
        '{"level": 0, "stars": []}',
        '{"level": "2026-03-01", "stars": []}',
        '{"level": ["event", "x", 1], "stars": []}',
        '{"date": 5, "stars": []}',
        '{"event": "x", "stars": []}',
        '{"level": 1, "stars": []}',
    ]
    for args, stdin, noun in (([], "\n".join(lines), "line"), (lines, "", "claim")):
        status, out, err = run("claim", *args, "--banks", bank_folder, stdin=stdin)
        assert status == 1
        assert json.loads(out) == {"level": 1, "valid": False, "broken": "count"}
        complaints = err.splitlines()
        assert [line.split(": ")[1] for line in complaints] == [f"{noun} {n}" for n in range(1, 10)]


BOARD = {"size": 4, "regions": [[0, 0, 1, 1], [0, 2, 2, 1], [3, 2, 2, 1], [3, 3, 3, 3]]}


def test_show_pictures(run, tmp_path):
    lines = [json.dumps(BOARD), json.dumps(BOARD | {"solution": [1, 3, 0, 2], "tier": "easy"})]
    first = board_text(picture(BOARD["regions"], None, "4x4"))
    second = board_text(picture(BOARD["regions"], [1, 3, 0, 2], "4x4, easy"))
    expected = f"{first}\n\n{second}\n"
    assert run("show", stdin="\n".join(lines)) == (0, expected, "")
    assert run("show", "-", stdin="\n".join(lines)) == (0, expected, "")
    file = tmp_path / "boards.jsonl"
    file.write_text("\n".join(lines) + "\n")
    assert run("show", file) == (0, expected, "")
    assert "★" not in run("show", file, "--unsolved")[1]


def test_show_what_level_prints(run, bank_folder):
    line = run("level", 25, "--banks", bank_folder)[1]
    level = Banks(bank_folder).level(25)
    drawn = picture(level.region_map, level.solution, "9x9, 2 stars, level 25, easy")
    assert run("show", stdin=line) == (0, board_text(drawn) + "\n", "")


def test_show_as_svg(run, tmp_path):
    file = tmp_path / "sheet.svg"
    line = json.dumps(BOARD) + "\n"
    assert run("show", "--svg", file, stdin=line) == (0, "", "")
    assert file.read_text() == board_svg(picture(BOARD["regions"], None, "4x4"))
    assert run("show", "--svg", file, stdin=line * 7)[0] == 0
    root = ET.parse(file).getroot()
    assert len(root.findall(SVG + "svg")) == 7
    status, out, _ = run("show", "--svg", "-", stdin=line * 2)
    assert status == 0
    assert len(ET.fromstring(out).findall(SVG + "svg")) == 2


def test_show_names_bad_lines_and_goes_on(run, tmp_path):
    lines = [json.dumps(BOARD), "{", "", '{"size": 4}', '"\\ud800"', json.dumps(BOARD)]
    status, out, err = run("show", stdin="\n".join(lines))
    assert status == 1
    assert out.count("4x4") == 2
    complaints = err.splitlines()
    assert [line.split(": ")[1] for line in complaints] == ["line 2", "line 4", "line 5"]
    file = tmp_path / "sheet.svg"
    assert run("show", "--svg", file, stdin="\n".join(lines))[0] == 1
    assert len(ET.parse(file).getroot().findall(SVG + "svg")) == 2
    status, _, err = run("show", "--svg", tmp_path / "none.svg", stdin=b"\xff\n")
    assert (status, (tmp_path / "none.svg").exists()) == (1, False)
    assert err.splitlines()[-1] == "moat-bank: no puzzle to draw, so no SVG was written"


@pytest.mark.parametrize(
    "solution", [5, [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, -1], [1, 2, 3, True], [1, 2, 3, None], [[0]]]
)
def test_show_refuses_a_solution_of_another_form(run, solution):
    status, out, err = run("show", stdin=json.dumps(BOARD | {"solution": solution}))
    assert (status, out) == (1, "")
    assert err == "moat-bank: line 1: needs a 'solution' of 4 columns\n"
    assert run("show", "--unsolved", stdin=json.dumps(BOARD | {"solution": solution}))[0] == 0


def test_show_no_such_file(run, tmp_path):
    status, out, err = run("show", tmp_path / "nothing.jsonl")
    assert (status, out) == (1, "")
    assert (
        err == f"moat-bank: {tmp_path}/nothing.jsonl: cannot be read: No such file or directory\n"
    )


def test_frame(run):
    status, out, _ = run("--version")
    assert (status, out) == (0, f"moat-bank {moat_bank.__version__}\n")
    for wrong in ([], ["nonsense"], ["level"], ["level", "1", "--nonsense"]):
        status, out, err = run(*wrong)
        assert (status, out) == (2, "")
        assert "usage: moat-bank" in err
    for command in ("level", "daily", "event", "claim", "show"):
        status, out, _ = run(command, "--help")
        assert status == 0
        assert out.startswith(f"usage: moat-bank {command} ")
        assert command in run("--help")[1]


def command(*args, **more):
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), **more.pop("env", {})}
    return subprocess.Popen(
        [sys.executable, "-m", "moat_bank.cli.main", *map(str, args)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=env,
        **more,
    )


def test_a_reader_that_has_had_enough(tmp_path):
    file = tmp_path / "boards.jsonl"
    file.write_text((json.dumps(BOARD) + "\n") * 2000)
    process = command("show", file)
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(20) == 141
    process.stdin.close()
    process.stderr.close()


def test_interrupted():
    process = command("show")
    process.stdin.write(b"{\n")
    process.stdin.flush()
    assert process.stderr.readline().startswith(b"moat-bank: line 1: not JSON: ")
    process.send_signal(signal.SIGINT)  # while it waits for the next line
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err == b""


def test_a_terminal_of_ascii(bank_folder):
    process = command(
        "event", "fête", "1", "--banks", bank_folder, "--picture", env={"PYTHONIOENCODING": "ascii"}
    )
    out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, b"")
    assert out.decode("ascii").endswith("+\nf?te 1: 7x7, medium\n")
    process = command(
        "event", "fête", "1", "--banks", bank_folder, env={"PYTHONIOENCODING": "ascii"}
    )
    assert json.loads(process.communicate(timeout=20)[0].decode())["event"] == "fête"


def test_a_lookup_loads_nothing_heavy(bank_folder):
    code = (
        "import sys; from moat_bank.cli.main import main\n"
        f"main(['level', '37', '--banks', {str(bank_folder)!r}, '--picture'])\n"
        "print([n for n in sys.modules if n.split('.')[0] in ('numba', 'numpy', 'snakemake')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONIOENCODING": "utf-8"},
    )
    assert done.stdout.splitlines()[-1] == "[]"
