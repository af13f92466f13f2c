"""Clocks that moved: files from the future and from long ago, and a build under a wrong clock."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from moat_bank.files import end_future
from tests.faults.conftest import fault
from tests.faults.places import LONG, SECOND, WHY_SHORT, tree
from tests.workflow.conftest import Workplace

YEAR = 31_557_600
FAKETIME = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")


@pytest.fixture
def begun(plain, tmp_path) -> Workplace:
    """A build whose batches are there, and no more."""
    place = Workplace(tmp_path / "place", SECOND)
    shutil.copytree(plain.start, place.folder, dirs_exist_ok=True)
    for name in plain.made:
        if "/batches/" in name or name.startswith("compiled/"):
            (place.folder / "results" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(plain.folder / "results" / name, place.folder / "results" / name)
    return place


def move(place: Workplace, seconds: int) -> None:
    when = time.time() + seconds
    for path in place.folder.rglob("*"):
        os.utime(path, (when, when), follow_symlinks=False)


@pytest.mark.slow
def test_files_from_the_future(plain, begun):
    """Left by a clock that was a year ahead: Snakemake would make nothing of them for a year."""
    move(begun, YEAR)
    before = begun.batches().keys()
    with fault("clock moved"):
        run = begun.build()
        assert tree(begun.folder / "banks") == plain.published
        assert begun.batches().keys() == before
        assert not run.jobs.keys() & {"compile", "batch"}
        assert begun.build().idle


@pytest.mark.skipif(not LONG, reason=WHY_SHORT)
@pytest.mark.parametrize("seconds", [-30 * YEAR, 30 * YEAR])
def test_a_finished_build_from_another_time(plain, begun, seconds):
    begun.build()
    move(begun, seconds)
    with fault("clock moved"):
        begun.build()
        assert tree(begun.folder / "banks") == plain.published
        assert begun.build().idle


@pytest.mark.skipif(not LONG, reason=WHY_SHORT)
@pytest.mark.parametrize("days", ["-4000d", "+4000d"])
def test_a_build_under_another_clock(plain, begun, days):
    """Begun under this one, gone on with under the other, and looked at again under this."""
    library = Path(os.environ.get("MOAT_FAKETIME", FAKETIME))
    if not library.exists():
        pytest.skip("libfaketime is not here: apt-get install faketime, or name it: MOAT_FAKETIME")
    with fault("clock moved"):
        # The monotonic clock never jumps; with a false one Snakemake waits for ever.
        moved = {"FAKETIME": days, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        begun.build(LD_PRELOAD=str(library), **moved)
        assert tree(begun.folder / "banks") == plain.published
        begun.build()
        assert tree(begun.folder / "banks") == plain.published


def test_the_future_ends_now(tmp_path):
    now = time.time()
    times = {"past": now - YEAR, "future": now + YEAR, "sub/later": now + 2 * YEAR}
    for name, when in times.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
        os.utime(tmp_path / name, (when, when))
    end_future(tmp_path)
    found = {name: (tmp_path / name).stat().st_mtime for name in times}
    assert found["past"] == pytest.approx(now - YEAR)
    assert now - 1 <= found["future"] == found["sub/later"] <= time.time()
    end_future(tmp_path / "none")  # nothing was built yet
