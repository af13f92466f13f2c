"""The JSON Schema of a config, put together from what all families share and what each adds.

``schemas/config.json`` says what a config of any family holds.  Each family adds, from its
``kind.py``: ``PARAMETERS`` to its boards and steps, ``STYLES`` to its boards, and ``BOUNDS`` to
``quality``.  Boards and steps are told apart by their ``family``, which ``with_families`` writes
into those that leave it to the whole config.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import cache
from typing import Any

from moat_bank.families.registry import families, kind_room
from moat_bank.schemas import load_schema


def with_families(data: Any) -> Any:
    """The config with the family of the whole in each board and step that names none.

    What has not the form of a config is left as it is, for the schema to find.
    """
    if not isinstance(data, dict) or "family" not in data:
        return data
    filled = {key: value for key, value in data.items() if key != "levels"}
    filled["boards"] = _with_family(data.get("boards"), data["family"])
    levels = data.get("levels")
    if isinstance(levels, dict):
        levels = {**levels, "boards": _with_family(levels.get("boards"), data["family"])}
    filled["levels"] = levels
    return {key: filled[key] for key in data}


def _with_family(items: Any, family: Any) -> Any:
    if not isinstance(items, list):
        return items
    return [{"family": family, **item} if isinstance(item, dict) else item for item in items]


@cache
def config_schema() -> Mapping[str, Any]:
    """The whole schema, for the families that are known here."""
    known = families()
    schema = load_schema("config")
    defs = schema["$defs"]
    defs["family"]["enum"] = list(known)
    board, step = defs["board"], defs["step"]
    for family in known:
        room = kind_room(family)
        schema["properties"]["quality"]["properties"][family] = {
            "description": f"Bounds on boards of {family}.",
            "type": "object",
            "additionalProperties": False,
            "properties": dict(room.BOUNDS),
        }
        defs[f"{family}-board"] = _of_family(board, family, room.PARAMETERS)
        defs[f"{family}-board"]["properties"]["style"]["enum"] = list(room.STYLES)
        defs[f"{family}-step"] = _of_family(step, family, room.PARAMETERS)
    defs["board"], defs["step"] = (_any_family(known, name) for name in ("board", "step"))
    return schema


def _of_family(
    shared: Mapping[str, Any], family: str, parameters: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    """A board or step of one family: its parameters come right after ``family``."""
    own = copy.deepcopy(dict(shared))
    properties: dict[str, Any] = {}
    for key, value in own["properties"].items():
        properties[key] = value
        if key == "family":
            properties.update(parameters)
    required = [key for key in properties if key in own["required"] or key in parameters]
    return {**own, "properties": properties, "required": required}


def _any_family(known: tuple[str, ...], name: str) -> dict[str, Any]:
    """A board or step of any family, held to the schema of its own."""
    return {
        "type": "object",
        "required": ["family"],
        "properties": {"family": {"$ref": "#/$defs/family"}},
        "allOf": [
            {
                "if": {"properties": {"family": {"const": family}}, "required": ["family"]},
                "then": {"$ref": f"#/$defs/{family}-{name}"},
            }
            for family in known
        ],
    }
