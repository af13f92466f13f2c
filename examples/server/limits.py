"""A limit on the size of requests, whether they say their length or not."""

from __future__ import annotations

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class BodyLimit:
    """ASGI middleware that answers 413 to a request whose body is larger than ``limit`` bytes.

    The body is read, up to the limit, before the application sees the request.
    """

    def __init__(self, app: ASGIApp, limit: int) -> None:
        """Wrap an application."""
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        messages: list[Message] = []
        size = 0
        while True:
            message = await receive()
            messages.append(message)
            size += len(message.get("body", b""))
            if size > self.limit:
                refusal = JSONResponse({"detail": f"at most {self.limit} bytes"}, 413)
                await refusal(scope, receive, send)
                return
            if message["type"] != "http.request" or not message.get("more_body"):
                break
        messages.reverse()

        async def again() -> Message:
            return messages.pop() if messages else await receive()

        await self.app(scope, again, send)
