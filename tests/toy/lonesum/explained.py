"""How an explanation of a lonesum grid looks."""

from collections.abc import Iterator
from typing import Any

from lonesum.words import Explanation
from moat_bank.render.scene import Mark, Scene


def verdict(found: Explanation) -> str:
    return f"{found.tier}, {len(found.steps)} rounds" if found.tier else "logic does not finish it"


def as_json(found: Explanation) -> dict[str, Any]:
    rounds = [
        {"technique": one.number, "name": one.name, "why": one.sentences, **one.found}
        for one in found.steps
    ]
    return {"tier": found.tier, "undecided": found.undecided, "rounds": rounds}


def as_text(found: Explanation, name: str, colour: bool, plain: bool) -> str:
    lines = [f"{name}: {verdict(found)}"]
    for number, step in enumerate(found.steps, 1):
        lines += [f"{number}. {step.name}", *(f"   {sentence}" for sentence in step.sentences)]
    return "\n".join(lines) + "\n"


def pictures(found: Explanation) -> Iterator[Scene]:
    """The grid after each round, what is new in it with emphasis."""
    known: dict[tuple[int, int], str] = {}
    for step in found.steps:
        new = [*step.found["filled"], *step.found["empty"]]
        known.update(dict.fromkeys(step.found["filled"], "full"))
        known.update(dict.fromkeys(step.found["empty"], "cross"))
        marks = tuple((at, Mark(shape, strong=[*at] in new)) for at, shape in known.items())
        rows, cols = len(found.cells), len(found.cells[0])
        yield Scene(rows=rows, cols=cols, marks=marks, caption=step.name)
