"""The pages of the game: what is built from `web/`, read once and served from memory.

All pages are one, `index.html`; its program finds out from the address what to show.
"""

import gzip
import hashlib
from collections.abc import Awaitable, Callable
from functools import cached_property
from pathlib import Path, PurePosixPath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

SITE = Path(__file__).parent.parent / "site"

PAGE_PATHS = (
    "/",
    "/new",
    "/new/{rest:path}",
    "/join",
    "/tables",
    "/table/{table}",
    "/replay",
    "/replay/{table}",
    "/rules",
    "/rules/{game}",
    "/learn",
    "/learn/{course}/{lesson}",
    "/about",
)
"""Elsewhere the same page is sent with status 404."""

TABLE_PATHS = ("/table/{table}", "/replay/{table}")
"""The pages that have tags for previews."""

NOT_BUILT = (
    "The pages of the game are not built here: run `make play` in a checkout, or install a package "
    "that has them. The API is described at /api/docs.\n"
)

CACHE_FOREVER = "public, max-age=31536000, immutable"  # the name has a hash of what is in it
CACHE_ONE_HOUR = "public, max-age=3600"
CACHE_REVALIDATE = "no-cache"

REVALIDATED = ("index.html", "manifest.webmanifest", "worker.js")
"""A browser finds a new version of the pages by these files."""

# Not Python's list, which differs from system to system; browsers must not guess.
CONTENT_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
COMPRESSED_SUFFIXES = (".ico", ".jpg", ".mp3", ".ogg", ".png", ".webp", ".woff2")
"""Files that are compressed already."""

Serve = Callable[[Request], Awaitable[Response]]
Tags = Callable[[Request], Awaitable[str]]
"""The meta tags for the page of a table; empty if it has none."""


class File:
    """A file of the site."""

    def __init__(self, name: str, body: bytes) -> None:
        self.suffix = PurePosixPath(name).suffix
        self.kind = CONTENT_TYPES.get(self.suffix, "application/octet-stream")
        self.body = body
        # Weak, because it is the same for the compressed file.
        self.tag = f'W/"{hashlib.sha256(body).hexdigest()[:16]}"'
        if name in REVALIDATED:
            self.keep = CACHE_REVALIDATE
        else:
            self.keep = CACHE_FOREVER if name.startswith("assets/") else CACHE_ONE_HOUR

    @cached_property
    def compressed(self) -> bytes:
        """The file compressed with gzip."""
        return gzip.compress(self.body, mtime=0)

    def response(self, request: Request, status: int = 200) -> Response:
        """The response to a request for this file."""
        headers = {"Cache-Control": self.keep, "ETag": self.tag, "Vary": "Accept-Encoding"}
        if status == 200 and self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        body = self.body
        can_unpack = "gzip" in request.headers.get("accept-encoding", "")
        if (
            can_unpack
            and self.suffix not in COMPRESSED_SUFFIXES
            and len(self.compressed) < len(body)
        ):
            body = self.compressed
            headers["Content-Encoding"] = "gzip"
        return Response(body, status, headers, self.kind)


class Pages:
    """The built site. Only files that were in its folder at the start are served."""

    def __init__(self, folder: Path | None = None, tags: Tags | None = None) -> None:
        folder = folder or SITE
        self._tags = tags
        self._files = {
            name: File(name, path.read_bytes())
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.name.startswith(".")
            for name in (path.relative_to(folder).as_posix(),)
        }
        self._index = self._files.get("index.html")

    def routes(self) -> list[Route]:
        """The routes of the pages and their files."""
        beside = [name for name in self._files if not name.startswith("assets/")]
        return [
            *(Route(path, self._table_page) for path in TABLE_PATHS),
            *(Route(path, self._page) for path in PAGE_PATHS if path not in TABLE_PATHS),
            *(Route(f"/{name}", self._one(name)) for name in beside if name != "index.html"),
            Route("/assets/{name:path}", self._asset),
        ]

    def not_found_page(self, request: Request) -> Response | None:
        """The page for an unknown address; None for programs."""
        if request.method not in ("GET", "HEAD") or request.url.path.startswith("/api/"):
            return None
        if self._index is None or "text/html" not in request.headers.get("accept", ""):
            return None
        return self._index.response(request, 404)

    async def _page(self, request: Request) -> Response:
        if self._index is None:
            return PlainTextResponse(NOT_BUILT, 404)
        return self._index.response(request)

    async def _table_page(self, request: Request) -> Response:
        tags = "" if self._index is None or self._tags is None else await self._tags(request)
        if self._index is None or not tags:
            return await self._page(request)
        body = self._index.body.replace(b"</head>", tags.encode() + b"</head>", 1)
        return File("index.html", body).response(request)

    def _one(self, name: str) -> Serve:
        async def serve(request: Request) -> Response:
            return self._files[name].response(request)

        return serve

    async def _asset(self, request: Request) -> Response:
        found = self._files.get(f"assets/{request.path_params['name']}")
        if found is None:
            raise HTTPException(404)
        return found.response(request)
