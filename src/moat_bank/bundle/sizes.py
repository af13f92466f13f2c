"""The sizes of a bundle, as text: by file, and per board by size and stars."""

from __future__ import annotations

from collections.abc import Sequence

from moat_bank.bundle.build import File

Row = tuple[str, ...]


def sizes_text(files: Sequence[File]) -> str:
    """Two tables: bytes of each file, then bytes per board of each kind of board."""
    by_file: list[Row] = [("file", "boards", "raw", "brotli", "gzip")]
    by_file += [
        (file.name, str(file.boards or ""), str(file.raw), str(file.brotli), str(file.gzip))
        for file in files
    ]
    kinds = sorted({(file.size, file.stars) for file in files if file.boards})
    by_kind: list[Row] = [("bytes per board", "boards", "raw", "brotli", "gzip", "readable")]
    by_kind += [_kind_row(size, stars, files) for size, stars in kinds]
    return f"{_table(by_file)}\n\n{_table(by_kind)}\n"


def _kind_row(size: int, stars: int, files: Sequence[File]) -> Row:
    some = [file for file in files if (file.size, file.stars) == (size, stars)]
    boards = sum(file.boards for file in some)
    totals = (
        sum(file.raw for file in some),
        sum(file.brotli for file in some),
        sum(file.gzip for file in some),
        sum(file.readable for file in some),
    )
    name = f"{size}x{size}" if stars == 1 else f"{size}x{size}, {stars} stars"
    return name, str(boards), *(f"{total / boards:.1f}" for total in totals)


def _table(rows: Sequence[Row]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
