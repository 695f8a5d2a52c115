"""An endpoint of the HTTP API: declared once, for answering it and for describing it."""

import logging
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from ...record.errors import RecordError
from ...store import Unavailable
from ...table import InvalidSettings, Private, Refused
from .. import metrics
from ..clock import now
from ..identity import Person, cookie_names
from ..live.live_table import NoSuchTable, Stale, TableBusy
from ..live.stored import UnreadableTable
from ..state import AppState
from .addresses import address_key
from .errors import JSON, Problem, json_response, problem_response
from .record_reader import ReaderBusy, ReaderLimit
from .replays import CannotReplay

MAX_QUERY_NUMBER = 999_999_999
"""The largest number in a query."""

log = logging.getLogger(__name__)

STORE_UNAVAILABLE = "games cannot be loaded or saved right now; try again in a moment"
"""The answer when the store cannot be used; only the log has the reason."""


@dataclass(frozen=True, slots=True)
class Call:
    """A request, its sender and its decoded body."""

    request: Request
    state: AppState
    person: Person | None
    body: object

    @property
    def table(self) -> str:
        """The id of the table in the path."""
        return str(self.request.path_params["table"])

    @property
    def address(self) -> str:
        """The key under which the sender is limited."""
        return address_of(self.request)

    @property
    def person_id(self) -> str:
        """The id of the sender; empty if they are unknown."""
        return self.person.id if self.person else ""

    def require_person(self) -> Person:
        """The sender; raises `Problem` if they are unknown."""
        if self.person is None and "authorization" in self.request.headers:
            why = "this token is invalid, expired or revoked; get another one from POST /api/tokens"
            raise Problem(401, "nobody", why)
        if self.person is None:
            raise Problem(401, "nobody", "choose a name first (POST /api/guests), or send a token")
        return self.person

    def query(self, name: str) -> str:
        """A parameter of the query; empty if it is missing."""
        return self.request.query_params.get(name, "")

    def number(self, name: str, default: int) -> int:
        """A parameter of the query as a number."""
        given = self.request.query_params.getlist(name)
        if not given:
            return default
        if len(given) > 1:
            raise Problem(422, "malformed", f"{name} was given more than once")
        text = given[0]
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise Problem(
                422, "malformed", f"{name} must be a whole number from 0 to {MAX_QUERY_NUMBER}"
            )
        return int(text)


