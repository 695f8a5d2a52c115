"""For tests of hostile clients: a server with narrow limits, and a check of its health."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from ingenious.server.identity import People, Person
from testkit.guests import Guest
from testkit.server_process import ServerProcess

NEVER_EXPIRES = 10**15
SECRET = "a secret that only this test and its server know"
ALLOWED = "https://play.example"
STRICT = (
    *("--origins", f"{ALLOWED} http://localhost:5173", "--secure"),
    *("--tables-per-person", "3", "--sockets", "16", "--messages-per-second", "1000000"),
)
SOLO = {"settings": {"games": ["solo"], "seats": [{}]}, "sit": [0]}


@contextmanager
def browser(server: ServerProcess) -> Iterator[httpx.Client]:
    """A guest with a cookie."""
    with httpx.Client(base_url=server.url, timeout=30) as client:
        client.post("/api/guests", json={"name": "Ann"}).raise_for_status()
        for cookie in client.cookies.jar:
            cookie.secure = False  # as if the connection were HTTPS
        yield client


def is_healthy(server: ServerProcess) -> bool:
    """Whether the server serves others, without delay and without errors of its own."""
    begun = time.monotonic()
    response = httpx.get(server.url + "/ready", timeout=30)
    return response.status_code == 200 and time.monotonic() - begun < 10 and not faults(server)


def faults(server: ServerProcess) -> list[str]:
    """The server's own errors in its log."""
    return [line for line in server.log.splitlines() if '"trace"' in line or '"error"' in line]


def signed_in(server: ServerProcess, name: str, id_: str | None = None) -> Guest:
    """A program with a token that this function signs with the server's own secret."""
    guest = Guest.__new__(Guest)
    person = People.new_program(name) if id_ is None else Person(id_, name)
    guest.url, guest.name, guest.token = (
        server.url,
        name,
        People(SECRET.encode()).token(person, NEVER_EXPIRES),
    )
    guest._headers = {"Authorization": f"Bearer {guest.token}"}
    return guest
