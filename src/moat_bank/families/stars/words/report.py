"""An explanation as JSON, as text and as pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from moat_bank.families.stars.board import Solution, star_cells
from moat_bank.families.stars.draw import board_scene
from moat_bank.families.stars.words.explanation import Explanation, Step
from moat_bank.families.stars.words.reasons import NONE
from moat_bank.families.stars.words.sheet import Cells, Sheet
from moat_bank.families.stars.words.words import cell_names, counted
from moat_bank.render import Scene, board_text


def as_json(found: Explanation) -> dict[str, Any]:
    """Everything, for a program; rows, columns and regions count from 0.

    ``differ`` are the cells where the two solutions in ``found`` differ.  ``placed`` and ``open``
    are the stars and the cells undecided after the last round.
    """
    board, rating = found.board, found.rating
    one = len(found.solutions) == 1
    return {
        "size": board.size,
        "stars": board.stars,
        "regions": [list(row) for row in board.regions],
        "solutions": len(found.solutions),
        "solution": found.solutions[0] if one else None,
        "found": found.solutions,
        "differ": sorted(found.differ),
        "finished": rating.tier is not None,
        "r": rating.hardest,
        "tier": rating.tier,
        "steps": len(found.steps),
        "rounds": [_round(number, step) for number, step in enumerate(found.steps, 1)],
        "placed": sorted(found.end.placed),
        "open": sorted(found.end.candidates),
    }


def _round(number: int, step: Step) -> dict[str, Any]:
    return {
        "round": number,
        "technique": step.number,
        "name": step.name,
        "set": step.set_size,
        "stars": sorted(step.stars),
        "out": sorted(step.out),
        "why": step.why,
        "reasons": [
            {
                "why": reason.text,
                "units": [list(unit) for unit in reason.units],
                "cells": sorted(reason.cells),
                "stars": sorted(reason.stars),
                "out": sorted(reason.out),
            }
            for reason in step.reasons
        ],
    }


def as_text(found: Explanation, name: str, **drawing: bool) -> str:
    """For a person: the board, a sentence a round, and how it ends.

    Args:
        found: the explanation.
        name: what to call the board.
        drawing: options of ``board_text``.
    """
    board = found.board
    lines = [f"{name}: {board.size}x{board.size}, {counted(board.stars, 'star')}, {verdict(found)}"]
    if len(found.solutions) == 2:
        pair = [
            board_text(_solved(found, solution), **drawing).splitlines()
            for solution in found.solutions
        ]
        lines += ["   ".join(row) for row in zip(*pair, strict=True)]
        lines.append(f"They differ at {cell_names(found.differ)}.")
    else:
        scene = board_scene(board.regions, board.stars, (), labels=True)
        lines.append(board_text(replace(scene, caption=""), **drawing))
    for number, step in enumerate(found.steps, 1):
        name = f"{step.name} of {step.set_size}" if step.set_size else step.name
        lines.append(f"{number:3}. {name}: {step.why}")
    if found.solutions and any(found.end.need.values()):
        lines.append(_how_far(found))
        lines.append(board_text(_state(found.end), **drawing))
    return "\n".join(lines) + "\n"


def verdict(found: Explanation) -> str:
    """The rating, or why there is none."""
    rating = found.rating
    if not found.solutions:
        return "no solution"
    if len(found.solutions) > 1:
        return "more than one solution"
    if rating.tier is None or rating.hardest is None:
        return "one solution, but logic does not finish"
    hardest = found.names[rating.hardest - 1]
    words = f"hardest technique {hardest} ({rating.hardest}), {counted(rating.steps, 'round')}"
    return f"{rating.tier}, {words}"


def _how_far(found: Explanation) -> str:
    end = found.end
    placed, total = len(end.placed), end.size * end.stars
    return (
        f"Logic goes no further: {placed} of {counted(total, 'star')} placed,"
        f" {counted(len(end.candidates), 'cell')} undecided."
    )


def pictures(found: Explanation) -> Iterator[Scene]:
    """One picture a round, its conclusions marked; first the two solutions, if it has two."""
    if len(found.solutions) == 2:
        for solution in found.solutions:
            yield _solved(found, solution)
    if not found.steps:
        scene = board_scene(found.board.regions, found.board.stars, ())
        yield replace(scene, caption=verdict(found))
    for number, step in enumerate(found.steps, 1):
        after = Sheet(
            step.before.regions,
            step.before.stars,
            step.before.candidates - step.out - step.stars,
            step.before.placed | step.stars,
        )
        yield _state(after, f"{number}. {step.name}", step.stars | step.out)


def _solved(found: Explanation, solution: Solution) -> Scene:
    board = found.board
    scene = board_scene(board.regions, board.stars, star_cells(solution), ringed=found.differ)
    return replace(scene, caption="")


def _state(sheet: Sheet, caption: str = "", marked: Cells = NONE) -> Scene:
    """A board with stars, and crosses where no star can be."""
    cells = {(r, c) for r in range(sheet.size) for c in range(sheet.size)}
    crossed = cells - sheet.candidates - sheet.placed
    scene = board_scene(sheet.regions, sheet.stars, sheet.placed, crossed, marked)
    return replace(scene, caption=caption)
