from __future__ import annotations

import copy
import dataclasses
from pathlib import Path
from typing import Any

import orjson
import pytest
import yaml
from jsonschema import Draft202012Validator

from moat_bank.build.config import Generation, load_config, normal
from moat_bank.build.config_schema import config_schema
from moat_bank.errors import MoatError
from tests.families.toy import lonesum

ROOT = Path(__file__).parents[1]

GOOD: dict[str, Any] = {
    "edition": "test-1",
    "seed": 5,
    "banks": "out",
    "family": "stars",
    "generation": {"pilot": 100, "batch": 200, "ceiling": 3000},
    "quality": {"stars": {"smallest_region": 1, "single_cell_regions": 2, "largest_share": 60}},
    "twins": {"distance": 2},
    "shard": 10,
    "boards": [
        {"size": 5, "stars": 1, "style": "organic", "levels": {"easy": 11, "medium": 3}},
        {"size": 6, "stars": 1, "style": "balanced", "levels": {"easy": 5}, "daily": {"hard": 7}},
    ],
    "levels": {
        "boards": [{"from": 1, "size": 5, "stars": 1}, {"from": 4, "size": 6, "stars": 1}],
        "tiers": ["easy", "medium", "easy", "easy", "easy"],
    },
}


def changed(*path: str | int, to: Any, of: dict[str, Any] = GOOD) -> dict[str, Any]:
    """``GOOD`` or another with one value set, or taken out where ``to`` is ``...``."""
    data = copy.deepcopy(of)
    here: Any = data
    for part in path[:-1]:
        here = here[part]
    if to is ...:
        del here[path[-1]]
    elif isinstance(here, list) and path[-1] == len(here):
        here.append(to)
    else:
        here[path[-1]] = to
    return data


@pytest.fixture
def load(tmp_path):
    def load(data: Any, **changes: Any):
        path = tmp_path / "config.yaml"
        path.write_text(data if isinstance(data, str) else yaml.safe_dump(data, sort_keys=False))
        return load_config(path, changes)

    return load


@pytest.fixture
def fault(load, tmp_path):
    """The one line that a config is refused with, without the name of the file."""

    def fault(data: Any, **changes: Any) -> str:
        with pytest.raises(MoatError) as caught:
            load(data, **changes)
        text = str(caught.value)
        assert "\n" not in text
        start = f"{tmp_path / 'config.yaml'}:"
        assert text.startswith(start)
        return text[len(start) :].strip()

    return fault


def test_a_good_config(load):
    # The plan plays 6x6 from level 4 on; all tiers of the pattern come, medium too.
    data = changed("boards", 1, "levels", "medium", to=9)
    config = load(data)
    assert [board.name for board in config.boards] == ["stars-5x5-1", "stars-6x6-1"]
    assert config.results == "results"
    assert config.board("stars-6x6-1").lengths["daily"] == {
        "easy": 0,
        "medium": 0,
        "hard": 7,
        "super_hard": 0,
    }
    assert config.board("stars-6x6-1").need == {"easy": 5, "medium": 9, "hard": 7, "super_hard": 0}
    assert config.generation.ceiling == 3000
    assert config.boards[1].generation == config.generation
    data["boards"][1]["generation"] = {"pilot": 7, "ceiling": 9}
    own = load(data)
    assert own.boards[0].generation == own.generation == config.generation
    assert own.boards[1].generation == Generation(pilot=7, batch=200, ceiling=9)
    assert config.distance == 2
    assert config.levels.boards[1].first == 4
    with pytest.raises(MoatError, match="no boards '9x9-1'; it has stars-5x5-1, stars-6x6-1"):
        config.board("9x9-1")
    with pytest.raises(dataclasses.FrozenInstanceError):
        config.seed = 3


def test_the_committed_config():
    config = load_config(ROOT / "config.yaml")
    kinds = [tuple(board.spec.kind.values.values()) for board in config.boards]
    assert kinds == [(6, 1), (7, 1), (8, 1), (10, 2)]
    assert all(all(board.need.values()) for board in config.boards)


def test_changes_stand_in_for_keys_of_the_file(load, fault):
    data = changed("boards", 1, "levels", "medium", to=9)
    assert load(data, banks="elsewhere", seed=9).banks == "elsewhere"
    assert load(data, banks="elsewhere", seed=9).seed == 9
    assert fault(data, seed=-1) == "seed: must be from 0 to 2097151, found -1"
    assert fault(data, bank="x") == "bank: unknown key; did you mean banks?"


