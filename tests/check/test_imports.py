"""What the checker is made of: nothing of what it checks."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from moat_bank.families.registry import BUILT_IN

SOURCE = Path(__file__).parents[2] / "src" / "moat_bank"
SHARED = ("errors", "kind", "families.base", "families.fields", "families.registry")
"""Words for faults, names of kinds, the protocols, and the tables and rooms of families."""


def imported(path: Path) -> list[str]:
    """Every module that a file imports, in functions and under conditions as well."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative import"
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


def is_of(module: str, packages: tuple[str, ...]) -> bool:
    return any(f"{module}.".startswith(f"{package}.") for package in packages)


@pytest.mark.parametrize(
    "path", sorted((SOURCE / "check").glob("*.py")), ids=lambda path: path.stem
)
def test_the_checker_shares_nothing_with_what_it_checks(path):
    allowed = ("moat_bank.check", "orjson", *(f"moat_bank.{name}" for name in SHARED))
    for module in imported(path):
        outside = module.partition(".")[0] in sys.stdlib_module_names
        assert outside or is_of(module, allowed), f"{path.name} imports {module}"


@pytest.mark.parametrize(
    "path", sorted((SOURCE / "check").glob("*.py")), ids=lambda path: path.stem
)
def test_the_checker_names_no_family_and_no_key_of_a_puzzle(path):
    text = path.read_text()
    for word in (*BUILT_IN, "regionMap", "region", "star"):
        quoted = [
            node.value
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        docs = {
            ast.get_docstring(node, clean=False)
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        }
        assert not [value for value in quoted if word in value and value not in docs]


@pytest.mark.parametrize("family", BUILT_IN)
def test_a_proof_is_made_of_numpy_and_the_standard_library(family):
    package = f"{BUILT_IN[family]}.proof"
    paths = sorted((SOURCE / "families" / family / "proof").rglob("*.py"))
    assert paths
    for path in paths:
        for module in imported(path):
            outside = module.partition(".")[0] in sys.stdlib_module_names
            assert outside or is_of(module, ("numpy", package)), f"{path.name} imports {module}"
