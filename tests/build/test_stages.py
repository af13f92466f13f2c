from __future__ import annotations

import copy
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest
from jsonschema import Draft202012Validator

import moat_bank
from moat_bank.build import stages
from moat_bank.build.batches import make_batch, read_tallies
from moat_bank.build.config import BoardConfig, Config
from moat_bank.build.counts import Range, batch_ranges
from moat_bank.build.manifest import pool_key
from moat_bank.build.names import choice_name, edition_name, recipe_name
from moat_bank.errors import MoatError
from moat_bank.families.fields import entry_schema
from moat_bank.files import read_array, read_json, write_array, write_json
from moat_bank.kind import TIERS
from moat_bank.runtime import Banks
from moat_bank.schemas import SCHEMAS, load_schema
from tests.build.conftest import SMALL, build_board, build_edition
from tests.build.synthetic import Synthetic

ROOT = Path(__file__).parents[2]


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def checker(name: str) -> Draft202012Validator:
    return Draft202012Validator(entry_schema("stars") if name == "entry" else load_schema(name))


def validate(shard: dict[str, Any]) -> None:
    """Hold a shard and its entries to their schemas."""
    checker("shard").validate(shard)
    for entries in shard.values():
        for entry in entries:
            checker("entry").validate(entry)


def test_a_batch_writes_its_records_and_what_it_was_made_from(configure, tmp_path):
    config, family = configure(), Synthetic()
    board = config.boards[0]
    make_batch(config, board, family, Range("", 40, 25), tmp_path)
    records = read_array(tmp_path / "0000000040-25.npy")
    assert records["seed"].tolist() == sorted(records["seed"].tolist())
    seeds = records["seed"] - (3 << 32)
    assert seeds.min() >= 40
    assert seeds.max() < 65
    (tally,) = read_tallies(tmp_path, [Range("", 40, 25)])
    assert tally["recipe"]["fingerprint"] == "synthetic"
    assert tally["recipe"]["kind"] == {"size": 5, "stars": 1}
    assert tally["recipe"]["style"] == "organic"
    assert tally["candidates"] == tally["outcomes"]["candidates"] == 25
    assert tally["tiers"] == {
        tier: int((records["tier"] == i).sum()) for i, tier in enumerate(TIERS)
    }
    assert sum(tally["hardest"].values()) == len(records) == tally["outcomes"]["rated"]


def test_equal_boards_of_all_batches_are_found(configure, tmp_path):
    config, family = configure(), Synthetic(variety=90)
    board = config.boards[0]
    for first, count in ((0, 60), (60, 50), (110, 50)):
        make_batch(config, board, family, Range("", first, count), tmp_path / "batches")
    stages.dedupe_stage(board, "160", tmp_path)
    files = [f"{bounds}.npy" for bounds in ("0000000000-60", "0000000060-50", "0000000110-50")]
    records = np.concatenate([read_array(tmp_path / "batches" / file) for file in files])
    keys, seeds = records["key"].tolist(), records["seed"].tolist()
    repeats = read_array(tmp_path / "repeats" / "160.npy").tolist()
    assert repeats == [seed for i, seed in enumerate(seeds) if keys[i] in keys[:i]]
    facts = read_json(tmp_path / "repeats" / "160.json")
    assert facts["duplicates"] == len(keys) - len(set(keys)) > 0
    assert facts["candidates"] == facts["outcomes"]["candidates"] == 160
    assert sum(facts["tiers"].values()) == len(keys)


