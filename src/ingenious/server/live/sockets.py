"""Opens sockets at tables."""

import asyncio
from contextlib import AbstractContextManager, nullcontext

from starlette.websockets import WebSocket

from ...store import Unavailable
from ...table import Private
from ..http.connection_slots import NoFreeSlot, Slot
from ..http.endpoint import address_of, identify, to_problem, too_much
from ..http.errors import Problem, problem_response
from ..http.timeouts import SLOT
from ..identity import People
from ..state import AppState
from .connection import Connection
from .live_table import NoSuchTable

SERVER_FULL = "the server has no free connections; try again later"
ADDRESS_FULL = "too many open sockets from your address; close some"


async def live(socket: WebSocket) -> None:
    """A table over a WebSocket; `?after=N` for what happened since number N."""
    state: AppState = socket.app.state.app_state
    after = socket.query_params.get("after", "")
    if after and not (after.isascii() and after.isdigit() and len(after) < 10):
        await _deny(
            socket, Problem(422, "malformed", "after must be a whole number with at most 9 digits")
        )
        return
    if pause := state.requests.after(address_of(socket)):
        await _deny(socket, too_much("requests", pause))
        return
    table = socket.path_params["table"]
    try:
        person = await identify(state, socket)
        connection = Connection(socket, state.service, state.people, table, person)
        await connection.check(socket.query_params.get("invite", ""))
        _take_slot(state, socket, connection, table)
    except (NoSuchTable, Private, Unavailable) as error:
        known = to_problem(error)
        assert known is not None
        await _deny(socket, known)
        return
    except NoFreeSlot as error:
        if error.of_address:
            await _deny(socket, Problem(429, "too-much", ADDRESS_FULL))
        else:
            await _deny(socket, Problem(503, "busy", SERVER_FULL))
        return
    await socket.accept()
    with _watching(state, connection):
        await connection.serve(int(after) if after else None, state.config.messages_per_second)


def _watching(state: AppState, connection: Connection) -> AbstractContextManager[None]:
    """Close the socket of a program when its tokens are revoked."""
    if not People.is_program(connection.person_id):
        return nullcontext()
    return state.revocations.watching(connection.person_id, connection)


def _take_slot(state: AppState, socket: WebSocket, connection: Connection, table: str) -> None:
    """Make the connection a socket, if need be instead of another one; raises `NoFreeSlot`.

    It is kept until the connection is closed and its file descriptor is free.
    """
    slot: Slot = socket.scope["state"][SLOT]
    slot.person_id, slot.table = connection.person_id, table
    slot.priority, slot.end = connection.priority, connection.make_room
    later = asyncio.get_running_loop().call_later
    for other in state.slots.take(slot, address_of(socket)):
        state.slots.close(other, later)


async def _deny(socket: WebSocket, error: Problem) -> None:
    response = problem_response(error)
    response.headers.update({**socket.app.state.security_headers, "Cache-Control": "no-store"})
    await socket.send_denial_response(response)
