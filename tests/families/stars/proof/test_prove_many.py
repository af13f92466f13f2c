"""The checker's rating of several stars against the kernels, and its techniques one by one.

Three raters that share no code must agree: the kernels, the plain one on sets of cells, and the
checker's.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import numpy as np
import pytest

from moat_bank.families import registry
from moat_bank.families.base import Spec, known_bounds
from moat_bank.families.stars.board import solution_rows
from moat_bank.families.stars.kind import StarsKind
from moat_bank.families.stars.proof import (
    examined,
)
from moat_bank.families.stars.proof import (
    many as prove_many,
)
from moat_bank.families.stars.proof import (
    many_sheet as prove_many_sheet,
)
from moat_bank.families.stars.proof.ratings import signals
from moat_bank.kind import TIERS
from moat_bank.symmetry import TRANSFORMS, transform_rows
from tests.families.stars.engine.many import by_definition
from tests.families.stars.engine.many import signals as by_kernels
from tests.families.stars.engine.test_real_many import FOLDER, real
from tests.families.stars.oracle import boards
from tests.families.stars.oracle.sheets import ImpossibleError, Sheet
from tests.families.stars.views import transform_solution

ENGINE = registry.engine("stars")
BOUNDS = known_bounds(registry.kind_room("stars"), {})
NAMES = ("r", "steps", "rounds", "narrowest", "k", "k2", "score")


def proved(grids, solutions):
    """What ``rate`` finds of boards with one solution each."""
    columns = np.array([solution_rows(one) for one in solutions], np.uint8)
    return prove_many.rate(np.array(grids, np.uint8), columns)


def listed(ratings):
    """The signals of each board by name."""
    columns = {key: values.tolist() for key, values in signals(ratings).items()}
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


@cache
def generated(size, stars, count, style="organic"):
    spec = Spec(StarsKind(size, stars), style)
    records = ENGINE.generate(spec, 0, count, BOUNDS).records
    tiers = [TIERS[int(tier)] if tier >= 0 else None for tier in records["tier"]]
    return list(zip(ENGINE.entries(spec, records), tiers, strict=True))


@pytest.mark.parametrize(
    ("size", "stars", "count", "style", "wanted"),
    [
        (8, 2, 200, "organic", {"easy", "medium", "hard"}),
        (9, 2, 100, "balanced", set(TIERS)),
        (10, 2, 150, "organic", set(TIERS)),
        (12, 3, 40, "organic", {"easy", "medium", "hard"}),
    ],
)
def test_generated_boards_are_rated_as_the_kernels_say(size, stars, count, style, wanted):
    made = generated(size, stars, count, style)
    ratings = proved([e["regionMap"] for e, _ in made], [e["solution"] for e, _ in made])
    for (entry, tier), found, place in zip(made, listed(ratings), ratings.tier, strict=True):
        assert found == {key: entry[key] for key in NAMES}
        assert (TIERS[place] if place >= 0 else None) == tier
    assert {tier for _, tier in made if tier} >= wanted


@pytest.mark.parametrize("t", range(TRANSFORMS))
def test_turns_mirrors_and_labels_change_nothing(t):
    rng = random.Random(t)
    made = [entry for entry, tier in generated(10, 2, 150) if tier][::12]
    grids = [boards.relabelled(rng, transform_rows(e["regionMap"], t)) for e in made]
    found = listed(proved(grids, [transform_solution(e["solution"], t) for e in made]))
    assert found == [{key: entry[key] for key in NAMES} for entry in made]
    assert len({one["r"] for one in found}) > 2


@pytest.mark.skipif(not FOLDER.is_dir(), reason=f"no real boards: {FOLDER} is no folder")
@pytest.mark.parametrize(
    ("size", "stars", "label"),
    [(10, 2, label) for label in ("ez", "med", "hard", "expert")]
    + [(9, 2, "hard"), (14, 3, "med"), (14, 3, "hard")],
)
def test_real_boards_are_rated_as_the_kernels_say(size, stars, label):
    some = [one for key, one in real().items() if key[:2] == (size, stars) and key[2] == label]
    chosen = [one for part in some for one in part][: 20 if stars == 2 else 3]
    assert chosen
    found = listed(proved([one["regions"] for one in chosen], [one["solution"] for one in chosen]))
    for one, rating in zip(chosen, found, strict=True):
        kernels = by_kernels(one["regions"], stars, one["solution"])
        order = ("r", "steps", "narrowest", "k", "k2")
        assert [*(rating[key] for key in order), *rating["rounds"]] == kernels


# Each technique apart, on sheets of any kind, also such as no rating ever meets


def same_sheet(plain: Sheet, stars: int):
    """A plain sheet as the checker's own."""
    board = prove_many_sheet.new_board(plain.regions, stars)
    size = plain.size
    masks = [sum(1 << size * r + c for r, c in cells) for cells in (plain.candidates, plain.stars)]
    return board, prove_many_sheet.Sheet(*masks, [plain.need[unit] for unit in plain.units])


