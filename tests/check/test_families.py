"""The checker knows no puzzle: a bank of two families, one of them somebody else's, is verified."""

from __future__ import annotations

import copy

import orjson
import pytest

from moat_bank.check.verify import verify
from moat_bank.errors import MoatError
from moat_bank.families import registry
from moat_bank.families.base import Spec
from moat_bank.kind import TIERS, bank_stem, shard_file
from tests.check import tiny_bank
from tests.families.toy import lonesum

pytestmark = pytest.mark.usefixtures("family")
LENGTH = 3
KIND = {"height": 5, "width": 6}


@pytest.fixture
def family():
    with lonesum():
        yield


@pytest.fixture
def grids():
    """Entries of the toy family, by tier; as many as there are of each, at most ``LENGTH``."""
    engine = registry.engine("lonesum")
    spec = Spec(registry.kind_room("lonesum").kind_of(KIND), "even")
    records = engine.generate(spec, tiny_bank.MASTER * 2**32, 400, {}).records
    found = {tier: [] for tier in TIERS}
    ids = set()
    for record, entry in zip(records, engine.entries(spec, records), strict=True):
        listed = found[TIERS[record["tier"]]]
        if len(listed) < LENGTH and entry["id"] not in ids:
            ids.add(entry["id"])
            listed.append(entry)
    for listed in found.values():
        listed.sort(key=lambda entry: (entry["score"], entry["seed"]))
    return {tier: listed for tier, listed in found.items() if len(listed) == LENGTH}


def write(folder, grids, distance=0):
    """The tiny bank with levels of the toy family after its own."""
    head = tiny_bank.manifest()
    engine = registry.engine("lonesum")
    head["versions"]["lonesum"] = {"generator": engine.generator, "rater": engine.rater}
    none = dict.fromkeys(TIERS, 0)
    board = {
        "family": "lonesum",
        **KIND,
        "style": "even",
        "generation": {"pilot": 10, "batch": 10, "ceiling": 100},
        "twins": {"distance": distance},
        "levels": none | dict.fromkeys(grids, LENGTH),
        "daily": none,
        "events": none,
    }
    head["config"]["boards"].append(board)
    head["config"]["quality"]["lonesum"] = {"fewest_filled": 1}
    tiny_bank.write(folder, None, head)
    kind = registry.kind_room("lonesum").kind_of(KIND)
    after = sum(bank["pool"] == "levels" for bank in head["banks"])
    for n, (tier, listed) in enumerate(grids.items()):
        shards = []
        for j, start in enumerate(range(0, LENGTH, tiny_bank.SHARD)):
            part = listed[start : start + tiny_bank.SHARD]
            stem = ("levels", 5, tier)
            record = tiny_bank.write_shard(folder, stem, j, {tier: part}, len(part))
            file = shard_file(bank_stem("levels", kind, tier), j, record["sha256"])
            (folder / record["file"]).rename(folder / file)
            shards.append({**record, "file": file})
        bank = {"pool": "levels", "family": "lonesum", **KIND, "tier": tier, "length": LENGTH}
        head["banks"].insert(after + n, {**bank, "shards": shards})
    step = {"from": 20, "family": "lonesum", **KIND}
    plan = {"boards": [*head["levels"]["boards"], step], "tiers": ["easy", "medium", "easy"]}
    head["levels"], head["config"]["levels"] = plan, copy.deepcopy(plan)
    tiny_bank.write_manifest(folder, head)
    return head


def reasons(folder):
    return [f"{fault.file} {fault.entry}: {fault.reason}" for fault in verify(folder).faults]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_good_folder_of_two_families_has_no_faults(tmp_path, grids, jobs):
    write(tmp_path, grids)
    report = verify(tmp_path, jobs)
    assert report.faults == ()
    assert report.entries == 21 + LENGTH * len(grids)


def test_each_family_builds_its_entries_again(tmp_path, grids, monkeypatch):
    write(tmp_path, grids)
    engines = {name: registry.engine(name) for name in ("lonesum",)}
    asked = []

    class Stars:
        def rebuild(self, entry):
            asked.append(entry["id"])
            return dict(entry)

    engines["stars"] = Stars()
    monkeypatch.setattr(registry, "engine", engines.__getitem__)
    report = verify(tmp_path, rebuild=None)
    assert report.faults == ()
    assert len(asked) == 21
    assert report.rebuilt == 21 + LENGTH * len(grids)


