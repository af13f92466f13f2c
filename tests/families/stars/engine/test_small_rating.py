"""The rating of one-star boards on small ones and one of two words, against the definitions."""

import random

import numpy as np
import pytest

from moat_bank.families.stars import words
from moat_bank.families.stars.engine import rate as rating
from moat_bank.families.stars.engine import techniques
from moat_bank.families.stars.engine.geometry import geometry
from tests.families.stars.engine.many import mask, masks
from tests.families.stars.engine.test_techniques import concluded, sets_by_definition
from tests.families.stars.oracle import boards, exhaustive
from tests.families.stars.oracle import sheets as on_paper


def signals(grid, known=()):
    size = len(grid)
    owner, region = masks(grid)
    result = np.full(rating.SIGNALS, 9, np.int64)
    work = techniques.new_work(size)
    stars = np.concatenate([mask(size, known), ~mask(size, [])])  # row 0 is the known solution
    rating.rate(size, geometry(size), owner, region, stars, work, result)
    return result.tolist()


def by_definition(grid):
    plain = words.rate(grid, 1)
    return [
        plain.hardest or 0,
        plain.steps,
        plain.narrowest,
        plain.widest_set,
        plain.sets_of_two,
        *plain.rounds,
    ]


def small():
    rng = random.Random(11)
    for n in range(24):
        size = (4, 5, 5, 6)[n % 4]
        grid = boards.repaired(rng, size, 20) if n % 3 else boards.grown(rng, size)
        yield boards.relabelled(rng, grid)


def test_small_boards_are_rated_as_the_definitions_say():
    hardest = []
    for grid in [[[0]], *small()]:
        found = signals(grid)
        assert found == by_definition(grid)
        hardest.append(found[0])
        one = exhaustive.solutions(grid, 1, 2)
        if len(one) == 1:  # a known solution changes nothing
            assert signals(grid, [(r, c) for r, (c,) in enumerate(one[0])]) == found
    assert set(hardest) >= {0, 1, 2, 3}


HARD = {  # the hardest technique, the widest set and the sets of two of each
    "002211 002231 222231 424335 424555 444555": (5, 3, 1),
    "002211 222211 223214 323344 333444 333555": (5, 3, 0),
    "112200 132202 332222 332424 333424 555444": (4, 3, 1),
    "002211 002111 022211 002433 522433 522233": (4, 3, 0),
}


def rows(drawn):
    return [[int(g) for g in row] for row in drawn.split()]


@pytest.mark.parametrize("drawn", HARD)
def test_boards_that_need_sets_of_three_or_what_ifs(drawn):
    grid = rows(drawn)
    (stars,) = exhaustive.solutions(grid)
    for known in ([], [(r, c) for r, (c,) in enumerate(stars)]):
        found = signals(grid, known)
        assert found == by_definition(grid)
        assert (found[0], found[3], found[4]) == HARD[drawn]


def with_small_regions(rng, size, n):
    """All regions but the last have n + 1 cells at most: easy to finish, however large."""
    stars = boards.star_places(rng, size)
    grid = [[size - 1] * size for _ in range(size)]
    for g, (r, c) in enumerate(stars[:-1]):
        for y, x in [(r, c), *rng.sample(boards.neighbours(size, r, c), n)]:
            grid[y][x] = g if (y, x) == (r, c) or (y, x) not in stars else grid[y][x]
    return grid


def test_boards_of_two_words_are_rated_as_the_definitions_say():
    rng, finished = random.Random(3), 0
    for n in (1, 1, 1, 2):
        grid = boards.relabelled(rng, with_small_regions(rng, 9, n))
        found = signals(grid)
        assert found == by_definition(grid)
        finished += found[0] > 0
    assert finished


def sheets(count, sizes=(4, 5, 6)):
    """Sheets with some candidates gone, and in memory the same."""
    rng = random.Random(count)
    for n in range(count):
        size = sizes[n % len(sizes)]
        sheet = on_paper.Sheet(boards.grown(rng, size), 1)
        chance = rng.choice((0.3, 0.5, 0.7))
        sheet.candidates = {cell for cell in sheet.candidates if rng.random() < chance}
        if n % 2 and sheet.candidates:
            sheet.place({min(sheet.candidates)})
        yield sheet


