"""Whole builds by Snakemake and the compiled kernels: the same bytes whatever happens."""

from __future__ import annotations

import copy
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import orjson
import pytest
import yaml

from moat_bank.runtime import Banks
from tests.families.toy import FOLDER
from tests.families.toy import lonesum as known_lonesum
from tests.workflow.conftest import ROOT, Workplace

pytestmark = pytest.mark.slow


@pytest.fixture
def again(built, small, tmp_path) -> Workplace:
    """A copy of the finished build."""
    shutil.copytree(built.folder, tmp_path / "again")
    return Workplace(tmp_path / "again", small)


def test_the_bank_is_what_the_config_asks_for(built):
    manifest = orjson.loads(built.files()["banks/manifest.json"])
    assert [(b["pool"], b["size"], b["tier"], b["length"]) for b in manifest["banks"]] == [
        ("levels", 5, "easy", 21),
        ("levels", 5, "medium", 11),
        ("levels", 6, "easy", 11),
        ("levels", 6, "medium", 21),
        ("levels", 6, "super_hard", 21),
        ("levels", 9, "easy", 3),
        ("levels", 9, "medium", 9),
        ("levels", 9, "hard", 3),
        ("levels", 9, "super_hard", 1),
        ("daily", 5, "medium", 5),
        ("daily", 9, "hard", 1),
        ("events", 6, "super_hard", 5),
    ]
    shards = {f"banks/{s['file']}" for bank in manifest["banks"] for s in bank["shards"]}
    assert set(built.files()) == shards | {"banks/manifest.json"}


def test_two_cores_and_another_hash_seed_give_the_same_bytes(built, small, tmp_path):
    place = Workplace(tmp_path / "x", small)
    run = place.build(PYTHONHASHSEED="271828")
    assert run.jobs["compile"] == 3
    assert place.files() == built.files()
    # Even what is in between, but for the times in it.
    arrays = [*built.files("results/boards/**/*.npy"), *built.files("results/boards/**/*.keys")]
    assert {Path(name).parent.name for name in arrays} >= {"batches", "repeats"}
    for name in arrays:
        assert (place.folder / name).read_bytes() == (built.folder / name).read_bytes(), name


