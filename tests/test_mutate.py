"""The groups of bench/mutate.py name modules and tests that there are."""

from pathlib import Path

import pytest
from bench.mutate import GROUPS

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("group", GROUPS)
def test_modules_and_tests_of_a_group_are_there(group):
    modules, tests = GROUPS[group]
    files = [*modules, *(name for name in tests if name.endswith(".py"))]
    assert [name for name in files if not (ROOT / name).is_file()] == []
