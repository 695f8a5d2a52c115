"""Which connections may stay, and how many descriptors there are for them."""

import resource
from collections.abc import Iterator

import pytest

from ingenious.server import descriptors
from ingenious.server.descriptors import ConnectionLimits, connection_limits, raise_limit
from ingenious.server.http.connection_slots import (
    BEFORE_GAME,
    IN_GAME,
    MAX_CLOSING_SOCKETS,
    SPECTATOR,
    ConnectionSlots,
    NoFreeSlot,
    Slot,
)


class FakeConnection:
    """A connection that notes what is done to it."""

    def __init__(
        self, address: str, who: str = "", priority: int = SPECTATOR, table: str = "t"
    ) -> None:
        self.closed = self.ended = self.busy = False
        self.slot = Slot(address, self._abort)
        self.slot.is_busy = lambda: self.busy
        self.slot.person_id, self.slot.table = who, table
        self.slot.priority, self.slot.end = lambda: priority, self._end

    def _abort(self) -> None:
        self.closed = True

    def _end(self) -> None:
        self.ended = True


def taken(slots: ConnectionSlots, connection: FakeConnection) -> list[Slot]:
    """Those that make way for a socket."""
    slots.enter(connection.slot)
    return slots.take(connection.slot, connection.slot.address)


def test_the_least_recently_used_idle_connection_makes_way() -> None:
    slots = ConnectionSlots(ConnectionLimits(sockets=8, waiting=4), 100)
    connections = [
        FakeConnection("a"),
        FakeConnection("b"),
        FakeConnection("b"),
        FakeConnection("c"),
    ]
    connections[1].busy = True
    for connection in connections:
        slots.enter(connection.slot)
    slots.enter(FakeConnection("d").slot)  # b has most, and its first is busy
    assert [connection.closed for connection in connections] == [False, False, True, False]
    second = FakeConnection("a")
    slots.leave(connections[3].slot)
    slots.enter(second.slot)
    slots.used(connections[0].slot)
    slots.enter(FakeConnection("e").slot)  # a has most, and its second was never used
    assert second.closed
    assert not connections[0].closed


def test_an_address_closes_its_own_connections() -> None:
    slots = ConnectionSlots(ConnectionLimits(sockets=8, waiting=8), 100)
    other, own_sockets = FakeConnection("b"), [FakeConnection("a") for _ in range(6)]
    for connection in [other, *own_sockets]:
        slots.enter(connection.slot)
    assert [connection.closed for connection in own_sockets] == [
        True,
        True,
        False,
        False,
        False,
        False,
    ]
    assert not other.closed
    assert slots.waiting == 5


def test_a_proxy_has_the_connections_of_many_clients() -> None:
    slots = ConnectionSlots(ConnectionLimits(sockets=8, waiting=8), 2)
    connections = [FakeConnection("proxy") for _ in range(8)]
    for connection in connections:
        slots.enter(connection.slot, is_proxy=True)
    assert not any(connection.closed for connection in connections)
    slots.enter(FakeConnection("proxy").slot, is_proxy=True)
    assert [connection.closed for connection in connections].index(True) == 0


def test_an_address_that_only_opens_sockets_gets_half_of_the_places() -> None:
    slots = ConnectionSlots(ConnectionLimits(sockets=16, waiting=16), 100)
    for _ in range(8):
        assert taken(slots, FakeConnection("a")) == []
    with pytest.raises(NoFreeSlot) as full:
        taken(slots, FakeConnection("a"))
    assert full.value.of_address


def test_people_behind_one_address_share_it() -> None:
    slots = ConnectionSlots(ConnectionLimits(sockets=16, waiting=16), 100)
    greedy = [FakeConnection("a", "eve", IN_GAME, f"t{n}") for n in range(8)]
    for connection in greedy:
        assert taken(slots, connection) == []
    assert taken(slots, FakeConnection("a", "ann", IN_GAME)) == [greedy[0].slot]
    assert taken(slots, FakeConnection("a", "ben", IN_GAME)) == [greedy[1].slot]
    with pytest.raises(NoFreeSlot):
        taken(slots, FakeConnection("a", "eve", IN_GAME, "another"))


