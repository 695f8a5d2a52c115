"""Replaying: the entry that breaks a rule is named, with the rule and what would be right."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingenious.record import (
    Dealer,
    Entry,
    Record,
    Recorder,
    RecordError,
    match_of,
    moves_of,
    parse,
    read,
    redact,
    replay,
    steps,
    to_json,
)
from ingenious.rules import game
from ingenious.rules.moves import (
    Chance,
    Draw,
    Keep,
    Move,
    Outcome,
    Place,
    Reroll,
    Score,
    Space,
    Swap,
    Turn,
)
from testkit.cases import cases
from testkit.modes import MODES
from testkit.records import (
    CARDS,
    EXAMPLE,
    Json,
    changed,
    check_readable,
    document,
    played,
    verify_error,
    without_dealer,
)

SIX = ["RG", "RG", "OB", "OB", "PP", "PP"]
CLASSIC = json.loads(EXAMPLE)

# Yellow is no lowest colour after this placement, and the rack shows nothing else (B13).
YELLOW = changed(CLASSIC, "deal.racks.0", ["YG", *["YY"] * 5])

HAND = ["RO", "RO", "RO", "RY", "OY"]

DICE: Json = {
    "format": "ingenious-record/1",
    "game": "dice",
    "seats": ["Ada", "Ben"],
    "start": 1,
    "deal": {"dice": [["R", "R", "O", "P"], ["G", "G", "G", "G"]]},
    "log": [
        {"seat": 1, "roll": ["R", "R", "O", "Y"]},
        {"seat": 1, "roll": ["R", "R", "B", "Y"]},  # rolled again
        {
            "seat": 1,
            "resolve": [{"wild": [0, 1], "as": "G"}, {"match": 2}, {"match": 3}],
        },
        {"seat": 0, "roll": ["P", "P", "P", "P"]},
    ],
}

TILES: Json = {
    "format": "ingenious-record/1",
    "game": "tiles",
    "seats": ["Ada", "Ben"],
    "start": 0,
    "deal": {"centre": ["R", "R", "O"]},
    "log": [
        {"seat": 0, "draw": "R"},
        {"seat": 0, "score": True},
        {"seat": 1, "refill": ["B", "P"]},
        {"seat": 1, "free": "B"},
        {"seat": 0, "refill": ["O"]},
    ],
}


def final(values: Json) -> Any:
    record = read(values)
    assert isinstance(record, Record)
    *_, state = replay(record)
    return state


def test_the_records_of_this_page_replay() -> None:
    assert final(CLASSIC).standing.pegs == ((0, 0, 1, 0, 0, 0), (0,) * 6)
    assert final(YELLOW).racks[0] == ("OB", "YY", "YY", "YY", "YY", "YY")
    assert final(CARDS).pegs == ((1, 1, 3, 0, 0, 0), (0, 0, 0, 2, 0, 1))
    assert final(DICE).pegs == ((0,) * 6, (0, 0, 0, 1, 0, 0))
    assert final(TILES).pegs == ((3, 0, 0, 0, 0, 0), (0, 0, 0, 0, 1, 0))


@pytest.mark.rules("B13")
def test_a_draw_where_a_swap_was_possible_says_that_the_tiles_were_kept() -> None:
    swapped = changed(YELLOW, "log.1", {"seat": 0, "swap": ["YY"] * 5, "draw": SIX})
    assert final(swapped).racks[0] == ("RG", "RG", "OB", "OB", "PP", "PP")
    assert final(swapped).bag.count("YY") == 5


@pytest.mark.rules("G6")
def test_a_draw_where_a_discard_was_possible_says_that_the_hand_was_kept() -> None:
    log = [*CARDS["log"][:5], {"seat": 0, "discard": HAND}]
    discarded = changed(CARDS, "log", [*log, {"seat": 0, "draw": ["BP"] * 4 + ["YG"] * 2}])
    assert final(CARDS).hands[0] == ("RO", "RO", "RO", "RY", "OY", "BP")
    assert final(discarded).hands[0] == ("YG", "YG", "BP", "BP", "BP", "BP")
    assert set(HAND) <= set(final(discarded).discards)


Broken = tuple[Json, str, object, int | None, str | None, str]
BROKEN: list[Broken] = [
    # the board games
    (CLASSIC, "log.0.seat", 1, 0, "A2", "it is seat 0's turn, not seat 1's"),
    (CLASSIC, "log.0.seat", -1, 0, "A2", "it is seat 0's turn, not seat -1's"),
    (CLASSIC, "log.1.seat", 1, 1, "A2", "it is seat 0's turn, not seat 1's"),
    (CLASSIC, "log.0.seat", 10**17, 0, "A2", "it is seat 0's turn, not seat 1000"),
    (CLASSIC, "log.0.place", "RR", 0, "B5", "seat 0 has no tile RR; it holds RG OB"),
    (CLASSIC, "log.0.at", [[-6, 5], [-5, 4]], 0, "B6", "M2 (-6, 5) is "),
    (CLASSIC, "log.0.at", [[10**17, 5], [-5, 4]], 0, "B6", "(1000"),
    (
        CLASSIC,
        "log.0.at",
        [[-5, 5], [-5, 4]],
        0,
        "B6",
        "M3 (-5, 5) is taken by Y; a tile needs two",
    ),
    (
        CLASSIC,
        "log.0.at",
        [[-5, 4], [-5, 2]],
        0,
        "B6",
        "L3 (-5, 4) and J3 (-5, 2) are not adjacent",
    ),
    (CLASSIC, "log.0.at", [[0, 0], [0, 1]], 0, "B7", "on a first turn the tile must touch"),
    (CLASSIC, "log.0.gain", [1, 0], 0, "B8", "gain should be [0, 1], not [1, 0]"),
    (CLASSIC, "log.0.gain", [0, 10**17], 0, "B8", "gain should be [0, 1], not [0, 1000"),
    (CLASSIC, "log.0", CLASSIC["log"][1], 0, "B6", "seat 0 must place a tile"),
    (CLASSIC, "log.1", CLASSIC["log"][0], 1, "B14", "a draw of 1 for seat 0 comes first"),
    (CLASSIC, "log.1.draw", [], 1, "B14", "the draw needs 1 piece, not 0"),
    (CLASSIC, "log.1.draw", ["RR"] * 9999, 1, "B14", "the draw needs 1 piece, not 9999"),
    (CLASSIC, "log.1.swap", ["RR"], 1, "B13", "seat 0 cannot swap"),
    (CLASSIC, "deal.racks.0", ["RR"] * 6, None, "B3", "deal: there is no RR left in the bag"),
    (YELLOW, "log.1.draw", ["YY"], 1, "B3", "there is no YY left in the bag"),
    (
        YELLOW,
        "log.1",
        {"seat": 0, "swap": ["YY"] * 4, "draw": SIX},
        1,
        "B13",
        "seat 0 can only swap all of YY",
    ),
    (
        YELLOW,
        "log.1",
        {"seat": 0, "swap": ["YY"] * 9999, "draw": SIX},
        1,
        "B13",
        "seat 0 can only swap",
    ),
    (
        YELLOW,
        "log.1",
        {"seat": 0, "swap": ["YY"] * 5, "draw": SIX[1:]},
        1,
        "B14",
        "the draw needs 6 pieces, not 5",
    ),
    (
        YELLOW,
        "log.1",
        {"seat": 0, "swap": ["YY"] * 5, "draw": ["YY", *SIX[1:]]},
        1,
        "B3",
        "there is no YY left in the bag",
    ),
    (
        CLASSIC,
        "log.1",
        {"seat": 7, "resign": True},
        1,
        "A5",
        "there is no seat 7 that could resign",
    ),
    (
        document("solo", 1),
        "log.3",
        {"seat": 0, "resign": True},
        3,
        "A5",
        "a player can only resign",
    ),
    (
        document("tiles", 3),
        "log.3",
        {"seat": 0, "resign": True},
        3,
        "A5",
        "a player can only resign",
    ),
    (
        document("classic", 4),
        "log.9",
        {"seat": 3, "resign": True},
        9,
        "A5",
        "a player can only resign",
    ),
    # the Card Challenge
    (CARDS, "deal.faceup.0", ["GP", "RY"], None, "G1", "deal: there is no GP left in the deck"),
    (CARDS, "deal.faceup.0", ["RR", "RY"], None, "G1", "deal: there is no RR left in the deck"),
    (CARDS, "log.0", {"seat": 0, "play": "GB"}, 0, "G3", "seat 0 has no card GB; it holds RO RO"),
    (CARDS, "log.1", {"seat": 0, "discard": HAND}, 1, "G6", "seat 0 cannot discard its hand"),
    (
        CARDS,
        "log.5",
        {"seat": 0, "discard": HAND[1:]},
        5,
        "G6",
        "the whole hand must be discarded: RO",
    ),
    (
        CARDS,
        "log.5",
        {"seat": 0, "discard": HAND * 999},
        5,
        "G6",
        "the whole hand must be discarded",
    ),
    (CARDS, "log.1.draw", ["GP"], 1, "G7", "there is no GP left in the deck"),
    (CARDS, "log.1.draw", ["BP", "BP"], 1, "G6", "the draw needs 1 piece, not 2"),
    (CARDS, "log.2.seat", 0, 2, "A2", "it is seat 1's turn, not seat 0's"),
    # the Dice Challenge
    (DICE, "log.0.seat", 0, 0, "A2", "it is seat 1's turn, not seat 0's"),
    (DICE, "log.0.roll", ["R"] * 3, 0, "H3", "the roll needs 4 pieces, not 3"),
    (DICE, "log.0", DICE["log"][2], 0, "H3", "a roll of 4 for seat 1 comes first"),
    (
        DICE,
        "log.2.resolve",
        [{"match": 0}],
        2,
        "H4",
        "each of the dice 0 to 3 must be used exactly",
    ),
    (DICE, "log.2.resolve", [{"match": 9}] * 9999, 2, "H4", "each of the dice 0 to 3 must be used"),
    (
        DICE,
        "log.2.resolve",
        [{"wild": [0, 2], "as": "G"}, {"match": 1}, {"match": 3}],
        2,
        "H4",
        "a wild score needs equal dice",
    ),
    # the Tile Challenge
    (TILES, "log.1", {"seat": 0, "refill": ["R"]}, 1, "I5", "seat 0 must score or draw again"),
    (
        TILES,
        "log.0",
        {"seat": 0, "score": True},
        0,
        "I4",
        "no tile has been drawn yet: draw a tile",
    ),
    (
        TILES,
        "log.1",
        {"seat": 0, "free": "R"},
        1,
        "I4",
        "a free score is only possible before drawing",
    ),
    (TILES, "log.2.refill", ["B"], 2, "I3", "the refill needs 2 pieces, not 1"),
    (TILES, "log.2", {"seat": 1, "draw": "B"}, 2, "I3", "a refill of 2 for seat 1 comes first"),
    (TILES, "log.3.free", "R", 3, "I7", "a free score must be one of your lowest symbols that are"),
]


@pytest.mark.parametrize(
    ("values", "path", "value", "entry", "rule", "says"),
    BROKEN,
    ids=[f"{rule}: {says}" for *_, rule, says in BROKEN],
)
def test_a_broken_rule_is_named(
    values: Json, path: str, value: object, entry: int | None, rule: str | None, says: str
) -> None:
    error = verify_error(without_dealer(changed(values, path, value)))
    assert (error.entry, error.rule) == (entry, rule)
    assert error.message.startswith(says)


@pytest.mark.rules("H3")
def test_there_is_no_fourth_roll() -> None:
    roll = {"seat": 1, "roll": ["R", "R", "O", "Y"]}
    assert final(changed(DICE, "log", [roll] * 3)).rolls == 3
    error = verify_error(changed(DICE, "log", [roll] * 4))
    assert str(error) == "log entry 3: the third roll is final: its dice must be used (H3)"


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.rules("A3")
def test_nothing_follows_the_end(mode: tuple[str, int]) -> None:
    values = document(*mode)
    error = verify_error(changed(values, "log", values["log"] + values["log"][-1:]))
    assert (error.entry, error.rule) == (len(values["log"]), "A3")
    assert error.message == "the game was over before this entry"


@pytest.mark.parametrize(("seat", "who"), [(0, "seat 0"), (1, "seat 1"), (None, "a spectator")])
def test_a_redacted_record_is_refused_with_the_reason(seat: int | None, who: str) -> None:
    with pytest.raises(RecordError) as caught:
        list(replay(redact(played("duel", 2, 1), seat)))
    assert str(check_readable(caught.value)) == (
        f"this record is redacted to what {who} knows; "
        "only a complete record can be replayed and checked"
    )


@pytest.mark.parametrize("mode", MODES)
def test_there_is_a_state_after_the_deal_and_after_every_entry(mode: tuple[str, int]) -> None:
    record = played(*mode, 1)
    states = list(replay(record))
    assert len(states) == len(record.log) + 1
    assert record.game.scores(states[0]) == ((0,) * 6,) * mode[1]
    assert record.game.result(states[-1]) == record.result
    assert all(record.game.result(state) is None for state in states[:-1])


PLACE = Place("RG", (Space(0, 0), Space(0, 1)))


@pytest.mark.parametrize(
    ("entry", "awaited", "moves"),
    [
        (Entry(0), Turn(0, "place", "B6"), ()),
        (Entry(0, PLACE), Turn(0, "place", "B6"), (PLACE,)),
        (Entry(0, None, ("RG",)), Turn(0, "place", "B6"), (Outcome(("RG",)),)),
        (Entry(0, None, ("RG",)), Turn(0, "swap", "B13"), (Keep(), Outcome(("RG",)))),
        (Entry(0, None, ("RG",)), Turn(0, "discard", "G6"), (Keep(), Outcome(("RG",)))),
        (Entry(0, None, ("R",)), Turn(0, "roll-or-use", "H3"), (Reroll(), Outcome(("R",)))),
        (Entry(0, None, ("R",)), Chance("roll", "H3", 0, 1, "R"), (Outcome(("R",)),)),
        (Entry(0, Draw(), ("R",)), Turn(0, "draw-or-free", "I4"), (Draw(), Outcome(("R",)))),
        (Entry(0, Score()), Turn(0, "draw-or-score", "I5"), (Score(),)),
        (
            Entry(0, Swap(("RG",)), ("OB",)),
            Turn(0, "swap", "B13"),
            (Swap(("RG",)), Outcome(("OB",))),
        ),
    ],
)
def test_the_moves_that_an_entry_stands_for(
    entry: Entry, awaited: Turn | Chance, moves: tuple[Move, ...]
) -> None:
    assert moves_of(entry, awaited) == moves


@pytest.mark.parametrize("mode", MODES)
def test_the_steps_of_a_record_lead_from_state_to_state(mode: tuple[str, int]) -> None:
    record = played(*mode, 1)
    states, made = list(replay(record)), list(steps(record))
    rules, state = record.game, record.game.new(record.start)
    for step in made:
        assert step.before == state
        state = rules.apply(state, step.move)
        assert step.after == state
    assert state == states[-1]
    numbers = [step.entry for step in made if step.entry is not None]
    assert sorted(set(numbers)) == list(range(len(record.log)))


@pytest.mark.parametrize("mode", MODES)
@settings(max_examples=cases(3))
@given(seed=st.integers(0, 2**32), decisions=st.integers(0, 60))
def test_replaying_what_was_written_gives_the_same_state(
    mode: tuple[str, int], seed: int, decisions: int
) -> None:
    rules, rng = game(*mode), Random(seed)
    recorder = Recorder(rules, [""] * mode[1], dealer=Dealer(seed.to_bytes(32, "big")))
    for _ in range(decisions):
        if rules.awaits(recorder.state) is None:
            break
        recorder.play(rng.choice(rules.legal(recorder.state)))
    record = recorder.record()
    written = parse(to_json(record))
    assert written == record
    *_, state = replay(record)
    assert state == recorder.state


def test_a_match_is_replayed_game_by_game() -> None:
    with pytest.raises(TypeError, match="game by game"):
        list(replay(match_of([played("dice", 2, 1)])))  # type: ignore[arg-type]  # a match on purpose
