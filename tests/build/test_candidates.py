from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import expm1

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from moat_bank.build.candidates import SURE, next_counts
from moat_bank.build.config import BoardConfig, Generation
from moat_bank.build.counts import Range, batch_ranges, counts_of, counts_text, range_of
from moat_bank.errors import MoatError
from moat_bank.kind import TIERS
from tests.build.synthetic import stars_spec

SIZES = Generation(pilot=1000, batch=500, ceiling=100_000)


def board(sizes: Generation = SIZES, **levels: int) -> BoardConfig:
    none = dict.fromkeys(TIERS, 0)
    lengths = {"levels": {**none, **levels}, "daily": none, "events": none}
    return BoardConfig(stars_spec(8), (), sizes, 0, lengths)


def next_candidates(board: BoardConfig, found: dict[str, int], candidates: int) -> int | None:
    """The round after ``candidates``, where all are natural."""
    after = next_counts(board, found, dict.fromkeys(TIERS, 0), str(candidates))
    return None if after is None else int(after)


def found(**some: int) -> dict[str, int]:
    return {**dict.fromkeys(TIERS, 0), **some}


def test_full_tiers_end_the_rounds():
    assert next_candidates(board(easy=11), found(easy=11), 1000) is None
    assert next_candidates(board(easy=11), found(easy=99, hard=3), 1000) is None


def test_a_round_asks_for_what_is_missing_at_the_measured_yield():
    # 100 of 1000, and 301 more wanted: 3010 at that yield, with room for scatter.
    after = next_candidates(board(easy=401), found(easy=100), 1000)
    assert after is not None
    assert 4010 < after < 5500
    assert (after - 1000) % 500 == 0
    # The tier that lacks most decides.
    both = next_candidates(board(easy=401, hard=81), found(easy=100, hard=40), 1000)
    assert both == after


def test_a_hint_may_quadruple_and_no_more():
    for some in (0, 1, SURE - 1):
        assert next_candidates(board(easy=801), found(easy=some), 1000) == 4000
    assert next_candidates(board(easy=4999), found(easy=SURE), 1000) == 100_000


def test_a_round_adds_an_eighth_at_least():
    assert next_candidates(board(easy=8001), found(easy=8000), 40_000) == 45_000
    assert next_candidates(board(easy=101), found(easy=100), 1000) == 1500


@given(
    pilot=st.integers(1, 300),
    batch=st.integers(1, 300),
    ceiling=st.integers(300, 20_000),
    need=st.integers(1, 500),
    share=st.fractions(0, 1),
)
def test_rounds_end_at_the_ceiling_or_with_enough(pilot, batch, ceiling, need, share):
    wanted = board(Generation(pilot, batch, ceiling), medium=need)
    candidates, rounds = pilot, 0
    while True:
        have = min(int(share * candidates), need)
        try:
            after = next_candidates(wanted, found(medium=have), candidates)
        except MoatError:
            assert have < need
            assert candidates == ceiling or share * ceiling < need
            break
        if after is None:
            assert have == need
            break
        assert candidates < after <= ceiling
        assert after == ceiling or (after - pilot) % batch == 0
        candidates, rounds = after, rounds + 1
    # An eighth more each time: from 1 to 20,000 in less than 120 rounds, mostly in two or three.
    assert rounds < 120


def test_a_round_overshoots_by_little():
    for share in (Fraction(1, 3), Fraction(1, 50), Fraction(1, 400)):
        candidates = 20_000
        wanted = board(Generation(20_000, 1000, 10**8), hard=10_001)
        while (
            after := next_candidates(
                wanted, found(hard=min(int(share * candidates), 10_001)), candidates
            )
        ) is not None:
            candidates = after
        assert 10_001 / share <= candidates <= 1.3 * 10_001 / share + 1000


def test_a_shortage_is_told_with_the_ceiling_that_would_do():
    with pytest.raises(MoatError) as caught:
        next_candidates(board(hard=25, super_hard=101), found(hard=20, super_hard=50), 100_000)
    text = str(caught.value)
    assert text.startswith(
        "8x8 with 1 star, super_hard: found 50 of 101 boards in 100000 candidates (1 in 2000);"
        " lower its lengths, or set generation.ceiling to "
    )
    ceiling = int(text.rsplit(" ", 1)[1])
    assert 250_000 <= ceiling < 400_000
    with pytest.raises(MoatError, match=r"hard: none of 25 boards found in 100000 candidates; set"):
        next_candidates(board(hard=25), found(), 100_000)


@pytest.mark.parametrize("kinds", [120, 300, 10_000])
def test_the_ceiling_told_does_though_boards_repeat_ever_more_often(kinds):
    """Of so many boards in all each candidate is one: fewer and fewer of them are new."""

    def new(candidates: int) -> int:
        return int(kinds * -expm1(-candidates / (100 * kinds)))

    with pytest.raises(MoatError) as caught:
        next_candidates(board(Generation(1000, 500, 6000), easy=101), found(easy=new(6000)), 6000)
    ceiling = int(str(caught.value).rsplit(" ", 1)[1])
    assert new(ceiling) >= 101


def test_what_the_ceiling_can_never_give_is_told_after_the_pilot():
    with pytest.raises(MoatError) as caught:
        next_candidates(board(easy=11, hard=1001), found(easy=300), 1000)
    assert str(caught.value) == (
        "8x8 with 1 star, hard: none of 1001 boards found in 1000 candidates, and the ceiling is"
        " 100000; set its lengths to 0, or set generation.ceiling to 1001000"
    )
    with pytest.raises(
        MoatError, match=r"found 4 of 2001 boards in 1000 candidates \(1 in 250\), a"
    ):
        next_candidates(board(hard=2001), found(hard=4), 1000)
    # No ceiling can be set to what a million boards of this kind would need.
    with pytest.raises(MoatError, match=r"the ceiling is 100000; set its lengths to 0$"):
        next_candidates(board(hard=9_999_999), found(), 1000)


