"""``verify`` passes a good folder and names every way in which a bad one is bad."""

from __future__ import annotations

import copy
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import orjson
import pytest

from moat_bank.check.manifest import Shard
from moat_bank.check.verify import _spread, verify
from moat_bank.cli import main as cli
from moat_bank.cli import verify as cli_verify
from moat_bank.errors import MoatError
from moat_bank.families.stars import words
from moat_bank.families.stars.kind import StarsKind
from tests.check import tiny_bank
from tests.families.stars.oracle import boards, plain_form


def reasons(folder: Path) -> list[str]:
    return [f"{cli_verify.place(fault)}: {fault.reason}" for fault in verify(folder).faults]


def only(folder: Path) -> str:
    found = reasons(folder)
    assert len(found) == 1, found
    return found[0]


FIRST = ("levels", 5, "easy")
SECOND = ("levels", 6, "medium")


@pytest.fixture
def banks():
    return tiny_bank.entries()


@pytest.fixture
def head():
    return tiny_bank.manifest()


# The good folder


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_good_folder_has_no_faults(tmp_path, jobs, monkeypatch):
    monkeypatch.setattr("moat_bank.families.stars.proof.together", lambda values: 4)
    tiny_bank.write(tmp_path)
    told = []
    report = verify(tmp_path, jobs=jobs, progress=lambda done, total: told.append((done, total)))
    assert report.faults == ()
    assert report.entries == 21
    assert told[-1] == (21, 21)
    assert told == sorted(told)
    assert len(told) > 3


def test_it_runs_without_numba_and_without_the_families(tmp_path):
    tiny_bank.write(tmp_path)
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from moat_bank.check.verify import verify\n"
        f"assert not verify({str(tmp_path)!r}).faults\n"
        "assert 'moat_bank.families.stars.engine' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ})


# Entries: written with hashes that fit, so that only the proof can tell


SIGNALS = ("r", "steps", "narrowest", "k", "k2", "score")


@pytest.mark.damage
@pytest.mark.parametrize("key", SIGNALS)
def test_every_stored_signal_is_proved(tmp_path, banks, key):
    entry = banks[SECOND][3]
    true = entry[key]
    entry[key] += 1
    tiny_bank.write(tmp_path, banks)
    text = only(tmp_path)
    assert text.startswith("levels/stars-6x6-1-medium-0001.")
    assert text.endswith(f" entry 1: {key}: is {true + 1}, proved {true}")


@pytest.mark.damage
@pytest.mark.parametrize("technique", range(5))
def test_the_rounds_of_every_technique_are_proved(tmp_path, banks, technique):
    rounds = banks[SECOND][3]["rounds"]
    true = rounds[technique]
    rounds[technique] += 1
    tiny_bank.write(tmp_path, banks)
    told = f" entry 1: rounds[{technique}]: is {true + 1}, proved {true}"
    assert only(tmp_path).endswith(told)


@pytest.mark.damage
def test_levels_that_do_not_rise(tmp_path, banks):
    listed = banks[SECOND]
    assert listed[0]["score"] < listed[-1]["score"]
    listed[0], listed[-1] = listed[-1], listed[0]
    tiny_bank.write(tmp_path, banks)
    found = [text.partition(" entry ")[2] for text in reasons(tmp_path)]
    told = f"0: score {listed[-1]['score']} stands after {listed[-2]['score']}: levels must rise"
    assert told in found
    assert all("levels must rise" in text or "of the same score" in text for text in found)


@pytest.mark.damage
def test_levels_of_one_score_out_of_the_order_of_their_seeds(tmp_path, banks):
    listed = banks[SECOND]
    i = next(i for i in range(4) if listed[i]["score"] == listed[i + 1]["score"])
    listed[i], listed[i + 1] = listed[i + 1], listed[i]
    tiny_bank.write(tmp_path, banks)
    low, high = sorted(listed[j]["seed"] for j in (i, i + 1))
    told = f"seed {low} stands after {high}, of the same score {listed[i]['score']}"
    assert any(text.endswith(told) for text in reasons(tmp_path))


def test_days_need_not_rise(tmp_path, banks):
    listed = banks["daily", 6, "easy"]
    assert len({entry["score"] for entry in listed}) > 1
    banks["daily", 6, "easy"] = sorted(listed, key=lambda entry: -entry["score"])
    tiny_bank.write(tmp_path, banks)
    assert reasons(tmp_path) == []


@pytest.mark.damage
def test_a_board_under_the_wrong_tier(tmp_path, banks):
    banks["levels", 5, "easy"][0], banks["levels", 5, "medium"][0] = (
        banks["levels", 5, "medium"][0],
        banks["levels", 5, "easy"][0],
    )
    tiny_bank.write(tmp_path, banks)
    found = reasons(tmp_path)
    assert [text.split("entry ")[1] for text in found] == [
        "0: stands under easy, proved medium",
        "0: stands under medium, proved easy",
    ]


