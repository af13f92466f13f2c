"""The column encoding: what goes in comes out, byte for byte, and damage is named."""

from __future__ import annotations

import json
import re
from pathlib import Path

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from moat_bank.bundle.encode import column_shard, concealed
from moat_bank.errors import MoatError
from moat_bank.families.stars.kind import StarsKind
from moat_bank.runtime.columns import entry_reader
from moat_bank.schemas import load_schema
from tests.runtime.bank_fixture import make_entry
from tests.whole import examples

ROOT = Path(__file__).parents[2]
SCHEMA = Draft202012Validator(load_schema("columns"))


def read(data: bytes, size: int, stars: int, count: int) -> list[dict]:
    entry = entry_reader(orjson.loads(data), StarsKind(size, stars), count)
    return [entry(i) for i in range(count)]


def slow_entries(content: dict) -> list[dict]:
    """A second reader, written from the documentation alone, that unpacks everything at once."""
    count, size, stars = content["count"], content["size"], content["stars"]
    entries: list[dict] = [{} for _ in range(count)]
    for key, column in content["columns"].items():
        ((kind, value),) = column.items()
        for i, entry in enumerate(entries):
            if kind == "all":
                entry[key] = value
            elif kind == "list":
                if value[i] is not None:
                    entry[key] = value[i]
            elif kind == "over":
                entry[key] = value[0] + value[1:][i]
            elif kind == "sum":
                entry[key] = sum(value[: i + 1])
            elif kind == "each":
                parts = slow_entries({**content, "columns": dict(enumerate(value))})
                entry[key] = [*parts[i].values()]
            elif kind == "text":
                width = len(value) // count
                entry[key] = value[i * width :][:width]
            else:
                mine = [value[n * count + i] for n in range(len(value) // count)]
                entry[key] = grid(mine, size) if kind == "map" else rows(mine, stars)
    return entries


def grid(chars: list[str], size: int) -> list[list[int]]:
    known: dict[tuple[int, int], int] = {}
    for n, char in enumerate(chars):
        r, c = divmod(n, size)
        if char == ".":
            known[r, c] = known[r - 1, c]
        elif char == "-":
            known[r, c] = known[r, c - 1]
        else:
            known[r, c] = "abcdefghijklmnopqrstuvwxy".index(char)
    return [[known[r, c] for c in range(size)] for r in range(size)]


def rows(chars: list[str], stars: int) -> list:
    numbers = ["abcdefghijklmnopqrstuvwxy".index(char) for char in chars]
    if stars == 1:
        return numbers
    return [numbers[n : n + stars] for n in range(0, len(numbers), stars)]


NUMBER = st.one_of(st.integers(0, 9), st.integers(-5, 2**53 - 1))
TEXT = st.one_of(st.sampled_from(["ab", "cd", "stars-1"]), st.text(max_size=4))


@st.composite
def shards(draw):
    """Entries of any size and stars, with numbers and texts in keys of any name, some missing."""
    stars = draw(st.integers(1, 3))
    size = draw(st.integers(1, 7))
    others = draw(
        st.lists(st.sampled_from(["seed", "r", "score", "id", "aim", "é", "k"]), unique=True)
    )
    kinds = {key: draw(st.sampled_from([NUMBER, TEXT])) for key in others}
    optional = draw(st.sets(st.sampled_from(others))) if others else set()
    constant = {key: draw(kinds[key]) for key in others}
    region = st.integers(0, size - 1)
    table = st.lists(st.lists(region, min_size=size, max_size=size), min_size=size, max_size=size)
    plain = st.lists(region, min_size=size, max_size=size)
    many = st.lists(st.lists(region, min_size=stars, max_size=stars), min_size=size, max_size=size)
    entries = []
    for _ in range(draw(st.integers(1, 6))):
        entry = {"regionMap": draw(table), "solution": draw(plain if stars == 1 else many)}
        for key in others:
            if key in optional and draw(st.booleans()):
                continue
            entry[key] = constant[key] if draw(st.booleans()) else draw(kinds[key])
        entries.append(entry)
    return size, stars, entries


@settings(max_examples=examples(300, 60), suppress_health_check=[HealthCheck.too_slow])
@given(shards())
def test_what_goes_in_comes_out(shard):
    size, stars, entries = shard
    data = column_shard(StarsKind(size, stars), "easy", entries)
    assert data == column_shard(StarsKind(size, stars), "easy", entries)
    SCHEMA.validate(json.loads(data))
    for again in (read(data, size, stars, len(entries)), slow_entries(json.loads(data))):
        assert [list(entry.items()) for entry in again] == [
            list(entry.items()) for entry in entries
        ]


def entries_with(key: str, values: list) -> list[dict]:
    return [make_entry(5, 1, n) | {key: value} for n, value in enumerate(values)]


SOME = [0, 1, 2, 3, 0, 1, 2, 3, 0]


@pytest.mark.parametrize(
    ("values", "column"),
    [
        ([4, 4, 4], {"all": 4}),
        (["abc", "abc", "abc"], {"all": "abc"}),
        ([3, 1, 2], {"list": [3, 1, 2]}),
        ([2**40 + n for n in (1, 9) * 4], {"over": [2**40 + 1, *(0, 8) * 4]}),
        ([1000, 1001, 1003, 1004, 1009, 1020], {"sum": [1000, 1, 2, 1, 5, 11]}),
        (["ab", "cd", "ab"], {"text": "abcdab"}),
        (["ab", "c", "ab"], {"list": ["ab", "c", "ab"]}),
        ([1, "c", 2], {"list": [1, "c", 2]}),
        ([True, True], {"list": [True, True]}),
        ([[1], [1]], {"list": [[1], [1]]}),
        ([[1, n % 4, 3] for n in range(9)], {"each": [{"all": 1}, {"list": SOME}, {"all": 3}]}),
        ([[1, 2], [3]], {"list": [[1, 2], [3]]}),
        ([[], []], {"list": [[], []]}),
    ],
)
def test_the_kind_that_is_shortest(values, column):
    entries = entries_with("aim", values)
    data = column_shard(StarsKind(5, 1), "easy", entries)
    assert orjson.loads(data)["columns"]["aim"] == column
    assert read(data, 5, 1, len(values)) == entries


def test_a_key_that_some_lack_keeps_its_place():
    entries = [make_entry(5, 1, n) for n in range(3)]
    first, second, third = entries
    entries[1] = {"aim": 7, **second}
    entries[2] = {**dict(list(third.items())[:3]), "mid": 1, **dict(list(third.items())[3:])}
    again = read(column_shard(StarsKind(5, 1), "easy", entries), 5, 1, 3)
    assert [list(entry) for entry in again] == [list(entry) for entry in entries]
    assert first == again[0]


def test_what_columns_cannot_hold_is_refused():
    entries = [make_entry(5, 1, 0), make_entry(5, 1, 1) | {"aim": None}]
    with pytest.raises(MoatError, match=r"'easy\[1\]' holds what columns cannot give back"):
        column_shard(StarsKind(5, 1), "easy", entries)
    for other in (make_entry(6, 1, 1), make_entry(5, 1, 1) | {"solution": [[1, 3]] * 5}):
        with pytest.raises(MoatError, match="are boards of different sizes or stars"):
            column_shard(StarsKind(5, 1), "easy", [make_entry(5, 1, 0), other])


def test_keys_in_two_orders_are_refused():
    entry = make_entry(5, 1, 0)
    with pytest.raises(MoatError, match="the entries have their keys in different orders"):
        column_shard(StarsKind(5, 1), "hard", [entry, dict(reversed(entry.items()))])


def test_the_example_of_the_documentation():
    text = (ROOT / "docs/bundle.md").read_text()
    shard, entries = map(json.loads, re.findall(r"^```json\n(.*?)^```", text, re.M | re.S))
    SCHEMA.validate(shard)
    assert slow_entries(shard) == entries
    assert json.loads(column_shard(StarsKind(4, 1), "easy", entries)) == shard


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda c: None, "must be an object with 'columns'"),
        (lambda c: [], "must be an object with 'columns'"),
        (lambda c: {"columns": 7}, "must be an object with 'columns'"),
        (
            lambda c: put(c, "r", [1, 2, 3]),
            "'columns.r' must be an object of one form, found a list",
        ),
        (lambda c: put(c, "r", {}), "'columns.r' must be an object of one form, found an object"),
        (
            lambda c: put(c, "r", {"all": 1, "list": []}),
            "'columns.r' must be an object of one form",
        ),
        (lambda c: put(c, "r", {"wave": 1}), "'columns.r' is of a form unknown here, 'wave'"),
        (lambda c: put(c, "r", {"list": [1]}), "'columns.r.list' must be 3 values, found 1"),
        (lambda c: put(c, "r", {"list": 7}), "'columns.r.list' must be 3 values, found a number"),
        (lambda c: put(c, "r", {"over": [1, 2, 3]}), "'columns.r.over' must be 4 values, found 3"),
        (lambda c: put(c, "r", {"sum": "abc"}), "'columns.r.sum' must be 3 values, found text"),
        (
            lambda c: put(c, "r", {"sum": [1, 2, None]}),
            "'columns.r.sum' must be a list of whole numbers",
        ),
        (
            lambda c: put(c, "r", {"over": [1, 2, 3, 0.5]}),
            "'columns.r.over' must be a list of whole numbers",
        ),
        (
            lambda c: put(c, "id", {"text": "abcd"}),
            "'columns.id.text' must be 3 texts of one length, joined",
        ),
        (
            lambda c: put(c, "id", {"text": 7}),
            "'columns.id.text' must be 3 texts of one length, joined",
        ),
        (lambda c: put(c, "r", {"each": 7}), "'columns.r.each' must be a list, found a number"),
        (lambda c: put(c, "r", {"each": [7]}), "'columns.r.each[0]' must be an object of one form"),
        (
            lambda c: put(c, "r", {"each": [{"all": 1}, {"list": [1]}]}),
            "'columns.r.each[1].list' must be 3 values, found 1",
        ),
        (lambda c: put(c, "r", {"map": "abc"}), "'columns.r' is of a form unknown here, 'map'"),
        (
            lambda c: put(c, "regionMap", {"map": "abc"}),
            "'columns.regionMap.map' must be 75 characters, found 3",
        ),
        (
            lambda c: put(c, "solution", {"stars": []}),
            "'columns.solution.stars' must be 15 characters, found a list",
        ),
    ],
)
def test_damage_is_named(change, text):
    entries = [make_entry(5, 1, n) for n in range(3)]
    content = change(orjson.loads(column_shard(StarsKind(5, 1), "easy", entries)))
    with pytest.raises(MoatError) as caught:
        entry_reader(content, StarsKind(5, 1), 3)
    assert text in str(caught.value)
    assert "\n" not in str(caught.value)


