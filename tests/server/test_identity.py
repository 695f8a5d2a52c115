"""How a server recognises people and programs: the secret, cookies, tokens."""

import asyncio
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from itsdangerous import URLSafeSerializer
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from websockets.exceptions import ConnectionClosed

from ingenious.cli import main
from ingenious.server.app import create_app
from ingenious.server.config import Config
from ingenious.server.identity import COOKIE, SECURE_COOKIE, People, Person
from testkit.client import Socket
from testkit.guests import Guest, seat_guests
from testkit.server_process import ServerProcess

from .hostile import SECRET

HTTPS_ONLY = "strict-transport-security"


def named(server: ServerProcess, cookie: str = "", name: str = "Ann") -> httpx.Response:
    """Choose a name, with the browser's cookie."""
    headers = {"Cookie": cookie} if cookie else {}
    return httpx.post(server.url + "/api/guests", json={"name": name}, headers=headers)


# The secret


def test_a_secret_that_can_be_guessed_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("INGENIOUS_SECRET", "a")
    assert main(["serve", "--data", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert "INGENIOUS_SECRET must have at least 16 characters" in told
    assert "leave it empty to let the server create and store one" in told
    with pytest.raises(ValueError, match="at least 16 characters"):
        create_app()
    assert list(tmp_path.iterdir()) == []


def test_without_a_secret_one_is_generated_and_stored(restarted: ServerProcess) -> None:
    cookie = named(restarted).headers["set-cookie"].partition(";")[0]
    restarted.stop()
    restarted.start()
    response = httpx.get(restarted.url + "/api/me", headers={"Cookie": cookie})
    assert response.json() == {"name": "Ann"}


# Cookies


def test_a_secure_server_sets_a_cookie_for_this_host_and_https_only(strict: ServerProcess) -> None:
    response = named(strict)
    (cookie,) = response.headers.get_list("set-cookie")
    name, *attributes = cookie.split("; ")
    assert name.startswith(f"{SECURE_COOKIE}=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=lax"} <= set(attributes)
    assert "domain" not in cookie.lower()  # otherwise browsers would reject the name
    assert response.headers[HTTPS_ONLY] == "max-age=31536000"


def test_a_server_without_https_does_not_require_it(server: ServerProcess) -> None:
    response = named(server)
    assert response.headers["set-cookie"].startswith(f"{COOKIE}=")
    assert HTTPS_ONLY not in response.headers


@pytest.mark.parametrize("path", ["/", "/health", "/api/me", "/nowhere", "/api/tables/x"])
def test_every_response_of_a_secure_server_requires_https(strict: ServerProcess, path: str) -> None:
    assert httpx.get(strict.url + path).headers[HTTPS_ONLY] == "max-age=31536000"


def test_an_error_of_a_secure_server_requires_https_too(tmp_path: Path) -> None:
    async def fail(request: Request) -> Response:
        raise ZeroDivisionError

    app = create_app(Config(data=str(tmp_path), secure=True))
    app.router.routes.append(Route("/fail", fail))

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            return await client.get("/fail")

    response = asyncio.run(ask())
    assert response.status_code == 500
    assert response.headers[HTTPS_ONLY] == "max-age=31536000"


def test_a_guest_keeps_their_games_when_a_server_becomes_secure(strict: ServerProcess) -> None:
    guest = Person("g-from-before", "Ann")
    old = f"{COOKIE}={People(SECRET.encode()).cookie(guest)}"
    wanted = {"settings": {"games": ["solo"], "seats": [{}]}, "sit": [0]}
    opened = httpx.post(strict.url + "/api/tables", json=wanted, headers={"Cookie": old})
    assert opened.status_code == 201
    response = named(strict, old, "Anna")
    new, gone = response.headers.get_list("set-cookie")
    assert new.startswith(f"{SECURE_COOKIE}=")
    assert gone.startswith(f'{COOKIE}="";')
    assert "Max-Age=0" in gone
    headers = {"Cookie": new.partition(";")[0]}
    mine = httpx.get(strict.url + "/api/me/tables", headers=headers).json()["tables"]
    assert [entry["table"] for entry in mine] == [opened.json()["table"]]


def test_the_https_cookie_wins_over_the_other_one(strict: ServerProcess) -> None:
    people = People(SECRET.encode())
    old, new = people.cookie(Person("g1", "Old")), people.cookie(Person("g2", "New"))
    headers = {"Cookie": f"{COOKIE}={old}; {SECURE_COOKIE}={new}"}
    assert httpx.get(strict.url + "/api/me", headers=headers).json() == {"name": "New"}


# Tokens

YEAR_MS = 365 * 24 * 3600 * 1000


def me(server: ServerProcess, token: str) -> httpx.Response:
    return httpx.get(server.url + "/api/me", headers={"Authorization": f"Bearer {token}"})


def until_refused(server: ServerProcess, token: str) -> httpx.Response:
    """The response once a token is refused, which another process has to notice."""
    gives_up = time.monotonic() + 60
    while (response := me(server, token)).status_code != 401:
        assert time.monotonic() < gives_up
        time.sleep(0.1)
    return response


async def until_closed(socket: Socket) -> None:
    """Wait until the server closes the connection."""
    with suppress(ConnectionClosed):
        async with asyncio.timeout(60):
            while True:
                await socket.receive()


def test_a_token_expires_after_a_year(strict: ServerProcess) -> None:
    made = httpx.post(strict.url + "/api/tokens", json={"name": "Ann"}).json()
    assert abs(made["expires"] / 1000 - time.time() - YEAR_MS / 1000) < 600
    people, now = People(SECRET.encode()), int(1000 * time.time())
    program = people.from_token(made["token"], now)
    assert program is not None
    assert people.from_token(made["token"], made["expires"]) is None
    assert me(strict, people.token(program, now + 3_600_000)).json() == {"name": "Ann"}
    refused = me(strict, people.token(program, now - 1))
    assert refused.status_code == 401
    assert "expired" in refused.json()["error"]


def test_a_token_without_an_expiry_date_stays_valid(strict: ServerProcess) -> None:
    old = URLSafeSerializer(SECRET.encode(), salt="token").dumps(["p-from-before", "Ann"])
    assert me(strict, str(old)).json() == {"name": "Ann"}


def test_a_program_renews_its_token_and_keeps_its_identity(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann")
    table = ann.open_table("duel", [{}, {}])["table"]
    ann.token = ann.post("/api/tokens", {"name": "Anna"}).json()["token"]
    ann._headers = {"Authorization": f"Bearer {ann.token}"}
    assert ann.get("/api/me").json() == {"name": "Anna"}
    assert table in ann.get("/api/me/tables").text
    stranger = httpx.post(server.url + "/api/tokens", json={"name": "Ann"}).json()["token"]
    headers = {"Authorization": f"Bearer {stranger}"}
    assert httpx.get(server.url + "/api/me/tables", headers=headers).json()["tables"] == []


def test_the_owner_of_a_token_revokes_it_for_good(restarted: ServerProcess) -> None:
    server = restarted
    ann = Guest(server.url, "Ann")
    table, guests = seat_guests(server.url, "duel", 2)
    ben = guests[1]
    renewed = ben.post("/api/tokens", {"name": "Ben"}).json()["token"]

    async def revoke() -> None:
        socket = await ben.socket(table).open()
        headers = {"Authorization": f"Bearer {ben.token}"}
        gone = httpx.delete(server.url + "/api/tokens", headers=headers)
        assert gone.json() == {"name": "Guest 1"}
        await until_closed(socket)

    asyncio.run(revoke())
    for token in (ben.token, renewed):
        assert "revoked" in me(server, token).json()["error"]
    assert ben.post(f"/api/tables/{table}", {"do": "leave", "seat": 1}).status_code == 401
    assert ann.get("/api/me").status_code == 200
    assert httpx.delete(server.url + "/api/tokens").status_code == 401
    cookie = named(server).headers["set-cookie"].partition(";")[0]
    guest = httpx.delete(server.url + "/api/tokens", headers={"Cookie": cookie})
    assert "send the token" in guest.json()["error"]
    server.stop()
    server.start()
    assert me(server, renewed).status_code == 401
    assert me(server, ann.token).status_code == 200


def test_every_process_refuses_a_revoked_token_soon(restarted: ServerProcess) -> None:
    one = restarted
    with ServerProcess(one.data) as other:
        table, (ann, ben) = seat_guests(one.url, "duel", 2)
        assert me(other, ann.token).status_code == 200

        async def revoke() -> None:
            socket = await ann.socket(table, other.url).open()
            headers = {"Authorization": f"Bearer {ann.token}"}
            assert httpx.delete(one.url + "/api/tokens", headers=headers).status_code == 200
            await until_closed(socket)

        asyncio.run(revoke())
        assert until_refused(other, ann.token).status_code == 401
        assert me(other, ben.token).status_code == 200


def test_a_host_revokes_by_token_or_by_seat(
    restarted: ServerProcess, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--data", str(restarted.data)]
    table, (ann, ben) = seat_guests(restarted.url, "duel", 2)
    assert main(["revoke", ann.token, *where]) == 0
    assert "revoked all tokens of Guest 0" in capsys.readouterr().err
    assert main(["revoke", "--table", table, "--seat", "2", *where]) == 0
    for guest in (ann, ben):
        assert until_refused(restarted, guest.token).status_code == 401
    wrong = {
        "the token was not issued by this server": ["x"],
        "give either a token, or both --table and --seat": [],
        "there is no table y": ["--table", "y", "--seat", "1"],
        f"seat 7 of table {table} is not held by a program with a token": [
            "--table",
            table,
            "--seat",
            "7",
        ],
    }
    for why, words in wrong.items():
        assert main(["revoke", *words, *where]) == 2
        assert why in capsys.readouterr().err
    assert main(["revoke", "x", "--data", str(tmp_path / "nowhere")]) == 2
