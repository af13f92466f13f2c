"""``config.yaml``: read, checked, and told in one line where it is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from moat_bank.build.config_faults import schema_fault
from moat_bank.build.config_rules import kinds_of, rule_faults
from moat_bank.build.config_schema import with_families
from moat_bank.build.config_yaml import read_yaml
from moat_bank.errors import MoatError
from moat_bank.families.base import Spec, known_bounds
from moat_bank.families.registry import kind_room
from moat_bank.kind import POOLS, TIERS, Kind, kind_name
from moat_bank.runtime.editions import TakesOver

MOST_CANDIDATES = 2**32
"""Most candidates of one kind of board, as the schema has it: 32 bits tell them apart."""


@dataclass(frozen=True)
class Generation:
    """How many candidates are made: by the first job, by each later one, and at most."""

    pilot: int
    batch: int
    ceiling: int


@dataclass(frozen=True)
class BoardConfig:
    """One kind of board and the lengths of its banks.

    Attributes:
        spec: kind and style.
        steer: tiers that candidates are steered to, easiest first.
        generation: how many candidates; what the board leaves out is as the config has it for all.
        distance: fewest cells by which near twins must differ.
        lengths: ``lengths[pool][tier]``, every pool of ``POOLS`` and tier of ``TIERS``; 0 is none.
    """

    spec: Spec
    steer: tuple[str, ...]
    generation: Generation
    distance: int
    lengths: Mapping[str, Mapping[str, int]]

    @property
    def family(self) -> str:
        """Name of its family."""
        return self.spec.kind.family

    @property
    def name(self) -> str:
        """As in the names of files: ``stars-8x8-1`` is stars, 8x8 with one star."""
        return kind_name(self.spec.kind)

    @property
    def need(self) -> dict[str, int]:
        """Entries of each tier, all pools together."""
        return {tier: sum(self.lengths[pool][tier] for pool in POOLS) for tier in TIERS}


@dataclass(frozen=True)
class Step:
    """From which level on a kind of board is played."""

    first: int
    kind: Kind


@dataclass(frozen=True)
class LevelPlan:
    """The steps, ascending from level 1, and the pattern of tiers that repeats."""

    boards: tuple[Step, ...]
    tiers: tuple[str, ...]


@dataclass(frozen=True)
class Config:
    """A build, as ``config.yaml`` tells it; see the schema for each key.

    Attributes:
        quality: for each family of the boards, in their order, all its bounds.
        distance: that of boards that have none of their own.
    """

    edition: str
    seed: int
    banks: str
    results: str
    generation: Generation
    quality: Mapping[str, Mapping[str, int]]
    distance: int
    shard: int
    boards: tuple[BoardConfig, ...]
    levels: LevelPlan
    takes_over: TakesOver | None

    @property
    def families(self) -> tuple[str, ...]:
        """Names of the families of the boards, in their order."""
        return tuple(self.quality)

    def board(self, name: str) -> BoardConfig:
        """The kind of board of that name, such as ``stars-8x8-1``.

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
    data = with_families(data)
    fault = schema_fault(data)
    try:
        if fault is None:
            boards, steps = kinds_of(data)
            quality = _quality(data)
            fault = next(rule_faults(data, boards, steps, quality), None)
    except MoatError as error:
        fault = str(error)
    if fault:
        raise MoatError(f"{path}: {fault}")
    return _build(data, boards, steps, quality)


def normal(config: Config) -> dict[str, Any]:
    """The config as the manifest carries it: every key in one order, none of the folders.

    Two builds that differ only in where they write have the same manifest.
    """
    return {
        "edition": config.edition,
        "seed": config.seed,
        "generation": asdict(config.generation),
        "quality": {family: dict(bounds) for family, bounds in config.quality.items()},
        "twins": {"distance": config.distance},
        "shard": config.shard,
        "boards": [
            {
                **kind_keys(board.spec.kind),
                "style": board.spec.style,
                **({"steer": list(board.steer)} if board.steer else {}),
                "generation": asdict(board.generation),
                "twins": {"distance": board.distance},
                **{pool: dict(board.lengths[pool]) for pool in POOLS},
            }
            for board in config.boards
        ],
        "levels": normal_plan(config.levels),
    }


def normal_plan(plan: LevelPlan) -> dict[str, Any]:
    """The level plan as the manifest carries it."""
    return {
        "boards": [{"from": step.first, **kind_keys(step.kind)} for step in plan.boards],
        "tiers": list(plan.tiers),
    }


def kind_keys(kind: Kind) -> dict[str, Any]:
    """The keys by which configs and manifests name a kind."""
    return {"family": kind.family, **kind.values}


def _quality(data: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    families = dict.fromkeys(board["family"] for board in data["boards"])
    given = data.get("quality", {})
    return {family: known_bounds(kind_room(family), given.get(family, {})) for family in families}


def _build(
    data: dict[str, Any],
    boards: list[Kind],
    steps: list[Kind],
    quality: Mapping[str, Mapping[str, int]],
) -> Config:
    plan = data["levels"]
    takes_over = data.get("takes_over")
    return Config(
        edition=data["edition"],
        seed=data["seed"],
        banks=data["banks"],
        results=data.get("results", "results"),
        generation=Generation(**data["generation"]),
        quality=quality,
        distance=data["twins"]["distance"],
        shard=data["shard"],
        boards=tuple(
            _board(kind, board, data) for kind, board in zip(boards, data["boards"], strict=True)
        ),
        levels=LevelPlan(
            tuple(
                Step(step["from"], kind) for kind, step in zip(steps, plan["boards"], strict=True)
            ),
            tuple(plan["tiers"]),
        ),
        takes_over=takes_over and TakesOver(takes_over["level"], takes_over.get("day")),
    )


def _board(kind: Kind, board: Mapping[str, Any], data: Mapping[str, Any]) -> BoardConfig:
    return BoardConfig(
        spec=Spec(kind, board["style"]),
        steer=tuple(tier for tier in TIERS if tier in board.get("steer", [])),
        generation=Generation(**{**data["generation"], **board.get("generation", {})}),
        distance=board.get("twins", data["twins"])["distance"],
        lengths={
            pool: {tier: board.get(pool, {}).get(tier, 0) for tier in TIERS} for pool in POOLS
        },
    )
