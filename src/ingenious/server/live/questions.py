"""The questions of one socket: previews, hints and advice, answered concurrently with its commands.

A command waits for the commands before it. A question waits for them too, but nothing waits for a
question: a move is carried out while a bot still thinks about a hint.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from ...table.messages import AskCoach, AskHint, Id, Preview
from ..http.errors import INTERNAL_ERROR, Problem
from ..http.rate_limit import Bucket

log = logging.getLogger(__name__)

Question = Preview | AskHint | AskCoach
"""Messages that change nothing, neither at the table nor for the socket."""

MAX_OPEN_QUESTIONS = 30
"""Questions of one socket that may be open at the same time."""

TOO_MANY_QUESTIONS = Problem(
    503, "busy", "too many requests are waiting for an answer on this socket"
)

Answer = Callable[[Question], Awaitable[None]]
Refuse = Callable[[Id, Problem], None]


class Questions:
    """Starts an answer for each question, and cancels the open ones when the socket closes."""

    def __init__(self, answer: Answer, refuse: Refuse, bucket: Bucket) -> None:
        self._answer = answer
        self._refuse = refuse
        self._bucket = bucket
        self._open: set[asyncio.Task[None]] = set()
        self._closed = False

    def ask(self, question: Question) -> None:
        """Start to answer a question; returns at once."""
        if self._closed:
            return
        if len(self._open) >= MAX_OPEN_QUESTIONS:
            self._refuse(question.id, TOO_MANY_QUESTIONS)
            return
        task = asyncio.create_task(self._answer_in_time(question, self._bucket.wait()))
        self._open.add(task)
        task.add_done_callback(self._open.discard)

    async def _answer_in_time(self, question: Question, pause: float) -> None:
        try:
            if pause:
                await asyncio.sleep(pause)
            await self._answer(question)
        except Exception:
            log.exception("a request was not answered")
            self._refuse(question.id, INTERNAL_ERROR)

    def close(self) -> None:
        """Cancel the open questions, and answer no more."""
        self._closed = True
        for task in self._open:
            task.cancel()
