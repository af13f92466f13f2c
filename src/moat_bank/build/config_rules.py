"""What a schema cannot say of a config: what one key means for another, each fault in one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from moat_bank.errors import MoatError
from moat_bank.families.registry import kind_room
from moat_bank.kind import POOLS, TIERS, Kind
from moat_bank.runtime.daily import day_number
from moat_bank.runtime.plan import plan_fault

Bounds = Mapping[str, Mapping[str, int]]
"""All bounds of each family."""


def kinds_of(data: Mapping[str, Any]) -> tuple[list[Kind], list[Kind]]:
    """The kinds of the boards and of the plan's steps.

    Raises:
        MoatError: the parameters of one do not go together.
    """
    return (
        [_kind(f"boards[{i}]", board) for i, board in enumerate(data["boards"])],
        [_kind(f"levels.boards[{i}]", s) for i, s in enumerate(data["levels"]["boards"])],
    )


def _kind(place: str, values: Mapping[str, Any]) -> Kind:
    try:
        return kind_room(values["family"]).kind_of(values)
    except MoatError as error:
        raise MoatError(f"{place}: {error}") from error


def rule_faults(
    data: Mapping[str, Any], boards: list[Kind], steps: list[Kind], quality: Bounds
) -> Iterator[str]:
    """The faults of a config that its schema lets through.

    Args:
        data: the config, each board and step with its family.
        boards: the kind of each board.
        steps: the kind of each step of the level plan.
        quality: the bounds of each family of the boards.
    """
    if data["banks"] == data.get("results", "results"):
        yield "banks: is the same folder as results; name two different ones"
    yield from _generation_faults(data)
    try:
        day_number(data.get("takes_over", {}).get("day", "2000-01-01"))
    except MoatError as error:
        yield f"takes_over.day: {error}"
    for i, (kind, board) in enumerate(zip(boards, data["boards"], strict=True)):
        if (first := boards.index(kind)) < i:
            yield f"boards[{i}]: {kind.words} is boards[{first}] already; join the two"
        yield from _kind_faults(f"boards[{i}]", kind, board, quality[kind.family])
        yield from _length_faults(f"boards[{i}]", board)
    yield from _plan_faults(data, boards, steps)


def _generation_faults(data: Mapping[str, Any]) -> Iterator[str]:
    every = [("generation", data["generation"])] + [
        (f"boards[{i}].generation", {**data["generation"], **board["generation"]})
        for i, board in enumerate(data["boards"])
        if "generation" in board
    ]
    for place, numbers in every:
        pilot, ceiling = numbers["pilot"], numbers["ceiling"]
        if ceiling < pilot:
            yield f"{place}.ceiling: {ceiling} is below the pilot, {pilot}; raise it"


def _kind_faults(
    place: str, kind: Kind, board: Mapping[str, Any], bounds: Mapping[str, int]
) -> Iterator[str]:
    """Why the family cannot build such boards, or not in the tiers asked for."""
    room = kind_room(kind.family)
    tiers = [tier for tier in TIERS if any(board.get(pool, {}).get(tier) for pool in POOLS)]
    for key, text in room.faults(kind, board["style"], bounds, tiers):
        if key in TIERS:
            pool = next(pool for pool in POOLS if board.get(pool, {}).get(key))
            yield f"{place}.{pool}.{key}: {text}"
        elif key in room.BOUNDS:
            yield f"quality.{kind.family}.{key}: {text}"
        else:
            yield f"{place}.{key}: {text}" if key else f"{place}: {text}"


def _length_faults(place: str, board: Mapping[str, Any]) -> Iterator[str]:
    lengths = [
        (pool, tier, length) for pool in POOLS for tier, length in board.get(pool, {}).items()
    ]
    for pool, tier, length in lengths:
        if length and length % 2 == 0:
            yield f"{place}.{pool}.{tier}: {length} is even; use {length - 1} or {length + 1}"
    there = {tier for _, tier, length in lengths if length}
    if not there:
        yield f"{place}: every length is 0; give one, or leave these boards out"
    for i, tier in enumerate(board.get("steer", [])):
        if tier not in there:
            mend = "give it a length, or leave it out"
            yield f"{place}.steer[{i}]: no bank of these boards is {tier}; {mend}"


def _plan_faults(data: Mapping[str, Any], boards: list[Kind], kinds: list[Kind]) -> Iterator[str]:
    banks = {
        (kind, tier)
        for kind, board in zip(boards, data["boards"], strict=True)
        for tier, length in board.get("levels", {}).items()
        if length
    }
    steps, tiers = data["levels"]["boards"], data["levels"]["tiers"]
    if too_long := plan_fault(len(steps), len(tiers)):
        yield f"levels: {too_long}"
        return
    if steps[0]["from"] != 1:
        yield f"levels.boards[0].from: must be 1, found {steps[0]['from']}"
    for i, (kind, step) in enumerate(zip(kinds, steps, strict=True)):
        place, first = f"levels.boards[{i}]", step["from"]
        if i and first <= steps[i - 1]["from"]:
            yield f"{place}.from: {first} must be above {steps[i - 1]['from']}, the one before"
        # Levels that this step is played for, as far as one turn of the pattern.
        after = steps[i + 1]["from"] if i + 1 < len(steps) else first + len(tiers)
        played = {tiers[(n - 1) % len(tiers)] for n in range(first, min(after, first + len(tiers)))}
        for tier in TIERS:
            if tier in played and (kind, tier) not in banks:
                yield f"{place}: needs a levels bank of {kind.words}, {tier}; give it a length"
