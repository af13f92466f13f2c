"""Every conclusion of every round has a sentence, and every reason holds by the definitions."""

import random
import re
from functools import cache
from itertools import combinations

import pytest

from moat_bank.families.stars.words import counting, solve_in_words
from moat_bank.families.stars.words.chain import needed
from moat_bank.families.stars.words.ladder import cover, ladder, next_round, solve
from moat_bank.families.stars.words.packing import fits, room, squeezed, ways
from moat_bank.families.stars.words.pairs import line_pairs
from moat_bank.families.stars.words.sentences import TROUBLES, sentence
from moat_bank.families.stars.words.sheet import (
    Deduction,
    Found,
    ImpossibleError,
    apply,
    cells_of,
    conclusions,
    new_sheet,
)
from moat_bank.families.stars.words.suppose import by_ways
from tests.families.stars.oracle import boards, exhaustive
from tests.families.stars.oracle.packings import packings, touching

KINDS = ("region", "row", "column")


@cache
def grids(size, stars):
    """Boards of all sorts; some of several stars have one solution, and some one of many."""
    rng = random.Random(10 * size + stars)
    if stars == 1:
        return [boards.repaired(rng, size) for _ in range(15)]
    unique = [boards.paired_unique(rng, size) for _ in range(4)]
    return unique + [boards.paired(rng, size) for _ in range(4 if size == 8 else 0)]


KINDS_OF_BOARDS = [(6, 1), (7, 1), (8, 2), (9, 2)]


@pytest.mark.parametrize(("size", "stars"), KINDS_OF_BOARDS)
def test_every_cell_that_is_concluded_is_named_in_a_sentence_and_once_in_reasons(size, stars):
    used = set()
    for grid in grids(size, stars):
        found = solve_in_words(grid, stars)
        for step in found.steps:
            used.add(step.name)
            for part in ("stars", "out"):
                said = [cell for reason in step.reasons for cell in getattr(reason, part)]
                assert sorted(said) == sorted(getattr(step, part))
                assert len(said) == len(set(said))
            for reason in step.reasons:
                assert re.fullmatch(r"[A-Z].*, since .*\.", reason.sentence)
                conclusion = reason.sentence.split(", since ")[0]
                named = {
                    (int(r) - 1, int(c) - 1) for r, c in re.findall(r"\bR(\d+)C(\d+)\b", conclusion)
                }
                assert named == {*reason.stars, *reason.out}
                for kind, i in reason.units:
                    assert kind in KINDS
                    assert 0 <= i < size
            assert step.found == {"stars": list(step.stars), "out": list(step.out)}
    assert len(used) >= 3


@pytest.mark.parametrize(("size", "stars"), KINDS_OF_BOARDS)
def test_rounds_follow_from_one_another_and_hold_in_every_solution(size, stars):
    for grid in grids(size, stars):
        found = solve_in_words(grid, stars)
        every = [
            {(r, c) for r, row in enumerate(one) for c in row}
            for one in exhaustive.solutions(grid, stars, 2)
        ]
        assert [set(one) for one in found.found] == every or len(every) == 2
        assert found.solutions == len(every)
        known = [step.before for step in found.steps] + [found.end]
        for step, after in zip(found.steps, known[1:], strict=True):
            assert {*after.placed} == {*step.before.placed, *step.stars}
            assert {*after.candidates} <= {*step.before.candidates} - {*step.out, *step.stars}
            for solution in every:
                assert {*step.stars} <= solution
                assert not {*step.out} & solution
        finished = len(found.end.placed) == size * stars
        assert finished == (found.rating.hardest is not None)
        assert len(every) == 1 or not finished
        assert bool(found.trouble) <= (not every)


def alone(sheet, one):
    """What a deduction's own argument concludes, by the definition of it, as (stars, out)."""
    board = sheet.board
    cells = [sheet.candidates & board.area[u] for u in one.units]
    needs = [sheet.need[u] for u in one.units]
    if one.argument == "last":
        assert cells[0].bit_count() == needs[0]
        return cells[0], 0
    if one.argument == "fills":
        assert needs[0] - room(board, cells[0] & ~cells[1], needs[0]) == needs[1]
        return 0, cells[1] & ~cells[0]
    if one.argument in ("squeeze", "starved"):
        return by_all_ways(sheet, cells[0], needs[0], one.argument == "starved")
    if one.argument == "pair":
        assert one.units[0] + 1 == one.units[1]
        return conclusions(line_pairs(sheet))
    if one.argument == "k in k":
        outer = [board.area[u] for u in one.detail[0]]
        inside, covered = 0, 0
        for some in cells:
            inside |= some
        for some in outer:
            covered |= some
        assert len(outer) == len(cells)
        assert not inside & ~covered
        return 0, covered & sheet.candidates & ~inside
    if one.argument == "count":
        at_most, parts, _ = one.detail
        return conclusions(Found([*counting._conclude(sheet, one.units, parts, at_most=at_most)]))
    raise AssertionError(one.argument)


