from __future__ import annotations

import os
from pathlib import Path

import orjson
import pytest

from moat_bank.build import publish as module
from moat_bank.build.publish import is_published, publish
from moat_bank.errors import MoatError
from moat_bank.files import read_json, sync_path, write_atomic, write_json
from moat_bank.runtime.editions import TakesOver
from tests.build.conftest import build_edition
from tests.build.synthetic import Synthetic
from tests.build.test_stages import tree


@pytest.fixture
def editions(configure, tmp_path):
    """Two editions that share some shards and not others."""
    first = build_edition(configure(), Synthetic(), tmp_path / "a")
    lengths = {"easy": 9, "medium": 9, "hard": 3}
    board = {"size": 5, "stars": 1, "style": "organic", "levels": lengths}
    plan = {"boards": [{"from": 1, "size": 5, "stars": 1}], "tiers": ["easy"]}
    other = configure(edition="test-2", boards=[board], levels=plan)
    return first, build_edition(other, Synthetic(), tmp_path / "b")


LATER = TakesOver(30)


def whole(folder: Path) -> bool:
    """Whether every shard that a reader is told of is there."""
    names = ["manifest.json"] if (folder / "manifest.json").exists() else []
    if (folder / "editions.json").exists():
        editions = orjson.loads((folder / "editions.json").read_bytes())["editions"]
        names = [edition["file"] for edition in editions]
    return all(
        (folder / shard["file"]).is_file()
        and (folder / shard["file"]).stat().st_size == shard["bytes"]
        for name in names
        for bank in orjson.loads((folder / name).read_bytes())["banks"]
        for shard in bank["shards"]
    )


def test_a_new_folder_is_filled_and_then_left_alone(editions, tmp_path):
    target = tmp_path / "x" / "banks"
    assert not is_published(editions[0], target)
    written = publish(editions[0], target)
    assert written == len(tree(target))
    assert tree(target) == tree(editions[0])
    assert is_published(editions[0], target)
    before = {path: path.stat().st_mtime_ns for path in target.rglob("*")}
    assert publish(editions[0], target) == 0
    assert {path: path.stat().st_mtime_ns for path in target.rglob("*")} == before


def test_an_edition_takes_over_and_the_one_before_stays(editions, tmp_path):
    target = tmp_path / "banks"
    publish(editions[0], target)
    (target / "README.md").write_text("mine")
    (target / "levels" / "notes.txt").write_text("mine too")
    (target / "levels" / ".x.json.123.tmp").write_text("half of a killed run")
    assert not is_published(editions[1], target)
    shared = tree(editions[0]).keys() & tree(editions[1]).keys()
    assert len(shared) > 1  # medium and hard are the same, and the manifest's name
    written = publish(editions[1], target, LATER)
    manifests = [orjson.loads(tree(edition)["manifest.json"]) for edition in editions]
    copies = {path: data for path, data in tree(target).items() if path.startswith("editions/")}
    assert sorted(copies.values()) == sorted(tree(e)["manifest.json"] for e in editions)
    assert written == len(tree(editions[1])) - len(shared) + 1 + 3
    assert tree(target) == {
        **tree(editions[0]),
        **tree(editions[1]),
        **copies,
        "editions.json": (target / "editions.json").read_bytes(),
        "README.md": b"mine",
        "levels/notes.txt": b"mine too",
    }
    chain = read_json(target / "editions.json")["editions"]
    assert [one["edition"] for one in chain] == [m["edition"] for m in manifests]
    assert [(one["level"], one["day"]) for one in chain] == [(1, "0001-01-01"), (30, None)]
    assert is_published(editions[1], target)
    assert publish(editions[1], target) == 0


def damage_shard(target: Path) -> None:
    path = sorted((target / "levels").iterdir())[0]
    data = bytearray(path.read_bytes())
    data[30] ^= 1
    path.write_bytes(data)