@pytest.mark.damage
def test_a_wrong_solution(tmp_path, banks):
    banks[FIRST][2]["solution"] = banks[FIRST][2]["solution"][::-1]
    tiny_bank.write(tmp_path, banks)
    assert " entry 0: solution[" in only(tmp_path)


def replaced(banks, grid) -> None:
    """Put another board in, with all that can be true of it."""
    old = banks[FIRST][4]
    try:
        new = tiny_bank.entry(grid, old["seed"])
    except IndexError:  # no solution
        new = old
    number = plain_form.number_of(len(grid), plain_form.canonical(grid))
    board = tiny_bank.in_reading_order(grid)
    old.update(regionMap=board, solution=new["solution"], id=f"{number:016x}")


def searched(wanted):
    rng = random.Random(3)
    while True:
        grid = boards.grown(rng, 5)
        if wanted(len(tiny_bank.exhaustive.solutions(grid, 1, 2)), grid):
            return grid


@pytest.mark.damage
def test_a_board_with_two_solutions(tmp_path, banks):
    replaced(banks, searched(lambda many, grid: many > 1))
    tiny_bank.write(tmp_path, banks)
    assert only(tmp_path).endswith("entry 0: the board has more than one solution")


@pytest.mark.damage
def test_a_board_without_solution(tmp_path, banks):
    replaced(banks, searched(lambda many, grid: many == 0))
    tiny_bank.write(tmp_path, banks)
    assert only(tmp_path).endswith("entry 0: the board has no solution")


@pytest.mark.damage
def test_a_board_that_no_logic_finishes_is_said_to_be_so(tmp_path, banks, monkeypatch):
    from moat_bank.families.stars.proof import rating as prove_rating

    monkeypatch.setattr(prove_rating, "moat_squeeze", lambda live: live != live)
    monkeypatch.setattr(prove_rating, "_what_if", lambda state, work: state.live != state.live)
    tiny_bank.write(tmp_path, banks)
    assert any(
        text.endswith("the 5 techniques do not finish the board") for text in reasons(tmp_path)
    )


@pytest.mark.damage
def test_a_board_like_its_own_mirror(tmp_path, banks):
    grid = searched(lambda many, grid: many == 1 and plain_form.symmetric(grid))
    banks[FIRST][4] = tiny_bank.entry(grid, banks[FIRST][4]["seed"])
    tiny_bank.write(tmp_path, banks)
    assert any("equals one of its own turns or mirrors" in text for text in reasons(tmp_path))


@pytest.mark.damage
def test_a_region_in_two_pieces(tmp_path, banks):
    grid = banks[FIRST][0]["regionMap"]
    for r in range(5):
        for c in range(5):
            for label in range(5):
                other = [list(row) for row in grid]
                other[r][c] = label
                counted = {cell for row in other for cell in row}
                if not plain_form.connected(other) and len(counted) == 5:
                    banks[FIRST][0]["regionMap"] = tiny_bank.in_reading_order(other)
    tiny_bank.write(tmp_path, banks)
    found = reasons(tmp_path)
    assert found[0].endswith("entry 0: regionMap: a region is in more than one piece")


@pytest.mark.damage
def test_a_region_missing(tmp_path, banks):
    banks[FIRST][0]["regionMap"] = [
        [min(cell, 3) for cell in row] for row in banks[FIRST][0]["regionMap"]
    ]
    tiny_bank.write(tmp_path, banks)
    assert only(tmp_path).endswith("entry 0: regionMap: not every region from 0 to 4 is there")


@pytest.mark.damage
def test_regions_that_are_not_numbered_in_reading_order(tmp_path, banks):
    """Other numbers are no other board, but they may tell where its stars are."""
    grid = banks[FIRST][0]["regionMap"]
    banks[FIRST][0]["regionMap"] = [[(cell + 1) % 5 for cell in row] for row in grid]
    tiny_bank.write(tmp_path, banks)
    assert only(tmp_path).endswith("regionMap: regions must be numbered in reading order")


@pytest.mark.damage
@pytest.mark.parametrize("turn", range(8))
def test_the_same_board_twice_whatever_its_turn_labels_and_id(tmp_path, banks, turn):
    first = banks["levels", 6, "easy"][0]
    grid = plain_form.images(first["regionMap"])[turn]
    copy = tiny_bank.entry(boards.relabelled(random.Random(turn), grid), first["seed"] + 1)
    banks["daily", 6, "easy"][2] = copy
    head = tiny_bank.write(tmp_path, banks)
    file = next(b for b in head["banks"] if b["size"] == 6)["shards"][0]["file"]
    text = only(tmp_path)
    assert text.startswith("daily/stars-6x6-1-easy-0001.")
    assert text.endswith(f"entry 0: the puzzle is, turned or mirrored, that of {file} entry 0")


