"""The pages are sent whole, small and once; nothing beside them can be had."""

import asyncio
import gzip
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from ingenious.server.http.static import NOT_BUILT, PAGE_PATHS, Pages
from testkit.server_process import ServerProcess

INDEX = "<!doctype html><title>Ingenious</title>" + "<p>" * 200
SCRIPT = "console.log('hello')\n" * 100
FILES = {
    "index.html": INDEX,
    "icon.svg": "<svg/>",
    "manifest.webmanifest": "{}",
    "worker.js": "self",
    "assets/index-1a2b.js": SCRIPT,
    "assets/fonts/a.woff2": "x" * 1000,
    ".sources": "a hash",
}


class Client:
    """Asks the pages of a folder, without a server between."""

    def __init__(self, folder: Path) -> None:
        self._app = Starlette(routes=[*Pages(folder).routes()])
        self._app.router.redirect_slashes = False

    def ask(self, method: str, path: str, **headers: str) -> httpx.Response:
        """The answer; names of headers are written with underscores."""

        async def send() -> httpx.Response:
            transport = httpx.ASGITransport(self._app)
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
                return await client.request(method, path, headers=named)

        return asyncio.run(send())

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.ask("GET", path, **headers)


@pytest.fixture
def client(tmp_path: Path) -> Client:
    site = tmp_path / "site"
    for name, text in FILES.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text)
    (tmp_path / "secret.txt").write_text("secret")
    return Client(site)


def filled(address: str) -> str:
    return address.replace("{rest:path}", "duel/4").replace("{", "").replace("}", "")


@pytest.mark.parametrize("address", PAGE_PATHS)
def test_every_path_serves_the_page_and_it_is_revalidated(client: Client, address: str) -> None:
    found = client.get(filled(address))
    assert (found.status_code, found.text) == (200, INDEX)
    assert found.headers["content-type"] == "text/html; charset=utf-8"
    assert found.headers["cache-control"] == "no-cache"


def test_files_with_a_hash_in_their_name_are_cached_forever(client: Client) -> None:
    script = client.get("/assets/index-1a2b.js")
    assert script.text == SCRIPT
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    font = client.get("/assets/fonts/a.woff2")
    assert font.headers["content-type"] == "font/woff2"
    assert "content-encoding" not in font.headers
    assert client.get("/icon.svg").headers["cache-control"] == "public, max-age=3600"


def test_a_new_version_is_found_at_once(client: Client) -> None:
    for path in ("/", "/worker.js", "/manifest.webmanifest"):
        assert client.get(path).headers["cache-control"] == "no-cache"
    assert client.get("/worker.js").headers["content-type"] == "text/javascript; charset=utf-8"
    manifest = client.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"


def test_files_are_compressed_for_clients_that_accept_it(client: Client) -> None:
    path = "/assets/index-1a2b.js"
    plain = client.get(path, accept_encoding="identity")
    packed = client.get(path, accept_encoding="br, gzip")
    assert (plain.text, packed.text) == (SCRIPT, SCRIPT)
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) == len(gzip.compress(SCRIPT.encode(), mtime=0))
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
    assert plain.headers["etag"] == packed.headers["etag"]
    assert "content-encoding" not in client.get("/icon.svg").headers  # it would only grow


def test_unchanged_files_are_not_sent_again(client: Client) -> None:
    for path in ("/", "/icon.svg", "/assets/index-1a2b.js"):
        tag = client.get(path).headers["etag"]
        again = client.get(path, if_none_match=f'"other", {tag}')
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
        assert client.get(path, if_none_match='"other"').status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/secret.txt",
        "/.sources",
        "/index.html",
        "/assets",
        "/assets/",
        "/assets/index.js",
        "/assets/../index.html",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/assets//etc/passwd",
        "/assets/..%5c..%5csecret.txt",
        "/..%2fsecret.txt",
    ],
)
def test_other_files_are_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_other_methods_are_refused(client: Client) -> None:
    assert client.ask("HEAD", "/").status_code == 200
    assert client.ask("POST", "/").status_code == 405
    assert client.ask("POST", "/nowhere").status_code == 404


def test_a_site_that_was_not_built_explains_how_to_build_it(tmp_path: Path) -> None:
    client = Client(tmp_path / "none")
    found = client.get("/table/x")
    assert (found.status_code, found.text) == (404, NOT_BUILT)
    assert client.get("/icon.svg").status_code == 404


# On a real server, with the pages that were built


def test_a_wrong_path_is_a_page_for_browsers_and_json_for_programs(
    server: ServerProcess,
) -> None:
    page = httpx.get(server.url + "/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    html = {"Accept": "text/html,*/*;q=0.8"}
    for address in ("/nowhere", "/assets/nothing.js", "/table/x/y"):
        shown = httpx.get(server.url + address, headers=html)
        assert (shown.status_code, shown.text) == (404, page.text)
        assert httpx.get(server.url + address).json() == {
            "code": "missing",
            "error": "Not Found",
            "rule": None,
        }
    assert httpx.get(server.url + "/api/nowhere", headers=html).json()["error"] == "Not Found"
    assert httpx.post(server.url + "/nowhere", headers=html).json()["error"] == "Not Found"


def test_a_head_request_returns_only_headers(server: ServerProcess) -> None:
    head, page = httpx.head(server.url + "/"), httpx.get(server.url + "/")
    assert head.content == b""
    assert head.headers["content-length"] == page.headers["content-length"]
