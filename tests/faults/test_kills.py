"""Killed at any moment: begun again, it gives the same bytes, and nobody ever saw half of it.

MOAT_FAULTS=long tries 50 points of builds and all of a publishing; without it a few are tried.
"""

from __future__ import annotations

import pytest

from tests.faults import kills
from tests.faults.conftest import fault
from tests.faults.places import LONG, WHY_SHORT, lost

pytestmark = pytest.mark.slow


def test_a_build_killed_at_any_step(plain, tmp_path):
    assert set(plain.steps) == {"write", "fsync", "replace", "replaced", "unlink", "kernel"}
    points = kills.spread(50 if LONG else 3, plain.steps)
    found = kills.killed_builds(plain, tmp_path, points)
    for kind, _ in points:
        with fault(f"build killed: {kind}"):
            assert next(found) == kind
    assert next(found, None) is None  # the last build ended, with the right bytes


def test_a_publishing_killed_at_any_step(tmp_path):
    points = None if LONG else [1, 9, 18, 20, 23]
    found = kills.killed_publishings(tmp_path, points)
    for kind, gone in found:
        with fault(f"publish killed: {kind}") as row:
            row.lost += gone
            assert gone == 0


@pytest.mark.skipif(not LONG, reason=WHY_SHORT)
@pytest.mark.parametrize("group", [True, False], ids=["all", "snakemake alone"])
@pytest.mark.parametrize("seconds", [1, 3, 5, 8, 12])
def test_a_build_killed_by_chance(plain, tmp_path, seconds, group):
    with fault("build killed after some seconds" if group else "snakemake killed, its jobs not"):
        kills.killed_by_chance(plain, tmp_path / "place", seconds, group)


def test_what_is_counted_as_lost():
    assert lost({"a": b"12", "b": b"345"}, {"a": b"12", "b": b"346"}) == 3
    assert lost({"a": b"12"}, {"a": b"12", "c": b"new"}) == 0
    assert lost({"a": b"12"}, {}) == 2