def in_memory(sheet):
    """Both states are the sheet."""
    size = sheet.size
    owner, region = masks(sheet.regions)
    work = techniques.new_work(size)
    work.candidates[:] = mask(size, sheet.candidates)
    opened = set(sheet.open_units())
    work.regions[:] = sum(1 << g for g in range(size) if ("region", g) in opened)
    work.lines[:] = sum(
        1 << size * (kind == "col") + i
        for kind in ("row", "col")
        for i in range(size)
        if (kind, i) in opened
    )
    for scratch in work[3:-1]:  # the last says how many steps are left
        scratch[:] = 5
    return geometry(size), owner, region, work


def what_each_says(sheet):
    """The conclusions of the first four techniques, compared with their definitions."""
    tables, owner, region, work = in_memory(sheet)
    stars = on_paper.deduce_one(1, sheet)[1].stars
    assert techniques.last_cell(0, tables, region, work) == len(stars)
    assert concluded(work, sheet.size) == stars
    lines = on_paper.deduce_one(2, sheet)[1].out
    assert techniques.confined_line(0, tables, owner, region, work) == len(lines)
    assert concluded(work, sheet.size) == lines
    squeezed = on_paper.deduce_one(3, sheet)[1].out
    assert techniques.moat_squeeze(0, tables, owner, region, work) == len(squeezed)
    assert concluded(work, sheet.size) == squeezed
    techniques.note_meetings(0, tables, owner, work)
    for k in range(2, len(sheet.open_units()) // 6 + 1):
        triples = {(r, c, ("region", sheet.regions[r][c])) for r, c in sheet.candidates}
        sets = {cell[:2] for cell in sets_by_definition(triples, k)}
        assert techniques.k_in_k(0, k, tables, region, work) == len(sets)
        assert concluded(work, sheet.size) == sets
    return stars, lines, squeezed


@pytest.mark.parametrize("sizes", [(4, 5, 6), (9,)])
def test_last_cells_lines_and_squeezes_on_any_sheet(sizes):
    found = np.zeros(4, int)
    for sheet in sheets(45 if len(sizes) > 1 else 4, sizes):
        if is_empty(sheet):
            tables, _, region, work = in_memory(sheet)
            assert techniques.last_cell(0, tables, region, work) == techniques.CONTRADICTION
            found[0] += 1
            continue
        found += [0, *map(bool, what_each_says(sheet))]
    assert found.min() > (1 if len(sizes) > 1 else -1)


def is_empty(sheet):
    """Whether a unit that misses its star has no candidate."""
    return any(not sheet.cells(unit) for unit in sheet.open_units())


def easiest(sheet):
    """The easiest of the first four techniques that concludes anything: number, k and what."""
    for number in range(1, 5):
        k, found = on_paper.deduce_one(number, sheet)
        if found:
            return number, k, found
    return 0, 0, on_paper.Found()


def test_each_round_is_the_easiest_that_yields_with_all_that_it_says():
    rngs = map(random.Random, (0, 4, 6))
    large = [boards.relabelled(rng, with_small_regions(rng, 9, 1)) for rng in rngs]
    seen = np.zeros(6, int)
    for grid in [*map(rows, HARD), *small(), *large]:
        sheet = on_paper.Sheet(grid, 1)
        tables, owner, region, work = in_memory(sheet)
        while not sheet.finished():
            found, other = (rating.next_round(s, tables, owner, region, work) for s in (0, 1))
            assert found == other
            seen[found[0]] += 1
            if is_empty(sheet):
                assert found[0] == techniques.CONTRADICTION
                break
            what_each_says(sheet)
            number, k, concluded = easiest(sheet)
            assert found == (number, len(concluded.stars | concluded.out), k)
            if not number:
                break
            for s in range(2):
                rating.apply(s, found[0], tables, owner, region, work)
            try:
                sheet.apply(concluded)
            except on_paper.ImpossibleError:
                found = rating.next_round(0, tables, owner, region, work)
                assert found[0] == techniques.CONTRADICTION
                break
            *_, after = in_memory(sheet)
            for now, expected in zip(work[:3], after[:3], strict=True):
                assert (now == expected).all()
    assert seen.min() > 1


@pytest.mark.parametrize(("count", "sizes"), [(12, (4, 5, 6)), (7, (9,))])
def test_what_ifs_on_any_sheet(count, sizes):
    refuted = 0
    for sheet in sheets(count, sizes):
        if is_empty(sheet):
            continue
        tables, owner, region, work = in_memory(sheet)
        nothing = np.zeros((1, region.shape[1]), np.uint64)
        found = rating.what_if(tables, owner, region, nothing, work)
        refutable = on_paper.deduce_one(5, sheet)[1].out
        assert concluded(work, sheet.size) == refutable
        assert found == len(refutable)
        refuted += found
    assert refuted > 3
