"""The count of faults: tried, survived, and bytes of whole files lost to them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults import kills
from tests.faults.places import LONG, WHY_SHORT, tmpfs


@dataclass
class Row:
    tried: int = 0
    survived: int = 0
    lost: int = 0


ROWS: dict[str, Row] = {}


@contextmanager
def fault(kind: str) -> Iterator[Row]:
    """Around one fault and the checks after it: survived where none of them fails."""
    row = ROWS.setdefault(kind, Row())
    row.tried += 1
    yield row
    row.survived += 1


def pytest_terminal_summary(terminalreporter):
    if not ROWS:
        return
    lines = ["| fault | tried | survived | bytes lost |", "| --- | --- | --- | --- |"]
    total = Row(*(sum(getattr(row, key) for row in ROWS.values()) for key in vars(Row())))
    for kind, row in [*ROWS.items(), ("all", total)]:
        lines.append(f"| {kind} | {row.tried} | {row.survived} | {row.lost} |")
    terminalreporter.section("faults")
    terminalreporter.write("\n".join(lines) + "\n")


@pytest.fixture(scope="session")
def plain(tmp_path_factory) -> kills.Undisturbed:
    """Whole builds: minutes, so by hand."""
    if not LONG:
        pytest.skip(WHY_SHORT)
    return kills.undisturbed(tmp_path_factory.mktemp("undisturbed"))


@pytest.fixture
def disk(tmp_path) -> Iterator[Path]:
    """A disk of 4 MB."""
    try:
        with tmpfs(tmp_path / "disk", "size=4m") as folder:
            yield folder
    except PermissionError as error:
        pytest.skip(f"no disk can be mounted here: {error}")
