"""Names of the folders of a build, each a digest of all that its content depends on.

So a file in them is never out of date: other settings, lengths or kernels have other names, and
what is there already under the name that a config gives is what that config would make.  A workflow
needs no record of how a file was made, and going back to an older config finds its files.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from moat_bank.build.config import BoardConfig, Config, normal
from moat_bank.families.legacy import Family, kind_of

DIGITS = 10
BATCH_SOURCES = ("build/batches.py", "build/dedupe.py", "files.py", "families/base.py")
CHOICE_SOURCES = ("build/select.py", "build/stages.py", "build/twins.py", "build/wave.py")
EDITION_SOURCES = ("build/*.py", "check/*.py", "families/stars/proof/*.py")


def recipe(config: Config, board: BoardConfig, family: Family) -> dict[str, Any]:
    """All that the batches of a kind of board depend on, but their ranges."""
    return {
        "family": family.name,
        "generator": family.generator,
        "rater": family.rater,
        "fingerprint": family.fingerprint,
        "stages": sources(*BATCH_SOURCES),
        "seed": config.seed,
        "spec": kind_of(board.spec),
        "quality": asdict(config.quality),
    }


def recipe_name(config: Config, board: BoardConfig, family: Family) -> str:
    """Name of the batches of a kind of board."""
    return _digest(recipe(config, board, family))


def choice_name(config: Config, board: BoardConfig) -> str:
    """Name of the choice among a recipe's boards: how many are made, and which are taken."""
    code = sources(*CHOICE_SOURCES)
    choice = [asdict(board.generation), board.lengths, board.steer, config.distance, code]
    return _digest(choice)


def edition_name(config: Config, family: Family) -> str:
    """Name of the whole edition."""
    recipes = [recipe(config, board, family) for board in config.boards]
    return f"{config.edition}-{_digest([normal(config), recipes, sources(*EDITION_SOURCES)])}"


@cache
def sources(*patterns: str) -> str:
    """Digest of source files of this package: edited stages have other names, too."""
    root = Path(__file__).parents[1]
    texts = {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for pattern in patterns
        for path in root.glob(pattern)
    }
    return _digest(texts)


def _digest(value: Any) -> str:
    data = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(data).hexdigest()[:DIGITS]
