"""``verify`` proves banks of two stars again, and names what is wrong with an entry of theirs."""

from __future__ import annotations

import random
from functools import cache

import orjson
import pytest

from moat_bank.check.verify import verify
from moat_bank.families.stars import words
from tests.check import tiny_bank
from tests.families.stars.oracle import boards, plain_form

SIZE = 9
LENGTHS = {"easy": 3, "medium": 3}
EASY, MEDIUM = ((pool, SIZE, tier) for pool, tier in (("levels", "easy"), ("levels", "medium")))
RATED = ("r", "steps", "narrowest", "k", "k2")


def entry(grid, seed, rating):
    """An entry as the build would write it."""
    (solution,) = boards.solutions_of(grid, 2)
    number = plain_form.number_of(SIZE, plain_form.canonical(grid))
    first = tiny_bank.rated_boards(5)["easy"][0]
    ours = {
        "seed": seed,
        "regionMap": tiny_bank.in_reading_order(grid),
        "solution": solution,
        "r": rating.hardest,
        "steps": sum(rating.rounds),
        "rounds": list(rating.rounds),
        "narrowest": rating.narrowest,
        "k": rating.widest_set,
        "k2": rating.sets_of_two,
        "score": rating.score,
        "id": f"{number:016x}",
    }
    return {key: ours.get(key, value) for key, value in first.items()}


@cache
def stock():
    """Boards of two stars that the plain techniques finish, rated by words."""
    rng = random.Random(5)
    found = {tier: [] for tier in LENGTHS}
    number = 0
    while any(len(found[tier]) < length for tier, length in LENGTHS.items()):
        number += 1
        grid = boards.paired_unique(rng, SIZE)
        rating = words.rate(grid, 2, 7)
        if rating.hardest and not plain_form.symmetric(grid):
            tier = "easy" if rating.hardest <= 4 else "medium"
            if len(found[tier]) < LENGTHS[tier]:
                found[tier].append(entry(grid, tiny_bank.MASTER * 2**32 + number, rating))
    for entries in found.values():
        entries.sort(key=lambda one: (one["score"], one["seed"]))
    return found


@pytest.fixture
def banks():
    return {
        ("levels", SIZE, tier): orjson.loads(orjson.dumps(entries))
        for tier, entries in stock().items()
    }


def written(folder, banks):
    """A folder of levels alone."""
    head = tiny_bank.manifest()
    plan = {"boards": [tiny_bank.step(1, SIZE, 2)], "tiers": ["easy", "medium"]}
    board = head["config"]["boards"][0] | {"size": SIZE, "stars": 2}
    for pool in tiny_bank.POOLS:
        none = dict.fromkeys(tiny_bank.TIERS, 0)
        board[pool] = none | (LENGTHS if pool == "levels" else {})
    head["config"]["boards"] = [board]
    head["levels"] = head["config"]["levels"] = plan
    tiny_bank.write(folder, banks, head, stars=2)
    return [
        f"{fault.file.split('.')[0]} {fault.entry} {fault.reason}"
        for fault in verify(folder).faults
    ]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_good_bank_of_two_stars_has_no_faults(tmp_path, banks, jobs, monkeypatch):
    monkeypatch.setattr("moat_bank.families.stars.proof.together", lambda values: 1)
    assert written(tmp_path, banks) == []
    told = []
    report = verify(tmp_path, jobs, progress=lambda done, total: told.append((done, total)))
    assert report.faults == ()
    assert told == [(i, 6) for i in range(1, 7)]


@pytest.mark.damage
@pytest.mark.parametrize("key", RATED)
@pytest.mark.parametrize("together", [1, 64])
def test_every_number_of_a_rating_is_proved(tmp_path, banks, key, together, monkeypatch):
    monkeypatch.setattr("moat_bank.families.stars.proof.together", lambda values: together)
    one = banks[MEDIUM][1]
    true = one[key]
    one[key] += 1
    wanted = f"levels/stars-9x9-2-medium-0000 1 {key}: is {true + 1}, proved {true}"
    assert written(tmp_path, banks) == [wanted]


@pytest.mark.damage
@pytest.mark.parametrize("technique", range(12))
def test_the_rounds_of_every_technique_of_several_stars_are_proved(tmp_path, banks, technique):
    rounds = banks[MEDIUM][1]["rounds"]
    true = rounds[technique]
    rounds[technique] += 1
    wanted = f"rounds[{technique}]: is {true + 1}, proved {true}"
    assert written(tmp_path, banks) == [f"levels/stars-9x9-2-medium-0000 1 {wanted}"]


@pytest.mark.damage
def test_a_score_of_two_stars_is_proved(tmp_path, banks):
    last = banks[MEDIUM][-1]
    last["score"] += 1
    wanted = f"score: is {last['score']}, proved {last['score'] - 1}"
    assert written(tmp_path, banks) == [f"levels/stars-9x9-2-medium-0001 0 {wanted}"]


@pytest.mark.damage
def test_a_board_of_two_stars_under_the_wrong_tier(tmp_path, banks):
    banks[EASY][2], banks[MEDIUM][0] = banks[MEDIUM][0], banks[EASY][2]
    assert written(tmp_path, banks) == [
        "levels/stars-9x9-2-easy-0001 0 stands under easy, proved medium",
        "levels/stars-9x9-2-medium-0000 0 stands under medium, proved easy",
    ]


@pytest.mark.damage
def test_a_wrong_solution_of_two_stars(tmp_path, banks):
    banks[EASY][0]["solution"] = banks[EASY][0]["solution"][::-1]
    (told,) = written(tmp_path, banks)
    assert told.startswith("levels/stars-9x9-2-easy-0000 0 solution[")


@pytest.mark.damage
def test_stars_of_a_row_out_of_order(tmp_path, banks):
    banks[EASY][0]["solution"][3].reverse()
    (told,) = written(tmp_path, banks)
    assert told.startswith("levels/stars-9x9-2-easy-0000 0 solution[3][0]: is ")


@pytest.mark.damage
def test_an_entry_of_two_stars_in_the_shape_of_one(tmp_path, banks):
    del banks[EASY][1]["rounds"][5:]
    wanted = "levels/stars-9x9-2-easy-0000 1 rounds: is a list of 5, proved a list of 12"
    assert written(tmp_path, banks) == [wanted]


@pytest.mark.damage
def test_a_board_of_two_stars_with_more_solutions(tmp_path, banks):
    grid = [[r] * SIZE for r in range(SIZE)]
    for r, c in ((0, 0), (0, 1), (0, 2), (3, 8)):
        grid[r][c] = r + 1
    number = plain_form.number_of(SIZE, plain_form.canonical(grid))
    banks[EASY][0] |= {"regionMap": tiny_bank.in_reading_order(grid), "id": f"{number:016x}"}
    solution = boards.solutions_of(grid, 2)
    assert len(solution) > 1
    banks[EASY][0]["solution"] = solution[0]
    wanted = "levels/stars-9x9-2-easy-0000 0 the board has more than one solution"
    assert written(tmp_path, banks) == [wanted]