@pytest.mark.damage
def test_a_board_twice_under_another_id_is_still_the_same_board(tmp_path, banks):
    first = banks["levels", 6, "easy"][0]
    banks["daily", 6, "easy"][2] = {**first, "id": "00000000000000aa"}
    tiny_bank.write(tmp_path, banks)
    found = [text.split(" entry ")[1] for text in reasons(tmp_path)]
    assert found[0] == f"0: id: is '00000000000000aa', proved '{first['id']}'"
    assert found[1].startswith(
        "0: the puzzle is, turned or mirrored, that of levels/stars-6x6-1-easy-"
    )


@pytest.mark.damage
def test_an_id_that_is_not_the_board_s_own(tmp_path, banks):
    old, new = banks["events", 6, "medium"][0]["id"], banks[FIRST][1]["id"]
    banks["events", 6, "medium"][0]["id"] = new
    tiny_bank.write(tmp_path, banks)
    assert only(tmp_path).endswith(f" entry 0: id: is '{new}', proved '{old}'")


@pytest.mark.damage
def test_two_boards_whose_ids_collide(tmp_path, banks, monkeypatch):
    """Not to be had from 64 bits at will, so the hash is weakened for all."""

    def weak(canonical, size):
        return canonical[:, :9].astype(np.uint64) @ (np.uint64(2) ** np.arange(9, dtype=np.uint64))

    monkeypatch.setattr("moat_bank.families.stars.proof.ids", weak)
    for listed in banks.values():
        for entry in listed:
            form = plain_form.canonical(entry["regionMap"])
            entry["id"] = f"{sum(form[i] << i for i in range(9)):016x}"
    tiny_bank.write(tmp_path, banks)
    ids = [(size, entry["id"]) for (_, size, _), listed in banks.items() for entry in listed]
    found = reasons(tmp_path)
    assert len(found) == len(ids) - len(set(ids)) > 0
    assert all(" also stands in levels/" in text for text in found)


def aim(entry, tier) -> None:
    """Say that the entry was steered to a tier, at the place where the build says so."""
    rest = {key: entry.pop(key) for key in list(entry) if key not in ("seed", "style")}
    entry.update(aim=tier, **rest)


def steer(head, *tiers) -> None:
    """Let the config steer 5x5 to these tiers, the key where the build has it."""
    board = head["config"]["boards"][0]
    rest = {key: board.pop(key) for key in list(board)}
    for key, value in rest.items():
        board[key] = value
        if key == "style":
            board["steer"] = list(tiers)


def test_an_entry_may_say_that_it_was_steered_where_the_config_steers_to_its_tier(
    tmp_path, banks, head
):
    aim(banks[FIRST][-1], "easy")
    steer(head, "easy")
    tiny_bank.write(tmp_path / "a", banks, head)
    assert reasons(tmp_path / "a") == []
    for name, tiers in (("b", ()), ("c", ("medium",))):
        other = tiny_bank.manifest()
        if tiers:
            steer(other, *tiers)
        tiny_bank.write(tmp_path / name, banks, other)
        assert only(tmp_path / name).endswith("aim: is 'easy', to which the config does not steer")


@pytest.mark.parametrize(
    ("tiers", "text"),
    [
        ((), "steer: must be tiers, easiest first, each once"),
        (("medium", "easy"), "steer: must be tiers, easiest first, each once"),
        (("easy", "easy"), "steer: must be tiers, easiest first, each once"),
        (("hard",), "steer: names a tier of which no bank is asked for"),
        (("mild",), "steer[0]: must be one of easy, medium, hard, super_hard, found 'mild'"),
    ],
)
def test_the_config_of_a_manifest_steers_to_tiers_in_their_order(
    tmp_path, banks, head, tiers, text
):
    steer(head, *tiers)
    tiny_bank.write(tmp_path, banks, head)
    assert only(tmp_path).endswith(text)


def test_of_equal_scores_natural_entries_stand_before_steered_ones(tmp_path, banks, head):
    first, second = banks[FIRST][:2]
    for entry in (first, second):
        entry.update(copy.deepcopy(first) | {"seed": entry["seed"]})
    steer(head, "easy")
    aim(first, "easy")
    tiny_bank.write(tmp_path, banks, head)
    wrong = [text for text in reasons(tmp_path) if "stands after one that has" in text]
    assert len(wrong) == 1
    assert f"seed {second['seed']} has no aim and stands after one that has, of the s" in wrong[0]