def test_an_edition_is_what_the_config_asks_for(configure, tmp_path):
    config = configure()
    folder = build_edition(config, Synthetic(), tmp_path)
    manifest = orjson.loads((folder / "manifest.json").read_bytes())
    assert [(b["pool"], b["size"], b["tier"], b["length"]) for b in manifest["banks"]] == [
        ("levels", 5, "easy", 21),
        ("levels", 5, "medium", 9),
        ("levels", 5, "hard", 3),
        ("levels", 6, "easy", 7),
        ("daily", 5, "easy", 5),
        ("daily", 5, "super_hard", 1),
        ("events", 5, "easy", 3),
        ("events", 6, "hard", 1),
    ]
    ids = []
    for bank in manifest["banks"]:
        counts = [shard["count"] for shard in bank["shards"]]
        assert sum(counts) == bank["length"]
        assert all(count == 4 for count in counts[:-1])
        for number, shard in enumerate(bank["shards"]):
            data = (folder / shard["file"]).read_bytes()
            digest = hashlib.sha256(data).hexdigest()
            kind = f"stars-{bank['size']}x{bank['size']}-1"
            name = f"{kind}-{bank['tier']}-{number:04d}.{digest[:12]}.json"
            assert shard["file"] == f"{bank['pool']}/{name}"
            assert shard["sha256"] == digest
            assert shard["bytes"] == len(data)
            (tier, entries), *rest = orjson.loads(data).items()
            assert not rest
            assert tier == bank["tier"]
            assert len(entries) == shard["count"]
            assert data == orjson.dumps({tier: entries}) + b"\n"
            ids += [(bank["size"], entry["id"]) for entry in entries]
            validate({tier: entries})
    assert len(set(ids)) == len(ids) == 50
    named = {shard["file"] for bank in manifest["banks"] for shard in bank["shards"]}
    assert set(tree(folder)) == named | {"manifest.json"}
    checker("manifest").validate(manifest)


def test_levels_rise_and_other_pools_stand_in_the_order_of_seeds(configure, tmp_path):
    config = configure()
    folder = build_edition(config, Synthetic(), tmp_path)
    manifest = orjson.loads((folder / "manifest.json").read_bytes())
    for bank in manifest["banks"]:
        entries = [
            entry
            for shard in bank["shards"]
            for entry in orjson.loads((folder / shard["file"]).read_bytes())[bank["tier"]]
        ]
        place = [(e["score"] if bank["pool"] == "levels" else 0, e["seed"]) for e in entries]
        assert place == sorted(place)
        if bank["length"] == 21:
            # The boards are those that were chosen first: only where they stand depends on scores.
            chosen = read_array(tmp_path / "stars-5x5-1" / "selected.npy")["seed"][:21].tolist()
            assert sorted(entry["seed"] for entry in entries) == chosen
            assert len({entry["score"] for entry in entries}) > 3


def test_the_manifest_s_frame(configure, tmp_path):
    config = configure()
    folder = build_edition(config, Synthetic(), tmp_path)
    data = (folder / "manifest.json").read_bytes()
    manifest = orjson.loads(data)
    assert data == orjson.dumps(manifest, option=orjson.OPT_INDENT_2) + b"\n"
    assert list(manifest) == [
        *("format", "encoding", "edition", "versions", "shard", "banks", "levels"),
        *("daily", "events", "config"),
    ]
    assert (manifest["format"], manifest["encoding"]) == (3, "rows")
    assert manifest["versions"] == {"stars": {"generator": "synthetic-1", "rater": "synthetic-1"}}
    assert list(manifest["banks"][0]) == [
        *("pool", "family", "size", "stars", "tier", "length", "shards"),
    ]
    assert manifest["levels"] == {
        "boards": [
            {"from": 1, "family": "stars", "size": 5, "stars": 1},
            {"from": 6, "family": "stars", "size": 6, "stars": 1},
        ],
        "tiers": ["easy"],
    }
    assert manifest["config"]["seed"] == 3
    keys = [manifest[pool]["key"] for pool in ("daily", "events")]
    assert keys == [pool_key(3, "daily"), pool_key(3, "events")]
    assert len({pool_key(seed, pool) for seed in range(99) for pool in ("daily", "events")}) == 198
    assert all(0 <= key < 2**32 for key in keys)


