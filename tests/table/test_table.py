"""A table: who may do what when, what the clock does, and that everything follows from events."""

from random import Random

import pytest

from ingenious.record import verify
from ingenious.record.entries import write_decision
from ingenious.rules import PLAYERS
from ingenious.rules.moves import Decision
from ingenious.table import Clock, Event, Refused, SeatPlan, Settings, Table, decode, encode
from ingenious.table.settings import Unsuitable
from tests.modes import MODES

OPEN, BOT = SeatPlan(), SeatPlan("bot", level=4)
SEED = bytes(range(32))


class Sitting:
    """A table with its events, at which time goes by."""

    def __init__(self, settings: Settings, by: str = "host") -> None:
        self.events = list(Table.create(settings, by, 0))
        self.table = Table.fold(self.events)
        self.now = 0

    def do(self, events: list[Event]) -> list[Event]:
        for event in events:
            self.table.apply(event)
        self.events += events
        return events

    def later(self, seconds: float) -> int:
        self.now += round(1000 * seconds)
        return self.now

    def sit(self, *people: str) -> "Sitting":
        free = [n for n, seat in enumerate(self.table.seats) if seat.is_free]
        for seat, who in zip(free, people, strict=True):
            self.do(self.table.sit(who, who.title(), seat, self.later(1)))
        return self

    def start(self) -> "Sitting":
        self.do(self.table.start("host", SEED, self.later(1)))
        return self

    def choice(self, rng: Random) -> tuple[int, dict[str, object]]:
        turn = self.table.turn
        assert turn is not None
        decision = rng.choice(self.table.rules.legal(self.table.state))
        return turn.seat, told(turn.seat, decision)

    def play(self, rng: Random, seconds: float = 1) -> list[Event]:
        """A random decision by whoever has to make it."""
        seat, values = self.choice(rng)
        actor, at = self.table.actor(), self.later(seconds)
        assert actor is not None
        if actor.kind == "person":
            who = self.table.seats[seat].who
            assert who is not None
            return self.do(self.table.play(who, seat, values, at))
        return self.do(self.table.play_for(seat, values, at))


def told(seat: int, decision: Decision) -> dict[str, object]:
    return {"seat": seat, **write_decision(decision)}


def two(**more: object) -> Sitting:
    settings = Settings(("duel",), (OPEN, OPEN), start=0, **more)  # type: ignore[arg-type]
    return Sitting(settings).sit("ann", "bob").start()


@pytest.mark.parametrize(("name", "players"), MODES)
def test_whole_games_follow_from_their_events(name: str, players: int) -> None:
    seats = (OPEN, *[BOT] * (players - 1))
    sitting = Sitting(Settings((name,), seats)).sit("ann").start()
    rng = Random(name)
    while sitting.table.phase == "playing":
        sitting.play(rng)
    again = Table.fold(decode(encode(event)) for event in sitting.events)
    assert again.record == sitting.table.record
    assert again.number == len(sitting.events) - 1
    assert sitting.table.record is not None
    verify(sitting.table.record)
    assert sitting.table.phase == "over"


def test_a_match_has_its_tally_and_the_start_moves_on() -> None:
    sitting = Sitting(Settings(("dice", "tiles", "cards"), (OPEN, OPEN), start=1))
    sitting.sit("ann", "bob")
    rng, starts = Random(3), []
    for number in range(3):
        sitting.do(sitting.table.start("ann", bytes([number] * 32), sitting.later(1)))
        assert sitting.table.record is not None
        starts.append(sitting.table.record.start)
        while sitting.table.phase == "playing":
            sitting.play(rng)
    assert starts == [1, 0, 1]
    assert sitting.table.phase == "over"
    match = sitting.table.match
    assert match is not None
    assert len(match.points) == 3
    assert match.totals == tuple(map(sum, zip(*match.points, strict=True)))


def refused(words: str, rule: str | None = None) -> "pytest.RaisesExc[Refused]":
    def fits(error: Refused) -> bool:
        return error.rule == rule

    return pytest.RaisesExc(Refused, match=words, check=fits)


