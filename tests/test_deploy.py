"""The documentation of the server is complete, and the files in deploy are consistent."""

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
import yaml
from msgspec.structs import fields as fields_of
from prometheus_client import REGISTRY

from ingenious.server import metrics
from ingenious.server.config import Config, from_environment, option, variable
from ingenious.server.http.routes import ENDPOINTS
from ingenious.table import messages
from ingenious.table.events import Event, Reaction
from ingenious.table.settings import Settings
from ingenious.table.view.news import NEWS
from testkit.guests import Guest
from testkit.server_process import ServerProcess

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
CLIENT_PAGES = ("clients", "http-api", "websocket", "views", "errors")
HOST_PAGES = ("deployment", "configuration", "operation")
NGINX = (DEPLOY / "nginx.conf").read_text("utf-8")
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8")
ENV = (DEPLOY / ".env.example").read_text("utf-8")
COMPOSE = (DEPLOY / "compose.yaml").read_text("utf-8")


def text_of(pages: Iterable[str]) -> str:
    """Several pages of the documentation, one after the other."""
    return "\n".join((ROOT / "docs" / f"{page}.md").read_text("utf-8") for page in pages)


SERVER, DEPLOYMENT = text_of(CLIENT_PAGES), text_of(HOST_PAGES)


def rows(page: str) -> list[list[str]]:
    """The cells of every row of every table of a page."""
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in page.splitlines()
        if line.startswith("|")
    ]


def tag(kind: Any) -> str:
    """The tag of a message or an event on the wire."""
    return str(kind.__struct_config__.tag)


# The pages for hosts


@pytest.mark.parametrize("name", [setting.name for setting in fields(Config)])
def test_every_setting_is_documented_with_its_default(name: str) -> None:
    (row,) = [cells for cells in rows(DEPLOYMENT) if f"`{variable(name)}`" in cells]
    flag, _, default, meaning = row
    assert flag == ("" if name == "secret" else f"`{option(name)}`")
    assert meaning
    if name == "data":
        assert default == "`~/.local/share/ingenious`"
    else:
        value = getattr(Config(), name)
        written = str(int(value)) if isinstance(value, bool) else str(value)
        assert default == (f"`{written}`" if written else "")


def test_every_metric_is_documented() -> None:
    assert metrics.EVENTS_APPENDED in REGISTRY._collector_to_names
    ours = {
        name + ("_total" if metric.type == "counter" else "")
        for metric in REGISTRY.collect()
        if (name := metric.name).startswith("ingenious_")
    }
    documented = {cells[0].strip("`") for cells in rows(DEPLOYMENT) if "`ingenious_" in cells[0]}
    assert documented == ours


# The pages for writers of clients


def test_every_endpoint_is_documented() -> None:
    documented = {tuple(cell.strip("`") for cell in cells[:2]) for cells in rows(SERVER)}
    assert {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS} <= documented


def test_every_message_of_a_client_has_a_complete_example() -> None:
    kinds = set()
    for text in re.findall(r'`({"do": [^`]*})`', SERVER):
        message = messages.decode_message(text)
        kinds.add(type(message))
        assert {*json.loads(text), "id"} == {*message.__struct_fields__, "do"}
    assert kinds == set(get_args(messages.Message))


def test_every_event_is_documented_with_the_fields_of_its_news() -> None:
    documented = {
        word: set(re.findall(r"`(\w+)`", cells[1])) - {"entries", "story"}
        for cells in rows(SERVER)
        if len(cells) == 3
        for word in re.findall(r"`([a-z-]+)`", cells[0])
    }
    always, not_always = {"number", "at"}, {"entries", "story", "text"}
    for kind in get_args(Event):
        fields = set(NEWS[tag(kind)].__struct_fields__)
        assert documented[tag(kind)] == fields - always - not_always