def test_sizes_of_batches_do_not_change_the_banks(configure, tmp_path):
    first = tree(build_edition(configure(), Synthetic(), tmp_path / "a"))
    sizes = {"pilot": 211, "batch": 1000, "ceiling": 5000}
    other = tree(build_edition(configure(generation=sizes), Synthetic(), tmp_path / "b"))
    assert first.pop("manifest.json") != other.pop("manifest.json")  # it carries the config
    assert first == other


def test_repeats_and_near_twins_change_nothing_but_the_number_of_candidates(configure, tmp_path):
    config = configure()
    folder = tmp_path / "few"
    build_board(config, config.boards[0], Synthetic(variety=400), folder)
    facts = read_json(folder / "selected.json")
    assert facts["duplicates"] > 0
    assert facts["twins"]["boards"] == 42
    keys = read_array(folder / "selected.npy")["key"].tolist()
    assert len(set(keys)) == len(keys) == 42


def test_too_rare_a_tier_ends_the_build_with_one_line(configure, tmp_path):
    config = configure(generation={"pilot": 60, "batch": 50, "ceiling": 150})
    with pytest.raises(MoatError) as caught:
        build_board(config, config.boards[0], Synthetic(variety=20), tmp_path)
    text = str(caught.value)
    assert text.startswith("5x5 with 1 star, ")
    assert " in 150 candidates" in text
    assert not (tmp_path / "chosen" / "150.npy").exists()


def test_only_a_choice_that_fills_every_tier_is_selected(configure, tmp_path):
    board = configure().boards[0]
    build_board(configure(), board, Synthetic(), tmp_path)
    first, *_, last = sorted(tmp_path.glob("chosen/*.npy"), key=lambda path: int(path.stem))
    for counts, chosen in ((first.stem, first), (first.stem, last)):
        with pytest.raises(MoatError, match=f"is not what is chosen of {counts} candidates in the"):
            stages.select_stage(board, counts, tmp_path, chosen, tmp_path / "again.npy")
    assert not (tmp_path / "again.npy").exists()
    # It is the choice, cut into banks: each choice holds what there was at the time.
    records, chosen = read_array(tmp_path / "selected.npy"), read_array(last)
    assert sorted(records["seed"].tolist()) == sorted(chosen["seed"].tolist())
    assert len(read_array(first)) < len(chosen)


def test_what_does_not_fit_is_refused(configure, tmp_path):
    config, family = configure(), Synthetic()
    selected = [build_board(config, b, family, tmp_path / b.name) for b in config.boards]
    out = tmp_path / "staged"
    with pytest.raises(MoatError, match="2 files of boards are needed, found 1"):
        stages.shard_stage(config, {"stars": family}, selected[:1], out)
    with pytest.raises(
        MoatError, match="stars-5x5-1: the boards chosen are not those of the config"
    ):
        stages.shard_stage(config, {"stars": family}, selected[::-1], out)
    records = np.array(read_array(selected[0]))
    for wrong, text in (
        (records[:-1], "the boards chosen are not those of the config"),
        (records[::-1], "the boards chosen are not those of the config"),
        (np.concatenate([records, records[-1:]]), "more boards were chosen than the config asks"),
    ):
        write_array(tmp_path / "wrong.npy", wrong)
        with pytest.raises(MoatError, match=f"stars-5x5-1: {text}"):
            stages.shard_stage(
                config, {"stars": family}, [tmp_path / "wrong.npy", selected[1]], out
            )
        assert not (out / "manifest.json").exists()

    folder, board = tmp_path / "stars-5x5-1", config.boards[0]
    for ending, stage in ((".keys", dedupe), (".npy", choose)):
        path = folder / "batches" / f"0000000000-60{ending}"
        whole = path.read_bytes()
        write_array(path, np.array(read_array(path))[..., :-1])
        with pytest.raises(MoatError, match=f"0000000000-60{ending}: does not fit its tally; del"):
            stage(config, board, folder)
        path.write_bytes(whole)
        stage(config, board, folder)
    records = np.array(read_array(path))
    write_array(folder / "repeats" / "60.npy", records["seed"][3:9])
    choose(config, board, folder)
    write_array(path, np.delete(records, 5))
    tally = read_json(path.with_suffix(".json"))
    tally["tiers"][TIERS[records["tier"][5]]] -= 1
    write_json(path.with_suffix(".json"), tally)
    with pytest.raises(MoatError, match=r"repeats/60\.npy: does not fit the batches; delete it"):
        choose(config, board, folder)


