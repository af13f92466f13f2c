"""The arithmetic of the level plan, against counting level by level."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moat_bank.errors import MoatError
from moat_bank.families.stars.kind import StarsKind
from moat_bank.runtime.plan import MAX_LEVEL, make_plan, pick


def count_along(steps, tiers, last):
    """(key, place) of the levels 1 to ``last``, by going through them all."""
    seen: Counter = Counter()
    for level in range(1, last + 1):
        kind = [kind for start, kind in steps if start <= level][-1]
        key = (kind, tiers[(level - 1) % len(tiers)])
        seen[key] += 1
        yield key, seen[key]


STARTS = {1: 6, 12: 7, 20: 8, 150: 9, 300: 10}
DESIGN = [(start, StarsKind(size)) for start, size in STARTS.items()]
TIERS = ["easy", "easy", "medium", "easy", "medium", "hard", "medium", "hard", "super_hard"]


def test_the_plan_of_the_design():
    plan = make_plan(DESIGN, TIERS)
    for level, expected in enumerate(count_along(DESIGN, TIERS, 2000), 1):
        assert plan.locate(level) == expected


boards = st.builds(StarsKind, st.integers(4, 7), st.integers(1, 2))
plans = st.tuples(
    st.lists(st.tuples(st.integers(1, 40), boards), min_size=0, max_size=6),
    boards,
    st.lists(st.sampled_from(["easy", "medium", "hard"]), min_size=1, max_size=9),
)


@given(plans)
def test_any_plan_agrees_with_counting(plan):
    later, first, tiers = plan
    steps = [(1, first)]
    for gap, board in later:
        steps.append((steps[-1][0] + gap, board))
    made = make_plan(steps, tiers)
    last = steps[-1][0] + 3 * len(tiers) + 5
    for level, expected in enumerate(count_along(steps, tiers, last), 1):
        assert made.locate(level) == expected


def test_one_bank_serves_all_levels():
    plan = make_plan([(1, StarsKind(8))], ["easy"])
    for level in (1, 2, 913, 10**9, MAX_LEVEL):
        assert plan.locate(level) == ((StarsKind(8), "easy"), level)


def test_places_far_out_are_exact():
    """From one turn of the pattern to the next, each place grows by the tier's share."""
    plan = make_plan(DESIGN, TIERS)
    for level in range(MAX_LEVEL - 30, MAX_LEVEL + 1):
        turns = (level - 2000) // 9 + 1
        near = level - turns * 9
        key, place = plan.locate(near)
        assert plan.locate(level) == (key, place + turns * TIERS.count(key[1]))


@pytest.mark.parametrize("length", [1, 3, 7, 25, 101])
def test_pick_shows_all_pairs_before_one_comes_again(length):
    pairs = [pick(place, length) for place in range(1, 16 * length + 1)]
    assert len(set(pairs[: 8 * length])) == 8 * length
    assert pairs[8 * length :] == pairs[: 8 * length]


def test_no_pair_of_a_bank_comes_early_along_the_levels():
    plan, length = make_plan(DESIGN, TIERS), 25
    last: dict = {}
    count: Counter = Counter()
    for level in range(1, 9000):
        key, place = plan.locate(level)
        shown = (key, pick(place, length))
        count[key] += 1
        if shown in last:
            assert count[key] - last[shown] == 8 * length
        last[shown] = count[key]
    assert max(count.values()) > 16 * length


@pytest.mark.parametrize(
    ("steps", "tiers", "text"),
    [
        ([], ["easy"], "at least one board"),
        ([(1, StarsKind(6))], [], "at least one board and one tier"),
        ([(2, StarsKind(6))], ["easy"], "begins at level 1, not at 2"),
        (
            [(1, StarsKind(6)), (5, StarsKind(7)), (5, StarsKind(8))],
            ["easy"],
            "must rise: 5 comes after 5",
        ),
        (
            [(1, StarsKind(6)), (9, StarsKind(7)), (5, StarsKind(8))],
            ["easy"],
            "must rise: 5 comes after 9",
        ),
    ],
)
def test_bad_plans(steps, tiers, text):
    with pytest.raises(MoatError, match=text):
        make_plan(steps, tiers)
