"""Builds the application."""

import asyncio
import gc
import logging
import os
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache
from time import monotonic
from typing import cast

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from uvicorn._types import ASGI3Application
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from .. import __version__
from ..optional import how_to_install
from ..store import Unavailable, open_broker, open_store
from . import descriptors, metrics
from .bot_workers.pool import SIMPLE_LEVEL, BotWorkers
from .config import Config, from_environment
from .http import openapi, previews
from .http.connection_slots import ConnectionSlots
from .http.endpoint import routes
from .http.errors import INTERNAL_ERROR, Problem, json_response, problem_response
from .http.guard import RequestGuard, security_headers
from .http.pace import Pace
from .http.rate_limit import Buckets
from .http.record_reader import RecordReader
from .http.routes import ENDPOINTS
from .http.static import Pages
from .http.timeouts import PACE, PROXIES, SLOTS
from .identity import People
from .live.service import TableService
from .live.sockets import live
from .logs import set_up
from .processes import forget_worker
from .revocations import Revocations
from .state import AppState
from .wire import Schema

log = logging.getLogger(__name__)

STORE_CHECK_INTERVAL_S = 1.0
"""How long the result of a store check is reused."""

State = dict[str, object]
"""What every request can read in its scope."""


def create_app(config: Config | None = None) -> Starlette:
    """The application; without settings, those of the environment. Raises `ValueError`."""
    settings = (from_environment() if config is None else config).checked()
    pages = Pages(tags=previews.tags)
    larger = {endpoint.path: endpoint.largest for endpoint in ENDPOINTS if endpoint.largest}

    app = Starlette(
        routes=[
            *routes(ENDPOINTS),
            WebSocketRoute("/api/tables/{table}/live", live),
            Route("/api/openapi.json", document),
            Route("/api/docs", docs),
            Route("/api/docs.css", style),
            Route("/health", health),
            Route("/ready", ready),
            Route("/metrics", metrics_page),
            *pages.routes(),
        ],
        middleware=[
            Middleware(
                RequestGuard,
                origins=settings.origins.split(),
                largest=larger,
                secure=settings.secure,
            )
        ],
        exception_handlers={HTTPException: _http_problem, Exception: _fault},
        lifespan=_lifespan(settings),
    )
    app.router.redirect_slashes = False
    app.state.pages = pages
    app.state.security_headers = security_headers(settings.secure)
    return app


def _lifespan(config: Config) -> Callable[[Starlette], AbstractAsyncContextManager[State]]:
    """Opens the parts of the application when the server starts, and closes them at its end."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[State]:
        set_up(config.log_level)
        state = await _open(config)
        app.state.app_state = state
        _collect_garbage_rarely()
        kept = "postgresql" if config.database else config.store
        log.info("ready", extra={"store": kept, "address": f"http://{config.host}:{config.port}"})
        trusting = ProxyHeadersMiddleware(cast(ASGI3Application, app), config.proxies)
        pace = Pace(config.cpu_per_address / 100)
        try:
            yield {SLOTS: state.slots, PROXIES: trusting.trusted_hosts, PACE: pace}
        finally:
            await _close(state)
            log.info("stopped")

    return lifespan


async def _close(state: AppState) -> None:
    await state.service.close()
    await state.bot_workers.close()
    await state.reader.close()
    await state.broker.close()
    await state.store.close()  # last: it finishes the running writes
    if folder := os.environ.get(metrics.FOLDER_VARIABLE):
        forget_worker(os.getpid(), folder)


async def _open(config: Config) -> AppState:
    store = await open_store(config.store)
    secret = config.secret.encode() or await store.secret("cookies", secrets.token_bytes(32))
    people = People(secret)
    broker = open_broker(config.broker or None)
    bot_workers = BotWorkers(
        config.bot_workers, config.commands, observe=_observe_bot, at_once=True
    )
    service = TableService(
        store, broker, bot_workers, config.away_after, config.is_alone, people.fingerprint
    )
    limits = (
        Buckets(config.guests_per_minute / 60, config.guests_per_minute),
        Buckets(config.tables_per_minute / 60, config.tables_per_minute),
        Buckets(config.tables_per_minute / 60, config.tables_per_minute),
        Buckets(config.requests_per_second, 4 * config.requests_per_second),
    )
    await bot_workers.start()
    await service.start()
    slots, revocations = _connection_slots(config), Revocations(store)
    reader = RecordReader(config.reading_per_minute)
    service.spawn(revocations.watch())
    limited = (*limits, slots, revocations, reader)
    return AppState(config, store, broker, bot_workers, service, people, *limited)


def _connection_slots(config: Config) -> ConnectionSlots:
    """The places for connections, after raising the limit of open files."""
    limit = descriptors.raise_limit()
    metrics.FILE_LIMIT.set(limit)
    bots = config.bot_workers + len(config.commands)
    return ConnectionSlots(
        descriptors.connection_limits(limit, config.sockets, bots), config.sockets_per_address
    )


def _collect_garbage_rarely() -> None:
    """Run the cyclic garbage collector rarely.

    States and events have no reference cycles, and there are millions of them: to scan them every
    few moves would cost more than the moves.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _observe_bot(level: int, seconds: float) -> None:
    metrics.BOT_SECONDS.labels("simple" if level == SIMPLE_LEVEL else str(level)).observe(seconds)


