"""The HTTP API."""

import secrets
from time import monotonic
from typing import Annotated

from msgspec import UNSET, Meta, Struct
from starlette.responses import Response

from ...optional import how_to_install
from ...picture.png import IS_AVAILABLE
from ...record import MatchRecord, Record, to_json
from ...record.model import View
from ...rulebook import LANGUAGES
from ...rules import EDITIONS, PLAYERS
from ...rules.board import DIRECTIONS, layout
from ...rules.match import CHALLENGES, MAX_CHALLENGES
from ...table import Refused, Sender, Settings, Table, commands, messages, visibility
from ...table.events import Event
from ...table.naming import GameName
from ...table.settings import BOT_LEVELS, IDLE_TABLE_MS
from ...table.texts import check_name
from ..clock import now
from ..identity import People, Person, cookie_names
from ..live import listing
from ..live.listing import Tables
from ..wire import AnyRecord, SeenTable
from . import previews, replays, rules_pages
from .endpoint import Call, Endpoint, QueryParameter, too_much
from .errors import JSON, Problem, json_response
from .replays import History, Replay

PNG = "image/png"
PREVIEW_MAX_AGE_S = 60
YEAR_S = 365 * 24 * 3600
MAX_LISTED = 100


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """A chosen name."""

    name: str


class Me(Struct, frozen=True):
    """The name of the person or program that sent the request."""

    name: str


class Token(Struct, frozen=True):
    """The token by which a program identifies itself, as `Authorization: Bearer …`."""

    name: str
    token: str
    expires: Annotated[int, Meta(description="milliseconds since 1970")]


class GameInfo(Struct, frozen=True):
    """A game that can be played."""

    name: GameName
    players: tuple[int, ...]
    editions: tuple[str, ...]
    levels: Annotated[tuple[int, ...], Meta(description="the levels of its bots")]
    in_match: Annotated[
        int,
        Meta(description="how many games a match of this game can have; 0 if it cannot be in one"),
    ]