def concluded(number: int, plain: Sheet, stars: int):
    board, sheet = same_sheet(plain, stars)
    try:
        k, found = prove_many.deduce(number, board, sheet)
    except prove_many_sheet.ImpossibleError:
        return None
    cells = [
        {divmod(x, plain.size) for x in prove_many_sheet.cells_of(mask)}
        for mask in (found.stars, found.out)
    ]
    return k, *cells


def random_sheet(rng: random.Random, size: int, stars: int) -> Sheet | None:
    """A board under way: some stars of a solution set, or any; some candidates ruled out."""
    grid = boards.paired(rng, size) if stars == 2 else boards.grown(rng, size)
    sheet = Sheet(grid, stars)
    solutions = boards.solutions_of(grid, stars)
    keep = set()
    if solutions and rng.random() < 0.8:
        keep = {(r, c) for r, columns in enumerate(rng.choice(solutions)) for c in columns}
    try:
        some = sorted(keep or sheet.candidates)
        for star in rng.sample(some, rng.randrange(2 * stars)):
            if star in sheet.candidates:
                sheet.place([star])
    except ImpossibleError:
        return None
    share = rng.choice((0.1, 0.4, 0.6))
    sheet.candidates -= {c for c in sorted(sheet.candidates - keep) if rng.random() < share}
    return sheet


@pytest.mark.parametrize("number", range(1, prove_many.TECHNIQUES + 1))
def test_each_technique_concludes_what_its_definition_does(number):
    rng = random.Random(number)
    slow = number >= prove_many.WHAT_IF
    kinds: Counter[str] = Counter()
    for _ in range(12 if slow else 80):
        size, stars = (9, 2) if rng.random() < 0.8 else (rng.choice((5, 6)), 1)
        sheet = random_sheet(rng, size, stars)
        if sheet is None:
            continue
        expected = by_definition(number, sheet)
        assert concluded(number, sheet, stars) == expected
        kinds["no way" if expected is None else "found" if any(expected[1:]) else "nothing"] += 1
    assert kinds["found"] > 2


# What has one solution is rated; the rest is said not to be finished


def test_boards_without_one_solution_are_not_finished():
    entry = next(entry for entry, tier in generated(10, 2, 150) if tier == "medium")
    good = entry["regionMap"]
    rows = [[r] * 10 for r in range(10)]
    proofs = examined.examine(np.array([rows, good, rows], np.uint8), 2)
    assert proofs.solutions.tolist() == [2, 1, 2]
    assert proofs.rating.hardest.tolist() == [0, entry["r"], 0]
    assert proofs.rating.tier.tolist() == [-1, 1, -1]
    assert proofs.columns[1].tolist() == entry["solution"]


def test_a_known_solution_only_saves_time():
    for entry in [entry for entry, tier in generated(9, 2, 100, "balanced") if tier][::8]:
        blind = prove_many.rounds_of(prove_many_sheet.new_board(entry["regionMap"], 2))
        mask = sum(1 << 9 * r + c for r, row in enumerate(entry["solution"]) for c in row)
        told = prove_many.rounds_of(prove_many_sheet.new_board(entry["regionMap"], 2, mask))
        assert blind == told


def test_no_boards():
    none = examined.examine(np.zeros((0, 10, 10), np.uint8), 2)
    assert none.rating.rounds.shape == (0, 12)
    assert none.rating.tier.shape == (0,)


def test_stacks_are_joined(monkeypatch):
    made = [entry["regionMap"] for entry, _ in generated(8, 2, 200)[:7]]
    whole = examined.examine(np.array(made, np.uint8), 2)
    monkeypatch.setattr(examined, "STACK_CELLS", 2 * 64)
    cut = examined.examine(np.array(made, np.uint8), 2)
    assert listed(cut.rating) == listed(whole.rating)
    assert (cut.columns == whole.columns).all()
