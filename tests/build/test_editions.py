"""Editions: what is published stays for ever, from the folder to the lookup and the checker."""

from __future__ import annotations

import json
import random
import shutil

import orjson
import pytest

from moat_bank.build.compare import compare, same_lookups
from moat_bank.build.publish import publish
from moat_bank.check.verify import verify
from moat_bank.cli.main import main
from moat_bank.errors import MoatError
from moat_bank.runtime import Banks
from moat_bank.runtime.editions import TakesOver
from tests.build.test_stages import tree
from tests.check import tiny_bank
from tests.runtime.bank_fixture import write_bank, write_manifest

LEVELS = range(1, 400)


def edition(folder, name, rng, daily=True, events=True):
    """An edition of its own: other lengths, plan, keys and shards."""
    sizes = rng.sample([5, 6, 7], 2)
    banks = [
        (pool, size, 1, tier, rng.choice([1, 3, 5, 7, 9]))
        for pool in ("levels", *["daily"] * daily, *["events"] * events)
        for size in sizes
        for tier in ("easy", "medium")
    ]
    plan = [(1, sizes[0], 1), (rng.randrange(2, 30), sizes[1], 1)]
    manifest = write_bank(folder, banks, plan, ("easy", "medium"), rng.randrange(1, 5))
    manifest["edition"] = name
    manifest["daily"]["key"] = rng.randrange(2**32)
    manifest["events"]["key"] = rng.randrange(2**32)
    write_manifest(folder, manifest)
    return folder


def board(level):
    return level.stars, level.region_map, level.solution


@pytest.mark.parametrize("seed", range(5))
def test_no_lookup_changes_over_ten_further_editions(tmp_path, seed):
    rng, target = random.Random(seed), tmp_path / "banks"
    publish(edition(tmp_path / "0", "e-0", rng), target)
    levels: dict[int, object] = {}
    days: dict[int, object] = {}
    owners: dict[int, str] = {}
    first_level, day = 1, 0
    events = [board(Banks(target).event("spring", n)) for n in range(1, 40)]
    for number in range(1, 11):
        banks = Banks(target)
        # what players have seen before the next edition: it must stay
        next_level, next_day = first_level + rng.randrange(1, 30), day + rng.randrange(1, 40)
        takes_days = rng.random() < 0.7
        levels |= {n: board(banks.level(n)) for n in range(first_level, next_level)}
        owners |= dict.fromkeys(range(first_level, next_level), f"e-{number - 1}")
        if takes_days:
            days |= {d: board(banks.daily(_date(d))) for d in range(day, next_day)}
            day = next_day
        first_level = next_level
        since = TakesOver(next_level, _date(day) if takes_days else None)
        publish(edition(tmp_path / str(number), f"e-{number}", rng), target, since)
        after = Banks(target)
        assert {n: board(after.level(n)) for n in levels} == levels
        assert {n: after.level(n).edition for n in owners} == owners
        assert {d: board(after.daily(_date(d))) for d in days} == days
        assert [board(after.event("spring", n)) for n in range(1, 40)] == events
        alone = Banks(tmp_path / str(number))
        for n in range(next_level, next_level + 50):
            assert after.level(n) == alone.level(n)
        if takes_days:
            assert after.daily(_date(day + 9)) == alone.daily(_date(day + 9))
        assert after.event("x", 3, f"e-{number}") == alone.event("x", 3)
    with pytest.raises(MoatError, match="there is no edition 'e-99'; there is e-0, e-1,"):
        Banks(target).event("x", 1, "e-99")


def _date(day):
    from datetime import date, timedelta

    return (date(1970, 1, 1) + timedelta(day)).isoformat()


def test_an_edition_is_never_changed_and_the_levels_that_would_be_are_named(tmp_path):
    target, rng = tmp_path / "banks", random.Random(1)
    publish(edition(tmp_path / "a", "one", rng), target)
    before = tree(target)
    manifest = write_bank(tmp_path / "b", shard=3)
    manifest["edition"] = "one"
    write_manifest(tmp_path / "b", manifest)
    with pytest.raises(
        MoatError, match=r"edition one is published, and this build of it would cha"
    ):
        publish(tmp_path / "b", target)
    assert tree(target) == before
    # the levels named are those whose boards differ
    changes = compare(target, tmp_path / "b")
    one, two = Banks(target), Banks(tmp_path / "b")
    differ = {n for n in LEVELS if board(one.level(n)) != board(two.level(n))}
    told = {n for a, b in changes.levels for n in range(a, b + 1)}
    assert differ
    assert told & set(LEVELS) == differ
    with pytest.raises(MoatError, match=f"would change level.? {min(differ)}"):
        publish(tmp_path / "b", target)


