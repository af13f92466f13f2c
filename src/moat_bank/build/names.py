"""Names of the folders of a build, each a digest of all that its content depends on.

So a file in them is never out of date: other settings, lengths or kernels have other names, and
what is there already under the name that a config gives is what that config would make.  A workflow
needs no record of how a file was made, and going back to an older config finds its files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import orjson

from moat_bank.build.batches import recipe
from moat_bank.build.config import BoardConfig, Config, normal
from moat_bank.families.base import Engine
from moat_bank.families.registry import package_of
from moat_bank.sources import digest

DIGITS = 10

CHOICE = ("moat_bank.build.stages",)
EDITION = (*CHOICE, "moat_bank.check.verify", "moat_bank.build.report")
"""The modules whose code makes and checks what is named; all that they import counts with them."""

ROOMS = ("proof", "play", "draw")
"""Rooms of a family that these modules load by computed names."""


def recipe_name(config: Config, board: BoardConfig, engine: Engine) -> str:
    """Name of the batches of a kind of board."""
    return _digest(recipe(config, board, engine))


def choice_name(board: BoardConfig) -> str:
    """Name of the choice among a recipe's boards: how many are made, and which are taken."""
    code = digest(*CHOICE)
    choice = [asdict(board.generation), board.lengths, board.steer, board.distance, code]
    return _digest(choice)


def edition_name(config: Config, engines: Mapping[str, Engine]) -> str:
    """Name of the whole edition: what is in it, how it was proved, and what the report shows."""
    recipes = [recipe(config, board, engines[board.family]) for board in config.boards]
    rooms = [f"{package_of(family)}.{room}" for family in config.families for room in ROOMS]
    return f"{config.edition}-{_digest([normal(config), recipes, digest(*EDITION, *rooms)])}"


def _digest(value: Any) -> str:
    data = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(data).hexdigest()[:DIGITS]
