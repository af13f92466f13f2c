"""One name for all turns, mirrors and labels of a board.

The canonical form is the least of the eight transformed maps, row by row, after each is relabelled
by first appearance.  A board whose form comes up for more than one transform equals one of its own
turns or mirrors.
"""

from __future__ import annotations

from typing import Any

from moat_bank.families.stars.engine.geometry import Geometry, Ints, Masks
from moat_bank.kernels.jit import ONE, U64, ZERO, kernel, lowest
from moat_bank.kernels.rng import mix
from moat_bank.symmetry import TRANSFORMS

# Labels packed into one word before it is mixed in: five bits hold a label up to 31.
PER_WORD = 12


@kernel
def canonical(size: int, tables: Geometry, owner: Ints, label: Ints, form: Ints) -> int:
    """Write the canonical form into ``form`` (int64, cells).

    ``label`` is int64 (size,) scratch.  Returns how many transforms give the form: 1 where the
    board has no symmetry of its own.  O(8 * cells), mostly cut short.
    """
    cells = size * size
    same = 0
    for t in range(TRANSFORMS):
        for g in range(size):
            label[g] = -1
        labels = 0
        order = -1 if t == 0 else 0  # of this map against the form so far
        for i in range(cells):
            g = owner[tables.source[t, i]]
            if label[g] < 0:
                label[g] = labels
                labels += 1
            if order == 0 and label[g] != form[i]:
                order = -1 if label[g] < form[i] else 1
                if order > 0:
                    break
            if order < 0:
                form[i] = label[g]
        if order < 0:
            same = 1
        elif order == 0:
            same += 1
    return same


@kernel
def twin_form(
    size: int, stars: int, tables: Geometry, placed: Masks, label: Ints, form: Ints
) -> None:
    """Write the least of the eight transformed solutions into ``form[:size * stars]``.

    A solution is the columns of its stars, row by row.  The eight are read off where the stars of
    each row lie, or of each column, with the lines from either end and each line from either end.
    ``placed``, uint64 (any, W), has the mask of the stars in row 0.  ``label`` is int64
    (size + 2 * size * stars,) scratch: stars seen in each column, then columns row by row, and rows
    column by column.
    """
    count = size * stars
    for c in range(size):
        label[c] = 0
    seen = 0
    for w in range(placed.shape[1]):
        word = placed[0, w]
        while word != ZERO:
            x = 64 * w + lowest(word)
            word &= word - ONE
            row, column = tables.row[x], tables.column[x]
            label[size + seen] = column
            label[size + count + column * stars + label[column]] = row
            label[column] += 1
            seen += 1
    for t in range(TRANSFORMS):
        order = -1 if t == 0 else 0
        for r in range(size):
            line = size + (count if t & 1 else 0) + (size - 1 - r if t & 2 else r) * stars
            for i in range(stars):
                place = size - 1 - label[line + stars - 1 - i] if t & 4 else label[line + i]
                if order == 0 and place != form[r * stars + i]:
                    order = -1 if place < form[r * stars + i] else 1
                if order < 0:
                    form[r * stars + i] = place
            if order > 0:
                break


@kernel
def hash_form(size: int, count: int, form: Ints) -> Any:
    """A 64-bit hash of ``form[:count]``: equal forms of one size have equal hashes."""
    digest = mix(U64(size))
    word = ZERO
    held = 0
    for i in range(count):
        word = (word << U64(5)) | U64(form[i])
        held += 1
        if held == PER_WORD or i == count - 1:
            digest = mix(digest ^ word) + word
            word = ZERO
            held = 0
    return digest
