"""Presence: everyone at a table soon sees who is away, and at once who is back."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

import pytest

from ingenious.server.config import Config
from ingenious.server.live import presence
from ingenious.server.live.live_table import LiveTable
from ingenious.server.live.presence import PresenceTracker
from ingenious.store import NoBroker, PresenceReport
from ingenious.table import Settings, Table
from ingenious.table.events import ClockExpired, SeatLeft, SeatTaken
from ingenious.table.settings import Clock
from testkit.guests import Guest, seat_guests
from testkit.server_process import ServerProcess
from testkit.tables import BOT, OPEN, TableDriver

TIMEOUT_S = 10.0


# With a clock that the test advances

Bus = list["Server"]


@dataclass(eq=False)
class Watcher:
    """A connection that keeps the absent seats that it was sent."""

    time: ClassVar["Time"]
    has_answered: ClassVar[bool] = True

    person_id: str
    reported: list[list[int] | None] = field(default_factory=list)
    silent_since: float | None = None

    @property
    def last_heard(self) -> float:
        return self.time.now if self.silent_since is None else self.silent_since

    def notify_absent(self, live: LiveTable) -> None:
        self.reported.append(live.absent)

    def notify(self, live: LiveTable, news: object, origin: object) -> None:
        raise AssertionError("nothing happens here")

    def ping(self) -> None:
        raise AssertionError("no clock runs here")

    def disconnect(self) -> None:
        raise AssertionError("nothing goes wrong here")


class Server:
    """One of several processes: they communicate over a bus, unless one is cut off from it."""

    def __init__(self, table: Table, bus: Bus, is_alone: bool = False) -> None:
        self.live = LiveTable("t")
        self.live.table, self.live.notified_number = table, table.number
        self.bus = bus
        self.is_cut = is_alone
        self.presence = PresenceTracker({"t": self.live}, self, TIMEOUT_S, is_alone)
        bus.append(self)

    # As a broker

    async def start(self, on_event: object, on_presence: object) -> None:
        """Nothing to start."""

    def publish(self, table: str, number: int) -> None:
        raise AssertionError("nothing happens here")

    def report_presence(self, report: PresenceReport) -> None:
        if not self.is_cut:
            for server in self.bus:
                if not server.is_cut:
                    server.presence.on_report(report)

    connected = True

    async def close(self) -> None:
        """Nothing to close."""

    # As a server

    def connect(self, person_id: str) -> Watcher:
        watcher = Watcher(person_id)
        self.presence.on_connect(self.live, person_id)
        self.live.watchers.add(watcher)
        return watcher

    def disconnect(self, watcher: Watcher) -> None:
        self.live.watchers.discard(watcher)
        self.presence.on_disconnect(self.live, watcher.person_id, watcher.last_heard)


class Time:
    """A clock that the test advances, for all servers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(presence, "monotonic", lambda: self.now)
        monkeypatch.setattr(Watcher, "time", self, raising=False)

    def advance(self, seconds: float, *servers: Server) -> None:
        for _ in range(round(seconds * presence.REPORTS_PER_TIMEOUT / TIMEOUT_S)):
            self.now += TIMEOUT_S / presence.REPORTS_PER_TIMEOUT
            for server in servers:
                server.presence._report_and_update([server.live])


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


def table_of(*people: str, bots: int = 0, clock: Clock | None = None) -> Table:
    """A table at which some people play."""
    seats = (OPEN,) * len(people) + (BOT,) * bots
    settings = Settings(("classic",), seats, clock=clock or Clock())
    return TableDriver(settings).sit(*people).start().table


def test_a_player_is_away_after_the_timeout_and_back_at_once(time: Time) -> None:
    server = Server(table_of("ann", "ben", bots=1), [], is_alone=True)
    ann, ben = server.connect("ann"), server.connect("ben")
    time.advance(3 * TIMEOUT_S, server)
    server.disconnect(ben)
    time.advance(0.75 * TIMEOUT_S, server)
    assert server.live.absent == []
    time.advance(0.5 * TIMEOUT_S, server)
    assert server.live.absent == [1]
    assert ann.reported == [[1]]
    ben = server.connect("ben")
    assert ann.reported == [[1], []]
    time.advance(3 * TIMEOUT_S, server)
    # A player who connects learns it from the table itself.
    assert (ann.reported, ben.reported) == ([[1], []], [])


