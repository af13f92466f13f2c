"""Ranges of candidates: the same boards however they are cut, and back from their entries."""

import numpy as np
import orjson
import pytest

from moat_bank.errors import MoatError
from moat_bank.families import base
from moat_bank.families.base import TALLY, seed_of
from moat_bank.families.stars.engine import batch
from moat_bank.families.stars.engine.geometry import geometry
from moat_bank.families.stars.engine.grow import ORGANIC
from moat_bank.families.stars.engine.memory import new_memory
from moat_bank.families.stars.kind import StarsKind
from moat_bank.kernels.rng import start
from tests.families.stars.engine.by_size import Quality, Spec, get_family
from tests.families.stars.oracle.exhaustive import solutions

STARS = get_family("stars")
ALL = Quality()


@pytest.mark.parametrize("style", ["organic", "balanced", "voronoi"])
@pytest.mark.parametrize("size", [4, 6, 8, 9, 12])
def test_a_range_is_the_sum_of_its_parts(size, style):
    spec, first = Spec(size, 1, style), seed_of(3, 10)
    whole = STARS.generate(spec, first, 90, ALL)
    parts = [STARS.generate(spec, first + a, n, ALL) for a, n in ((0, 1), (1, 40), (41, 49))]
    assert whole.records.tobytes() == np.concatenate([p.records for p in parts]).tobytes()
    for name in TALLY:
        assert whole.tally[name] == sum(part.tally[name] for part in parts)


def test_the_tally_accounts_for_every_candidate():
    made = STARS.generate(Spec(8), 0, 3000, Quality(2, 0, 30))
    tally = made.tally
    dropped = sum(tally[name] for name in TALLY if name.startswith("dropped_"))
    assert tally["rated"] + dropped == tally["candidates"] == 3000
    assert tally["unique"] == 3000 - tally["dropped_not_unique"]
    assert tally["rated"] == len(made.records) > 0
    assert tally["dropped_quality"] > 0


def test_quality_bounds_are_kept_and_change_nothing_else():
    spec = Spec(8)
    every = STARS.generate(spec, 0, 2000, ALL).records
    some = STARS.generate(spec, 0, 2000, Quality(2, 0, 30)).records
    sizes = np.array([np.bincount(r, minlength=8) for r in every["regions"]])
    fits = (sizes.min(1) >= 2) & (sizes.max(1) <= 64 * 30 // 100)
    assert 0 < fits.sum() < len(every)
    assert every[fits].tobytes() == some.tobytes()
    one = STARS.generate(spec, 0, 2000, Quality(single_cell_regions=1)).records
    assert every[(sizes == 1).sum(1) <= 1].tobytes() == one.tobytes()


def test_an_empty_range():
    made = STARS.generate(Spec(8), 5, 0, ALL)
    assert len(made.records) == 0
    assert made.tally["candidates"] == 0


def test_masters_give_other_boards():
    a = STARS.generate(Spec(7), seed_of(0, 0), 200, ALL).records
    b = STARS.generate(Spec(7), seed_of(1, 0), 200, ALL).records
    assert not set(a["key"].tolist()) & set(b["key"].tolist())


@pytest.mark.parametrize("style", ["organic", "balanced", "voronoi"])
@pytest.mark.parametrize("size", [5, 8, 11])
def test_an_entry_gives_its_board_back(size, style):
    spec = Spec(size, 1, style)
    for record in STARS.generate(spec, seed_of(2, 7), 60, ALL).records:
        entry = STARS.entry(spec, record)
        text = orjson.dumps(entry)
        assert orjson.dumps(STARS.rebuild(orjson.loads(text))) == text
        assert list(entry)[:4] == ["seed", "style", "regionMap", "solution"]


GOOD = {"seed": 1, "style": "organic", "regionMap": [[0] * 5] * 5, "solution": [0] * 5}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"regionMap": None}, "an entry needs 'regionMap' and 'solution'"),
        ({"solution": []}, "an entry needs 'regionMap' and 'solution'"),
        ({"seed": "1"}, "'seed', a whole number"),
        ({"seed": 2**53}, "'seed', a whole number"),
        ({"seed": True}, "'seed', a whole number"),
        ({"generator": "stars-0"}, "rebuild it with the version that made it"),
        ({"style": "round"}, "style must be one of organic, balanced, voronoi, found 'round'"),
        ({"regionMap": [[0]]}, "size must be from 4 to 25"),
        ({"solution": [[0, 2]] * 5}, "size must be from 8 to 25 with stars 2"),
    ],
)
def test_entries_that_cannot_be_rebuilt(change, said):
    entry = GOOD | {"generator": STARS.generator} | change
    with pytest.raises(MoatError, match=said.replace("(", r"\(")):
        STARS.rebuild(entry)


@pytest.mark.parametrize(("master", "number"), [(-1, 0), (2**21, 0), (0, -1), (0, 2**32)])
def test_seeds_out_of_range(master, number):
    with pytest.raises(MoatError, match="must be from 0 to"):
        seed_of(master, number)


def test_seeds_are_exact_in_a_double():
    last = seed_of(2**21 - 1, 2**32 - 1)
    assert last == 2**53 - 1
    assert int(float(last)) == last


def test_unknown_family():
    with pytest.raises(MoatError, match="unknown family 'sudoku'; known: stars"):
        get_family("sudoku")


def test_raw_counts_agree_with_the_exhaustive_solver():
    spec = Spec(6)
    counts = STARS.raw_counts(spec, 0, 8)
    assert counts.min() > 1
    for seed, count in enumerate(counts.tolist()):  # the same seeds, drawn alone
        memory = new_memory(6, 1)
        start(memory.state, batch.style_key(base.Spec(StarsKind(6), "organic")), np.uint64(seed))
        assert batch.draw(6, 1, ORGANIC, geometry(6), memory)
        assert len(solutions(memory.owner.reshape(6, 6).tolist())) == count


def test_blocks_leave_no_seam(monkeypatch):
    whole = STARS.generate(Spec(6), 5, 300, ALL)
    monkeypatch.setattr(batch, "BLOCK", 7)
    parts = STARS.generate(Spec(6), 5, 300, ALL)
    assert whole.records.tobytes() == parts.records.tobytes()
    assert whole.tally == parts.tally