def dedupe(config: Config, board: BoardConfig, folder: Path) -> None:
    stages.dedupe_stage(board, "60", folder)


def choose(config: Config, board: BoardConfig, folder: Path) -> None:
    stages.choose_stage(board, Synthetic(), "60", folder, folder / "chosen.npy")


def test_a_stage_that_is_run_again_writes_the_same_bytes(configure, tmp_path):
    config = configure()
    staged = build_edition(config, Synthetic(), tmp_path)
    before = tree(staged)
    (staged / "levels" / "left.json").write_text("over")
    selected = [tmp_path / board.name / "selected.npy" for board in config.boards]
    stages.shard_stage(config, {"stars": Synthetic()}, selected, staged)
    assert tree(staged) == before


def test_compiling_does_one_part_and_says_so(tmp_path):
    done = []

    class Watched(Synthetic):
        def compile(self, part):
            super().compile(part)
            done.append(part)

    stages.compile_stage(Watched(), "all", tmp_path / "x" / "compiled.json")
    assert done == ["all"]
    assert read_json(tmp_path / "x" / "compiled.json") == {
        "fingerprint": "synthetic",
        "part": "all",
    }
    with pytest.raises(MoatError, match="no part 'none'"):
        stages.compile_stage(Watched(), "none", tmp_path / "none.json")
    assert not (tmp_path / "none.json").exists()


def test_names_change_with_what_their_files_depend_on(configure):
    def names(config, family=Synthetic()):  # noqa: B008
        board = config.boards[0]
        return (
            recipe_name(config, board, family),
            choice_name(board),
            edition_name(config, {"stars": family}),
        )

    base = names(configure())
    assert names(configure(results="r", banks="b")) == base
    other = Synthetic()
    other.fingerprint = "edited"
    longer = configure().boards[0]
    changes = {  # which of recipe, choice and edition are other than before
        (True, False, True): [
            names(configure(seed=4)),
            names(configure(quality={"stars": {"largest_share": 50}})),
            names(configure(), other),
        ],
        (False, True, True): [
            names(configure(twins={"distance": 3})),
            names(configure(boards=with_own(twins={"distance": 3}))),
            names(configure(boards=steered("hard"))),
            names(configure(generation={"pilot": 60, "batch": 50, "ceiling": 5001})),
            names(configure(boards=with_own(generation={"ceiling": 5001}))),
        ],
        (False, False, True): [
            names(configure(shard=5)),
            names(configure(edition="test-2")),
            names(
                configure(
                    levels={"boards": [{"from": 1, "size": 5, "stars": 1}], "tiers": ["easy"]}
                )
            ),
        ],
    }
    assert longer.name == "stars-5x5-1"
    for expected, cases in changes.items():
        for case in cases:
            assert tuple(a != b for a, b in zip(case, base, strict=True)) == expected
    assert base[2].startswith("test-1-")


def with_own(**keys: Any) -> list[dict[str, Any]]:
    """The small boards, of which the first has keys of its own."""
    first, *others = copy.deepcopy(SMALL["boards"])
    return [{**first, **keys}, *others]


def steered(*tiers: str) -> list[dict[str, Any]]:
    """The small boards, of which the first are steered to tiers."""
    first, *others = copy.deepcopy(SMALL["boards"])
    return [{**first, "steer": list(tiers)}, *others]


