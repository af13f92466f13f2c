"""Claims and line pairs by definition, with memory in a mess; beside ``test_small_many``."""

import random

import pytest

from moat_bank.families.stars.many.plain import CLAIMS, LINE_PAIRS
from tests.families.litter import check, concluded, littered, wild_sheet
from tests.oracle.plain_many import Sheet


@pytest.mark.parametrize("number", [CLAIMS, LINE_PAIRS], ids=["claims", "line pairs"])
def test_small_sheets_in_a_mess(number):
    rng = random.Random(int(number))
    found = 0
    for n in range(120):
        size = (4, 5, 6, 7)[n % 4]
        most = 6 if n % 5 == 0 else 3
        few = rng.randrange(size, 6 * size)
        sheet = wild_sheet(rng, size, few, most, rng.choice((0.4, 0.7)), rng.random() < 0.5)
        found += check(rng, number, sheet, 2)
    assert found > 80


@pytest.mark.parametrize("number", [CLAIMS, LINE_PAIRS], ids=["claims", "line pairs"])
def test_sheets_of_two_and_three_words_in_a_mess(number):
    rng = random.Random(int(number))
    for n in range(9):
        size = (9, 9, 12)[n % 3]
        check(rng, number, wild_sheet(rng, size, rng.randrange(10, 30), 3, 0.5, n % 2 == 1), 1)


@pytest.mark.parametrize("turned", [False, True])
def test_a_star_that_touches_three_cells_of_a_line_and_takes_the_fourth(turned):
    """Below the middle of AAA; it completes B, which has the last candidate of that row."""
    rows = ["AAA.B.", "CBCCCC", "DDDDDD", "EEEEEE", "FFFFFF", "BBCCCC"]
    if turned:
        rows = ["".join(row) for row in zip(*rows, strict=True)]
    sheet = Sheet([["ABCDEF".find(letter) % 6 for letter in row] for row in rows], 1)
    sheet.candidates = {(r, c) for r, c in sheet.candidates if rows[r][c] != "."}
    assert concluded(CLAIMS, sheet, littered(random.Random(1), sheet)) == (0, set(), {(1, 1)})
