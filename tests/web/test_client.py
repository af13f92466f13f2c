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
    data = CLIENT.read_bytes() + (FAMILIES / "stars.js").read_bytes()
    assert len(brotli.compress(data, quality=11)) < LARGEST


def test_it_imports_nothing():
    assert not re.search(r"^import |import\(|require\(", CLIENT.read_text(), re.MULTILINE)


def test_it_knows_no_puzzle():
    words = set(re.findall(r"\w+", CLIENT.read_text().split("*/", 1)[1]))
    assert words.isdisjoint({"stars", "regionMap", "regions", "lonesum"})


@pytest.mark.parametrize("family", sorted(path.stem for path in FAMILIES.glob("*.js")))
def test_the_types_of_a_family_follow_its_table_of_keys(family):
    text = (FAMILIES / f"{family}.d.ts").read_text()
    parts = r"^export interface \w+?(Puzzle|Entry) \{\n(.*?)^\}"
    names = {
        part: re.findall(r"^  (\w+\??):", inside, re.M)
        for part, inside in re.findall(parts, text, re.M | re.S)
    }
    assert names["Puzzle"] == [*keys(family, "puzzle")]
    everywhere = [
        field.part == "puzzle"
        or (field.shown and field.made and field.imported and not field.optional)
        for field in fields(family)
    ]
    assert names["Entry"] == [
        field.key + "?" * (not always)
        for field, always in zip(fields(family), everywhere, strict=True)
    ]
    parameters = re.findall(r"^  (\w+): number;", text.split("Level extends")[1], re.M)
    assert parameters == [*kind_room(family).PARAMETERS]


def test_every_export_is_declared():
    names = re.findall(
        r"^export (?:async )?(?:function|class|const) (\w+)", CLIENT.read_text(), re.M
    )
    declared = CLIENT.with_suffix(".d.ts").read_text()
    assert len(names) > 5
    for name in names:
        assert re.search(rf"^export (class|function) {name}\b", declared, re.M), name


def test_the_package_holds_what_it_names():
    package = json.loads((CLIENT.parent / "package.json").read_text())
    assert "dependencies" not in package
    for name in package["files"]:
        assert (CLIENT.parent / name).exists()
    assert package["version"] == _version()


def _version() -> str:
    import moat_bank

    return moat_bank.__version__


@pytest.mark.parametrize("day", NO_DAYS)
def test_what_is_no_day_for_the_client_is_none_for_python(day):
    with pytest.raises(MoatError):
        day_number(day)


@pytest.mark.parametrize(("moment", "number"), MOMENTS)
def test_moments(moment, number):
    assert day_number(moment) == number


@needs_node
def test_node(folder):
    done = subprocess.run(
        [NODE, "--test", "--test-reporter=tap", str(HERE / "client.test.mjs")],
        env={**os.environ, "MOAT_VECTORS": str(folder)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    compared = json.loads(re.search(r"compared (\{.*\})", done.stdout)[1])
    check_counts(compared)
    assert "# skipped 0" in done.stdout


@needs_node
@pytest.mark.parametrize("page", ["README.md", "docs/bundle.md"])
def test_the_code_of_the_documentation(page, folder):
    (code,) = re.findall(r"^```js\n(.*?)^```", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
    handler = partial(Handler, Queue(), set(), directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}/committed"
        assert code.count('"/banks/"') == 1
        script = folder / f"{Path(page).stem}.mjs"
        script.write_text(code.replace("/banks/", base) + "console.log(tier, regionMap.length);")
        done = subprocess.run([NODE, str(script)], capture_output=True, text=True)
        server.shutdown()
    level = Banks(folder / "committed").level(37)
    assert (done.stdout, done.stderr) == (f"{level.tier} {level.size}\n", "")


@needs_chromium
def test_chromium(folder, tmp_path):
    answers: Queue[dict] = Queue()
    encodings: set[str] = set()
    handler = partial(Handler, answers, encodings, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        page = f"http://127.0.0.1:{server.server_port}/page.html"
        browser = subprocess.Popen(
            [CHROMIUM, *FLAGS, f"--user-data-dir={tmp_path}", "--remote-debugging-port=0", page],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            found = answer_of(browser, answers)
        finally:
            browser.terminate()
            browser.wait()
            server.shutdown()
    assert found["faults"] == []
    check_counts(found["compared"])
    assert encodings == {"br"}  # so the hash was that of what the browser unpacked


def answer_of(browser: subprocess.Popen, answers: Queue) -> dict:
    """What the page sends, as soon as it does; a browser that ends first is a failure."""
    while True:
        try:
            return answers.get(timeout=1)
        except Empty:
            assert browser.poll() is None, "chromium ended before the page had answered"


def check_counts(compared: dict) -> None:
    """Nothing was left out."""
    assert compared["level"] >= 10_000 + 600 + 600 + 4 * 300
    assert compared["daily"] >= 1_000 + 200 + 200 + 100
    assert compared["event"] >= 800
    assert compared["checkClaim"] >= 400
    assert compared["stars"] > 1_600
    assert compared["transform"] >= 5 * 8 * 2
    for kind in ("pair", "event key", "day", "no day"):
        assert compared[kind] >= 10


class Handler(SimpleHTTPRequestHandler):
    """Serves the folder, the compressed forms where there are some, and takes the page's answer."""

    def __init__(self, answers, encodings, *args, **kwargs):
        self.answers = answers
        self.encodings = encodings
        super().__init__(*args, **kwargs)

    def do_GET(self):
        path = Path(self.translate_path(self.path))
        accepted = self.headers.get("Accept-Encoding", "")
        for suffix, encoding in ((".br", "br"), (".gz", "gzip")):
            beside = path.with_name(path.name + suffix)
            if encoding in accepted and beside.is_file():
                self.encodings.add(encoding)
                data = beside.read_bytes()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Encoding", encoding)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
                return
        super().do_GET()

    def do_POST(self):
        length = int(self.headers["Content-Length"])
        self.answers.put(json.loads(self.rfile.read(length)))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *args):
        pass
