"""One name for all turns, mirrors and labels of a board.

The canonical form is the least of the eight transformed maps, row by row, after each is relabelled
by first appearance.  A board whose form comes up for more than one transform equals one of its own
turns or mirrors.
"""

from __future__ import annotations

from typing import Any

from moat_bank.families.stars.geometry import Geometry, Ints
from moat_bank.families.stars.jit import U64, ZERO, kernel
from moat_bank.families.stars.rng import mix
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
def twin_form(size: int, tables: Geometry, columns: Ints, label: Ints, form: Ints) -> None:
    """Write the least of the eight transformed solutions into ``form[:size]``.

    ``columns`` is int64 (size,), the star of each row; ``label`` int64 (size,) scratch.
    """
    for t in range(TRANSFORMS):
        for r in range(size):
            x = tables.target[t, r * size + columns[r]]
            label[tables.row[x]] = tables.column[x]
        order = -1 if t == 0 else 0
        for r in range(size):
            if order == 0 and label[r] != form[r]:
                order = -1 if label[r] < form[r] else 1
            if order < 0:
                form[r] = label[r]


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