def entries_of(folder: Path) -> dict[tuple[str, int, str], list[dict[str, Any]]]:
    """The entries of each bank of an edition: pool, size and tier."""
    manifest = read_json(folder / "manifest.json")
    return {
        (bank["pool"], bank["size"], bank["tier"]): [
            entry
            for shard in bank["shards"]
            for entry in read_json(folder / shard["file"])[bank["tier"]]
        ]
        for bank in manifest["banks"]
    }


def test_candidates_are_steered_to_a_tier_that_natural_ones_do_not_fill(configure, tmp_path):
    boards = steered("super_hard", "medium")
    boards[0]["daily"]["super_hard"] = 5
    config = configure(boards=boards, twins={"distance": 0})
    folder = build_edition(config, Synthetic(), tmp_path)
    made = sorted(path.stem for path in (tmp_path / "stars-5x5-1" / "batches").glob("*.npy"))
    natural = [stem for stem in made if "hard" not in stem]
    assert made[len(natural) :] == ["super_hard-0000000000-15"]
    facts = read_json(tmp_path / "stars-5x5-1" / "selected.json")
    assert facts["candidates"] == facts["outcomes"]["candidates"] == 60 + 50 * (len(natural) - 1)
    assert facts["steered"].keys() == {"super_hard"}  # there were enough of medium
    banks = entries_of(folder)
    aimed = [entry for entry in banks["daily", 5, "super_hard"] if "aim" in entry]
    assert facts["taken"] == {"medium": 0, "super_hard": len(aimed)}
    assert 0 < len(aimed) < 5
    assert {(*list(entry)[:3], entry["aim"]) for entry in aimed} == {
        ("seed", "style", "aim", "super_hard")
    }
    validate({"super_hard": banks["daily", 5, "super_hard"]})
    checker("manifest").validate(read_json(folder / "manifest.json"))
    # All the others are those of a build that does not steer.
    del boards[0]["steer"]
    config = configure(boards=boards, twins={"distance": 0})
    plain = entries_of(build_edition(config, Synthetic(), tmp_path / "plain"))
    assert {bank: e for bank, e in banks.items() if e != plain[bank]}.keys() == {
        ("daily", 5, "super_hard")
    }


def test_natural_boards_come_first_and_levels_rise_over_both(configure, tmp_path):
    boards = steered("hard")
    boards[0]["levels"]["hard"], boards[0]["events"]["hard"] = 31, 3
    folder = build_edition(configure(boards=boards, twins={"distance": 0}), Synthetic(), tmp_path)
    banks = entries_of(folder)
    levels, events = banks["levels", 5, "hard"], banks["events", 5, "hard"]
    natural = [entry for entry in levels if "aim" not in entry]
    assert 0 < len(natural) < 31
    assert all(entry["aim"] == "hard" for entry in events)
    placed = [(entry["score"], "aim" in entry, entry["seed"]) for entry in levels]
    assert placed == sorted(placed)
    files = sorted((tmp_path / "stars-5x5-1" / "batches").glob("0*.npy"))
    records = np.concatenate([read_array(file) for file in files])
    wanted = records["seed"][records["tier"] == TIERS.index("hard")].tolist()
    assert sorted(entry["seed"] for entry in natural) == wanted


