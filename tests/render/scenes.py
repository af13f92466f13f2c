"""Small scenes as the draw modules of several families make them."""

from __future__ import annotations

from moat_bank.render.scene import Mark, Scene

REGIONS = ((0, 0, 1, 1), (0, 2, 2, 1), (3, 2, 2, 1), (3, 3, 3, 3))
STARS = [1, 3, 0, 2]


def stars(solution=(), regions=REGIONS, letters=False, **more) -> Scene:
    """A board of coloured areas with stars, a column a row."""
    size = len(regions)
    labels = {(r, c): chr(65 + regions[r][c]) for r in range(size) for c in range(size)}
    return Scene(
        rows=size,
        cols=size,
        areas=tuple(map(tuple, regions)),
        coloured=True,
        marks=tuple(((r, c), Mark("star")) for r, c in enumerate(solution)),
        labels=labels if letters else {},
        **more,
    )


SUDOKU = Scene(
    rows=4,
    cols=4,
    areas=((0, 0, 1, 1), (0, 0, 1, 1), (2, 2, 3, 3), (2, 2, 3, 3)),
    shaded=frozenset({(0, 1)}),
    marks=(
        ((0, 0), Mark("text", ("1",), strong=True)),
        ((1, 2), Mark("text", ("3",))),
        ((0, 1), Mark("small", ("", "2", "3", ""))),
        ((3, 3), Mark("text", ("12",), strong=True)),
    ),
)

NONOGRAM = Scene(
    rows=3,
    cols=4,
    marks=(
        *(((0, c), Mark("full")) for c in range(3)),
        *(((1, c), Mark("full")) for c in (0, 2)),
        ((2, 0), Mark("cross")),
        ((1, 1), Mark("dot")),
    ),
    top=(("2",), ("1",), ("1", "1"), ()),
    left=(("3",), ("1", "1"), ("10",)),
)

KAKURO = Scene(
    rows=3,
    cols=3,
    marks=(
        ((0, 0), Mark("full")),
        ((0, 1), Mark("slash", ("16", ""))),
        ((0, 2), Mark("slash", ("4", ""))),
        ((1, 0), Mark("slash", ("", "10"))),
        ((2, 0), Mark("slash", ("", "10"))),
        ((1, 1), Mark("text", ("9",))),
        ((1, 2), Mark("text", ("1",))),
        ((2, 1), Mark("text", ("7",))),
    ),
)

_MAP = ("#####", "#@$.#", "#+* #", "#####")
_SHAPES = {"#": "wall", "@": "player", "$": "crate", ".": "goal"}

SOKOBAN = Scene(
    rows=4,
    cols=5,
    grid=False,
    marks=tuple(
        ((r, c), Mark(_SHAPES[part]))
        for r, row in enumerate(_MAP)
        for c, char in enumerate(row)
        for part in {"+": ".@", "*": ".$", " ": ""}.get(char, char)
    ),
)

ALL = {
    "stars": stars(STARS, letters=True, caption="level 3, easy"),
    "sudoku": SUDOKU,
    "nonogram": NONOGRAM,
    "kakuro": KAKURO,
    "sokoban": SOKOBAN,
}