def test_bad_luck_with_the_pilot_hardly_ever_ends_a_build():
    """Boards come by chance, as many as the ceiling would just do for."""
    chance = np.random.default_rng(3)
    refused = 0
    for mean in (2, 5, 10, 15, 30, 80, 300):
        need = 100 * mean
        for have in chance.poisson(mean, 3000).tolist():
            try:
                next_candidates(board(hard=need), found(hard=have), 1000)
            except MoatError:
                refused += 1
    assert refused <= 21


@given(
    pilot=st.integers(1, 50),
    batch=st.integers(1, 50),
    natural=st.integers(1, 1000),
    aimed=st.dictionaries(st.sampled_from(TIERS), st.integers(1, 1000)),
)
def test_batches_cover_every_candidate_once(pilot, batch, natural, aimed):
    ranges = batch_ranges(Generation(pilot, batch, 10**6), counts_text({"": natural, **aimed}))
    assert list(dict.fromkeys(part.aim for part in ranges)) == ["", *filter(aimed.get, TIERS)]
    for aim, candidates in {"": natural, **aimed}.items():
        mine = [part for part in ranges if part.aim == aim]
        numbers = [n for part in mine for n in range(part.first, part.first + part.count)]
        assert numbers == list(range(candidates))
        assert all(part.count <= max(pilot, batch) for part in mine)
        assert all(part.count <= max(pilot / 4, part.first / 4, 1) for part in mine if aim)


def test_more_candidates_leave_the_batches_before_as_they_are():
    few, more = batch_ranges(SIZES, "2500"), batch_ranges(SIZES, "9000-hard4000")
    assert more[: len(few)] == few
    names = [part.name for part in batch_ranges(SIZES, "2000000")]
    assert names == sorted(names)
    assert Range("hard", 20, 5).name == "hard-0000000020-5"


@given(st.sampled_from(["", *TIERS]), st.integers(0, 2**32), st.integers(1, 10**6))
def test_the_name_of_a_batch_tells_it(aim, first, count):
    assert range_of(Range(aim, first, count).name) == Range(aim, first, count)


@pytest.mark.parametrize(
    "name",
    ["", "5-5", "0000000000-0", "00000000000-5", "0000000000-05", "mild-0000000000-5", "-5"],
)
def test_what_is_no_name_of_a_batch(name):
    with pytest.raises(MoatError, match="is no batch such as 0000000000-20000 or hard-0000000000"):
        range_of(name)


@given(
    st.integers(1, 10**6), st.dictionaries(st.sampled_from(TIERS), st.integers(1, 10**6)),
)  # fmt: skip
def test_the_text_of_how_many_candidates_there_are_tells_them(natural, aimed):
    counts = {"": natural, **aimed}
    assert counts_of(counts_text(counts)) == counts
    if "easy" not in counts:
        assert counts_text({**counts, "easy": 0}) == counts_text(counts)


@pytest.mark.parametrize(
    "text",
    ["", "x", "-5", "20-", "20-hard", "20-mild5", "20-hard0", "20-hard05", "020", "20-hard5-easy5"],
)
def test_another_text_is_refused(text):
    with pytest.raises(MoatError, match="is no count of candidates such as 20000"):
        counts_of(text)


def steering(**levels: int) -> BoardConfig:
    return replace(board(**levels), steer=("hard", "super_hard"))


def test_a_steered_tier_asks_for_candidates_that_aim_at_it_and_no_other_does():
    wanted = steering(easy=401, hard=801, super_hard=2401)
    few = found(easy=100, hard=40, super_hard=2401)
    after = next_counts(wanted, few, found(), "1000")
    natural = next_candidates(board(easy=401), found(easy=100), 1000)
    assert after == f"{natural}-hard1000"
    # Once natural candidates do, only those of the aim are added, and naturals count for it.
    few = found(easy=401, hard=500, super_hard=2401)
    after = next_counts(wanted, few, found(hard=450), "1000-hard1000")
    assert after is not None
    assert counts_of(after)[""] == 1000
    assert 1000 + 301 * 1000 / 450 < counts_of(after)["hard"] < 2200
    assert next_counts(wanted, found(easy=401, hard=801, super_hard=2401), found(), "1000") is None


@given(st.integers(1, 80_000))
def test_the_first_of_an_aim_are_as_many_as_are_lacking_and_few_more(lack):
    after = next_counts(steering(hard=lack), found(), found(), "1000")
    assert after is not None
    assert lack <= counts_of(after)["hard"] <= max(1.032 * lack * 1.25, 1.032 * lack + 250) + 1


def test_a_steered_tier_that_is_short_at_the_ceiling_is_told():
    wanted = steering(hard=90_001, easy=3)
    full, some = found(easy=3, hard=500), found(hard=400)
    with pytest.raises(MoatError) as caught:
        next_counts(wanted, full, some, "1000-hard100000")
    assert str(caught.value).startswith(
        "8x8 with 1 star, hard: found 400 of 89901 boards in 100000 steered candidates (1 in"
        " 250); lower its lengths, or set generation.ceiling to "
    )
    with pytest.raises(MoatError, match=r"hard: none of 11 boards found in 1000 steered candidat"):
        next_counts(
            replace(steering(hard=11), generation=Generation(1000, 500, 1000)),
            found(), found(), "1000-hard1000",
        )  # fmt: skip
