"""Resigning in records and matches: the side that gives up is last (A5, J2)."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingenious.record import (
    Dealer,
    MatchRecord,
    Record,
    Recorder,
    RecordError,
    match_by_totals,
    match_of,
    parse,
    read,
    to_json,
    verify,
    write_match,
    write_record,
)
from ingenious.rules import PLAYERS, game
from ingenious.rules.match import CHALLENGES, start_of
from ingenious.rules.moves import Resign
from testkit.cases import cases
from testkit.modes import at_random
from testkit.records import Json, changed, verify_error, without

EXAMPLES = Path(__file__).parent.parent.parent / "docs" / "examples"
TWO_SIDED = [
    (name, players)
    for name, counts in PLAYERS.items()
    for players in counts
    if len(game(name, players).sides) == 2
]
SEEDS = st.integers(0, 2**32)
DECISIONS = st.integers(0, 40)
SEATS = ("Ada", "Ben")


def played(
    name: str, seats: tuple[str, ...], start: int, rng: Random, resigns: tuple[int, int] | None
) -> Record:
    """A random game; `resigns` is a seat and the number of decisions after which it gives up."""
    rules = game(name, len(seats))
    recorder = Recorder(rules, seats, start=start, dealer=Dealer(rng.randbytes(32)))
    decisions = 0
    while rules.awaits(recorder.state) is not None:
        if resigns is not None and decisions == resigns[1]:
            recorder.play(Resign(resigns[0]))
            break
        recorder.play(at_random(rules, recorder.state, rng))
        decisions += 1
    return recorder.record()


def resigned_match(rng: Random, games: int, seat: int, decisions: int) -> tuple[Record, ...]:
    """Challenges, the last of which that seat resigns, if it lasts long enough."""
    first = rng.randrange(2)
    records = []
    for number in range(games):
        start = start_of(number, first, 2)
        assert start is not None
        resigns = (seat, decisions) if number == games - 1 else None
        records.append(played(rng.choice(CHALLENGES), SEATS, start, rng, resigns))
    return tuple(records)


def assert_last(losers: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    """No seat of the losing side is ranked above or level with a seat of another side."""
    others = [rank for seat, rank in enumerate(ranks) if seat not in losers]
    assert min(ranks[seat] for seat in losers) > max(others)


@pytest.mark.rules("A5")
@pytest.mark.parametrize(("name", "players"), TWO_SIDED)
@settings(max_examples=cases(4))
@given(seed=SEEDS, seat=st.integers(0, 3), decisions=DECISIONS)
def test_a_player_who_resigns_a_game_is_last(
    name: str, players: int, seed: int, seat: int, decisions: int
) -> None:
    seats = tuple(f"seat {n}" for n in range(players))
    seat %= players
    record = played(name, seats, seed % players, Random(seed), (seat, decisions))
    verify(record)
    assert record.result is not None
    if record.result.reason == "resigned":
        (losers,) = (side for side in record.game.sides if seat in side)
        assert_last(losers, record.result.ranks)


@pytest.mark.rules("A5")
def test_a_wrong_result_after_a_resignation_names_the_rule() -> None:
    values = write_record(played("team", ("a", "b", "c", "d"), 0, Random(3), (3, 5)))
    says = "result.ranks should be [1, 3, 1, 3], not [1, 1, 1, 1] (A5)"
    assert str(verify_error(changed(values, "result.ranks", [1, 1, 1, 1]))) == says
    says = "result.reason should be 'resigned', not 'instant-win' (A5)"
    assert str(verify_error(changed(values, "result.reason", "instant-win"))) == says


@pytest.mark.no_cover
@pytest.mark.rules("J2")
@settings(max_examples=cases(12))
@given(seed=SEEDS, games=st.integers(1, 4), seat=st.integers(0, 1), decisions=DECISIONS)
def test_a_player_who_resigns_a_challenge_is_last_in_the_match(
    seed: int, games: int, seat: int, decisions: int
) -> None:
    rng = Random(seed)
    records = resigned_match(rng, games, seat, decisions)
    agreed = [record.game.name for record in records] + rng.choices(CHALLENGES, k=rng.randrange(3))
    match = match_of(records, agreed)
    verify(match)
    assert parse(to_json(match)) == match
    last = records[-1].result
    if last is not None and last.reason == "resigned":
        assert match.is_over
        assert_last((seat,), match.ranks)
        for ranks in ((1, 1), match.ranks[::-1]):
            values = write_match(match) | {"ranks": list(ranks)}
            assert str(verify_error(values)) == f"ranks should be {list(match.ranks)} (J2)"


def example(name: str) -> Json:
    values: Json = json.loads((EXAMPLES / f"{name}.jsonl").read_text("utf-8"))
    return values


@pytest.mark.rules("J2")
def test_a_match_resigned_by_its_leader_before_and_after() -> None:
    """The same games twice: as they were ranked before J2, and as they are now."""
    before, after = example("match-resigned-before"), example("match-resigned")
    assert before["games"] == after["games"]
    assert after["games"][-1]["result"]["reason"] == "resigned"
    quitter = after["games"][-1]["log"][-1]["seat"]
    totals = after["totals"]
    assert totals[quitter] > totals[1 - quitter]
    assert before["ranks"][quitter] == 1
    assert after["ranks"][quitter] == 2
    assert "challenges" not in before
    assert after["challenges"] == ["cards", "dice", "tiles"]
    for values in (before, after):
        verify(read(values))
        assert write_match(match_again(values)) == values


def match_again(values: Json) -> MatchRecord:
    match = read(values)
    assert isinstance(match, MatchRecord)
    if match.challenges is None:
        return match_by_totals(match.games)
    return match_of(match.games, match.challenges, match.starts)


@pytest.mark.rules("J2")
def test_without_the_agreed_list_the_totals_rank_and_games_may_follow() -> None:
    rng = Random(1)
    first = played("dice", SEATS, 0, rng, (0, 3))
    second = played("tiles", SEATS, 1, rng, None)
    old = match_by_totals([first, second])
    verify(old)
    with pytest.raises(ValueError, match="a resigned challenge must be the last of its match"):
        match_of([first, second])
    error = verify_error(write_match(old) | {"challenges": ["dice", "tiles"]})
    assert str(error) == "game 0: a resigned challenge must be the last of its match (J2)"
    after = example("match-resigned")
    assert str(verify_error(without(after, "challenges"))) == "ranks should be [1, 2] (J1)"


@pytest.mark.rules("J1")
@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("challenges", ["cards"], "game 1: there are more games than challenges (J1)"),
        ("challenges", [], "game 0: there are more games than challenges (J1)"),
        ("challenges.1", "tiles", "game 1: game should be 'tiles', as agreed in challenges (J1)"),
        ("starts", "same", "game 1: start should be 0: it is the same each time (J1)"),
    ],
)
def test_a_match_follows_what_was_agreed(path: str, value: object, says: str) -> None:
    assert str(verify_error(changed(example("match-resigned"), path, value))) == says


@pytest.mark.rules("J1")
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("challenges", None),
        ("challenges", "cards"),
        ("challenges", ["cards", "duel"]),
        ("challenges", ["cards", 1]),
        ("starts", None),
        ("starts", "next"),
        ("starts", ["same"]),
    ],
)
def test_what_was_agreed_has_the_right_shape(key: str, value: object) -> None:
    with pytest.raises(RecordError, match=f"^{key}"):
        read(example("match-resigned") | {key: value})


@pytest.mark.rules("J1")
def test_any_number_of_challenges_can_be_read() -> None:
    match = example("match-resigned")
    verify(read(match | {"challenges": ["cards", "dice"] * 10}))
    alone = played("dice", SEATS, 0, Random(2), None)
    one = match_of([alone])
    verify(one)
    assert parse(to_json(one)) == one
    assert one.is_over
    assert not match_of([alone], ["dice", "cards"]).is_over
    assert match_by_totals([alone]).is_over
    with pytest.raises(ValueError, match="the games do not match the challenges cards, dice"):
        match_of([alone], ["cards", "dice"])


@pytest.mark.rules("J1")
def test_a_drawn_start_is_outcome_0_of_its_own_dealer() -> None:
    rng = Random(4)
    seeds = [rng.randbytes(32) for _ in range(6)]
    drawn = [Dealer(seed).start(2) for seed in seeds]
    assert drawn not in ([0, 1] * 3, [1, 0] * 3)

    def record(seed: bytes, start: int) -> Record:
        recorder = Recorder(game("dice", 2), SEATS, start=start, dealer=Dealer(seed))
        rules = recorder.game
        while rules.awaits(recorder.state) is not None:
            recorder.play(at_random(rules, recorder.state, rng))
        return recorder.record()

    games = [record(seed, start) for seed, start in zip(seeds, drawn, strict=True)]
    verify(match_of(games, starts="drawn"))
    games[3] = record(seeds[3], 1 - drawn[3])
    values = write_match(match_of(games, starts="drawn"))
    says = f"game 3: start should be {drawn[3]}: drawn from dealer.seed (J1)"
    assert str(verify_error(values)) == says
    del values["games"][3]["dealer"]  # without its seed, any seat may have been drawn
    verify(read(values))
