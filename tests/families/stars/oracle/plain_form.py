"""Connectedness, symmetry and canonical form on nested lists; slow."""

from __future__ import annotations

from collections.abc import Sequence

Grid = list[list[int]]


def connected(regions: Grid) -> bool:
    """Whether the cells of each label hang together side by side."""
    size = len(regions)
    for label in {cell for row in regions for cell in row}:
        cells = {(r, c) for r in range(size) for c in range(size) if regions[r][c] == label}
        reached = {min(cells)}
        while True:
            more = {
                (r + dr, c + dc)
                for r, c in reached
                for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
            } & cells - reached
            if not more:
                break
            reached |= more
        if reached != cells:
            return False
    return True


def images(regions: Grid) -> list[Grid]:
    """The eight turned and mirrored boards, the board itself first."""
    out, grid = [], regions
    for _ in range(4):
        out += [grid, [row[::-1] for row in grid]]
        grid = [list(column) for column in zip(*grid[::-1], strict=True)]
    return out


def renumber(regions: Grid) -> tuple[int, ...]:
    """The flat board with labels in order of first appearance."""
    names: dict[int, int] = {}
    return tuple(names.setdefault(cell, len(names)) for row in regions for cell in row)


def canonical(regions: Grid) -> tuple[int, ...]:
    return min(renumber(image) for image in images(regions))


def symmetric(regions: Grid) -> bool:
    return len({renumber(image) for image in images(regions)}) < 8


def number_of(size: int, form: Sequence[int]) -> int:
    """The 64-bit number of a canonical form, as the format documents it."""
    whole = 2**64 - 1

    def mix(word: int) -> int:
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & whole
        word = (word ^ word >> 27) * 0x94D049BB133111EB & whole
        return word ^ word >> 31

    digest = mix(size)
    for start in range(0, len(form), 12):
        word = 0
        for label in form[start : start + 12]:
            word = word * 32 + label
        digest = mix(digest ^ word) + word & whole
    return digest