def test_killed_midway_and_resumed(built, small, tmp_path):
    place = Workplace(tmp_path / "x", small)
    process = subprocess.Popen(
        place.command("--cores", "2", "all"),
        cwd=place.folder,
        env=place.environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 300
        while len(place.batches()) < 4:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    made = place.batches()
    assert not place.files()
    assert len(made) < len(built.batches())

    locked = place.run("--cores", "2", "all")
    assert locked.status != 0
    assert "--unlock" in locked.text
    assert place.run("--unlock").status == 0
    run = place.build()
    assert place.files() == built.files()
    # At most the jobs that ran when it was killed are done anew.
    kept = [name for name, when in made.items() if place.batches()[name] == when]
    assert len(kept) >= len(made) - 2
    assert run.jobs["batch"] <= len(built.batches()) - len(kept)


def test_killed_as_kernels_had_been_compiled_and_resumed(small, tmp_path):
    """Snakemake does not know that the file is whole.  Once it made this one again and no more."""
    place = Workplace(tmp_path, small)
    assert place.run("--cores", "2", "--until", "compile").status == 0
    notes = tmp_path / ".snakemake"
    done = sorted((notes / "metadata").iterdir())
    assert len(done) == 3
    done[0].rename(notes / "incomplete" / done[0].name)
    run = place.run("--dry-run")
    assert run.jobs["compile"] == 1
    assert run.jobs["batch"] == 3
    assert run.jobs["verify"] == 1


def test_a_finished_build_has_nothing_to_do(built):
    assert built.build().idle
    assert built.run("--dry-run").text.count("Nothing to be done") == 1


@pytest.mark.parametrize("damage", ["folder", "shard", "manifest"])
def test_a_damaged_bank_is_published_again_and_nothing_is_made(built, again, damage):
    if damage == "folder":
        shutil.rmtree(again.folder / "banks")
    elif damage == "shard":
        path = again.folder / max(again.files("banks/levels/*"))
        path.write_bytes(path.read_bytes().replace(b'"seed":', b'"seed" '))
    else:
        os.truncate(again.folder / "banks" / "manifest.json", 50)
    assert again.run("--dry-run").jobs == {"publish": 1}
    assert again.build().jobs == {"publish": 1}
    assert again.files() == built.files()
    assert again.build().idle


def test_a_longer_bank_makes_only_what_is_missing(built, again, small, tmp_path):
    before = again.batches()
    small["boards"][1]["levels"]["super_hard"] = 61
    again.configure(small)
    run = again.build()
    added = again.batches().keys() - before.keys()
    assert added
    assert all("/stars-6x6-1/" in name for name in added)
    assert run.jobs["batch"] == len(added)
    assert {name: again.batches()[name] for name in before} == before
    assert "compile" not in run.jobs
    assert run.jobs["select"] == run.jobs["shard"] == run.jobs["verify"] == 1

    fresh = Workplace(tmp_path / "fresh", small)
    fresh.build()
    assert again.files() == fresh.files()
    assert again.build().idle

    # A record of what was made is not needed to know what is missing.
    shutil.rmtree(again.folder / ".snakemake")
    small["boards"][1]["levels"]["super_hard"] = 21
    again.configure(small)
    assert again.build().jobs == {"publish": 1}  # that edition was built and verified before
    assert again.files() == built.files()


def test_a_shorter_bank_makes_no_candidates(built, again, small):
    small["boards"][0]["levels"]["easy"] = 5
    again.configure(small)
    run = again.build()
    assert not run.jobs.keys() & {"compile", "batch", "dedupe"}
    assert run.jobs["shard"] == 1
    assert again.files() != built.files()


def test_a_published_edition_stays_and_another_takes_over(built, again, small):
    small["edition"] = "one"  # the draft gives way
    again.configure(small)
    again.build()
    before = again.files()
    small["boards"][0]["levels"]["easy"] = 5
    again.configure(small)
    run = again.run("--cores", "2", "all")
    assert run.status != 0
    assert "edition one is published, and this build of it would change level" in run.text
    assert again.files() == before

    again.configure({**small, "edition": "two", "takes_over": {"level": 50, "day": "2027-01-01"}})
    again.build()
    after = again.files()
    kept = {name: data for name, data in before.items() if name != "banks/manifest.json"}
    assert kept.items() <= after.items()
    assert {"banks/editions.json", "banks/manifest.json"} <= after.keys()
    assert again.build().idle


def test_another_seed_makes_everything_anew(again, small):
    small["seed"] = 12
    again.configure(small)
    run = again.run("--dry-run", "--cores", "1")
    assert run.jobs["batch"] == 3
    assert "compile" not in run.jobs


def test_folders_and_keys_can_be_named_on_the_command_line(built, tmp_path, small):
    place = Workplace(tmp_path / "x", {**small, "seed": 12})
    shutil.copytree(built.folder / "results", place.folder / "made")
    other = place.folder / "other.yaml"
    other.write_text((place.folder / "config.yaml").read_text())
    (place.folder / "config.yaml").write_text("never read")
    options = ["--configfile", str(other), "--config", "banks=out put", "results=made", "seed=11"]
    run = place.run("--cores", "2", "all", *options)
    assert run.status == 0, run.text
    assert run.jobs == {"publish": 1}
    written = {
        name.replace("out put", "banks"): d for name, d in place.files("out put/**/*").items()
    }
    assert written == built.files()


def test_too_rare_a_tier_ends_the_build_and_publishes_nothing(built, again, small):
    small["boards"][0]["levels"]["super_hard"] = 31
    small["generation"]["ceiling"] = 1100
    again.configure(small)
    run = again.run("--cores", "2", "all")
    assert run.status != 0
    lines = [line for line in run.text.splitlines() if line.startswith("moat-bank: ")]
    assert len(lines) == 1
    assert lines[0].startswith("moat-bank: 5x5 with 1 star, super_hard: ")
    assert "in 1100 candidates" in lines[0]
    assert "Traceback" not in run.text
    assert again.files() == built.files()


def test_what_does_not_verify_is_not_published(built, again, small):
    small["shard"] = 9
    again.configure(small)
    run = again.run("--cores", "2", "all", "--until", "shard")
    assert run.status == 0, run.text
    staged = max(
        (again.folder / "results/editions").glob("*"), key=lambda path: path.stat().st_mtime
    )
    path = next((staged / "banks" / "levels").iterdir())
    path.write_bytes(path.read_bytes()[:-30])
    run = again.run("--cores", "2", "all")
    assert run.status != 0
    assert path.name in run.text
    assert "publish" not in run.jobs
    assert again.files() == built.files()


FAULTS = {
    "seed: x\n": "seed: must be a whole number, found 'x'",
    "twins: {distance: 3, distanse: 4}\n": "twins.distanse: unknown key; did you mean distance?",
    "shard: 9\nshard: 8\n": "line 2: key 'shard' stands twice; keep one",
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_config_error_is_one_line_and_no_traceback(small, tmp_path, text):
    place = Workplace(tmp_path, {k: v for k, v in small.items() if f"{k}:" not in text})
    config = tmp_path / "config.yaml"
    config.write_text(text + config.read_text())
    run = place.run("--cores", "1", "all")
    assert run.status == 1
    lines = [line for line in run.text.splitlines() if "specific profile" not in line]
    assert len(lines) == 1
    assert lines[0].startswith("moat-bank: config.yaml:")
    assert lines[0].endswith(FAULTS[text])


def test_no_config_and_several(small, tmp_path):
    place = Workplace(tmp_path, small)
    files = [str(tmp_path / name) for name in ("a.yaml", "b.yaml")]
    for file in files:
        shutil.copy(tmp_path / "config.yaml", file)
    run = place.run("--cores", "1", "--configfile", *files)
    assert run.status == 1
    assert "moat-bank: --configfile: name one file; several are not merged" in run.text
    (tmp_path / "config.yaml").unlink()
    run = place.run("--cores", "1")
    assert run.status == 1
    assert "moat-bank: config.yaml: cannot be read: No such file or directory" in run.text


def test_kernels_of_several_stars_are_compiled_where_some_board_has_several(small, tmp_path):
    small["boards"].pop()
    small["levels"]["boards"].pop()
    run = Workplace(tmp_path, small).run("--dry-run")
    assert run.status == 0
    assert run.jobs["compile"] == 1
    assert "rating-several-stars" not in run.text


def test_a_kind_that_can_never_be_filled_ends_with_its_pilot(built, again, small):
    small["boards"][2]["generation"]["ceiling"] = 400
    small["boards"][2]["levels"]["super_hard"] = 20_001
    again.configure(small)
    run = again.run("--cores", "2", "all")
    assert run.status != 0
    lines = [line for line in run.text.splitlines() if line.startswith("moat-bank: ")]
    assert len(lines) == 1
    assert "boards in 40 candidates" in lines[0]
    assert "and the ceiling is 400; lower its lengths, or set generation.ceiling to " in lines[0]
    assert "batch" not in run.jobs
    assert again.files() == built.files()


def test_a_dry_run_makes_nothing(small, tmp_path):
    place = Workplace(tmp_path, small)
    run = place.run("--dry-run")
    assert run.status == 0
    assert run.jobs["batch"] == 3
    assert run.jobs["compile"] == 3
    assert not list(tmp_path.glob("results*"))
    assert not list(tmp_path.glob("banks*"))


def test_lint_complains_of_no_more_than_the_environment(small, tmp_path):
    complaints = {
        line.strip()
        for line in Workplace(tmp_path, small).run("--lint").text.splitlines()
        if line.startswith("    * ")
    }
    assert complaints == {"* Specify a conda environment or container for each rule.:"}


def test_the_report_needs_no_network(built):
    nowhere = "http://127.0.0.1:9"
    run = built.run("--report", "report.html", http_proxy=nowhere, https_proxy=nowhere, no_proxy="")
    assert run.status == 0, run.text
    page = (built.folder / "report.html").read_text()
    for name in ("boards", "techniques", "tiers", "yields", "dropped", "times", "twins"):
        assert f"{name}.svg" in page
    assert "yields.csv" in page
    assert "Hardest technique that a person needs" in page


def test_the_committed_bank_is_built_again_byte_for_byte(tmp_path):
    place = Workplace(tmp_path, {})
    shutil.copy(ROOT / "config.yaml", tmp_path / "config.yaml")
    place.build()
    committed = {
        str(path.relative_to(ROOT)): path.read_bytes()
        for path in Path(ROOT / "banks" / "stars").rglob("*")
        if path.is_file()
    }
    assert place.files() == committed


def test_a_game_of_two_families_from_a_config_of_its_own(small, tmp_path):
    place = Workplace(tmp_path, {"never": "read"})
    del small["boards"][2], small["levels"]["boards"][2], small["family"]
    for one in (*small["boards"], *small["levels"]["boards"]):
        one["family"] = "stars"
    lonesum = {"family": "lonesum", "height": 3, "width": 5}
    small["boards"].append(
        {
            **lonesum,
            "style": "even",
            "twins": {"distance": 0},
            "levels": {"easy": 5, "medium": 9},
            "events": {"medium": 3},
        }
    )
    small["levels"]["boards"].insert(1, {"from": 3, **lonesum})
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "mixed.yaml").write_text(
        yaml.safe_dump({**small, "banks": "banks/mixed"}, sort_keys=False)
    )
    toy = {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(FOLDER)])}
    run = place.build("--configfile", "games/mixed.yaml", **toy)
    assert run.jobs["select"] == 3
    assert "/lonesum-3x5/" in " ".join(place.batches())
    assert {path.name for path in tmp_path.glob("banks/*")} == {"mixed"}
    manifest = orjson.loads(place.files()["banks/mixed/manifest.json"])
    assert manifest["versions"].keys() == {"stars", "lonesum"}
    assert [bank["family"] for bank in manifest["banks"]].count("lonesum") == 3
    status, text = verify(place, "--rebuild", "all", folder="banks/mixed", **toy)
    assert (status, "no faults" in text) == (0, True), text
    assert place.build("--configfile", "games/mixed.yaml", **toy).idle
    with known_lonesum():
        banks = Banks(tmp_path / "banks" / "mixed")
        assert [banks.level(number).family for number in (2, 3, 4, 5)] == [
            *("stars", "lonesum", "lonesum", "stars")
        ]