class Board(Struct, frozen=True):
    """What never changes on a board: its spaces row by row, and the pairs of adjacent ones.

    A position has its cells in the order of the spaces. Its `spots`, where a tile may go now,
    are a hexadecimal number: bit n, the lowest being 0, stands for pair n.
    """

    radius: int
    spaces: tuple[tuple[int, int], ...]
    edges: tuple[tuple[int, int], ...]
    directions: tuple[tuple[int, int], ...]


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a new table, the seats to take, and whether to start at once."""

    settings: Settings
    sit: tuple[int, ...] = ()
    names: tuple[str, ...] = ()  # of these seats, if several people share a screen
    begin: bool = False


class Opened(Struct, frozen=True):
    """A new table, and the invitation with which others can take a seat."""

    table: str
    invite: str


class Done(Struct, frozen=True):
    """The number of the last event after the command."""

    number: int


async def games(call: Call) -> list[GameInfo]:
    """The games that can be played."""
    return [
        GameInfo(
            name,
            PLAYERS[name],
            EDITIONS[name],
            tuple(BOT_LEVELS),
            MAX_CHALLENGES if name in CHALLENGES else 0,
        )
        for name in PLAYERS
    ]


async def board(call: Call) -> Board:
    """The spaces of the board with this radius: 5 for two players, 6 for three, 7 for four."""
    text = call.request.path_params["radius"]
    if text not in ("5", "6", "7"):
        raise Problem(404, "missing", "the radius of a board must be 5, 6 or 7")
    found = layout(int(text))
    edges = tuple((found.index[a], found.index[b]) for a, b in found.edges)
    return Board(found.radius, found.spaces, edges, DIRECTIONS)


async def become_guest(call: Call) -> Response:
    """Choose a name; a cookie identifies you from then on."""
    name = _name(call)
    before = call.person
    person = People.new_guest(name) if before is None else Person(before.id, name)
    response = json_response(Me(name), 201)
    secure = call.state.config.secure
    current, former = cookie_names(secure)
    response.set_cookie(
        current,
        call.state.people.cookie(person),
        max_age=YEAR_S,
        httponly=True,
        samesite="lax",
        secure=secure,
    )
    if former in call.request.cookies:
        response.delete_cookie(former, secure=True, httponly=True, samesite="lax")
    return response


async def become_program(call: Call) -> Token:
    """Get a token for a program; with a token in the request, another one for the same program."""
    name, before, expires = _name(call), call.person, now() + 1000 * YEAR_S
    if before is not None and People.is_program(before.id):
        program = Person(before.id, name)
    else:
        program = People.new_program(name)
    return Token(name, call.state.people.token(program, expires), expires)


async def revoke_program(call: Call) -> Me:
    """Revoke the token in the request, and all others of the same program."""
    program = call.require_person()
    if not People.is_program(program.id):
        raise Problem(401, "nobody", "send the token that you want to revoke")
    await call.state.revocations.revoke(program.id)
    return Me(program.name)


def _name(call: Call) -> str:
    if pause := call.state.guests.after(call.address):
        raise too_much("new names", pause)
    assert isinstance(call.body, Named)
    return check_name(call.body.name)


async def me(call: Call) -> Me:
    """Your name."""
    return Me(call.require_person().name)


async def my_tables(call: Call) -> Tables:
    """The tables where you have or had a seat."""
    person = call.require_person()
    return listing.to_tables(await call.state.store.of_person(person.id, MAX_LISTED), person.id)


async def open_tables(call: Call) -> Tables:
    """The public list of tables."""
    return listing.to_tables(
        await call.state.store.listed(now() - IDLE_TABLE_MS, MAX_LISTED), call.person_id
    )


async def open_table(call: Call) -> Opened:
    """Open a table."""
    person, wanted, state = call.require_person(), call.body, call.state
    assert isinstance(wanted, NewTable)
    _check_programs(wanted.settings, state.config.commands)
    if pause := state.tables.after(call.address):
        raise too_much("new tables", pause)
    running = await state.store.unfinished(person.id, now() - IDLE_TABLE_MS)
    if running >= state.config.tables_per_person:
        raise Problem(
            429,
            "too-many-tables",
            f"you have {running} unfinished tables; finish some, or "
            "wait: a table that is never started closes after a day",
        )
    address_hash = state.service.address_hash(person.id)
    if (
        await state.store.unfinished_from_address(address_hash, now() - IDLE_TABLE_MS)
        >= state.config.tables_per_address
    ):
        raise Problem(
            429,
            "too-many-tables",
            "too many unfinished tables from your address; finish some, or wait: "
            "a table without activity for a day is not counted",
        )
    at = now()
    events: list[Event] = commands.create(wanted.settings, person.id, at)
    table = Table.fold(events)
    names = (*wanted.names, *[person.name] * len(wanted.sit))
    for seat, name in zip(wanted.sit, names, strict=False):
        events += (sat := commands.sit(table, person.id, name, seat, at))
        table.apply(sat[0])
    if wanted.begin:
        events += commands.start(table, person.id, secrets.token_bytes(32), at)
    id_ = await state.service.open(events)
    if wanted.begin:
        await state.service.wake(id_)
    return Opened(id_, state.people.invite(id_))


def _check_programs(settings: Settings, allowed: dict[str, str]) -> None:
    for plan in settings.seats:
        if plan.kind == "program" and plan.program not in allowed:
            known = ", ".join(allowed) or "none"
            raise Problem(
                422, "program", f"this server does not offer that program; it offers: {known}"
            )


async def see_table(call: Call) -> SeenTable:
    """A table as you may see it."""
    async with call.state.service.locked(call.table) as live:
        is_invited = call.state.people.is_invited(live.id, call.query("invite"))
        visibility.check_watch(live.table, call.person_id, is_invited=is_invited)
        call.state.service.presence.update(live)
        live.requested_at = monotonic()
        call.state.service.bots.ask(live)
        # A shared screen is shown a hand only over a socket.
        table, viewer = live.table, visibility.viewer_of(live.table, call.person_id)
        is_member = visibility.is_member(table, call.person_id)
        return SeenTable(
            table=live.id,
            settings=table.settings,
            view=live.views.view(viewer, call.person_id),
            record=live.views.record(viewer),
            absent=None if live.absent is None else tuple(live.absent),
            messages=live.views.messages(viewer, call.person_id) if table.settings.talk else UNSET,
            invite=call.state.people.invite(live.id) if is_member else UNSET,
        )


async def run_command(call: Call) -> Done:
    """Run a command at a table: any message of the socket that changes it."""
    state, person, message = call.state, call.require_person(), call.body
    assert isinstance(message, messages.Command)
    invite = message.invite if isinstance(message, messages.Sit) else ""
    is_invited = bool(invite) and state.people.is_invited(call.table, invite)
    async with state.service.locked(call.table) as live:
        visibility.check_act(live.table, person.id, is_invited=is_invited)
    sender = Sender(person.id, person.name, is_invited=is_invited)
    return Done(await state.service.execute(call.table, message, sender))


async def record(call: Call) -> Response:
    """The record of a game: complete once it is over, until then what you know of it."""
    document = await _document(call)
    text = to_json(document) + "\n"
    headers = {"Content-Disposition": f'attachment; filename="ingenious-{call.table}.jsonl"'}
    return Response(text, headers=headers, media_type=JSON)


async def _document(call: Call) -> Record | MatchRecord:
    async with call.state.service.locked(call.table) as live:
        table = live.table
        visibility.check_watch(table, call.person_id)
        viewer = visibility.viewer_of(table, call.person_id)
        found = visibility.game_records(table, viewer)
        if not found:
            raise _no_game()
        number = call.number("game", len(found) - 1)
        if "game" not in call.request.query_params:
            match = visibility.match_record(table, viewer)
            if match is not None:
                return match
        if number >= len(found):
            raise _no_such_game(number, len(found))
        return found[number]


def _no_game() -> Problem:
    return Problem(404, "missing", "no game has started at this table yet")


def _no_such_game(number: int, count: int) -> Problem:
    counted = f"games are counted from 0, and it has {count}"
    why = f"there is no game {number} at this table; {counted}"
    return Problem(404, "missing", why)


async def replay_table(call: Call) -> Response:
    """A finished game step by step: what happened, and how the game then looked."""
    async with call.state.service.locked(call.table) as live:
        visibility.check_watch(live.table, call.person_id)
        table, found = live.table, live.table.records
    number = call.number("game", len(found) - 1)
    if not found:
        raise _no_game()
    if number >= len(found):
        raise _no_such_game(number, len(found))
    if found[number].result is None:
        raise Refused("not-over")
    by_bots = table.stand_ins(number)
    text = await call.state.reader.replay_of_table(
        call.table, number, found[number], by_bots, call.address
    )
    return Response(text, media_type=JSON)


async def history(call: Call) -> Response:
    """The moves so far of the game that is played, and how it looked to you after each."""
    async with call.state.service.locked(call.table) as live:
        visibility.check_watch(live.table, call.person_id)
        viewer = visibility.viewer_of(live.table, call.person_id)
        found = live.table.records_for(viewer)
    if not found:
        raise _no_game()
    record = found[-1]
    view: View = "whole" if record.result else "spectator" if viewer is None else viewer
    text = await call.state.reader.history(record, view, call.address)
    return Response(text, media_type=JSON)


async def preview(call: Call) -> Response:
    """A PNG picture for links to a table: one game as spectators see it, by default the last."""
    async with call.state.service.locked(call.table) as live:
        is_invited = call.state.people.is_invited(live.id, call.query("invite"))
        visibility.check_watch(live.table, call.person_id, is_invited=is_invited)
        is_public = live.table.settings.spectators or live.table.phase == "over"
        request = previews.picture_request(live.table, call.number("game", previews.LAST_GAME))
    if not IS_AVAILABLE:
        raise Problem(404, "missing", str(how_to_install("resvg_py")))
    picture = await call.state.reader.picture(request, call.address)
    headers = {
        "Cache-Control": f"{'public' if is_public else 'private'}, max-age={PREVIEW_MAX_AGE_S}"
    }
    if is_public or is_invited:  # other sites may embed it, but not what only members may see
        headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return Response(picture, headers=headers, media_type=PNG)


async def replay_record(call: Call) -> Response:
    """The same for a record that you upload; it is never stored."""
    if pause := call.state.records.after(call.address):
        raise too_much("records", pause)
    assert isinstance(call.body, str)
    found = await call.state.reader.replay(call.body, call.number("game", 0), call.address)
    return Response(found, media_type=JSON)


TABLE_PATH = "/api/tables/{table}"
TABLE_PROBLEMS = (403, 404, 409, 503)
GAME_QUERY = {"game": QueryParameter("which game of a match, counted from 0", is_number=True)}
INVITE_QUERY = {"invite": QueryParameter("an invitation, to see a private table before the game")}
NAME_EXAMPLE = {"name": "Ann"}
RECORD_EXAMPLE = {
    "format": "ingenious-record/1",
    "game": "duel",
    "edition": "2023",
    "options": {},
    "seats": ["Ada", "Ben"],
    "start": 1,
    "deal": {"racks": [["RO", "PP", "OB", "YB", "RP", "RP"], ["OO", "YG", "BP", "OY", "YG", "YP"]]},
    "log": [{"seat": 0, "resign": True}],
    "result": {"reason": "resigned", "scores": [[0] * 6, [0] * 6], "ranks": [2, 1]},
}

ENDPOINTS = (
    Endpoint("GET", "/api/games", games, list[GameInfo]),
    Endpoint("GET", "/api/boards/{radius}", board, Board, problems=(404,)),
    Endpoint(
        "GET",
        "/api/rules/{game}",
        rules_pages.rules,
        rules_pages.RulesPage,
        problems=(404,),
        query={"language": QueryParameter(f"one of {', '.join(LANGUAGES)}")},
    ),
    Endpoint("POST", "/api/guests", become_guest, Me, Named, 201, (409, 429), example=NAME_EXAMPLE),
    Endpoint(
        "POST", "/api/tokens", become_program, Token, Named, 201, (409, 429), example=NAME_EXAMPLE
    ),
    Endpoint("DELETE", "/api/tokens", revoke_program, Me, problems=(401, 503)),
    Endpoint("GET", "/api/me", me, Me, problems=(401,)),
    Endpoint("GET", "/api/me/tables", my_tables, Tables, problems=(401, 503)),
    Endpoint("GET", "/api/tables", open_tables, Tables, problems=(503,)),
    Endpoint(
        "POST",
        "/api/tables",
        open_table,
        Opened,
        NewTable,
        201,
        (401, 409, 429, 503),
        example={"settings": {"games": ["classic"], "seats": [{}, {"kind": "bot"}]}, "sit": [0]},
    ),
    Endpoint(
        "GET",
        TABLE_PATH,
        see_table,
        SeenTable,
        problems=TABLE_PROBLEMS,
        query=INVITE_QUERY,
    ),
    Endpoint(
        "POST",
        TABLE_PATH,
        run_command,
        Done,
        messages.Command,
        200,
        (401, *TABLE_PROBLEMS),
        example={"do": "react", "seat": 0, "reaction": "hello"},
    ),
    Endpoint(
        "GET",
        TABLE_PATH + "/record",
        record,
        AnyRecord,
        problems=(*TABLE_PROBLEMS, 422),
        query=GAME_QUERY,
    ),
    Endpoint(
        "GET",
        TABLE_PATH + "/preview.png",
        preview,
        bytes,
        problems=(*TABLE_PROBLEMS, 422),
        query=GAME_QUERY | INVITE_QUERY,
        media=PNG,
    ),
    Endpoint("GET", TABLE_PATH + "/history", history, History, problems=TABLE_PROBLEMS),
    Endpoint(
        "GET",
        TABLE_PATH + "/replay",
        replay_table,
        Replay,
        problems=(*TABLE_PROBLEMS, 422),
        query=GAME_QUERY,
    ),
    Endpoint(
        "POST",
        "/api/replays",
        replay_record,
        Replay,
        AnyRecord,
        200,
        (503,),
        query={"game": QueryParameter("which game of the record, counted from 0", is_number=True)},
        example=RECORD_EXAMPLE,
        reads=True,
        largest=replays.MAX_RECORD_BYTES,
    ),
)
