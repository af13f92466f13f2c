"""Out of memory: told in one line with what to do, or by the caller where nothing can be told."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from moat_bank.check import verify as module
from moat_bank.cli.main import main
from tests.faults import kills
from tests.faults.conftest import fault
from tests.faults.places import (
    SECOND,
    boards_of,
    command,
    environment,
    injected,
    limited,
    moat_bank,
    one_line,
    tree,
    two_editions,
)
from tests.faults.work import ONE_ROUND
from tests.workflow.conftest import Workplace

PEAK = """
import sys
from moat_bank.cli.main import main
status = main(sys.argv[1:])
lines = open("/proc/self/status").read().splitlines()
print(next(line.split()[1] for line in lines if line.startswith("VmPeak")), file=sys.stderr)
"""


def batch(number: int, output: Path) -> tuple[object, ...]:
    made = ("--batch", f"0000000000-{number}", "--output", output)
    return (
        "stage",
        "batch",
        "--board",
        "stars-6x6-1",
        *made,
        "--config",
        output.parent / "config.yaml",
    )


@pytest.fixture
def batches(tmp_path) -> Path:
    Workplace(tmp_path, ONE_ROUND)
    return tmp_path / "batches"


@pytest.mark.slow
def test_a_batch_that_is_too_large(batches):
    """It may have what a small one takes and 8 MB."""
    call = [command()[0], "-c", PEAK, *map(str, batch(100, batches))]
    small = subprocess.run(call, env=environment(), capture_output=True, text=True, check=True)
    most = int(small.stderr.split()[-1]) * 1024 + 2**23
    before = tree(batches)
    with fault("out of memory: told"):
        done = moat_bank(*batch(300_000, batches), preexec_fn=limited(AS=most))
        line = one_line(done, "out of memory; give it more, or ask for less at once")
        assert "generation.batch" in line
        assert tree(batches) == before
        assert not list(batches.glob(".*"))
        assert moat_bank(*batch(300_000, batches)).returncode == 0
        assert (batches / "0000000000-300000.npy").exists()


@pytest.mark.slow
def test_a_batch_that_the_system_ends(batches):
    """Its memory is bounded by a group of the kernel's, which ends what outgrows it."""
    group = Path("/sys/fs/cgroup/memory") / f"moat-bank-{os.getpid()}"
    try:
        group.mkdir()
        (group / "memory.limit_in_bytes").write_text(str(2**26))
    except OSError as error:
        pytest.skip(f"memory cannot be bounded so here: {error.strerror}")
    try:
        with fault("out of memory: killed"):
            enter = f"echo $$ > {group}/cgroup.procs; exec "
            call = enter + subprocess.list2cmdline(map(str, command(*batch(300_000, batches))))
            done = subprocess.run(["bash", "-c", call], env=environment(), capture_output=True)
            assert done.returncode == -signal.SIGKILL
            assert tree(batches) == {}
            assert moat_bank(*batch(300_000, batches)).returncode == 0
    finally:
        group.rmdir()


@pytest.mark.slow
def test_a_build_one_of_whose_jobs_is_killed_says_what_to_do(plain, tmp_path):
    place = Workplace(tmp_path / "place", SECOND)
    shutil.copytree(plain.start, place.folder, dirs_exist_ok=True)
    with fault("out of memory: killed"):
        env = injected(tmp_path / "steps", ("kernel", 1))
        run = place.run(*kills.GOAL, **{**env, "MOAT_FAULT_ALONE": "1"})
        assert run.status != 0
        lines = [line for line in run.text.splitlines() if line.startswith("moat-bank: the system")]
        assert lines
        assert "if memory ran out" in lines[0]
        assert "smaller generation.batch in config.yaml" in lines[0]
        assert boards_of(place.folder / "banks") == plain.boards[0]
        place.build()
        assert tree(place.folder / "banks") == plain.published


def ended(task):
    os.kill(os.getpid(), signal.SIGKILL)


def exhausted(*_):
    raise MemoryError


def test_a_process_of_the_check_is_killed(tmp_path, monkeypatch, capsys):
    one, _ = two_editions(tmp_path)
    monkeypatch.setattr(module, "check", ended)
    monkeypatch.setattr("moat_bank.families.stars.proof.together", lambda values: 2)
    with fault("out of memory: killed"):
        assert main(["verify", str(one), "--jobs", "2"]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert "was ended from outside; run it again, and if memory ran out, with fewer" in said.err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_check_runs_out_of_memory(tmp_path, monkeypatch, capsys, jobs):
    """In a process of its own, too: its error comes back."""
    one, _ = two_editions(tmp_path)
    monkeypatch.setattr(module, "check", exhausted)
    monkeypatch.setattr("moat_bank.families.stars.proof.together", lambda values: 2)
    with fault("out of memory: told"):
        assert main(["verify", str(one), "--jobs", jobs]) == 2  # 1 would say that it has faults
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith("moat-bank: out of memory; give it more, or ask for less")
        assert said.err.count("\n") == 1
