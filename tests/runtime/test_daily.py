"""The keyed bijection of days, the days themselves, and docs/daily.md as the written promise."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moat_bank.errors import MoatError
from moat_bank.runtime.daily import MAX_POOL, day_number, event_key, mix, pair, permute

DOC = Path(__file__).parents[2] / "docs" / "daily.md"
SIZES = (1, 2, 7, 25, 101, 1000)


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found.group(1)


VECTORS = json.loads(block("json"))


@pytest.mark.parametrize("entries", SIZES)
@pytest.mark.parametrize("key", [0, 1, 123456789, 2**32 - 1])
def test_permutation(entries, key):
    assert sorted(permute(key, entries, i) for i in range(entries)) == list(range(entries))


@pytest.mark.parametrize("entries", SIZES)
def test_any_8n_days_give_all_pairs_and_any_n_days_all_entries(entries):
    """Over three periods around day 0: a pair comes again after exactly 8N days, and an entry
    after at least N; so each window of 8N (of N) days holds each pair (entry) once."""
    period = 8 * entries
    days = range(-2 * period - 3, period + 5)
    shown = [pair(987654321, entries, day) for day in days]
    last_pair: dict[tuple[int, int], int] = {}
    last_entry: dict[int, int] = {}
    for day, (entry, transform) in zip(days, shown, strict=True):
        assert 0 <= entry < entries
        assert 0 <= transform < 8
        if (entry, transform) in last_pair:
            assert day - last_pair[entry, transform] == period
        if entry in last_entry:
            assert day - last_entry[entry] >= entries
        last_pair[entry, transform] = last_entry[entry] = day
    assert len(last_pair) == period


@given(st.integers(0, 2**32 - 1), st.integers(1, 300), st.integers(-(10**6), 10**6))
def test_bijection_of_any_pool(key, entries, start):
    window = [pair(key, entries, start + n) for n in range(entries)]
    assert {entry for entry, _ in window} == set(range(entries))
    turns = [pair(key, entries, start + n * entries) for n in range(8)]
    assert len({entry for entry, _ in turns}) == 1
    assert {transform for _, transform in turns} == set(range(8))


@given(st.integers(0, 2**32 - 1), st.integers(1, MAX_POOL), st.integers())
def test_largest_pools(key, entries, number):
    entry, transform = pair(key, entries, number)
    assert 0 <= entry < entries
    assert 0 <= transform < 8
    assert pair(key, entries, number + 8 * entries) == (entry, transform)


def test_mix_is_32_bit_and_scatters():
    values = [mix(x) for x in range(4096)]
    assert len(set(values)) == 4096
    assert all(0 <= value < 2**32 for value in values)
    ones = sum(bin(mix(x) ^ mix(x ^ 1 << bit)).count("1") for x in range(64) for bit in range(32))
    assert 15.5 < ones / (64 * 32) < 16.5


def test_keys_and_names_give_other_orders():
    orders = {tuple(permute(key, 25, i) for i in range(25)) for key in range(200)}
    assert len(orders) == 200
    keys = {
        event_key(5, name) for name in ("spring", "Spring", "spring ", "sprung", "é", "e\u0301")
    }
    assert len(keys) == 6
    assert event_key(5, "spring") != event_key(6, "spring")


def test_first_transforms_are_spread():
    first = [pair(77, 4000, i)[1] for i in range(4000)]
    assert all(400 < first.count(transform) < 600 for transform in range(8))


@pytest.mark.parametrize(("key", "entries", "number", "entry", "transform"), VECTORS["pairs"])
def test_pair_vectors(key, entries, number, entry, transform):
    assert pair(key, entries, number) == (entry, transform)


@pytest.mark.parametrize(("key", "name", "value"), VECTORS["events"])
def test_event_vectors(key, name, value):
    assert event_key(key, name) == value


@pytest.mark.parametrize(("day", "number"), VECTORS["days"])
def test_day_vectors(day, number):
    assert day_number(day) == number
    assert day_number(date.fromisoformat(day)) == number


def test_the_documented_javascript_gives_the_vectors():
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed, so the JavaScript of docs/daily.md cannot run")
    script = f"""{block("js")}