def test_the_time_until_absent_starts_when_a_client_was_last_heard_from(time: Time) -> None:
    server = Server(table_of("ann", "ben"), [], is_alone=True)
    ann, ben = server.connect("ann"), server.connect("ben")
    time.advance(TIMEOUT_S, server)
    ben.silent_since = time.now
    time.advance(1.2 * TIMEOUT_S, server)
    assert server.live.absent == []  # as long as the connection is open
    server.disconnect(ben)
    assert server.live.absent == [1]
    assert ann.reported == [[1]]


def test_a_silent_connection_is_not_reported_to_other_servers(time: Time) -> None:
    bus: Bus = []
    table = table_of("ann", "ben")
    first, second = Server(table, bus), Server(table, bus)
    ann, ben = first.connect("ann"), second.connect("ben")
    time.advance(3 * TIMEOUT_S, first, second)
    ben.silent_since = time.now
    time.advance(presence.FRESH_S + 0.8 * TIMEOUT_S, first, second)
    assert first.live.absent == []
    time.advance(0.6 * TIMEOUT_S, first, second)
    assert ann.reported[-1] == first.live.absent == [1]


def test_a_page_reload_is_not_reported(time: Time) -> None:
    server = Server(table_of("ann", "ben"), [], is_alone=True)
    ann, ben = server.connect("ann"), server.connect("ben")
    for _ in range(5):
        server.disconnect(ben)
        time.advance(0.75 * TIMEOUT_S, server)
        ben = server.connect("ben")
        time.advance(0.5 * TIMEOUT_S, server)
    assert ann.reported == []


def test_one_of_several_connections_is_enough_and_spectators_do_not_count(time: Time) -> None:
    server = Server(table_of("ann", "ben"), [], is_alone=True)
    one, other = server.connect("ben"), server.connect("ben")
    watcher, guest = server.connect("eve"), server.connect("")
    time.advance(2 * TIMEOUT_S, server)
    assert server.live.absent == [0]
    server.disconnect(one)
    time.advance(2 * TIMEOUT_S, server)
    assert server.live.absent == [0]
    server.disconnect(other)
    time.advance(2 * TIMEOUT_S, server)
    assert watcher.reported == guest.reported == [[0], [0, 1]]


def test_a_shared_screen_counts_for_all_its_seats(time: Time) -> None:
    server = Server(table_of("ann", "ann", "ben"), [], is_alone=True)
    screen = server.connect("ann")
    time.advance(2 * TIMEOUT_S, server)
    assert screen.reported == [[2]]
    server.disconnect(screen)
    time.advance(2 * TIMEOUT_S, server)
    assert server.live.absent == [0, 1, 2]


def test_bots_and_players_with_a_stand_in_are_never_away(time: Time) -> None:
    table = table_of("ann", "ben", "cat", bots=1, clock=Clock("total", 60))
    assert list(table.awaited()) == [0, 1, 2]
    table.apply(SeatLeft(at=10, seat=1))
    table.apply(ClockExpired(at=20, seat=2))
    assert list(table.awaited()) == [0]  # the clock of seat 2 stays expired
    server = Server(table, [], is_alone=True)
    ann = server.connect("ann")
    time.advance(2 * TIMEOUT_S, server)
    assert server.live.absent == []
    table.apply(SeatTaken(at=30, seat=1, person_id="ben", name="Ben"))
    time.advance(0.75 * TIMEOUT_S, server)
    assert ann.reported == []  # a player who comes back gets the full time again
    time.advance(0.75 * TIMEOUT_S, server)
    assert ann.reported == [[1]]


def test_a_player_whose_move_clock_expired_is_still_awaited() -> None:
    table = table_of("ann", "ben", clock=Clock("move", 60))
    table.apply(ClockExpired(at=20, seat=1))
    assert list(table.awaited()) == [0, 1]


def test_a_connection_to_any_server_is_enough(time: Time) -> None:
    bus: Bus = []
    table = table_of("ann", "ben")
    first, second = Server(table, bus), Server(table, bus)
    ann, ben = first.connect("ann"), second.connect("ben")
    time.advance(3 * TIMEOUT_S, first, second)
    assert first.live.absent == second.live.absent == []
    before = len(ann.reported)
    second.disconnect(ben)
    time.advance(0.75 * TIMEOUT_S, first, second)
    assert first.live.absent == []
    time.advance(0.5 * TIMEOUT_S, first, second)
    assert ann.reported[before:] == [[1]]
    first.connect("ben")
    assert first.live.absent == second.live.absent == []


