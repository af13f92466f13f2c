"""Every command and every line of code in the README does what it says.

The two blocks for a fresh machine are run as they stand by ``.ci/run``; here their lookups, and all
other blocks.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
SHELL = [block for kind, block in BLOCKS if kind == "sh"]
PYTHON = [block for kind, block in BLOCKS if kind == "python"]
INSTALLED = ("python3 -m venv", ".venv/bin/pip", ".venv/bin/snakemake", ".venv/bin/pytest")


@pytest.fixture
def place(tmp_path):
    """A folder with the committed bank and a ``.venv`` whose commands are this environment's."""
    shutil.copytree(ROOT / "banks", tmp_path / "banks")
    commands = tmp_path / ".venv/bin"
    commands.mkdir(parents=True)
    call = f'#!/bin/sh\nexec "{sys.executable}" -m moat_bank.cli.main "$@"\n'
    (commands / "moat-bank").write_text(call)
    (commands / "moat-bank").chmod(0o755)
    return tmp_path


def test_the_readme_has_the_blocks_that_ci_runs():
    assert len(SHELL) == 4
    assert [line.split()[0] for line in SHELL[0].splitlines()] == [
        "python3", ".venv/bin/pip", ".venv/bin/snakemake", ".venv/bin/moat-bank",
        ".venv/bin/moat-bank",
    ]  # fmt: skip
    assert SHELL[1].splitlines()[-1] == ".venv/bin/pytest"
    ci = (ROOT / ".ci/run").read_text()
    assert '"$(block 1)"' in ci
    assert '"$(block 2)"' in ci


def test_commands(place):
    lines = [
        line for block in SHELL for line in block.splitlines() if not line.startswith(INSTALLED)
    ]
    assert len(lines) == 13
    for line in lines:
        done = subprocess.run(["bash", "-euc", line], cwd=place, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), line
    entries = (place / "entries.jsonl").read_text()
    assert entries.count("\n") == 3
    assert (place / "again.jsonl").read_text() == entries
    assert (place / "boards.svg").read_text().startswith("<svg")
    for name in ("rated", "solved"):
        assert (place / f"{name}.jsonl").read_text().count("\n") == 3


def test_python(place, monkeypatch):
    monkeypatch.chdir(place)
    assert len(PYTHON) == 1
    names = {}
    exec(PYTHON[0], names)
    assert names["level"].number == 37
    verdict = names["banks"].check_claim(37, [(0, 0), (1, 7)])
    assert verdict.broken == "count"


def test_links_lead_somewhere():
    links = re.findall(r"\]\((?!http)([^)#]+)\)", TEXT)
    assert len(links) > 5
    for link in links:
        assert (ROOT / link).exists(), link
