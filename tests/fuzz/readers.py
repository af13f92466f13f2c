"""Every reader of what comes from outside, as a function of bytes that may raise MoatError alone.

Shared by the hypothesis tests and, for long runs by hand, the atheris harness ``bench/fuzz.py``.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import tempfile
from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from moat_bank.build.config import load_config
from moat_bank.check.verify import verify
from moat_bank.cli.drawing import read_scene
from moat_bank.errors import MoatError
from moat_bank.families.base import Rated
from moat_bank.families.stars.board import parse_board
from moat_bank.families.stars.kind import StarsKind
from moat_bank.lines import parse_json
from moat_bank.render.svg import board_svg
from moat_bank.render.text import board_text
from moat_bank.runtime.banks import Banks
from moat_bank.runtime.columns import entry_reader
from moat_bank.runtime.editions import parse_editions
from moat_bank.runtime.manifest import Bank, parse_manifest
from moat_bank.runtime.shards import ShardEntries
from tests.check import tiny_bank
from tests.families.stars.claims import check_stars
from tests.families.stars.notations import formats

Reader = Callable[[bytes], None]


@contextlib.contextmanager
def folder_of(files: dict[str, bytes]) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        for file, data in files.items():
            path = Path(name, file)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        yield Path(name)


@cache
def shards() -> dict[str, bytes]:
    """The files of a good folder, but the manifest."""
    with tempfile.TemporaryDirectory() as name:
        tiny_bank.write(Path(name))
        paths = sorted(path for path in Path(name).rglob("*.json") if path.parent != Path(name))
        return {path.relative_to(name).as_posix(): path.read_bytes() for path in paths}


def config(data: bytes) -> None:
    with folder_of({"config.yaml": data}) as folder:
        load_config(folder / "config.yaml")


def notations(data: bytes) -> None:
    """All of ``convert`` and ``import``: found out, then read by each notation."""
    text = formats.decode(data)
    for name in (None, *(one.name for one in formats.NOTATIONS)):
        for found in formats.read(text, name, 1):
            if found.puzzle is None:
                assert found.fault
                assert "\n" not in found.fault
                continue
            for target in formats.NOTATIONS:
                with contextlib.suppress(MoatError):
                    target.write([found.puzzle])


def board(data: bytes) -> None:
    """What ``solve``, ``rate``, ``show`` and ``explain`` read a line by; and what is drawn."""
    value = parse_json(data)
    with contextlib.suppress(MoatError):
        parse_board(value)
    scene = read_scene(value, Namespace(family=None, unsolved=False, letters=True))
    board_text(scene, colour=True)
    board_svg(scene)


def manifest(data: bytes) -> None:
    value = parse_json(data)
    for read in (parse_manifest, parse_editions):
        with contextlib.suppress(MoatError):
            read(value)
    with folder_of({"manifest.json": data, **shards()}) as folder:
        for act in (Banks, verify):
            with contextlib.suppress(MoatError):
                act(folder)


def editions(data: bytes) -> None:
    """The chain in front of good banks."""
    with folder_of({"editions.json": data}) as folder:
        tiny_bank.write(folder)
        for act in (Banks, verify):
            with contextlib.suppress(MoatError):
                act(folder)


def columns(data: bytes) -> None:
    """A shard of a bundle, its entries taken one by one."""
    kind = StarsKind(4, 1)
    read = entry_reader(parse_json(data), kind, 3)
    entries = ShardEntries("shard", Bank("levels", kind, "easy", 3, ()), 3, read)
    for position in range(3):
        with contextlib.suppress(MoatError):
            entries.entry(position)


def shard(data: bytes) -> None:
    """A shard whose length and hash the manifest has right, looked up and verified."""
    with folder_of({}) as folder:
        head = tiny_bank.write(folder)
        shards = head["banks"][0]["shards"]
        (folder / shards[0]["file"]).unlink()
        shards[0] = tiny_bank.write_shard(folder, ("levels", 5, "easy"), 0, data, 2)
        tiny_bank.write_manifest(folder, head)
        if data:
            banks = Banks(folder)
            for level in (1, 3):
                with contextlib.suppress(MoatError):
                    orjson.dumps(banks.level(level).entry)
        with contextlib.suppress(MoatError):
            verify(folder)


def claim(data: bytes) -> None:
    value: Any = parse_json(data)
    check_stars([[0, 0, 1, 1], [0, 2, 2, 1], [3, 2, 1, 1], [3, 3, 3, 1]], 1, value)


READERS: dict[str, Reader] = {
    "config": config,
    "notations": notations,
    "board": board,
    "manifest": manifest,
    "editions": editions,
    "columns": columns,
    "shard": shard,
    "claim": claim,
}


@cache
def good(name: str) -> list[bytes]:
    """What a reader takes without a word, to begin from."""
    if name in ("manifest", "editions", "shard"):
        return good_banks()[name]
    grid = ((0, 0, 1, 1), (0, 2, 2, 1), (3, 2, 1, 1), (3, 3, 3, 1))
    puzzle = formats.made(1, grid, [1, 3, 0, 2], "name", Rated("easy", 1, 3, 5))
    shard = {
        "seed": {"sum": [1, 2, 3]},
        "style": {"all": "organic"},
        "regionMap": {"map": "aaabbbccc" + ".-" * 19 + "."},
        "solution": {"stars": "bbbdddaaaccc"},
        "r": {"over": [1, 0, 1, 2]},
        "id": {"text": "0123456789ab"},
        "rounds": {"each": [{"all": 1}, {"list": [0, 1, 2]}]},
        "more": {"list": [1, [2], None]},
    }
    return {
        "config": [(Path(__file__).parents[2] / "config.yaml").read_bytes()],
        "notations": [one.write([puzzle]).encode() for one in formats.NOTATIONS],
        "board": [orjson.dumps({"size": 4, "regionMap": grid, "solution": [1, 3, 0, 2], "r": 1})],
        "columns": [orjson.dumps({"columns": shard})],
        "claim": [b"[[0,1],[1,3],[2,0],[3,2]]"],
    }[name]


@cache
def good_banks() -> dict[str, list[bytes]]:
    with folder_of({}) as folder:
        head = tiny_bank.write(folder)
        manifest = (folder / "manifest.json").read_bytes()
        first = (folder / head["banks"][0]["shards"][0]["file"]).read_bytes()
    digest = hashlib.sha256(manifest).hexdigest()
    one = {
        "edition": "tiny-1",
        "level": 1,
        "day": "0001-01-01",
        "file": f"editions/tiny-1.{digest[:12]}.json",
        "bytes": len(manifest),
        "sha256": digest,
    }
    chain = orjson.dumps({"format": 1, "editions": [one]})
    return {"manifest": [manifest], "editions": [chain], "shard": [first]}


def survives(reader: Reader, data: bytes) -> None:
    """Run a reader: nothing but MoatError comes out of it, and that is one line."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        told = ""
        try:
            reader(data)
        except MoatError as error:
            told = str(error)
        assert "\n" not in told