def test_players_of_a_killed_server_are_soon_away(time: Time) -> None:
    bus: Bus = []
    table = table_of("ann", "ben")
    first, second = Server(table, bus), Server(table, bus)
    ann, _ = first.connect("ann"), second.connect("ben")
    time.advance(3 * TIMEOUT_S, first, second)
    bus.remove(second)
    time.advance(1.5 * TIMEOUT_S, first)
    assert ann.reported[-1] == first.live.absent == [1]


def test_a_server_cut_off_from_the_others_reports_no_player_as_away(time: Time) -> None:
    bus: Bus = []
    table = table_of("ann", "ben", "cat")
    first, second = Server(table, bus), Server(table, bus)
    ann, _ = first.connect("ann"), second.connect("ben")
    time.advance(3 * TIMEOUT_S, first, second)
    assert first.live.absent == second.live.absent == [2]
    first.is_cut = second.is_cut = True
    time.advance(2 * TIMEOUT_S, first, second)
    assert [ann.reported[-1], first.live.absent, second.live.absent] == [None] * 3
    first.is_cut = second.is_cut = False
    time.advance(0.5 * TIMEOUT_S, first, second)
    assert first.live.absent == second.live.absent == []  # everyone's timeout starts again
    time.advance(TIMEOUT_S, first, second)
    assert first.live.absent == second.live.absent == [2]


def test_a_server_that_stalled_reports_no_player_as_away(time: Time) -> None:
    bus: Bus = []
    table = table_of("ann", "ben", "cat")
    first, second = Server(table, bus), Server(table, bus)
    ann, _ = first.connect("ann"), second.connect("ben")
    time.advance(3 * TIMEOUT_S, first, second)
    before = len(ann.reported)
    time.now += 3 * TIMEOUT_S  # nothing was checked in the meantime
    first.presence.on_report({"another": [0]})
    first.presence.update(first.live)
    assert ann.reported[before:] == [[]]
    time.advance(2 * TIMEOUT_S, first, second)
    assert ann.reported[before:] == [[], [2]]

    alone = Server(table, [], is_alone=True)
    ann = alone.connect("ann")
    time.advance(TIMEOUT_S / 2, alone)
    time.now += 3 * TIMEOUT_S
    alone.connect("ben")  # before the next check
    assert alone.live.absent == [2]
    assert ann.reported == [[2]]


def test_a_new_player_of_a_seat_gets_the_full_timeout(time: Time) -> None:
    table = TableDriver(Settings(("classic",), (OPEN, OPEN))).sit("ann", "ben").table
    server = Server(table, [], is_alone=True)
    ann = server.connect("ann")
    time.advance(2 * TIMEOUT_S, server)
    table.apply(SeatLeft(at=10, seat=1))
    server.presence.update(server.live)
    assert ann.reported == [[1], []]
    table.apply(SeatTaken(at=20, seat=1, person_id="cat", name="Cat"))
    server.presence.update(server.live)
    assert ann.reported == [[1], []]  # the full time again, with or without a connection
    time.advance(2 * TIMEOUT_S, server)
    assert ann.reported == [[1], [], [1]]


@pytest.mark.parametrize("seed", range(40))
def test_no_player_is_away_only_because_servers_lose_contact(seed: int, time: Time) -> None:
    """Their reports are late and not in step, and the broker fails and returns at any moment."""
    rng, bus = Random(seed), Bus()
    table = table_of("ann", "ben")
    servers = [Server(table, bus), Server(table, bus)]
    watchers = [
        server.connect(person_id) for server, person_id in zip(servers, ("ann", "ben"), strict=True)
    ]
    interval = TIMEOUT_S / presence.REPORTS_PER_TIMEOUT
    due = [(time.now + rng.random() * interval, number) for number in range(2)]
    is_down = False
    changes = time.now + rng.uniform(1, 4) * TIMEOUT_S
    for _ in range(300):
        moment, number = min(due)
        time.now = moment
        if moment > changes:
            is_down = not is_down
            changes = moment + rng.uniform(0.1, 4) * TIMEOUT_S
            for server in servers:
                server.is_cut = is_down
        servers[number].presence._report_and_update([servers[number].live])
        due[number] = (moment + interval * rng.uniform(1, 1.3), number)
        if rng.random() < 0.3:  # a client views the table in the meantime
            time.now = rng.uniform(moment, min(due)[0])
            for server in servers:
                server.presence.update(server.live)
    seen = {tuple(seats) for watcher in watchers for seats in watcher.reported if seats is not None}
    assert seen <= {()}


