"""A game's server: boards by number, and claims checked where no player can change the answer.

    pip install '.[server]'
    MOAT_BANKS=banks uvicorn --app-dir examples/server --factory app:from_environment

No answer carries a solution. The regions are numbered anew, since the generator numbers them by
the rows of their stars.
"""

from __future__ import annotations

import logging
import os
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Path, Request, Response
from fastapi.responses import JSONResponse
from limits import BodyLimit
from pydantic import BaseModel, ConfigDict, Field, model_validator

from moat_bank import __version__
from moat_bank.board import renumbered
from moat_bank.runtime import Banks, Level, MoatError
from moat_bank.runtime.daily import day_number, event_key
from moat_bank.runtime.plan import MAX_LEVEL

MAX_BODY = 16 * 1024
"""Bytes of a claim: the largest board has 150 stars, so a tenth of this would do."""

KEPT = "public, max-age=86400"
"""A board never changes under its number; a day, so that a mistake of ours does not stay."""

Number = Annotated[int, Path(ge=1, le=MAX_LEVEL, description="from 1")]
Name = Annotated[str, Path(min_length=1, max_length=256)]
Day = Annotated[str, Path(description="a date such as 2026-03-01", max_length=64)]

log = logging.getLogger("moat_bank.server")


class Board(BaseModel):
    """A board to be solved."""

    number: int = Field(description="of a daily board the days since 1970-01-01")
    size: int
    stars: int = Field(description="in each row, column and region")
    tier: str
    edition: str
    regionMap: list[list[int]] = Field(description="regionMap[row][column]: a region")  # noqa: N815


class Claim(BaseModel):
    """A board, named in one of three ways, and the stars that somebody puts on it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    level: int | None = Field(None, ge=1, le=MAX_LEVEL)
    date: str | None = Field(None, max_length=64)
    event: str | None = Field(None, min_length=1, max_length=256)
    number: int | None = Field(None, ge=1, le=MAX_LEVEL, description="of the event's board")
    stars: Any = Field(description="a list of [row, column] from 0; anything else is malformed")

    @model_validator(mode="after")
    def _one_board(self) -> Claim:
        named = [value for value in (self.level, self.date, self.event) if value is not None]
        if len(named) != 1 or (self.event is None) != (self.number is None):
            raise ValueError("name the board by level, or date, or event and number")
        return self


class Verdict(BaseModel):
    """Whether a claim holds, and the first rule that it breaks."""

    valid: bool
    broken: str | None


class Fault(BaseModel):
    """What is wrong with a request."""

    detail: str | list[dict[str, Any]]


FAULTS: dict[int | str, dict[str, Any]] = {
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
        _checked(day_number, date)
        _need(banks, "daily")
        response.headers["Cache-Control"] = KEPT
        return _shown(banks.daily(date))

    @app.get("/event/{name}/{n}", response_model=Board, responses=FAULTS)
    async def event(name: Name, n: Number, response: Response) -> dict[str, Any]:
        """A board of an event."""
        _checked(event_key, 0, name)
        _need(banks, "events")
        response.headers["Cache-Control"] = KEPT
        return _shown(banks.event(name, n))

    too_large = {413: {"model": Fault, "description": f"more than {MAX_BODY} bytes"}}

    @app.post("/claim", response_model=Verdict, responses={**FAULTS, **too_large})
    async def claim(claimed: Claim) -> dict[str, Any]:
        """Whether the stars solve the board; which board it is, the server finds by itself."""
        verdict = banks.check_claim(_which(banks, claimed), claimed.stars)
        return {"valid": verdict.valid, "broken": verdict.broken}

    return app


def _which(banks: Banks, claimed: Claim) -> Any:
    if claimed.level is not None:
        return claimed.level
    if claimed.date is not None:
        _checked(day_number, claimed.date)
        _need(banks, "daily")
        return claimed.date
    _checked(event_key, 0, claimed.event)
    _need(banks, "events")
    return ("event", claimed.event, claimed.number)


def _shown(level: Level) -> dict[str, Any]:
    return {
        "number": level.number,
        "size": level.size,
        "stars": level.stars,
        "tier": level.tier,
        "edition": level.edition,
        "regionMap": renumbered(level.region_map),
    }


def _checked(check: Any, *values: Any) -> None:
    """What the runtime refuses of a request is the request's fault."""
    try:
        check(*values)
    except MoatError as error:
        raise HTTPException(422, str(error)) from error


def _need(banks: Banks, pool: str) -> None:
    if not any(edition.manifest.pool(pool) for edition in banks.editions):
        raise HTTPException(404, f"there are no boards in the pool '{pool}'")


async def _broken(request: Request, error: Exception) -> JSONResponse:
    """What it refuses after that is ours: the log has the file, the answer has not."""
    log.error("%s: %s", request.url.path, error)
    return JSONResponse({"detail": "the banks are damaged"}, 500)