@pytest.mark.damage
@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda e: e.pop("style"), "style: is missing"),
        (lambda e: e.update(extra=1), "has the unknown key 'extra'"),
        (lambda e: e.update(source="x"), "has the unknown key 'source'"),
        (lambda e: e.update(seed=e.pop("seed")), "keys must be in this order: seed, style,"),
        (lambda e: e.update(r=True), "r: is True, proved "),
        (lambda e: e.update(r=float(e["r"])), "r: is "),
        (lambda e: e.update(steps=-1), "steps: is -1, proved "),
        (lambda e: e.update(rounds=e["rounds"][:4]), "rounds: is a list of 4, proved a list of 5"),
        (lambda e: e["rounds"].__setitem__(1, 0.0), "rounds[1]: is 0.0, proved "),
        (lambda e: e.update(seed=2**53), "seed: 9007199254740992 is not of the config's master"),
        (lambda e: e.update(seed=2**64 - 1), "seed: 18446744073709551615 is not of the config's"),
        (lambda e: e.update(seed=float(e["seed"])), "seed: "),
        (lambda e: e.update(seed=1), "seed: 1 is not of the config's master seed 7"),
        (lambda e: e.update(style="snake"), "style: is 'snake', the config says 'organic'"),
        (lambda e: e.update(aim="easy"), "keys must be in this order: seed, style, aim, region"),
        (lambda e: aim(e, "hard"), "aim: is 'hard', but it stands under easy"),
        (lambda e: aim(e, ""), "aim: is '', but it stands under easy"),
        (lambda e: aim(e, None), "aim: is nothing, but it stands under easy"),
        (lambda e: aim(e, "easy"), "aim: is 'easy', to which the config does not steer"),
        (lambda e: aim(e, 3), "aim: is 3, but it stands under easy"),
        (lambda e: e.update(id="0" * 15), "id: is '000000000000000', proved '"),
        (lambda e: e.update(id=e["id"] + "\n"), "id: is '"),
        (lambda e: e.update(generator="stars-2"), "generator: is 'stars-2', the manifest says"),
        (lambda e: e.update(rater="stars-0"), "rater: is 'stars-0', the manifest says 'stars-2'"),
        (lambda e: e.update(regionMap=None), "regionMap: must be 5 rows of 5 regions"),
        (lambda e: e["regionMap"].pop(), "regionMap: must be 5 rows of 5 regions"),
        (lambda e: e["regionMap"][3].append(0), "regionMap[3]: must be a row of 5 regions"),
        (lambda e: e["regionMap"][3].__setitem__(0, 5), "regionMap[3][0]: must be a region, a who"),
        (lambda e: e["regionMap"][3].__setitem__(0, 2**40), "regionMap[3][0]: must be a region"),
        (lambda e: e["regionMap"][3].__setitem__(0, -1), "regionMap[3][0]: must be a region"),
        (lambda e: e["regionMap"].__setitem__(3, 0), "regionMap[3]: must be a row of 5 regions"),
        (lambda e: e["regionMap"][0].__setitem__(0, 0.0), "regionMap[0][0]: must be a region"),
        (lambda e: e["regionMap"][0].__setitem__(0, False), "regionMap[0][0]: must be a region"),
        (lambda e: e["regionMap"][3].__setitem__(1, None), "regionMap[3][1]: must be a region"),
        (lambda e: e["regionMap"][3].__setitem__(1, "1"), "regionMap[3][1]: must be a region"),
        (lambda e: e["solution"].pop(), "solution: is a list of 4, proved a list of 5"),
        (lambda e: e["solution"].__setitem__(0, 5), "solution[0]: is 5, proved "),
        (lambda e: e["solution"].__setitem__(0, [1]), "solution[0]: is a list of 1, proved "),
        (lambda e: e.update(solution="x" * 99), "solution: is 'xxxxx"),
    ],
)
def test_the_shape_of_an_entry_is_strict(tmp_path, banks, change, text):
    change(banks[FIRST][1])
    tiny_bank.write(tmp_path, banks)
    assert f" entry 1: {text}" in only(tmp_path)


@pytest.mark.damage
def test_the_quality_that_the_config_asks_for_is_checked(tmp_path, banks, head):
    sizes = [
        [sum(row.count(region) for row in entry["regionMap"]) for region in range(size)]
        for (_, size, _), listed in banks.items()
        for entry in listed
    ]
    lonely = [cells.count(1) for cells in sizes]
    head["config"]["quality"]["stars"]["single_cell_regions"] = max(lonely) - 1
    tiny_bank.write(tmp_path, banks, head)
    found = reasons(tmp_path)
    assert len(found) == lonely.count(max(lonely))
    assert all("region sizes are outside the config's quality" in text for text in found)


@pytest.mark.damage
def test_near_twins_are_found_as_far_as_the_config_asks(tmp_path, banks, head):
    grid = banks["levels", 6, "easy"][0]["regionMap"]
    rng = random.Random(1)
    while True:
        near = boards.altered(rng, grid)
        if len(tiny_bank.exhaustive.solutions(near, 1, 2)) == 1 and not plain_form.symmetric(near):
            tier = words.rate(near, 1).tier
            if ("levels", 6, tier) in banks:
                break
    listed = banks["events", 6, "medium"] if tier == "medium" else banks["daily", 6, "easy"]
    assert tier in ("easy", "medium")
    turned = boards.relabelled(rng, plain_form.images(near)[6])
    listed[0] = tiny_bank.entry(turned, listed[0]["seed"])
    head["config"]["boards"][1]["twins"]["distance"] = 2
    head = tiny_bank.write(tmp_path, banks, head)
    file = next(bank for bank in head["banks"] if bank["size"] == 6)["shards"][0]["file"]
    told = f" entry 0: differs in 1 cell from {file} entry 0; the config's twins.distance is 2"
    assert only(tmp_path).endswith(told)
    head["config"]["boards"][1]["twins"]["distance"] = 1
    tiny_bank.write_manifest(tmp_path, head)
    assert reasons(tmp_path) == []


