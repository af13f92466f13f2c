"""Claims and line pairs by definition, with memory in a mess; beside ``test_small_many``."""

import random

import pytest

from moat_bank.families.stars.engine.many.plain import CLAIMS, LINE_PAIRS
from tests.families.stars.engine.litter import check, check_small, littered, wild_sheet
from tests.families.stars.engine.many import concluded
from tests.families.stars.oracle.sheets import Sheet


@pytest.mark.parametrize("number", [CLAIMS, LINE_PAIRS], ids=["claims", "line pairs"])
def test_small_sheets_in_a_mess(number):
    assert check_small(random.Random(int(number)), number, 120) > 80


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
