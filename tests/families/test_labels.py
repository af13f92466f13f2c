"""No label, order of a list or name tells anything of the solution, in any family."""

from itertools import product

import pytest

from moat_bank.families import registry
from moat_bank.families.base import Spec
from moat_bank.symmetry import inverse
from tests.families.toy import lonesum

KINDS = {
    "stars": [{"size": 6, "stars": 1}, {"size": 8, "stars": 1}, {"size": 10, "stars": 2}],
    "lonesum": [{"height": 4, "width": 5}, {"height": 5, "width": 5}],
}


@pytest.fixture(autouse=True)
def _toy():
    with lonesum():
        yield


def made(family, values, count=60):
    room = registry.kind_room(family)
    spec = Spec(room.kind_of(values), room.STYLES[0])
    engine = registry.engine(family)
    bounds = {key: schema["default"] for key, schema in room.BOUNDS.items()}
    return spec, engine.entries(spec, engine.generate(spec, 0, count, bounds).records)


def test_every_family_is_tried():
    assert set(KINDS) == set(registry.families())


@pytest.mark.parametrize(
    ("family", "values"), [(family, one) for family, kinds in KINDS.items() for one in kinds]
)
def test_labels_follow_from_what_is_seen(family, values):
    """Shown in a view and turned back, a puzzle has its own labels again: the eye decides them."""
    play = registry.play(family)
    spec, entries = made(family, values)
    assert len(entries) > 20
    for entry, t in product(entries, range(8)):
        given = play.view(spec.kind, entry, 0)
        assert {key: entry[key] for key in given} == given
        there = play.view(spec.kind, entry, t)
        turned = play.parse({**entry, **there}).kind if t % 2 else spec.kind
        assert play.view(turned, there, inverse(t)) == given


def test_regions_of_stars_are_numbered_in_reading_order():
    """They were numbered by the rows of their stars, which gave every solution away."""
    for values in KINDS["stars"]:
        _, entries = made("stars", values)
        given_away = 0
        for entry in entries:
            seen = dict.fromkeys(cell for row in entry["regionMap"] for cell in row)
            assert list(seen) == list(range(values["size"]))
            rows = [row if isinstance(row, list) else [row] for row in entry["solution"]]
            order = [entry["regionMap"][r][c] for r, row in enumerate(rows) for c in row]
            given_away += order == sorted(order)
        assert given_away < len(entries) // 10


def test_views_of_a_map_with_other_numbers_are_the_same():
    """So boards of format 1, numbered by their stars, are shown as those of today."""
    play = registry.play("stars")
    spec, entries = made("stars", {"size": 8, "stars": 1}, 30)
    for entry, t in product(entries, range(8)):
        rows = [[7 - cell for cell in row] for row in entry["regionMap"]]
        assert play.view(spec.kind, {"regionMap": rows}, t) == play.view(spec.kind, entry, t)
        old = {"regionMap": rows, "r": 2, "r1": 3, "r2": 1, "narrowest": 1}
        assert play.upgraded(old) == {
            "regionMap": entry["regionMap"], "r": 2, "rounds": [3, 1], "narrowest": 1,
        }  # fmt: skip
