"""The toy family keeps the promises of the protocols: its rooms agree, each by its own way."""

from itertools import product

import pytest

from moat_bank.errors import MoatError
from moat_bank.families import registry
from moat_bank.families.base import Puzzle, Spec, known_bounds
from tests.families.toy import lonesum

pytestmark = pytest.mark.usefixtures("family")
SIDES = ((4, 4), (4, 5), (5, 3), (5, 6))


@pytest.fixture
def family():
    with lonesum():
        yield


def entries(height, width, style="even", count=150):
    spec = Spec(registry.kind_room("lonesum").kind_of({"height": height, "width": width}), style)
    engine = registry.engine("lonesum")
    return spec, engine.entries(spec, engine.generate(spec, 0, count, {}).records)


def test_it_is_known_by_its_name_and_by_its_keys():
    assert registry.families() == ("stars", "lonesum")
    assert registry.family_of({"rowCounts": [1], "colCounts": [1]}) == "lonesum"
    assert registry.family_of({"family": "lonesum"}) == "lonesum"
    assert registry.family_of({"regionMap": []}) == "stars"
    with pytest.raises(MoatError, match="unknown family 'chess'; known: stars, lonesum"):
        registry.engine("chess")


@pytest.mark.parametrize(("height", "width"), SIDES)
def test_engine_proof_and_words_agree(height, width):
    spec, made = entries(height, width)
    proofs = registry.proof("lonesum").prove(spec.kind.values, made, {})
    assert not any(proofs.faults)
    for entry, facts, tier in zip(made, proofs.facts, proofs.tiers, strict=True):
        assert {key: entry[key] for key in facts} == facts
        puzzle = registry.play("lonesum").parse(entry)
        told = registry.words("lonesum").explain(puzzle)
        assert [entry["steps"], *entry["rounds"]] == [
            len(told.steps),
            *(sum(step.number == number for step in told.steps) for number in (1, 2)),
        ]
        assert ["".join(row) for row in told.cells] == entry["solution"]
        rating = registry.engine("lonesum").rate(puzzle)
        assert (rating.tier, rating.numbers["score"]) == (told.tier, entry["score"])
        assert told.tier == ("easy", "medium", "hard", "super_hard")[tier]


@pytest.mark.parametrize(("height", "width"), SIDES)
def test_views_are_puzzles_with_their_solutions(height, width):
    spec, made = entries(height, width, count=40)
    play = registry.play("lonesum")
    for entry, t in product(made, range(8)):
        shown = play.view(spec.kind, entry, t)
        solution = play.view_solution(spec.kind, entry["solution"], t)
        assert play.broken(spec.kind, shown, solution) is None
        assert len(shown["rowCounts"]) == (width if t % 2 else height)
        key, symmetric = registry.engine("lonesum").key(play.parse({**shown, "solution": solution}))
        assert (f"{key:016x}", symmetric) == (entry["id"], False)


def test_an_exhausted_search_says_so():
    kind = registry.kind_room("lonesum").kind_of({"height": 8, "width": 8})
    puzzle = Puzzle(kind, {"rowCounts": [4] * 8, "colCounts": [4] * 8})
    found = registry.engine("lonesum").solutions(puzzle, 10**9, budget=500)
    assert not found.complete
    assert registry.engine("lonesum").rate(puzzle, budget=5).undecided


def test_bounds_left_out_have_their_defaults():
    room = registry.kind_room("lonesum")
    assert known_bounds(room, {}) == {"fewest_filled": 0}
    with pytest.raises(MoatError, match="there is no bound 'least'; known: fewest_filled"):
        known_bounds(room, {"least": 1})