# Shards as files


def shard_of(head, i=0, j=0):
    return head["banks"][i]["shards"][j]


@pytest.mark.damage
def test_a_missing_shard(tmp_path):
    file = shard_of(tiny_bank.write(tmp_path))["file"]
    (tmp_path / file).unlink()
    assert only(tmp_path) == f"{file}: is missing"


@pytest.mark.damage
def test_a_changed_byte(tmp_path):
    file = shard_of(tiny_bank.write(tmp_path))["file"]
    data = bytearray((tmp_path / file).read_bytes())
    data[40] ^= 1
    (tmp_path / file).write_bytes(data)
    assert only(tmp_path) == f"{file}: has another sha256 than the manifest says"


@pytest.mark.damage
@pytest.mark.parametrize("change", [lambda d: d[:-1], lambda d: d + b"\n", lambda d: b""])
def test_a_shorter_or_longer_shard(tmp_path, change):
    file = shard_of(tiny_bank.write(tmp_path))["file"]
    data = (tmp_path / file).read_bytes()
    (tmp_path / file).write_bytes(change(data))
    assert only(tmp_path).startswith(f"{file}: has {len(change(data))} bytes, ")


@pytest.mark.damage
def test_a_link_in_place_of_a_shard(tmp_path):
    file = shard_of(tiny_bank.write(tmp_path / "banks"))["file"]
    (tmp_path / "banks" / file).rename(tmp_path / "elsewhere")
    (tmp_path / "banks" / file).symlink_to(tmp_path / "elsewhere")
    assert only(tmp_path / "banks") == f"{file}: is not a plain file"


@pytest.mark.damage
def test_a_file_too_many(tmp_path):
    tiny_bank.write(tmp_path)
    (tmp_path / "daily" / ".left.tmp").write_bytes(b"")
    (tmp_path / "README.md").write_text("beside the pools anything may lie")
    assert only(tmp_path) == "daily/.left.tmp: is no part of the edition"


@pytest.mark.damage
def test_a_pool_folder_that_is_a_link(tmp_path):
    tiny_bank.write(tmp_path / "banks")
    (tmp_path / "banks" / "daily").rename(tmp_path / "daily")
    (tmp_path / "banks" / "daily").symlink_to(tmp_path / "daily")
    assert only(tmp_path / "banks") == "daily: is not a plain folder"


def rewritten(folder: Path, data, count: int = 2) -> str:
    """Put other bytes, with hashes that fit, in place of the first shard; the one fault told."""
    head = tiny_bank.write(folder)
    (folder / shard_of(head)["file"]).unlink()
    head["banks"][0]["shards"][0] = tiny_bank.write_shard(folder, FIRST, 0, data, count)
    tiny_bank.write_manifest(folder, head)
    file = shard_of(head)["file"]
    text = only(folder)
    assert text.startswith(f"{file}: ")
    return text.removeprefix(f"{file}: ")


def good_bytes() -> bytes:
    return orjson.dumps({"easy": tiny_bank.entries()[FIRST][:2]}) + b"\n"


@pytest.mark.damage
@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\xff\xfe{}\n", "is not JSON"),
        (b'{"easy":["\xed\xa0\x80"]}\n', "is not JSON"),
        (b"[" * 100_000 + b"\n", "is not JSON"),
        (b'{"easy":' * 2_000 + b"1" + b"}" * 2_000 + b"\n", "is not JSON"),
        (b"\n", "is not JSON"),
        (b"null\n", "must be an object of one key, 'easy', to a list"),
        (b'{"hard":[]}\n', "must be an object of one key, 'easy', to a list"),
        (b'{"easy":{}}\n', "must be an object of one key, 'easy', to a list"),
        (b'{"easy":[1,2],"hard":[]}\n', "must be an object of one key, 'easy', to a list"),
        (b'{"easy":[1]}\n', "has 1 entries, the manifest says 2"),
        (b'{"easy": [1,2]}\n', "is not as the build writes it"),
        (b'{"easy":[1],"easy":[1,2]}\n', "is not as the build writes it (a key twice"),
        (b'{"easy":[1,2]}', "is not as the build writes it"),
        (b'{"easy":[1,2]}\r\n', "is not as the build writes it"),
        (b'\xef\xbb\xbf{"easy":[1,2]}\n', "is not JSON"),
        (b'{"easy":[1,1' + b"0" * 400 + b"]}\n", "is not JSON"),
        (b'{"easy":[NaN,2]}\n', "is not JSON"),
    ],
)
def test_bytes_that_are_no_shard(tmp_path, data, text):
    assert rewritten(tmp_path, data).startswith(text)