def test_seats() -> None:
    sitting = Sitting(Settings(("classic",), (OPEN, BOT, OPEN)))
    table = sitting.table
    for seat, words in ((1, "seat 1 is taken"), (3, "no seat 3"), (-1, "no seat -1")):
        with refused(words):
            table.sit("ann", "Ann", seat, 1)
    for name in ("", "  ", "x" * 41, "a\x1bb"):
        with refused("a name has 1 to 40 letters"):
            table.sit("ann", name, 0, 1)
    sitting.do(table.sit("ann", " Ann  Lee ", 0, 1))
    assert table.seats[0].name == "Ann Lee"
    with refused("seat 0 is taken"):
        table.sit("bob", "Bob", 0, 1)
    with refused("seat 2 is still free"):
        table.start("ann", SEED, 1)
    with refused("only who sits at the table can start"):
        table.start("eve", SEED, 1)
    with refused("seat 0 is not yours"):
        table.leave("bob", 0, 1)
    sitting.do(table.leave("ann", 0, 2))
    assert table.seats[0].is_free
    sitting.sit("ann", "ann").start()
    assert table.held_by("ann") == [0, 2]
    with refused("the game has begun"):
        table.start("ann", SEED, 1)
    with refused("seat 0 is taken"):
        table.sit("eve", "Eve", 0, 9)


def test_one_seat_cannot_act_for_another() -> None:
    sitting, rng = two(), Random(1)
    seat, values = sitting.choice(rng)
    assert seat == 0
    for words, command in (
        ("seat 0 is not yours", lambda: sitting.table.play("bob", 0, values, 9)),
        ("it answers for seat 0, not", lambda: sitting.table.play("bob", 1, values, 9)),
        ("seat 0 is played by a person", lambda: sitting.table.play_for(0, values, 9)),
        ("seat 0 is not yours", lambda: sitting.table.play("eve", 0, values, 9)),
        ("seat 0 is not yours", lambda: sitting.table.ask_back("bob", 0, 9)),
        ("seat 0 is not yours", lambda: sitting.table.react("bob", 0, "wow", 9)),
    ):
        with refused(words):
            command()
    with refused("it is for seat 0 to decide", "A2"):
        sitting.table.play("bob", 1, {**values, "seat": 1}, 9)
    with refused("an answer is one decision"):
        sitting.table.play("ann", 0, {"seat": 0}, 9)
    far = {"seat": 0, "place": values["place"], "at": [[90, 0], [91, 0]]}
    with refused(".", "B6"):
        sitting.table.play("ann", 0, far, 9)
    assert sitting.table.number == len(sitting.events) - 1


def test_resigning_is_possible_out_of_turn() -> None:
    sitting = two()
    sitting.do(sitting.table.play("bob", 1, {"seat": 1, "resign": True}, sitting.later(1)))
    assert sitting.table.record is not None
    assert sitting.table.record.result is not None
    assert sitting.table.record.result.ranks == (1, 2)
    with refused("the game is over"):
        sitting.table.play("ann", 0, {"seat": 0, "keep": True}, 99)
    with refused("the game is over"):
        sitting.table.leave("ann", 0, 99)


def test_a_seat_that_is_left_is_played_on_until_its_owner_returns() -> None:
    sitting, rng = two(), Random(2)
    sitting.do(sitting.table.leave("ann", 0, sitting.later(1)))
    actor = sitting.table.actor()
    assert actor is not None
    assert (actor.kind, actor.level) == ("bot", 3)
    assert getattr(sitting.play(rng)[0], "stand_in", None) is True
    with refused("seat 0 was left already"):
        sitting.table.leave("ann", 0, 1)
    with refused("seat 0 was left; take it again"):
        sitting.table.play("ann", 0, {"seat": 0, "resign": True}, 1)
    with refused("seat 0 is taken"):
        sitting.table.sit("eve", "Eve", 0, 1)
    sitting.do(sitting.table.sit("ann", "", 0, sitting.later(1)))
    while sitting.table.turn is not None and sitting.table.turn.seat != 0:
        sitting.play(rng)
    actor = sitting.table.actor()
    assert actor is not None
    assert actor.kind == "person"


def test_a_clock_for_each_move() -> None:
    sitting, rng = two(clock=Clock("move", 30)), Random(3)
    table = sitting.table
    began = table.since
    assert table.deadline() == began + 30_000
    assert table.tick(began + 30_000) == []
    seat, values = sitting.choice(rng)
    with refused("the time of seat 0 has run out"):
        table.play("ann", seat, values, began + 30_001)
    sitting.now = began + 30_001
    sitting.do(table.tick(sitting.now))
    assert table.deadline() is None
    while table.turn is not None and table.turn.seat == 0:
        sitting.play(rng)  # the bot, for this decision only
        break
    assert not table.seats[0].late