Handler = Callable[[Call], Awaitable[object]]
Serve = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class QueryParameter:
    """A parameter of the query: its meaning, and whether it is a number from 0."""

    meaning: str
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A method and a path, the types of the body and of the answer, and the handler."""

    method: str
    path: str
    handler: Handler
    answers: object
    body: object = None
    status: int = 200
    problems: tuple[int, ...] = ()
    query: Mapping[str, QueryParameter] = field(default_factory=dict)
    example: object = None  # of a body
    reads: bool = False  # whether the handler gets the body as text
    media: str = JSON  # the type of the answer
    largest: int | None = None  # bytes of the body, if it may be larger than usual

    @property
    def summary(self) -> str:
        """What it does, in one line."""
        return (self.handler.__doc__ or "").strip().splitlines()[0]

    @property
    def name(self) -> str:
        """Its operation id."""
        return self.handler.__name__

    def server(self) -> Serve:
        """The function that answers requests."""
        decode = None if self.body is None else _text if self.reads else _decoder(self.body)

        async def serve(request: Request) -> Response:
            state: AppState = request.app.state.app_state
            try:
                if pause := state.requests.after(address_of(request)):
                    raise too_much("requests", pause)
                body = None if decode is None else decode(await _body(request))
                call = Call(request, state, await identify(state, request), body)
                found = await self.handler(call)
            except ClientDisconnect:
                return problem_response(Problem(400, "malformed", "the request was incomplete"))
            except Exception as error:  # unknown ones are bugs
                known = to_problem(error)
                if known is None:
                    raise
                if known.status == 409:
                    metrics.REFUSALS.labels(known.rule or known.code).inc()
                return problem_response(known)
            return found if isinstance(found, Response) else json_response(found, self.status)

        return serve


def routes(endpoints: Sequence[Endpoint]) -> list[Route]:
    """One route for each path, with all its methods, so that a 405 lists them."""
    found: dict[str, dict[str, Serve]] = {}
    for endpoint in endpoints:
        found.setdefault(endpoint.path, {})[endpoint.method] = endpoint.server()
    return [Route(path, _by_method(serve), methods=[*serve]) for path, serve in found.items()]


def _by_method(servers: Mapping[str, Serve]) -> Serve:
    async def serve(request: Request) -> Response:
        return await servers["GET" if request.method == "HEAD" else request.method](request)

    return serve


def address_of(request: HTTPConnection) -> str:
    """The key under which the sender of a request or a socket is limited."""
    return address_key(request.client.host) if request.client else ""


def too_much(what: str, pause: float) -> Problem:
    """The refusal of too many requests from an address."""
    seconds = math.ceil(pause)
    wait = "1 second" if seconds == 1 else f"{seconds} seconds"
    return Problem(429, "too-much", f"too many {what} from your address; wait {wait}", after=pause)


def _not_found(error: NoSuchTable) -> Problem:
    if isinstance(error, UnreadableTable):
        return Problem(409, "unreadable", str(error))
    return Problem(404, "no-table", str(error))


def to_problem(error: Exception) -> Problem | None:
    """The problem to report for an exception; None for a bug."""
    match error:
        case Problem():
            return error
        case Refused():
            return Problem(409, error.code, error.message, error.rule)
        case Stale():
            return Problem(409, "stale", str(error), number=error.number)
        case NoSuchTable():
            return _not_found(error)
        case Private():
            return Problem(403, "private", str(error))
        case InvalidSettings():
            return Problem(422, "settings", str(error))
        case CannotReplay():
            return Problem(422, error.code, str(error))
        case RecordError():
            return Problem(422, "record", str(error), error.rule)
        case ReaderLimit():
            return too_much("records", error.pause)
        case TableBusy() | ReaderBusy():
            return Problem(503, "busy", str(error))
        case Unavailable():
            log.warning("the store is unavailable", extra={"why": str(error)})
            return Problem(503, "busy", STORE_UNAVAILABLE)
        case _:
            return None


async def identify(state: AppState, request: HTTPConnection) -> Person | None:
    """The person of a request or a socket; also remembers their address, to share the bots' time.

    Raises `Unavailable` if the store cannot tell whether a token was revoked.
    """
    person = await _signed(state, request)
    if person is not None:
        state.service.owners.note(person.id, address_of(request))
    return person


async def _signed(state: AppState, request: HTTPConnection) -> Person | None:
    """The person of a request or a socket, by token or by cookie."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        person = state.people.from_token(token.strip(), now())
        if person is None or await state.revocations.is_revoked(person.id):
            return None
        return person
    for name in cookie_names(state.config.secure):
        if (person := state.people.from_cookie(request.cookies.get(name))) is not None:
            return person
    return None


async def _body(request: Request) -> bytes:
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given != JSON:
        raise Problem(415, "malformed", f"the Content-Type must be {JSON}")
    return await request.body()


def _decoder(kind: object) -> Callable[[bytes], object]:
    decoder = msgspec.json.Decoder(kind)

    def decode(body: bytes) -> object:
        try:
            return decoder.decode(body)
        except msgspec.ValidationError as error:
            raise Problem(422, "malformed", str(error)) from None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Problem(400, "malformed", f"the body is not valid JSON: {error}") from None
        except RecursionError:
            raise Problem(400, "malformed", "the body is nested too deeply") from None

    return decode


def _text(body: bytes) -> str:
    try:
        return body.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        raise Problem(
            400, "malformed", f"the body is not valid UTF-8, at byte {error.start}"
        ) from None
