"""YAML as a config is written in it: plain values, every key once."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import Any

from moat_bank.errors import MoatError, short

MAX_BYTES = 1 << 20
"""Most bytes of a config."""


def read_yaml(path: Path) -> Any:
    """The content of a YAML file.

    Raises:
        MoatError: it cannot be read, is not YAML, or has a key twice; the text names file and line.
    """
    import yaml

    class Loader(yaml.SafeLoader):  # type: ignore[misc]
        """The safe loader, but a key that stands twice is an error, not the last one wins."""

    def mapping(loader: yaml.SafeLoader, node: yaml.MappingNode) -> dict[Hashable, Any]:
        seen: set[Hashable] = set()
        for key_node, _ in node.value:
            key = loader.construct_object(key_node, deep=True)
            if not isinstance(key, str):
                raise MoatError(f"line {_line(key_node)}: a key must be text, found {short(key)}")
            if key in seen:
                raise MoatError(f"line {_line(key_node)}: key '{key}' stands twice; keep one")
            seen.add(key)
        loader.flatten_mapping(node)
        made: dict[Hashable, Any] = loader.construct_mapping(node, deep=True)
        return made

    def as_written(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> str:
        return str(node.value)  # a date is text, as it is in JSON

    Loader.add_constructor("tag:yaml.org,2002:timestamp", as_written)
    Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, mapping)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise MoatError(f"is longer than {MAX_BYTES} bytes")
        return yaml.load(data.decode("utf-8"), Loader)
    except OSError as error:
        raise MoatError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise MoatError(f"{path}: is not UTF-8 text; save it as UTF-8") from error
    except yaml.MarkedYAMLError as error:
        place = f" line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise MoatError(f"{path}:{place} is not YAML: {error.problem}") from error
    except yaml.YAMLError as error:
        raise MoatError(f"{path}: is not YAML: {' '.join(str(error).split())}") from error
    except MoatError as error:
        raise MoatError(f"{path}: {error}") from error
    except RecursionError as error:
        raise MoatError(f"{path}: is nested too deep") from error
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        # What PyYAML lets through where a value is not of the tag that it has, as in !!int x.
        raise MoatError(f"{path}: holds a value that is not what it says it is") from error


def _line(node: Any) -> int:
    line: int = node.start_mark.line
    return line + 1
