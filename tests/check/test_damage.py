"""How many kinds of damage the checker is tried on; each is a test that fails if it is missed."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
TRIED = (
    "check/test_verify.py",
    "check/test_verify_many.py",
    "check/test_first_form.py",
    "check/test_families.py",
    "build/test_editions.py",
)


def test_the_checker_is_tried_on_many_kinds_of_damage():
    options = ["--collect-only", "-q", "-n", "0", "-p", "no:cacheprovider", "-m", "damage"]
    files = [f"tests/{name}" for name in TRIED]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *files],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    kinds = [line for line in done.stdout.splitlines() if "::" in line]
    files_of = Counter(Path(kind.partition("::")[0]).name for kind in kinds)
    assert len(set(kinds)) == len(kinds)
    assert files_of["test_verify.py"] + files_of["test_verify_many.py"] >= 40
    assert files_of["test_editions.py"] >= 10
    assert files_of["test_first_form.py"] >= 10
    assert files_of["test_families.py"] >= 10
    assert set(files_of) == {Path(name).name for name in TRIED}
