"""A game's server: boards by number, and claims checked where no player can change the answer.

    pip install '.[server]'
    MOAT_BANKS=banks uvicorn --app-dir examples/server --factory app:from_environment

No answer carries a solution. It serves banks of any family.
"""

from __future__ import annotations

import logging
import os
import re
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Path, Request, Response
from fastapi.responses import JSONResponse
from limits import BodyLimit
from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field

from moat_bank import __version__
from moat_bank.families.registry import families, play
from moat_bank.runtime import Banks, Level, MoatError
from moat_bank.runtime.daily import day_number, event_key
from moat_bank.runtime.plan import MAX_LEVEL

MAX_BODY = 16 * 1024
"""Bytes of a claim: the largest solutions take a tenth of this."""

KEPT = "public, max-age=86400"
"""A board never changes under its number; a day, so that a mistake of ours does not stay."""

LONGEST_NAME = 64
"""Characters of an event's name: in UTF-8 never more bytes than the runtime takes."""

DATE = {"format": "date"}


def _integral(value: Any) -> Any:
    """To JSON 2.0 is a whole number, too."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, Field(ge=1, le=MAX_LEVEL), BeforeValidator(_integral)]
Number = Annotated[int, Path(ge=1, le=MAX_LEVEL, description="from 1")]
Name = Annotated[str, Path(min_length=1, max_length=LONGEST_NAME)]
Day = Annotated[str, Path(description="such as 2026-03-01", json_schema_extra=DATE)]

log = logging.getLogger("moat_bank.server")


class Board(BaseModel):
    """A board to be solved: with the parameters of its kind and the keys of its puzzle."""

    model_config = ConfigDict(extra="allow")

    number: int = Field(description="of a daily board the days since 1970-01-01")
    family: str
    tier: str
    edition: str


class _Claim(BaseModel):
    """The solution that somebody claims; of which board, the kinds of claim say."""

    model_config = ConfigDict(extra="forbid", strict=True)

    solution: Any = Field(
        validation_alias=AliasChoices(*(play(name).CLAIM for name in families())),
        description="in the form of its family's claims; anything else is malformed",
    )


class LevelClaim(_Claim):
    """A solution of a level."""

    level: Whole


class DayClaim(_Claim):
    """A solution of the board of a day."""

    date: str = Field(json_schema_extra=DATE)


class EventClaim(_Claim):
    """A solution of a board of an event."""

    event: str = Field(min_length=1, max_length=LONGEST_NAME)
    number: Whole


class Verdict(BaseModel):
    """Whether a claim holds, and the first rule that it breaks."""

    valid: bool
    broken: str | None


class Fault(BaseModel):
    """What is wrong with a request."""

    detail: str | list[dict[str, Any]]


FAULTS: dict[int | str, dict[str, Any]] = {
    400: {"model": Fault, "description": "no JSON"},
    422: {"model": Fault, "description": "no such board, or no such claim"},
    404: {"model": Fault, "description": "the banks hold no boards of that kind"},
}


def from_environment() -> FastAPI:
    """The server of the banks that ``MOAT_BANKS`` names, ``banks`` if it is not set."""
    return make_app(Banks(os.environ.get("MOAT_BANKS", "banks")))


def make_app(banks: Banks) -> FastAPI:
    """The server of these banks; opening them is the caller's, so a bad folder is told at once."""
    app = FastAPI(title="moat_bank", version=__version__)
    app.add_middleware(BodyLimit, limit=MAX_BODY)
    app.add_exception_handler(MoatError, _broken)

    # Lookups take microseconds, so they are done here and not handed to a thread.
    @app.get("/level/{n}", response_model=Board, responses=FAULTS)
    async def level(n: Number, response: Response) -> dict[str, Any]:
        """The board of a level: the same one for ever."""
        response.headers["Cache-Control"] = KEPT
        return _shown(banks.level(n))

    @app.get("/daily/{date}", response_model=Board, responses=FAULTS)
    async def daily(date: Day, response: Response) -> dict[str, Any]:
        """The board of a day in UTC."""
        _check_day(date)
        _need(banks, "daily")
        response.headers["Cache-Control"] = KEPT
        return _shown(banks.daily(date))

    @app.get("/event/{name}/{n}", response_model=Board, responses=FAULTS)
    async def event(name: Name, n: Number, response: Response) -> dict[str, Any]:
        """A board of an event."""
        _check_name(name)
        _need(banks, "events")
        response.headers["Cache-Control"] = KEPT
        return _shown(banks.event(name, n))

    too_large = {413: {"model": Fault, "description": f"more than {MAX_BODY} bytes"}}

    @app.post("/claim", response_model=Verdict, responses={**FAULTS, **too_large})
    async def claim(claimed: LevelClaim | DayClaim | EventClaim) -> dict[str, Any]:
        """Whether it solves the board; which board it is, the server finds by itself."""
        verdict = banks.check_claim(_which(banks, claimed), claimed.solution)
        return {"valid": verdict.valid, "broken": verdict.broken}

    return app


def _which(banks: Banks, claimed: LevelClaim | DayClaim | EventClaim) -> Any:
    if isinstance(claimed, LevelClaim):
        return claimed.level
    if isinstance(claimed, DayClaim):
        _check_day(claimed.date)
        _need(banks, "daily")
        return claimed.date
    _check_name(claimed.event)
    _need(banks, "events")
    return ("event", claimed.event, claimed.number)


def _shown(level: Level) -> dict[str, Any]:
    return {
        "number": level.number,
        "family": level.family,
        "tier": level.tier,
        "edition": level.edition,
        **level.kind.values,
        **level.puzzle,
    }


def _check_day(text: str) -> None:
    """A plain date: what is a day elsewhere in the world is for the player's page to say."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        raise HTTPException(422, "a date such as 2026-03-01 is needed")
    try:
        day_number(text)
    except MoatError as error:
        raise HTTPException(422, str(error)) from error


def _check_name(text: str) -> None:
    try:
        event_key(0, text)
    except MoatError as error:
        raise HTTPException(422, str(error)) from error


def _need(banks: Banks, pool: str) -> None:
    if not any(edition.manifest.pool(pool) for edition in banks.editions):
        raise HTTPException(404, f"there are no boards in the pool '{pool}'")


async def _broken(request: Request, error: Exception) -> JSONResponse:
    """What it refuses after that is ours: the log has the file, the answer has not."""
    log.error("%s: %s", request.url.path, error)
    return JSONResponse({"detail": "the banks are damaged"}, 500)
