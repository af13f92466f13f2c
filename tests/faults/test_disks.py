"""Disks that are full or read-only: one line with the file and the mend, nothing half written."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.faults import work
from tests.faults.conftest import fault
from tests.faults.places import (
    FIRST,
    LONG,
    WHY_SHORT,
    Tree,
    boards_of,
    command,
    environment,
    fill,
    injected,
    limited,
    lost,
    moat_bank,
    one_line,
    remount,
    steps_of,
    tree,
    two_editions,
)
from tests.workflow.conftest import Workplace

pytestmark = pytest.mark.slow

STAGES = [f"stage {name}" for name in work.STAGES]
OTHERS = [
    "publish two banks",
    "publish one new/banks",
    "bundle one bundle",
    "export --banks one",
    "convert board.json --to",
    "import board.json --out",
    "level 3 --banks",
    "show board.json --svg",
]
FEW = {
    "stage select",
    "stage publish",
    "publish two banks",
    "bundle one bundle",
    "export --banks one",
}
FEW_OR_ALL = [
    pytest.param(name, marks=pytest.mark.skipif(not LONG and name not in FEW, reason=WHY_SHORT))
    for name in [*STAGES, *OTHERS]
]
ROOM = "make room there, and run the same command again"


@pytest.fixture(scope="module")
def works(tmp_path_factory):
    """Every command that writes files, by name."""
    made = cache(lambda make: make(tmp_path_factory.mktemp("work")))
    return lambda name: made(work.stages if name in STAGES else work.others)[name]


def check_left(wanted: work.Work, place: Path) -> int:
    """Bytes lost; no new file is anything but what it is to be, and none lies half written."""
    found = work.timeless(place)
    for name in found.keys() - tree(wanted.before).keys():
        assert found[name] == wanted.new[name], name
    hidden = [path for path in place.rglob(".*") if path.name != ".ballast"]
    assert not hidden
    kept: Tree = {k: v for k, v in tree(wanted.before).items() if k not in wanted.new}
    return lost(kept, tree(place))


def check_again(wanted: work.Work, place: Path) -> None:
    done = moat_bank(*wanted.args, cwd=place)
    assert done.returncode == 0, done.stderr
    assert work.timeless(place) == work.timeless(wanted.after)


@pytest.mark.parametrize("name", [*STAGES, *OTHERS])
def test_a_full_disk(works, disk, name):
    wanted = works(name)
    place = disk / "place"
    shutil.copytree(wanted.before, place)
    for left in (0, 8192) if LONG else (0,):
        ballast = fill(disk, left)
        done = moat_bank(*wanted.args, cwd=place)
        if done.returncode == 0:
            assert left, "there was no room, and it did not say so"
            break
        with fault(f"disk full: {'stages' if name in STAGES else 'commands'}") as row:
            line = one_line(done, "No space left on device", ROOM)
            assert any(Path(new).name in line for new in wanted.new), line
            row.lost += check_left(wanted, place)
            ballast.unlink()
            check_again(wanted, place)
        shutil.rmtree(place)
        shutil.copytree(wanted.before, place)


@pytest.mark.parametrize("name", FEW_OR_ALL)
def test_a_disk_that_fills_at_any_step(works, tmp_path, name):
    """The same without a disk of its own: each write, sync and rename fails once."""
    wanted = works(name)
    steps, place = tmp_path / "steps", tmp_path / "place"
    shutil.copytree(wanted.before, place)
    counted = moat_bank(*wanted.args, cwd=place, env=injected(steps, error=errno.ENOSPC))
    assert counted.returncode == 0, counted.stderr
    many = len(steps_of(steps))
    assert many
    for at in range(1, many + 1) if LONG else {1, many}:
        shutil.rmtree(place)
        shutil.copytree(wanted.before, place)
        with fault(f"disk full at a step: {'stages' if name in STAGES else 'commands'}") as row:
            env = injected(steps, ("", at), errno.ENOSPC)
            done = moat_bank(*wanted.args, cwd=place, env=env)
            one_line(done, "No space left on device", ROOM)
            row.lost += check_left(wanted, place)
            check_again(wanted, place)


@pytest.mark.parametrize("name", FEW_OR_ALL)
def test_a_read_only_disk(works, disk, name):
    wanted = works(name)
    place = disk / "place"
    shutil.copytree(wanted.before, place)
    remount(disk, "ro")
    with fault("read-only disk"):
        line = one_line(moat_bank(*wanted.args, cwd=place), "Read-only file system")
        assert "allow writing there, or name another folder" in line
        remount(disk, "rw")
        assert check_left(wanted, place) == 0
        check_again(wanted, place)


@pytest.mark.parametrize("name", ["stage dedupe", "publish two banks", "export --banks one"])
def test_a_folder_without_rights(works, tmp_path, name):
    if os.getuid() == 0 and not shutil.which("setpriv"):
        pytest.skip("root may write everywhere, and setpriv is not here to take that right away")
    wanted = works(name)
    place = tmp_path / "place"
    shutil.copytree(wanted.before, place)
    folders = [place, *(path for path in place.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    rights = "-dac_override,-dac_read_search"
    humble = ["setpriv", f"--bounding-set={rights}", f"--inh-caps={rights}"]
    with fault("folder without rights"):
        done = subprocess.run(
            [*(humble if os.getuid() == 0 else []), *command(*wanted.args)],
            cwd=place,
            env=environment(),
            capture_output=True,
            text=True,
        )
        for folder in folders:
            folder.chmod(0o755)
        one_line(done, "Permission denied; allow access there, or name another folder")
        assert check_left(wanted, place) == 0
        check_again(wanted, place)


def test_looking_up_and_proving_need_no_right_to_write(disk):
    one, _ = two_editions(disk)
    remount(disk, "ro")
    with fault("read-only disk"):
        assert moat_bank("level", 3, "--banks", one).returncode == 0
        assert moat_bank("verify", one).returncode == 0
        assert boards_of(one)


@pytest.mark.parametrize("full", [True, False], ids=["full", "read-only"])
def test_kernels_that_cannot_be_kept_are_told_of_and_run(disk, full):
    """The smallest kernels, since they are compiled here."""
    code = "from moat_bank.kernels import jit; import numpy as np;"
    code += "print(jit.popcount(np.uint64(7)))"
    env = environment(MOAT_BANK_CACHE=str(disk))
    if full:
        fill(disk)
    else:
        remount(disk, "ro")
    with fault("no room for kernels"):
        done = moat_bank_python(code, env)
        assert (done.returncode, done.stdout) == (0, "3\n"), done.stderr
        assert done.stderr.count("\n") == 1, done.stderr
        assert "compiled on every start" in done.stderr
        assert "MOAT_BANK_CACHE" in done.stderr


def moat_bank_python(code: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    python = command()[0]
    return subprocess.run([python, "-c", code], env=env, capture_output=True, text=True)


def test_a_build_in_a_read_only_folder_says_so_at_once(disk):
    place = Workplace(disk / "place", FIRST)
    remount(disk, "ro")
    with fault("read-only disk"):
        run = place.run("--cores", "2", "all")
        mend = "nothing can be written there; allow it, or name another folder"
        assert run.status == 1
        assert run.text.splitlines()[-1] == f"moat-bank: {place.folder}: {mend}"
        assert "Traceback" not in run.text


@pytest.mark.skipif(not LONG, reason=WHY_SHORT)
@pytest.mark.parametrize("what", ["results", "banks"])
def test_a_build_whose_disk_fills(plain, disk, tmp_path, what):
    place = Workplace(tmp_path / "place", FIRST)
    config = {**FIRST, what: str(Path(what))}
    place.configure(config)
    (place.folder / what).symlink_to(disk)
    ballast = fill(disk, 30_000 if what == "results" else 10_000)
    with fault("disk full: builds"):
        run = place.run("--cores", "2", "all")
        assert run.status != 0
        lines = [line for line in run.text.splitlines() if line.startswith("moat-bank: ")]
        assert any("No space left on device; " + ROOM in line for line in lines), run.text
        assert "Traceback" not in run.text
        ballast.unlink()
        place.build()
        assert tree(place.folder / "banks") == tree(plain.start / "banks")


def test_a_file_may_not_be_longer(works, tmp_path):
    """What a limit of file lengths (ulimit -f) does to a bundle."""
    wanted = works("bundle one bundle")
    place = tmp_path / "place"
    shutil.copytree(wanted.before, place)
    with fault("file too long"):
        limit = max(map(len, wanted.new.values())) - 1
        done = moat_bank(*wanted.args, cwd=place, preexec_fn=limited(FSIZE=limit))
        one_line(done, "File too large; make room there")
        assert check_left(wanted, place) == 0
        check_again(wanted, place)