def put(content: dict, key: str, column: object) -> dict:
    content["columns"][key] = column
    return content


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@given(
    st.sampled_from(["all", "list", "over", "sum", "text", "each", "map", "stars"]),
    JSON | st.text("abcdy.-zA~é", min_size=75, max_size=75) | st.text(min_size=15, max_size=15),
    st.sampled_from(["regionMap", "solution", "aim"]),
)
def test_whatever_a_column_holds_only_moat_errors_come(kind, content, key):
    entries = [make_entry(5, 1, n) for n in range(3)]
    shard = put(orjson.loads(column_shard(StarsKind(5, 1), "easy", entries)), key, {kind: content})
    try:
        entry = entry_reader(shard, StarsKind(5, 1), 3)
    except MoatError:
        return
    for i in range(3):
        entry(i)


def test_concealed_entries_tell_no_solution():
    entry = make_entry(6, 1, 9) | {"score": 12, "source": "book 7, page 3", "aim": "hard"}
    hidden = concealed(StarsKind(6), entry)
    assert list(hidden) == ["style", "aim", "regionMap", "r", "score", "id", "generator", "rater"]
    assert hidden == {key: entry[key] for key in hidden}
    turned = entry | {"regionMap": [[(c + 1) % 6 for c in row] for row in entry["regionMap"]]}
    assert concealed(StarsKind(6), turned) == hidden
