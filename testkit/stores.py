"""Stores, summaries and events for tests, and a decorator for tests that are coroutines."""

import asyncio
import functools
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, ParamSpec

from ingenious.store import Store, Summary, open_store

P = ParamSpec("P")


def async_test(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run a test that is a coroutine."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


@asynccontextmanager
async def opened_store(url: str) -> AsyncIterator[Store]:
    """A store that is closed on exit."""
    store = await open_store(url)
    try:
        yield store
    finally:
        await store.close()


def summary(
    changed: int = 1000,
    *,
    phase: str = "playing",
    listed: bool = True,
    due: int | None = None,
    awaits_bot: bool = False,
    brief: str = "{}",
) -> Summary:
    """A summary of a table, with defaults for what a test does not care about."""
    return Summary(phase, listed, changed, due, awaits_bot, brief)


def event(table: str, number: int) -> bytes:
    """The event that tests store under a number."""
    return f'{{"table":"{table}","number":{number},"name":"Åsa"}}'.encode()


def events(table: str, first: int, end: int) -> list[bytes]:
    """The events from number `first` up to, but not including, `end`."""
    return [event(table, number) for number in range(first, end)]
