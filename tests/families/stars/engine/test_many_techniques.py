"""Each technique for several stars alone: on sheets drawn for it, and against its definition.

Candidates are drawn as region letters; '.' is a cell already ruled out.
"""

import random

import pytest

from moat_bank.families.stars.engine.many import packing, state
from moat_bank.families.stars.engine.many.ladder import (
    CASES,
    DEEP_WHAT_IF,
    LADDER,
    PRESSURE,
    WAYS,
    WHAT_IF,
)
from moat_bank.families.stars.engine.many.plain import (
    CLAIMS,
    CONFINED_LINE,
    COUNTING,
    LAST_CELLS,
    LINE_PAIRS,
    LINE_SQUEEZE,
    SQUEEZE,
)
from moat_bank.kernels.jit import U64
from tests.families.stars.engine.many import by_definition, concluded, hide_stars, mask
from tests.families.stars.oracle import boards
from tests.families.stars.oracle.packings import packings
from tests.families.stars.oracle.sheets import ImpossibleError, Sheet


def drawn(candidates, regions=None, stars=1, **need):
    """A sheet with the drawn candidates, regions (else the rows) and stars missing in each unit.

    What single units miss can be told: row0=2, col3=1, region1=2.
    """
    rows = candidates.split()
    letters = regions.split() if regions else [chr(65 + r) * len(rows) for r in range(len(rows))]
    names = sorted({letter for row in letters for letter in row})
    sheet = Sheet([[names.index(letter) for letter in row] for row in letters], stars)
    sheet.candidates = {(r, c) for r, c in sheet.candidates if rows[r][c] != "."}
    for name, missing in need.items():
        kind = name.rstrip("0123456789")
        sheet.need[kind, int(name.removeprefix(kind))] = missing
    return sheet


def marked(text, mark):
    return {(r, c) for r, row in enumerate(text.split()) for c, x in enumerate(row) if x == mark}


def check(number, sheet, answer, k=0):
    """The kernel finds the stars '*' and the cells out 'x' of the answer; '?' may be anything."""
    found = concluded(number, sheet)
    assert found is not None
    assert found[0] == k
    assert found[1] - marked(answer, "?") == marked(answer, "*")
    assert found[2] - marked(answer, "?") == marked(answer, "x")


def test_last_cells_of_a_row_with_two_missing():
    sheet = drawn("A..A. BBBBB CCCCC DDDDD EEEEE", row0=2, region0=2)
    check(LAST_CELLS, sheet, "*..*. BBBBB CCCCC DDDDD EEEEE")


def test_too_few_candidates_are_a_contradiction():
    sheet = drawn("A.... BBBBB CCCCC DDDDD EEEEE", row0=2)
    assert concluded(LAST_CELLS, sheet) is None


REGIONS = "AABBB AABBB AACCC DDCCC DDEEE"


def test_a_region_that_must_fill_a_column():
    # A fits one star outside of column 0, at (1, 1) or (2, 1): the other is in column 0.
    sheet = drawn("A.BBB AABBB AACCC D.CCC DDEEE", REGIONS, 2, col0=1, region3=1, region4=1)
    check(CONFINED_LINE, sheet, "A.BBB AABBB AACCC x.CCC xDEEE")


def test_a_row_that_must_fill_a_region():
    # Row 0 fits one of its two stars in B: the other is the one that A misses.
    few = {"region0": 1, "region3": 1, "region4": 1, "col0": 1, "col1": 1}
    sheet = drawn("AA.BB A.BBB .ACCC DDCCC DDEEE", REGIONS, 2, **few)
    assert concluded(CLAIMS, sheet)[2] >= {(1, 0), (2, 1)}
    assert not concluded(CONFINED_LINE, sheet)[2] & {(1, 0), (2, 1)}


def test_two_stars_in_a_run_of_four_or_five():
    # Each way to put two into four touches all beside them; into five, all beside cells 2 and 4.
    sheet = drawn("AAAA.. BBBBBB CCCCCC DDDDDD EEEEEE FFFFFF", stars=2)
    check(LINE_SQUEEZE, sheet, "AAAA.. xxxxBB CCCxxx DDDDDD EEExxx FFFFFF")


def test_three_stars_in_a_run_of_five():
    sheet = drawn("AAAAA BBBBB CCCCC DDDDD EEEEE", row0=3)
    check(LINE_SQUEEZE, sheet, "*x*x* xxxxx CCCCC DDDDD EEEEE")


