"""The score: both statements agree, it grows as it says, and one star means what several do."""

import random
from itertools import pairwise, product

import numpy as np
import pytest

from moat_bank.families.stars.engine.by_regions import by_regions
from moat_bank.families.stars.engine.many.ladder import LADDER, RUNGS
from moat_bank.families.stars.engine.many.plain import CLAIMS, LINE_SQUEEZE
from moat_bank.families.stars.engine.score import RUNG_OF_ONE, rung_of_one, score
from moat_bank.families.stars.proof import score as prove_score
from moat_bank.families.stars.words.rating import regions_tell_enough
from moat_bank.families.stars.words.sheet import new_sheet
from tests.families.stars.engine.by_size import Quality, Spec, get_family
from tests.families.stars.engine.many import signals
from tests.families.stars.oracle import boards

STARS = get_family("stars")
STEPS = (1, 2, 3, 4, 5, 7, 8, 11, 16, 23, 100, 2047, 2048)
WIDTHS = (1, 2, 3, 4, 15, 16, 17, 63, 64, 600)


@pytest.mark.parametrize("size", [4, 5, 8, 11, 25])
def test_both_statements_agree(size):
    rows = list(product(range(1, RUNGS + 1), STEPS, WIDTHS))
    stated = [score(size, *row) for row in rows]
    assert stated == prove_score.scores(size, *np.array(rows).T).tolist()
    assert prove_score.scores(size, *np.zeros((3, 1), np.int64)).tolist() == [0]


def test_both_statements_agree_on_the_rungs_of_one_star():
    rows = [(hardest, told) for hardest in range(1, 6) for told in (False, True)]
    hardest, told = (np.array(column) for column in zip(*rows, strict=True))
    assert prove_score.one_star_rungs(hardest, told).tolist() == [rung_of_one(*r) for r in rows]
    assert prove_score.CLAIMS == CLAIMS
    assert [LADDER[rung - 1] for rung in RUNG_OF_ONE[1:]] == [
        "last cells",
        "confined line",
        "squeeze",
        "counting",
        "pressure",
    ]


def test_what_is_harder_never_scores_lower():
    for size, rung, steps in product((4, 8, 25), range(1, RUNGS + 1), STEPS):
        narrowing = [score(size, rung, steps, width) for width in reversed(WIDTHS)]
        assert narrowing == sorted(narrowing)
        assert score(size, rung + 1, steps, 1) == score(size, rung, steps, 1) + 2
        assert score(size, rung, 2 * steps, 1) == score(size, rung, steps, 1) + 2
        assert score(size + 1, rung, steps, 1) >= score(size, rung, steps, 1)
    for told in (False, True):
        rungs = [rung_of_one(hardest, told) for hardest in range(1, 6)]
        assert rungs == sorted(rungs)


@pytest.mark.parametrize(("size", "count"), [(5, 60), (6, 40), (7, 20)])
def test_regions_suffice_as_far_as_the_first_four_rungs_reach(size, count):
    """Those who know the ladder for several stars know what the one-star rater asks here."""
    rng = random.Random(size)
    grids = [boards.repaired(rng, size) for _ in range(count)]
    told = by_regions(size, np.array(grids, np.uint8).reshape(count, -1))
    assert len(set(told.tolist())) == 2
    for grid, suffice in zip(grids, told.tolist(), strict=True):
        assert suffice == (signals(grid, 1, top=int(LINE_SQUEEZE))[0] > 0)
        assert suffice == regions_tell_enough(new_sheet(grid, 1))


def test_scores_of_records_are_those_of_entries_and_of_ratings():
    from moat_bank.families.stars.board import Board

    spec = Spec(6)
    records = STARS.generate(spec, 0, 80, Quality()).records
    scores = STARS.scores(spec, records).tolist()
    entries = STARS.entries(spec, records)
    assert [entry["score"] for entry in entries] == scores
    assert len(set(scores)) > 5
    for entry, record in zip(entries, records, strict=True):
        board = Board(6, 1, np.array(entry["regionMap"], np.uint8))
        assert STARS.rate(board).score == entry["score"]
        assert STARS.entry(spec, record) == entry
        keys = list(entry)
        assert ("k2", "score") in pairwise(keys)
        assert ("score", "id") in pairwise(keys)


def test_a_board_that_logic_does_not_finish_has_none():
    from moat_bank.families.stars.board import Board

    rating = STARS.rate(Board(4, 1, np.arange(16, dtype=np.uint8).reshape(4, 4) // 4))
    assert rating.hardest is None
    assert rating.score is None
