"""editions.json: which edition serves which levels and days. A folder of one edition has none.

Editions are only ever added. The first serves every level and day; each later one takes over from
a level on, and its daily boards, if it has any to give, from a day on. What a level or day was
before that, it stays.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Any

import orjson

from moat_bank.errors import MoatError, short, whole
from moat_bank.runtime.daily import day_number
from moat_bank.runtime.exact import SHA256, read_exact, read_plain
from moat_bank.runtime.manifest import MAX_SHARD_BYTES, Manifest, manifest_of, read_manifest
from moat_bank.runtime.plan import MAX_LEVEL

FORMAT = 1
FILE = "editions.json"
FOLDER = "editions"
MAX_EDITIONS = 1000
MAX_BYTES = 2**22
FIRST_DAY = "0001-01-01"

_MEND = "publish the banks anew, or copy the whole folder again"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}\Z")


@dataclass(frozen=True, eq=False)
class Edition:
    """An edition and what it serves.

    Attributes:
        manifest: what it holds.
        level: the first level that it serves; it goes on until the next edition takes over.
        day: the first day (days since 1970-01-01) whose daily board it gives, or None for never.
    """

    manifest: Manifest
    level: int
    day: int | None


@dataclass(frozen=True)
class TakesOver:
    """From where on an edition serves.

    Attributes:
        level: its first level; 1 for the first edition of a folder.
        day: its first daily board as a date, None where it gives none.
    """

    level: int
    day: str | None = None


FROM_THE_START = TakesOver(1, FIRST_DAY)


def read_editions(folder: str) -> tuple[Edition, ...]:
    """The editions of a folder, oldest first; at least one.

    Raises:
        MoatError: a file is missing, damaged, or says what cannot be; the text names it.
    """
    path = os.path.join(folder, FILE)
    try:
        data = orjson.loads(read_plain(path, MAX_BYTES))
    except FileNotFoundError:
        refuse_lost_list(folder)
        alone = Edition(read_manifest(folder), 1, day_number(FIRST_DAY))
        # A second edition puts its list there, and then its manifest: it may have been that one.
        return read_editions(folder) if os.path.exists(path) else (alone,)
    except OSError as error:
        raise MoatError(f"{path}: cannot be read: {error.strerror}") from error
    except orjson.JSONDecodeError as error:
        raise MoatError(f"{path}: is not JSON ({error}): {_MEND}") from error
    try:
        return tuple(_edition(folder, item) for item in parse_editions(data))
    except MoatError as error:
        text = str(error)
        raise MoatError(text if text.startswith(folder) else f"{path}: {text}: {_MEND}") from error


def refuse_lost_list(folder: str) -> None:
    """Refuse a folder without ``editions.json`` that had one.

    Publishing puts a list there before ``editions/`` has a second manifest.  So two manifests there
    without a list are a loss.

    Raises:
        MoatError: the list is lost.
    """
    try:
        names = os.listdir(os.path.join(folder, FOLDER))
    except OSError:
        return
    path = os.path.join(folder, FILE)
    count = sum(name.endswith(".json") and not name.startswith(".") for name in names)
    if count > 1 and not os.path.exists(path):  # it may have come since it was looked for
        raise MoatError(
            f"{path}: is missing, but {FOLDER}/ has manifests of {count} editions: copy the list"
            " again from a good copy of the folder"
        ) from None


@dataclass(frozen=True)
class Listed:
    """One line of editions.json: an edition, what it serves, and the file of its manifest."""

    edition: str
    level: int
    day: str | None
    bytes: int
    sha256: str

    @property
    def file(self) -> str:
        """Where the manifest lies: made of checked words, so none leads out of the folder."""
        return f"{FOLDER}/{self.edition}.{self.sha256[:12]}.json"


def parse_editions(data: Any) -> list[Listed]:
    """Check the JSON of editions.json.

    Raises:
        MoatError: the text names the key.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise MoatError(f"is not a list of editions of format {FORMAT}")
    items = data.get("editions")
    if not isinstance(items, list) or not 1 <= len(items) <= MAX_EDITIONS:
        raise MoatError(f"'editions' must be a list of 1 to {MAX_EDITIONS} editions")
    listed = [_listed(item, f"editions[{n}]") for n, item in enumerate(items)]
    if listed[0].level != 1 or listed[0].day != FIRST_DAY:
        raise MoatError(f"'editions[0]' must serve from level 1 and from {FIRST_DAY} on")
    served = FIRST_DAY
    for n in range(1, len(listed)):
        day = listed[n].day
        if listed[n].level <= listed[n - 1].level:
            raise MoatError(f"'editions[{n}].level' must be above that of the edition before")
        if day is not None and day <= served:
            raise MoatError(f"'editions[{n}].day' must be after that of the editions before")
        served = day or served
    names = [one.edition for one in listed]
    if len({*names}) < len(names):
        raise MoatError("'editions' names an edition twice")
    return listed


def _listed(item: Any, place: str) -> Listed:
    if not isinstance(item, dict):
        raise MoatError(f"'{place}' must be an object")
    name, day, sha256 = (item.get(key) for key in ("edition", "day", "sha256"))
    if not isinstance(name, str) or not _NAME.match(name):
        raise MoatError(f"'{place}.edition' must be a name, found {short(name)}")
    if not isinstance(sha256, str) or not SHA256.match(sha256):
        raise MoatError(f"'{place}.sha256' must be 64 hexadecimal digits, found {short(sha256)}")
    if day is not None:
        if not isinstance(day, str) or len(day) != len(FIRST_DAY):
            raise MoatError(f"'{place}.day' must be a date such as 2026-03-01, found {short(day)}")
        day_number(day)
    listed = Listed(
        edition=name,
        level=whole(item.get("level"), f"'{place}.level'", 1, MAX_LEVEL),
        day=day,
        bytes=whole(item.get("bytes"), f"'{place}.bytes'", 1, MAX_SHARD_BYTES),
        sha256=sha256,
    )
    if item.get("file") != listed.file:
        found = short(item.get("file"))
        raise MoatError(f"'{place}.file' must be '{listed.file}', found {found}")
    return listed


def _edition(folder: str, listed: Listed) -> Edition:
    path = os.path.join(folder, *listed.file.split("/"))
    data = read_exact(path, listed.bytes, listed.sha256, FILE, _MEND)
    manifest = manifest_of(path, data)
    if manifest.edition != listed.edition:
        raise MoatError(f"{path}: is of edition {short(manifest.edition)}: {_MEND}")
    return Edition(manifest, listed.level, None if listed.day is None else day_number(listed.day))