@pytest.mark.damage
def test_a_key_twice_in_an_entry(tmp_path):
    data = good_bytes().replace(b'"style":', b'"style":"x","style":', 1)
    assert rewritten(tmp_path, data).startswith("is not as the build writes it (a key twice")


@pytest.mark.damage
def test_an_entry_that_is_no_object(tmp_path):
    entries = tiny_bank.entries()[FIRST][:2]
    text = tmp_path
    head = tiny_bank.write(text)
    (text / shard_of(head)["file"]).unlink()
    value = {"easy": [entries[0], ["not", "an", "entry"]]}
    head["banks"][0]["shards"][0] = tiny_bank.write_shard(text, FIRST, 0, value, 2)
    tiny_bank.write_manifest(text, head)
    assert only(text).endswith(" entry 1: must be an object, found a list")


# The manifest


@pytest.mark.damage
@pytest.mark.parametrize(
    ("data", "text"),
    [
        (None, "is missing"),
        (b"", "is not JSON"),
        (b"\xff", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b"[]", "format must be 3 in rows, or 1, found a list"),
        (b"{}", "format must be 3 in rows, or 1, found nothing"),
        (b'{"format": 2}', "found 2 .a bundle: verify the banks that it was made of"),
        (b'{"format": 3, "encoding": "columns"}', "a bundle: verify the banks that it was made of"),
        (b'{"format": 4}', "format must be 3 in rows, or 1, found 4"),
        (b'{"format": true}', "format must be 3 in rows, or 1, found True"),
        (b'{"format": 1.0}', "format must be 3 in rows, or 1, found 1.0"),
    ],
)
def test_a_manifest_that_cannot_be_checked(tmp_path, data, text):
    if data is not None:
        (tmp_path / "manifest.json").write_bytes(data)
    with pytest.raises(MoatError, match=text):
        verify(tmp_path)


def test_no_folder(tmp_path):
    with pytest.raises(MoatError, match="is no folder"):
        verify(tmp_path / "none")


def test_what_cannot_be_proved_here_is_said_to_be_so(tmp_path, head):
    head["versions"]["stars"]["rater"] = "stars-9"
    tiny_bank.write(tmp_path / "a", None, head)
    with pytest.raises(MoatError, match="rater 'stars-9' cannot be checked, only stars-2"):
        verify(tmp_path / "a")
    other = tiny_bank.manifest()
    other["versions"]["checkers"] = other["versions"]["stars"]
    tiny_bank.write(tmp_path / "b", None, other)
    with pytest.raises(MoatError, match="family 'checkers' cannot be checked, only stars"):
        verify(tmp_path / "b")


def at(head, path: str):
    """The object that holds the last key of a path, and that key."""
    *keys, last = (int(key) if key.isdigit() else key for key in path.split("/"))
    for key in keys:
        head = head[key]
    return head, last


