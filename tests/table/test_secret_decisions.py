"""The others cannot tell that a player could have swapped or discarded and did not."""

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from ingenious.record import redact, write_record
from ingenious.rules.moves import Decision, Keep, Resign
from ingenious.table import Clock, Settings, Table, ViewBuilder, commands
from ingenious.table.events import DecisionMade, TakebackApplied
from ingenious.table.view.build import brief
from testkit.cases import SOAK
from testkit.swap_twin import forbid_swaps
from testkit.tables import OPEN, SEED, TableDriver, expect_refusal, through_json

SECRET = ("swap", "discard")
GAMES = [
    ("classic", 2, 2),
    ("classic", 3, 0),
    ("team", 4, 0),
    ("duel", 2, 73),
    ("cards", 2, 1),
    ("cards", 3, 0),
]
"""Games with their players, and a seed with which a player may swap or discard."""
CLOCKS = [Clock(), Clock("move", 60), Clock("total", 600, 5)]
TRIED = [
    (*game, clock)
    for number, game in enumerate(GAMES)
    for turn, clock in enumerate(CLOCKS)
    if SOAK or number % len(CLOCKS) == turn
]
"""Every game and every clock; all pairs of them in `make soak`."""


@dataclass
class Watched:
    """A table with everything that the others receive: a list for each seat, and a spectator."""

    driver: TableDriver
    received: list[list[Any]] = field(default_factory=list)
    seen: int = 0  # the stored number up to which news were sent

    def __post_init__(self) -> None:
        self.received = [[] for _ in (*self.driver.table.seats, None)]

    @property
    def table(self) -> Table:
        return self.driver.table

    def note_received(self, *, also: int | None = None) -> None:
        """Note what everyone receives and could request, except the seat that has just decided."""
        fresh = [news for news in self.table.news if news.number > self.seen]
        self.seen = self.table.number
        for place, received in enumerate(self.received):
            viewer = None if place == len(self.table.seats) else place
            if viewer is None or viewer != also:
                received.append(self.shown(viewer, fresh))

    def shown(self, viewer: int | None, fresh: list[Any]) -> Any:
        views, table = ViewBuilder(self.table), self.table
        seats = [] if viewer is None else [viewer]
        person_id = "" if viewer is None else f"p{viewer}"
        listed = brief(table)
        record = table.records_for(viewer)[-1]
        received = [item for item in fresh if item.is_for(viewer)]
        news = [through_json(views.news(item, viewer, seats)) for item in received]
        view = through_json(views.view(viewer, person_id))
        for one, item in zip((*news, view), (*received, table), strict=True):
            # A seat may count what only it received.
            one["number"] -= sum(item.count.secrets[seat] for seat in seats)
        known = record if record.result else redact(record, viewer)
        return [news, view, *through_json([listed, table.changed, write_record(known)])]


def watched(name: str, players: int, clock: Clock) -> Watched:
    people = [f"p{seat}" for seat in range(players)]
    seats, talk = (OPEN,) * players, name == "team"  # partners need it to react
    driver = TableDriver(Settings((name,), seats, clock=clock, start=0, talk=talk), by="p0")
    driver.sit(*people)
    driver.apply(commands.start(driver.table, "p0", SEED, driver.advance(1)))
    return Watched(driver)


def decide(at: Watched, decision: Decision, seconds: float) -> None:
    turn = at.table.turn
    assert turn is not None
    who = at.table.seats[turn.seat].person_id
    assert who is not None
    at.driver.apply(commands.play(at.table, who, turn.seat, decision, at.driver.advance(seconds)))


