"""No word of a manifest, and no claim, opens a file outside of the folder of banks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

import orjson
import pytest

from moat_bank.check.verify import verify
from moat_bank.errors import MoatError
from moat_bank.runtime.banks import Banks
from tests.check import tiny_bank

pytestmark = pytest.mark.spread

OPENED: list[str] | None = None


def _spy(event: str, args: tuple[object, ...]) -> None:
    if OPENED is not None and event == "open":
        OPENED.append(str(args[0]))


sys.addaudithook(_spy)  # for good: a hook cannot be taken back


@contextmanager
def opened() -> Iterator[list[str]]:
    """The names of all files that are opened meanwhile, by any way that Python knows of."""
    global OPENED
    OPENED = seen = []
    try:
        yield seen
    finally:
        OPENED = None


NAMES = [
    *("../secret.json", "/etc/passwd", "levels/../../secret.json", "levels/./x", "levels//x"),
    *("", ".", "..", "/", "~/x", "$HOME/x", "levels/x\x00.json", "\x00", "levels/" + "x" * 300),
    *("x/" * 3000, "C:\\secret.json", "C:secret", "\\\\host\\share\\x", "levels\\x", "NUL", "con"),
    *("levels/nul.json", "levels/x.json:stream", "file:///etc/passwd", "%2e%2e/secret.json"),
    *("levels/\u202ex", "levels/..\u2215x", "levels/x\n", "manifest.json", "editions.json", "-"),
]


def tried(folder: Path) -> list[str]:
    """What is opened by looking up and verifying, other than modules of Python."""
    with opened() as seen:
        with suppress(MoatError):
            banks = Banks(folder)
            for act in (lambda: banks.level(1), lambda: banks.daily("2026-03-01")):
                with suppress(MoatError):
                    act()
        with suppress(MoatError):
            verify(folder)
    return [name for name in seen if not name.endswith((".py", ".pyc"))]


@pytest.fixture(scope="module", autouse=True)
def rooms_are_loaded(tmp_path_factory):
    """A first lookup and a first check load a family's rooms, which opens their files."""
    folder = tmp_path_factory.mktemp("first")
    tiny_bank.write(folder)
    tried(folder)


@pytest.mark.parametrize("key", ["file", "sha256", "tier", "pool"])
@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_names_in_a_manifest(tmp_path, name, key):
    folder = tmp_path / "banks"
    (tmp_path / "secret.json").write_text("{}")
    head = tiny_bank.write(folder)
    bank = head["banks"][0]
    (bank["shards"][0] if key in ("file", "sha256") else bank)[key] = name
    tiny_bank.write_manifest(folder, head)
    seen = tried(folder)
    assert str(folder / "manifest.json") in seen
    known = {path.relative_to(folder).as_posix() for path in folder.rglob("*.json")}
    assert {Path(path).relative_to(folder).as_posix() for path in seen} <= {*known, "editions.json"}
    with pytest.raises(MoatError):
        Banks(folder)


@pytest.mark.parametrize("key", ["file", "edition", "sha256"])
@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_names_in_a_chain_of_editions(tmp_path, name, key):
    folder = tmp_path / "banks"
    tiny_bank.write(folder)
    data = (folder / "manifest.json").read_bytes()
    digest = sha256(data).hexdigest()
    file = f"editions/tiny-1.{digest[:12]}.json"
    (folder / "editions").mkdir()
    (folder / file).write_bytes(data)
    one = {
        "edition": "tiny-1", "level": 1, "day": "0001-01-01", "file": file,
        "bytes": len(data), "sha256": digest,
    }  # fmt: skip
    (folder / "editions.json").write_bytes(orjson.dumps({"format": 1, "editions": [one]}))
    assert Banks(folder).level(1).edition == "tiny-1"
    one[key] = name
    (folder / "editions.json").write_bytes(orjson.dumps({"format": 1, "editions": [one]}))
    for path in tried(folder):
        assert Path(path).is_relative_to(folder)
        assert ".." not in Path(path).parts
    with pytest.raises(MoatError):
        Banks(folder)


def test_a_link_leads_to_nothing_but_the_bytes_that_the_manifest_names(tmp_path):
    """A lookup follows a link that the owner of the folder made; the checker follows none."""
    folder = tmp_path / "banks"
    file = tiny_bank.write(folder)["banks"][0]["shards"][0]["file"]
    same = tmp_path / "same.json"
    same.write_bytes((folder / file).read_bytes())
    (tmp_path / "secret.json").write_text("{}")
    for target, text in (
        ("secret.json", "bytes, found"),
        (".", "cannot be read"),
        ("none", "cann"),
    ):
        (folder / file).unlink()
        (folder / file).symlink_to(tmp_path / target)
        with pytest.raises(MoatError, match=text):
            Banks(folder).level(1)
        assert [fault.reason for fault in verify(folder).faults] == ["is not a plain file"]
    (folder / file).unlink()
    (folder / file).symlink_to(same)
    assert Banks(folder).level(1).number == 1


def test_claims_open_no_file_but_the_shard_of_their_board(tmp_path):
    tiny_bank.write(tmp_path)
    banks = Banks(tmp_path)
    for name in NAMES:
        for which in (name, ("event", name, 1), ("event", "x", name), ("event", "x", 1, name)):
            with opened() as seen, suppress(MoatError):
                banks.check_claim(which, [[name, name]])
            assert all(Path(path).parent == tmp_path / "events" for path in seen)
