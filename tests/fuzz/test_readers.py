"""Whatever a file holds, its reader ends, with MoatError or without."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.readers import READERS, good, survives
from tests.whole import examples

NASTY: list[Any] = [
    *(None, True, 0, -1, 1, 2**31, 2**53, 2**63, 2**64 - 1, -(2**63), 0.5, 1e308, -0.0),
    *("", "x", "\x00", "..", "../x", "/etc/passwd", "C:\\x", "NUL", "é" * 300, "\u202e", "\n"),
    *([], {}, [[]], [0] * 700, {"": 0}, {"a": {"a": {}}}, [[0, 1]] * 26, "[" * 50),
]
TOKENS = [
    *(b"", b"\x00", b"\xff", b"\xed\xa0\x80", b"\n", b"\r", b" ", b"#", b"~", b"&", b"=", b"p="),
    *(b"[" * 300, b"]" * 300, b"{", b"}", b'"', b"'", b"\\", b"9" * 30, b"-1", b"1e999", b"NaN"),
    *(b"null", b"*a", b"&a ", b"!!int ", b"<<: ", b"- ", b"? ", b": ", b"/*", b"z", b"999", b"|"),
]


def deep(levels: int, inner: Any = 0) -> Any:
    for _ in range(levels):
        inner = [inner]
    return inner


@st.composite
def edited(draw: st.DrawFn, name: str) -> bytes:
    """A good file with a few bytes cut out, doubled or put in."""
    data = draw(st.sampled_from(good(name)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        end = min(len(data), at + draw(st.sampled_from([0, 1, 2, 7, 100, 10**9])))
        put = draw(st.sampled_from([*TOKENS, data[at:end] * 2, data]) | st.binary(max_size=4))
        data = data[:at] + put + data[end:]
    return data


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container of a JSON value with each of its keys."""
    found, stack = [], [value]
    while stack:
        holder = stack.pop()
        keys = holder if isinstance(holder, dict) else range(len(holder))
        found += [(holder, key) for key in keys]
        stack += [holder[key] for key in keys if isinstance(holder[key], dict | list)]
    return found


@st.composite
def mutated(draw: st.DrawFn, name: str) -> bytes:
    """A good JSON file with a few values changed, taken away, doubled or added."""
    value = orjson.loads(draw(st.sampled_from(good(name))))
    for _ in range(draw(st.integers(1, 3))):
        found = places(value)
        if not found:
            break
        holder, key = found[draw(st.integers(0, len(found) - 1))]
        act = draw(st.integers(0, 9))
        if act == 0:
            del holder[key]
        elif act == 1 and isinstance(holder, list):
            holder.append(holder[key])
        elif act == 2 and isinstance(holder, dict):
            holder[draw(st.sampled_from(["more", "", key + "x"]))] = holder[key]
        elif act == 3:
            holder[key] = deep(draw(st.sampled_from([3, 60])))
        else:
            holder[key] = deepcopy(draw(st.sampled_from(NASTY)))
    data = orjson.dumps(value, option=draw(st.sampled_from([0, orjson.OPT_INDENT_2])))
    return data + draw(st.sampled_from([b"", b"\n"]))


SETTINGS = settings(
    max_examples=examples(50, 15), deadline=None, suppress_health_check=list(HealthCheck)
)
JSON = sorted(set(READERS) - {"config", "notations"})


@pytest.mark.parametrize("name", READERS)
def test_what_is_good_is_taken(name):
    for data in good(name):
        READERS[name](data)


@pytest.mark.parametrize("name", READERS)
@SETTINGS
@given(data=st.data())
def test_edited_files(name, data):
    survives(READERS[name], data.draw(edited(name)))


@pytest.mark.parametrize("name", JSON)
@SETTINGS
@given(data=st.data())
def test_mutated_values(name, data):
    survives(READERS[name], data.draw(mutated(name)))


@pytest.mark.parametrize("name", READERS)
@SETTINGS
@given(data=st.binary(max_size=300))
def test_noise(name, data):
    survives(READERS[name], data)


def in_list(data: bytes, levels: int) -> bytes:
    return data.replace(b"}", b',"more":' + b"[" * levels + b"]" * levels + b"}", 1)


@pytest.mark.parametrize("levels", [200, 253, 254, 255, 300, 1000, 1022, 1100, 100_000])
@pytest.mark.parametrize("name", JSON)
def test_nesting_of_any_depth(name, levels):
    """orjson reads 1024 levels and writes 254."""
    for data in good(name):
        survives(READERS[name], in_list(data, levels))
    survives(READERS[name], b"[" * levels + b"]" * levels)


def doubling(lines: int) -> bytes:
    """A value that would be 2 ** lines long if its aliases were copies."""
    names = [f"b{n}" for n in range(lines)]
    rest = (f"{after}: &{after} [*{name}, *{name}]\n" for name, after in pairwise(names))
    return f"b0: &b0 [x, x]\n{''.join(rest)}".encode()


NOT_YAML = [
    *(b"a: !!int x", b"a: !!bool x", b"a: !!float x", b"a: !!binary 9", b"a: !!timestamp x"),
    *(b"a: !!python/object:os.system x", b"=: 1", b"<<: 1", b"? [a]\n: 1", b"&a {edition: *a}"),
    *(b"a: " + b"9" * 5000, b"9" * 5000 + b": 1", b"a: " + b"[" * 3000, b"a:\n" + b" -" * 3000),
    *(doubling(60), b"#" * (1 << 20) + b"\n"),
]


@pytest.mark.parametrize("number", range(len(NOT_YAML)))
def test_yaml_that_is_no_config(number):
    survives(READERS["config"], NOT_YAML[number])