def test_other_shards_of_the_same_boards_change_no_lookup(tmp_path):
    target = tmp_path / "banks"
    write_bank(tmp_path / "a", shard=4)
    write_bank(tmp_path / "b", shard=3)
    assert same_lookups(tmp_path / "a", tmp_path / "b")
    assert not compare(tmp_path / "a", tmp_path / "b").lookups
    publish(tmp_path / "a", target)
    publish(tmp_path / "b", target)
    assert tree(target) == tree(tmp_path / "b")
    manifest = json.loads((tmp_path / "b" / "manifest.json").read_text())
    manifest["daily"]["key"] += 1
    write_manifest(tmp_path / "b", manifest)
    with pytest.raises(MoatError, match="would change daily boards;"):
        publish(tmp_path / "b", target)


@pytest.mark.parametrize(
    ("since", "text"),
    [
        (
            None,
            "edition new would change level 1 and all after it, which edition two gave since lev",
        ),
        (
            TakesOver(20),
            "edition new would change level 20 and all after it, which edition two gave",
        ),
        (
            TakesOver(50, "2026-05-01"),
            "would change the daily boards since 2026-05-01, and those si",
        ),
    ],
)
def test_a_later_edition_must_take_over_later(tmp_path, since, text):
    target, rng = tmp_path / "banks", random.Random(2)
    publish(edition(tmp_path / "a", "one", rng), target)
    publish(edition(tmp_path / "b", "two", rng), target, TakesOver(20, "2026-05-01"))
    before = tree(target)
    new = edition(tmp_path / "c", "new", rng)
    with pytest.raises(MoatError) as error:
        publish(new, target, since)
    assert text in str(error.value)
    shutil.copytree(tmp_path / "a", tmp_path / "again")
    with pytest.raises(MoatError, match="edition one is there, and later ones after it"):
        publish(tmp_path / "again", target, TakesOver(90))
    assert tree(target) == before


def test_an_edition_of_format_3_takes_over_from_one_of_format_1(tmp_path):
    target = tmp_path / "banks"
    write_bank(tmp_path / "a", form=1)
    before = [board(Banks(tmp_path / "a").level(n)) for n in range(1, 90)]
    publish(tmp_path / "a", target)
    old = tree(target)
    new = edition(tmp_path / "b", "two", random.Random(5))
    publish(new, target, TakesOver(30))
    after = Banks(target)
    assert [board(after.level(n)) for n in range(1, 30)] == before[:29]
    assert [after.level(n) for n in range(30, 90)] == [Banks(new).level(n) for n in range(30, 90)]
    shards = {name: data for name, data in old.items() if name != "manifest.json"}
    assert shards.items() <= tree(target).items()
    formats = [
        json.loads(data)["format"] for name, data in tree(target).items() if "editions/" in name
    ]
    assert sorted(formats) == [1, 3]


def test_an_edition_of_format_1_may_be_published_again_in_format_3(tmp_path):
    target = tmp_path / "banks"
    write_bank(tmp_path / "a", form=1)
    write_bank(tmp_path / "b", form=3)
    assert same_lookups(tmp_path / "a", tmp_path / "b")
    publish(tmp_path / "a", target)
    publish(tmp_path / "b", target)
    assert tree(target) == tree(tmp_path / "b")


# The checker


def two_editions(folder):
    """Good editions in the folders a and b, with other levels and days."""
    tiny_bank.write(folder / "a")
    head = tiny_bank.manifest()
    head["edition"] = head["config"]["edition"] = "tiny-2"
    head["levels"]["tiers"] = head["config"]["levels"]["tiers"] = ["medium", "easy"]
    head["daily"]["key"] += 1
    tiny_bank.write(folder / "b", None, head)


@pytest.fixture
def chain(tmp_path):
    """A folder of two good editions."""
    two_editions(tmp_path)
    publish(tmp_path / "a", tmp_path / "banks")
    publish(tmp_path / "b", tmp_path / "banks", TakesOver(30, "2026-01-01"))
    return tmp_path / "banks"


def faults(folder):
    return [(fault.file, fault.reason) for fault in verify(folder).faults]


def test_every_edition_is_verified(chain):
    report = verify(chain)
    assert report.faults == ()
    assert report.entries == 42
    first = json.loads((chain / "editions.json").read_text())["editions"][0]["file"]
    shard = json.loads((chain / first).read_text())["banks"][0]["shards"][0]["file"]
    (chain / shard).write_bytes(b"{}")
    assert [file for file, _ in faults(chain)] == [shard]