def by_all_ways(sheet, cells, need, starved):
    """What all ways have in common, each of them written out."""
    board = sheet.board
    each = packings(frozenset(divmod(x, board.size) for x in cells_of(cells)), need)
    stars = out = 0
    for x in cells_of(sheet.candidates):
        cell = divmod(x, board.size)
        if all(cell in way for way in each):
            stars |= 1 << x
        other = [way for way in each if not any(touching(cell, star) for star in way)]
        left = [way for way in other if cell in way or not cells >> x & 1]
        if starved:
            after = sheet.copy()
            apply(after, 1 << x, 0)
            left = left if fits(board, after.candidates & cells, need - (cells >> x & 1)) else []
        if not left:
            out |= 1 << x
    return stars, out


@cache
def rounds_of(size, stars):
    return list(_rounds_of(size, stars))


def _rounds_of(size, stars):
    for grid in grids(size, stars):
        sheet = new_sheet(grid, stars)
        try:
            while one := next_round(sheet, ladder(stars)):
                yield one
                apply(sheet, one.stars, one.out)
        except ImpossibleError:
            continue


@pytest.mark.parametrize(("size", "stars"), KINDS_OF_BOARDS)
def test_each_reason_gives_its_conclusions_by_itself(size, stars):
    seen = set()
    for one in rounds_of(size, stars):
        for deduction in one.deductions:
            seen.add(deduction.argument)
            if deduction.argument == "what-if":
                holds_step_by_step(one.before, deduction.out, deduction.detail[0], stars)
            elif deduction.argument == "ways":
                for way, end in deduction.detail[1]:
                    holds_step_by_step(one.before, way, end, stars)
            else:
                found = alone(one.before, deduction)
                assert not deduction.stars & ~found[0], sentence(one.before, deduction)
                assert not deduction.out & ~found[1], sentence(one.before, deduction)
    assert len(seen) >= 3


def holds_step_by_step(start, supposed, end, stars):
    """A chain that leaves out what it does not need still leads, step by step, where it says."""
    sheet = start.copy()
    trouble = None
    plain = [technique for _, technique in ladder(stars)[: 4 if stars == 1 else 7]]
    try:
        apply(sheet, supposed, 0)
        for _, one in needed(start, supposed, end):
            stars_found = out = 0
            for technique in plain:
                found = conclusions(technique(sheet))
                stars_found |= found[0]
                out |= found[1]
            assert not one.stars & ~stars_found
            assert not one.out & ~(out | ~sheet.candidates)
            apply(sheet, one.stars, one.out)
        for technique in plain:
            technique(sheet)
    except ImpossibleError as impossible:
        trouble = impossible.trouble
    assert trouble is not None
    assert trouble.kind in TROUBLES


def test_what_ifs_ways_and_cases_are_told_step_by_step():
    """On sheets where those techniques are tried, whether or not easier ones would do."""
    rng, told = random.Random(4), set()
    for number in (8, 9, 10, 12):
        name, technique = ladder(2)[number - 1]
        for _ in range(6):
            sheet = new_sheet(boards.paired(rng, 8), 2)
            try:
                found = technique(sheet)
            except ImpossibleError:
                continue
            for one in found.deductions[:10]:
                chains = one.detail[1] if one.argument == "ways" else [(one.out, one.detail[0])]
                for way, end in chains:
                    steps = list(needed(sheet, way, end))
                    text = sentence(sheet, one)
                    for _, step in steps:
                        for x in cells_of(step.stars | step.out):
                            r, c = divmod(x, 8)
                            assert re.search(rf"\bR{r + 1}C{c + 1}\b", text)
                    told.add((name, bool(steps)))
    assert {("ways", False), ("pressure", True), ("what-if", True), ("cases", True)} <= told