@pytest.mark.damage
@pytest.mark.parametrize(
    ("path", "value", "text"),
    [
        ("edition", 3, "edition: must be text, found 3"),
        ("edition", "../../x", "edition: must be letters, digits, dots, dashes and underscores"),
        ("edition", "tiny-1\n", "edition: must be letters, digits, dots, dashes and underscores"),
        ("edition", "x" * 101, "edition: must be letters, digits, dots, dashes and underscores"),
        ("encoding", "lines", "encoding: must be one of rows, found 'lines'"),
        ("versions", {}, "names no family"),
        ("versions/stars", "stars-1", "versions.stars: must be an object, found text"),
        ("versions/stars/rater", None, "versions.stars.rater: must be text, found nothing"),
        ("shard", 0, "shard: must be a whole number from 1 to 1000000, found 0"),
        ("shard", 3, "banks[0].shards[0].count: is 2, but shards have 3 entries"),
        ("banks", {}, "banks: must be a list, found an object"),
        ("banks/0", 5, "banks[0]: must be an object, found a number"),
        ("banks/0/pool", "../levels", "banks[0].pool: must be one of levels, daily, events"),
        ("banks/0/family", "chess", "banks[0].family: must be one of stars, found 'chess'"),
        ("banks/0/tier", "trivial", "banks[0].tier: must be one of easy, medium"),
        ("banks/0/size", 26, "banks[0].size: must be a whole number from 1 to 25, found 26"),
        ("banks/0/stars", 0, "banks[0].stars: must be a whole number from 1 to 6, found 0"),
        ("banks/0/length", 4, "banks[0].length: must be odd, found 4"),
        ("banks/0/length", 7, "banks[0]: its shards count 5 entries, but its length is 7"),
        ("banks/0/shards/0/count", 10**300, "banks[0].shards[0].count: must be a whole number"),
        ("banks/0/shards/0/bytes", 2**53 - 1, "bytes, the manifest says 9007199254740991"),
        ("banks/0/shards/0/count", 2**53 - 1, "entries, the manifest says 9007199254740991"),
        ("banks/0/shards/2/count", 0, "banks[0].shards[2].count: is 0, but shards have 2"),
        ("banks/0/shards/0/sha256", "A" * 64, "banks[0].shards[0].sha256: must be 64 hex digits"),
        ("banks/0/shards/0/sha256", "a" * 64, "shards[0].file: must be 'levels/stars-5x5-1-"),
        ("banks/0/shards/0/file", "../x", "shards[0].file: must be 'levels/stars-5x5-1-easy-"),
        ("banks/0/shards/0/file", "/etc/hostname", "shards[0].file: must be 'levels/stars-"),
        ("banks/0/shards/0/file", "levels/\x00", "shards[0].file: must be 'levels/stars-"),
        ("levels/boards/0/from", 2, "levels.boards: must begin with a step from level 1"),
        ("levels/boards/1/from", 1, "levels.boards[1].from: must be above that of the step"),
        ("levels/boards/1/family", "go", "levels.boards[1].family: must be one of stars, found"),
        (
            "levels/boards/1/size",
            7,
            "levels.boards[1]: there is no levels bank of stars 7x7 with 1 star, easy",
        ),
        ("levels/boards", [], "levels.boards: must begin with a step from level 1"),
        ("levels/tiers", [], "levels.tiers: is empty"),
        (
            "levels/tiers/1",
            "hard",
            "levels.boards[0]: there is no levels bank of stars 5x5 with 1 star, hard",
        ),
        ("levels/tiers/1", "easy\n", "levels.tiers[1]: must be one of easy, medium, hard, super"),
        ("daily/key", 2**32, "daily.key: must be a whole number from 0 to 4294967295, found 429"),
        ("events/key", -1, "events.key: must be a whole number from 0 to 4294967295, found -1"),
        ("config/edition", "tiny-2", "config.edition: differs from the manifest's own edition"),
        ("config/shard", 9, "config.shard: differs from the manifest's own shard"),
        ("config/levels/tiers", ["easy"], "config.levels: differs from the manifest's own levels"),
        ("config/seed", 2**21, "config.seed: must be a whole number from 0 to 2097151, found"),
        ("config/quality", {}, "config.quality.stars: is missing"),
        ("config/quality/stars/largest_share", 0, "largest_share: must be a whole number from 1"),
        ("config/quality/stars/largest_share", 19, "config.boards[0]: largest_share must be from"),
        ("config/boards/0/levels/easy", 7, "banks: are not those that its config asks for"),
        ("config/boards/1/size", 7, "banks: are not those that its config asks for"),
        ("config/boards/1/size", 5, "config.boards[1]: is the same kind as config.boards[0]"),
        ("config/boards/1/size", 3, "config.boards[1]: size 3x3 with 1 star cannot be made"),
        ("config/boards/1/style", "snake", "config.boards[1]: style must be one of organic"),
        ("config/boards/1/twins/distance", 626, "twins.distance: must be a whole number from 0"),
        ("config/boards/1/generation/pilot", 101, "generation.ceiling: is below the pilot"),
        ("config/boards", None, "config.boards: must be a list, found null"),
        ("config/more", 1, "config: has the unknown key 'more'"),
        ("more", 1, "has the unknown key 'more'"),
    ],
)
def test_a_wrong_manifest_is_told_by_key(tmp_path, path, value, text):
    head = tiny_bank.write(tmp_path)
    holder, key = at(head, path)
    holder[key] = value
    if isinstance(value, int) and value > 2**64:
        data = json.dumps(head, indent=2).encode()
        (tmp_path / "manifest.json").write_bytes(data)
    else:
        tiny_bank.write_manifest(tmp_path, head)
    found = reasons(tmp_path)
    assert any(text in line for line in found), found


@pytest.mark.damage
def test_banks_in_another_order(tmp_path, banks):
    tiny_bank.write(tmp_path, dict(reversed(banks.items())))
    assert "manifest.json: banks: are not those that its config asks for" in only(tmp_path)


@pytest.mark.damage
def test_a_bank_twice(tmp_path):
    head = tiny_bank.write(tmp_path)
    head["banks"].insert(1, head["banks"][0])
    tiny_bank.write_manifest(tmp_path, head)
    assert "manifest.json: banks[1]: is the same pool, kind and tier as banks[0]" in reasons(
        tmp_path
    )


@pytest.mark.damage
def test_a_key_twice_in_the_manifest(tmp_path):
    tiny_bank.write(tmp_path)
    path = tmp_path / "manifest.json"
    path.write_bytes(path.read_bytes().replace(b'"key": 11', b'"key": 12,\n    "key": 11'))
    assert only(tmp_path) == "manifest.json: key 'key' stands twice in one object"


