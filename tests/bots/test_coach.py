"""The coach: what it says is true of the position, and it speaks seldom and once about a thing."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from ingenious.bots import NotAsked, greedy
from ingenious.bots.coach import (
    HIGH_LEAD,
    LONG_LINE,
    LOW_LEAD,
    MAX_ADVICE,
    MAX_ADVICE_AHEAD,
    MAX_LOWEST,
    MIN_MORE,
    NO_POINTS_SHARE,
    POOR_CHANCE,
    TURNS_WITHOUT_PROGRESS,
    Advice,
    advise,
    all_advice,
    write_advice,
)
from ingenious.bots.players import evaluate, question, seed_of
from ingenious.bots.question import Budget
from ingenious.bots.reasons.context import MoveContext
from ingenious.bots.reasons.tiles import bust_chance
from ingenious.record import Record, parse, redact, replay
from ingenious.rules import AnyState, BoardState, Game, TileState
from ingenious.rules.events import CalledIngenious, PegMoved
from ingenious.rules.game import lowest
from ingenious.rules.moves import Decision, Discard, Draw, Place, Reroll, Space, Swap, Turn
from ingenious.rules.symbols import ORDER
from testkit.modes import at_random, recorded
from testkit.records import unfinished_record

FIRST_GAME = Path(__file__).with_name("first_game.json")
LOWEST_AT = Place("YB", (Space(0, -1), Space(1, -1)))

COACHED = [
    ("classic", 2), ("solo", 1), ("team", 4), ("duel", 2), ("cards", 2), ("dice", 2), ("tiles", 2),
]  # fmt: skip
POSITIONS = 8


@cache
def positions(name: str, players: int) -> Sequence[tuple[Record, int, AnyState, Decision]]:
    """Positions in which a seat has to decide, and a decision at random."""
    found = []
    for seed in range(POSITIONS):
        rng = Random(seed)
        choose = greedy if seed % 2 else at_random
        record = recorded(name, players, seed, choose, stop_after=rng.randrange(45))
        *_, state = replay(record)
        awaited = record.game.awaits(state)
        if isinstance(awaited, Turn):
            found.append((record, awaited.seat, state, rng.choice(record.game.legal(state))))
    return found


@pytest.mark.parametrize(("name", "players"), COACHED)
def test_what_is_said_is_true(name: str, players: int) -> None:
    number = 0
    for record, seat, state, decision in positions(name, players):
        for about in (None, decision):
            found = list(all_advice(record, seat, about))
            assert len({advice.about for advice in found}) == len(found)
            for advice in found:
                check(record, state, decision, advice)
                assert write_advice(advice)["topic"] == advice.topic
            number += len(found)
    assert number >= POSITIONS / 2


def check(record: Record, state: AnyState, decision: Decision, advice: Advice) -> None:
    """Check the values of a piece of advice against the rules."""
    game = record.game
    better = None
    if advice.better is not None:
        better = MoveContext.of(game, state, advice.better.decision)  # so it is legal
    if advice.is_after:
        assert better is not None
        assert advice.scored == points(record, state, decision)
        assert better.decision != decision
    if better is not None:
        check_better(state, advice, better)
    legal, pegs = game.legal(state), game.scores(state)[state.seat]
    match advice.topic:
        case "swap":
            assert any(isinstance(one, Swap | Discard) for one in legal)
            assert better is not None
            assert isinstance(better.decision, Swap | Discard)
            assert game.name == "duel" or advice.colours == lowest(pegs)
        case "closed":
            events = [event for one in legal for event in game.events(state, one)]
            moved = [event for event in events if isinstance(event, PegMoved)]
            assert any(event.lost and event.blockers == advice.colours for event in moved)
        case "roll":
            assert Reroll() in legal
            assert 0 <= advice.times <= advice.of <= 6
        case "risk":
            assert isinstance(state, TileState)
            assert Draw() in legal
            assert state.drawn
            assert abs(advice.times / advice.of - bust_chance(state)) < 1 / 12
        case "free":
            assert advice.colours == lowest(pegs)
        case "deny":
            assert advice.seat is not None
            assert all(advice.seat not in side for side in game.sides if state.seat in side)
            theirs = game.scores(state)[advice.seat]
            assert game.name == "duel" or theirs[ORDER[advice.colours]] <= min(theirs) + LOW_LEAD
        case _:
            assert better is not None


def check_better(state: AnyState, advice: Advice, better: MoveContext[AnyState]) -> None:
    """Check what is said about the decision to which the advice points."""
    match advice.topic:
        case "win":
            assert better.after.ending is not None
        case "bonus":
            assert set(advice.colours) == ends(better) != set()
        case "line":
            assert isinstance(better.decision, Place)
            assert better.gains[advice.colours] == advice.points >= LONG_LINE
            if better.game.name != "duel" and advice.colours not in ends(better):
                assert better.pegs[ORDER[advice.colours]] <= min(better.pegs) + LOW_LEAD
        case "nothing" | "high":
            check_basics(advice, better)
        case "points":
            assert advice.scored is not None
            assert sum(better.gains.values()) == advice.points > advice.scored
        case "pull":
            now = better.game.scores(better.after)[better.seat]
            for symbol in advice.colours:
                assert better.pegs[ORDER[symbol]] <= 0 < now[ORDER[symbol]]
        case "lowest":
            assert advice.points == min(better.pegs)
            assert all(better.pegs[ORDER[one]] == advice.points for one in advice.colours)
            assert set(advice.colours) & set(better.gains)
            if isinstance(state, BoardState) and not advice.is_after:
                rack = state.racks[state.seat]
                shown = [len(set(tile) & set(advice.colours)) for tile in rack]
                found = [len(set(tile) & set(advice.colours)) for tile in advice.pieces]
                assert found == sorted(filter(None, shown), reverse=True) != []
        case _:
            pass


def check_basics(advice: Advice, better: MoveContext[AnyState]) -> None:
    """Check what is said about no points, and about points in a high colour."""
    if advice.topic == "nothing" and not advice.colours:
        assert advice.scored == 0 < MIN_MORE <= sum(better.gains.values()) == advice.points
        return
    assert advice.points == min(better.pegs)
    assert all(better.pegs[ORDER[one]] == advice.points for one in advice.colours)
    assert set(advice.colours) <= set(better.gains)
    if advice.topic == "nothing":
        assert advice.scored == 0
    else:
        assert advice.scored
        assert better.pegs[ORDER[advice.high]] >= advice.points + HIGH_LEAD


def ends(move: MoveContext[AnyState]) -> set[str]:
    """The colours whose pegs come to the end of the track."""
    return {event.symbol for event in move.events if isinstance(event, CalledIngenious)}


def points(record: Record, state: AnyState, decision: Decision) -> int:
    """The points that a decision scores."""
    return sum(MoveContext.of(record.game, state, decision).gains.values())


@pytest.mark.parametrize(("name", "players"), COACHED)
def test_only_poor_decisions_are_talked_about(name: str, players: int) -> None:
    for record, seat, _, decision in positions(name, players)[:5]:
        asked = question(record, seat, 5, Budget(seconds=0), seed_of(record, seat))
        rated = {one.decision: one.chance for one in evaluate(asked)}
        best = max(rated, key=lambda one: rated[one] or 0)
        if None not in rated.values():
            assert advise(record, seat, best) is None
            chance, most = rated.get(decision), rated[best]
            if chance is not None and most is not None:
                advice = advise(record, seat, decision)
                if most - chance < POOR_CHANCE * NO_POINTS_SHARE:
                    assert advice is None
                elif most - chance >= POOR_CHANCE:
                    assert advice is not None
                elif advice is not None:
                    assert advice.topic in ("nothing", "high")


@pytest.mark.parametrize(("name", "players"), COACHED)
def test_a_reason_without_a_topic_never_repeats_one(name: str, players: int) -> None:
    for record, seat, _, decision in positions(name, players):
        topics = [advice.topic for advice in all_advice(record, seat, decision)]
        assert "other" not in topics or topics == ["other"]


def first_game() -> Record:
    """A newcomer's game against level 1."""
    record = parse(FIRST_GAME.read_text())
    assert isinstance(record, Record)
    return record