def test_the_manifest_s_config_leaves_folders_out(load):
    data = changed("boards", 1, "levels", "medium", to=9)
    shown = normal(load(data))
    assert shown == normal(load(data, banks="b", results="r"))
    assert "banks" not in shown
    assert "results" not in shown
    assert shown != normal(load(data, seed=6))
    # It is a config again, but for the folders.
    again = load(yaml.safe_dump({**orjson.loads(orjson.dumps(shown)), "banks": "out"}))
    assert again == load(data)


def test_tiers_to_steer_to_are_told_of_easiest_first_and_only_where_there_are_any(load):
    data = changed("boards", 1, "levels", "medium", to=9)
    plain = load(data)
    assert [board.steer for board in plain.boards] == [(), ()]
    assert "steer" not in orjson.dumps(normal(plain)).decode()
    data["boards"][0]["steer"] = []
    assert load(data) == plain
    data["boards"][1]["steer"] = ["hard", "easy"]
    config = load(data)
    assert [board.steer for board in config.boards] == [(), ("easy", "hard")]
    shown = normal(config)["boards"]
    assert "steer" not in shown[0]
    assert list(shown[1])[:4] == ["family", "size", "stars", "style"]
    assert shown[1]["steer"] == ["easy", "hard"]


MIXED: dict[str, Any] = {
    **{key: value for key, value in GOOD.items() if key not in ("family", "quality")},
    "boards": [
        {"family": "stars", "size": 5, "stars": 1, "style": "organic", "levels": {"easy": 3}},
        {"family": "lonesum", "height": 3, "width": 5, "style": "even", "levels": {"easy": 5}},
    ],
    "levels": {
        "boards": [
            {"from": 1, "family": "lonesum", "height": 3, "width": 5},
            {"from": 9, "family": "stars", "size": 5, "stars": 1},
        ],
        "tiers": ["easy"],
    },
}


@pytest.fixture
def with_lonesum():
    config_schema.cache_clear()
    with lonesum():
        yield
    config_schema.cache_clear()


def test_boards_and_steps_of_several_families(load, with_lonesum):
    config = load(MIXED)
    assert [board.name for board in config.boards] == ["stars-5x5-1", "lonesum-3x5"]
    assert config.families == ("stars", "lonesum")
    assert [(step.kind.family, step.kind.name) for step in config.levels.boards] == [
        ("lonesum", "3x5"),
        ("stars", "5x5-1"),
    ]
    # Bounds that are left out bound nothing.
    assert config.quality["stars"]["largest_share"] == 100
    assert config.quality["lonesum"] == {"fewest_filled": 0}
    shown = orjson.loads(orjson.dumps(normal(config)))
    assert shown["levels"]["boards"][0] == {
        "from": 1, "family": "lonesum", "height": 3, "width": 5,
    }  # fmt: skip
    assert load({**shown, "banks": "out"}) == config
    # The family of the whole is that of boards and steps that name none.
    short = copy.deepcopy(MIXED)
    del short["boards"][0]["family"], short["levels"]["boards"][1]["family"]
    assert load({**short, "family": "stars"}) == config


@pytest.mark.parametrize(
    ("path", "to", "expected"),
    [
        (["boards", 1, "family"], ..., "boards[1].family: is missing; add it"),
        (["boards", 1, "family"], "stars", "boards[1].height: unknown key; known here: family, s"),
        (["boards", 1, "family"], "sudoku", "boards[1].family: must be one of stars, lonesum, fo"),
        (["boards", 1, "width"], 9, "boards[1].width: must be from 2 to 8, found 9"),
        (["boards", 1, "style"], "organic", "boards[1].style: must be one of even, dense, found"),
        (["levels", "boards", 0, "width"], ..., "levels.boards[0].width: is missing; add it"),
        (["levels", "boards", 0, "width"], 4, "levels.boards[0]: needs a levels bank of 3 by 4, "),
        (["quality"], {"lonesum": {"fewest_filled": 16}}, "quality.lonesum.fewest_filled: is mor"),
        (["boards", 1, "daily"], {"super_hard": 3}, "boards[1].daily.super_hard: 3 by 5 never re"),
    ],
)
def test_faults_in_a_config_of_several_families(fault, with_lonesum, path, to, expected):
    assert fault(changed(*path, to=to, of=MIXED)).startswith(expected)


def test_boards_may_have_a_distance_of_twins_of_their_own(load, fault):
    data = changed("boards", 1, "levels", "medium", to=9)
    data["boards"][1]["twins"] = {"distance": 7}
    config = load(data)
    assert [board.distance for board in config.boards] == [2, 7]
    assert [board["twins"]["distance"] for board in normal(config)["boards"]] == [2, 7]
    data["boards"][1]["twins"] = {"distance": -1}
    assert fault(data) == "boards[1].twins.distance: must be from 0 to 625, found -1"


def test_the_schema_put_together_is_one(with_lonesum):
    schema = config_schema()
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(MIXED)