STEERED = {
    "edition": "draft-1",
    "seed": 5,
    "banks": "banks",
    "family": "stars",
    "generation": {"pilot": 64, "batch": 64, "ceiling": 20_000},
    "quality": {"stars": {"smallest_region": 1, "single_cell_regions": 1, "largest_share": 50}},
    "twins": {"distance": 3},
    "shard": 8,
    "boards": [
        {
            "size": 7,
            "stars": 1,
            "style": "organic",
            "steer": ["hard", "super_hard"],
            "levels": {"easy": 3, "hard": 41, "super_hard": 71},
            "daily": {"hard": 5},
        }
    ],
    "levels": {"boards": [{"from": 1, "size": 7, "stars": 1}], "tiers": ["easy", "hard"]},
}


def entries_in(place: Workplace) -> list[dict[str, Any]]:
    """The entries of the published banks, each with its tier and the file that it is in."""
    return [
        {**entry, "tier": tier, "file": name}
        for name, data in place.files("banks/*/*.json").items()
        for tier, entries in orjson.loads(data).items()
        for entry in entries
    ]


def verify(
    place: Workplace, *args: str, folder: str = "banks", **environment: str
) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "moat_bank", "verify", folder, *args],
        cwd=place.folder, env=place.environment(**environment), capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def steered(tmp_path_factory) -> Workplace:
    place = Workplace(tmp_path_factory.mktemp("steered"), STEERED)
    run = place.build("--cores", "1")
    assert run.jobs["compile"] == 2
    assert len([name for name in place.batches() if "hard-" in name]) >= 3
    return place


