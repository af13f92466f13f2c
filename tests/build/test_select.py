from __future__ import annotations

from functools import cache
from math import isqrt

import numpy as np
import pytest

from moat_bank.build import select as module
from moat_bank.build.select import Opener, Selection, cut, twin_facts
from moat_bank.families.stars.engine.align import align
from moat_bank.kind import POOLS, TIERS
from tests.build.synthetic import Synthetic, stars_spec
from tests.build.test_twins import plain_distance


@pytest.fixture(scope="module", params=[(5, 1), (8, 2)])
def records(request):
    return Synthetic().generate(stars_spec(*request.param), 0, 1500, {}).records


def size_of(records: np.ndarray) -> int:
    return isqrt(records["regions"].shape[1])


def select(batches: list[Opener], size: int, wanted: dict[str, int], distance: int) -> Selection:
    """Choose among records of stars."""
    return module.select(batches, lambda some: align(some, size), wanted, distance)


def joined(selection: Selection) -> np.ndarray:
    return np.concatenate(list(selection.records.values()))


def need(**some: int) -> dict[str, int]:
    return {**dict.fromkeys(TIERS, 0), **some}


def same(left: np.ndarray, right: np.ndarray) -> bool:
    return left.dtype == right.dtype and left.tobytes() == right.tobytes()


def batch(records: np.ndarray, first: np.ndarray | None = None) -> Opener:
    """Records as a batch, all of them or those of the mask met for the first time."""
    return lambda: (records, np.ones(len(records), np.bool_) if first is None else first)


def test_the_first_of_each_tier_in_the_order_of_seeds(records):
    wanted = need(easy=50, medium=30, hard=7, super_hard=2)
    chosen = select([batch(records)], size_of(records), wanted, 0)
    assert chosen.found == wanted
    for number, tier in enumerate(TIERS):
        expected = records[records["tier"] == number][: wanted[tier]]
        assert same(chosen.records[tier], expected)
    assert sum(chosen.too_near.values()) == 0


def test_masked_boards_are_left_out(records):
    unique = np.arange(len(records)) % 3 == 0
    chosen = select([batch(records, unique)], size_of(records), need(easy=50), 0)
    expected = records[unique & (records["tier"] == 0)][:50]
    assert same(chosen.records["easy"], expected)


def test_neither_batches_nor_candidates_beyond_matter(records):
    wanted = need(easy=60, medium=20, hard=9, super_hard=3)
    whole = select([batch(records)], size_of(records), wanted, 4)
    assert whole.found == wanted
    last = max(int(some["seed"].max()) for some in whole.records.values() if len(some))
    enough = records[records["seed"] <= last]

    def beyond():
        raise AssertionError("a batch is opened that no tier needs")

    for batches in ([enough], np.array_split(records, 9), np.array_split(enough, 4)):
        opened = [*map(batch, batches), beyond]
        again = select(opened, size_of(records), wanted, 4)
        for tier in TIERS:
            assert same(again.records[tier], whole.records[tier])
        assert again.nearest.tolist() == whole.nearest.tolist()
        assert again.too_near == whole.too_near


def test_a_longer_tier_keeps_the_boards_it_had_and_all_harder_tiers(records):
    size = size_of(records)
    distance = {5: 8, 8: 30}[size]  # so far that some of these boards are nearer
    short = select([batch(records)], size, need(easy=40, hard=9), distance)
    longer = select([batch(records)], size, need(easy=70, hard=9), distance)
    assert sum(short.too_near.values()) > 0
    assert same(longer.records["easy"][:40], short.records["easy"])
    assert same(longer.records["hard"], short.records["hard"])


def test_no_two_are_near_twins_and_each_nearest_is_told(records):
    chosen = select([batch(records)], size_of(records), need(easy=40, medium=20, hard=5), 4)
    boards = np.concatenate([chosen.records[tier] for tier in reversed(TIERS)])
    nearest = chosen.nearest
    for i, board in enumerate(boards):
        others = (
            plain_distance(board, boards[j], size_of(records)) for j in range(len(boards)) if j != i
        )
        assert min(d for d in others if d is not None) == nearest[i] >= 4
    facts = twin_facts(chosen)
    assert facts["boards"] == facts["shared_solution"] == 65
    assert sum(facts["nearest"].values()) == 65
    assert list(map(int, facts["nearest"])) == sorted(map(int, facts["nearest"]))
    assert min(map(int, facts["nearest"])) >= 4


