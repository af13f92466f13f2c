"""A digest of code changes with any constant that the code reaches, and with no comment."""

import ast
import shutil
from pathlib import Path

import pytest

import moat_bank
from moat_bank import sources

PACKAGE = Path(moat_bank.__file__).parent
ENGINE = "moat_bank.families.stars.engine"
REACHED = sources.closure(ENGINE)


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    folder = tmp_path_factory.mktemp("copied") / "moat_bank"
    shutil.copytree(PACKAGE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def digest(folder, *entries):
    sources.forget()
    return sources.digest_of(sources.closure(*entries, roots={"moat_bank": folder}))


def edited(text):
    """The source with another value of its first constant, or of a new one where it has none."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and type(node.value) is int:
            lines = text.splitlines(keepends=True)
            line = lines[node.lineno - 1].encode()
            value = str(node.value + 1).encode()
            line = line[: node.col_offset] + value + line[node.end_col_offset :]
            return "".join([*lines[: node.lineno - 1], line.decode(), *lines[node.lineno :]])
    return text + "\nEDITED = 1\n"


def test_the_closure_is_what_an_engine_runs():
    for name in ("families.stars.board", "families.base", "kernels.rng", "symmetry", "errors"):
        assert f"moat_bank.{name}" in REACHED
    for path in (PACKAGE / "families/stars/engine").rglob("*.py"):
        assert path in REACHED.values()
    assert not any(".build." in name or ".cli." in name for name in REACHED)


@pytest.mark.parametrize("name", REACHED)
def test_an_edit_of_a_constant_changes_the_digest_and_one_of_a_comment_does_not(copied, name):
    before = digest(copied, ENGINE)
    file = copied / REACHED[name].relative_to(PACKAGE)
    text = file.read_text()
    try:
        file.write_text(edited(text))
        assert digest(copied, ENGINE) != before
        told = text.replace('"""', '"""More: ', 1).replace(':\n    """', ':\n    """More: ')
        file.write_text(f"# More.\n{told}# More.\n")
        assert digest(copied, ENGINE) == before
    finally:
        file.write_text(text)
    assert digest(copied, ENGINE) == before


def test_what_an_engine_does_not_reach_leaves_its_digest(copied):
    before = digest(copied, ENGINE), digest(copied, "moat_bank.build.stages")
    file = copied / "build/twins.py"
    text = file.read_text()
    file.write_text(text + "\nEDITED = 1\n")
    after = digest(copied, ENGINE), digest(copied, "moat_bank.build.stages")
    file.write_text(text)
    assert [a == b for a, b in zip(after, before, strict=True)] == [True, False]


@pytest.fixture
def write(tmp_path):
    """Write a package of the given modules, by path, and give the modules an entry reaches."""

    def write_and_close(name_of_entry, /, **modules):
        for name, text in {"__init__": "", **modules}.items():
            path = tmp_path / f"toy/{name.replace('__in__', '/')}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        sources.forget()
        roots = {"toy": tmp_path / "toy", "moat_bank": PACKAGE}
        return list(sources.closure(name_of_entry, roots=roots))

    return write_and_close


@pytest.mark.parametrize(
    ("text", "reached"),
    [
        ("import toy.a", ["toy.a"]),
        ("from toy import a, numbers", ["toy", "toy.a"]),
        ("from toy.a import CONSTANT", ["toy.a"]),
        ("from . import a", ["toy.a"]),
        ("from .a import CONSTANT", ["toy.a"]),
        ("def f():\n    if f:\n        import toy.a", ["toy.a"]),
        ("try:\n    pass\nexcept OSError:\n    import toy.a", ["toy.a"]),
        ("import os, numpy", []),
        ("from moat_bank.errors import short", ["moat_bank.errors"]),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import toy.a", []),
        ("if TYPE_CHECKING:\n    pass\nelse:\n    import toy.a", ["toy.a"]),
        ("if not TYPE_CHECKING:\n    import toy.a", ["toy.a"]),
    ],
)
def test_imports_are_followed_inside_the_packages(write, text, reached):
    assert write("toy.entry", entry=text, a="CONSTANT = 1") == sorted([*reached, "toy.entry"])


def test_modules_that_import_each_other_end(write):
    assert write("toy.a", a="import toy.b", b="import toy.a") == ["toy.a", "toy.b"]


def test_a_package_as_entry_stands_for_all_its_modules(write):
    modules = {"room__in____init__": "", "room__in__a": "import toy.b", "b": "", "c": ""}
    assert write("toy.room", **modules) == ["toy.b", "toy.room", "toy.room.a"]


def test_an_entry_that_is_not_there_is_told(write):
    with pytest.raises(ModuleNotFoundError, match=r"no module named 'toy.none'"):
        write("toy.none")
    with pytest.raises(ModuleNotFoundError, match="no module named 'no_such_package'"):
        sources.digest("no_such_package.module")


def test_data_that_a_module_names_counts(write, tmp_path):
    def digest(text):
        write("toy.room.a", **{"room__in____init__": "", "room__in__a": text})
        roots = {"toy": tmp_path / "toy"}
        return sources.digest_of(sources.closure("toy.room.a", roots=roots))

    (tmp_path / "toy/room").mkdir(parents=True)
    for text, file, counts in [
        ('"""Not "entry.json"."""', "entry.json", False),
        ('open("entry.json")', "entry.json", True),
        ('open("entry.json")', "room/entry.json", True),
        ('open(f"{name}.json")', "room/entry.json", True),
        ('open(f"{name}.json")', "entry.json", False),
    ]:
        (tmp_path / "toy" / file).write_text("[1]")
        before = digest(text)
        (tmp_path / "toy" / file).write_text("[2]")
        assert (digest(text) != before) == counts


def test_plug_in_packages_are_followed_where_they_are_installed(tmp_path, monkeypatch):
    (tmp_path / "toy_family").mkdir()
    (tmp_path / "toy_family/__init__.py").write_text("")
    engine = tmp_path / "toy_family/engine.py"
    engine.write_text("from moat_bank.kernels.rng import mix\nimport toy_family.board")
    (tmp_path / "toy_family/board.py").write_text("SIZE = 3")
    monkeypatch.syspath_prepend(tmp_path)
    reached = sources.closure("toy_family.engine")
    assert reached["toy_family.engine"] == engine
    assert {"toy_family.board", "moat_bank.kernels.rng"} <= set(reached)
