"""Candidates steered to a tier: held to oracles, and to the number that they were made from."""

import numpy as np
import orjson
import pytest

from moat_bank.errors import MoatError
from moat_bank.families.base import TALLY, seed_of
from moat_bank.families.stars import words
from moat_bank.families.stars.board import Board
from moat_bank.families.stars.engine.geometry import geometry
from moat_bank.families.stars.engine.moves import another_through, leap, move, shake
from moat_bank.families.stars.engine.repair import INTENDED, repair
from moat_bank.families.stars.engine.steer import spread
from moat_bank.families.stars.engine.walk import LINKS
from moat_bank.kernels.rng import below, start
from moat_bank.kind import TIERS
from tests.families.stars.engine.by_size import Quality, Spec, get_family
from tests.families.stars.engine.test_stages import cells, drawn
from tests.families.stars.oracle import cpsat
from tests.families.stars.oracle.exhaustive import solutions
from tests.families.stars.oracle.plain_form import connected
from tests.kernels.test_jit import python

STARS = get_family("stars")
ALL = Quality()
AIMS = [(5, "easy"), (6, "medium"), (6, "super_hard"), (7, "hard"), (8, "easy")]


def aimed(size, tier, stars=1, style="organic"):
    return Spec(size, stars, style, tier)


def grids(size, records):
    return [record["regions"].reshape(size, size).tolist() for record in records]


@pytest.mark.parametrize(("size", "tier"), AIMS)
def test_boards_are_unique_and_of_the_tier(size, tier):
    made = STARS.generate(aimed(size, tier), seed_of(5, 0), 2 * LINKS, ALL)
    assert len(made.records) > LINKS
    for record, grid in zip(made.records, grids(size, made.records), strict=True):
        assert connected(grid)
        columns = [[int(column)] for column in record["solution"]]
        assert solutions(grid) == [columns]
        assert words.rate(grid, 1).tier == tier == TIERS[record["tier"]]


