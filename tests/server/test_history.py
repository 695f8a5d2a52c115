"""The history of a running game shows each viewer only what they saw at the time."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from ingenious.record.model import View
from ingenious.server.http import replays
from ingenious.server.http.record_reader import ReaderLimit, RecordReader
from ingenious.server.http.replays import history_of
from ingenious.table import SeatPlan, Settings, Table, ViewBuilder, commands
from ingenious.table.view.build import encode
from ingenious.table.view.decision import DecisionDoc, from_doc
from ingenious.table.visibility import Viewer
from testkit.client import random_decision
from testkit.guests import Guest, seat_guests
from testkit.modes import MODES, recorded
from testkit.server_process import ServerProcess

SEED = bytes(range(32))
Values = dict[str, Any]


class Game:
    """A game at a table, with everything that each viewer has seen: position, racks and hands."""

    def __init__(self, name: str, players: int, seed: int) -> None:
        settings = Settings((name,), (SeatPlan(),) * players, start=0)
        self.table = Table.fold(commands.create(settings, "p0", 0))
        self.rng, self.seen = Random(seed), defaultdict[Viewer, list[Values]](list)
        for seat in range(players):
            self._apply(commands.sit(self.table, f"p{seat}", f"P{seat}", seat, 0))
        self._apply(commands.start(self.table, "p0", SEED, 0))
        self.views = ViewBuilder(self.table)
        self.viewers: list[Viewer] = [*range(players), None]
        self._note_views()

    def _apply(self, events: list[Any]) -> None:
        for event in events:
            self.table.apply(event)

    def _view(self, viewer: Viewer) -> Values:
        view: Values = json.loads(
            encode(self.views.view(viewer, "" if viewer is None else f"p{viewer}"))
        )
        return view

    def _note_views(self) -> None:
        for viewer in self.viewers:
            self.seen[viewer].append(shown(self._view(viewer)))

    def decide(self) -> bool:
        """Make a decision for the player whose turn it is; return whether the game continues."""
        turn = self.table.turn
        assert turn is not None
        seat = turn.seat
        return self.choose(random_decision(self._view(seat), self.rng))

    def choose(self, values: Values) -> bool:
        """Decide for the seat that has the turn; return whether the game continues."""
        seat = values["seat"]
        made = from_doc(msgspec.convert(values, DecisionDoc), seat)
        self._apply(commands.play(self.table, f"p{seat}", seat, made, 0))
        self._note_views()
        return self.table.turn is not None

    def history(self, viewer: Viewer) -> list[Values]:
        view: View = "spectator" if viewer is None else viewer
        found = history_of(self.table.records_for(viewer)[-1], view)
        steps: list[Values] = json.loads(encode(found))["steps"]
        return steps


def shown(values: Values) -> Values:
    """What is drawn of a view or of a step."""
    position = values.get("shared", values)["position"]
    if position["kind"] == "board":
        position = {**position, "rays": [], "spots": "0"}
    return {"position": position, **{k: values[k] for k in ("racks", "hands") if k in values}}


@pytest.mark.parametrize(("game", "players"), MODES)
def test_the_history_shows_each_viewer_what_they_saw_and_nothing_else(
    game: str, players: int
) -> None:
    played, count = Game(game, players, 3), 0
    while played.decide() and count < 36:
        count += 1
        if count % 6 and played.table.held is None:
            continue
        for viewer in played.viewers:
            steps = played.history(viewer)
            assert shown(steps[-1]) == played.seen[viewer][-1]
            if played.table.rules.hides_draws:
                for step in steps:
                    assert shown(step) in played.seen[viewer]
    assert count


@pytest.mark.parametrize(("game", "players"), MODES)
def test_the_stories_are_those_of_the_news(game: str, players: int) -> None:
    played = Game(game, players, 5)
    for _ in range(12):
        played.decide()
    for viewer in played.viewers:
        told: list[Any] = []
        for news in played.table.news:
            if news.is_for(viewer):
                values = json.loads(encode(played.views.news(news, viewer, ())))
                told += values.get("story", [])
        story = [item for step in played.history(viewer) for item in step["story"]]
        assert story[len(story) - len(told) :] == told


def test_steps_end_with_the_entries_that_the_list_of_moves_names() -> None:
    played = Game("tiles", 2, 1)
    for _ in range(20):
        played.decide()
    log = played.table.records[-1].log
    deal, *entries = [step["entry"] for step in played.history(0)]
    assert deal is None
    assert entries == sorted(entries)
    assert entries[-1] == len(log) - 1
    decided = [n for n, entry in enumerate(log) if entry.decision is not None]
    assert all(any(entry >= n for entry in entries) for n in decided)


def until_secret(played: Game) -> tuple[int, str]:
    """Play until a seat may swap or discard; the seat, and which of the two."""
    while played.table.held is None:
        assert played.decide(), "no player could swap or discard in this game"
    turn = played.table.turn
    assert turn is not None
    return turn.seat, turn.kind


@pytest.mark.parametrize(("game", "seed"), [("classic", 3), ("cards", 1)])
def test_a_move_before_a_secret_decision_is_shown_to_its_seat_only(game: str, seed: int) -> None:
    played = Game(game, 2, seed)
    seat, kind = until_secret(played)
    other = 1 - seat
    own, before = played.history(seat), played.history(other)
    log = played.table.records[-1].log
    assert own[-1]["entry"] == len(log) - 1
    assert before[-1]["entry"] < len(log) - 1
    group = "racks" if kind == "swap" else "hands"
    old = own[-1][group][seat]
    played.choose({"seat": seat, kind: old})
    assert played.history(other)[: len(before)] == before
    for viewer in played.viewers:
        steps = played.history(viewer)
        assert len(steps) == len(before) + 1, "the move and the secret decision are one step"
        assert isinstance(steps[-1][group][seat], list) == (viewer == seat)
    assert played.history(seat)[-1][group][seat] != old


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_everyone_who_may_watch_may_read_the_history(server: ServerProcess, game: str) -> None:
    table, guests = seat_guests(server.url, game, 2)
    path = f"/api/tables/{table}/history"
    missing = guests[0].get(path)
    assert (missing.status_code, missing.json()["code"]) == (404, "missing")
    assert guests[0].post(f"/api/tables/{table}", {"do": "start"}).status_code == 200
    for number, guest in enumerate([*guests, Guest(server.url, "Eve")]):
        (step,) = guest.get(path).json()["steps"]
        groups = step.get("racks") or step["hands"]
        assert [isinstance(group, list) for group in groups] == [n == number for n in (0, 1)]


def test_a_finished_game_hides_nothing(server: ServerProcess) -> None:
    table, (ann, ben) = seat_guests(server.url, "duel", 2)
    path = f"/api/tables/{table}"
    assert ann.post(path, {"do": "start"}).status_code == 200
    number = ann.get(path).json()["view"]["number"] + 1
    resign = {"do": "play", "seat": 0, "number": number, "decision": {"seat": 0, "resign": True}}
    assert ann.post(path, resign).status_code == 200
    for step in ben.get(path + "/history").json()["steps"]:
        assert all(len(rack) == 6 for rack in step["racks"])


def test_a_shared_screen_shows_no_rack(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann")
    wanted = {"settings": {"games": ["classic"], "seats": [{}, {}]}, "sit": [0, 1], "begin": True}
    table = ann.post("/api/tables", wanted).json()["table"]
    (step,) = ann.get(f"/api/tables/{table}/history").json()["steps"]
    assert step["racks"] == [6, 6]


def test_without_spectators_only_players_may_read_the_history(server: ServerProcess) -> None:
    table, guests = seat_guests(server.url, "dice", 2, spectators=False)
    guests[0].post(f"/api/tables/{table}", {"do": "start"})
    path = f"/api/tables/{table}/history"
    assert guests[1].get(path).status_code == 200
    assert Guest(server.url, "Eve").get(path).status_code == 403


def test_decisions_that_were_taken_back_are_gone(server: ServerProcess) -> None:
    table, (ann, ben) = seat_guests(server.url, "classic", 2, start=0)
    path = f"/api/tables/{table}"

    def entries(guest: Guest) -> list[int | None]:
        return [step["entry"] for step in guest.get(path + "/history").json()["steps"]]

    async def play() -> None:
        async with ann.socket(table) as first, ben.socket(table) as second:
            await first.ask(do="start")
            await second.receive()
            while first.has_turn():
                await first.play(Random(1))
            assert len(entries(ann)) == len(entries(ben)) == 2
            await first.ask(do="takeback", seat=0)
            await second.receive()
            await second.ask(do="takeback-reply", agrees=True)
            assert entries(ann) == entries(ben) == [None]

    asyncio.run(play())


@pytest.fixture
def _empty() -> Iterator[None]:
    yield
    replays.history_cache.clear()
    replays.replay_cache.clear()


@pytest.mark.usefixtures("_empty")
@pytest.mark.parametrize("many", ["histories", "replays"])
def test_replays_and_histories_are_cached_separately(many: str) -> None:
    if many == "histories":
        full, other = replays.history_cache, replays.replay_cache
    else:
        full, other = replays.replay_cache, replays.history_cache
    other.add(("table", 0), b"made")
    for number in range(replays.MAX_CACHED + 1):
        full.add(("table", number), b"{}")
    assert full.get(("table", 0)) is None
    assert other.get(("table", 0)) == b"made"


def test_a_history_is_built_once_per_view_and_counts_as_reading() -> None:
    replays.history_cache.clear()
    record = recorded("classic", 3, 1, stop_after=5)

    async def ask() -> None:
        reader = RecordReader(1, clock=lambda: 0.0)  # second per minute
        first = await reader.history(record, 0, "there")
        assert await reader.history(record, 0, "there") == first
        with pytest.raises(ReaderLimit):
            await reader.history(record, 1, "there")
        assert await reader.history(record, 1, "elsewhere") != first
        await reader.close()

    asyncio.run(ask())
