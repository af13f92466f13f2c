"""Other people's notations for boards of stars, the unmistakable first."""

from __future__ import annotations

from moat_bank.families.stars.notations import (
    archive,
    bank_file,
    json_rows,
    jsonl,
    letters,
    level,
    penpa,
    puzzlink,
    pzprv3,
    sbn,
    sbn2,
    starb,
    table,
    task,
    text,
)

NOTATIONS = (
    # Of whole texts.
    pzprv3.NOTATION,
    archive.NOTATION,
    json_rows.NOTATION,
    bank_file.NOTATION,
    jsonl.NOTATION,
    level.NOTATION,
    # Of one board a line.
    penpa.NOTATION,
    puzzlink.NOTATION,
    letters.NOTATION,
    task.NOTATION,
    sbn.NOTATION,
    sbn2.NOTATION,
    # Of whole texts that other things look like.
    starb.NOTATION,
    table.NOTATION,
    text.NOTATION,
)

__all__ = ["NOTATIONS"]