def play(at: Watched, seed: int, pending: set[int], *, is_real: bool) -> None:
    """Play a game without a single swap; a turn takes ten seconds, however many decisions."""
    rng, turns = Random(seed), 0
    while (turn := at.table.turn) is not None:
        seat, decision = at.driver.choice(rng)
        if not is_real and turns in pending:
            send_reaction(at, seat, 4)
        decide(at, decision, 6 if turns in pending and not is_real else 4)
        now = at.table.turn
        if is_real and now is not None and now.kind in SECRET:
            pending.add(turns)
            send_reaction(at, seat, 0)
            decide(at, Keep(), 6)
        elif turns not in pending:
            at.driver.advance(6)
        at.note_received(also=seat)
        turns += 1
        assert turn.kind not in SECRET


def send_reaction(at: Watched, seat: int, seconds: float) -> None:
    """Another player reacts while a seat still seems to think."""
    other = (seat + 1) % len(at.table.seats)
    moment = at.driver.advance(seconds)
    at.driver.apply(commands.react(at.table, f"p{other}", other, "hello", moment))
    at.note_received(also=seat)


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "players", "seed", "clock"), TRIED)
def test_a_declined_swap_looks_like_no_swap(
    name: str, players: int, seed: int, clock: Clock
) -> None:
    real, pending = watched(name, players, clock), set[int]()
    play(real, seed, pending, is_real=True)
    assert pending, "a player could have swapped"
    with pytest.MonkeyPatch.context() as patch:
        forbid_swaps(patch)
        other = watched(name, players, clock)
        play(other, seed, pending, is_real=False)
    for mine, theirs in zip(real.received, other.received, strict=True):
        assert len(mine) == len(theirs)
        for one, two in zip(mine, theirs, strict=True):
            assert json.dumps(one) == json.dumps(two)


def pending_table(clock: Clock = CLOCKS[0], seats: int = 2, name: str = "classic") -> Watched:
    """A table where the acting player may swap."""
    for seed in range(40):
        at, rng = watched(name, seats, clock), Random(seed)
        while at.table.turn is not None and at.table.turn.kind not in SECRET:
            at.driver.play(rng, seconds=1)
        if at.table.turn is not None and at.table.decisions > 2 * seats:
            at.seen = at.table.number
            return at
    raise AssertionError("no player could swap")


def acting(at: Watched) -> int:
    assert at.table.turn is not None
    return at.table.turn.seat


def test_a_held_placement_is_taken_back_without_asking() -> None:
    at = pending_table()
    seat, other = acting(at), 1 - acting(at)
    before = at.shown(other, [])
    own = at.table.number_for([seat])
    at.seen = at.table.number
    [event] = at.driver.apply(
        commands.request_takeback(at.table, f"p{seat}", seat, at.driver.advance(1))
    )
    assert isinstance(event, TakebackApplied)
    fresh = [news for news in at.table.news if news.number > at.seen]
    assert at.shown(other, fresh) == before
    assert at.table.number_for([seat]) == own + 1
    assert at.table.turn is not None
    assert (at.table.turn.seat, at.table.turn.kind) == (seat, "place")
    assert at.table.takebacks == 0
    again = Table.fold(at.driver.events)
    assert (again.count, again.records) == (at.table.count, at.table.records)


def test_after_a_swap_the_whole_turn_is_taken_back() -> None:
    at = pending_table()
    seat, other = acting(at), 1 - acting(at)
    before = at.shown(other, [])[-1]
    decide(at, Keep(), 1)
    at.driver.apply(commands.request_takeback(at.table, f"p{seat}", seat, at.driver.advance(1)))
    at.driver.apply(commands.answer_takeback(at.table, f"p{other}", True, at.driver.advance(1)))
    assert at.shown(other, [])[-1] == before
    assert acting(at) == seat
    assert at.table.turn is not None
    assert at.table.turn.kind == "place"


