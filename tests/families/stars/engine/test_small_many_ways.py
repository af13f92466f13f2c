"""Ways, cases and what-ifs by definition, with memory in a mess; beside ``test_small_many``."""

import random

import pytest

from moat_bank.families.stars.engine.many.ladder import (
    CASES,
    DEEP_WHAT_IF,
    PRESSURE,
    WAYS,
    WHAT_IF,
)
from tests.families.stars.engine.litter import check, littered, wild_sheet
from tests.families.stars.engine.many import concluded
from tests.families.stars.oracle.packings import packings
from tests.families.stars.oracle.sheets import Sheet

SHEETS = {WAYS: 50, PRESSURE: 40, WHAT_IF: 16, DEEP_WHAT_IF: 12, CASES: 10}


@pytest.mark.parametrize("number", SHEETS, ids=str)
def test_small_sheets_in_a_mess(number):
    rng = random.Random(number)
    found = 0
    for n in range(SHEETS[number]):
        size = 4 + n % (3 if number in (WAYS, PRESSURE) else 2)
        few = rng.randrange(size, 5 * size)
        sheet = wild_sheet(rng, size, few, 3, rng.choice((0.4, 0.7)), rng.random() < 0.5)
        found += check(rng, number, sheet, 2)
    assert found > SHEETS[number] // 2


@pytest.mark.parametrize("number", [WAYS, PRESSURE])
def test_sheets_of_two_and_three_words_in_a_mess(number):
    rng = random.Random(number)
    for n in range(3):
        size = (9, 9, 12)[n]
        check(rng, number, wild_sheet(rng, size, rng.randrange(10, 20), 3, 0.5, n == 1), 1)


def test_units_with_more_than_a_few_ways():
    """Where small units say nothing, larger ones are asked, complete ones never."""
    rng = random.Random(3)
    for _ in range(6):
        check(rng, WAYS, wild_sheet(rng, 8, 40, 2, 0.6, scattered=True), 8)


@pytest.mark.parametrize(
    ("last", "beside", "ways"),
    [({(6, 6), (6, 7)}, (7, 6), 2048), ({(6, 6), (6, 7), (7, 6)}, (7, 7), 3072)],
)
def test_units_with_very_many_ways(last, beside, ways):
    """A region of five squares and a last piece, six stars; a cell touches all of that piece.

    No line misses a star, so nobody asks the lines.
    """
    corners = [(0, 0), (0, 3), (0, 6), (3, 0), (3, 3)]
    region = {(r + y, c + x) for r, c in corners for y in (0, 1) for x in (0, 1)} | last
    sheet = Sheet([[int((r, c) not in region) for c in range(9)] for r in range(9)], 0)
    sheet.candidates = region | {beside}
    sheet.need["region", 0] = 6
    assert len(packings(frozenset(region), 6)) == ways
    found = concluded(WAYS, sheet, littered(random.Random(ways), sheet))
    assert found == (0, set(), {beside} if ways <= 2048 else set())
