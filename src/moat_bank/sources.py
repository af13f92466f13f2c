"""What code a result depends on: the modules that are reached by imports, and a digest of them.

The modules are found in their sources; none is run.  Of a source the digest takes what Python makes
of it: an edit of any constant gives another digest; one of a comment, a docstring or a line break
does not.  JSON files that one of the modules names count too, where they lie in the folder of any
of them or above.

An import by a computed name cannot be followed: who computes one names its module as an entry.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

OWN = __name__.partition(".")[0]
DIGITS = 12
ANY = ".json"

_DATA = re.compile(r"'([\w-]*\.json)'")
_TYPES_ONLY = ("TYPE_CHECKING", "typing.TYPE_CHECKING")
_BODIES = ("body", "orelse", "finalbody", "handlers", "cases")


class Source(NamedTuple):
    """What one source says.

    Attributes:
        digest: of its syntax tree, without docstrings and positions.
        imports: names that it imports, the first that is a module of each tuple: of
            ``from a import b`` that is ``a.b`` or ``a``.
        data: names of JSON files, ``ANY`` where the name is put together.
    """

    digest: str
    imports: frozenset[tuple[str, ...]]
    data: frozenset[str]


@cache
def digest(*entries: str) -> str:
    """12 hex digits for the code and the data of the ``closure`` of the entries.

    Raises:
        ModuleNotFoundError: there is no module of an entry's name.
    """
    return digest_of(closure(*entries))


def digest_of(modules: Mapping[str, Path]) -> str:
    """12 hex digits for the code and the data of modules, given by their names."""
    parts = [f"{name} {_source(name, path).digest}" for name, path in modules.items()]
    parts += [
        f"{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}"
        for file in _data_files(modules)
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:DIGITS]


def closure(*entries: str, roots: Mapping[str, Path] | None = None) -> dict[str, Path]:
    """The modules that the entries reach by imports, with their files, in the order of names.

    Imports inside functions count, those under ``if TYPE_CHECKING`` do not.  They are followed
    inside this package and the packages of the entries.  An entry that is a package stands for
    all modules in it; a package that is imported, for its ``__init__`` alone.

    Args:
        entries: full names of modules.
        roots: folder, or file, of each package whose imports are followed, by its name; where
            they are installed if it is not given.

    Raises:
        ModuleNotFoundError: there is no module of an entry's name.
    """
    if roots is None:
        roots = {top: _installed(top) for top in {OWN, *(e.partition(".")[0] for e in entries)}}
    known = {
        name: file for top, root in roots.items() for name, file in _modules(top, root).items()
    }
    if unknown := [entry for entry in entries if entry not in known]:
        raise ModuleNotFoundError(f"no module named {unknown[0]!r}", name=unknown[0])
    waiting = [name for name in known if any(f"{name}.".startswith(f"{e}.") for e in entries)]
    found: dict[str, Path] = {}
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = known[name]
            for names in _source(name, known[name]).imports:
                waiting += [one for one in names if one in known][:1]
    return dict(sorted(found.items()))


@cache
def parse(text: str, package: str) -> Source:
    """What a source says; ``package`` is what its relative imports start from."""
    tree = ast.parse(text)
    imports: set[tuple[str, ...]] = set()
    bodies = [tree.body]
    while bodies:
        for node in bodies.pop():
            imports.update(_imports(node, package))
            if isinstance(node, ast.If) and ast.unparse(node.test) in _TYPES_ONLY:
                bodies.append(node.orelse)
            else:
                bodies += [getattr(node, body) for body in _BODIES if hasattr(node, body)]
            _drop_docstring(node)
    _drop_docstring(tree)
    dump = ast.dump(tree, annotate_fields=False)
    code = hashlib.sha256(dump.encode()).hexdigest()
    return Source(code, frozenset(imports), frozenset(_DATA.findall(dump)))


def _imports(node: ast.AST, package: str) -> Iterator[tuple[str, ...]]:
    if isinstance(node, ast.Import):
        yield from ((alias.name,) for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        above = package.split(".")[: len(package.split(".")) - node.level + 1]
        whole = ".".join([*(above if node.level else ()), *([node.module] if node.module else ())])
        yield from ((f"{whole}.{alias.name}", whole) for alias in node.names)


def _drop_docstring(node: ast.AST) -> None:
    """Also the text below a constant that tells of it: it is a statement without an effect."""
    if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
        node.body = [
            one
            for one in node.body
            if not (
                isinstance(one, ast.Expr)
                and isinstance(one.value, ast.Constant)
                and isinstance(one.value.value, str)
            )
        ]


@cache
def _source(name: str, path: Path) -> Source:
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    return parse(path.read_text("utf-8"), package)


def _data_files(modules: Mapping[str, Path]) -> list[Path]:
    """The JSON files that any of the modules names, from the folders of all and those above."""
    named = {path: _source(name, path).data for name, path in modules.items()}
    found = {file for path, names in named.items() if ANY in names for file in _all_json(path)}
    folders = {
        folder
        for name, path in modules.items()
        for folder in path.parents[: name.count(".") + (path.name == "__init__.py")]
    }
    files = {folder / name for folder in folders for names in named.values() for name in names}
    return sorted(found | {file for file in files if file.is_file()})


def _all_json(module: Path) -> Iterator[Path]:
    """Those beside a module: it names one by a text that it puts together."""
    return module.parent.glob(f"*{ANY}")


def _installed(top: str) -> Path:
    spec = importlib.util.find_spec(top)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"no module named {top!r}", name=top)
    origin = Path(spec.origin)
    return origin.parent if origin.name == "__init__.py" else origin


@cache
def _modules(top: str, root: Path) -> dict[str, Path]:
    """Files of all modules of a package by their names, or of a module without a package."""
    if root.is_file():
        return {top: root}
    names = {file: file.relative_to(root).with_suffix("").parts for file in root.rglob("*.py")}
    return {
        ".".join([top, *parts]).removesuffix(".__init__"): file for file, parts in names.items()
    }


def forget() -> None:
    """Read all sources anew, since some may have changed; what is the same is not parsed again."""
    for cached in (digest, _source, _modules):
        cached.cache_clear()