def test_a_natural_board_stands_for_the_steered_ones_that_are_equal(configure, tmp_path):
    config, family = configure(boards=steered("easy")), Synthetic(variety=90)
    board = config.boards[0]
    ranges = batch_ranges(board.generation, "60-easy60")
    for part in ranges:
        make_batch(config, board, family, part, tmp_path / "batches")
    stages.dedupe_stage(board, "60-easy60", tmp_path)
    natural, *others = (read_array(tmp_path / "batches" / f"{part.name}.npy") for part in ranges)
    aimed = np.concatenate(others)
    keys = natural["key"].tolist() + aimed["key"].tolist()
    again = [key in keys[:i] for i, key in enumerate(keys)]
    seeds = [*natural["seed"].tolist(), *(2**53 + seed for seed in aimed["seed"].tolist())]
    repeats = read_array(tmp_path / "repeats" / "60-easy60.npy").tolist()
    assert repeats == [seed for seed, met in zip(seeds, again, strict=True) if met]
    facts = read_json(tmp_path / "repeats" / "60-easy60.json")
    assert facts["duplicates"] == sum(again[: len(natural)])
    assert facts["steered"]["easy"]["duplicates"] == sum(again[len(natural) :])
    assert set(natural["key"].tolist()) & set(aimed["key"].tolist())


def test_a_board_may_have_numbers_of_candidates_of_its_own(configure, tmp_path):
    config = configure(boards=with_own(generation={"pilot": 30, "batch": 70}))
    assert vars(config.boards[0].generation) == {"pilot": 30, "batch": 70, "ceiling": 5000}
    assert vars(config.boards[1].generation) == SMALL["generation"]
    folder = build_edition(config, Synthetic(), tmp_path)
    batches = {
        board.name: sorted(p.stem for p in (tmp_path / board.name / "batches").glob("*.npy"))
        for board in config.boards
    }
    assert batches["stars-5x5-1"][:2] == ["0000000000-30", "0000000030-70"]
    assert batches["stars-6x6-1"][0] == "0000000000-60"
    plain = tree(build_edition(configure(), Synthetic(), tmp_path / "plain"))
    made = tree(folder)
    shown = orjson.loads(made.pop("manifest.json"))["config"]["boards"]
    assert [board["generation"]["pilot"] for board in shown] == [30, 60]
    del plain["manifest.json"]
    assert made == plain


SEVERAL = [
    {
        "size": 8,
        "stars": 2,
        "style": "organic",
        "levels": {"easy": 9, "medium": 5, "super_hard": 1},
        "daily": {"easy": 3},
    },
    {"size": 5, "stars": 1, "style": "organic", "levels": {"easy": 7}},
]


def test_kinds_of_one_star_and_of_several_stand_side_by_side(configure, tmp_path):
    steps = [{"from": 1, "size": 5, "stars": 1}, {"from": 3, "size": 8, "stars": 2}]
    config = configure(boards=SEVERAL, levels={"boards": steps, "tiers": ["easy"]})
    folder = build_edition(config, Synthetic(), tmp_path)
    manifest = orjson.loads((folder / "manifest.json").read_bytes())
    checker("manifest").validate(manifest)
    kinds = [(b["pool"], b["size"], b["stars"], b["tier"], b["length"]) for b in manifest["banks"]]
    assert kinds == [
        ("levels", 8, 2, "easy", 9),
        ("levels", 8, 2, "medium", 5),
        ("levels", 8, 2, "super_hard", 1),
        ("levels", 5, 1, "easy", 7),
        ("daily", 8, 2, "easy", 3),
    ]
    for bank in manifest["banks"]:
        for shard in bank["shards"]:
            content = orjson.loads((folder / shard["file"]).read_bytes())
            validate(content)
            for entry in content[bank["tier"]]:
                assert len(entry["rounds"]) == (12 if bank["stars"] > 1 else 5)
                assert len(entry["solution"]) == bank["size"]
    banks = Banks(folder)
    for number in range(3, 40):
        level = banks.level(number)
        assert (level.size, level.stars) == (8, 2)
        stars = [[r, c] for r, row in enumerate(level.solution) for c in row]
        assert banks.check_claim(number, stars).valid
        assert banks.check_claim(number, stars[1:]).broken == "count"
        rows = [sorted(row) for row in level.solution]
        assert rows == level.solution


