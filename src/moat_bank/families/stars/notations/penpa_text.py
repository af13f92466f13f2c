"""The text inside a Penpa link: its abbreviations, and a whole page as the editor saves it."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

_SHORT = {
    "z9": "qa",
    "zQ": "pu_q",
    "zA": "pu_a",
    "zG": "grid",
    "zM": "edit_mode",
    "zS": "surface",
    "zL": "line",
    "zE": "lineE",
    "zW": "wall",
    "zC": "cage",
    "zN": "number",
    "zY": "symbol",
    "zP": "special",
    "zB": "board",
    "zR": "command_redo",
    "zU": "command_undo",
    "z8": "command_replay",
    "z1": "numberS",
    "zF": "freeline",
    "z2": "freelineE",
    "zT": "thermo",
    "z3": "arrows",
    "zD": "direction",
    "z0": "squareframe",
    "z5": "polygon",
    "z4": "deletelineE",
    "z6": "killercages",
    "z7": "nobulbthermo",
    "z_": "__a",
}
"""What the editor puts in the place of a word in quotation marks; a plain z is ``zZ``."""

_LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")
_LAYER = (
    *("command_redo", "command_undo", "surface", "number", "numberS", "symbol", "freeline"),
    *("freelineE", "thermo", "arrows", "direction", "squareframe", "polygon", "line", "lineE"),
    *("wall", "cage", "deletelineE", "killercages", "nobulbthermo"),
)
_CHECKS = (
    *("surface", "number", "loopline", "ignoreloopline", "loopedge", "ignoreborder", "wall"),
    *("square", "circle", "tri", "arrow", "math", "battleship", "tent", "star", "akari", "mine"),
)
_OR_CHECKS = [check for check in _CHECKS if not check.startswith("ignore")]
_CELL = 38


def expand(text: str) -> str:
    """The JSON that a line of the page abbreviates."""
    for abbreviation, word in _SHORT.items():
        text = text.replace(abbreviation, f'"{word}"')
    return text.replace("zO", "null").replace("zZ", "z")


def _shorten(text: str) -> str:
    text = text.replace("z", "zZ")
    for abbreviation, word in _SHORT.items():
        text = text.replace(f'"{word}"', abbreviation)
    return text.replace("null", "zO")


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()


def _layer(**drawn: Any) -> str:
    layer: dict[str, Any] = {key: [] if key in _LISTS else {} for key in _LAYER}
    layer |= {key: {"__a": []} for key in ("command_redo", "command_undo")}
    return _shorten(_json(layer | drawn))


def _modes() -> str:
    def tools(edit: str, combined: str, style: int, number: int, sudoku: int) -> dict[str, Any]:
        return {
            "edit_mode": edit,
            "surface": ["", 1],
            "line": ["1", style],
            "lineE": ["1", style],
            "wall": ["", style],
            "cage": ["1", 10],
            "number": ["1", number],
            "symbol": ["circle_L", 1],
            "special": ["thermo", ""],
            "board": ["", ""],
            "move": ["1", ""],
            "combi": [combined, ""],
            "sudoku": ["1", sudoku],
        }

    modes = {
        "qa": "pu_a",
        "grid": ["2", "2", "1"],
        "pu_q": tools("lineE", "battleship", 2, 1, 1),
        "pu_a": tools("combi", "star", 3, 2, 9),
    }
    return _shorten(_json(modes))


def page(
    side: int,
    space: int,
    centre: int,
    number: Mapping[str, Any],
    symbol: Mapping[str, Any],
    edges: Mapping[str, int],
    stars: Sequence[int],
    cells: Sequence[int],
) -> str:
    """The lines of a page.

    Args:
        side: rows and columns, with the space.
        space: space on each side.
        centre: the point in the middle.
        number: numbers drawn, by their point.
        symbol: symbols drawn.
        edges: lines along edges.
        stars: points with a star of the solution.
        cells: the cells of the grid, each after the one before.
    """
    canvas = (side + 1) * _CELL
    head = ["square", side, side, _CELL, 0, 1, 1, canvas, canvas, centre, centre, 0, 0, 0, 0]
    steps = [cells[0], *(b - a for a, b in itertools.pairwise(cells))]
    empty = _layer()
    return "\n".join(
        (
            ",".join(map(str, [*head, "Title: ", "Author: ", "", "", "OFF", "false"])),
            _json([space] * 4),
            _modes(),
            _layer(number=dict(number), symbol=dict(symbol), lineE=dict(edges)),
            _layer(symbol={str(point): [2, "star", 2] for point in stars}),
            _json(steps),
            _json(["Surface", "Composite"]),
            _json({f"sol_{check}": False for check in _CHECKS}),
            '"x"',
            '"x"',
            "[3,1,3]",
            _modes(),
            '"x"',
            '"false"',
            empty,
            empty,
            _json({f"sol_or_{check}": False for check in _OR_CHECKS}),
            _json(["starbattle"]),
        )
    )