def test_every_setting_of_a_table_and_every_reaction_is_documented() -> None:
    texts = [" ".join(cells) for cells in rows(SERVER)]
    documented = {word for text in texts for word in re.findall(r"`([a-z-]+)`", text)}
    assert {field.name for field in fields_of(Settings)} <= documented
    assert set(get_args(Reaction)) <= documented


def test_the_examples_of_server_messages_are_json() -> None:
    blocks = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", SERVER, re.DOTALL)]
    kinds = {block["type"] for block in blocks if "type" in block}
    answers = {"done", "refused", "preview", "hints", "coach"}
    assert kinds == {"table", "update", "presence", "heartbeat"} | answers


# The files in deploy


def substituted(text: str) -> dict[str, Any]:
    """A Compose file with the defaults of its variables."""
    filled = re.sub(r"\$\{(\w+):-([^}]*)\}", r"\2", re.sub(r"\$\{(\w+):\?[^}]*\}", "x", text))
    assert "$" not in filled
    values: dict[str, Any] = yaml.safe_load(filled)
    return values


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return substituted(COMPOSE)


def servers(compose: dict[str, Any]) -> dict[str, Any]:
    return {name: s for name, s in compose["services"].items() if name.startswith("server-")}


def test_there_are_two_servers_with_their_services(compose: dict[str, Any]) -> None:
    assert set(servers(compose)) == {"server-1", "server-2"}
    assert set(compose["services"]) == {*servers(compose), "postgres", "redis", "nginx"}
    for service in compose["services"].values():
        assert service["restart"] == "unless-stopped"
        assert set(service["networks"]) <= set(compose["networks"])
        assert set(service.get("depends_on", ())) <= set(compose["services"])
    for name in ("postgres", "redis", "nginx"):
        assert compose["services"][name]["healthcheck"]["test"][0] == "CMD"
    assert "HEALTHCHECK" in DOCKERFILE


def test_the_servers_have_valid_settings(compose: dict[str, Any]) -> None:
    known = {variable(setting.name) for setting in fields(Config)}
    services = compose["services"]
    for server in servers(compose).values():
        given = server["environment"].items()
        environment = {name: "" if value is None else str(value) for name, value in given}
        assert set(environment) <= known
        config = from_environment(environment).checked()
        database = re.fullmatch(r"postgresql://(\w+):(\w+)@(\w+):5432/(\w+)", config.database)
        assert database is not None
        user, password, host, name = database.groups()
        postgres = services[host]["environment"]
        assert (user, password, name) == tuple(
            postgres[f"POSTGRES_{part}"] for part in ("USER", "PASSWORD", "DB")
        )
        assert config.broker == "redis://redis:6379"
    image = dict(re.findall(r"(INGENIOUS_\w+)=(\S+)", DOCKERFILE))
    assert set(image) <= {*known, "INGENIOUS_CACHE"}
    assert from_environment(image).checked().host == "0.0.0.0"


def test_the_environment_file_has_exactly_the_variables_of_compose() -> None:
    variables = set(re.findall(r"\$\{(\w+):", COMPOSE))
    assert set(re.findall(r"^(\w+)=", ENV, re.MULTILINE)) == variables
    defaults = dict(re.findall(r"\$\{(\w+):-([^}]*)\}", COMPOSE))
    assert defaults == {
        name: value
        for name, value in re.findall(r"^(\w+)=(.*)$", ENV, re.MULTILINE)
        if name in defaults
    }
    assert ".env" in (DEPLOY / ".gitignore").read_text("utf-8").split()


def test_volumes_are_declared_or_are_files_in_deploy(compose: dict[str, Any]) -> None:
    named = set()
    for service in compose["services"].values():
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            if source.startswith("."):
                assert (DEPLOY / source).is_file()
            else:
                named.add(source)
    assert named == set(compose["volumes"])


