"""Compiled and plain kernels agree, and an edited kernel is never answered by an old cache."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import moat_bank
from moat_bank.families.base import seed_of
from moat_bank.kernels.cache import CheckedCacheFile
from moat_bank.kernels.jit import kernel
from tests.families.stars.engine.by_size import Quality, Spec, get_family

SOURCE = Path(moat_bank.__file__).parent

MAKE = """
import sys
from moat_bank.families.base import seed_of
from tests.families.stars.engine.by_size import Quality, Spec, get_family
batch = get_family("stars").generate(Spec({size}, 1, {style!r}), seed_of(1, 0), {count}, Quality())
sys.stdout.buffer.write(batch.records.tobytes())
"""


def python(code, source=SOURCE.parent, **env):
    """Standard output of a fresh interpreter that imports the package from ``source``."""
    env = os.environ | {"PYTHONPATH": str(source)} | env
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], env=env, capture_output=True, check=True
    ).stdout


@pytest.mark.parametrize(
    ("size", "style", "count"),
    [(4, "organic", 30), (6, "balanced", 8), (8, "organic", 3), (9, "organic", 2)],
)
def test_plain_python_gives_the_same_records(size, style, count):
    plain = python(MAKE.format(size=size, style=style, count=count), NUMBA_DISABLE_JIT="1")
    spec = Spec(size, 1, style)
    compiled = get_family("stars").generate(spec, seed_of(1, 0), count, Quality())
    assert plain == compiled.records.tobytes() != b""


@pytest.fixture
def copied_package(tmp_path):
    shutil.copytree(SOURCE, tmp_path / "moat_bank", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


COUNT_BITS = """
import numpy as np
from moat_bank.families.stars.engine.geometry import geometry
from moat_bank.families.stars.engine.place import place
from moat_bank.kernels.rng import start
state, placed = np.zeros(1, np.uint64), np.zeros((1, 1), np.uint64)
start(state, np.uint64(1), np.uint64(2))
place(6, state, np.zeros((7, 6), np.int64), placed)
print(placed.tolist())
"""


def test_an_edit_of_a_helper_in_another_file_changes_what_runs(copied_package, tmp_path):
    cache = {"MOAT_BANK_CACHE": str(tmp_path / "cache")}
    before = python(COUNT_BITS, copied_package, **cache)
    assert python(COUNT_BITS, copied_package, **cache) == before
    rng = copied_package / "moat_bank/kernels/rng.py"
    text = rng.read_text()
    assert "U64(30)" in text
    rng.write_text(text.replace("U64(30)", "U64(29)"))  # place.py, which calls it, stays as it is
    assert python(COUNT_BITS, copied_package, **cache) != before
    rng.write_text(text)
    assert python(COUNT_BITS, copied_package, **cache) == before


FROZEN = """
from moat_bank.families.stars.kind import MAX_STARS
from moat_bank.kernels.jit import kernel

@kernel
def most_stars():
    return MAX_STARS
"""


def test_an_edit_of_a_constant_outside_the_engine_changes_what_runs(copied_package, tmp_path):
    """Numba freezes it into the kernel, and neither the kernel's file nor its code changes."""
    cache = {"MOAT_BANK_CACHE": str(tmp_path / "cache")}
    (copied_package / "moat_bank/families/stars/engine/frozen.py").write_text(FROZEN)
    code = "import moat_bank.families.stars.engine.frozen as frozen; print(frozen.most_stars())"
    assert python(code, copied_package, **cache) == b"6\n"
    board = copied_package / "moat_bank/families/stars/kind.py"
    text = board.read_text()
    assert "MAX_STARS = 6" in text
    board.write_text(text.replace("MAX_STARS = 6", "MAX_STARS = 7"))
    assert python(code, copied_package, **cache) == b"7\n"
    folders = sorted((tmp_path / "cache/moat_bank/kernels").glob("*.frozen-*"))
    assert len(folders) == 2
    other = copied_package / "moat_bank/families/stars/board.py"  # which the kernel does not reach
    other.write_text(other.read_text() + "EDITED = 1\n")
    board.write_text(text + "# The most that are known.\n")
    assert python(code, copied_package, **cache) == b"6\n"
    assert sorted((tmp_path / "cache/moat_bank/kernels").glob("*.frozen-*")) == folders


