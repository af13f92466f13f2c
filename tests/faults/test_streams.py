"""Standard output that is full, or that nobody reads to its end."""

from __future__ import annotations

import subprocess

import pytest

from tests.faults.conftest import fault
from tests.faults.places import ROOT, command, environment, moat_bank, one_line, two_editions

pytestmark = pytest.mark.spread

BANKS = ROOT / "banks" / "stars"
LOOKUPS = (
    ("--version",),
    ("--help",),
    ("level", 3, "--banks", BANKS),
    ("level", 3, "--banks", BANKS, "--picture"),
    ("level", 3, "--banks", BANKS, "--svg", "-"),
    ("daily", "2026-03-01", "--banks", BANKS),
    ("event", "spring", 1, "--banks", BANKS),
    ("claim", "--banks", BANKS, '{"level": 3, "stars": []}'),
    ("diff", BANKS, BANKS),
    ("diff", BANKS, BANKS, "--json"),
    ("export", "--banks", BANKS, "--levels", "1-2", "--pdf", "-"),
)
CHECKS = tuple(("verify", "FOLDER", "--format", form) for form in ("text", "json", "junit"))
BOARDS = (
    ("show", "FILE"),
    ("show", "FILE", "--svg", "-"),
    ("solve", "FILE"),
    ("rate", "FILE"),
    ("rebuild", "FILE"),
    ("explain", "FILE"),
    ("vary", "FILE"),
    ("convert", "FILE", "--to", "archive"),
    ("generate", "--size", 6, "--seeds", "0:300"),
    ("generate", "--size", 6, "--seeds", "0:3", "--stats"),
)
ALL = [pytest.param(args, id=" ".join(map(str, args)).replace(str(BANKS), "BANKS")) for args in (
    *LOOKUPS, *CHECKS, *BOARDS,
)]  # fmt: skip
CANNOT_SAY = {"verify": 2, "diff": 2}
"""Commands that answer with 1."""


@pytest.fixture(scope="module")
def entries(tmp_path_factory):
    file = tmp_path_factory.mktemp("entries") / "entries.jsonl"
    with open(file, "w") as out:
        made = ("generate", "--size", 6, "--seeds", "0:300")
        assert moat_bank(*made, stdout=out).returncode == 0
    return file


@pytest.fixture(scope="module")
def named(tmp_path_factory, entries):
    """What the words of a command stand for: a file of entries, a small folder of banks."""
    folder = two_editions(tmp_path_factory.mktemp("banks"))[0]
    return lambda args: [{"FILE": entries, "FOLDER": folder}.get(arg, arg) for arg in args]


@pytest.mark.parametrize("args", ALL)
def test_output_is_full(named, args):
    args = named(args)
    with open("/dev/full", "w") as full, fault("standard output full"):
        done = moat_bank(*args, stdout=full)
        line = one_line(done, status=CANNOT_SAY.get(args[0], 1))
        assert line == (
            "moat-bank: standard output: No space left on device; make room there, and run the"
            " same command again"
        )


@pytest.mark.parametrize("args", ALL)
def test_the_reader_goes_away(named, args):
    args = named(args)
    with fault("reader of the output gone"):
        process = subprocess.Popen(
            command(*args), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        process.stdout.close()
        said = process.stderr.read()
        process.stderr.close()
        assert (process.wait(), said) == (141, b"")


def test_head(entries):
    with fault("reader of the output gone"):
        call = subprocess.list2cmdline(command("generate", "--size", 6, "--seeds", "0:30000"))
        done = subprocess.run(
            ["bash", "-c", f"{call} | head -1; echo ${{PIPESTATUS[0]}}"],
            env=environment(),
            capture_output=True,
            text=True,
        )
        first = entries.read_text().splitlines()[0]
        assert done.stdout.splitlines() == [first, "141"]
        assert done.stderr == ""


def test_output_that_the_caller_closed_is_dropped():
    with fault("reader of the output gone"):
        call = subprocess.list2cmdline(command("level", 3, "--banks", BANKS))
        done = subprocess.run(["bash", "-c", f"{call} >&-"], env=environment(), capture_output=True)
        assert (done.returncode, done.stderr) == (0, b"")
