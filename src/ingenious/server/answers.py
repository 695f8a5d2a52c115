"""What is answered to a request: values as JSON, or what was wrong and what would be right."""

import math
from typing import Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType
from starlette.responses import Response

from ..table import TableCode

JSON = "application/json"
encode = msgspec.json.Encoder().encode


RefusalCode = Literal[
    TableCode,
    "busy",
    "fault",
    "look-first",
    "missing",
    "no-table",
    "nobody",
    "origin",
    "private",
    "program",
    "record",
    "record-hides",
    "record-is-long",
    "record-not-over",
    "settings",
    "stale",
    "too-large",
    "too-many-tables",
    "too-much",
    "too-slow",
    "uninvited",
    "unreadable",
]
"""Why something is refused, for programs; `docs/server.md` says what each means."""


class Problem(Exception):
    """What cannot be done: the status of HTTP, a code, why, and by which rule if by one.

    `number` is that of the table, if something else happened before. `after` is the number of
    seconds after which the same request is allowed, if that is known.
    """

    def __init__(
        self,
        status: int,
        code: RefusalCode,
        why: str,
        rule: str | None = None,
        number: int | UnsetType = UNSET,
        after: float = 0.0,
    ) -> None:
        super().__init__(why)
        self.status = status
        self.code = code
        self.why = why
        self.rule = rule
        self.number = number
        self.after = after


class Wrong(Struct, frozen=True):
    """What was wrong with a request: a code for programs, a sentence, and a rule if it was one.

    `number` is there if something else happened before.
    """

    error: str
    code: RefusalCode
    rule: str | None = None
    number: int | UnsetType = UNSET


def problem(error: Problem) -> Response:
    """The answer that tells a problem."""
    wrong = Wrong(error.why, error.code, error.rule, error.number)
    headers = {"Retry-After": str(math.ceil(error.after))} if error.after else None
    return Response(encode(wrong), error.status, headers, JSON)


def answer(values: object, status: int = 200) -> Response:
    """Values as JSON."""
    return Response(encode(values), status, media_type=JSON)