def test_a_second_start_compiles_nothing(copied_package, tmp_path):
    cache = {"MOAT_BANK_CACHE": str(tmp_path / "cache")}
    python(COUNT_BITS, copied_package, **cache)
    made = sorted((tmp_path / "cache").rglob("*.nb?"))
    stamps = [path.stat().st_mtime_ns for path in made]
    assert made
    python(COUNT_BITS, copied_package, **cache)
    assert sorted((tmp_path / "cache").rglob("*.nb?")) == made
    assert [path.stat().st_mtime_ns for path in made] == stamps


def test_no_folder_to_write_is_told_and_does_not_stop(copied_package, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    code = "import moat_bank.kernels.jit as j; print(j.cache_folder('moat_bank.kernels.rng'))"
    env = os.environ | {"PYTHONPATH": str(copied_package), "MOAT_BANK_CACHE": str(blocked)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stdout == "None\n"
    assert done.stderr.count("\n") == 1
    assert "set MOAT_BANK_CACHE to a folder that can" in done.stderr


def test_a_kernel_has_a_name_of_its_own():
    """Or processes that compile at once would link one lambda for another, and boards be wrong."""
    with pytest.raises(ValueError, match="<lambda>: a kernel is a named function"):
        kernel(lambda word: word)


def test_a_file_of_another_signature_is_not_loaded(tmp_path):
    cache = CheckedCacheFile(str(tmp_path), "f", 1)
    cache.save(("int64",), "code of int64")
    cache.save(("uint64",), "code of uint64")
    again = CheckedCacheFile(str(tmp_path), "f", 2)  # times of sources say nothing
    assert again.load(("int64",)) == "code of int64"
    assert again.load(("uint64",)) == "code of uint64"
    assert again.load(("bool",)) is None
    for path in tmp_path.glob("*.nbc"):
        path.write_bytes(max(tmp_path.glob("*.nbc")).read_bytes())
    assert sorted(again.load((kind,)) is None for kind in ("int64", "uint64")) == [False, True]


@pytest.mark.parametrize("left", [0, 1, 31, 32, 40, -1])
def test_half_a_file_is_compiled_again(tmp_path, left):
    cache = CheckedCacheFile(str(tmp_path), "f", 1)
    cache.save(("int64",), "code of int64")
    (path,) = tmp_path.iterdir()
    data = path.read_bytes()
    path.write_bytes(data[:left])
    assert cache.load(("int64",)) is None
    path.write_bytes(data[:left] + bytes(len(data[left:])))  # blocks that never reached the disk
    assert cache.load(("int64",)) is None
    cache.save(("int64",), "code of int64")
    assert cache.load(("int64",)) == "code of int64"


def test_code_that_cannot_be_kept_is_told_once_and_runs(tmp_path, capsys):
    missing = tmp_path / "gone"
    for name in "fg":
        CheckedCacheFile(str(missing), name, 1).save(("int64",), "code")
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"{missing}: kernels cannot be kept there (No such file or directory)" in told


def test_every_kernel_keeps_its_code_so():
    from moat_bank.families.stars.engine import batch, rate, search

    for compiled in (batch.run, rate.rate, search.solve, batch.rate_rows):
        assert isinstance(compiled._cache._cache_file, CheckedCacheFile)


def test_small_kernels_are_put_into_their_callers():
    """An option that was once dropped on the way, and nothing but the time told."""
    from moat_bank.families.stars.engine import search
    from moat_bank.families.stars.engine.many import packing

    for compiled in (search.resume, packing.fits):
        assert compiled.targetoptions["forceinline"]
    assert not search.solve.targetoptions["forceinline"]
