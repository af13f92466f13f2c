"""Two at once: two builds in one folder, two that publish into one, two that compile kernels."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from pathlib import Path

import orjson
import pytest

from moat_bank.runtime import Banks
from moat_bank.runtime import editions as module
from tests.check import tiny_bank
from tests.faults import kills
from tests.faults.conftest import fault
from tests.faults.places import (
    LONG,
    SECOND,
    WHY_SHORT,
    boards_of,
    command,
    environment,
    moat_bank,
    tree,
    two_editions,
)
from tests.workflow.conftest import Workplace


@pytest.mark.slow
def test_a_second_build_in_one_folder(plain, tmp_path):
    place = Workplace(tmp_path / "place", SECOND)
    shutil.copytree(plain.start, place.folder, dirs_exist_ok=True)
    with fault("two builds in one folder"):
        first = subprocess.Popen(
            place.command(*kills.GOAL),
            cwd=place.folder,
            env=environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while not list(place.folder.glob(".snakemake/locks/*")):
            assert first.poll() is None
        second = place.run(*kills.GOAL)
        assert first.poll() is None, "the first was to be still at work"
        assert second.status != 0
        assert "Directory cannot be locked" in second.text
        assert "--unlock" in second.text
        assert first.wait() == 0
        assert tree(place.folder / "banks") == plain.published


def drafts(folder: Path) -> list[Path]:
    """Editions that may replace each other, with shards that none shares with another."""
    found = []
    for name in "abc":
        head, banks = tiny_bank.manifest(), tiny_bank.entries()
        head["edition"] = head["config"]["edition"] = f"draft-{name}"
        for listed in banks.values():
            for entry in listed:
                entry["note"] = name
        tiny_bank.write(folder / name, banks, head)
        found.append(folder / name)
    return found


PUBLISH = """
import sys
from pathlib import Path
from moat_bank.build.publish import publish
for _ in range(20):
    publish(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def whole(folder: Path) -> bool:
    """Whether every shard is there that the manifest names, and no other."""
    manifest = orjson.loads((folder / "manifest.json").read_bytes())
    named = {shard["file"] for bank in manifest["banks"] for shard in bank["shards"]}
    return named == tree(folder).keys() - {"manifest.json"}


def test_several_publish_into_one_folder_at_once(tmp_path):
    """Each deletes what its own manifest does not name, so they must take turns."""
    target = tmp_path / "banks"
    staged = drafts(tmp_path)
    with fault("several publish at once"):
        running = [
            subprocess.Popen(
                [command()[0], "-c", PUBLISH, str(one), str(target)],
                env=environment(),
                stderr=subprocess.PIPE,
                text=True,
            )
            for one in staged
        ]
        for process in running:
            said = process.communicate()[1]
            assert process.returncode == 0, said
            assert all("waiting for another that writes there" in x for x in said.splitlines())
        assert whole(target)
        assert any(tree(target) == tree(one) for one in staged)


def test_one_that_publishes_waits_for_another_and_says_so(tmp_path):
    one, two = two_editions(tmp_path)
    target = tmp_path / "banks"
    assert moat_bank("publish", one, target).returncode == 0
    before = tree(target)
    with fault("several publish at once"):
        handle = os.open(target, os.O_RDONLY)
        fcntl.flock(handle, fcntl.LOCK_EX)
        process = subprocess.Popen(
            command("publish", two, target, "--level", 9),
            env=environment(),
            stderr=subprocess.PIPE,
            text=True,
        )
        line = process.stderr.readline()
        assert line == f"moat-bank: {target}: waiting for another that writes there\n"
        assert tree(target) == before
        os.close(handle)
        assert "files written" in process.communicate()[1]
        assert process.returncode == 0
        assert boards_of(target) != boards_of(one)


def test_readers_see_the_old_or_the_new_while_editions_come(tmp_path):
    one, two = two_editions(tmp_path)
    target = tmp_path / "banks"
    assert moat_bank("publish", one, target).returncode == 0
    old, seen, running = boards_of(target), [], True
    with fault("read while published"):
        process = subprocess.Popen(
            command("publish", two, target, "--level", 9), stderr=subprocess.PIPE, env=environment()
        )
        while running:
            running = process.poll() is None
            seen.append(boards_of(target))
        process.communicate()
        assert process.returncode == 0
        new = boards_of(target)
        assert old != new
        change = seen.index(new)
        assert seen == [old] * change + [new] * (len(seen) - change)


def test_a_reader_that_comes_while_a_second_edition_does(tmp_path, monkeypatch):
    """It looked for editions.json before there was one, and for the manifest after it changed."""
    one, two = two_editions(tmp_path)
    target = tmp_path / "banks"
    assert moat_bank("publish", one, target).returncode == 0
    read = module.read_manifest

    def late(folder):
        monkeypatch.setattr(module, "read_manifest", read)
        assert moat_bank("publish", two, target, "--level", 9).returncode == 0
        return read(folder)

    with fault("read while published"):
        monkeypatch.setattr(module, "read_manifest", late)
        banks = Banks(target)
        assert [banks.level(n).edition for n in (1, 8, 9)] == ["tiny-1", "tiny-1", "tiny-2"]


@pytest.mark.skipif(not LONG, reason=WHY_SHORT)
def test_several_compile_the_same_kernels_at_once(tmp_path):
    made = ("generate", "--size", 6, "--seeds", "0:500")
    right = moat_bank(*made).stdout
    with fault("several compile kernels at once"):
        env = environment(MOAT_BANK_CACHE=str(tmp_path / "cold"))
        running = [
            subprocess.Popen(command(*made), env=env, stdout=subprocess.PIPE, text=True)
            for _ in range(3)
        ]
        assert [process.communicate()[0] for process in running] == [right] * 3
        assert moat_bank(*made, env=env).stdout == right
        assert not list((tmp_path / "cold").rglob("*.tmp*"))
