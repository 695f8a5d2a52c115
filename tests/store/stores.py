"""What the tests of stores share: a loop to run in, summaries, and many appends at once."""

import asyncio
import functools
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, ParamSpec

from ingenious.store import Store, Summary, open_store

P = ParamSpec("P")


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that is written with `async`."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


@asynccontextmanager
async def opened(where: str) -> AsyncIterator[Store]:
    """A store that is closed in the end."""
    store = await open_store(where)
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
    return Summary(phase, listed, changed, due, awaits_bot, brief)


def event(table: str, number: int) -> bytes:
    """What the tests write at that place."""
    return f'{{"table":"{table}","number":{number},"name":"Åsa"}}'.encode()


def events(table: str, first: int, end: int) -> list[bytes]:
    return [event(table, number) for number in range(first, end)]