DAMAGE = {
    "a bit": damage_shard,
    "a shard": lambda target: sorted((target / "daily").iterdir())[0].unlink(),
    "the manifest": lambda target: (target / "manifest.json").unlink(),
    "half of the manifest": lambda target: os.truncate(target / "manifest.json", 100),
    "an empty manifest": lambda target: os.truncate(target / "manifest.json", 0),
    "a stale shard": lambda target: (
        target / "events" / "9x9-1-easy-0000.0123456789ab.json"
    ).write_text("{}"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_seen_and_mended(editions, tmp_path, damage):
    target = tmp_path / "banks"
    publish(editions[0], target)
    DAMAGE[damage](target)
    assert not is_published(editions[0], target)
    publish(editions[0], target)
    assert tree(target) == tree(editions[0])


def test_a_reader_finds_a_whole_bank_at_every_step(editions, tmp_path, monkeypatch):
    target = tmp_path / "banks"
    steps = []

    def watched(call):
        def run(*args, **kwargs):
            assert whole(target)
            call(*args, **kwargs)
            assert whole(target)
            steps.append(call)

        return run

    monkeypatch.setattr(module, "write_atomic", watched(write_atomic))
    monkeypatch.setattr(Path, "unlink", watched(Path.unlink))
    publish(editions[0], target)
    publish(editions[1], target, LATER)
    assert len(set(steps)) == 1  # nothing of the first went
    target = tmp_path / "drafts"
    manifest = read_json(editions[0] / "manifest.json")
    write_json(editions[0] / "manifest.json", {**manifest, "edition": "draft-7"})
    publish(editions[0], target)
    publish(editions[1], target)
    assert len(set(steps)) == 2
    assert tree(target) == tree(editions[1])


@pytest.mark.parametrize("last", range(1, 12))
def test_a_run_killed_at_any_file_leaves_the_old_edition_and_can_be_repeated(
    editions, tmp_path, monkeypatch, last
):
    target = tmp_path / "banks"
    publish(editions[0], target)
    old = (target / "manifest.json").read_bytes()
    left = iter(range(last))

    def killed(path, data, sync=True):
        if next(left, None) is None:
            raise KeyboardInterrupt
        write_atomic(path, data, sync)

    monkeypatch.setattr(module, "write_atomic", killed)
    try:
        publish(editions[1], target, LATER)
    except KeyboardInterrupt:
        known = (target / "editions.json").exists()  # the one file by which it becomes known
        assert known or (target / "manifest.json").read_bytes() == old
        assert whole(target)
    monkeypatch.undo()
    publish(editions[1], target, LATER)
    clean = tmp_path / "clean"
    publish(editions[0], clean)
    publish(editions[1], clean, LATER)
    assert tree(target) == tree(clean)


def test_shards_outlast_a_loss_of_power_before_the_manifest_names_them(
    editions, tmp_path, monkeypatch
):
    target = tmp_path / "banks"
    calls = []

    def noted(name, call):
        return lambda path, *args, **more: (calls.append((name, path)), call(path, *args, **more))[
            1
        ]

    monkeypatch.setattr(module, "write_atomic", noted("write", write_atomic))
    monkeypatch.setattr(module, "sync_path", noted("sync", sync_path))
    publish(editions[0], target)
    manifest = calls.index(("write", target / "manifest.json"))
    assert manifest == len(calls) - 1
    for path in target.glob("*/*.json"):
        written = calls.index(("write", path))
        synced = calls.index(("sync", path))
        folder = calls.index(("sync", path.parent))
        assert written < synced < manifest
        assert written < folder < manifest


def test_what_was_not_verified_is_not_published(editions, tmp_path):
    target = tmp_path / "banks"
    publish(editions[0], target)
    before = tree(target)
    path = next((editions[1] / "levels").iterdir())
    data = path.read_bytes()
    for wrong in (data[:-1], None):
        path.unlink() if wrong is None else path.write_bytes(wrong)
        with pytest.raises(MoatError, match=r"is damaged; delete .* and run again"):
            publish(editions[1], target, LATER)
        assert (target / "manifest.json").read_bytes() == before["manifest.json"]
        assert whole(target)
    with pytest.raises(MoatError, match=r"manifest\.json: cannot be read: No such file"):
        publish(tmp_path / "none", target)


def test_a_folder_of_something_else_is_left_alone(editions, tmp_path):
    target = tmp_path / "site"
    write_json(target / "manifest.json", {"name": "My game", "icons": []})
    before = tree(target)
    with pytest.raises(MoatError, match="is not a manifest of banks; name another folder"):
        publish(editions[0], target)
    write_json(target / "manifest.json", [1])
    with pytest.raises(MoatError, match="is not a manifest of banks; name another folder"):
        publish(editions[0], target)
    manifest = read_json(editions[0] / "manifest.json")
    write_json(target / "manifest.json", {**manifest, "format": 9})
    with pytest.raises(MoatError, match="has format 9, this program writes 3; name another folder"):
        publish(editions[0], target)
    assert list(tree(target)) == list(before)


def test_a_folder_with_other_files_and_no_banks_is_left_alone(editions, tmp_path):
    target = tmp_path / "src"
    target.mkdir()
    (target / "game.py").write_text("print()")
    with pytest.raises(MoatError, match=r"holds game\.py and no banks; name another folder"):
        publish(editions[0], target)
    assert [path.name for path in target.iterdir()] == ["game.py"]
    (target / "game.py").rename(target / ".gitkeep")
    publish(editions[0], target)
    assert whole(target)
