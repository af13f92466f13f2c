"""The sizes of a bundle, as text: by file, and per board by kind."""

from __future__ import annotations

from collections.abc import Sequence

from moat_bank.bundle.build import File
from moat_bank.kind import Kind

Row = tuple[str, ...]


def sizes_text(files: Sequence[File]) -> str:
    """Two tables: bytes of each file, then bytes per board of each kind of board."""
    by_file: list[Row] = [("file", "boards", "raw", "brotli", "gzip")]
    by_file += [
        (file.name, str(file.boards or ""), str(file.raw), str(file.brotli), str(file.gzip))
        for file in files
    ]
    kinds = {file.kind: None for file in files if file.kind}
    by_kind: list[Row] = [("bytes per board", "boards", "raw", "brotli", "gzip", "readable")]
    by_kind += [_kind_row(kind, files) for kind in sorted(kinds, key=_order)]
    return f"{_table(by_file)}\n\n{_table(by_kind)}\n"


def _order(kind: Kind) -> tuple[str, tuple[int, ...]]:
    return kind.family, tuple(kind.values.values())


def _kind_row(kind: Kind, files: Sequence[File]) -> Row:
    some = [file for file in files if file.kind == kind]
    boards = sum(file.boards for file in some)
    totals = (
        sum(file.raw for file in some),
        sum(file.brotli for file in some),
        sum(file.gzip for file in some),
        sum(file.readable for file in some),
    )
    return (
        f"{kind.family} {kind.words}",
        str(boards),
        *(f"{total / boards:.1f}" for total in totals),
    )


def _table(rows: Sequence[Row]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
