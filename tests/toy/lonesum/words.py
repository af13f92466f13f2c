"""The two techniques in plain Python, each step with its reason."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

NAMES = ("empty line", "full line")


@dataclass(frozen=True)
class Step:
    number: int
    name: str
    sentences: list[str]
    found: dict[str, Any]


@dataclass(frozen=True)
class Explanation:
    """``tier`` is None where the counts do not fill every cell."""

    steps: list[Step]
    tier: str | None
    undecided: bool = False
    names: tuple[str, ...] = NAMES
    cells: list[list[str]] = field(default_factory=list)


def explain(puzzle: Any, top: int | None = None, budget: int | None = None) -> Explanation:
    cells = [["?"] * puzzle.kind.cols for _ in range(puzzle.kind.rows)]
    steps = list(_steps(puzzle.given, cells, top or len(NAMES)))
    unknown = any("?" in row for row in cells)
    return Explanation(steps, None if unknown else tier_of(len(steps)), cells=cells)


def tier_of(steps: int) -> str:
    return ("easy", "medium", "hard", "super_hard")[max(0, min(3, steps - 3))]


def _steps(given: Any, cells: list[list[str]], top: int) -> Iterator[Step]:
    while True:
        for number in range(1, top + 1):
            found = list(_deductions(given, cells, number))
            if found:
                break
        else:
            return
        sentences = []
        out: dict[str, Any] = {"filled": [], "empty": []}
        for line, news in found:
            value, word = (".", "empty") if number == 1 else ("#", "filled")
            names = ", ".join(f"R{r + 1}C{c + 1}" for r, c in news)
            reason = "needs no more filled cells" if number == 1 else "needs all its cells filled"
            sentences.append(
                f"{line} {reason}: {names} {'is' if len(news) == 1 else 'are'} {word}."
            )
            for r, c in news:
                if cells[r][c] == "?":
                    cells[r][c] = value
                    out[word].append([r, c])
        yield Step(number, NAMES[number - 1], sentences, out)


def _deductions(
    given: Any, cells: list[list[str]], number: int
) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Lines that tell something by a technique: their names, and their cells not yet known."""
    height, width = len(cells), len(cells[0])
    rows = [
        (f"Row {r + 1}", given["rowCounts"][r], [(r, c) for c in range(width)])
        for r in range(height)
    ]
    cols = [
        (f"Column {c + 1}", given["colCounts"][c], [(r, c) for r in range(height)])
        for c in range(width)
    ]
    for name, count, line in rows + cols:
        left = count - sum(cells[r][c] == "#" for r, c in line)
        unknown = [(r, c) for r, c in line if cells[r][c] == "?"]
        if unknown and left == (0 if number == 1 else len(unknown)):
            yield name, unknown