const v = {json.dumps(VECTORS)};
const bad = [
  ...v.pairs.filter(([k, n, d, e, t]) => String(pair(k, n, d)) !== String([e, t])),
  ...v.events.filter(([k, name, value]) => eventKey(k, name) !== value),
  ...v.days.filter(([d, n]) => dayNumber(Date.parse(d + "T00:00:00Z")) !== n),
  ...v.days.filter(([d, n]) => dayNumber(Date.parse(d + "T23:59:59.999Z")) !== n),
];
const many = [];
for (let n = 0; n < 3000; n++) many.push(pair(4021, 101, n * 7919 - 9000000));
console.log(JSON.stringify([bad, many]));"""
    done = subprocess.run([node, "-"], input=script, capture_output=True, text=True, check=True)
    bad, many = json.loads(done.stdout)
    assert bad == []
    assert many == [list(pair(4021, 101, n * 7919 - 9000000)) for n in range(3000)]


def test_leap_days_and_neighbours_count_on():
    day = date(1896, 1, 1)
    number = day_number(day)
    while day.year < 2105:
        day += timedelta(days=1)
        number += 1
        assert day_number(day) == number


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-03-01T00:00:00Z", "2026-03-01"),
        ("2026-02-28T23:59:59.999999+00:00", "2026-02-28"),
        ("2026-03-01T00:30:00+02:00", "2026-02-28"),
        ("2026-02-28T20:00:00-05:00", "2026-03-01"),
        ("2026-03-01T13:59:59+14:00", "2026-02-28"),
        ("2026-03-01T12:00:00-12:00", "2026-03-02"),
        ("2024-02-28T23:30:00-01:00", "2024-02-29"),
        ("1970-01-01T00:59:00+01:00", "1969-12-31"),
    ],
)
def test_moments_count_by_their_utc_day(moment, day):
    assert day_number(moment) == day_number(day)
    assert day_number(datetime.fromisoformat(moment)) == day_number(day)


@given(st.datetimes(timezones=st.timezones()))
def test_a_moment_is_the_same_day_in_every_zone(moment):
    try:
        here = moment.astimezone(UTC)
    except OverflowError:
        return
    assert day_number(moment) == (here.date() - date(1970, 1, 1)).days


def test_no_zone_no_day():
    with pytest.raises(MoatError, match="no time zone"):
        day_number(datetime(2026, 3, 1, 12))
    with pytest.raises(MoatError, match="no time zone"):
        day_number("2026-03-01T12:00:00")


def test_moments_at_the_end_of_the_calendar():
    with pytest.raises(MoatError, match="outside the years"):
        day_number(datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=5))))
    with pytest.raises(MoatError, match="outside the years"):
        day_number(datetime(9999, 12, 31, 23, tzinfo=timezone(-timedelta(hours=5))))


@pytest.mark.parametrize(
    "text",
    ["", "today", "2026-02-29", "1900-02-29", "2026-13-01", "20260301x", "2026-3-1", "2026-W01-1"]
    + ["20260301", "٢٠٢٦-٠٣-٠١", "2026-03-01\n", "\0", "x" * 10**6],
)
def test_bad_dates(text):
    with pytest.raises(MoatError) as error:
        day_number(text)
    assert len(str(error.value)) < 200
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("value", [None, 5, 1.5, True, [], {}, ["2026-03-01"], float("nan")])
def test_no_date_at_all(value):
    with pytest.raises(MoatError, match="a date is needed"):
        day_number(value)


@pytest.mark.parametrize("name", [None, 5, "", "\ud800", "x" * 257, "é" * 129, "x" * 10**6, ["a"]])
def test_bad_event_names(name):
    with pytest.raises(MoatError, match="an event's name"):
        event_key(0, name)


def test_longest_event_name():
    assert event_key(0, "é" * 128) != event_key(0, "é" * 127)
