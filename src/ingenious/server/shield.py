"""What every request has to pass: its size, its origin, and the headers of its answer."""

from collections.abc import Collection
from time import monotonic
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import metrics
from .answers import Problem, problem

LARGEST_BODY = 32 * 1024
SAFE = ("GET", "HEAD", "OPTIONS")
METHODS = (*SAFE, "POST", "PUT", "PATCH", "DELETE")

HEADERS = {
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


class _TooLarge(Exception):
    pass


class Shield:
    """The outermost layer of the server."""

    def __init__(self, app: ASGIApp, origins: Collection[str] = ()) -> None:
        self._app = app
        self._origins = frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not self._is_at_home(scope, headers):
            why = "this origin may not use the server"
            answer: Response = problem(Problem(403, why))
            await answer(scope, receive, send)  # Starlette answers a socket with it too
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._http(scope, headers, receive, send)

    def _is_at_home(self, scope: Scope, headers: Headers) -> bool:
        """Whether a request comes from our own pages, or from no page at all.

        A cookie is sent along from wherever a link or a script is; the origin tells where that was.
        """
        origin = headers.get("origin")
        if origin is None or (scope["type"] == "http" and scope["method"] in SAFE):
            return True
        return origin in self._origins or urlsplit(origin).netloc == headers.get("host")

    async def _http(self, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        started, status = monotonic(), 500
        size, begun = 0, False

        async def bounded() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > LARGEST_BODY:
                raise _TooLarge
            return message

        async def shielded(message: Message) -> None:
            nonlocal status, begun
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
                answer = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answer.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    answer.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            await self._app(scope, bounded, shielded)
        except _TooLarge:
            if not begun:
                large = Problem(413, f"a request has at most {LARGEST_BODY} bytes")
                await problem(large)(scope, receive, shielded)
        finally:
            path = getattr(scope.get("route"), "path", "other")
            method = scope["method"] if scope["method"] in METHODS else "other"
            metrics.REQUESTS.labels(method, path, status).inc()
            metrics.SECONDS.observe(monotonic() - started)