def test_a_region_of_four_in_a_row():
    regions = "AAAABB CCCCBB CCCCBB DDDDDD EEEEEE FFFFFF"
    sheet = drawn(regions, regions, stars=2)
    check(SQUEEZE, sheet, "AAAABB xxxxxx CCCCBB DDDDxx EEEEEE FFFFFF")


COLUMN = "AAAAA BBBBB CCCCC EDDDD EDDDD"


def test_a_star_that_completes_a_column_a_region_needs():
    sheet = drawn(COLUMN, COLUMN)
    check(SQUEEZE, sheet, "xAAAA xBBBB xCCCC ExDDD ExDDD")
    sheet = drawn(COLUMN, COLUMN, col0=2)
    check(SQUEEZE, sheet, "AAAAA BBBBB CCCCC ExDDD ExDDD")


def test_a_star_that_completes_a_region_a_line_needs():
    # Column 4 has B's cells alone, so no star of B is elsewhere.  One at (2, 2) would complete C
    # and touch the only other cell of row 3.
    regions = "AAABB AAABB CCCBB CCCDD EEEDD"
    sheet = drawn("AAABB AAABB CCCBB CCCD. EEED.", regions)
    check(CLAIMS, sheet, "AAAxB AAAxB CCxxB CCCD. EEED.")


def test_a_unit_without_room_is_a_contradiction():
    sheet = drawn(
        "AA... AA... CCCCC DDDDD EEEEE", "AABBB AABBB CCCCC DDDDD EEEEE", region0=2, region1=0
    )
    assert concluded(LAST_CELLS, sheet) is not None
    assert concluded(SQUEEZE, sheet) is None


def test_three_stars_in_two_lines_of_five_columns():
    sheet = drawn("AAAAA.. BBBBB.. CCCCCCC DDDDDDD EEEEEEE FFFFFFF GGGGGGG", row0=2, region0=2)
    check(LINE_PAIRS, sheet, "AxAxA.. BxBxB.. CCCCCCC DDDDDDD EEEEEEE FFFFFFF GGGGGGG")
    assert not concluded(LINE_SQUEEZE, sheet)[2] & {(0, 1), (0, 3)}


def test_two_rows_in_two_columns():
    sheet = drawn(".A..A. BBBBBB CCCCCC .D..D. EEEEEE FFFFFF")
    check(COUNTING, sheet, ".A..A. BxBBxB CxCCxC .D..D. ExEExE FxFFxF", k=2)


def test_two_regions_that_fit_what_a_row_misses_only_at_their_most():
    regions = "AABBCCC AABBCCC DDDDCCC DDDDEEE FFFFEEE FFFGGGG FFFGGGG"
    letters = "AABB... AABBCCC DDDDCCC DDDDEEE FFFFEEE FFFGGGG FFFGGGG"
    sheet = drawn(letters, regions, row0=2)
    check(COUNTING, sheet, "AABB... xxxxCCC DDDDCCC DDDDEEE FFFFEEE FFFGGGG FFFGGGG", k=1)


def test_more_than_fits_a_set_is_a_contradiction():
    sheet = drawn(".A..A. BBBBBB .C..C. DDDDDD .E..E. FFFFFF")
    assert concluded(COUNTING, sheet) is None


def test_a_way_that_completes_a_column_another_region_needs():
    regions = "AAAAA BBBBB CCCCC EDDDD EDDDD"
    sheet = drawn("A..A. BBBBB CCCCC EDDDD EDDDD", regions)
    check(WAYS, sheet, "x..*. x???? x???? E???? E????")


def test_a_star_that_presses_another_into_a_column_that_a_third_needs():
    regions = "AAAAAA BBBBBB CCCCCC DDDDDD EFFFFF EFFFFF"
    sheet = drawn("A.A.A. BBBBBB CCCCCC DDDDDD EFFFFF EFFFFF", regions)
    check(PRESSURE, sheet, "x.A.A. xBBxBB xCCCCC xDDDDD E?FFFF E?FFFF")
    assert not concluded(SQUEEZE, sheet)[2] & {(1, 3)}


THREE_ROWS = ".A...A.. BBBBBBBB CCCCCCCC .D...D.. EEEEEEEE FFFFFFFF .G...G.G HHHHHHHH"


