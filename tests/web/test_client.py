"""The browser client: in Node and in Chromium it gives what Python gives, and it is small."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import pytest

from moat_bank.errors import MoatError
from moat_bank.families.fields import fields, keys
from moat_bank.families.registry import kind_room
from moat_bank.runtime import Banks
from moat_bank.runtime.daily import day_number
from tests.web.vectors import CLIENT, HERE, MOMENTS, NO_DAYS, ROOT, write_vectors

brotli = pytest.importorskip("brotli", reason="a bundle needs brotli: pip install -e '.[bundle]'")

FAMILIES = CLIENT.parent / "families"
LARGEST = 6 * 1024
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
NODE = shutil.which("node")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage",
)  # fmt: skip

needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("vectors")
    write_vectors(made)
    return made


def test_size():
    files = (CLIENT, FAMILIES / "stars.js")
    data = b"".join(file.read_bytes() for file in files)
    assert len(brotli.compress(data, quality=11)) < LARGEST


def test_it_imports_nothing():
    assert not re.search(r"^import |import\(|require\(", CLIENT.read_text(), re.MULTILINE)


def test_it_knows_no_puzzle():
    words = set(re.findall(r"\w+", CLIENT.read_text().split("*/", 1)[1]))
    assert words.isdisjoint({"stars", "regionMap", "regions", "lonesum"})


@pytest.mark.parametrize("family", sorted(path.stem for path in FAMILIES.glob("*.js")))
def test_the_types_of_a_family_follow_its_table_of_keys(family):
    text = (FAMILIES / f"{family}.d.ts").read_text()