def rewrite(path, change):
    value = orjson.loads(path.read_bytes())
    change(value)
    path.write_bytes(orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))


DAMAGE = {
    "no JSON": (lambda f: (f / "editions.json").write_text("{"), "unexpected end of data"),
    "spaces": (
        lambda f: (f / "editions.json").write_text((f / "editions.json").read_text() + " "),
        "is not as publishing writes it",
    ),
    "a level twice": (
        lambda f: rewrite(f / "editions.json", lambda v: v["editions"][1].update(level=1)),
        "editions[1].level: must be above that of the edition before",
    ),
    "a day before": (
        lambda f: rewrite(f / "editions.json", lambda v: v["editions"][1].update(day="0001-01-01")),
        "editions[1].day: must be after that of the editions before",
    ),
    "no such day": (
        lambda f: rewrite(f / "editions.json", lambda v: v["editions"][1].update(day="2026-02-31")),
        "editions[1].day: is no day of the calendar, '2026-02-31'",
    ),
    "a late beginning": (
        lambda f: rewrite(f / "editions.json", lambda v: v["editions"][0].update(level=2)),
        "editions[0]: must serve from level 1",
    ),
    "a way out of the folder": (
        lambda f: rewrite(
            f / "editions.json", lambda v: v["editions"][0].update(edition="../../etc")
        ),
        "editions[0].edition: must be letters, digits",
    ),
    "another file": (
        lambda f: rewrite(f / "editions.json", lambda v: v["editions"][0].update(file="x.json")),
        "editions[0].file: must be 'editions/tiny-1.",
    ),
    "one edition alone": (
        lambda f: rewrite(f / "editions.json", lambda v: v["editions"].pop()),
        "is no part of the edition",
    ),
    "an older manifest": (
        lambda f: shutil.copy(sorted((f / "editions").iterdir())[0], f / "manifest.json"),
        "is not that of the newest edition",
    ),
    "a manifest missing": (
        lambda f: sorted((f / "editions").iterdir())[0].unlink(),
        "is missing",
    ),
    "a manifest damaged": (
        lambda f: sorted((f / "editions").iterdir())[0].write_text("{}"),
        "is not the manifest that editions.json speaks of",
    ),
    "a file too many": (
        lambda f: (f / "editions" / "more.json").write_text("{}"),
        "is no part of the edition",
    ),
}


@pytest.mark.damage
@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_to_the_chain_is_named(chain, damage, capsys):
    change, text = DAMAGE[damage]
    change(chain)
    assert any(text in reason for _, reason in faults(chain)), faults(chain)
    assert main(["verify", str(chain)]) == 1
    assert "Traceback" not in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    "damage",
    ["no JSON", "a level twice", "a way out of the folder", "a manifest missing", "no such day"],
)
def test_a_lookup_refuses_a_damaged_chain_in_one_line(chain, damage, capsys):
    DAMAGE[damage][0](chain)
    assert main(["level", "3", "--banks", str(chain)]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert str(chain) in err


# The commands


def test_publish_and_diff_from_the_command_line(tmp_path, capsys):
    two_editions(tmp_path)
    a, b, target = (str(tmp_path / name) for name in ("a", "b", "banks"))
    assert main(["publish", a, target]) == 0
    assert main(["publish", b, target]) == 1
    assert "edition tiny-2 would change level 1 and all after it" in capsys.readouterr().err
    assert main(["publish", b, target, "--day", "2026-01-01"]) == 1
    assert "--day goes with --level" in capsys.readouterr().err
    assert main(["publish", b, target, "--level", "30", "--day", "2026-01-01"]) == 0
    assert main(["diff", a, a]) == 0
    said = capsys.readouterr().out
    assert "levels: the first 10000 are the same" in said
    assert "boards: 21 kept, 0 added, 0 removed" in said
    assert main(["diff", a, target, "--json", "--levels", "50"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["levels"][0][0] >= 30
    assert told["days"][0][0] >= "2026-01-01"
    assert not told["events"]
    assert main(["diff", a, target, "--levels", "29", "--from", "2025-01-01", "--days", "365"]) == 0
    assert main(["diff", a, str(tmp_path / "none")]) == 2
    shard = next((tmp_path / "b" / "levels").iterdir())
    shard.write_bytes(b"{}")
    assert main(["publish", b, target, "--level", "90"]) == 1
    assert "has faults, so nothing is published" in capsys.readouterr().err
