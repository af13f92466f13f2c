"""Cells, units and numbers in words; rows and columns count from 1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from moat_bank.families.stars.board import region_letter
from moat_bank.families.stars.words.sheet import Cell, Unit


def cell_name(cell: Cell) -> str:
    """Such as R3C5."""
    return f"R{cell[0] + 1}C{cell[1] + 1}"


def cell_names(cells: Iterable[Cell], link: str = "and") -> str:
    """Such as R1C2, R1C4 and R3C5, in order."""
    return listed([cell_name(cell) for cell in sorted(cells)], link)


def number_or_letter(unit: Unit) -> str:
    """A region's letter, or the number of a row or column."""
    kind, i = unit
    return region_letter(i) if kind == "region" else str(i + 1)


def unit_name(unit: Unit) -> str:
    """Such as region C or row 3."""
    return f"{unit[0]} {number_or_letter(unit)}"


def unit_names(units: Sequence[Unit]) -> str:
    """Units of one kind, such as rows 3 and 4."""
    kind = units[0][0] + "s" * (len(units) > 1)
    return f"{kind} {listed([number_or_letter(unit) for unit in units])}"


def listed(words: Sequence[str], link: str = "and") -> str:
    """Such as a, b and c."""
    return f" {link} ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def counted(count: int, noun: str) -> str:
    """Such as 1 star, 2 stars."""
    return f"{count} {noun}{'s' * (count != 1)}"


def sentence(text: str) -> str:
    """With a capital letter and a full stop."""
    return f"{text[0].upper()}{text[1:]}."