SCHEMA_FAULTS = [
    (["edition"], ..., "edition: is missing; add it"),
    (["edition"], "", "edition: must be letters, digits, dots, dashes and underscores, a letter"),
    (["edition"], "../x", "edition: must be letters, digits, dots, dashes and underscores, a lett"),
    (["edition"], 3, "edition: must be text (put it in quotes), found 3"),
    (["editoin"], "x", "editoin: unknown key; did you mean edition?"),
    (["q"], 1, "q: unknown key; known here: edition, takes_over, seed, banks, results,"),
    (["seed"], 2**21, "seed: must be from 0 to 2097151, found 2097152"),
    (["seed"], 1.0, "seed: must be a whole number, found 1.0"),
    (["seed"], True, "seed: must be a whole number, found True"),
    (["seed"], None, "seed: must be a whole number, found nothing"),
    (["banks"], "", "banks: must not be empty, found ''"),
    (["results"], "my results", "results: must be a path of letters, digits and . _ - + ~ / alone"),
    (["results"], "", "results: must be a path of letters, digits and . _ - + ~ / alone, found ''"),
    (["family"], "sudoku", "family: must be one of stars, found 'sudoku'"),
    (["generation"], [], "generation: must be a mapping of keys, found a list"),
    (["generation", "pilot"], 0, "generation.pilot: must be from 1 to 4294967296, found 0"),
    (["generation", "ceiling"], 2**33, "generation.ceiling: must be from 1 to 4294967296, found"),
    (["quality", "stars", "largest_share"], 101, "quality.stars.largest_share: must be from 1 to"),
    (
        ["quality", "stars", "smalest_region"],
        1,
        "quality.stars.smalest_region: unknown key; did yo",
    ),
    (["quality", "largest_share"], 1, "quality.largest_share: unknown key; known here: stars"),
    (["quality", "star"], {}, "quality.star: unknown key; did you mean stars?"),
    (["twins"], 3, "twins: must be a mapping of keys, found 3"),
    (["shard"], 0, "shard: must be from 1 to 1000000, found 0"),
    (["boards"], [], "boards: must not be empty, found a list"),
    (["boards"], {"size": 6}, "boards: must be a list, found an object"),
    (["boards", 1, "size"], "6", "boards[1].size: must be a whole number, found '6'"),
    (["boards", 1, "size"], 26, "boards[1].size: must be from 1 to 25, found 26"),
    (
        ["boards", 1, "style"],
        "wild",
        "boards[1].style: must be one of organic, balanced, voronoi",
    ),
    (["boards", 1, "stars"], ..., "boards[1].stars: is missing; add it"),
    (["boards", 0, "levels", "eazy"], 3, "boards[0].levels.eazy: unknown key; did you mean easy?"),
    (["boards", 0, "levels", "easy"], -1, "boards[0].levels.easy: must be from 0 to 4294967295, f"),
    (["boards", 0, "generation"], 5, "boards[0].generation: must be a mapping of keys, found 5"),
    (["boards", 0, "generation"], {"batch": 0}, "boards[0].generation.batch: must be from 1 to 42"),
    (["boards", 0, "generation"], {"bach": 9}, "boards[0].generation.bach: unknown key; did you"),
    (["boards", 0, "steer"], "easy", "boards[0].steer: must be a list, found 'easy'"),
    (["boards", 0, "steer"], None, "boards[0].steer: must be a list, found nothing"),
    (["boards", 0, "steer"], ["eazy"], "boards[0].steer[0]: must be one of easy, medium, hard, s"),
    (["boards", 0, "steer"], ["easy", "easy"], "boards[0].steer: must name nothing twice, found "),
    (["boards", 0, "stear"], ["easy"], "boards[0].stear: unknown key; did you mean steer?"),
    (["levels", "tiers"], [], "levels.tiers: must not be empty, found a list"),
    (["levels", "tiers", 1], "mild", "levels.tiers[1]: must be one of easy, medium, hard, super_h"),
    (["levels", "boards", 1, "form"], 5, "levels.boards[1].form: unknown key; did you mean from?"),
    (["levels", "boards", 0, "from"], 0, "levels.boards[0].from: must be from 1 to 9007199254740"),
]


@pytest.mark.parametrize(("path", "to", "expected"), SCHEMA_FAULTS)
def test_faults_of_the_schema(fault, path, to, expected):
    assert fault(changed(*path, to=to)).startswith(expected)


