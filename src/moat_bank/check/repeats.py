"""Puzzles that come twice in an edition, or that are too near to another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from moat_bank.check.files import Fault
from moat_bank.check.shard import Outcome, Seen, Task
from moat_bank.families import registry
from moat_bank.kind import kind_name


def repeated(tasks: Sequence[Task], outcomes: Sequence[Outcome]) -> Iterator[Fault]:
    """Entries that come twice among those of a kind, by id or by canonical form."""
    ids: dict[tuple[str, str], Seen] = {}
    forms: dict[tuple[str, bytes], Seen] = {}
    for task, outcome in zip(tasks, outcomes, strict=True):
        kind = kind_name(task.kind)
        for item in outcome.seen:
            same_form = forms.setdefault((kind, item.form), item) if item.form else item
            same_id = ids.setdefault((kind, item.id), item) if item.id else item
            if same_form is not item:
                text = f"the puzzle is, turned or mirrored, that of {_place(same_form)}"
                yield Fault(item.file, item.entry, text)
            elif same_id is not item:
                yield Fault(
                    item.file, item.entry, f"id: {item.id} also stands in {_place(same_id)}"
                )


def near_twins(tasks: Sequence[Task], outcomes: Sequence[Outcome]) -> Iterator[Fault]:
    """Entries nearer to one before them than the config's ``twins.distance``."""
    kinds: dict[str, tuple[Task, list[Any], list[Seen]]] = {}
    for task, outcome in zip(tasks, outcomes, strict=True):
        if outcome.laid is not None:
            _, laid, seen = kinds.setdefault(kind_name(task.kind), (task, [], []))
            laid.append(outcome.laid)
            seen += [outcome.seen[place] for place in outcome.sound]
    for task, laid, seen in kinds.values():
        distance = task.asked.distance if task.asked else 0
        proof = registry.proof(task.kind.family)
        for here, before, cells in proof.near(proof.joined(laid), distance):
            if cells:  # none is the same puzzle, and told as that
                text = f"differs in {cells} cell{'s' * (cells > 1)} from {_place(seen[before])}"
                text += f"; the config's twins.distance is {distance}"
                yield Fault(seen[here].file, seen[here].entry, text)


def _place(item: Seen) -> str:
    return f"{item.file} entry {item.entry}"