def test_a_tier_that_is_short_gives_what_there_is(records):
    chosen = select([batch(records[:50])], size_of(records), need(super_hard=99), 0)
    assert chosen.found["super_hard"] == (records[:50]["tier"] == 3).sum()
    empty = select([batch(records[:0])], size_of(records), need(easy=3), 0)
    assert empty.found["easy"] == 0
    assert twin_facts(empty)["boards"] == 0


def test_pools_share_no_board_and_come_in_order(records):
    lengths = {
        "levels": need(easy=9, hard=3),
        "daily": need(easy=5, medium=1),
        "events": need(easy=1, medium=3),
    }
    total = {tier: sum(lengths[pool][tier] for pool in POOLS) for tier in TIERS}
    chosen = select([batch(records)], size_of(records), total, 3)
    banks = list(cut(joined(chosen), lengths))
    assert [(pool, tier, len(some)) for pool, tier, some in banks] == [
        ("levels", "easy", 9),
        ("levels", "hard", 3),
        ("daily", "easy", 5),
        ("daily", "medium", 1),
        ("events", "easy", 1),
        ("events", "medium", 3),
    ]
    for number, tier in enumerate(TIERS):
        parts = [some for _, name, some in banks if name == tier] or [records[:0]]
        assert same(np.concatenate(parts), chosen.records[tier])
        assert (np.concatenate(parts)["tier"] == number).all()
    seeds = [int(seed) for _, _, some in banks for seed in some["seed"]]
    assert len(set(seeds)) == len(seeds) == 22


@cache
def aimed_at(tier: str) -> np.ndarray:
    return Synthetic().generate(stars_spec(5, aim=tier), 100, 120, {}).records


def taken_first(seeds: list[int]) -> list[int]:
    """Seeds of aimed boards in the order of taking: of each 32 the halves first, then theirs."""
    halves = [0, 16, 8, 24, 4, 20, 12, 28, 2, 18, 10, 26, 6, 22, 14, 30]
    turns = halves + [turn + 1 for turn in halves]
    return sorted(seeds, key=lambda seed: (turns.index(seed % 32), seed))


def test_steered_boards_come_after_natural_ones_and_relatives_as_far_apart_as_can_be():
    natural = Synthetic().generate(stars_spec(5), 0, 300, {}).records
    aimed = aimed_at("hard")
    some = [batch(part) for part in (natural[:90], natural[90:], aimed[:70], aimed[70:])]
    first = natural[natural["tier"] == 2]
    wanted = need(hard=len(first) + 40)
    chosen = select(some, 5, wanted, 0)
    hard = chosen.records["hard"]
    assert chosen.found == wanted
    assert chosen.steered == need(hard=40)
    assert same(hard[:-40], first)
    seeds = aimed["seed"].tolist()
    assert hard[-40:]["seed"].tolist() == taken_first(seeds)[:40]
    # A bank holds them in the order of seeds all the same, natural ones first.
    none = need()
    lengths = {"levels": wanted, "daily": none, "events": none}
    [(_, _, bank)] = cut(joined(chosen), lengths)
    assert sorted(bank["seed"][-40:].tolist()) == bank["seed"][-40:].tolist()
    assert set(bank["seed"][-40:].tolist()) == set(hard[-40:]["seed"].tolist())
    assert same(bank[:-40], first)


def test_each_tier_takes_the_steered_boards_of_its_own_that_are_met_for_the_first_time():
    natural = Synthetic().generate(stars_spec(5), 0, 100, {}).records
    steered = {tier: aimed_at(tier)[:60] for tier in ("medium", "hard")}
    parts = [natural, *steered.values()]
    first = [np.arange(len(part)) % 5 != 2 for part in parts]
    some = [batch(part, mask) for part, mask in zip(parts, first, strict=True)]
    come = natural[first[0]]
    counts = {tier: int((come["tier"] == TIERS.index(tier)).sum()) for tier in steered}
    chosen = select(some, 5, need(**{tier: count + 30 for tier, count in counts.items()}), 0)
    assert chosen.steered == need(medium=30, hard=30)
    for aimed, mask in zip(steered, first[1:], strict=True):
        expected = come[come["tier"] == TIERS.index(aimed)]["seed"].tolist()
        expected += taken_first(steered[aimed][mask]["seed"].tolist())[:30]
        assert chosen.records[aimed]["seed"].tolist() == expected