MEANING_FAULTS = [
    (["results"], "out", "banks: is the same folder as results; name two different ones"),
    (["generation", "ceiling"], 99, "generation.ceiling: 99 is below the pilot, 100; raise it"),
    (
        ["boards", 1, "generation"],
        {"pilot": 4000},
        "boards[1].generation.ceiling: 3000 is below the pilot, 4000; raise it",
    ),
    (["boards", 0, "levels", "easy"], 12, "boards[0].levels.easy: 12 is even; use 11 or 13"),
    (["boards", 1, "daily", "hard"], 2, "boards[1].daily.hard: 2 is even; use 1 or 3"),
    (
        ["boards", 1, "size"],
        5,
        "boards[1]: 5x5 with 1 star is boards[0] already; join the two",
    ),
    (
        ["boards", 0, "stars"],
        2,
        "boards[0].size: 5x5 with 2 stars cannot be made; use a size from 8 to 12",
    ),
    (
        ["boards", 2],
        {"size": 25, "stars": 2, "style": "organic", "levels": {"easy": 3}},
        "boards[2].size: 25x25 with 2 stars has no measured yields (docs/yields.md); use a size"
        " from 8 to 12",
    ),
    (
        ["boards", 0, "size"],
        3,
        "boards[0].size: 3x3 with 1 star cannot be made; use a size from 4 to 25",
    ),
    (
        ["boards", 2],
        {"size": 4, "stars": 1, "style": "organic", "levels": {"super_hard": 3}},
        "boards[2].levels.super_hard: 4x4 with 1 star never reaches super_hard; set it to 0",
    ),
    (
        ["boards", 2],
        {"size": 8, "stars": 1, "style": "organic", "levels": {"easy": 0}},
        "boards[2]: every length is 0; give one, or leave these boards out",
    ),
    (
        ["boards", 0, "steer"],
        ["easy", "hard"],
        "boards[0].steer[1]: no bank of these boards is hard; give it a length, or leave it out",
    ),
    (["levels", "boards", 0, "from"], 2, "levels.boards[0].from: must be 1, found 2"),
    (
        ["levels", "boards", 2],
        {"from": 4, "size": 5, "stars": 1},
        "levels.boards[2].from: 4 must be above 4, the one before",
    ),
    (
        ["levels", "boards", 1, "size"],
        9,
        "levels.boards[1]: needs a levels bank of 9x9 with 1 star, easy; give it a length",
    ),
    (
        ["levels", "tiers", 0],
        "hard",
        "levels.boards[0]: needs a levels bank of 5x5 with 1 star, hard; give it a length",
    ),
]


@pytest.mark.parametrize(("path", "to", "expected"), MEANING_FAULTS)
def test_faults_of_meaning(fault, path, to, expected):
    assert fault(changed(*path, to=to)) == expected


def test_a_tier_is_needed_only_where_the_plan_plays_it(load, fault):
    # Levels 1 to 3 are easy, medium, easy; from 4 on all five of the pattern come again.
    assert fault(GOOD) == (
        "levels.boards[1]: needs a levels bank of 6x6 with 1 star, medium; give it a length"
    )
    # 6x6 at levels 3 to 5 alone is easy each time.
    data = changed("levels", "boards", 2, to={"from": 6, "size": 5, "stars": 1})
    data["levels"]["boards"][1]["from"] = 3
    assert load(data).levels.boards[2].first == 6
    data["levels"]["boards"][2]["from"] = 8  # 6x6 at level 7 is medium
    assert fault(data).endswith("6x6 with 1 star, medium; give it a length")


def test_text_that_is_not_a_config(fault, tmp_path):
    good = yaml.safe_dump(GOOD, sort_keys=False)
    assert fault("") == "the file: must be a mapping of keys, found nothing"
    assert fault("[1, 2]") == "the file: must be a mapping of keys, found a list"
    assert fault(good + "seed: 6\n") == "line 46: key 'seed' stands twice; keep one".replace(
        "46", str(good.count("\n") + 1)
    )
    twice = good.replace("distance: 2", "distance: 2\n  distance: 3")
    assert fault(twice).endswith("key 'distance' stands twice; keep one")
    assert fault(good + "7: x\n").endswith(": a key must be text, found 7")
    assert fault(good + "twins: {distance: 3\n").startswith("line ")
    assert "is not YAML" in fault(good + "twins: {distance: 3\n")
    assert "is not YAML" in fault("a: !!python/object:os.system x")
    assert "is not YAML" in fault("\x00")
    (tmp_path / "latin.yaml").write_bytes("edition: \xe9".encode("latin-1"))
    with pytest.raises(MoatError, match=r"latin\.yaml: is not UTF-8 text; save it as UTF-8"):
        load_config(tmp_path / "latin.yaml")
    with pytest.raises(MoatError, match=r"none\.yaml: cannot be read: No such file"):
        load_config(tmp_path / "none.yaml")
    with pytest.raises(MoatError, match="cannot be read: Is a directory"):
        load_config(tmp_path)
