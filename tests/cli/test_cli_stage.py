from __future__ import annotations

import pytest
import yaml

from moat_bank.cli.main import main
from moat_bank.files import read_json
from tests.build.conftest import SMALL
from tests.build.synthetic import Synthetic
from tests.build.test_stages import tree


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """Run one stage in a folder with a config; its status and what it complained."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("moat_bank.families.legacy.get_family", lambda name: Synthetic())
    (tmp_path / "config.yaml").write_text(yaml.safe_dump(SMALL))

    def command(*args: str) -> tuple[int, str]:
        status = main(["stage", *args])
        printed = capsys.readouterr()
        assert printed.out == ""
        return status, printed.err

    return command


def build(command) -> None:
    for board, (*waves, last) in (("5x5-1", (60, 160)), ("6x6-1", (60,))):
        for candidates in (*waves, last):
            ranges = [(0, 60), (60, 50), (110, 50)]
            for first, number in ranges[: (candidates - 10) // 50]:
                args = ("--board", board, "--first", str(first), "--number", str(number))
                assert command("batch", *args, "--output", f"{board}/batches") == (0, "")
            seen = ("--candidates", str(candidates), "--made", board)
            assert command("dedupe", "--board", board, *seen) == (0, "")
            plan = ("--board", board, *seen, "--output", f"{board}/plan.json")
            assert command("plan", *plan) == (0, "")
        assert read_json(f"{board}/plan.json")["next"] is None
        args = ("--board", board, *seen, "--output", f"{board}/selected.npy")
        assert command("select", *args) == (0, "")


def test_every_stage_from_the_command_line(command, tmp_path):
    status, said = command("compile", "--part", "all", "--output", "compiled.json")
    assert status == 0
    assert said.startswith("moat-bank: kernels are compiled, once")
    build(command)
    selected = ("5x5-1/selected.npy", "6x6-1/selected.npy")
    assert command("shard", *selected, "--output", "staged") == (0, "")
    assert command("report", *selected, "--output", "report") == (0, "")
    status, said = command("publish", "staged")
    assert status == 0
    assert said.startswith("moat-bank: edition test-1 is in banks (")
    assert tree(tmp_path / "banks") == tree(tmp_path / "staged")
    status, said = command("publish", "staged", "--set", 'banks="other"')
    assert status == 0
    assert said.startswith("moat-bank: edition test-1 is in other (")
    assert tree(tmp_path / "other") == tree(tmp_path / "staged")
    assert (tmp_path / "report" / "boards.svg").exists()


def test_errors_are_one_line(command, tmp_path):
    made = ("--candidates", "60", "--made", "x")
    part = ("--part", "all", "--output", "x")
    for args, text in (
        (("compile", *part, "--config", "no.yaml"), "no.yaml: cannot be read: No such"),
        (
            ("compile", *part, "--set", "sede=1"),
            "config.yaml: sede: unknown key; did you",
        ),
        (
            ("dedupe", "--board", "5x5-1", *made),
            "x/batches/0000000000-60.json: cannot be read: No such file",
        ),
        (("plan", "--board", "7x7-1", *made, "--output", "p"), "the config has no boards '7x7-1'"),
        (
            ("batch", "--board", "5x5-1", "--first", "-1", "--number", "5", "--output", "x"),
            "--first must be 0 or more and --number 1 or more",
        ),
        (("publish", "none"), "none/manifest.json: cannot be read: No such file"),
    ):
        status, complaint = command(*args)
        assert status == 1
        assert complaint.startswith(f"moat-bank: {text}")
        assert complaint.count("\n") == 1


@pytest.mark.parametrize("change", ["seed", "seed=", "seed=x", "seed={"])
def test_changes_are_json(command, capsys, change):
    with pytest.raises(SystemExit) as stopped:
        main(["stage", "compile", "--part", "all", "--output", "x", "--set", change])
    assert stopped.value.code == 2
    assert "is not KEY=JSON" in capsys.readouterr().err
