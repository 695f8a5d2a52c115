"""How a server knows somebody again: the secret, cookies, tokens."""

import asyncio
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ingenious.cli import main
from ingenious.server.app import create_app
from ingenious.server.config import Config
from ingenious.server.people import COOKIE, SECURE_COOKIE, People, Person

from .harm import SECRET
from .running import Running

HTTPS_ONLY = "strict-transport-security"


def named(server: Running, cookie: str = "", name: str = "Ann") -> httpx.Response:
    """Choose a name, with a cookie that the browser has."""
    headers = {"Cookie": cookie} if cookie else {}
    return httpx.post(server.url + "/api/guests", json={"name": name}, headers=headers)


# The secret


def test_a_secret_that_can_be_guessed_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("INGENIOUS_SECRET", "a")
    assert main(["serve", "--data", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert "INGENIOUS_SECRET has at least 16 characters" in told
    assert "if it is empty, the server makes one and keeps it" in told
    with pytest.raises(ValueError, match="at least 16 characters"):
        create_app()
    assert list(tmp_path.iterdir()) == []


def test_without_a_secret_one_is_made_and_kept(tmp_path: Path) -> None:
    with Running(tmp_path) as server:
        cookie = named(server).headers["set-cookie"].partition(";")[0]
    with Running(tmp_path) as server:
        response = httpx.get(server.url + "/api/me", headers={"Cookie": cookie})
        assert response.json() == {"name": "Ann"}


# Cookies


def test_a_secure_server_sets_a_cookie_for_this_host_and_https_alone(strict: Running) -> None:
    response = named(strict)
    (cookie,) = response.headers.get_list("set-cookie")
    name, *attributes = cookie.split("; ")
    assert name.startswith(f"{SECURE_COOKIE}=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=lax"} <= set(attributes)
    assert "domain" not in cookie.lower()  # or browsers would refuse the name
    assert response.headers[HTTPS_ONLY] == "max-age=31536000"


def test_a_server_without_https_does_not_ask_for_it(server: Running) -> None:
    response = named(server)
    assert response.headers["set-cookie"].startswith(f"{COOKIE}=")
    assert HTTPS_ONLY not in response.headers


@pytest.mark.parametrize("path", ["/", "/health", "/api/me", "/nowhere", "/api/tables/x"])
def test_every_answer_of_a_secure_server_asks_for_https(strict: Running, path: str) -> None:
    assert httpx.get(strict.url + path).headers[HTTPS_ONLY] == "max-age=31536000"


def test_a_fault_of_a_secure_server_asks_for_https_too(tmp_path: Path) -> None:
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


def test_a_guest_keeps_their_games_when_a_server_becomes_secure(strict: Running) -> None:
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


def test_of_two_cookies_the_one_for_https_counts(strict: Running) -> None:
    people = People(SECRET.encode())
    old, new = people.cookie(Person("g1", "Old")), people.cookie(Person("g2", "New"))
    headers = {"Cookie": f"{COOKIE}={old}; {SECURE_COOKIE}={new}"}
    assert httpx.get(strict.url + "/api/me", headers=headers).json() == {"name": "New"}
