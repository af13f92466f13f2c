"""Boards of several stars that other people published: all are finished, and the labels rise.

They are read as in ``test_real_boards``.
"""

import gzip
import json
from collections import Counter
from functools import cache

import pytest

from moat_bank.families.stars.engine.many.ladder import CASES, PRESSURE, WHAT_IF
from moat_bank.families.stars.engine.many.plain import LINE_SQUEEZE, PLAIN, SQUEEZE
from tests.families.stars.engine.many import signals
from tests.families.stars.engine.test_real_boards import FOLDER

pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason=f"no real boards: {FOLDER} is no folder (set MOAT_REAL_BOARDS)"
)


@cache
def real():
    """All boards of several stars, by (size, stars, label)."""
    found = {}
    for path in sorted(FOLDER.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                one = json.loads(line)
                if one["stars"] > 1:
                    key = one["size"], one["stars"], one["label"]
                    found.setdefault(key, []).append(one)
    return found


@cache
def hardest(size, stars, label, top=WHAT_IF):
    """How many boards each technique is the hardest of; 0 counts those not finished."""
    rated = (
        signals(one["regions"], stars, one["solution"], top) for one in real()[size, stars, label]
    )
    return Counter(result[0] for result in rated)


def share(size, stars, label, most):
    counts = hardest(size, stars, label)
    return sum(n for rung, n in counts.items() if 0 < rung <= most) / counts.total()


@pytest.mark.parametrize("label", ["ez", "med", "hard", "expert", None])
@pytest.mark.parametrize("size", [9, 10])
def test_every_board_of_two_stars_is_finished(size, label):
    assert hardest(size, 2, label, CASES)[0] == 0


@pytest.mark.parametrize(("size", "stars"), [(14, 3), (21, 5), (25, 6)])
def test_labelled_and_large_boards_need_no_supposition(size, stars):
    keys = [key for key in real() if key[:2] == (size, stars) and (size > 14 or key[2])]
    assert keys
    assert all(share(*key, PLAIN) == 1 for key in keys)


def test_more_boards_than_known_need_no_supposition():
    """Known of this archive, with counting and packing, are 51.6% of med and 25.3% of hard."""
    assert share(10, 2, "med", PLAIN) == 1
    assert share(10, 2, "hard", PLAIN) > 0.88


@pytest.mark.parametrize("size", [9, 10])
def test_labels_are_bands_of_the_ladder(size):
    assert share(size, 2, "ez", SQUEEZE) == 1
    assert share(size, 2, "med", SQUEEZE) < 0.85
    assert share(size, 2, "med", LINE_SQUEEZE) > 0.93
    assert share(size, 2, "hard", LINE_SQUEEZE) == 0
    assert share(size, 2, "hard", PRESSURE) == 1
    assert share(size, 2, "expert", PRESSURE) < 0.5