def test_a_check_of_many_tables_lets_other_tasks_run(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The check is done in steps, and a step that fails does not end it."""
    monkeypatch.setattr(presence, "TABLES_PER_STEP", 1)
    seen: list[str] = []

    class Counted(PresenceTracker):
        def _report_and_update(self, some: Sequence[LiveTable]) -> None:
            seen.extend(live.id for live in some)
            if len(seen) == 2:
                raise ValueError("this one")

    lives = {name: LiveTable(name) for name in "abc"}

    async def check() -> None:
        watching = asyncio.create_task(Counted(lives, NoBroker(), 0.01, True).watch())
        turns = 0
        while len(seen) < 9:
            await asyncio.sleep(0)
            turns += 1
        watching.cancel()
        assert turns >= 9

    asyncio.run(check())
    assert seen[:6] == [*"abcabc"]
    assert [record.message for record in caplog.records] == ["the presence check failed"]


def test_only_a_single_process_without_a_broker_is_alone() -> None:
    assert Config().is_alone
    assert not Config(workers=2).is_alone
    assert not Config(database="postgresql://a/b").is_alone
    assert not Config(broker="redis://a").is_alone


# With a real server

SHORT_TIMEOUT_S = 2


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    data = tmp_path_factory.mktemp("presence") / "data"
    with ServerProcess(data, "--away-after", str(SHORT_TIMEOUT_S)) as running:
        yield running


def test_everyone_at_a_table_learns_who_is_away_and_nothing_is_stored(
    server: ServerProcess,
) -> None:
    table, (ann, ben, cat) = seat_guests(server.url, "classic", 3, start=0)
    eve = Guest(server.url, "Eve")

    async def play() -> None:
        async with (
            ann.socket(table) as first,
            eve.socket(table) as spectator,
            cat.socket(table) as third,
        ):
            second = await ben.socket(table).open()
            await first.ask(do="start")
            for one in (first, spectator, second, third):
                await one.wait_until_absent([])
            before = ann.get(f"/api/tables/{table}").json()
            await third.close()
            for one in (first, spectator, second):
                await one.wait_until_absent([2])
            after = ann.get(f"/api/tables/{table}").json()
            assert after == {**before, "absent": [2]}
            await third.open()
            for one in (first, spectator, second, third):
                await one.wait_until_absent([])
            assert ann.get(f"/api/tables/{table}").json() == before
            await second.close()

    asyncio.run(play())


def test_a_player_who_never_connected_is_away_and_two_connections_are_one_person(
    server: ServerProcess,
) -> None:
    table, (ann, ben) = seat_guests(server.url, "cards", 2, start=0)

    async def play() -> None:
        async with ann.socket(table) as first:
            await first.wait_until_absent([1])
            one, other = await ben.socket(table).open(), await ben.socket(table).open()
            await first.wait_until_absent([])
            await one.close()
            await first.ask(do="start")
            # A bot plays for a player who has left, so the game goes on.
            await other.close()
            await first.wait_until_absent([1])
            ben.post(f"/api/tables/{table}", {"do": "leave", "seat": 1})
            await first.wait_until_absent([])

    asyncio.run(play())


def test_a_reload_within_the_timeout_is_not_reported(restarted: ServerProcess) -> None:
    """The usual timeout."""
    table, (ann, ben) = seat_guests(restarted.url, "cards", 2, start=0)

    async def play() -> None:
        async with ann.socket(table) as first:
            second = await ben.socket(table).open()
            for _ in range(3):
                await second.close()
                await second.open()
            await first.ask(do="start")
            await second.close()
            assert first.presence == [[]]

    asyncio.run(play())


def test_two_servers_on_one_folder_report_no_player_as_away(server: ServerProcess) -> None:
    """As when a host starts the server twice: each process has people unknown to the other."""
    one, options = server, ("--away-after", str(SHORT_TIMEOUT_S))
    with ServerProcess(one.data, *options) as other:
        table, (ann, ben) = seat_guests(one.url, "cards", 2, start=0)
        ben.url = other.url

        async def play() -> None:
            async with ann.socket(table) as first:
                await first.wait_until_absent([1])  # it cannot know that Ben is at the other server
                async with ben.socket(table) as second:
                    await second.ask(do="react", seat=1, reaction="hello")
                    await first.wait_until_absent(None)

        asyncio.run(play())
