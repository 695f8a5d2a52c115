"""The responses to requests: values as JSON, or a problem."""

import math
from typing import Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType
from starlette.responses import Response

from ...table import TableCode

JSON = "application/json"
encode = msgspec.json.Encoder().encode


RefusalCode = Literal[
    TableCode,
    "busy",
    "fault",
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
    "unreadable",
]
"""Why a request was refused, for programs; `docs/errors.md` explains each code."""


class Problem(Exception):
    """A refused request: the HTTP status, a code, the reason, and the rule if there is one.

    `number` is the number of the table, if it has changed since. `after` is the number of seconds
    until the same request is allowed, if that is known.
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


class ProblemDoc(Struct, frozen=True):
    """What was wrong with a request: a code for programs, a sentence, and the rule if there is one.

    `number` is there if the table has changed since.
    """

    error: str
    code: RefusalCode
    rule: str | None = None
    number: int | UnsetType = UNSET


INTERNAL_ERROR = Problem(500, "fault", "the server had an internal error; nothing was changed")


def problem_response(error: Problem) -> Response:
    """The response that reports a problem."""
    wrong = ProblemDoc(error.why, error.code, error.rule, error.number)
    headers = {"Retry-After": str(math.ceil(error.after))} if error.after else None
    return Response(encode(wrong), error.status, headers, JSON)


def json_response(values: object, status: int = 200) -> Response:
    """Values as JSON."""
    return Response(encode(values), status, media_type=JSON)