@pytest.fixture(scope="module")
def names_of_copy(tmp_path_factory):
    """A copy of the package, and what it calls the results of one config."""
    root = tmp_path_factory.mktemp("copied")
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(moat_bank.__file__).parent, root / "moat_bank", ignore=ignore)
    program = (
        "from moat_bank.build.names import *\n"
        "from moat_bank.build.config import load_config\n"
        "from moat_bank.families.registry import engine\n"
        f"c, e = load_config({str(ROOT / 'config.yaml')!r}), engine('stars')\n"
        "b = c.boards[0]\n"
        "print(recipe_name(c, b, e), choice_name(b), edition_name(c, {'stars': e}))\n"
    )

    def names() -> list[str]:
        env = {**os.environ, "PYTHONPATH": str(root), "NUMBA_DISABLE_JIT": "1"}
        command = [sys.executable, "-c", program]
        return subprocess.run(command, env=env, check=True, capture_output=True).stdout.split()

    return root / "moat_bank", names, names()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("build/batches.py", (True, True, True)),
        ("build/dedupe.py", (True, True, True)),
        ("families/base.py", (True, True, True)),
        ("families/stars/engine/rate.py", (True, False, True)),
        ("symmetry.py", (True, False, True)),
        ("build/twins.py", (False, True, True)),
        ("check/verify.py", (False, False, True)),
        ("families/stars/proof/rating.py", (False, False, True)),
        ("runtime/__init__.py", (False, False, False)),
    ],
)
def test_an_edit_of_the_code_changes_the_names_of_what_it_makes(names_of_copy, file, expected):
    package, names, before = names_of_copy
    text = (package / file).read_text()
    (package / file).write_text(text + "EDITED = 1\n")
    after = names()
    (package / file).write_text(text)
    assert tuple(a != b for a, b in zip(after, before, strict=True)) == expected


def test_schemas_are_schemas_and_refuse_what_is_wrong(configure, tmp_path):
    for name in SCHEMAS:
        Draft202012Validator.check_schema(load_schema(name))
    folder = build_edition(configure(), Synthetic(), tmp_path)
    manifest = read_json(folder / "manifest.json")
    shard = read_json(folder / manifest["banks"][0]["shards"][0]["file"])
    entry = shard["easy"][0]
    assert not checker("entry").is_valid({**entry, "more": 1})
    assert checker("entry").is_valid(entry)
    for key in entry.keys() - {"seed", "style"}:  # imported entries have none
        assert not checker("entry").is_valid({k: v for k, v in entry.items() if k != key})
    assert not checker("entry").is_valid({**entry, "r": 13})
    assert not checker("entry").is_valid({**entry, "id": "xyz"})
    assert not checker("shard").is_valid({**shard, "hard": []})
    assert not checker("entry").is_valid({**entry, "steps": -1})
    assert checker("manifest").is_valid(manifest)
    for key in manifest:
        assert not checker("manifest").is_valid({k: v for k, v in manifest.items() if k != key})
    assert not checker("manifest").is_valid({**manifest, "format": 2})
    assert not checker("manifest").is_valid({**manifest, "daily": {"key": 2**32}})


def test_damaged_results_are_named(configure, tmp_path):
    config = configure()
    folder = tmp_path / "stars-5x5-1"
    build_board(config, config.boards[0], Synthetic(), folder)
    tally = folder / "batches" / "0000000000-60.json"
    whole = tally.read_bytes()
    tally.write_bytes(b"{")
    with pytest.raises(MoatError, match=r"0000000000-60\.json: is damaged"):
        stages.dedupe_stage(config.boards[0], "60", folder)
    tally.unlink()
    with pytest.raises(MoatError, match=r"0000000000-60\.json: cannot be read: No such file"):
        stages.dedupe_stage(config.boards[0], "60", folder)
    tally.write_bytes(whole)
    write_json(folder / "repeats" / "60.npy", {})
    with pytest.raises(MoatError, match=r"60\.npy: is damaged"):
        stages.choose_stage(config.boards[0], Synthetic(), "60", folder, folder / "chosen.npy")
