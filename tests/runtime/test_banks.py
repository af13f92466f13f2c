"""Banks: boards by level, day and event, from a small bank that the tests write themselves."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import random
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta, timezone

import numpy as np
import pytest

from moat_bank.errors import MoatError
from moat_bank.runtime import Banks, Level
from moat_bank.runtime.daily import event_key, pair
from tests.runtime.bank_fixture import PATTERN, in_reading_order, write_bank, write_manifest

LENGTHS = {(5, "easy"): 7, (5, "medium"): 5, (6, "easy"): 3, (6, "medium"): 9} | {
    (9, "easy"): 3,
    (9, "medium"): 1,
}


def load(folder, pool):
    """The entries of a pool by (size, tier), read with nothing of the package."""
    manifest = json.loads((folder / "manifest.json").read_text())
    entries: dict = {}
    for bank in manifest["banks"]:
        if bank["pool"] == pool:
            for shard in bank["shards"]:
                some = json.loads((folder / shard["file"]).read_text())[bank["tier"]]
                entries.setdefault((bank["size"], bank["tier"]), []).extend(some)
    return entries


def turned(rows, t):
    array = np.rot90(np.array(rows), -(t % 4))
    return (np.fliplr(array) if t >= 4 else array).tolist()


def marks(solution, size):
    rows = [[cols] if isinstance(cols, int) else cols for cols in solution]
    return [[int(c in cols) for c in range(size)] for cols in rows]


def stars_of(level):
    return [
        [r, c]
        for r, row in enumerate(marks(level.solution, level.size))
        for c, star in enumerate(row)
        if star
    ]


def assert_shown(level, entry):
    """The level shows this entry, turned as it says."""
    assert level.entry == entry
    assert level.region_map == in_reading_order(turned(entry["regionMap"], level.transform))
    assert level.puzzle == {"regionMap": level.region_map}
    assert marks(level.solution, level.size) == turned(
        marks(entry["solution"], level.size), level.transform
    )


def test_levels_follow_the_plan(bank_folder):
    banks, entries = Banks(bank_folder), load(bank_folder, "levels")
    seen: Counter = Counter()
    for n in range(1, 400):
        size = 5 if n < 11 or n > 30 else 6 if n < 20 else 9
        tier = PATTERN[(n - 1) % 3]
        seen[size, tier] += 1
        place = seen[size, tier]
        level = banks.level(n)
        assert (level.number, level.size, level.tier) == (n, size, tier)
        assert level.stars == (2 if size == 9 else 1)
        assert level.index == (place - 1) % LENGTHS[size, tier]
        assert level.transform == (place - 1) * 3 % 8
        assert_shown(level, entries[size, tier][level.index])


def test_no_pair_comes_early(bank_folder):
    banks, seen = Banks(bank_folder), Counter()
    for n in range(31, 31 + 8 * 7 * 3 // 2 + 1):
        level = banks.level(n)
        seen[level.tier, level.index, level.transform] += 1
    easy = [count for (tier, *_), count in seen.items() if tier == "easy"]
    assert len(easy) == 8 * 7
    assert max(easy) <= 2  # 57 or so levels on 56 pairs


def test_the_last_level(bank_folder):
    level = Banks(bank_folder).level(2**53)
    assert (level.number, level.size) == (2**53, 5)


@pytest.mark.parametrize(
    "n",
    [
        0,
        -1,
        2**53 + 1,
        1.5,
        1.0,
        True,
        False,
        "5",
        "",
        None,
        float("nan"),
        float("inf"),
        10**400,
        [1],
        (1,),
        {},
        b"1",
        1j,
        object(),
        np.int64(0),
        date(2026, 3, 1),
    ],
)
def test_no_such_level(bank_folder, n):
    banks = Banks(bank_folder)
    for look in (banks.level, banks.preload):
        with pytest.raises(MoatError, match=r"a level is a whole number from 1 to 2\*\*53, found "):
            look(n)


def test_a_level_is_frozen_and_its_lists_are_the_callers_own(bank_folder):
    banks = Banks(bank_folder)
    first = banks.level(1)  # transform 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        first.number = 2
    before = json.dumps(dataclasses.asdict(first))
    first.region_map[0][0] = first.entry["regionMap"][1][1] = 99
    first.solution.clear()
    first.entry["solution"].clear()
    first.entry.clear()
    again = banks.level(1)
    assert json.dumps(dataclasses.asdict(again)) == before
    assert [field.name for field in dataclasses.fields(Level)] == [
        *("number", "kind", "tier", "index", "transform", "edition"),
        *("entry", "puzzle", "solution"),
    ]


def test_daily_gives_every_board_before_one_comes_again(bank_folder):
    banks, entries = Banks(bank_folder), load(bank_folder, "daily")
    every = {entry["id"] for some in entries.values() for entry in some}
    assert len(every) == 12
    for start in (date(1969, 12, 20), date(2024, 2, 25), date(1, 1, 1)):
        levels = [banks.daily(start + timedelta(days=n)) for n in range(8 * 12)]
        for n in range(8 * 12 - 12):
            assert {level.entry["id"] for level in levels[n : n + 12]} == every
        assert len({(level.entry["id"], level.transform) for level in levels}) == 8 * 12
        for level in levels:
            assert_shown(level, entries[level.size, level.tier][level.index])
            at, transform = pair(123456789, 12, level.number)  # the first five are the easy ones
            assert (level.tier, level.index) == (("easy", at) if at < 5 else ("hard", at - 5))
            assert level.transform == transform
    assert banks.daily(date(1970, 1, 1)).number == 0
    assert banks.daily(date(1969, 12, 31)).number == -1


def test_daily_takes_dates_moments_and_text(bank_folder):
    banks = Banks(bank_folder)
    expected = banks.daily(date(2026, 3, 1))
    assert banks.daily("2026-03-01") == expected
    assert banks.daily(datetime(2026, 3, 1, 23, 59, tzinfo=UTC)) == expected
    assert banks.daily(datetime(2026, 3, 2, 1, tzinfo=timezone(timedelta(hours=2)))) == expected
    assert banks.daily("2026-02-28T22:00:00-05:00") == expected
    assert banks.daily("2026-03-02") != expected
    with pytest.raises(MoatError, match="no time zone"):
        banks.daily(datetime(2026, 3, 1))


def test_events(bank_folder):
    banks, entries = Banks(bank_folder), load(bank_folder, "events")[7, "medium"]
    for name in ("spring", "été"):
        levels = [banks.event(name, n) for n in range(1, 25)]
        assert [level.number for level in levels] == list(range(1, 25))
        assert len({(level.index, level.transform) for level in levels}) == 24
        for n, level in enumerate(levels):
            assert (level.index, level.transform) == pair(event_key(987654321, name), 3, n)
            assert_shown(level, entries[level.index])
        assert dataclasses.replace(banks.event(name, 25), number=1) == levels[0]
    orders = {
        tuple(
            (level.index, level.transform)
            for level in (banks.event(f"e{k}", 1 + n) for n in (0, 1))
        )
        for k in range(40)
    }
    assert len(orders) > 10
    assert banks.event("spring", 2**53).number == 2**53


@pytest.mark.parametrize("n", [0, -1, 1.5, True, None, "1", 2**53 + 1, float("nan")])
def test_no_such_event_number(bank_folder, n):
    with pytest.raises(MoatError, match="the number of an event's board must be a whole number"):
        Banks(bank_folder).event("spring", n)


def test_pools_that_are_not_there(tmp_path):
    write_bank(tmp_path, banks=[("levels", 5, 1, "easy", 3)], boards=[(1, 5, 1)], pattern=["easy"])
    banks = Banks(tmp_path)
    with pytest.raises(MoatError, match="no bank in the pool 'daily'"):
        banks.daily("2026-03-01")
    with pytest.raises(MoatError, match="no bank in the pool 'events'"):
        banks.event("spring", 1)


def test_preload_reads_ahead(own_bank):
    folder, _ = own_bank
    banks = Banks(folder)
    banks.preload(1)
    banks.preload(2**53 - 1, 1000)
    expected = [Banks(folder).level(n) for n in range(1, 6)]
    for file in folder.glob("*/*.json"):
        file.unlink()
    assert [banks.level(n) for n in range(1, 6)] == expected
    with pytest.raises(MoatError, match="cannot be read"):
        banks.daily("2026-03-01")
    for count in (-1, 1001, 2.0, True, None):
        with pytest.raises(MoatError, match="the number of levels to preload must be"):
            banks.preload(1, count)


def test_the_cache_is_bounded(own_bank):
    folder, manifest = own_bank
    banks = Banks(folder, cache=2)
    levels = {n: banks.level(n) for n in (1, 3, 11)}  # three shards, so the first is forgotten
    for file in folder.glob("levels/*.json"):
        file.unlink()
    assert banks.level(3) == levels[3]
    assert banks.level(11) == levels[11]
    with pytest.raises(MoatError, match=f"{manifest['banks'][0]['shards'][0]['file']}: cannot be"):
        banks.level(1)
    for cache in (0, -1, 1.5, True, None, "16"):
        with pytest.raises(MoatError, match="the number of shards to keep must be"):
            Banks(folder, cache=cache)


def rewrite(folder, manifest, content):
    """Put other bytes into the first shard, with a manifest that vouches for them."""
    shard = manifest["banks"][0]["shards"][0]
    digest = hashlib.sha256(content).hexdigest()
    shard |= {"file": f"levels/stars-5x5-1-easy-0000.{digest[:12]}.json"}
    shard |= {"bytes": len(content), "sha256": digest}
    (folder / shard["file"]).write_bytes(content)
    write_manifest(folder, manifest)
    return folder / shard["file"]


def assert_refused(folder, file, text):
    with pytest.raises(MoatError) as error:
        Banks(folder).level(1)
    words = str(error.value)
    assert words.startswith(f"{file}: {text}")
    assert words.endswith("run moat-bank verify, and build the banks anew or copy the folder again")
    assert len(words.splitlines()) == 1


def test_damaged_shards(own_bank):
    folder, manifest = own_bank
    file = folder / manifest["banks"][0]["shards"][0]["file"]
    whole = file.read_bytes()
    file.write_bytes(whole[:-1])
    assert_refused(folder, file, f"the manifest says {len(whole)} bytes, found {len(whole) - 1}:")
    file.write_bytes(whole + b" ")
    assert_refused(folder, file, f"the manifest says {len(whole)} bytes, found more:")
    file.write_bytes(whole.replace(b'"steps":7', b'"steps":8', 1))
    assert_refused(folder, file, "its sha256 is not the manifest's:")
    file.unlink()
    assert_refused(folder, file, "cannot be read (No such file or directory):")
    file.mkdir()
    assert_refused(folder, file, "cannot be read (Is a directory):")


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"not json", "is not JSON"),
        (b"[]", "must be one object of 'easy' to 4 entries"),
        (b"null", "must be one object of 'easy' to 4 entries"),
        (b'{"medium":[1,2,3,4]}', "must be one object of 'easy' to 4 entries"),
        (b'{"easy":[1,2,3]}', "must be one object of 'easy' to 4 entries"),
        (b'{"easy":{"a":1}}', "must be one object of 'easy' to 4 entries"),
        (b'{"easy":[1,2,3,4],"hard":[]}', "must be one object of 'easy' to 4 entries"),
        (b'{"easy":[1,2,3,4]}', "'easy[0]' must be an object, found a number"),
        (b'{"easy":[{},2,3,4]}', "'easy[0]' needs a 'regionMap' of 5 rows of 5 regions, all of 0"),
    ],
)
def test_shards_that_are_something_else(own_bank, content, text):
    folder, manifest = own_bank
    assert_refused(folder, rewrite(folder, manifest, content), text)


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("regionMap", None, "needs a 'regionMap'"),
        ("regionMap", [[0] * 5] * 4, "needs a 'regionMap'"),
        ("regionMap", [[0] * 5] * 5, "needs a 'regionMap'"),
        ("regionMap", [[0, 1, 2, 3, 4]] * 4 + [[0, 1, 2, 3]], "needs a 'regionMap'"),
        ("regionMap", [[0, 1, 2, 3, 4]] * 4 + [[0, 1, 2, 3, 5]], "needs a 'regionMap'"),
        ("regionMap", [[0, 1, 2, 3, 4]] * 4 + [[0, 1, 2, 3, -1]], "needs a 'regionMap'"),
        ("regionMap", [[0, 1, 2, 3, 4]] * 4 + [[0, 1, 2, 3, 1.0]], "needs a 'regionMap'"),
        ("regionMap", [[0, 1, 2, 3, 4]] * 4 + [[0, True, 2, 3, 4]], "needs a 'regionMap'"),
        ("regionMap", ["01234"] * 5, "needs a 'regionMap'"),
        ("solution", None, "needs a 'solution' of 5 columns"),
        ("solution", [0, 1, 2, 3], "needs a 'solution' of 5 columns"),
        ("solution", [0, 1, 2, 3, 5], "needs a 'solution' of 5 columns"),
        ("solution", [[0], [1], [2], [3], [4]], "needs a 'solution' of 5 columns"),
        ("solution", "01234", "needs a 'solution' of 5 columns"),
    ],
)
def test_entries_that_are_no_boards(own_bank, key, value, text):
    folder, manifest = own_bank
    shard = folder / manifest["banks"][0]["shards"][0]["file"]
    content = json.loads(shard.read_text())
    content["easy"][0][key] = value
    file = rewrite(folder, manifest, json.dumps(content).encode())
    assert_refused(folder, file, f"'easy[0]' {text}")
    assert Banks(folder).level(2).index == 1  # the others are still served


def test_claims_for_every_kind_of_board(bank_folder):
    banks = Banks(bank_folder)
    boards = [(n, banks.level(n)) for n in (1, 3, 12, 20, 27, 10**15)]
    boards += [("2026-03-01", banks.daily("2026-03-01"))]
    boards += [(date(1969, 2, 28), banks.daily(date(1969, 2, 28)))]
    boards += [(datetime(2026, 3, 1, tzinfo=UTC), banks.daily("2026-03-01"))]
    boards += [(("event", "spring", 4), banks.event("spring", 4))]
    boards += [(["event", "spring", 4], banks.event("spring", 4))]
    for which, level in boards:
        stars = stars_of(level)
        claim = banks.check_claim(which, stars)
        assert (claim.valid, claim.broken) == (True, None)
        assert banks.check_claim(which, stars[1:]).broken == "count"
        assert banks.check_claim(which, [*stars[:-1], [level.size, 0]]).broken == "off_board"
        assert banks.check_claim(which, None).broken == "malformed"
        mirrored = [[r, level.size - 1 - c] for r, c in stars]
        assert banks.check_claim(which, mirrored).broken in (None, "region")


@pytest.mark.parametrize(
    "which",
    [
        0,
        1.5,
        None,
        True,
        "yesterday",
        (),
        ("event",),
        ("event", "x"),
        ("day", "x", 1),
        ("event", "", 1),
        ("event", "x", 0),
        ("event", 5, 1),
        {},
        [[]] * 3,
        float("nan"),
        10**400,
    ],
)
def test_claims_for_no_board(bank_folder, which):
    with pytest.raises(MoatError) as error:
        Banks(bank_folder).check_claim(which, [])
    assert len(str(error.value).splitlines()) == 1


def test_threads_get_what_one_alone_gets(bank_folder):
    """One shard is kept, so the threads push each other's shards out all the time."""
    alone = Banks(bank_folder)
    levels = {n: alone.level(n) for n in range(1, 120)}
    banks = Banks(bank_folder, cache=1)

    def play(seed):
        rng = random.Random(seed)
        for _ in range(400):
            n = rng.randrange(1, 120)
            level = banks.level(n)
            assert level == levels[n]
            assert banks.check_claim(n, stars_of(level)).valid
            level.entry["regionMap"][0][0] = level.region_map[0][0] = -seed
            if rng.random() < 0.1:
                banks.preload(n)
        return seed

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(play, range(8))) == list(range(8))
    finally:
        sys.setswitchinterval(interval)


def test_the_folder_may_be_text_or_a_path(bank_folder):
    assert Banks(str(bank_folder)).level(7) == Banks(bank_folder).level(7)


def test_importing_the_runtime_loads_nothing_heavy():
    code = (
        "import sys, moat_bank.runtime, moat_bank.cli.main\n"
        "moat_bank.cli.main.build_parser([])\n"
        "print([n for n in sys.modules if n.split('.')[0] in"
        " ('numba', 'llvmlite', 'snakemake', 'numpy', 'matplotlib', 'jsonschema', 'yaml')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