@pytest.mark.damage
def test_a_manifest_in_other_spaces(tmp_path):
    head = tiny_bank.write(tmp_path)
    (tmp_path / "manifest.json").write_bytes(orjson.dumps(head))
    assert only(tmp_path).startswith("manifest.json: is not as the build writes it")


# Rebuilding


def test_what_is_rebuilt_is_spread_evenly():
    shards = [Shard(f"s{i}", 10, 1, "", StarsKind(5), "easy") for i in range(10)]
    assert [list(v) for v in _spread(shards, 5).values()] == [[0], []] * 5
    assert [list(v) for v in _spread(shards, 100).values()] == [list(range(10))] * 10
    assert [list(v) for v in _spread(shards, 0).values()] == [[]] * 10


class Rebuilder:
    """Stands in for the family: gives back every entry but one."""

    def __init__(self, wrong: str) -> None:
        self.wrong = wrong
        self.asked: list[str] = []

    def rebuild(self, entry):
        self.asked.append(entry["id"])
        if entry["id"] == self.wrong:
            return {**entry, "seed": 0}
        if entry["id"] == self.wrong[::-1]:
            raise MoatError("another version")
        return dict(entry)


@pytest.mark.parametrize(("rebuild", "many"), [(0, 0), (3, 3), (None, 21), (99, 21)])
def test_entries_are_built_again(tmp_path, banks, monkeypatch, rebuild, many):
    wrong = banks[FIRST][0]["id"]
    family = Rebuilder(wrong)
    monkeypatch.setattr("moat_bank.families.registry.engine", lambda name: family)
    tiny_bank.write(tmp_path, banks)
    report = verify(tmp_path, rebuild=rebuild)
    assert report.rebuilt == len(family.asked) == many
    told = [fault.reason for fault in report.faults]
    assert told == (["built again from its seed it differs in seed"] if many else [])


def test_an_entry_that_cannot_be_built_again(tmp_path, banks, monkeypatch):
    family = Rebuilder(banks[FIRST][0]["id"][::-1])
    monkeypatch.setattr("moat_bank.families.registry.engine", lambda name: family)
    tiny_bank.write(tmp_path, banks)
    (fault,) = verify(tmp_path, rebuild=1).faults
    assert fault.reason == "cannot be built again: another version"


# The command


def command(*words: str) -> int:
    return cli.main(["verify", *words])


def test_the_command_says_all_is_well(tmp_path, capsys):
    tiny_bank.write(tmp_path)
    assert command(str(tmp_path), "--jobs", "2") == 0
    out, err = capsys.readouterr()
    assert out == "21 entries in 14 shards proved; no faults\n"
    assert err == ""


def test_the_command_names_faults_in_three_formats(tmp_path, banks, capsys):
    banks[FIRST][0]["k2"] += 1
    file = shard_of(tiny_bank.write(tmp_path, banks))["file"]
    reason = f"k2: is {banks[FIRST][0]['k2']}, proved {banks[FIRST][0]['k2'] - 1}"
    assert command(str(tmp_path)) == 1
    assert capsys.readouterr().out == (
        f"{file} entry 0: {reason}\n21 entries in 14 shards proved; 1 fault\n"
    )
    assert command(str(tmp_path), "--format", "json") == 1
    assert json.loads(capsys.readouterr().out) == {
        "ok": False,
        "files": 15,
        "entries": 21,
        "rebuilt": 0,
        "faults": [{"file": file, "entry": 0, "reason": reason}],
    }
    assert command(str(tmp_path), "--format", "junit") == 1
    suite = ElementTree.fromstring(capsys.readouterr().out)
    assert (suite.get("tests"), suite.get("failures")) == ("15", "1")
    failed = [case for case in suite if len(case)]
    assert [case.get("name") for case in failed] == [file]
    assert reason in failed[0][0].text


def test_the_command_says_that_it_cannot_check(tmp_path, capsys):
    assert command(str(tmp_path / "none")) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("moat-bank: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("words", [["--jobs", "0"], ["--jobs", "x"], ["--rebuild", "-1"]])
def test_wrong_options_are_usage_errors(tmp_path, words):
    with pytest.raises(SystemExit) as exit_:
        command(str(tmp_path), *words)
    assert exit_.value.code == 2


@pytest.mark.parametrize("with_tqdm", [True, False])
def test_progress_is_told_on_stderr_once_it_takes_long(capsys, monkeypatch, with_tqdm):
    if with_tqdm:
        pytest.importorskip("tqdm")
    else:
        monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setattr(cli_verify, "QUIET_SECONDS", 0.0)
    for terminal in (True, False):
        monkeypatch.setattr(sys.stderr, "isatty", lambda told=terminal: told)
        tell = cli_verify._progress()
        tell(5, 10)
        tell(10, 10)
        out, err = capsys.readouterr()
        assert out == ""
        assert ("10" in err) == terminal