def test_a_steered_build_takes_natural_and_aimed_boards_and_verifies(steered):
    entries = entries_in(steered)
    assert len(entries) == 120
    aims = Counter((entry["tier"], entry.get("aim")) for entry in entries)
    assert aims.keys() == {
        ("easy", None), ("hard", None), ("hard", "hard"),
        ("super_hard", None), ("super_hard", "super_hard"),
    }  # fmt: skip
    assert aims["hard", "hard"] > 20
    for entry in entries:
        keys = list(entry)
        assert keys[:2] == ["seed", "style"]
        assert keys.index("aim") == 2 if "aim" in entry else keys[2] == "regionMap"
    status, text = verify(steered, "--rebuild", "all")
    assert (status, "120" in text) == (0, True), text
    manifest = orjson.loads(steered.files()["banks/manifest.json"])
    assert manifest["config"]["boards"][0]["steer"] == ["hard", "super_hard"]


def test_a_steered_build_on_two_cores_gives_the_same_bytes(steered, tmp_path):
    place = Workplace(tmp_path, STEERED)
    place.build(PYTHONHASHSEED="314159")
    assert place.files() == steered.files()
    assert place.build().idle


def test_a_build_that_begins_to_steer_keeps_its_natural_batches(steered, tmp_path):
    plain = copy.deepcopy(STEERED)
    del plain["boards"][0]["steer"]
    plain["boards"][0]["levels"] = {"easy": 3, "hard": 3, "super_hard": 3}
    plain["boards"][0]["daily"] = {}
    place = Workplace(tmp_path, plain)
    place.build()
    assert not any("hard-" in name for name in place.batches())
    assert not any("aim" in entry for entry in entries_in(place))
    made = place.batches()
    place.configure({**STEERED, "edition": "draft-2", "takes_over": {"level": 9}})
    place.build()
    assert {name: place.batches()[name] for name in made} == made


