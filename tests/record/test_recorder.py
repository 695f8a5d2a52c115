"""Keeping the record: at every moment it holds, and says no more than what has happened."""

import json
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from ingenious import parse_move
from ingenious.record import (
    Commitment,
    Dealer,
    Entry,
    Recorder,
    match_of,
    parse,
    replay,
    to_json,
    verify,
)
from ingenious.rules import Game, IllegalMove, game
from ingenious.rules.moves import (
    Decision,
    Discard,
    Draw,
    Keep,
    Outcome,
    Place,
    Reroll,
    Resign,
    Space,
    Swap,
    Turn,
)
from testkit.cases import cases
from testkit.modes import MODES, at_random, moves
from testkit.records import EXAMPLE, match_games, played

SEED = bytes(32)


def begun(rules: Game[Any], dealer: Dealer | None = None, start: int | None = 0) -> Recorder[Any]:
    return Recorder(rules, [""] * rules.players, start=start, dealer=dealer)


@pytest.mark.parametrize("mode", MODES)
def test_with_a_dealer_a_decision_is_due_or_the_game_is_over(mode: tuple[str, int]) -> None:
    rules, rng = game(*mode), Random(4)
    recorder = begun(rules, Dealer(SEED), start=None)
    while (awaited := rules.awaits(recorder.state)) is not None:
        assert isinstance(awaited, Turn)
        recorder.play(at_random(rules, recorder.state, rng))
    verify(recorder.record())


@pytest.mark.parametrize("mode", MODES)
def test_a_game_that_goes_back_is_the_same_again(mode: tuple[str, int]) -> None:
    rules, rng = game(*mode), Random(4)
    recorder = begun(rules, Dealer(SEED))
    for _ in range(4):
        recorder.play(at_random(rules, recorder.state, rng))
    mark, entries = recorder.mark(), [*recorder.log]
    decisions = list[Decision]()
    for _ in range(3):
        decisions.append(at_random(rules, recorder.state, rng))
        recorder.play(decisions[-1])
    state, log = recorder.state, [*recorder.log]
    assert log != entries
    recorder.go_back(mark)
    assert [*recorder.log] == entries
    for decision in decisions:
        recorder.play(decision)
    assert (recorder.state, [*recorder.log]) == (state, log)


@pytest.mark.parametrize("mode", MODES)
def test_without_a_dealer_the_outcomes_are_played_too(mode: tuple[str, int]) -> None:
    rules = game(*mode)
    recorder = begun(rules)
    for state, move in moves(rules, Random(8)):
        assert recorder.state == state
        recorder.play(move)
    record = recorder.record()
    assert record.dealer is None
    assert record.result is not None
    verify(record)


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", MODES)
def test_the_record_holds_at_every_moment_with_a_dealer(mode: tuple[str, int]) -> None:
    rules, rng = game(*mode), Random(9)
    recorder = begun(rules, Dealer(SEED))
    for _ in range(20):
        recorder.play(at_random(rules, recorder.state, rng))
        verify(parse(to_json(recorder.record())))


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", MODES)
def test_the_record_holds_at_every_moment_without_a_dealer(mode: tuple[str, int]) -> None:
    rules = game(*mode)
    recorder = begun(rules)
    for _, move in islice(moves(rules, Random(9)), 40):
        recorder.play(move)
        verify(parse(to_json(recorder.record())))


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", MODES)
def test_beginnings_of_a_record_are_valid(mode: tuple[str, int]) -> None:
    record = replace(played(*mode, 1), result=None, dealer=None)
    lengths = range(len(record.log))
    for entries in Random(1).sample(lengths, min(cases(18), len(lengths))):
        verify(replace(record, log=record.log[:entries]))


def test_the_record_of_the_description() -> None:
    recorder = Recorder(game("classic", 2), ["Ada", "Ben"], start=0)
    racks = ["RG", "YG", "YB", "YB", "BP", "OB", "GB", "RB", "YB", "PP", "RB", "RR"]
    recorder.play(Outcome(tuple(racks)))
    recorder.play(Place("GY", (Space(-5, 4), Space(-4, 4))))
    recorder.play(Outcome(("OB",)))
    assert json.loads(to_json(recorder.record())) == json.loads(EXAMPLE)


def test_an_illegal_move_changes_nothing() -> None:
    recorder = begun(game("duel", 2), Dealer(SEED))
    before, record = recorder.state, recorder.record()
    with pytest.raises(IllegalMove):
        recorder.play(Keep())
    assert recorder.state == before
    assert recorder.record() == record


def swapping() -> Recorder[Any]:
    """A game without a dealer in which a swap is possible (B13)."""
    recorder = begun(game("classic", 2))
    recorder.play(Outcome(("YG", *["YY"] * 5, *["RB"] * 6)))
    recorder.play(Place("GY", (Space(-5, 4), Space(-4, 4))))
    return recorder


SIX = ("RG", "RG", "OB", "OB", "PP", "PP")


def test_a_swap_is_in_the_record_once_its_tiles_are_drawn() -> None:
    recorder = swapping()
    log = recorder.record().log
    recorder.play(Swap(("YY",) * 5))
    assert recorder.record().log == log
    verify(recorder.record())
    recorder.play(Outcome(SIX))
    assert recorder.record().log == (*log, Entry(0, Swap(("YY",) * 5), SIX))
    verify(recorder.record())


