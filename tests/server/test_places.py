"""Which connections may stay, and how many descriptors there are for them."""

import resource
from collections.abc import Iterator

import pytest

from ingenious.server import descriptors
from ingenious.server.descriptors import Room, raise_limit, room
from ingenious.server.http.connection_slots import (
    GATHERS,
    MOST_CLOSING,
    PLAYS,
    WATCHES,
    Full,
    Place,
    Places,
)


class FakeConnection:
    """A connection that notes what is done to it."""

    def __init__(self, address: str, who: str = "", worth: int = WATCHES, table: str = "t") -> None:
        self.closed = self.ended = self.busy = False
        self.place = Place(address, self._abort)
        self.place.is_busy = lambda: self.busy
        self.place.person_id, self.place.table = who, table
        self.place.worth, self.place.end = lambda: worth, self._end

    def _abort(self) -> None:
        self.closed = True

    def _end(self) -> None:
        self.ended = True


def taken(places: Places, connection: FakeConnection) -> list[Place]:
    """Those that make way for a socket."""
    places.enter(connection.place)
    return places.take(connection.place, connection.place.address)


def test_the_least_recently_used_idle_connection_makes_way() -> None:
    places = Places(Room(sockets=8, waiting=4), 100)
    connections = [
        FakeConnection("a"),
        FakeConnection("b"),
        FakeConnection("b"),
        FakeConnection("c"),
    ]
    connections[1].busy = True
    for connection in connections:
        places.enter(connection.place)
    places.enter(FakeConnection("d").place)  # b has most, and its first is busy
    assert [connection.closed for connection in connections] == [False, False, True, False]
    second = FakeConnection("a")
    places.leave(connections[3].place)
    places.enter(second.place)
    places.used(connections[0].place)
    places.enter(FakeConnection("e").place)  # a has most, and its second was never used
    assert second.closed
    assert not connections[0].closed


def test_an_address_closes_its_own_connections() -> None:
    places = Places(Room(sockets=8, waiting=8), 100)
    other, mine = FakeConnection("b"), [FakeConnection("a") for _ in range(6)]
    for connection in [other, *mine]:
        places.enter(connection.place)
    assert [connection.closed for connection in mine] == [True, True, False, False, False, False]
    assert not other.closed
    assert places.waiting == 5


def test_a_proxy_has_the_connections_of_many_clients() -> None:
    places = Places(Room(sockets=8, waiting=8), 2)
    connections = [FakeConnection("proxy") for _ in range(8)]
    for connection in connections:
        places.enter(connection.place, is_proxy=True)
    assert not any(connection.closed for connection in connections)
    places.enter(FakeConnection("proxy").place, is_proxy=True)
    assert [connection.closed for connection in connections].index(True) == 0


def test_an_address_that_only_opens_sockets_gets_half_of_the_places() -> None:
    places = Places(Room(sockets=16, waiting=16), 100)
    for _ in range(8):
        assert taken(places, FakeConnection("a")) == []
    with pytest.raises(Full) as full:
        taken(places, FakeConnection("a"))
    assert full.value.of_address


def test_people_behind_one_address_share_it() -> None:
    places = Places(Room(sockets=16, waiting=16), 100)
    greedy = [FakeConnection("a", "eve", PLAYS, f"t{n}") for n in range(8)]
    for connection in greedy:
        assert taken(places, connection) == []
    assert taken(places, FakeConnection("a", "ann", PLAYS)) == [greedy[0].place]
    assert taken(places, FakeConnection("a", "ben", PLAYS)) == [greedy[1].place]
    with pytest.raises(Full):
        taken(places, FakeConnection("a", "eve", PLAYS, "another"))


def test_further_sockets_of_a_player_at_a_table_only_watch() -> None:
    places = Places(Room(sockets=8, waiting=16), 100)
    connections = [FakeConnection("a", "eve", PLAYS) for _ in range(4)]
    for connection in connections:
        taken(places, connection)
    assert taken(places, FakeConnection("a", "ann", PLAYS)) == [connections[0].place]
    with pytest.raises(Full):
        taken(places, FakeConnection("a", "eve", PLAYS))


def test_players_of_a_busy_address_keep_their_places() -> None:
    places = Places(Room(sockets=16, waiting=16), 100)
    school = [FakeConnection("school", f"pupil {n}", PLAYS) for n in range(8)]
    others = [FakeConnection(f"{n}", f"p{n}", PLAYS) for n in range(6)]
    for connection in school + others:
        assert taken(places, connection) == []
    hostile = [FakeConnection("a", f"eve {n}", PLAYS) for n in range(3)]
    assert [taken(places, connection) for connection in hostile[:2]] == [[], []]
    with pytest.raises(Full):
        taken(places, hostile[2])
    # A pupil with several games makes way with one of them.
    places.leave(school[0].place)
    second = FakeConnection("school", "pupil 1", PLAYS, "another")
    assert taken(places, second) == []
    assert taken(places, hostile[2]) == [school[1].place]


@pytest.mark.parametrize("worth", [WATCHES, GATHERS])
def test_players_come_before_all_others(worth: int) -> None:
    places = Places(Room(sockets=16, waiting=16), 100)
    others = [FakeConnection(f"{n}", f"p{n}", worth) for n in range(14)]
    for connection in others:
        taken(places, connection)
    with pytest.raises(Full) as full:  # the last places are kept
        taken(places, FakeConnection("x", "x", worth))
    assert not full.value.of_address
    made_way = [taken(places, FakeConnection(f"{n}", f"q{n}", PLAYS)) for n in range(100, 116)]
    assert made_way[:2] == [[], []]
    assert [way for ways in made_way for way in ways] == [connection.place for connection in others]
    with pytest.raises(Full):
        taken(places, FakeConnection("y", "y", PLAYS))


def test_a_few_have_time_to_read_why_they_are_closed() -> None:
    places, timers = Places(Room(sockets=99, waiting=99), 100), []
    connections = [FakeConnection(f"{n}") for n in range(MOST_CLOSING + 1)]
    for connection in connections:
        places.close(connection.place, lambda seconds, abort: timers.append((seconds, abort)))
    assert [connection.ended for connection in connections] == [True] * MOST_CLOSING + [False]
    assert [connection.closed for connection in connections] == [False] * MOST_CLOSING + [True]
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
    assert limit == min(hard, descriptors.MOST) > 200
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (limit, hard)
    assert raise_limit() == limit


def test_some_descriptors_stay_in_reserve() -> None:
    for limit in (64, 128, 256, 1024, 20_000, 65_536):
        for bots in (1, 4):
            found = room(limit, 10_000, bots)
            assert found.sockets > 0
            assert found.waiting > 0
            if limit >= 256:
                assert found.sockets + found.waiting <= limit - 64 - 8 * bots
    assert room(65_536, 10_000, 1) == Room(10_000, 4000)
