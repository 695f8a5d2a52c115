"""Checks of every request: its size and its origin; security headers of every response."""

import asyncio
from collections.abc import Collection, Mapping
from time import monotonic
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...rules.words import pluralize
from .. import metrics
from .errors import Problem, problem_response

MAX_BODY_BYTES = 32 * 1024

BODY_TIMEOUT_S = 20.0
"""A body has to arrive within this time."""

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
METHODS = (*SAFE_METHODS, "POST", "PUT", "PATCH", "DELETE")

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

HSTS_HEADER = {"Strict-Transport-Security": f"max-age={365 * 24 * 3600}"}
"""With `--secure`. Browsers use HTTPS for this host from then on, for a year."""


def security_headers(secure: bool) -> Mapping[str, str]:
    """The headers of every response."""
    return {**SECURITY_HEADERS, **HSTS_HEADER} if secure else SECURITY_HEADERS


class _TooLarge(Exception):
    pass


class _TooSlow(Exception):
    pass


class RequestGuard:
    """The outermost layer of the server."""

    def __init__(
        self,
        app: ASGIApp,
        origins: Collection[str] = (),
        largest: Mapping[str, int] = {},
        secure: bool = False,
    ) -> None:
        self._app = app
        self._origins = frozenset(origins)
        self._security = security_headers(secure)
        self._largest = largest  # body sizes in bytes, for paths with a higher limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        send_with_headers = _with_headers(scope, send, self._security)
        if not self._is_allowed_origin(scope, headers):
            why = "requests from web pages of this origin are not allowed"
            answer: Response = problem_response(Problem(403, "origin", why))
            await answer(
                scope, receive, send_with_headers
            )  # also answers the handshake of a socket
        elif "content-length" in headers and "transfer-encoding" in headers:
            # Two servers could read it differently, so one request could hide in another.
            why = "a request must not have both Content-Length and Transfer-Encoding"
            answer = problem_response(Problem(400, "malformed", why))
            answer.headers["Connection"] = "close"
            await answer(scope, receive, send_with_headers)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._http(scope, receive, send_with_headers)

    def _is_allowed_origin(self, scope: Scope, headers: Headers) -> bool:
        """Whether a request comes from our own pages, or from no page at all.

        Browsers send our cookie with requests of other sites too; the origin tells them apart.
        """
        origin = headers.get("origin")
        if origin is None or (scope["type"] == "http" and scope["method"] in SAFE_METHODS):
            return True
        return origin in self._origins or _is_origin_of(origin, headers.get("host"))

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started, status, size, begun = monotonic(), 500, 0, False
        largest = self._largest.get(scope["path"], MAX_BODY_BYTES)

        async def limited_receive() -> Message:
            nonlocal size
            try:
                async with asyncio.timeout(BODY_TIMEOUT_S - (monotonic() - started)):
                    message = await receive()
            except TimeoutError:
                raise _TooSlow from None
            size += len(message.get("body", b""))
            if size > largest:
                raise _TooLarge
            return message

        async def observed_send(message: Message) -> None:
            nonlocal status, begun
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
            await send(message)

        refusal: Problem | None = None
        try:
            await self._app(scope, limited_receive, observed_send)
        except _TooLarge:
            refusal = Problem(
                413,
                "too-large",
                f"the body of this request must not be larger than {largest} bytes",
            )
        except _TooSlow:
            limit = round(BODY_TIMEOUT_S)
            refusal = Problem(
                408,
                "too-slow",
                f"the body of a request must arrive within {pluralize(limit, 'second')}",
            )
        finally:
            if refusal is not None and not begun:
                await problem_response(refusal)(scope, receive, observed_send)
            path = getattr(scope.get("route"), "path", "other")
            method = scope["method"] if scope["method"] in METHODS else "other"
            metrics.REQUESTS.labels(method, path, status).inc()
            metrics.REQUEST_SECONDS.observe(monotonic() - started)


def _with_headers(scope: Scope, send: Send, security: Mapping[str, str]) -> Send:
    """Add the headers to responses."""
    is_private = scope["path"].startswith("/api/")

    async def send_with_headers(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            answer = MutableHeaders(scope=message)
            for name, value in security.items():
                answer.setdefault(name, value)
            if is_private:
                answer.setdefault("Cache-Control", "no-store")
        await send(message)

    return send_with_headers


def _is_origin_of(origin: str, host: str | None) -> bool:
    """Whether an origin belongs to this host."""
    try:
        place = urlsplit(origin).netloc
    except ValueError:  # no browser sends this
        return False
    return bool(place) and place == host