async def document(request: Request) -> Response:
    """The API as an OpenAPI document."""
    return json_response(_described())


async def docs(request: Request) -> Response:
    """The API as a page."""
    return HTMLResponse(_page())


@cache
def _described() -> Schema:
    return openapi.openapi_document(ENDPOINTS, __version__)


@cache
def _page() -> str:
    return openapi.page(_described())


async def style(request: Request) -> Response:
    """The style sheet of the page."""
    return Response(openapi.STYLESHEET, media_type="text/css")


async def health(request: Request) -> Response:
    """Whether the process is alive."""
    return PlainTextResponse("alive\n")


async def ready(request: Request) -> Response:
    """Whether it can serve: the store answers."""
    state: AppState = request.app.state.app_state
    if monotonic() - state.checked > STORE_CHECK_INTERVAL_S:  # a check writes to the store
        try:
            async with asyncio.timeout(5):
                await state.store.check()
        except (Unavailable, TimeoutError) as error:
            log.warning("not ready", extra={"why": str(error)})
            return PlainTextResponse("the store is unavailable\n", 503)
        state.checked = monotonic()
    broker = (
        "" if state.broker.connected else " (broker disconnected: updates between servers are slow)"
    )
    return PlainTextResponse(f"ready{broker}\n")


async def metrics_page(request: Request) -> Response:
    """What Prometheus collects, of all workers."""
    if not metrics.IS_AVAILABLE:
        return PlainTextResponse(f"{how_to_install('prometheus_client')}\n", 404)
    state: AppState = request.app.state.app_state
    metrics.CONNECTIONS.set(state.slots.waiting)
    metrics.OPEN_FILES.set(descriptors.count_open())
    text, media_type = metrics.exposition()
    return Response(text, media_type=media_type)


async def _http_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    pages: Pages = request.app.state.pages
    if error.status_code == 404 and (page := pages.not_found_page(request)) is not None:
        return page
    if error.status_code == 404:
        found = Problem(404, "missing", error.detail)
    else:  # a wrong method
        found = Problem(error.status_code, "malformed", error.detail)
    response = problem_response(found)
    response.headers.update(error.headers or {})
    return response


async def _fault(request: Request, error: Exception) -> Response:
    log.error("internal error", exc_info=error, extra={"path": request.url.path})
    response = problem_response(INTERNAL_ERROR)
    response.headers.update(
        request.app.state.security_headers
    )  # this response does not pass the guard
    return response