def test_the_mistakes_of_a_first_game() -> None:
    # Tiles without points, low colours that wait, and points in a colour that is high already.
    whole = first_game()
    said = list[Advice]()
    for number, entry in enumerate(whole.log):
        record = replace(whole, log=whole.log[:number])
        if entry.seat != 0 or not isinstance(entry.decision, Place):
            continue
        for decision in (None, entry.decision):
            advice = advise(record, 0, decision, [one.about for one in said])
            said += [advice] if advice else []
    told = [(one.topic, one.is_after, one.high, one.colours, one.points) for one in said]
    assert told == [
        ("nothing", True, "", "", 4),
        ("lowest", False, "", "GBP", 0),
        ("high", True, "R", "P", 1),
    ]


def test_the_pieces_with_most_low_colours_come_first() -> None:
    whole = first_game()
    number = next(n for n, entry in enumerate(whole.log) if entry.decision == LOWEST_AT)
    advice = advise(replace(whole, log=whole.log[:number]), 0)
    assert advice is not None
    assert (advice.topic, advice.colours) == ("lowest", "GBP")
    assert advice.pieces == ("GP", "RG", "RP", "OB", "YB")


def stubborn(rules: Game[BoardState], state: BoardState, rng: Random) -> Decision:
    """Seat 0 scores, but never in its lowest colours once these are few."""
    legal = rules.legal(state)
    if state.seat or not isinstance(legal[0], Place):
        return greedy(rules, state, rng)
    low = lowest(rules.scores(state)[0])
    moves = [MoveContext.of(rules, state, decision) for decision in legal[::5]]
    fitting = [move for move in moves if len(low) > MAX_LOWEST or not set(low) & set(move.gains)]
    return max(fitting or moves, key=lambda move: sum(move.gains.values())).decision


