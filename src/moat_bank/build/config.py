"""``config.yaml``: read, checked, and told in one line where it is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import orjson

from moat_bank.build.config_faults import schema_fault
from moat_bank.build.config_yaml import read_yaml
from moat_bank.errors import MoatError
from moat_bank.families.legacy import Quality, Spec, check_quality, kind_of
from moat_bank.kind import TIERS
from moat_bank.runtime.daily import day_number
from moat_bank.runtime.editions import TakesOver
from moat_bank.runtime.plan import plan_fault

POOLS = ("levels", "daily", "events")
"""Pools of a size, in the order in which they are served; no entry is in two of them."""

MOST_CANDIDATES = 2**32
"""Most candidates of one kind of board, as the schema has it: they are told apart by 32 bits."""


@dataclass(frozen=True)
class Generation:
    """How many candidates are made: by the pilot, by each later job, and at most."""

    pilot: int
    batch: int
    ceiling: int


@dataclass(frozen=True)
class BoardConfig:
    """One kind of board and the lengths of its banks.

    Attributes:
        spec: size, stars and style.
        steer: tiers that candidates are steered to, easiest first.
        generation: how many candidates; what the board leaves out is as the config has it for all.
        lengths: ``lengths[pool][tier]``, every pool of ``POOLS`` and tier of ``TIERS``; 0 is none.
    """

    spec: Spec
    steer: tuple[str, ...]
    generation: Generation
    lengths: Mapping[str, Mapping[str, int]]

    @property
    def name(self) -> str:
        """As in the names of files: ``8x8-1`` is 8x8 with one star."""
        return f"{self.spec.size}x{self.spec.size}-{self.spec.stars}"

    @property
    def need(self) -> dict[str, int]:
        """Entries of each tier, all pools together."""
        return {tier: sum(self.lengths[pool][tier] for pool in POOLS) for tier in TIERS}


@dataclass(frozen=True)
class Step:
    """From which level on a kind of board is played."""

    first: int
    size: int
    stars: int


@dataclass(frozen=True)
class LevelPlan:
    """The steps, ascending from level 1, and the pattern of tiers that repeats."""

    boards: tuple[Step, ...]
    tiers: tuple[str, ...]


@dataclass(frozen=True)
class Config:
    """A build, as ``config.yaml`` tells it; see the schema for each key."""

    edition: str
    seed: int
    banks: str
    results: str
    family: str
    generation: Generation
    quality: Quality
    distance: int
    shard: int
    boards: tuple[BoardConfig, ...]
    levels: LevelPlan
    takes_over: TakesOver | None

    def board(self, name: str) -> BoardConfig:
        """The kind of board of that name, such as ``8x8-1``.

        Raises:
            MoatError: the config has no such boards.
        """
        for board in self.boards:
            if board.name == name:
                return board
        known = ", ".join(board.name for board in self.boards)
        raise MoatError(f"the config has no boards {name!r}; it has {known}")


def load_config(path: str | Path, changes: Mapping[str, Any] | None = None) -> Config:
    """Read and check a config file.

    Args:
        path: the YAML file.
        changes: values for top-level keys that stand in for those of the file.

    Raises:
        MoatError: one line with the file, the key's path and the mend.
    """
    data = read_yaml(Path(path))
    if changes and isinstance(data, dict):
        data = {**data, **changes}
    fault = schema_fault(data) or next(_faults(data), None)
    if fault:
        raise MoatError(f"{path}: {fault}")
    return _build(data)


def normal(config: Config) -> dict[str, Any]:
    """The config as the manifest carries it: every key in one order, none of the folders.

    Two builds that differ only in where they write have the same manifest.
    """
    return {
        "edition": config.edition,
        "seed": config.seed,
        "family": config.family,
        "generation": asdict(config.generation),
        "quality": asdict(config.quality),
        "twins": {"distance": config.distance},
        "shard": config.shard,
        "boards": [
            {
                **kind_of(board.spec),
                **({"steer": list(board.steer)} if board.steer else {}),
                "generation": asdict(board.generation),
                **{pool: dict(board.lengths[pool]) for pool in POOLS},
            }
            for board in config.boards
        ],
        "levels": normal_plan(config.levels),
    }


def normal_plan(plan: LevelPlan) -> dict[str, Any]:
    """The level plan as the manifest carries it."""
    return {
        "boards": [
            {"from": step.first, "size": step.size, "stars": step.stars} for step in plan.boards
        ],
        "tiers": list(plan.tiers),
    }


@cache
def _reach() -> dict[str, Any]:
    """Measured facts: per count of stars the sizes there are, and tiers a size never reaches."""
    table: dict[str, Any] = orjson.loads(
        files("moat_bank.families.stars").joinpath("reach.json").read_bytes()
    )
    return table


def _faults(data: dict[str, Any]) -> Iterator[str]:
    """What the schema cannot say, each fault in one line."""
    if data["banks"] == data.get("results", "results"):
        yield "banks: is the same folder as results; name two different ones"
    yield from _generation_faults(data)
    try:
        day_number(data.get("takes_over", {}).get("day", "2000-01-01"))
    except MoatError as error:
        yield f"takes_over.day: {error}"
    seen: dict[tuple[int, int], int] = {}
    for i, board in enumerate(data["boards"]):
        kind = (board["size"], board["stars"])
        if kind in seen:
            yield f"boards[{i}]: {_kind(*kind)} is boards[{seen[kind]}] already; join the two"
        seen[kind] = i
        yield from _board_faults(f"boards[{i}]", board)
        try:
            check_quality(Spec(*kind), Quality(**data["quality"]))
        except MoatError as error:
            yield f"quality: {error}"
    yield from _plan_faults(data["levels"], data["boards"])


def _generation_faults(data: dict[str, Any]) -> Iterator[str]:
    kinds = [("generation", data["generation"])] + [
        (f"boards[{i}].generation", {**data["generation"], **board["generation"]})
        for i, board in enumerate(data["boards"])
        if "generation" in board
    ]
    for place, numbers in kinds:
        pilot, ceiling = numbers["pilot"], numbers["ceiling"]
        if ceiling < pilot:
            yield f"{place}.ceiling: {ceiling} is below the pilot, {pilot}; raise it"


def _board_faults(place: str, board: dict[str, Any]) -> Iterator[str]:
    size, stars = board["size"], board["stars"]
    reach = _reach()[str(stars)]
    low, high = reach["sizes"]
    if not low <= size <= high:
        why = "cannot be made" if size < low else "has no measured yields (docs/yields.md)"
        yield f"{place}.size: {_kind(size, stars)} {why}; use a size from {low} to {high}"
    never = reach["unreachable"].get(str(size), [])
    total = 0
    for pool in POOLS:
        for tier, length in board.get(pool, {}).items():
            total += length
            key = f"{place}.{pool}.{tier}"
            if length and tier in never:
                yield f"{key}: {_kind(size, stars)} never reaches {tier}; set it to 0"
            if length and length % 2 == 0:
                yield f"{key}: {length} is even; use {length - 1} or {length + 1}"
    if not total:
        yield f"{place}: every length is 0; give one, or leave these boards out"
    for i, tier in enumerate(board.get("steer", [])):
        if not any(board.get(pool, {}).get(tier) for pool in POOLS):
            mend = "give it a length, or leave it out"
            yield f"{place}.steer[{i}]: no bank of these boards is {tier}; {mend}"


def _plan_faults(plan: dict[str, Any], boards: list[dict[str, Any]]) -> Iterator[str]:
    banks = {
        (board["size"], board["stars"], tier)
        for board in boards
        for tier, length in board.get("levels", {}).items()
        if length
    }
    steps, tiers = plan["boards"], plan["tiers"]
    if too_long := plan_fault(len(steps), len(tiers)):
        yield f"levels: {too_long}"
        return
    if steps[0]["from"] != 1:
        yield f"levels.boards[0].from: must be 1, found {steps[0]['from']}"
    for i, step in enumerate(steps):
        place, kind = f"levels.boards[{i}]", (step["size"], step["stars"])
        first = step["from"]
        if i and first <= steps[i - 1]["from"]:
            yield f"{place}.from: {first} must be above {steps[i - 1]['from']}, the one before"
        # Levels that this step is played for, as far as one turn of the pattern.
        after = steps[i + 1]["from"] if i + 1 < len(steps) else first + len(tiers)
        played = {tiers[(n - 1) % len(tiers)] for n in range(first, min(after, first + len(tiers)))}
        for tier in TIERS:
            if tier in played and (*kind, tier) not in banks:
                yield f"{place}: needs a levels bank of {_kind(*kind)}, {tier}; give it a length"


def _kind(size: int, stars: int) -> str:
    return f"{size}x{size} with {stars} star{'s' if stars > 1 else ''}"


def _build(data: dict[str, Any]) -> Config:
    return Config(
        edition=data["edition"],
        seed=data["seed"],
        banks=data["banks"],
        results=data.get("results", "results"),
        family=data["family"],
        generation=Generation(**data["generation"]),
        quality=Quality(**data["quality"]),
        distance=data["twins"]["distance"],
        shard=data["shard"],
        boards=tuple(_board(board, data["generation"]) for board in data["boards"]),
        levels=LevelPlan(
            tuple(Step(s["from"], s["size"], s["stars"]) for s in data["levels"]["boards"]),
            tuple(data["levels"]["tiers"]),
        ),
        takes_over=_takes_over(data.get("takes_over")),
    )


def _takes_over(data: dict[str, Any] | None) -> TakesOver | None:
    return None if data is None else TakesOver(data["level"], data.get("day"))


def _board(board: dict[str, Any], generation: dict[str, int]) -> BoardConfig:
    spec = Spec(board["size"], board["stars"], board["style"])
    lengths = {pool: {tier: board.get(pool, {}).get(tier, 0) for tier in TIERS} for pool in POOLS}
    steer = tuple(tier for tier in TIERS if tier in board.get("steer", []))
    numbers = Generation(**{**generation, **board.get("generation", {})})
    return BoardConfig(spec, steer, numbers, lengths)