def test_boards_of_a_chain_are_spread_and_of_good_shape():
    size, chains = 8, 6
    records = STARS.generate(aimed(size, "hard"), 0, chains * LINKS, ALL).records
    assert len(np.unique(records["key"])) == len(records) > chains * LINKS // 2
    counts = np.array([np.bincount(regions, minlength=size) for regions in records["regions"]])
    assert ((counts == 1).sum(axis=1) <= 1).all()
    assert (2 * counts <= size * size).all()
    compared = 0
    for chain in range(chains):
        mates = records[records["seed"] // LINKS == chain]
        for i, one in enumerate(mates):
            for other in mates[:i]:
                # Of one walk, labels mean the same all along, for a leap keeps each region's star.
                if (one["solution"] == other["solution"]).all():
                    assert (one["regions"] != other["regions"]).sum() >= spread(size, 1)
                    compared += 1
    assert compared > 30


@pytest.mark.parametrize(("size", "tier"), [(8, "hard"), (8, "easy"), (9, "super_hard")])
def test_a_chain_comes_to_many_solutions(size, tier):
    records = STARS.generate(aimed(size, tier), 0, 8 * LINKS, ALL).records
    for chain in range(8):
        mates = records[records["seed"] // LINKS == chain]
        assert len(np.unique(mates["twin"])) > LINKS // 3
    assert len(np.unique(records["twin"])) > len(records) // 3


@pytest.mark.parametrize(
    ("size", "tier", "style"), [(6, "hard", "balanced"), (8, "easy", "organic")]
)
def test_a_range_is_the_sum_of_its_parts(size, tier, style):
    spec, first = aimed(size, tier, style=style), seed_of(3, LINKS - 3)
    whole = STARS.generate(spec, first, 40, ALL)
    parts = [STARS.generate(spec, first + a, n, ALL) for a, n in ((0, 1), (1, 0), (1, 5), (6, 34))]
    assert whole.records.tobytes() == np.concatenate([p.records for p in parts]).tobytes()
    for name in TALLY:
        assert whole.tally[name] == sum(part.tally[name] for part in parts)
    dropped = sum(whole.tally[name] for name in TALLY if name.startswith("dropped_"))
    assert whole.tally["rated"] + dropped == whole.tally["candidates"] == 40


def test_quality_bounds_are_kept_and_change_nothing_else():
    spec, bounds = aimed(7, "medium"), Quality(2, 0, 30)
    every = STARS.generate(spec, 0, 200, ALL).records
    some = STARS.generate(spec, 0, 200, bounds).records
    sizes = np.array([np.bincount(regions, minlength=7) for regions in every["regions"]])
    fits = (sizes.min(1) >= 2) & (sizes.max(1) <= 49 * 30 // 100)
    assert 0 < fits.sum() < len(every)
    assert every[fits].tobytes() == some.tobytes()


@pytest.mark.parametrize(("size", "tier"), AIMS)
def test_an_entry_gives_its_board_back(size, tier):
    spec = aimed(size, tier)
    for record in STARS.generate(spec, seed_of(2, 7), 12, ALL).records:
        entry = STARS.entry(spec, record)
        assert list(entry)[:4] == ["seed", "style", "aim", "regionMap"]
        text = orjson.dumps(entry)
        assert orjson.dumps(STARS.rebuild(orjson.loads(text))) == text


def test_natural_entries_name_no_aim_and_other_boards():
    natural = STARS.generate(Spec(6), 0, 100, ALL).records
    steered = STARS.generate(aimed(6, "medium"), 0, 100, ALL).records
    assert "aim" not in STARS.entry(Spec(6), natural[0])
    assert len(set(natural["key"].tolist()) & set(steered["key"].tolist())) < 5


def test_an_unknown_aim_is_refused():
    for aim in ("brutal", "Easy"):
        with pytest.raises(MoatError, match="aim must be one of easy, medium, hard, super_hard"):
            STARS.generate(aimed(6, aim), 0, 1, ALL)


def test_a_tier_that_a_size_has_not_is_never_come_to():
    tally = STARS.generate(aimed(4, "hard"), 0, LINKS, ALL).tally
    assert tally["dropped_off_aim"] == LINKS
    assert tally["unique"] == tally["rated"] == 0


MAKE = """
import sys
from tests.families.stars.engine.by_size import Quality, Spec, get_family
batch = get_family("stars").generate(Spec({}, 1, "organic", {!r}), 14, {}, Quality())
sys.stdout.buffer.write(batch.records.tobytes())
"""


@pytest.mark.parametrize(("size", "tier", "count"), [(5, "medium", 6), (6, "easy", 3)])
def test_plain_python_gives_the_same_records(size, tier, count):
    plain = python(MAKE.format(size, tier, count), NUMBA_DISABLE_JIT="1")
    compiled = STARS.generate(aimed(size, tier), 14, count, ALL)
    assert plain == compiled.records.tobytes() != b""


def unique_boards(size, stars, wanted):
    """Memories with a board of one solution, seed by seed."""
    seed = 0
    while wanted:
        made = drawn(size, 0, seed, stars)
        seed += 1
        if made is None:
            continue
        memory = made[0]
        moves = repair(
            size, stars, 1000, memory.state, geometry(size), memory.owner,
            memory.region, memory.search, memory.trial,
        )  # fmt: skip
        if moves >= 0:
            wanted -= 1
            yield memory


def neighbours(size, x):
    r, c = divmod(x, size)
    beside = ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
    return [i * size + j for i, j in beside if 0 <= i < size and 0 <= j < size]


def give(memory, x, giver, taker):
    bit = np.uint64(1) << np.uint64(x % 64)
    memory.region[giver, x // 64] &= ~bit
    memory.region[taker, x // 64] |= bit
    memory.owner[x] = taker


@pytest.mark.parametrize(("size", "stars", "boards"), [(5, 1, 60), (6, 1, 30), (9, 2, 4)])
def test_new_solutions_after_a_move_have_a_star_in_the_moved_cell(size, stars, boards):
    """Every move of a cell beside another region, against all solutions by other solvers."""
    tables = geometry(size)
    seen = {True: 0, False: 0}
    for memory in unique_boards(size, stars, boards):
        known = set(cells(memory.trial.mask, INTENDED))
        for x in set(range(size * size)) - known:
            giver = int(memory.owner[x])
            beside = {int(memory.owner[y]) for y in neighbours(size, x)}
            for taker in sorted(beside - {giver}):
                give(memory, x, giver, taker)
                search = solutions if stars == 1 else cpsat.solutions
                found = search(memory.owner.reshape(size, size).tolist(), stars)
                places = [{r * size + c for r, row in enumerate(one) for c in row} for one in found]
                assert known in places
                assert all(x in one for one in places if one != known)
                said = another_through(
                    x, size, stars, tables, memory.owner,
                    memory.region, memory.search, memory.trial.mask,
                )  # fmt: skip
                assert said == (len(places) > 1)
                seen[said] += 1
                give(memory, x, taker, giver)
    assert min(seen.values()) > 10


@pytest.mark.parametrize(("size", "stars", "boards"), [(8, 1, 40), (9, 1, 30), (9, 2, 4)])
def test_moves_keep_the_one_solution(size, stars, boards):
    """Thousands of moves; each allowed one against a full search by the general solver."""
    tables, made, refused = geometry(size), 0, 0
    for memory in unique_boards(size, stars, boards):
        start(memory.state, np.uint64(3), np.uint64(made))
        for _ in range(150):
            x = int(below(memory.state, size * size))
            taker = int(memory.owner[min(x + 1, size * size - 1)])
            if (x + 1) % size == 0 or taker == memory.owner[x]:
                continue
            before = memory.owner.copy()
            if not move(x, taker, size, stars, tables, memory):
                assert (memory.owner == before).all()
                refused += 1
                continue
            made += 1
            regions = memory.owner.reshape(size, size).astype(np.uint8)
            assert len(STARS.solutions(Board(size, stars, regions), 2)) == 1
            assert connected(regions.tolist())
    assert made > 40
    assert refused > 40


def test_a_walk_does_not_turn_back():
    [memory] = unique_boards(8, 1, 1)
    home = memory.owner.astype(np.uint8)[None, :]
    last = 0
    for _ in range(20):
        shake(8, 1, 30, geometry(8), memory, home, 0)
        away = int((memory.owner != home[0]).sum())
        assert away >= last
        last = away
    assert last >= spread(8, 1)


@pytest.mark.parametrize(("size", "stars", "boards"), [(7, 1, 60), (9, 1, 30), (9, 2, 6)])
def test_a_leap_comes_to_a_board_of_one_other_solution(size, stars, boards):
    """Held to solvers that share nothing with the kernels."""
    tables, leapt, spoilt = geometry(size), 0, 0
    for number, memory in enumerate(unique_boards(size, stars, boards)):
        start(memory.state, np.uint64(4), np.uint64(number))
        before = set(cells(memory.trial.mask, INTENDED))
        if not leap(size, stars, 200, tables, memory):
            spoilt += 1
            continue
        leapt += 1
        grid = memory.owner.reshape(size, size).tolist()
        assert connected(grid)
        search = solutions if size < 8 else cpsat.solutions
        [found] = search(grid, stars)
        after = {r * size + c for r, row in enumerate(found) for c in row}
        assert after == set(cells(memory.trial.mask, INTENDED)) != before
        counts = np.bincount(memory.owner, minlength=size)
        assert (counts == 1).sum() <= 1
        assert 2 * counts.max() <= size * size
        for g, mask in enumerate(memory.region):
            here = [x for x in range(size * size) if int(mask[x // 64]) >> (x % 64) & 1]
            assert here == np.flatnonzero(memory.owner == g).tolist()
    assert leapt > boards // 3
    assert spoilt + leapt == boards