DAMAGE = {
    "a number of the rating": (lambda e: e.update(score=e["score"] + 1), "score: is "),
    "rounds": (lambda e: e["rounds"].__setitem__(1, 99), "rounds[1]: is 99, proved "),
    "the puzzle": (lambda e: e["rowCounts"].__setitem__(0, 9), "rowCounts: must be counts from 0"),
    "no such puzzle": (lambda e: e.pop("colCounts"), "colCounts: is missing"),
    "the solution": (lambda e: e["solution"].reverse(), "solution["),
    "the id": (lambda e: e.update(id="0" * 16), "id: is '0000000000000000', proved "),
    "the seed": (lambda e: e.update(seed=5), "seed: 5 is not of the config's master seed 7"),
    "the style": (lambda e: e.update(style="dense"), "style: is 'dense', the config says 'even'"),
    "a key of another family": (lambda e: e.update(regionMap=[]), "has the unknown key 'regionM"),
    "the version": (lambda e: e.update(rater="stars-2"), "rater: is 'stars-2', the manifest says"),
}


@pytest.mark.damage
@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_to_an_entry_of_another_family_is_named(tmp_path, grids, damage):
    change, text = DAMAGE[damage]
    change(grids["easy"][0])
    write(tmp_path, grids)
    (told,) = reasons(tmp_path)
    assert told.startswith("levels/lonesum-5x6-easy-0000.")
    assert f" 0: {text}" in told


@pytest.mark.damage
def test_a_puzzle_twice_in_another_view(tmp_path, grids):
    one = grids["easy"][0]
    play, kind = registry.play("lonesum"), registry.kind_room("lonesum").kind_of(KIND)
    shown = play.view(kind, one, 4)
    solution = play.view_solution(kind, one["solution"], 4)
    grids["easy"][1] = {**one, **shown, "solution": solution, "seed": one["seed"] + 1}
    write(tmp_path, grids)
    assert any("the puzzle is, turned or mirrored, that of levels/lonesum" in text
               for text in reasons(tmp_path))  # fmt: skip


@pytest.mark.damage
def test_near_twins_of_another_family(tmp_path, grids):
    write(tmp_path, grids, distance=31)
    found = reasons(tmp_path)
    assert found
    assert all("the config's twins.distance is 31" in text and "lonesum" in text for text in found)


@pytest.mark.damage
@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda h: h["banks"][0].update(family="lonesum"), "banks[0].height: is missing"),
        (lambda h: h["config"]["quality"].pop("lonesum"), "config.quality.lonesum: is missing"),
        (lambda h: h["config"]["quality"]["lonesum"].update(fewest_filled=65), "fewest_filled: m"),
        (lambda h: h["config"]["quality"]["lonesum"].update(fewest_filled=31), "fewest_filled is"),
        (lambda h: h["config"]["boards"][2].update(style="organic"), "boards[2]: style must be"),
        (lambda h: h["config"]["boards"].pop(), "versions: are not those of the families"),
        (lambda h: h["versions"]["lonesum"].update(generator="import"), "either all puzzles were"),
        (lambda h: h["levels"]["boards"][2].update(width=7), "no levels bank of lonesum 5 by 7"),
    ],
)
def test_a_wrong_manifest_of_two_families_is_told_by_key(tmp_path, grids, change, text):
    head = orjson.loads(orjson.dumps(write(tmp_path, grids)))
    change(head)
    tiny_bank.write_manifest(tmp_path, head)
    found = reasons(tmp_path)
    assert any(text in line for line in found), found


def test_a_family_that_is_not_installed_is_said_to_be_so(tmp_path, grids):
    write(tmp_path, grids)
    head = orjson.loads((tmp_path / "manifest.json").read_bytes())
    head["versions"]["chess"] = head["versions"].pop("lonesum")
    tiny_bank.write_manifest(tmp_path, head)
    with pytest.raises(MoatError, match="family 'chess' cannot be checked, only stars, lonesum"):
        verify(tmp_path)
