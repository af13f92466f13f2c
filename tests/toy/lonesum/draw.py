"""What to draw of a lonesum grid: counts at the left and the top, filled cells."""

from moat_bank.families.base import Puzzle
from moat_bank.render.scene import Mark, Scene


def scene(puzzle: Puzzle, solved: bool, labels: bool = False) -> Scene:
    rows = puzzle.solution if solved and puzzle.solution is not None else []
    return Scene(
        rows=puzzle.kind.rows,
        cols=puzzle.kind.cols,
        marks=tuple(
            ((r, c), Mark("full"))
            for r, row in enumerate(rows)
            for c, cell in enumerate(row)
            if cell == "#"
        ),
        top=tuple((str(count),) for count in puzzle.given["colCounts"]),
        left=tuple((str(count),) for count in puzzle.given["rowCounts"]),
        description=f"A grid of {puzzle.kind.words} cells, the filled ones of each line counted.",
    )
