"""A bundle of banks: the same boards, whole files, and nobody else's files touched."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import moat_bank.bundle.store as store
from moat_bank.bundle import Shape, bundle
from moat_bank.cli import main as cli
from moat_bank.errors import MoatError
from moat_bank.families.stars.board import solution_rows
from moat_bank.files import write_atomic
from moat_bank.runtime import Banks
from moat_bank.schemas import load_schema
from tests.check import tiny_bank
from tests.families.stars.claims import check_stars
from tests.runtime.bank_fixture import write_bank, write_manifest
from tests.web.vectors import write_chain

brotli = pytest.importorskip("brotli", reason="a bundle needs brotli: pip install -e '.[bundle]'")

ROOT = Path(__file__).parents[2]
SMALL = ROOT / "banks" / "stars"
SHARD = r"(levels|daily|events)/stars-\d+x\d+-\d-[a-z_]+-\d{4}\.([0-9a-f]{12})\.json"


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def manifest_of(folder: Path) -> dict:
    """That of a folder of banks, or of the newest edition of a bundle."""
    head = folder / "editions.json"
    name = (
        json.loads(head.read_bytes())["editions"][-1]["file"] if head.exists() else "manifest.json"
    )
    return json.loads((folder / name).read_bytes())


def rewrite_manifest(folder: Path, manifest: dict) -> None:
    """Put another manifest in place of a bundle's only one."""
    data = orjson.dumps(manifest)
    digest = hashlib.sha256(data).hexdigest()
    head = json.loads((folder / "editions.json").read_bytes())
    (line,) = head["editions"]
    line |= {"file": f"editions/{line['edition']}.{digest[:12]}.json"}
    line |= {"bytes": len(data), "sha256": digest}
    (folder / line["file"]).write_bytes(data)
    (folder / "editions.json").write_text(json.dumps(head))


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A bank with boards of one star and of two."""
    folder = tmp_path_factory.mktemp("tiny")
    write_bank(folder)
    return folder


@pytest.fixture(scope="module")
def tiny_bundle(tiny, tmp_path_factory):
    out = tmp_path_factory.mktemp("out")
    bundle(tiny, out)
    return out


@pytest.fixture(scope="module")
def small_bundle(tmp_path_factory):
    out = tmp_path_factory.mktemp("small") / "deep/site"
    bundle(SMALL, out)
    return out


def test_files_are_what_the_manifest_says(small_bundle, tiny_bundle):
    for folder in (small_bundle, tiny_bundle):
        files = files_of(folder)
        manifest = manifest_of(folder)
        (line,) = json.loads(files["editions.json"])["editions"]
        assert len(files[line["file"]]) == line["bytes"]
        assert hashlib.sha256(files[line["file"]]).hexdigest() == line["sha256"]
        assert (line["level"], line["day"]) == (1, "0001-01-01")
        named = {"editions.json", line["file"]}
        for bank in manifest["banks"]:
            assert sum(shard["count"] for shard in bank["shards"]) == bank["length"]
            for shard in bank["shards"]:
                data = files[shard["file"]]
                assert len(data) == shard["bytes"]
                assert hashlib.sha256(data).hexdigest() == shard["sha256"]
                assert re.fullmatch(SHARD, shard["file"])[2] == shard["sha256"][:12]
                Draft202012Validator(load_schema("columns")).validate(json.loads(data))
                named.add(shard["file"])
        for name in named:
            assert brotli.decompress(files[name + ".br"]) == files[name]
            assert gzip.decompress(files[name + ".gz"]) == files[name]
            assert files[name + ".gz"][4:8] == bytes(4)  # no time
        packed = {name + suffix for name in named for suffix in (".br", ".gz")}
        assert set(files) == named | packed | {"_headers", "nginx.conf"}


def test_the_manifest_follows_the_schema(small_bundle):
    manifest = manifest_of(small_bundle)
    schema = Draft202012Validator(load_schema("manifest"))
    schema.validate(manifest)
    schema.validate(manifest_of(SMALL))
    assert not schema.is_valid({k: v for k, v in manifest.items() if k != "solutions"})
    before = manifest_of(SMALL)
    for key in ("edition", "versions", "shard", "levels", "daily", "events"):
        assert manifest[key] == before[key]
    assert "config" not in manifest


def numbers():
    return st.one_of(st.integers(1, 3000), st.integers(1, 2**53))


@given(numbers(), st.dates(), st.text(min_size=1, max_size=9))
def test_a_bundle_gives_the_same_boards(small_bundle, tiny, tiny_bundle, n, day, name):
    for before, after in ((Banks(SMALL), Banks(small_bundle)), (Banks(tiny), Banks(tiny_bundle))):
        for ask in (lambda b: b.level(n), lambda b: b.daily(day), lambda b: b.event(name, n)):
            one, two = ask(before), ask(after)
            assert one == two
            assert orjson.dumps(one.entry) == orjson.dumps(two.entry)
        for stars in ([], [[0, 0]], [[r, n % 5] for r in range(5)]):
            assert before.check_claim(n, stars) == after.check_claim(n, stars)


def test_every_entry_and_the_command_line(tiny, tiny_bundle, capsys):
    for n in range(1, 200):
        outputs = []
        for folder in (tiny, tiny_bundle):
            assert cli.main(["level", str(n), "--banks", str(folder)]) == 0
            outputs.append(capsys.readouterr().out)
        assert outputs[0] == outputs[1]


@pytest.mark.parametrize("shard", [1, 3, 4, 7, 1000])
def test_shards_of_another_length(tiny, tmp_path, shard):
    bundle(tiny, tmp_path, Shape(shard=shard))
    assert manifest_of(tmp_path)["shard"] == shard
    before, after = Banks(tiny), Banks(tmp_path)
    for n in range(1, 120):
        assert before.level(n) == after.level(n)


def test_without_solutions(tmp_path):
    bundle(SMALL, tmp_path, Shape(solutions=False))
    before, after = Banks(SMALL), Banks(tmp_path)
    assert manifest_of(tmp_path)["solutions"] is False
    for n in range(1, 400):
        one, two = before.level(n), after.level(n)
        assert two.solution is None
        assert (one.size, one.tier, one.index, one.transform) == (
            two.size, two.tier, two.index, two.transform,
        )  # fmt: skip
        assert one.puzzle == two.puzzle
        rows = solution_rows(one.solution)
        claim = [[r, c] for r, row in enumerate(rows) for c in row]
        assert after.check_claim(n, claim).valid
        assert check_stars(two.region_map, one.stars, claim[::-1]).valid
    text = b"".join(data for name, data in files_of(tmp_path).items() if name.endswith(".json"))
    for key in (b"seed", b'"solution"', b"steps", b"narrowest", b'"rounds"', b'"k"'):
        assert key not in text
    assert cli.main(["level", "7", "--banks", str(tmp_path), "--svg", str(tmp_path / "7.svg")]) == 0


def test_a_bundle_of_a_bundle_is_the_same(tiny_bundle, tmp_path):
    bundle(tiny_bundle, tmp_path / "again")
    assert files_of(tmp_path / "again") == files_of(tiny_bundle)
    bundle(tiny_bundle, tmp_path / "hidden", Shape(solutions=False))
    bundle(tmp_path / "hidden", tmp_path / "still")
    assert files_of(tmp_path / "still") == files_of(tmp_path / "hidden")


def test_the_same_bytes_in_another_process(tiny, tiny_bundle, tmp_path):
    call = [sys.executable, "-m", "moat_bank.cli.main", "bundle", str(tiny), str(tmp_path / "out")]
    done = subprocess.run(
        [*call, "--no-verify"],
        env={**os.environ, "PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert files_of(tmp_path / "out") == files_of(tiny_bundle)


def test_what_is_right_already_is_left_alone(tiny, tmp_path):
    bundle(tiny, tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    broken = next(tmp_path.glob("levels/*.json"))
    broken.write_bytes(b"{}")
    torn = next(tmp_path.glob("daily/*.br"))
    torn.unlink()
    bundle(tiny, tmp_path)
    for path, time in before.items():
        if path not in (broken, torn):
            assert path.stat().st_mtime_ns == time
    assert Banks(tmp_path).level(1) == Banks(tiny).level(1)
    assert torn.exists()


def test_another_edition_keeps_old_shards_until_pruned(tmp_path):
    banks, out = tmp_path / "banks", tmp_path / "out"
    write_bank(banks)
    bundle(banks, out)
    first = set(files_of(out))
    shutil.rmtree(banks)
    write_bank(banks, shard=3)
    bundle(banks, out)
    both = set(files_of(out))
    assert first < both
    strangers = {
        "levels/notes.json": b"mine",
        "levels/stars-5x5-1-easy-0000.json": b"mine",
        "moat-bank.js": b"mine",
        "index.html": b"mine",
        "events/deep/8x8-1-easy-0000.0123456789ab.json": b"mine",
    }
    for name, data in strangers.items():
        (out / name).parent.mkdir(exist_ok=True)
        (out / name).write_bytes(data)
    left = [out / "levels/.5x5-1-easy-0000.0123456789ab.json.7.tmp", out / ".editions.json.7.tmp"]
    for path in left:
        path.write_bytes(b"half")
    made = bundle(banks, out, pruned=True)
    files = files_of(out)
    assert {name: files.pop(name) for name in strangers} == strangers
    shutil.copytree(banks, tmp_path / "fresh-banks")
    bundle(banks, tmp_path / "fresh")
    assert files == files_of(tmp_path / "fresh")
    assert made.pruned == len(both) - len(files) + len(left)


@pytest.mark.parametrize("stop", range(1, 40, 3))
def test_a_killed_run_leaves_a_bundle_that_works(tmp_path, monkeypatch, stop):
    """The manifest there names whole files at every moment, and a rerun ends as if undisturbed."""
    banks, out = tmp_path / "banks", tmp_path / "out"
    write_bank(banks)
    bundle(banks, out)
    old = [Banks(out).level(n) for n in range(1, 40)]
    longer = (
        ("levels", 5, 1, "easy", 9),
        ("levels", 5, 1, "medium", 5),
        ("daily", 6, 1, "hard", 9),
    )
    shutil.rmtree(banks)
    write_bank(banks, banks=longer, boards=((1, 5, 1),))
    new = [Banks(banks).level(n) for n in range(1, 40)]
    calls = 0

    def failing(*args, **kwargs):
        nonlocal calls
        calls += 1
        if calls == stop:
            raise KeyboardInterrupt
        write_atomic(*args, **kwargs)

    monkeypatch.setattr(store, "write_atomic", failing)
    try:
        bundle(banks, out, pruned=True)
        ended = True
    except KeyboardInterrupt:
        ended = False
    assert [Banks(out).level(n) for n in range(1, 40)] in ([new] if ended else [old, new])
    monkeypatch.undo()
    bundle(banks, out, pruned=True)
    bundle(banks, tmp_path / "fresh")
    assert files_of(out) == files_of(tmp_path / "fresh")


def test_editions_that_take_over_from_each_other(tmp_path):
    write_chain(tmp_path / "banks", tmp_path / "parts")
    bundle(tmp_path / "banks", tmp_path / "out")
    before, after = Banks(tmp_path / "banks"), Banks(tmp_path / "out")
    days = [date(2026, 1, 1) + timedelta(n) for n in range(80)]
    assert [before.level(n) for n in range(1, 200)] == [after.level(n) for n in range(1, 200)]
    assert [before.daily(day) for day in days] == [after.daily(day) for day in days]
    for edition in (None, "part-1", "part-2"):
        for n in range(1, 30):
            assert before.event("spring", n, edition) == after.event("spring", n, edition)
    assert len(list((tmp_path / "out/editions").glob("*.json"))) == 3
    again = bundle(tmp_path / "out", tmp_path / "again")
    assert files_of(tmp_path / "again") == files_of(tmp_path / "out")
    names = [file.name for file in again.files]
    assert len(names) == len(set(names))
    bundle(tmp_path / "parts/2", tmp_path / "out", pruned=True)
    bundle(tmp_path / "parts/2", tmp_path / "fresh")
    assert files_of(tmp_path / "out") == files_of(tmp_path / "fresh")


def test_an_edition_that_no_file_can_be_named_after(tmp_path):
    manifest = write_bank(tmp_path / "banks")
    write_manifest(tmp_path / "banks", manifest | {"edition": "a b"})
    with pytest.raises(MoatError, match=r"editions.json: .*must be a name.*; rename the edition"):
        bundle(tmp_path / "banks", tmp_path / "out")
    assert not (tmp_path / "out/editions.json").exists()


def test_verify_says_what_to_verify(tiny_bundle, capsys):
    assert cli.main(["verify", str(tiny_bundle)]) == 2
    assert "(a bundle: verify the banks that it was made of)" in capsys.readouterr().err


def test_strangers_are_refused(tiny, tmp_path):
    (tmp_path / "holiday.jpg").write_bytes(b"sea")
    with pytest.raises(MoatError, match=r"holds holiday.jpg and no bundle; name another folder"):
        bundle(tiny, tmp_path)
    assert files_of(tmp_path) == {"holiday.jpg": b"sea"}
    for text in ('{"format": 1, "editions": []}', "[]", '{"name": "my app"}'):
        (tmp_path / "editions.json").write_text(text)
        with pytest.raises(
            MoatError, match=r"editions.json: is not that of a bundle; name another"
        ):
            bundle(tiny, tmp_path)
    assert len(files_of(tmp_path)) == 2


def test_the_banks_themselves_are_not_overwritten(tmp_path):
    write_bank(tmp_path)
    before = files_of(tmp_path)
    with pytest.raises(MoatError, match=r"holds manifest.json and no bundle; name another folder"):
        bundle(tmp_path, tmp_path)
    assert files_of(tmp_path) == before


def test_a_damaged_list_of_editions_is_mended(tiny, tiny_bundle, tmp_path):
    shutil.copytree(tiny_bundle, tmp_path / "out")
    (tmp_path / "out/editions.json").write_text('{"format": 1, "edi')
    bundle(tiny, tmp_path / "out")
    assert files_of(tmp_path / "out") == files_of(tiny_bundle)


def test_damaged_banks_are_refused(tmp_path):
    banks = tmp_path / "banks"
    manifest = write_bank(banks)
    file = banks / manifest["banks"][0]["shards"][1]["file"]
    file.write_bytes(file.read_bytes().replace(b'"steps":7', b'"steps":8'))
    with pytest.raises(MoatError, match="its sha256 is not the manifest's"):
        bundle(banks, tmp_path / "out")
    assert not (tmp_path / "out/editions.json").exists()
    with pytest.raises(MoatError, match=r"nowhere/manifest.json: no such file"):
        bundle(tmp_path / "nowhere", tmp_path / "out")


def test_what_columns_cannot_hold_is_named(tmp_path):
    manifest = write_bank(tmp_path / "banks")
    shard = manifest["banks"][0]["shards"][0]
    old = tmp_path / "banks" / shard["file"]
    data = old.read_bytes().replace(b'"steps":7', b'"steps":null', 1)
    digest = hashlib.sha256(data).hexdigest()
    name = f"levels/stars-5x5-1-easy-0000.{digest[:12]}.json"
    shard |= {"file": name, "bytes": len(data), "sha256": digest}
    old.unlink()
    (tmp_path / "banks" / name).write_bytes(data)
    write_manifest(tmp_path / "banks", manifest)
    with pytest.raises(MoatError, match=r"^levels/stars-5x5-1-easy: 'easy\[0\]' holds what"):
        bundle(tmp_path / "banks", tmp_path / "out")


@pytest.mark.parametrize("path", ["", "banks/", "/banks", "//", "/a b/", "/../", "/./", "/a\n/"])
def test_paths_that_no_site_has(path):
    with pytest.raises(MoatError, match="must be such as / or /game/banks/"):
        Shape(path=path)


@pytest.mark.parametrize("shard", [0, -1, 2**28 + 1, True])
def test_lengths_that_no_shard_has(shard):
    with pytest.raises(MoatError, match="the shard's length must be a whole number from 1 to"):
        Shape(shard=shard)


def test_cache_rules(tiny, tmp_path):
    bundle(tiny, tmp_path, Shape(path="/game/v1.2/"))
    rules = {}
    for line in (tmp_path / "_headers").read_text().splitlines():
        if line.startswith("/"):
            rules[line] = []
        else:
            rules[list(rules)[-1]].append(line.strip())
    assert rules["/game/v1.2/editions.json"] == ["Cache-Control: public, max-age=60"]
    for pool in ("editions", "levels", "daily", "events"):
        (rule,) = rules[f"/game/v1.2/{pool}/*"]
        assert rule == "Cache-Control: public, max-age=31536000, immutable"
    assert "Access-Control-Allow-Origin: *" in rules["/game/v1.2/*"]
    nginx = (tmp_path / "nginx.conf").read_text()
    pattern = re.search(r'location ~ "(.*)"', nginx)[1]
    for name in files_of(tmp_path):
        lasting = re.fullmatch(rf"{SHARD}|editions/.*\.json", name) is not None
        assert bool(re.fullmatch(pattern, f"/game/v1.2/{name}")) == lasting
    assert not re.fullmatch(pattern, "/game/v1x2/levels/a.json")
    assert 'Cache-Control "public, max-age=31536000, immutable"' in nginx


def test_the_command_verifies_first(tmp_path, capsys):
    banks = tmp_path / "banks"
    write_bank(banks, form=1)  # its boards have many solutions, and some two stars
    assert cli.main(["bundle", str(banks), str(tmp_path / "out")]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "see moat-bank verify, and build the banks anew" in error
    assert not (tmp_path / "out").exists()
    assert cli.main(["bundle", str(banks), str(tmp_path / "out"), "--no-verify"]) == 0
    good = tmp_path / "good"
    tiny_bank.write(good)
    assert cli.main(["bundle", str(good), str(tmp_path / "good-out"), "--jobs", "2"]) == 0
    versions = {"stars": manifest_of(good)["versions"]["stars"] | {"rater": "other-1"}}
    write_manifest(good, manifest_of(good) | {"versions": versions})
    capsys.readouterr()
    assert cli.main(["bundle", str(good), str(tmp_path / "other-out")]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "; --no-verify makes the bundle without a proof" in error


def test_the_command_prints_sizes(tmp_path, capsys):
    out = tmp_path / "out"
    assert cli.main(["bundle", str(SMALL), str(out), "--no-verify"]) == 0
    by_file, by_board = capsys.readouterr().out.split("\n\n")
    files = files_of(out)
    lines = [line.split() for line in by_file.splitlines()]
    assert lines[0] == ["file", "boards", "raw", "brotli", "gzip"]
    for name, *_, raw, small, zipped in lines[1:]:
        expected = [len(files[name + suffix]) for suffix in ("", ".br", ".gz")]
        assert [int(raw), int(small), int(zipped)] == expected
    assert {line[0] for line in lines[1:]} == {n for n in files if n.endswith(".json")}
    eight = next(line.split()[5:] for line in by_board.splitlines() if line.startswith("stars 8x8"))
    shards = [name for name in files if "/stars-8x8-" in name]
    boards = int(eight[0])
    kinds = [bank for bank in manifest_of(SMALL)["banks"] if bank["size"] == 8]
    assert boards == sum(bank["length"] for bank in kinds)
    for suffix, figure in ((".json", eight[1]), (".br", eight[2]), (".gz", eight[3])):
        total = sum(len(files[name]) for name in shards if name.endswith(suffix))
        assert float(figure) == pytest.approx(total / boards, abs=0.06)
    assert 6 * float(eight[2]) < float(eight[4]) < 400
    assert float(eight[2]) < 60


def test_the_command_prunes(tmp_path, capsys):
    banks, out = tmp_path / "banks", tmp_path / "out"
    write_bank(banks)
    arguments = ["bundle", str(banks), str(out), "--no-verify"]
    assert cli.main(arguments) == 0
    assert cli.main([*arguments, "--shard", "1000", "--no-solutions", "--path", "/b/"]) == 0
    assert "removed" not in capsys.readouterr().out
    assert cli.main([*arguments, "--prune"]) == 0
    assert re.search(r"^\d+ stale files removed$", capsys.readouterr().out, re.MULTILINE)
    assert manifest_of(out)["solutions"] is True


def test_without_brotli_it_says_what_to_install(tiny, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "brotli", None)
    with pytest.raises(
        MoatError, match=r"needs the brotli library: pip install 'moat_bank\[bundle\]'"
    ):
        bundle(tiny, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_reading_a_bundle_needs_neither_brotli_nor_numpy(tiny_bundle):
    code = (
        "import sys; sys.modules['brotli'] = sys.modules['numpy'] = None\n"
        f"from moat_bank.runtime import Banks; print(Banks({str(tiny_bundle)!r}).level(25).size)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("9\n", "")


def replace_first_shard(out, manifest, content):
    """Write another shard in the place of the first, with a manifest that fits."""
    shard = manifest["banks"][0]["shards"][0]
    data = orjson.dumps(content)
    digest = hashlib.sha256(data).hexdigest()
    shard |= {
        "bytes": len(data),
        "sha256": digest,
        "file": f"levels/stars-5x5-1-easy-0000.{digest[:12]}.json",
    }
    (out / shard["file"]).write_bytes(data)
    rewrite_manifest(out, manifest)


def test_a_damaged_bundle_is_named(tiny_bundle, tmp_path):
    shutil.copytree(tiny_bundle, tmp_path / "out")
    out = tmp_path / "out"
    manifest = manifest_of(out)
    shard = manifest["banks"][0]["shards"][0]
    content = json.loads((out / shard["file"]).read_bytes())
    content["columns"]["regionMap"]["map"] = "." * 100
    replace_first_shard(out, manifest, content)
    with pytest.raises(MoatError, match=r"'easy\[0\]' needs a 'regionMap' of 5 rows of 5 regions"):
        Banks(out).level(1)
    replace_first_shard(out, manifest, content | {"columns": []})
    with pytest.raises(MoatError, match=r"json: must be an object with 'columns': run moat-bank"):
        Banks(out).level(1)