def test_to_keep_is_recognised_by_the_draw_that_follows() -> None:
    recorder = swapping()
    log = recorder.record().log
    recorder.play(Keep())
    assert recorder.record().log == log
    recorder.play(Outcome(("OB",)))
    assert recorder.record().log == (*log, Entry(0, None, ("OB",)))
    verify(recorder.record())


def test_a_tile_is_in_the_record_once_it_is_drawn() -> None:
    recorder = begun(game("tiles", 2))
    recorder.play(Outcome(("R", "R", "O")))
    recorder.play(Draw())
    assert recorder.record().log == ()
    recorder.play(Outcome(("O",)))
    assert recorder.record().log == (Entry(0, Draw(), ("O",)),)


def test_to_roll_again_is_recognised_by_the_roll_that_follows() -> None:
    recorder = begun(game("dice", 2, options={"opening_roll": False}))
    roll = ("R", "R", "O", "P")
    recorder.play(Outcome(roll))
    recorder.play(Reroll())
    assert recorder.record().log == (Entry(0, None, roll),)
    recorder.play(Outcome(roll))
    assert recorder.record().log == (Entry(0, None, roll),) * 2
    verify(recorder.record())


def test_a_discard_is_its_own_entry() -> None:
    recorder = begun(game("cards", 2))
    for text in (
        "[RO RO RO RY RY OY GB GB GB GP GP GP RY OY GB GP]",
        "play RY",
        "[OY]",
        "play GP",
        "[YP]",
        "play OY",
        "discard RO RO RO RY OY",
        "[BP BP BP BP YG YG]",
    ):
        recorder.play(parse_move(text))
    *_, discard, draw = recorder.record().log
    assert discard == Entry(0, Discard(("RO", "RO", "RO", "RY", "OY")))
    assert draw == Entry(0, None, ("BP", "BP", "BP", "BP", "YG", "YG"))
    verify(recorder.record())


@pytest.mark.rules("A5")
@pytest.mark.parametrize("pending", [None, Swap(("YY",) * 5), Keep()])
def test_a_seat_may_resign_while_an_outcome_is_awaited(pending: Swap | Keep | None) -> None:
    recorder = swapping()
    if pending is not None:
        recorder.play(pending)
    recorder.play(Resign(1))
    record = recorder.record()
    assert record.log[-1] == Entry(1, Resign(1))
    assert record.result is not None
    assert record.result.ranks == (1, 2)
    verify(record)
    assert parse(to_json(record)) == record


def test_the_seed_is_shown_once_the_game_is_over() -> None:
    recorder = begun(game("dice", 2), Dealer(SEED), start=None)
    assert recorder.record().dealer == Commitment(Dealer(SEED).commit, None, drew_start=True)
    recorder.play(Resign(0))
    assert recorder.record().dealer == Commitment(Dealer(SEED).commit, SEED, drew_start=True)


@pytest.mark.rules("A2")
@pytest.mark.parametrize("seed", range(6))
def test_the_dealer_draws_who_begins_unless_it_is_said(seed: int) -> None:
    dealer = Dealer(bytes([seed]) * 32)
    drawn = begun(game("tiles", 4), dealer, start=None)
    said = begun(game("tiles", 4), dealer, start=3)
    assert drawn.state.seat == drawn.record().start == dealer.start(4)
    assert said.state.seat == said.record().start == 3
    assert drawn.record().dealer == Commitment(dealer.commit, drew_start=True)
    assert said.record().dealer == Commitment(dealer.commit, drew_start=False)


@pytest.mark.parametrize(
    ("seats", "start", "says"),
    [
        (["Ada"], 0, "classic needs 2 names, not 1"),
        (["Ada", "Ben", "Cid"], 0, "classic needs 2 names, not 3"),
        ([], 0, "classic needs 2 names, not 0"),
        (["Ada", "Ben"], None, "without a dealer, start must name the seat that begins"),
        (["Ada", "Ben"], 2, "start must be a seat from 0 to 1, not 2"),
        (["Ada", "Ben"], -1, "start must be a seat from 0 to 1, not -1"),
    ],
)
def test_a_game_that_cannot_begin(seats: list[str], start: int | None, says: str) -> None:
    with pytest.raises(ValueError, match=f"^{says}$"):
        Recorder(game("classic", 2), seats, start=start)


@pytest.mark.rules("J1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_has_the_points_of_its_games(players: int) -> None:
    games = match_games(players)
    match = match_of(games)
    assert match.games == games
    lowest = [[min(pegs) for pegs in g.result.scores] for g in games if g.result]
    assert [list(row) for row in match.points] == lowest
    assert match.totals == tuple(sum(row[seat] for row in lowest) for seat in range(players))
    assert min(match.ranks) == 1
    verify(match)


@pytest.mark.rules("J1")
def test_a_running_game_at_the_end_of_a_match_counts_nothing_yet() -> None:
    *finished, last = match_games(2)
    states = list(replay(last))
    running = replace(last, log=last.log[:5], result=None, dealer=None)
    assert max(max(row) for row in last.game.scores(states[5])) > 0
    match = match_of([*finished, running])
    assert match.points[2] == (0, 0)
    assert match.totals == match_of(finished).totals
    verify(match)


def test_there_is_no_record_before_the_deal() -> None:
    recorder = Recorder(game("dice", 2), ["Ada", "Ben"], start=0)
    with pytest.raises(ValueError, match="nothing to record before the opening deal"):
        recorder.record()


def test_a_match_is_of_challenges() -> None:
    for games in ([], [played("duel", 2, 1)]):
        with pytest.raises(ValueError, match="a match must be one or more of cards, dice, tiles"):
            match_of(games)