def test_further_sockets_of_a_player_at_a_table_only_watch() -> None:
    slots = ConnectionSlots(ConnectionLimits(sockets=8, waiting=16), 100)
    connections = [FakeConnection("a", "eve", IN_GAME) for _ in range(4)]
    for connection in connections:
        taken(slots, connection)
    assert taken(slots, FakeConnection("a", "ann", IN_GAME)) == [connections[0].slot]
    with pytest.raises(NoFreeSlot):
        taken(slots, FakeConnection("a", "eve", IN_GAME))


def test_players_of_a_busy_address_keep_their_places() -> None:
    slots = ConnectionSlots(ConnectionLimits(sockets=16, waiting=16), 100)
    school = [FakeConnection("school", f"pupil {n}", IN_GAME) for n in range(8)]
    others = [FakeConnection(f"{n}", f"p{n}", IN_GAME) for n in range(6)]
    for connection in school + others:
        assert taken(slots, connection) == []
    hostile = [FakeConnection("a", f"eve {n}", IN_GAME) for n in range(3)]
    assert [taken(slots, connection) for connection in hostile[:2]] == [[], []]
    with pytest.raises(NoFreeSlot):
        taken(slots, hostile[2])
    # A pupil with several games makes way with one of them.
    slots.leave(school[0].slot)
    second = FakeConnection("school", "pupil 1", IN_GAME, "another")
    assert taken(slots, second) == []
    assert taken(slots, hostile[2]) == [school[1].slot]


@pytest.mark.parametrize("priority", [SPECTATOR, BEFORE_GAME])
def test_players_come_before_all_others(priority: int) -> None:
    slots = ConnectionSlots(ConnectionLimits(sockets=16, waiting=16), 100)
    others = [FakeConnection(f"{n}", f"p{n}", priority) for n in range(14)]
    for connection in others:
        taken(slots, connection)
    with pytest.raises(NoFreeSlot) as full:  # the last places are kept
        taken(slots, FakeConnection("x", "x", priority))
    assert not full.value.of_address
    made_way = [taken(slots, FakeConnection(f"{n}", f"q{n}", IN_GAME)) for n in range(100, 116)]
    assert made_way[:2] == [[], []]
    assert [way for ways in made_way for way in ways] == [connection.slot for connection in others]
    with pytest.raises(NoFreeSlot):
        taken(slots, FakeConnection("y", "y", IN_GAME))


def test_a_few_closed_clients_have_time_to_read_the_reason() -> None:
    slots, timers = ConnectionSlots(ConnectionLimits(sockets=99, waiting=99), 100), []
    connections = [FakeConnection(f"{n}") for n in range(MAX_CLOSING_SOCKETS + 1)]
    for connection in connections:
        slots.close(connection.slot, lambda seconds, abort: timers.append((seconds, abort)))
    assert [connection.ended for connection in connections] == [True] * MAX_CLOSING_SOCKETS + [
        False
    ]
    assert [connection.closed for connection in connections] == [False] * MAX_CLOSING_SOCKETS + [
        True
    ]
    for _, abort in timers:
        abort()
    assert all(connection.closed for connection in connections)


@pytest.fixture
def _limit() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.usefixtures("_limit")
def test_the_limit_of_open_files_is_raised() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, hard))
    limit = raise_limit()
    assert limit == min(hard, descriptors.MAX_FILES) > 200
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (limit, hard)
    assert raise_limit() == limit


def test_some_descriptors_stay_in_reserve() -> None:
    for limit in (64, 128, 256, 1024, 20_000, 65_536):
        for bots in (1, 4):
            found = connection_limits(limit, 10_000, bots)
            assert found.sockets > 0
            assert found.waiting > 0
            if limit >= 256:
                assert found.sockets + found.waiting <= limit - 64 - 8 * bots
    assert connection_limits(65_536, 10_000, 1) == ConnectionLimits(10_000, 4000)
