"""The published JSON Schemas: config, entry, shard in both encodings, and manifest."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import orjson

SCHEMAS = ("config", "shard", "columns", "manifest")


def load_schema(name: str) -> dict[str, Any]:
    """The schema of that name, one of ``SCHEMAS``."""
    schema: dict[str, Any] = orjson.loads(files(__name__).joinpath(f"{name}.json").read_bytes())
    return schema
