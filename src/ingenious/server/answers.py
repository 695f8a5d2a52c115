"""What is answered to a request: values as JSON, or what was wrong and what would be right."""

import msgspec
from msgspec import Struct
from starlette.responses import Response

JSON = "application/json"
encode = msgspec.json.Encoder().encode


class Problem(Exception):
    """A request that cannot be followed: the status of HTTP, why, and by which rule if by one."""

    def __init__(self, status: int, why: str, rule: str | None = None) -> None:
        super().__init__(why)
        self.status = status
        self.why = why
        self.rule = rule


class Wrong(Struct, frozen=True):
    """What was wrong with a request."""

    error: str
    rule: str | None = None


def problem(error: Problem) -> Response:
    """The answer that tells a problem."""
    headers = {"Retry-After": "60"} if error.status == 429 else None
    return Response(encode(Wrong(error.why, error.rule)), error.status, headers, JSON)


def answer(values: object, status: int = 200) -> Response:
    """Values as JSON."""
    return Response(encode(values), status, media_type=JSON)