def test_a_request_made_before_the_placement_stays_and_means_the_decision_before() -> None:
    at = pending_table()
    seat, other = acting(at), 1 - acting(at)
    placed = at.driver.events[-1]
    assert isinstance(placed, DecisionMade)
    assert placed.held
    driver = TableDriver(at.table.settings, by="p0")
    driver.apply(at.driver.events[1:-1])
    driver.now = at.driver.now
    driver.apply(commands.request_takeback(driver.table, f"p{seat}", seat, driver.advance(1)))
    asked = driver.table.decisions
    driver.apply(commands.play(driver.table, f"p{seat}", seat, placed.decision, driver.advance(1)))
    assert driver.table.asking == seat
    driver.apply(commands.answer_takeback(driver.table, f"p{other}", True, driver.advance(1)))
    assert driver.asking() is None
    assert driver.table.held is None
    assert driver.table.decisions < asked


@pytest.mark.parametrize("kind", ["move", "total"])
def test_when_time_runs_out_the_bot_makes_the_whole_turn(kind: str) -> None:
    # `kind` is a parameter of the test, and so only a text.
    at = pending_table(Clock(kind, 60, 5))  # type: ignore[arg-type]
    seat, other = acting(at), 1 - acting(at)
    deadline = at.table.deadline()
    assert deadline is not None
    before = at.shown(other, [])
    moves = before[2]["moves"]
    at.driver.now = deadline + 1
    at.driver.apply(commands.tick(at.table, at.driver.now))
    with expect_refusal("has run out of time"):
        commands.play(at.table, f"p{seat}", seat, Keep(), at.driver.now)
    with expect_refusal("has run out of time"):
        commands.request_takeback(at.table, f"p{seat}", seat, at.driver.now)
    late = at.shown(other, [])
    assert late[-1] == before[-1]
    assert late[1]["shared"]["seats"][seat]["late"]
    at.seen = at.table.number
    at.driver.apply(commands.play_for(at.table, seat, Keep(), at.driver.advance(1)))
    fresh = [news for news in at.table.news if news.number > at.seen]
    news, view, listed, _, record = at.shown(other, fresh)
    assert [(item["event"], item["stand_in"]) for item in news] == [("played", True)]
    assert [entry for entry in news[0]["entries"] if "place" in entry]
    assert view["shared"]["stand_ins"] == [len(before[-1]["log"])]
    assert listed["moves"] == moves + 1
    assert record["log"][: len(before[-1]["log"])] == before[-1]["log"]


def test_resigning_reveals_the_held_decision() -> None:
    at = pending_table()
    seat, other = acting(at), 1 - acting(at)
    at.seen = at.table.number
    at.driver.apply(
        commands.play(at.table, f"p{other}", other, Resign(other), at.driver.advance(1))
    )
    fresh = [news for news in at.table.news if news.number > at.seen]
    known = ViewBuilder(at.table)
    [received] = [through_json(known.news(item, other)) for item in fresh]
    assert [entry["seat"] for entry in received["entries"]] == [seat, other]
    assert at.table.phase == "over"
    assert at.shown(other, [])[-1] == through_json(write_record(at.table.records[-1]))


def test_a_swap_counts_as_the_time_of_its_placement() -> None:
    at = pending_table(Clock("total", 600, 5))
    seat = acting(at)
    before, since = at.table.left(), at.table.since
    assert before is not None
    decide(at, Keep(), 7)
    after = at.table.left()
    assert after is not None
    assert after[seat] - before[seat] == 5000 - (at.driver.now - since)


def test_a_game_of_an_earlier_version_keeps_its_numbers_and_its_clock() -> None:
    """Placements were not held then, and each decision had its own time."""
    at = pending_table(Clock("total", 600, 5))
    seat = acting(at)
    *earlier, placed = at.driver.events
    assert isinstance(placed, DecisionMade)
    events = [*earlier, DecisionMade(placed.at, placed.seat, placed.decision)]
    events.append(DecisionMade(placed.at + 7000, seat, Keep()))
    before, table = Table.fold(earlier), Table.fold(events)
    assert table.number_for([]) == before.number_for([]) + 2
    left, now = before.left(), table.left()
    assert left is not None
    assert now is not None
    assert now[seat] - left[seat] == 10_000 - 7000 - (placed.at - before.since)