@pytest.mark.parametrize("change", ["none", "other", "more"])
def test_an_aim_that_is_not_an_entry_s_own_is_found(steered, tmp_path, change):
    """Without hashes that tell: the shard is named and counted anew in the manifest."""
    shutil.copytree(steered.folder / "banks", tmp_path / "banks")
    place = Workplace(tmp_path, STEERED)
    manifest = orjson.loads((tmp_path / "banks" / "manifest.json").read_bytes())
    for bank in manifest["banks"]:
        for shard in bank["shards"]:
            path = tmp_path / "banks" / shard["file"]
            content = orjson.loads(path.read_bytes())
            tampered = next(
                (e for e in content[bank["tier"]] if ("aim" in e) == (change != "more")), None
            )
            if bank["tier"] == "easy" or tampered is None:
                continue
            if change == "none":
                del tampered["aim"]
            else:
                aim = bank["tier"] if change == "more" else "easy"
                items = [(k, v) for k, v in tampered.items() if k != "aim"]
                tampered.clear()
                tampered.update([*items[:2], ("aim", aim), *items[2:]])
            data = orjson.dumps(content) + b"\n"
            path.unlink()
            digest = hashlib.sha256(data).hexdigest()
            name = shard["file"].rsplit(".", 2)[0] + f".{digest[:12]}.json"
            (tmp_path / "banks" / name).write_bytes(data)
            shard.update(file=name, bytes=len(data), sha256=digest)
            break
        else:
            continue
        break
    options = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    (tmp_path / "banks" / "manifest.json").write_bytes(orjson.dumps(manifest, option=options))
    status, text = verify(place, "--rebuild", "all")
    assert status == 1
    said = {
        "none": "built again from its seed it differs in ",
        "other": "aim: is 'easy', but it stands under hard",
        "more": "built again from its seed it differs in ",
    }[change]
    assert said in text
