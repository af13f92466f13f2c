"""Each technique alone, on boards drawn for it; '*' marks what it must conclude.

Candidates are drawn as region letters; '.' is a cell already ruled out.
"""

import random
from itertools import combinations

import numpy as np
import pytest

from moat_bank.families.stars.engine import techniques as t
from moat_bank.families.stars.engine.geometry import geometry


def state(regions, candidates):
    """Tables, map, masks and a workspace with the drawn candidates; every unit is open."""
    rows, drawn = regions.split(), candidates.split()
    size = len(rows)
    letters = sorted({c for row in rows for c in row})
    owner = np.array([letters.index(c) for row in rows for c in row], np.int64)
    words = (size * size + 63) // 64
    region = np.zeros((size, words), np.uint64)
    work = t.new_work(size)
    for x, g in enumerate(owner.tolist()):
        bit = np.uint64(1) << np.uint64(x % 64)
        region[g, x // 64] |= bit
        if drawn[x // size][x % size] != ".":
            work.candidates[t.ACTUAL, x // 64] |= bit
    work.regions[t.ACTUAL] = (1 << size) - 1
    work.lines[t.ACTUAL] = (1 << 2 * size) - 1
    return geometry(size), owner, region, work


def concluded(work, size):
    return {
        (x // size, x % size)
        for x in range(size * size)
        if int(work.gone[t.ACTUAL, x // 64]) >> x % 64 & 1
    }


def starred(drawn):
    rows = drawn.split()
    return {(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "*"}


REGIONS = "AABBB AABBB CCDDD CCDDD EEEEE"


def test_last_cell_of_a_region_a_row_and_a_column():
    drawn = "A.BBB AAB.B ..D.. CC.DD EEE.E"  # row 2 has (2, 2) alone, column 3 (0, 3) and (3, 3)
    tables, _, region, work = state(REGIONS, drawn)
    assert t.last_cell(t.ACTUAL, tables, region, work) == 1
    assert concluded(work, 5) == {(2, 2)}
    drawn = "A.BBB AAB.B ..DD. .C.DD EEE.E"  # region C has (3, 1) alone
    tables, _, region, work = state(REGIONS, drawn)
    assert t.last_cell(t.ACTUAL, tables, region, work) == 1
    assert concluded(work, 5) == {(3, 1)}


def test_an_open_unit_without_candidates_is_a_contradiction():
    for drawn in ("..BBB ..BBB CCDDD CCDDD EEEEE", "AABBB AABBB ..... CCDDD EEEEE"):
        tables, _, region, work = state(REGIONS, drawn)
        assert t.last_cell(t.ACTUAL, tables, region, work) == t.CONTRADICTION


@pytest.mark.parametrize(
    ("drawn", "marked"),
    [
        ("AABBB ..BBB CCDDD CCDDD EEEEE", "AA*** ..BBB CCDDD CCDDD EEEEE"),  # region in a row
        ("A.BBB A.BBB C.DDD CCDDD EEEEE", "A.BBB A.BBB *.DDD *CDDD *EEEE"),  # region in a column
        ("AA... AABBB CCDDD CCDDD EEEEE", "AA... **BBB CCDDD CCDDD EEEEE"),  # row in a region
        ("AABB. AABB. CCDD. CCDDD EEEE.", "AABB. AABB. CC**. CC**D EEEE."),  # column in a region
    ],
)
def test_confined_line(drawn, marked):
    tables, owner, region, work = state(REGIONS, drawn)
    expected = starred(marked)
    assert t.confined_line(t.ACTUAL, tables, owner, region, work) == len(expected)
    assert concluded(work, 5) == expected


def test_moat_squeeze_by_touch_line_and_region():
    # A's cells (0,0), (1,1): (0,1) is A's own; (1,0) too. Outside: what both see.
    drawn = "A.BBB .ABBB CCDDD CCDDD EEEEE"
    tables, owner, region, work = state(REGIONS, drawn)
    t.moat_squeeze(t.ACTUAL, tables, owner, region, work)
    # (0,0) sees row 0, column 0, region A; (1,1) sees row 1, column 1 and its eight neighbours.
    # Both see (0,2) [row 0; touches (1,1)] and (2,0) [column 0; touches (1,1)].
    assert {(0, 2), (2, 0)} <= concluded(work, 5)
    assert not concluded(work, 5) & {(0, 0), (1, 1)}


def test_two_regions_in_two_columns():
    drawn = "AA.BB AA.BB CC.DD CC.DD EEEEE"
    tables, owner, region, work = state(REGIONS, drawn)
    t.note_meetings(t.ACTUAL, tables, owner, work)
    assert t.k_in_k(t.ACTUAL, 2, tables, region, work) == 4
    assert concluded(work, 5) == {(4, 0), (4, 1), (4, 3), (4, 4)}


def test_two_rows_in_two_regions_and_their_duals():
    regions = "AABBB AABBB AABBC DDDCC DEEEE"
    tables, owner, region, work = state(regions, regions)
    t.note_meetings(t.ACTUAL, tables, owner, work)
    # rows 0 and 1 lie in A and B: these leave row 2; D and E lie in rows 3 and 4: C leaves row 3
    assert t.k_in_k(t.ACTUAL, 2, tables, region, work) == 6
    assert concluded(work, 5) == {(2, 0), (2, 1), (2, 2), (2, 3), (3, 3), (3, 4)}


def sets_by_definition(cells, k):
    """Every conclusion from k units in k others; cells are (row, column, region) triples."""
    gone = set()
    for a, b in ((2, 0), (2, 1), (0, 2), (1, 2)):
        for units in combinations(sorted({cell[a] for cell in cells}), k):
            met = {cell[b] for cell in cells if cell[a] in units}
            if len(met) <= k:
                gone |= {cell for cell in cells if cell[b] in met and cell[a] not in units}
    return gone


def test_sets_of_any_k_against_their_definition():
    rng = random.Random(5)
    seen = dict.fromkeys((2, 3), 0)
    for _ in range(400):
        regions = [[rng.choice("ABCDEF") for _ in range(6)] for _ in range(6)]
        for g in range(6):
            regions[g][g] = "ABCDEF"[g]
        text = " ".join("".join(row) for row in regions)
        drawn = "".join(c if c == " " or rng.random() < 0.35 else "." for c in text)
        tables, owner, region, work = state(text, drawn)
        cells = {
            (r, c, letter)
            for r, row in enumerate(drawn.split())
            for c, letter in enumerate(row)
            if letter != "."
        }
        if any(len({cell[kind] for cell in cells}) < 6 for kind in range(3)):
            continue  # a unit without candidates: the ladder stops before this technique
        t.note_meetings(t.ACTUAL, tables, owner, work)
        for k in (2, 3):
            expected = {cell[:2] for cell in sets_by_definition(cells, k)}
            assert t.k_in_k(t.ACTUAL, k, tables, region, work) == len(expected)
            assert concluded(work, 6) == expected
            seen[k] += bool(expected)
    assert min(seen.values()) > 20
