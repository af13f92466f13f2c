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
    monkeypatch.setattr("moat_bank.families.registry.engine", lambda name: Synthetic())
    (tmp_path / "config.yaml").write_text(yaml.safe_dump(SMALL))

    def command(*args: str) -> tuple[int, str]:
        status = main(["stage", *args])
        printed = capsys.readouterr()
        assert printed.out == ""
        return status, printed.err

    return command


def build(command) -> None:
    for board, rounds in (("stars-5x5-1", (60, 160)), ("stars-6x6-1", (60,))):
        for counts in rounds:
            for batch in ("0000000000-60", "0000000060-50", "0000000110-50")[: (counts - 10) // 50]:
                args = ("--board", board, "--batch", batch)
                assert command("batch", *args, "--output", f"{board}/batches") == (0, "")
            seen = ("--board", board, "--counts", str(counts), "--folder", board)
            assert command("dedupe", *seen) == (0, "")
            chosen = f"{board}/chosen.npy"
            assert command("choose", *seen, "--output", chosen) == (0, "")
        assert read_json(f"{board}/chosen.json")["next"] is None
        args = ("--chosen", chosen, "--output", f"{board}/selected.npy")
        assert command("select", *seen, *args) == (0, "")


def test_every_stage_from_the_command_line(command, tmp_path):
    status, said = command(
        "compile", "--family", "stars", "--part", "all", "--output", "compiled.json"
    )
    assert status == 0
    assert said.startswith("moat-bank: kernels are compiled, once")
    build(command)
    selected = ("stars-5x5-1/selected.npy", "stars-6x6-1/selected.npy")
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
    seen = ("--counts", "60", "--folder", "x")
    part = ("--family", "stars", "--part", "all", "--output", "x")
    for args, text in (
        (("compile", *part, "--config", "no.yaml"), "no.yaml: cannot be read: No such"),
        (
            ("compile", *part, "--set", "sede=1"),
            "config.yaml: sede: unknown key; did you",
        ),
        (
            ("dedupe", "--board", "stars-5x5-1", *seen),
            "x/batches/0000000000-60.json: cannot be read: No such file",
        ),
        (("choose", "--board", "7x7-1", *seen, "--output", "p"), "the config has no boards '7x7-1"),
        (
            ("batch", "--board", "stars-5x5-1", "--batch", "0-0", "--output", "x"),
            "'0-0' is no batch such as 0000000000-20000 or hard-0000000000-5000",
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
        main(
            [
                "stage",
                "compile",
                "--family",
                "stars",
                "--part",
                "all",
                "--output",
                "x",
                "--set",
                change,
            ]
        )
    assert stopped.value.code == 2
    assert "is not KEY=JSON" in capsys.readouterr().err
