"""Every conclusion of every round has a reason, and every reason holds by the definitions."""

from functools import cache

import numpy as np
import pytest

from moat_bank.families.legacy import Quality, Spec, get_family
from moat_bank.families.stars.board import Board
from moat_bank.families.stars.words import explain
from moat_bank.families.stars.words.reasons import NONE, Reason, cover, why
from moat_bank.families.stars.words.sheet import Sheet, fits
from tests.families.stars.oracle import plain_many, plain_rater

STARS = get_family("stars")


@cache
def explained(size, stars, count):
    spec = Spec(size, stars)
    entries = [STARS.entry(spec, r) for r in STARS.generate(spec, 0, count, Quality()).records]
    boards = [Board(size, stars, np.array(e["regionMap"], np.uint8)) for e in entries]
    assert boards
    return [explain(STARS, board) for board in boards]


def several(sheet):
    plain = plain_many.Sheet(sheet.regions, sheet.stars)
    plain.candidates, plain.stars = set(sheet.candidates), set(sheet.placed)
    for star in sheet.placed:
        for unit in plain.units_of(star):
            plain.need[unit] -= 1
    return plain


def single(sheet):
    plain = plain_rater.Sheet(sheet.regions)
    plain.candidates, plain.stars = set(sheet.candidates), set(sheet.placed)
    return plain


def named(unit):
    """The oracles call columns "col"."""
    return ("col" if unit[0] == "column" else unit[0]), unit[1]


def follows_from(step, reason):
    """Whether the reason's own units give its conclusions, for several stars."""
    sheet = several(step.before)
    units = [named(unit) for unit in reason.units]
    found = plain_many.Found()
    one_unit = step.name in ("last cells", "squeeze", "line squeeze")
    if one_unit or (step.name == "claims" and len(units) == 1):
        (unit,) = units
        ways = plain_many.packings(sheet.cells(unit), sheet.need[unit])
        plain_many.squeeze_cells(sheet, sheet.cells(unit), ways, found)
        if step.name in ("squeeze", "claims"):
            found.out |= starved(sheet, unit)
    elif step.name in ("confined line", "claims"):
        inner, outer = (sheet.cells(unit) for unit in units)
        need = sheet.need[units[0]]
        assert need - plain_many.room(inner - outer, need) == sheet.need[units[1]]
        found.out = outer - inner
    elif step.name == "line pairs":
        one, two = units
        assert (one[0], one[1] + 1) == two
        lines = plain_many.line_pairs(sheet)
        found.stars, found.out = lines.stars, lines.out
    elif step.name == "counting":
        assert len(units) == step.set_size
        for other in {"region", "row", "col"} - {units[0][0]}:
            plain_many.count(sheet, tuple(units), other, found)
    elif step.name in ("ways", "cases"):
        (unit,) = units
        ways = plain_many.packings(sheet.cells(unit), sheet.need[unit])
        plain_many.compare(sheet, ways, 7 if step.name == "cases" else 0, found)
    else:
        (cell,) = reason.out
        sheet.place([cell])
        return not plain_many.follow(sheet, {"pressure": 1, "what-if": 6}.get(step.name, 7))
    return reason.stars <= found.stars and reason.out <= found.out


def starved(sheet, unit):
    """Cells whose star, with all that it clears, leaves the unit no way."""
    found = set()
    for x in sheet.candidates:
        after = sheet.copy()
        after.place([x])
        if not plain_many.packings(after.cells(unit), after.need[unit]):
            found.add(x)
    return found


def follows_from_one(step, reason):
    """The same for one star."""
    sheet = single(step.before)
    units = [named(unit) for unit in reason.units]
    if step.name == "last cell":
        return [sheet.cells(unit) for unit in units] == [reason.stars]
    if step.name == "moat squeeze":
        (unit,) = units
        return all(
            x not in sheet.cells(unit) and all(sheet.sees(x, y) for y in sheet.cells(unit))
            for x in reason.out
        )
    if step.name == "what-if":
        (cell,) = reason.out
        return plain_rater.leads_nowhere(sheet, cell)
    half = len(units) // 2
    assert half == (step.set_size or 1)
    inner = set().union(*(sheet.cells(unit) for unit in units[:half]))
    outer = set().union(*(sheet.cells(unit) for unit in units[half:]))
    return inner <= outer and reason.out == outer - inner


@pytest.mark.parametrize(
    ("size", "stars", "count"), [(6, 1, 20), (9, 1, 25), (9, 2, 12), (10, 2, 12)]
)
def test_each_round_is_the_raters_and_each_reason_holds(size, stars, count):
    used = set()
    for found in explained(size, stars, count):
        rating = found.rating
        counts = [sum(s.number == n for s in found.steps) for n in range(1, len(found.names) + 1)]
        assert tuple(counts) == rating.rounds
        sets = [step.set_size for step in found.steps]
        assert (max(sets), sets.count(2)) == (rating.widest_set, rating.sets_of_two)
        for step in found.steps:
            assert found.names[step.number - 1] == step.name
            stars_said = frozenset().union(*(reason.stars for reason in step.reasons))
            out_said = frozenset().union(*(reason.out for reason in step.reasons))
            assert (stars_said, out_said) == (step.stars, step.out)
            for reason in step.reasons:
                holds = follows_from if stars > 1 else follows_from_one
                assert holds(step, reason), (step.name, reason.text)
            used.add(step.name)
        assert found.end.placed == {
            (r, c)
            for r, row in enumerate(found.solutions[0])
            for c in (row if isinstance(row, list) else [row])
        }
    assert len(used) >= (4 if stars == 1 else 7)


def test_rounds_follow_from_one_another():
    for found in explained(10, 2, 12):
        sheets = [step.before for step in found.steps] + [found.end]
        for step, after in zip(found.steps, sheets[1:], strict=True):
            assert after.placed == step.before.placed | step.stars
            assert after.candidates <= step.before.candidates - step.out - step.stars


def test_room_in_plain_python_is_exact():
    cells = [(r, c) for r in range(3) for c in range(4)]
    for bits in range(1 << 12):
        some = frozenset(cell for i, cell in enumerate(cells) if bits >> i & 1)
        for count in (1, 2, 3, 4):
            assert fits(some, count) == bool(plain_many.packings(some, count))


def reason(subject, stars=(), out=()):
    return Reason(subject, "so it is", (), NONE, frozenset(stars), frozenset(out))


def test_the_fewest_reasons_are_told_and_the_one_that_says_most_first():
    a, b, c = reason("a", out=[(0, 0)]), reason("b", [(1, 1)], [(0, 0)]), reason("c", [(2, 2)])
    assert cover([a, b, c], frozenset({(1, 1)}), frozenset({(0, 0)})) == [b]
    assert cover([a, b, c], frozenset({(1, 1), (2, 2)}), frozenset({(0, 0)})) == [b, c]
    with pytest.raises(AssertionError):
        cover([a], frozenset({(1, 1)}), NONE)
    assert why([b, c]) == "R2C2 is a star and R1C1 goes, since so it is; likewise for c"
    many = [reason(name, out=[(0, i)]) for i, name in enumerate("abcdefg")]
    assert why(many).endswith("; likewise for b, c, d and 3 more")


def test_what_units_miss_counts_stars_and_not_candidates():
    sheet = Sheet([[0, 0, 1], [0, 1, 1], [2, 2, 2]], 1, frozenset({(2, 0)}), frozenset({(0, 2)}))
    assert sheet.need["region", 1] == sheet.need["column", 2] == 0
    assert sheet.short() == ("region", 0)
    assert sheet.open("row") == [("row", 1), ("row", 2)]