def test_room_and_squeezes_are_exact():
    cells = [(r, c) for r in range(3) for c in range(4)]
    sheet = new_sheet([[0] * 4] * 4, 1, 10**9)
    board = sheet.board
    for bits in range(1, 1 << 12):
        some = frozenset(cell for i, cell in enumerate(cells) if bits >> i & 1)
        mask = sum(1 << 4 * r + c for r, c in some)
        for count in (1, 2, 3, 4):
            each = packings(some, count)
            assert fits(board, mask, count) == bool(each)
            if each and bits % 7 == 0:
                assert len(ways(board, mask, count, 99)) == len(each)
                assert ways(board, mask, count, len(each) - 1) is None
                stars, out = squeezed(board, mask, count)
                assert (stars, out & sheet.candidates) == by_all_ways(sheet, mask, count, False)


def deduction(stars=(), out=()):
    return Deduction("last", (), sum(1 << x for x in stars), sum(1 << x for x in out))


def test_the_fewest_deductions_are_told_each_cell_once_and_the_one_that_says_most_first():
    a, b, c = deduction(out=[0]), deduction([5], [0]), deduction([5, 6])
    assert list(cover(Found([a, b, c]), 1 << 5, 1)) == [b]
    assert list(cover(Found([a, b, c]), 3 << 5, 1)) == [b, deduction([6])]


def test_what_ends_without_a_solution_says_why():
    found = solve_in_words([[0, 0, 1], [0, 1, 1], [2, 2, 2]], 1)
    assert (found.solutions, found.found, found.undecided) == (0, (), False)
    assert re.fullmatch(r"(Region|Row|Column) [A-C1-3] has no cell left .*\.", found.trouble)
    assert found.rating.tier is found.rating.score is None


def test_no_way_to_fill_a_unit_is_a_contradiction():
    """Each way to fill the first row leaves another row no room."""
    sheet = new_sheet([[0] * 4, [1] * 4, [2] * 4, [3] * 4], 1)
    sheet.candidates &= ~sum(1 << 4 + c for c in (2, 3))
    sheet.candidates &= ~sum(1 << c for c in (2, 3))
    with pytest.raises(ImpossibleError):
        by_ways(sheet, ())


def blocks(size):
    """Square blocks, as many stars as a block's side."""
    side = int(size**0.5)
    return [[side * (r // side) + c // side for c in range(size)] for r in range(size)]


SLOW = {
    "blocks": (blocks(25), 5),
    "diagonals": ([[(r + c) % 20 for c in range(20)] for r in range(20)], 1),
    "columns": ([[*range(25)] for _ in range(25)], 1),
    "rows": ([[r] * 25 for r in range(25)], 1),
}


@pytest.mark.parametrize("name", SLOW)
def test_anything_ends_within_the_steps_allowed(name):
    found = solve_in_words(*SLOW[name], budget=20_000)
    assert found.undecided
    assert found.rating.hardest is None
    assert len(found.found) != 1 or found.solutions is None
    assert (found.solutions == 2) == (len(found.found) == 2)


def test_more_steps_decide_more_and_change_nothing_else():
    grid = grids(9, 2)[0]
    whole = solve_in_words(grid, 2)
    assert not whole.undecided
    part = solve_in_words(grid, 2, budget=300)
    assert part.undecided
    assert part.steps == whole.steps[: len(part.steps)]
    assert len(part.steps) < len(whole.steps)


def test_up_to_a_technique_the_rounds_are_those_of_the_ladder_cut_there():
    for grid in grids(9, 2)[:4]:
        whole = solve_in_words(grid, 2)
        for top in (1, 3, 5):
            part = solve_in_words(grid, 2, top)
            assert part.steps == whole.steps[: len(part.steps)]
            way = solve(new_sheet(grid, 2), ladder(2), top)
            assert [step.number for step in part.steps] == [one.number for one in way.rounds]
            assert part.rating == whole.rating


def test_regions_are_lettered_in_reading_order():
    grid = grids(6, 1)[0]
    turned = [[5 - region for region in row] for row in grid]
    assert solve_in_words(grid, 1) == solve_in_words(turned, 1)
    rows = solve_in_words(turned, 1).rows
    first = list(dict.fromkeys(region for row in rows for region in row))
    assert first == list(range(6))


def test_bands_of_lines_lie_side_by_side():
    units = [10, 11, 13, 14, 15, 16, 17, 19]
    assert [*counting.sets_of(units, 2, True)] == [*combinations(units, 2)]
    assert [*counting.sets_of(units, 4, False)] == []
    four = [*counting.sets_of(units, 4, True)]
    assert four == [tuple(units[i : i + 4]) for i in range(5)]
    assert [*counting.sets_of(units, 5, True)] == []
