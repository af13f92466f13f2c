"""The table of an entry's keys, for every family."""

from __future__ import annotations

import subprocess
import sys

import pytest

from moat_bank.errors import MoatError
from moat_bank.families import registry
from moat_bank.families.fields import (
    PARTS,
    entry_schema,
    fields,
    keys,
    keys_of,
    shown_keys,
)


@pytest.mark.parametrize("family", registry.families())
def test_every_key_belongs_to_a_part_and_parts_stand_in_order(family):
    parts = [field.part for field in fields(family)]
    assert set(parts) == set(PARTS)
    assert parts == sorted(parts, key=PARTS.index)
    assert [field.key for field in fields(family)] == list(entry_schema(family)["properties"])


@pytest.mark.parametrize("family", registry.families())
def test_required_are_the_keys_that_all_entries_have(family):
    always = [f.key for f in fields(family) if f.made and f.imported and not f.optional]
    assert entry_schema(family)["required"] == always


@pytest.mark.parametrize("family", registry.families())
def test_without_solutions_no_key_tells_how_the_puzzle_is_solved(family):
    shown = set(shown_keys(family))
    assert not shown & set(keys(family, "solution"))
    assert "seed" not in shown
    assert {"id", "generator", "rater"} <= shown


def test_keys_of_stars():
    assert keys("stars", "puzzle") == ("regionMap",)
    assert keys("stars", "puzzle", "solution") == ("regionMap", "solution")
    assert keys_of("stars", imported=True)[:2] == ("source", "regionMap")
    assert keys_of("stars", imported=False)[:4] == ("seed", "style", "aim", "regionMap")
    assert keys("stars") == tuple(field.key for field in fields("stars"))
    by_key = {field.key: field for field in fields("stars")}
    assert by_key["regionMap"].column == "map"
    assert by_key["aim"].optional
    assert not by_key["seed"].optional
    assert by_key["narrowest"].unit == "cells"
    assert not any(name.startswith("x-") for field in fields("stars") for name in field.schema)


def test_an_unknown_family_is_named():
    with pytest.raises(MoatError, match="unknown family 'checkers'"):
        fields("checkers")


def test_it_needs_the_standard_library_alone():
    code = (
        "import sys, moat_bank.families.fields as f; f.fields('stars');"
        "print('numpy' in sys.modules, 'orjson' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.split() == ["False", "False"]
