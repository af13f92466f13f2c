"""Boards from elsewhere become a bank that the checker proves, and what stays out is named."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import orjson
import pytest
from jsonschema import Draft202012Validator

from moat_bank.build import imported, importing
from moat_bank.check.verify import verify
from moat_bank.cli import verify as cli_verify
from moat_bank.cli.main import main
from moat_bank.errors import MoatError
from moat_bank.families import reading, registry
from moat_bank.families.base import Rating, Solutions, Spec
from moat_bank.families.fields import entry_schema
from moat_bank.families.registry import engine, play
from moat_bank.families.stars import words
from moat_bank.families.stars.kind import StarsKind
from moat_bank.kind import TIERS
from moat_bank.runtime import Banks
from moat_bank.schemas import load_schema
from moat_bank.symmetry import transform_rows
from tests.check import tiny_bank
from tests.families.stars.oracle import boards, exhaustive


@cache
def stock() -> list[tuple[int, str, dict[str, Any]]]:
    """Good boards of two sizes, found and rated by the oracles: (size, tier, entry)."""
    return [
        (size, tier, play("stars").upgraded(entry))
        for size in (5, 6)
        for tier, entries in tiny_bank.rated_boards(size).items()
        for entry in entries
    ]


def lines(grids: list[Any]) -> bytes:
    return b"".join(orjson.dumps({"regions": grid}) + b"\n" for grid in grids)


def gather(*files: tuple[str, bytes]) -> importing.Imports:
    return importing.gather(files, lambda data: reading.read(reading.decode(data)))


def made(folder: Path, *files: tuple[str, bytes], tiers: list[str] | None = None) -> dict[str, Any]:
    found = gather(*files)
    banks, _ = imported.cut_to_odd(found)
    plan = imported.level_plan(banks, tiers)
    imported.publish_imported(folder, banks, plan, "mine-1", 2, 1)
    return orjson.loads((folder / "manifest.json").read_bytes())


def test_good_boards_enter_with_the_oracles_rating():
    found = gather(("a.jsonl", lines([entry["regionMap"] for _, _, entry in stock()])))
    assert found.refused == []
    assert found.files == [("a.jsonl", "jsonl", len(stock()))]
    assert found.taken == len(stock())
    entries = {}
    for (kind, tier), taken in found.banks.items():
        assert kind == StarsKind(kind.rows, 1)
        for one in taken:
            entries[one.place] = (kind.rows, tier, orjson.loads(one.entry))
    for number, (size, tier, entry) in enumerate(stock(), 1):
        want = {
            "source": f"a.jsonl line {number}",
            **{key: value for key, value in entry.items() if key not in ("seed", "style")},
            "generator": "import",
        }
        assert entries[f"line {number}"] == (size, tier, want)
        assert list(entries[f"line {number}"][2]) == list(want)


def other_board(size: int, solutions: int) -> list[list[int]]:
    """A board with so many solutions (2 for more), without symmetry."""
    rng = random.Random(size + solutions)
    while True:
        grid = [list(row) for row in boards.grown(rng, size)]
        if len(exhaustive.solutions(grid, 1, 2)) == solutions:
            return grid


def test_each_board_that_stays_out_is_named_with_its_place_and_reason():
    good = stock()[0][2]
    grid, solution = good["regionMap"], good["solution"]
    renamed = [[4 - cell for cell in row] for row in transform_rows(grid, 6)]
    symmetric = [[row] * 4 for row in range(4)]
    wrong = [solution[1], solution[0], *solution[2:]]
    files = [
        ("deep/down/a.jsonl", lines([grid, renamed])),
        (
            "b.jsonl",
            orjson.dumps({"regions": grid, "solution": solution, "name": "again"})
            + b"\n"
            + orjson.dumps({"regions": stock()[1][2]["regionMap"], "solution": wrong})
            + b"\n"
            + lines([symmetric, other_board(5, 0), other_board(5, 2)]),
        ),
        ("c.txt", b"AAB\nABB\nCC\n"),
        ("d.bin", b"\xff\xfe"),
        ("e.txt", b""),
        (
            "two.sbn",
            b"10x2.AAAABBBBBCDDDDBEEBBCDDDDBECBCCDDBBBECCCCDDBBBEFCCCDDGGFFFGGCDDGGFGGGGC\n",
        ),
    ]
    found = gather(*files)
    assert found.taken == 1
    assert [(one.file, one.place, one.reason) for one in found.refused] == [
        (
            "deep/down/a.jsonl",
            "line 2",
            "is, turned, mirrored or renamed, the board of deep/down/a.jsonl: line 1",
        ),
        (
            "b.jsonl",
            "line 1",
            "is, turned, mirrored or renamed, the board of deep/down/a.jsonl: line 1",
        ),
        ("b.jsonl", "line 2", "has another solution than the one given with it"),
        ("b.jsonl", "line 3", "equals one of its own turns or mirrors"),
        ("b.jsonl", "line 4", "has no solution"),
        ("b.jsonl", "line 5", "has more than one solution"),
        ("c.txt", "line 1", "row 3 has 2 cells, but there are 3 rows"),
        ("d.bin", "", "byte 1: is not UTF-8 text"),
        ("e.txt", "", "is empty"),
        ("two.sbn", "line 1", "there are 70 letters, but 10 rows have 100"),
    ]
    assert found.files == [
        ("deep/down/a.jsonl", "jsonl", 2),
        ("b.jsonl", "jsonl", 5),
        ("c.txt", "text", 0),
        ("d.bin", "", 0),
        ("e.txt", "", 0),
        ("two.sbn", "letters", 0),
    ]
    ((taken,),) = found.banks.values()
    assert orjson.loads(taken.entry)["source"] == "a.jsonl line 1"  # the folders are nobody's


class Otherwise:
    """The engine of stars, but for some of its methods."""

    def __init__(self, **methods: Any) -> None:
        self.methods = methods

    def __getattr__(self, name: str) -> Any:
        return self.methods.get(name) or getattr(engine("stars"), name)


@pytest.mark.parametrize(
    ("methods", "reason"),
    [
        ({"rate": lambda *_: Rating(None, {})}, "is not finished by logic without a guess"),
        (
            {"rate": lambda *_: Rating(None, {}, undecided=True)},
            "has too many possibilities to be rated",
        ),
        (
            {"solutions": lambda *_: Solutions([[0]], complete=False)},
            "has too many possibilities to say how many solutions there are",
        ),
        (
            {"solutions": lambda *_: Solutions([[0], [1]], complete=False)},
            "has more than one solut",
        ),
    ],
)
def test_a_board_that_is_not_finished_or_not_decided_stays_out(monkeypatch, methods, reason):
    monkeypatch.setattr(registry, "engine", lambda _: Otherwise(**methods))
    found = gather(("a", lines([stock()[0][2]["regionMap"]])))
    assert [one.reason[: len(reason)] for one in found.refused] == [reason]


def test_banks_are_cut_to_odd_lengths_and_the_last_is_named():
    tier = [one for one in stock() if one[:2] == (5, "easy")][:4]
    found = gather(("a", lines([entry["regionMap"] for _, _, entry in tier])))
    banks, left_out = imported.cut_to_odd(found)
    assert [one.place for one in banks[StarsKind(5), "easy"]] == ["line 1", "line 2", "line 3"]
    assert [(one.place, one.reason) for one in left_out] == [
        ("line 4", "is left out, since the length of a bank is odd")
    ]
    banks, left_out = imported.cut_to_odd(
        gather(("a", lines([entry["regionMap"] for _, _, entry in tier[:1]])))
    )
    assert (len(banks), left_out) == (1, [])


# The level plan


def lengths(**kinds: dict[str, int]) -> dict[importing.BankKey, range]:
    return {
        (StarsKind(int(kind[1:])), tier): range(many)
        for kind, tiers in kinds.items()
        for tier, many in tiers.items()
    }


@pytest.mark.parametrize(
    ("banks", "tiers", "plan"),
    [
        (lengths(n5={"easy": 7}), None, ([(1, 5)], ["easy"])),
        # Both tiers on both sizes beats one tier of one.
        (
            lengths(n5={"easy": 7, "hard": 3}, n6={"easy": 5, "hard": 9}),
            None,
            ([(1, 5), (7, 6)], ["easy", "hard"]),
        ),
        # The many boards of one tier beat the few that a second tier would add.
        (
            lengths(n5={"easy": 99}, n6={"easy": 5, "hard": 9}),
            None,
            ([(1, 5), (100, 6)], ["easy"]),
        ),
        (lengths(n5={"easy": 1}, n6={"hard": 9}), None, ([(1, 6)], ["hard"])),
        # A pattern of one's own; a tier that comes twice is used up in half the turns.
        (
            lengths(n5={"easy": 7, "hard": 5}, n6={"easy": 1, "hard": 1}),
            ["easy", "easy", "hard"],
            ([(1, 5), (10, 6)], ["easy", "easy", "hard"]),
        ),
    ],
)
def test_the_level_plan_uses_most_boards_and_none_twice_before_the_next(banks, tiers, plan):
    found = imported.level_plan(banks, tiers)
    steps, pattern = plan
    assert found == {
        "boards": [
            {"from": first, "family": "stars", "size": size, "stars": 1} for first, size in steps
        ],
        "tiers": pattern,
    }


def test_a_pattern_that_no_kind_can_serve_is_refused():
    with pytest.raises(MoatError, match="no kind of board has all the tiers easy, super_hard"):
        imported.level_plan(lengths(n5={"easy": 7}), ["easy", "super_hard", "easy"])


# The folder


def everything() -> tuple[str, bytes]:
    return ("boards.jsonl", lines([entry["regionMap"] for _, _, entry in stock()]))


def test_the_folder_is_proved_played_and_fits_the_schemas(tmp_path):
    folder = tmp_path / "banks"
    manifest = made(folder, everything())
    assert verify(folder).faults == ()
    assert [path.name for path in tmp_path.iterdir()] == ["banks"]  # what was staged is gone
    Draft202012Validator(load_schema("manifest")).validate(manifest)
    entry_checker = Draft202012Validator(entry_schema("stars"))
    for bank in manifest["banks"]:
        for shard in bank["shards"]:
            content = json.loads((folder / shard["file"]).read_bytes())
            Draft202012Validator(load_schema("shard")).validate(content)
            for entry in content[bank["tier"]]:
                entry_checker.validate(entry)
    banks = Banks(folder)
    last = manifest["levels"]["boards"][-1]["from"]
    played = []
    for number in range(1, 100):
        level = banks.level(number)
        played.append((level.size, level.tier, level.index))
        rows = level.region_map
        assert exhaustive.solutions(rows, 1, 2) == [[[c] for c in level.solution]]
        assert words.rate(rows, 1).tier == level.tier
        assert level.entry["source"].startswith("boards.jsonl line ")
    assert len(set(played[: last - 1])) == last - 1 > 0  # none comes twice before the last kind
    size = played[-1][0]
    assert {one for one in played if one[0] == size} == {
        (size, bank["tier"], index)
        for bank in manifest["banks"]
        if bank["size"] == size and bank["tier"] in manifest["levels"]["tiers"]
        for index in range(bank["length"])
    }
    with pytest.raises(MoatError, match="no bank in the pool 'daily'"):
        banks.daily("2026-03-01")


def test_the_same_boards_give_the_same_bytes_and_may_be_imported_again(tmp_path):
    made(tmp_path / "a", everything())
    made(tmp_path / "b", everything())
    made(tmp_path / "b", everything())
    trees = [
        {path.relative_to(root): path.read_bytes() for path in sorted(root.rglob("*.json"))}
        for root in (tmp_path / "a", tmp_path / "b")
    ]
    assert trees[0] == trees[1]


def test_a_built_bank_is_never_replaced(tmp_path):
    tiny_bank.write(tmp_path)
    before = (tmp_path / "manifest.json").read_bytes()
    with pytest.raises(MoatError, match=r"holds banks that were not imported; name another folder"):
        made(tmp_path, everything())
    assert (tmp_path / "manifest.json").read_bytes() == before


def test_a_fault_that_the_proof_finds_keeps_everything_out(tmp_path, monkeypatch):
    real = importing._judge

    def lying(*arguments: Any) -> Any:
        key, entry = real(*arguments)
        data = orjson.loads(entry)
        data["steps"] += 1
        return key, orjson.dumps(data)

    monkeypatch.setattr(importing, "_judge", lying)
    with pytest.raises(MoatError, match=r"the proof of the banks finds .* nothing is written"):
        made(tmp_path / "banks", everything())
    assert list(tmp_path.iterdir()) == []


# The checker is as strict with imported banks as with built ones


@pytest.fixture
def folder(tmp_path):
    made(tmp_path / "banks", everything())
    return tmp_path / "banks"


def rewritten(folder: Path, change: Any) -> list[str]:
    """The faults after a change of the first entry, with hashes that fit."""
    manifest = orjson.loads((folder / "manifest.json").read_bytes())
    bank = manifest["banks"][0]
    record = bank["shards"][0]
    entries = orjson.loads((folder / record["file"]).read_bytes())[bank["tier"]]
    entries[0] = change(entries[0])
    (folder / record["file"]).unlink()
    bank["shards"][0] = write_shard(folder, bank, entries)
    tiny_bank.write_manifest(folder, manifest)
    return [f.reason for f in verify(folder).faults]


def write_shard(folder: Path, bank: dict[str, Any], entries: list[Any]) -> dict[str, Any]:
    return tiny_bank.write_shard(
        folder, ("levels", bank["size"], bank["tier"]), 0, {bank["tier"]: entries}, len(entries)
    )


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda e: {**e, "source": "a\nb"}, "source: must be text of one line, at most 200"),
        (lambda e: {**e, "source": "x" * 201}, "source: must be text of one line, at most 200"),
        (lambda e: {**e, "source": 7}, "source: must be text of one line, at most 200"),
        (lambda e: {k: v for k, v in e.items() if k != "source"}, "source: is missing"),
        (lambda e: {"seed": 7, "style": "organic", **e}, "has the unknown key 'seed'"),
        (lambda e: {**e, "generator": "stars-1"}, "generator: is 'stars-1', the manifest says 'im"),
        (lambda e: {**e, "steps": e["steps"] + 1}, "steps: is"),
        (lambda e: {**e, "solution": e["solution"][::-1]}, "solution[0]: is 2, proved 1"),
    ],
)
def test_the_checker_names_what_is_wrong_with_an_imported_entry(folder, change, fault):
    reasons = rewritten(folder, change)
    assert any(reason.startswith(fault) for reason in reasons), reasons


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda m: m["config"].update(seed=1), "config: has the unknown key 'seed'"),
        (lambda m: m["config"].pop("shard"), "config.shard: is missing"),
        (lambda m: m["config"]["boards"][0].update(style="organic"), "config.boards[0]: has the"),
        (lambda m: m["versions"]["stars"].update(generator="x"), "config.seed: is missing"),
        (lambda m: m["config"]["boards"].pop(), "banks: are not those that its config asks for"),
    ],
)
def test_the_checker_names_what_is_wrong_with_an_imported_manifest(folder, change, fault):
    manifest = orjson.loads((folder / "manifest.json").read_bytes())
    change(manifest)
    tiny_bank.write_manifest(folder, manifest)
    reasons = [one.reason for one in verify(folder).faults]
    assert any(reason.startswith(fault) for reason in reasons), reasons


def test_a_built_bank_may_not_pass_its_entries_off_as_imported(tmp_path):
    head = tiny_bank.manifest()
    banks = tiny_bank.entries()
    key = ("levels", 5, "easy")
    entry = banks[key][0]
    shown = {k: v for k, v in entry.items() if k not in ("seed", "style")}
    banks[key][0] = {"source": "elsewhere", **shown, "generator": "import"}
    tiny_bank.write(tmp_path, banks, head)
    reasons = [f"{cli_verify.place(one)}: {one.reason}" for one in verify(tmp_path).faults]
    assert any("seed: is missing" in reason for reason in reasons)


def test_imported_boards_cannot_be_built_again(folder):
    for rebuild in (1, None):
        with pytest.raises(MoatError, match="imported puzzles have no seeds to build them again"):
            verify(folder, rebuild=rebuild)


def test_the_tiers_are_the_familys():
    assert {tier for _, tier, _ in stock()} <= set(TIERS)


# Several stars


@cache
def boards_of_two() -> list[list[list[int]]]:
    """Some boards of 8x8 with two stars."""
    bounds = {"smallest_region": 1, "single_cell_regions": 625, "largest_share": 100}
    records = engine("stars").generate(Spec(StarsKind(8, 2), "organic"), 5, 60, bounds).records
    return [records[i]["regions"].reshape(8, 8).tolist() for i in range(0, len(records), 3)]


def test_boards_of_several_stars_enter_with_the_oracles_rating():
    data = b"".join(
        orjson.dumps({"regions": grid, "stars": 2}) + b"\n" for grid in boards_of_two()[:6]
    )
    found = gather(("two.jsonl", data))
    assert (found.refused, found.taken) == ([], 6)
    for (kind, tier), taken in found.banks.items():
        assert kind == StarsKind(8, 2)
        for one in taken:
            entry = orjson.loads(one.entry)
            grid = entry["regionMap"]
            assert exhaustive.solutions(grid, 2, 2) == [entry["solution"]]
            rating = words.rate(grid, 2)
            assert entry["rounds"] == list(rating.rounds)
            assert (entry["r"], entry["steps"]) == (rating.hardest, sum(rating.rounds))
            highest = {"easy": 4, "medium": 7, "hard": 9, "super_hard": 12}
            assert tier == next(name for name in highest if rating.hardest <= highest[name])


def test_boards_of_one_star_and_of_several(tmp_path, capsys):
    one = [grid for size, _, entry in stock() if size == 6 for grid in [entry["regionMap"]]]
    grids = [*boards_of_two(), transform_rows(boards_of_two()[0], 5)]
    two = tmp_path / "two.jsonl"
    two.write_bytes(b"".join(orjson.dumps({"regions": grid, "stars": 2}) + b"\n" for grid in grids))
    single = tmp_path / "one.jsonl"
    single.write_bytes(lines(one))
    folder = tmp_path / "banks"
    files = [str(single), str(two)]
    assert main(["import", *files, "--out", str(folder), "--tiers", "easy,medium"]) == 0
    said = capsys.readouterr().out
    assert f"two.jsonl: line {len(grids)}: is, turned, mirrored or renamed, the board of" in said
    assert "levels: 6x6 with 1 star from 1, 8x8 with 2 stars from " in said
    assert verify(folder).faults == ()
    banks = Banks(folder)
    kinds = set()
    for number in range(1, 60):
        level = banks.level(number)
        kinds.add((level.size, level.stars))
        rows = [row if isinstance(row, list) else [row] for row in level.solution]
        claim = [[r, c] for r, row in enumerate(rows) for c in row]
        assert banks.check_claim(number, claim).valid
    assert kinds == {(6, 1), (8, 2)}
