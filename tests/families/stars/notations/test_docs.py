"""docs/formats.md says what is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.families.stars.notations import formats
from tests.families.stars.notations.test_round_trips import HOLDS

TEXT = (Path(__file__).parents[4] / "docs" / "formats.md").read_text("utf-8")
ROWS = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([RKS ]+) \| (.+) \|$", TEXT, re.MULTILINE)


def test_its_table_has_every_notation_and_what_it_holds():
    assert {name for name, _, _ in ROWS} == {one.name for one in formats.NOTATIONS}
    for name, holds, _ in ROWS:
        _, forgets = HOLDS[name]
        assert ("K" in holds) == ("stars" not in forgets and name not in ("level", "archive")), name
        assert ("S" in holds) == ("solution" not in forgets), name


@pytest.mark.parametrize("name", ["puzzlink", "sbn", "sbn2", "letters", "rows"])
def test_its_examples_are_boards(name):
    example = next(text for row, _, text in ROWS if row == name)
    for text in re.findall(r"`([^`]+)`", example):
        (found,) = formats.read(text)
        assert (found.notation, found.fault) == (name, None)


def test_every_notation_is_told_with_its_source():
    paragraphs = [part for part in TEXT.split("\n\n") if part.startswith("**")]
    told = {part.removeprefix("**").partition(".**")[0]: part for part in paragraphs}
    assert set(told) == {one.name for one in formats.NOTATIONS}
    assert {name for name, part in told.items() if "*Source:" not in part} == {"bank", "jsonl"}


def test_its_python_runs():
    (code,) = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    told = re.search(r"# ('https.*)$", code, re.MULTILINE)
    names: dict[str, object] = {}
    exec(code, names)
    assert told is not None
    assert repr(formats.write([names["puzzle"]], "puzzlink")) == told[1]
