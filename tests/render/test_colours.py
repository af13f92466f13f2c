"""The palette, measured for normal and colour-blind sight, and the colouring of regions."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from moat_bank.render.colours import DARK, INK, PALETTE, PAPER, TERMINAL, WOOD, colour_areas
from moat_bank.symmetry import transform_rows

# Linear RGB as seen with each kind of dichromacy (Machado, Oliveira and Fernandes, 2009).
SIGHT = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def lab(rgb, sight):
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb]
    seen = [
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, linear, strict=True))))
        for row in SIGHT[sight]
    ]
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    x, y, z = (sum(m * c for m, c in zip(row, seen, strict=True)) for row in to_xyz)
    x, y, z = (
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x / 0.9505, y, z / 1.089)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(a, b, sight):
    return sum((p - q) ** 2 for p, q in zip(lab(a, sight), lab(b, sight), strict=True)) ** 0.5


def from_hex(text):
    return tuple(int(text[i : i + 2], 16) for i in (1, 3, 5))


def from_xterm(code):
    if code >= 232:
        return (8 + 10 * (code - 232),) * 3
    levels = (0, 95, 135, 175, 215, 255)
    code -= 16
    return levels[code // 36], levels[code // 6 % 6], levels[code % 6]


@pytest.mark.parametrize("sight", SIGHT)
def test_any_two_colours_are_clearly_different(sight):
    """A distance of 2.3 is just noticeable; side by side at 20 nobody confuses two areas."""
    for a, b in combinations(map(from_hex, PALETTE), 2):
        assert distance(a, b, sight) > 20
    for a, b in combinations(map(from_xterm, TERMINAL), 2):
        assert distance(a, b, sight) > 12


def test_stars_and_walls_stand_out():
    ink = from_hex(INK)
    for colour in [*map(from_hex, (*PALETTE, PAPER, WOOD)), *map(from_xterm, TERMINAL)]:
        assert lab(colour, "normal")[0] - lab(ink, "normal")[0] > 50
    assert lab(from_hex(PAPER), "normal")[0] - lab(from_hex(DARK), "normal")[0] > 70


def test_the_terminal_has_the_same_colours_nearly():
    assert len(TERMINAL) == len(PALETTE)
    for code, colour in zip(TERMINAL, PALETTE, strict=True):
        nearest = min(
            range(len(PALETTE)),
            key=lambda at, code=code: distance(from_xterm(code), from_hex(PALETTE[at]), "normal"),
        )
        assert PALETTE[nearest] == colour


def grown(size, seed):
    """Connected regions grown from random cells."""
    rng = random.Random(seed)
    regions = [[-1] * size for _ in range(size)]
    edge = []
    for label, cell in enumerate(rng.sample(range(size * size), size)):
        regions[cell // size][cell % size] = label
        edge.append((cell // size, cell % size))
    while edge:
        r, c = edge.pop(rng.randrange(len(edge)))
        for y, x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if 0 <= y < size and 0 <= x < size and regions[y][x] < 0:
                regions[y][x] = regions[r][c]
                edge += [(y, x), (r, c)]
    return regions


def touching_pairs(regions):
    size = len(regions)
    for r in range(size):
        for c in range(size):
            if r + 1 < size:
                yield regions[r][c], regions[r + 1][c]
            if c + 1 < size:
                yield regions[r][c], regions[r][c + 1]


@pytest.mark.parametrize("size", [1, 2, 5, 8, 12, 25])
def test_neighbours_differ(size):
    for seed in range(40):
        regions = grown(size, seed)
        colours = colour_areas(regions)
        assert len(colours) == size
        assert all(0 <= colour < len(PALETTE) for colour in colours)
        assert all(a == b or colours[a] != colours[b] for a, b in touching_pairs(regions))
        assert len(set(colours)) >= min(size, 6)  # spread over the palette, not the fewest


def test_turns_and_mirrors_keep_the_colours():
    for seed in range(20):
        regions = grown(9, seed)
        assert all(
            colour_areas(transform_rows(regions, t)) == colour_areas(regions) for t in range(8)
        )


def test_areas_of_a_rectangle_may_be_of_any_number():
    assert colour_areas([[0, 0, 0, 1]]) != [0, 0]
    assert len(colour_areas([[0, 1], [0, 1], [2, 2]])) == 3
    assert colour_areas([[0, 0], [0, 0]]) == [0]


def test_regions_in_pieces_still_get_colours():
    """Every region beside every other: no palette of eight is enough, and nothing fails."""
    rng = random.Random(5)
    regions = [[rng.randrange(25) for _ in range(25)] for _ in range(25)]
    colours = colour_areas(regions)
    assert len(colours) == 25
    assert set(colours) == set(range(8))
