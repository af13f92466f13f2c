"""How an explanation looks, as JSON, as text and as pictures; ``words`` knows what it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from moat_bank.families.stars.draw import board_scene
from moat_bank.families.stars.words import Explanation, Step
from moat_bank.families.stars.words.explanation import Cells, Known
from moat_bank.families.stars.words.sentences import counted, listed
from moat_bank.render.scene import Scene
from moat_bank.render.text import board_text


def as_json(found: Explanation) -> dict[str, Any]:
    """Everything, for a program; rows, columns and regions count from 0.

    ``solutions`` is null where the steps allowed did not suffice to count them; ``undecided`` says
    whether they ended the rounds or that count.  ``differ`` are the cells where the two solutions
    in ``found`` differ.  ``placed`` and ``open`` are the stars and the cells undecided after the
    last round.
    """
    rating = found.rating
    each = [_columns(found, one) for one in found.found]
    return {
        "size": len(found.rows),
        "stars": found.stars,
        "regions": [list(row) for row in found.rows],
        "solutions": found.solutions,
        "solution": each[0] if found.solutions == 1 else None,
        "found": each,
        "differ": list(found.differ),
        "finished": rating.tier is not None,
        "undecided": found.undecided,
        "r": rating.hardest,
        "tier": rating.tier,
        "steps": len(found.steps),
        "rounds": [_round(number, step) for number, step in enumerate(found.steps, 1)],
        "trouble": found.trouble,
        "placed": list(found.end.placed),
        "open": list(found.end.candidates),
    }


def _round(number: int, step: Step) -> dict[str, Any]:
    return {
        "round": number,
        "technique": step.number,
        "name": step.name,
        "set": step.set_size,
        **step.found,
        "why": " ".join(step.sentences),
        "reasons": [
            {
                "why": reason.sentence,
                "units": [list(unit) for unit in reason.units],
                "cells": list(reason.cells),
                "stars": list(reason.stars),
                "out": list(reason.out),
            }
            for reason in step.reasons
        ],
    }


def _columns(found: Explanation, cells: Cells) -> list[Any]:
    """A solution in the form of an entry's."""
    rows = [[c for y, c in cells if y == r] for r in range(len(found.rows))]
    return [row[0] for row in rows] if found.stars == 1 else rows


def as_text(found: Explanation, name: str, **drawing: bool) -> str:
    """For a person: the board, a sentence a deduction, and how it ends.

    Args:
        found: the explanation.
        name: what to call the board.
        drawing: options of ``board_text``.
    """
    size = len(found.rows)
    lines = [f"{name}: {size}x{size}, {counted(found.stars, 'star')}, {verdict(found)}"]
    if len(found.found) == 2:
        pair = [board_text(_solved(found, one), **drawing).splitlines() for one in found.found]
        lines += ["   ".join(row) for row in zip(*pair, strict=True)]
        lines.append(f"They differ at {_names(found.differ)}.")
    else:
        empty = board_scene(found.rows, found.stars, (), labels=True)
        lines.append(board_text(replace(empty, caption=""), **drawing))
    for number, step in enumerate(found.steps, 1):
        name = f"{step.name} of {step.set_size}" if step.set_size else step.name
        first, *others = step.sentences
        lines += [f"{number:3}. {name}: {first}", *(f"     {other}" for other in others)]
    if len(found.end.placed) < size * found.stars:
        lines.append(_how_far(found))
        lines.append(board_text(_state(found, found.end), **drawing))
    return "\n".join(lines) + "\n"


def verdict(found: Explanation) -> str:
    """The rating, or why there is none."""
    rating = found.rating
    if len(found.found) == 2:
        return "more than one solution"
    if found.solutions is None:
        return f"undecided: {'one solution or more' if found.found else 'perhaps no solution'}"
    if not found.solutions:
        return "no solution"
    if rating.tier is None or rating.hardest is None:
        if found.undecided:
            return "one solution, undecided whether logic finishes"
        return "one solution, but logic does not finish"
    hardest = found.names[rating.hardest - 1]
    words = f"hardest technique {hardest} ({rating.hardest}), {counted(rating.steps, 'round')}"
    return f"{rating.tier}, {words}"


def _how_far(found: Explanation) -> str:
    end = found.end
    if found.trouble:
        return f"There is no solution. {found.trouble}"
    total = counted(len(found.rows) * found.stars, "star")
    left = counted(len(end.candidates), "cell")
    return f"Logic goes no further: {len(end.placed)} of {total} placed, {left} undecided."


def pictures(found: Explanation) -> Iterator[Scene]:
    """One picture a round, its conclusions marked; first the two solutions, if it has two."""
    if len(found.found) == 2:
        for one in found.found:
            yield _solved(found, one)
    if not found.steps:
        scene = board_scene(found.rows, found.stars, ())
        yield replace(scene, caption=verdict(found))
    known = [step.before for step in found.steps[1:]] + [found.end]
    for number, (step, after) in enumerate(zip(found.steps, known, strict=True), 1):
        yield _state(found, after, f"{number}. {step.name}", step.stars + step.out)


def _solved(found: Explanation, cells: Cells) -> Scene:
    scene = board_scene(found.rows, found.stars, cells, ringed=found.differ)
    return replace(scene, caption="")


def _state(found: Explanation, known: Known, caption: str = "", marked: Cells = ()) -> Scene:
    """A board with stars, and crosses where no star can be."""
    size = len(found.rows)
    cells = {(r, c) for r in range(size) for c in range(size)}
    crossed = cells.difference(known.candidates, known.placed)
    scene = board_scene(found.rows, found.stars, known.placed, crossed, marked)
    return replace(scene, caption=caption)


def _names(cells: Cells) -> str:
    return listed([f"R{r + 1}C{c + 1}" for r, c in cells])