def test_a_total_clock_with_increment() -> None:
    sitting, rng = two(clock=Clock("total", 60, 5)), Random(3)
    table = sitting.table
    sitting.play(rng, seconds=20)
    assert table.left() == [45_000, 60_000]
    while table.turn is not None and table.turn.seat != 0:
        sitting.play(rng, seconds=1)
    assert table.deadline() == table.since + 45_000
    sitting.later(46)
    sitting.do(table.tick(sitting.now))
    actor = table.actor()
    assert actor is not None
    assert actor.kind == "bot"
    for _ in range(6):
        sitting.play(rng)
    assert table.seats[0].late, "to the end of the game"


def test_takebacks_against_bots_are_free() -> None:
    settings = Settings(("classic",), (OPEN, BOT), start=0)
    sitting, rng = Sitting(settings).sit("ann").start(), Random(4)
    before = sitting.table.record
    with refused("seat 0 has not decided anything yet"):
        sitting.table.ask_back("ann", 0, 9)
    sitting.play(rng)
    sitting.play(rng)
    sitting.do(sitting.table.ask_back("ann", 0, sitting.later(1)))
    assert sitting.table.record == before
    assert Table.fold(sitting.events).record == before


def test_takebacks_between_people_need_consent() -> None:
    sitting, rng = two(), Random(4)
    table, before = sitting.table, sitting.table.record
    sitting.play(rng)
    sitting.do(table.ask_back("ann", 0, 9))
    assert table.asking == 0
    with refused("asked for already"):
        table.ask_back("ann", 0, 9)
    with refused("for the others at the table"):
        table.answer_back("ann", True, 9)
    sitting.do(table.answer_back("bob", False, 9))
    assert table.asking is None
    with refused("nobody asks"):
        table.answer_back("bob", True, 9)
    sitting.do(table.ask_back("ann", 0, 9))
    sitting.do(table.answer_back("bob", True, 9))
    assert (table.record, table.asking) == (before, None)


def test_a_takeback_of_several_needs_all() -> None:
    sitting = Sitting(Settings(("classic",), (OPEN,) * 3, start=0)).sit("ann", "bob", "cat").start()
    table, before = sitting.table, sitting.table.record
    sitting.play(Random(1))
    sitting.do(table.ask_back("ann", 0, 9))
    assert len(sitting.do(table.answer_back("cat", True, 9))) == 1
    assert table.record != before
    sitting.do(table.answer_back("bob", True, 9))
    assert table.record == before


def test_at_a_serious_table_nothing_is_taken_back() -> None:
    sitting = two(casual=False)
    sitting.play(Random(1))
    with refused("not a casual one"):
        sitting.table.ask_back("ann", 0, 9)


def test_a_rematch_begins_with_the_next_seat() -> None:
    sitting = two()
    with refused("not over yet"):
        sitting.table.rematched("ann", "t2", 9)
    sitting.do(sitting.table.play("ann", 0, {"seat": 0, "resign": True}, 9))
    with refused("only who sits"):
        sitting.table.rematched("eve", "t2", 9)
    sitting.do(sitting.table.rematched("bob", "t2", 9))
    assert sitting.table.rematch == "t2"
    assert sitting.table.next_settings().start == 1
    with refused("has its table already"):
        sitting.table.rematched("ann", "t3", 9)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (Settings((), (OPEN,)), "1 to 12 games, not 0"),
        (Settings(("chess",), (OPEN,)), "there is no game 'chess'"),
        (Settings(("duel",), (OPEN,)), "duel is for 2 players, not 1"),
        (Settings(("duel", "dice"), (OPEN, OPEN)), "a match is made of cards, dice, tiles"),
        (Settings(("duel",), (OPEN, OPEN), start=2), "a seat from 0 to 1 begins, not 2"),
        (Settings(("duel",), (OPEN, SeatPlan("bot", 9))), "level from 1 to 5, not 9"),
        (Settings(("duel",), (OPEN, SeatPlan("program"))), "a program has a name"),
        (Settings(("duel",), (OPEN, OPEN), clock=Clock("move", 0)), "1 to 1209600 seconds, not 0"),
        (Settings(("duel",), (OPEN, OPEN), clock=Clock("total", 5, 6)), "an increment is from 0"),
        (Settings(("duel",), (OPEN, OPEN), edition="1999"), "1999"),
    ],
)
def test_settings_that_do_not_go_together(settings: Settings, words: str) -> None:
    with pytest.raises(Unsuitable, match=words):
        Table.create(settings, "host", 0)


def test_every_game_can_have_a_table() -> None:
    for name, counts in PLAYERS.items():
        for players in counts:
            assert Table.create(Settings((name,), (OPEN,) * players), "host", 0)
