"""The config that a manifest carries: whether it can be, and what it asks of every puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from moat_bank.check.forms import is_imported
from moat_bank.check.kinds import Key, kind_at, kind_of
from moat_bank.families.registry import kind_room
from moat_bank.kind import POOLS, TIERS


@dataclass(frozen=True)
class Asked:
    """What the config asks of every puzzle of one kind.

    Attributes:
        seed: the master seed, None where puzzles came from elsewhere; their entries name the
            source.
        style: how they are made, None likewise.
        steer: the tiers that entries may have been steered to.
        bounds: bounds on puzzles, by name.
        distance: fewest cells by which two of them differ.
    """

    seed: int | None
    style: str | None
    steer: tuple[str, ...]
    bounds: Mapping[str, int]
    distance: int


def asked(manifest: dict[str, Any]) -> dict[Key, Asked]:
    """What the config asks of the puzzles of each kind."""
    config = manifest["config"]
    if is_imported(manifest):
        return {kind_at(board): Asked(None, None, (), {}, 0) for board in config["boards"]}
    return {
        kind_at(board): Asked(
            seed=config["seed"],
            style=board["style"],
            steer=tuple(board.get("steer", ())),
            bounds=config["quality"][board["family"]],
            distance=board["twins"]["distance"],
        )
        for board in config["boards"]
    }


def config_faults(manifest: dict[str, Any]) -> Iterator[str]:
    """Whether a config of good form can be, and the banks are those that it asks for."""
    config = manifest["config"]
    for key in ("edition", "shard", "levels"):
        if config[key] != manifest[key]:
            yield f"config.{key}: differs from the manifest's own {key}"
    if {board["family"] for board in config["boards"]} != {*manifest["versions"]}:
        yield "versions: are not those of the families of the config's boards"
    seen: dict[Key, int] = {}
    for i, board in enumerate(config["boards"]):
        place, kind = f"config.boards[{i}]", kind_at(board)
        if kind in seen:
            yield f"{place}: is the same kind as config.boards[{seen[kind]}]"
        seen.setdefault(kind, i)
        if not any(board[pool][tier] for pool in POOLS for tier in TIERS):
            yield f"{place}: every length is 0"
        if not is_imported(manifest):
            yield from _made_faults(place, board, config["quality"][board["family"]])
    wanted = [
        (pool, kind_at(board), tier, board[pool][tier])
        for pool in POOLS
        for board in config["boards"]
        for tier in TIERS
        if board[pool][tier]
    ]
    banks = [(b["pool"], kind_at(b), b["tier"], b["length"]) for b in manifest["banks"]]
    if wanted != banks:
        yield "banks: are not those that its config asks for, in the order of pool, board and tier"


def _made_faults(place: str, board: dict[str, Any], bounds: Mapping[str, int]) -> Iterator[str]:
    """What is wrong with a board of the config of puzzles that were made."""
    tiers = [tier for tier in TIERS if any(board[pool][tier] for pool in POOLS)]
    room = kind_room(board["family"])
    for key, text in room.faults(kind_of(board), board["style"], bounds, tiers):
        yield f"{place}: {key} {text}" if key else f"{place}: {text}"
    steer = board.get("steer")
    if steer is not None and (not steer or steer != [t for t in TIERS if t in steer]):
        yield f"{place}.steer: must be tiers, easiest first, each once"
    elif steer and not {*steer} <= {*tiers}:
        yield f"{place}.steer: names a tier of which no bank is asked for"
    if board["generation"]["ceiling"] < board["generation"]["pilot"]:
        yield f"{place}.generation.ceiling: is below the pilot"
