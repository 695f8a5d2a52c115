"""One game: what a player is shown, and what becomes of one that breaks the rules."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from ingenious.arena.match import Match, play_match
from ingenious.bots.engine_protocol import Forfeit
from ingenious.bots.players import player
from ingenious.record import Record, redact, replay, verify
from ingenious.rules import game
from ingenious.rules.moves import Decision, Draw, Free, Resign, Score

SEED = bytes(32)


@dataclass
class Spy:
    """A player at random that keeps what it was asked."""

    name: str = "spy"
    asked: list[tuple[Record, int, int]] = field(default_factory=list)

    def decide(self, record: Record, seat: int, seed: int) -> Decision:
        self.asked.append((record, seat, seed))
        return player("random").decide(record, seat, seed)

    def close(self) -> None:
        """Nothing to let go."""


@dataclass
class Stubborn:
    """A Tile Challenge player that plays along at first and then misbehaves forever."""

    then: Callable[[Record, int], Decision]
    turns: int = 0
    name: str = "stubborn"

    def decide(self, record: Record, seat: int, seed: int) -> Decision:
        self.turns -= 1
        if self.turns < 0:
            return self.then(record, seat)
        *_, state = replay(replace(record, view="whole"))
        return Random(seed).choice(record.game.legal(state))

    def close(self) -> None:
        """Nothing to let go."""


def give_up(record: Record, seat: int) -> Decision:
    raise Forfeit("it fell asleep")


@pytest.mark.parametrize("name", ["classic", "team", "duel", "cards"])
def test_a_player_is_shown_what_its_seat_knows(name: str) -> None:
    rules = game(name)
    spies = [Spy() for _ in range(rules.players)]
    match = play_match(rules, spies, ["a", "b", "c", "d"][: rules.players], SEED)
    verify(match.record)
    for seat, spy in enumerate(spies):
        assert spy.asked
        for record, asked_seat, _ in spy.asked:
            assert (record.view, asked_seat) == (seat, seat)
            assert record == redact(record, seat)
            assert record.dealer is not None
            assert record.dealer.seed is None
        assert len(match.milliseconds[seat]) == len(spy.asked)
    seeds = [seed for spy in spies for _, _, seed in spy.asked]
    assert len(set(seeds)) == len(seeds)


def test_the_points_are_those_of_the_result() -> None:
    for number in range(6):
        rules = game("dice", 3)
        match = play_match(rules, [Spy(), Spy(), Spy()], ["a", "b", "c"], bytes([number]) * 32)
        assert match.record.result is not None
        ranks = match.record.result.ranks
        assert [points > 0 for points in match.points] == [rank == 1 for rank in ranks]
        assert sum(match.points) == pytest.approx(1)
        assert match.lowest == tuple(map(min, match.record.result.scores))
        assert match.forfeit is None


def test_a_team_has_one_point_together() -> None:
    match = play_match(game("team"), [Spy()] * 4, ["a", "b", "c", "d"], SEED)
    assert match.record.result is not None
    assert match.points == tuple(float(rank == 1) for rank in match.record.result.ranks[:2])


def forfeited(players: int, turns: int, then: Callable[[Record, int], Decision]) -> Match:
    others = [Stubborn(give_up, 10**6) for _ in range(players - 1)]
    names = [str(seat) for seat in range(players)]
    return play_match(game("tiles", players), [*others, Stubborn(then, turns)], names, SEED)


@pytest.mark.parametrize(
    ("then", "reason"),
    [
        (give_up, "it fell asleep"),
        (lambda _, seat: Resign(1 - seat), "it resigned seat 0"),
        (lambda *_: Score(), "draw a tile or take a free score"),
        (lambda *_: Free("X"), "X"),
    ],
)
def test_what_is_not_a_legal_answer_loses(
    then: Callable[[Record, int], Decision], reason: str
) -> None:
    match = forfeited(2, 0, then)
    assert match.points == (1.0, 0.0)
    assert match.forfeit is not None
    assert match.forfeit.seat == 1
    assert match.forfeit.entry == len(match.record.log) - 1  # the last one is that it resigned
    assert reason in match.forfeit.reason
    assert match.record.result is not None
    assert match.record.result.reason == "resigned"
    verify(match.record)


def test_who_resigns_has_lost_without_a_forfeit() -> None:
    match = forfeited(2, 3, lambda _, seat: Resign(seat))
    assert (match.points, match.forfeit) == ((1, 0), None)


@pytest.mark.parametrize("turns", [0, 8, 25])
def test_with_three_the_others_are_ranked_as_they_stand(turns: int) -> None:
    match = forfeited(3, turns, give_up)
    assert match.forfeit is not None
    assert match.points[2] == 0
    assert sum(match.points) == pytest.approx(1)
    assert match.record.result is None
    verify(match.record)
    *_, state = replay(match.record)
    ranks = match.record.game.ranks(state)
    expected = {-1: (1, 0), 0: (0.5, 0.5), 1: (0, 1)}
    assert match.points[:2] == expected[(ranks[0] > ranks[1]) - (ranks[0] < ranks[1])]


def test_alone_a_forfeit_leaves_nothing() -> None:
    match = play_match(game("solo"), [Stubborn(lambda *_: Draw())], ["a"], SEED)
    assert (match.points, match.lowest) == ((0,), (0,))