def test_a_star_that_leaves_three_rows_two_columns():
    sheet = drawn(THREE_ROWS)
    assert not concluded(WHAT_IF, sheet)[2] & {(1, 7), (2, 7), (4, 7)}
    check(
        DEEP_WHAT_IF,
        sheet,
        ".A...A.. ???????x ???????x .D...D.. ???????x ???????x .x...x.G ???????x",
    )


def test_a_star_that_forces_the_ends_of_a_run():
    # Without (0, 5) row 0 has its two stars at the ends of the run, in both columns that E needs.
    regions = "AAAAAAAA BBBBBBBB CCCCCCCC DDDDDDDD DDDDDDDD EFFFFFFF GGEGGGGG HHHHHHHH"
    letters = "AAA..A.. BBBBBBBB CCCCCCCC DDDDDDDD DDDDDDDD EFFFFFFF GGEGGGGG HHHHHHHH"
    sheet = drawn(letters, regions, row0=2, region0=2, region3=2)
    near = {(1, 4), (1, 5), (1, 6)}
    assert not concluded(PRESSURE, sheet)[2] & near
    assert concluded(WHAT_IF, sheet)[2] >= near


def test_what_all_cases_agree_on():
    check(
        CASES,
        drawn(THREE_ROWS),
        ".A...A.. ???????x ???????x .D...D.. ???????x ???????x .x...x.* ???????x",
    )


def random_sheet(rng):
    """A sheet of a random board; most have a solution, hidden stars that the needs follow."""
    size = rng.choice((4, 5, 6, 6, 7))
    sheet = Sheet(boards.grown(rng, size), 0)
    hidden = hide_stars(rng, sheet)
    chance = rng.choice((0.2, 0.4, 0.6, 0.8))
    sheet.candidates = {
        cell
        for cell in sheet.candidates
        if cell in hidden
        or (rng.random() < chance and all(sheet.need[unit] for unit in sheet.units_of(cell)))
    }
    if rng.random() < 0.15:
        sheet.candidates.discard(rng.choice(hidden))
    return sheet


@pytest.mark.parametrize("number", range(1, len(LADDER) + 1), ids=LADDER)
def test_a_technique_finds_what_its_definition_says(number):
    rng = random.Random(number)
    some = none = impossible = 0
    for _ in range(12 if number == CASES else 60):
        sheet = random_sheet(rng)
        expected = by_definition(number, sheet)
        found = concluded(number, sheet)
        assert found == expected
        some += expected is not None and bool(expected[1] | expected[2])
        none += expected is not None and not expected[1] | expected[2]
        impossible += expected is None
    assert some > 5
    assert none + impossible > 0 or number == CASES


@pytest.mark.parametrize("number", range(COUNTING, DEEP_WHAT_IF))
def test_a_technique_finds_what_is_left_when_all_easier_ones_are_done(number):
    rng = random.Random(number)
    some = 0
    for _ in range(25):
        sheet = Sheet(boards.paired(rng, 9), 2)
        try:
            while not sheet.finished():
                steps = (by_definition(n, sheet) for n in range(1, number))
                found = next((s for s in steps if s is None or s[1] | s[2]), (0, set(), set()))
                if found is None or not found[1] | found[2]:
                    break
                sheet.candidates -= found[2]
                sheet.place(sorted(found[1]))
        except ImpossibleError:
            continue
        if not sheet.finished():
            expected = by_definition(number, sheet)
            assert concluded(number, sheet) == expected
            some += expected is not None and bool(expected[1] | expected[2])
    assert some > 3


def test_room_is_exact():
    rng = random.Random(3)
    work = state.new_many_work(9, 6)
    for _ in range(300):
        height, width = rng.randrange(1, 6), rng.randrange(1, 7)
        top, left = rng.randrange(10 - height), rng.randrange(10 - width)
        block = [(top + r, left + c) for r in range(height) for c in range(width)]
        cells = frozenset(rng.sample(block, rng.randrange(1, len(block) + 1)))
        for need in range(1, 7):
            work.block[state.PACK] = mask(9, cells)[0]
            room = packing.fits(need, 9, work.words, work.near, work.block, work.note)
            assert room == bool(packings(cells, need)), (cells, need)


def test_room_in_a_line_is_exact():
    for word in range(1 << 9):
        line = frozenset((0, c) for c in range(9) if word >> c & 1)
        assert packings(line, packing.line_room(U64(word)))
        assert not packings(line, packing.line_room(U64(word)) + 1)
