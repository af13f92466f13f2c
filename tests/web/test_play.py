"""The pages that play a bank: hints that are never wrong, and a browser that plays them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

from moat_bank.families import registry
from moat_bank.families.fields import fields
from tests.families.toy import FOLDER as TOY
from tests.families.toy import lonesum
from tests.render.test_colours import SIGHT, distance, from_hex, lab
from tests.runtime.bank_fixture import write_two_families
from tests.web.vectors import HERE, ROOT

PLAY = ROOT / "web" / "play"
STYLE = PLAY / "families" / "stars" / "style.css"
MODULES = ("playwright-core@1", "axe-core@4")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
NODE = shutil.which("node")
LONGEST = 300
APART = 18

needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


def run_node(script: str, **env: str) -> str:
    done = subprocess.run(
        [NODE, "--test", "--test-reporter=tap", str(HERE / script)],
        env={**os.environ, **env},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# skipped 0" in done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def modules(tmp_path_factory) -> Path:
    """A folder with the browser's driver and the accessibility checker, for tests alone."""
    if (HERE / "node_modules" / "playwright-core").is_dir():
        return HERE
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed")
    folder = tmp_path_factory.mktemp("modules")
    command = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", *MODULES]
    (folder / "package.json").write_text('{"private": true}\n')
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"npm could not install {', '.join(MODULES)}: {done.stderr.strip()[:200]}")
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """A site of the committed bank; in ``bare`` without solutions; in ``two`` with a toy family."""
    pytest.importorskip("brotli", reason="a bundle needs brotli: pip install -e '.[bundle]'")
    made = tmp_path_factory.mktemp("site")
    make_site(PLAY, ROOT / "banks" / "stars", made)
    make_site(PLAY, ROOT / "banks" / "stars", made / "bare", "--no-solutions")
    web = tmp_path_factory.mktemp("two")
    shutil.copytree(ROOT / "web", web, dirs_exist_ok=True)
    join_toy(web)
    with lonesum():
        write_two_families(web / "banks")
    make_site(web / "play", web / "banks", made / "two")
    return made


def make_site(play: Path, banks: Path, folder: Path, *options: str) -> None:
    path = os.pathsep.join(filter(None, [str(TOY), os.environ.get("PYTHONPATH")]))
    moat_bank = f"{sys.executable} -m moat_bank"
    subprocess.run(
        ["sh", play / "make.sh", banks, folder, "--no-verify", *options],
        env={**os.environ, "MOAT_BANK": moat_bank, "PYTHONPATH": path},
        check=True,
        capture_output=True,
    )


def join_toy(web: Path) -> None:
    """A folder and a line for the page, a module for the client: all that a family is here."""
    shutil.copytree(HERE / "lonesum", web / "play/families/lonesum")
    with open(web / "play/families/index.js", "a") as file:
        file.write('export { default as lonesum } from "./lonesum/index.js";\n')
    client = (HERE / "lonesum.js").read_text().replace("./moat-bank.js", "../moat-bank.js")
    (web / "client/families/lonesum.js").write_text(client)


@needs_node
def test_hints():
    told = run_node("hints.test.mjs")
    assert int(re.search(r"^# pass (\d+)", told, re.M)[1]) >= 14


@needs_node
def test_letters():
    run_node("letters.test.mjs")


@pytest.mark.slow
@needs_node
@needs_chromium
def test_in_a_browser(modules, site):
    told = run_node(
        "play.test.mjs", MOAT_SITE=str(site), MOAT_MODULES=str(modules), MOAT_CHROMIUM=CHROMIUM
    )
    assert int(re.search(r"^# pass (\d+)", told, re.M)[1]) >= 15


def test_the_service_worker_keeps_every_file_of_the_site(site):
    listed = re.findall(r'^  "(.*)",$', (site / "files.js").read_text(), re.M)
    folders = ("banks", "bare", "two")
    files = {
        path.relative_to(site).as_posix()
        for path in site.rglob("*.*")
        if path.is_file() and path.relative_to(site).parts[0] not in folders
    }
    assert sorted(set(listed)) == sorted(listed)
    assert set(listed) == files - {"sw.js", "files.js"}
    assert {"client/moat-bank.js", "families/stars/hints/hint.js", "index.html"} < set(listed)


def test_what_is_for_all_families_names_none():
    """Neither a family nor a key of its puzzles; the list of families is the one exception."""
    names = set(registry.families())
    for family in registry.families():
        keys = [field.key for field in fields(family) if field.part == "puzzle"]
        names |= {*keys, *registry.kind_room(family).PARAMETERS}
    assert {"stars", "regionMap", "size"} <= names
    shared = [path for path in PLAY.rglob("*.*") if "families" not in path.relative_to(PLAY).parts]
    assert len(shared) > 12
    words = re.compile(rf"(?<![\w-])({'|'.join(names | {'star', 'region', 'regions'})})\b(?!-)")
    found = {
        f"{path.relative_to(PLAY)}: {word}"
        for path in shared
        for word in words.findall(path.read_text())
    }
    assert found == set()


@pytest.mark.parametrize("page", ["index.html", "gallery.html"])
def test_a_page_names_no_other_host(page):
    text = (PLAY / page).read_text()
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", text)
    assert "default-src 'self'" in text


def test_scripts_are_short():
    scripts = list(PLAY.rglob("*.js"))
    assert len(scripts) > 15
    for script in scripts:
        assert len(script.read_text().splitlines()) <= LONGEST, script


def fills_of(theme: str) -> list[str]:
    light, dark = STYLE.read_text().split(':root[data-theme="dark"]')
    named = re.findall(r"--fill-(\d): (#\w{6});", dark if theme == "dark" else light)
    assert [int(at) for at, _ in named] == list(range(8))
    return [colour for _, colour in named]


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_any_two_fills_are_clearly_different(theme, sight):
    """A distance of 2.3 is just noticeable."""
    for a, b in combinations(map(from_hex, fills_of(theme)), 2):
        assert distance(a, b, sight) > APART


@pytest.mark.parametrize(("theme", "ink"), [("light", "#1d1c24"), ("dark", "#f4f2ec")])
def test_stars_and_letters_stand_out(theme, ink):
    assert f"--ink: {ink};" in (PLAY / "style.css").read_text()
    for fill in fills_of(theme):
        assert abs(lab(from_hex(fill), "normal")[0] - lab(from_hex(ink), "normal")[0]) > 45