def test_the_proxy_names_the_servers_and_their_port(compose: dict[str, Any]) -> None:
    (port,) = re.findall(r"^EXPOSE (\d+)$", DOCKERFILE, re.MULTILINE)
    assert f"INGENIOUS_PORT={port}" in DOCKERFILE
    assert f"http://127.0.0.1:{port}/health" in DOCKERFILE
    upstream = re.findall(r"^\s+server ([\w-]+):(\d+) ", NGINX, re.MULTILINE)
    assert upstream == [(name, port) for name in sorted(servers(compose))]
    (listens,) = re.findall(r"listen (\d+);", NGINX)
    (published,) = compose["services"]["nginx"]["ports"]
    assert published.endswith(f":{listens}")
    published_by_others = [n for n, s in compose["services"].items() if "ports" in s]
    assert published_by_others == ["nginx"]  # everything else is internal


def test_the_proxy_forwards_sockets_and_hides_the_metrics() -> None:
    for page in (NGINX, DEPLOYMENT):
        for line in (
            "proxy_http_version 1.1;",
            "proxy_set_header Host $http_host;",
            "proxy_set_header Upgrade $http_upgrade;",
            "proxy_set_header Connection $connection_upgrade;",
            "proxy_set_header X-Forwarded-For $remote_addr;",
        ):
            assert line in page
        assert re.search(r"location = /metrics {\s+return 404;\s+}", page)
    assert NGINX.count("{") == NGINX.count("}")


def test_the_image_is_built_from_existing_files(compose: dict[str, Any]) -> None:
    for server in servers(compose).values():
        assert (DEPLOY / server["build"]["context"]).resolve() == ROOT
        assert ROOT / server["build"]["dockerfile"] == DEPLOY / "Dockerfile"
    copied = {
        name
        for words in re.findall(r"^COPY (?!--)(.+)$", DOCKERFILE, re.MULTILINE)
        for name in words.split()[:-1]
    }
    assert all((ROOT / name).exists() for name in copied)
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    assert {line[1:] for line in ignored if line.startswith("!")} == copied
    assert re.search(r"^USER ingenious$", DOCKERFILE, re.MULTILINE)
    assert 'CMD ["ingenious", "serve"]' in DOCKERFILE


# The example


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path / "data") as running:
        yield running


def test_the_example_bot_plays_at_tables_of_others_and_at_its_own(
    server: ServerProcess,
) -> None:
    host = Guest(server.url, "Host")
    games = ["cards", "tiles"]
    body = {"settings": {"games": games, "seats": [{}, {}]}, "sit": [0]}
    opened = host.post("/api/tables", body).json()
    table, invite = opened["table"], opened["invite"]

    async def play() -> None:
        """Play against the bot at random, and begin each game."""
        async with host.socket(table) as socket:
            for _ in games:
                await socket.ask(do="start")
                while socket.shared["phase"] == "playing":
                    if socket.has_turn():
                        await socket.play(Random(1))
                    else:
                        await socket.receive()

    with ThreadPoolExecutor(2) as pool:
        bots = [pool.submit(run_bot, server.url), pool.submit(run_bot, server.url, table, invite)]
        wait_for(host, table, lambda view: all(seat["taken"] for seat in view["seats"]))
        asyncio.run(play())
    assert all("is over" in bot.result() for bot in bots)


def run_bot(*arguments: str) -> str:
    """Run the example bot; its output."""
    command = [sys.executable, str(ROOT / "docs" / "examples" / "server_bot.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stdout


def wait_for(host: Guest, table: str, is_met: Callable[[dict[str, Any]], bool]) -> None:
    """Wait until the shared part of a table's view meets a condition."""
    deadline = time.monotonic() + 300
    while not is_met(host.get(f"/api/tables/{table}").json()["view"]["shared"]):
        assert time.monotonic() < deadline
        time.sleep(0.2)


def test_the_example_bot_is_short() -> None:
    bot = (ROOT / "docs" / "examples" / "server_bot.py").read_text("utf-8")
    assert len(bot.splitlines()) <= 80