def test_the_coach_reminds_of_the_lowest_colours_without_progress() -> None:
    whole = recorded("classic", 2, 4, stubborn, stop_after=30)
    turns = [
        number
        for number, entry in enumerate(whole.log)
        if entry.seat == 0 and isinstance(entry.decision, Place)
    ]
    records = [replace(whole, log=whole.log[:number]) for number in turns]
    said = list[tuple[int, Advice]]()
    about = list[str]()
    for turn, record in enumerate(records):
        # Only the reminders: the first game has the rest.
        advice = advise(record, 0, said=about)
        if advice and advice.topic == "lowest":
            assert advice == advise(redact(record, 0), 0, said=about)
            said.append((turn, advice))
            about.append(advice.about)
    (first, one), (second, two) = said
    assert second - first >= TURNS_WITHOUT_PROGRESS
    assert (one.colours, one.is_again) == (two.colours, False)
    assert two.is_again
    # Once more would be a third time.
    assert all(advise(record, 0, said=["high", *about]) is None for record in records[second + 1 :])


def test_what_was_said_may_be_anything() -> None:
    record, seat = unfinished_record("classic", 2, decisions=14)
    said = ["", "lowest", "lowest GP many", f"lowest GP {'9' * 9999}"]
    assert advise(record, seat, said=said) is None


def test_the_coach_falls_silent() -> None:
    record, seat = unfinished_record("dice", 2)
    first = advise(record, seat)
    assert first is not None
    assert first.topic != "lowest"
    assert advise(record, seat, said=["win"] * MAX_ADVICE_AHEAD) is None
    assert advise(record, seat, Reroll(), said=["win"] * MAX_ADVICE) is None


def test_the_coach_knows_what_the_seat_knows() -> None:
    record, seat = unfinished_record("classic", 2, decisions=14)
    assert advise(record, seat) == advise(redact(record, seat), seat)


def test_there_must_be_something_to_decide() -> None:
    record, seat = unfinished_record("classic", 2)
    with pytest.raises(NotAsked):
        advise(record, 1 - seat)
