"""Rooms that must share nothing: what ``words`` and ``proof`` of every family import."""

import ast
import sys
from pathlib import Path

import pytest

import moat_bank

PACKAGE = Path(moat_bank.__file__).parent
FAMILIES = sorted(
    path
    for path in (PACKAGE / "families").iterdir()
    if path.is_dir() and (path / "__init__.py").is_file()
)
OTHERS = {"words": (), "proof": ("numpy",)}
"""What a room may import beside the standard library and itself, of other packages."""

OURS = {"words": ("moat_bank.errors", "moat_bank.families.{}.play"), "proof": ()}
"""The same of this package."""


def imports(tree):
    """Names of the modules that a module imports when it runs, and from where in it."""
    if_typed = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        for body in node.body
        for inner in ast.walk(body)
    }
    for node in ast.walk(tree):
        if id(node) in if_typed:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names if base in PARENTS)


PARENTS = {"moat_bank", "moat_bank.families", *(f"moat_bank.families.{f.name}" for f in FAMILIES)}
"""Packages from which ``from ... import name`` may take a module."""


def strangers(family, room, source):
    """The modules that a source of a room imports and must not."""
    own = f"moat_bank.families.{family}.{room}"
    allowed = {own, *(name.format(family) for name in OURS[room])} | PARENTS
    for name in imports(ast.parse(source)):
        top = name.partition(".")[0]
        ours = name in allowed or name.startswith(f"{own}.")
        if not ours and top not in sys.stdlib_module_names and top not in OTHERS[room]:
            yield name


@pytest.mark.parametrize("family", [path.name for path in FAMILIES])
@pytest.mark.parametrize("room", OTHERS)
def test_a_room_imports_nothing_that_it_must_not_share(family, room):
    folder = PACKAGE / "families" / family / room
    sources = sorted(folder.rglob("*.py")) or [folder.with_suffix(".py")]
    for path in sources:
        assert list(strangers(family, room, path.read_text("utf-8"))) == [], path


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import numba", ["numba"]),
        ("def f():\n    from moat_bank.kernels.jit import kernel", ["moat_bank.kernels.jit"]),
        ("from moat_bank.families.stars import board", ["moat_bank.families.stars.board"]),
        ("from moat_bank.families.stars.engine import rate", ["moat_bank.families.stars.engine"]),
        ("from . import other\nfrom ..engine import x", [".", "..engine"]),
        ("if TYPE_CHECKING:\n    from moat_bank.families.base import Puzzle", []),
        ("from moat_bank.families.stars import play\nimport json, numpy", ["numpy"]),
    ],
)
def test_a_stranger_is_found(source, found):
    assert list(strangers("stars", "words", source)) == found
