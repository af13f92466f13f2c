"""The wheel: the same bytes from the same sources, the licence in it, and no more than it needs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def built(folder: Path, moment: int) -> Path:
    """The wheel of a copy of the sources, whose files are of another time."""
    pytest.importorskip("hatchling")
    sources = folder / "sources"
    shutil.copytree(ROOT / "src", sources / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    for path in sources.rglob("*"):
        os.utime(path, (moment, moment))
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "out")]
    env = os.environ | {"SOURCE_DATE_EPOCH": "1750000000"}
    subprocess.run(command, cwd=sources, env=env, check=True, capture_output=True)
    (wheel,) = (folder / "out").iterdir()
    return wheel


def test_the_same_sources_give_the_same_bytes_anywhere(tmp_path):
    one, two = built(tmp_path / "a", 10**9), built(tmp_path / "another-folder", 15 * 10**8)
    assert one.name == two.name
    assert one.read_bytes() == two.read_bytes()
    with zipfile.ZipFile(one) as wheel:
        names = wheel.namelist()
        (metadata,) = (name for name in names if name.endswith("/METADATA"))
        (licence,) = (name for name in names if name.endswith("/licenses/LICENSE"))
        told = wheel.read(metadata).decode().splitlines()
        assert wheel.read(licence) == (ROOT / "LICENSE").read_bytes()
    assert "License-Expression: MIT" in told
    base = [line for line in told if line.startswith("Requires-Dist") and "extra ==" not in line]
    assert base == ["Requires-Dist: numpy>=2.0", "Requires-Dist: orjson>=3.10"]
    assert all(name.startswith(("moat_bank/", "moat_bank-")) for name in names)
    assert "moat_bank/py.typed" in names
