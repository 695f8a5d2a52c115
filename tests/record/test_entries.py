"""The entries of the log: every kind of every game, read and written back, and what is refused."""

from typing import Any

import pytest

from ingenious.record import Entry, RecordError
from ingenious.record.entries import read_decision, read_entry, write_decision, write_entry
from ingenious.rules import game as rules_of
from ingenious.rules.moves import (
    Decision,
    Discard,
    Draw,
    Free,
    Keep,
    MatchDie,
    Place,
    Play,
    Reroll,
    Resign,
    Resolve,
    Score,
    Space,
    Swap,
    WildScore,
)
from testkit.records import check_readable

A, B = Space(-5, 4), Space(-4, 4)
AT = [[-5, 4], [-4, 4]]
BOARD_GAMES = ("classic", "solo", "team", "duel")
RACK_GAMES = ("classic", "team", "duel")
CHALLENGES = ("cards", "dice", "tiles")

KINDS: list[tuple[tuple[str, ...], dict[str, Any], Entry]] = [
    (
        BOARD_GAMES,
        {"seat": 0, "place": "GY", "at": AT, "gain": [0, 1]},
        Entry(0, Place("GY", (A, B)), gain=(0, 1)),
    ),
    (BOARD_GAMES, {"seat": 0, "place": "GY", "at": AT}, Entry(0, Place("GY", (A, B)))),
    (BOARD_GAMES, {"seat": 1, "draw": ["OB"]}, Entry(1, None, ("OB",))),
    (RACK_GAMES, {"seat": 1, "draw": ["OB", "RR", "RO"]}, Entry(1, None, ("OB", "RR", "RO"))),
    (
        RACK_GAMES,
        {"seat": 1, "swap": ["RR", "OB"], "draw": ["PP", "OY"]},
        Entry(1, Swap(("RR", "OB")), ("PP", "OY")),
    ),
    (("cards",), {"seat": 2, "play": "GR", "first": "G"}, Entry(2, Play("GR"))),
    (("cards",), {"seat": 2, "discard": ["RO", "GB"]}, Entry(2, Discard(("RO", "GB")))),
    (("cards",), {"seat": 2, "draw": ["GB", "RO"]}, Entry(2, None, ("GB", "RO"))),
    (("dice",), {"seat": 0, "roll": ["R", "G", "G"]}, Entry(0, None, ("R", "G", "G"))),
    (
        ("dice",),
        {"seat": 0, "resolve": [{"match": 0}, {"wild": [1, 2], "as": "Y"}]},
        Entry(0, Resolve((MatchDie(0), WildScore((1, 2), "Y")))),
    ),
    (("tiles",), {"seat": 3, "refill": ["B", "R"]}, Entry(3, None, ("B", "R"))),
    (("tiles",), {"seat": 3, "draw": "P"}, Entry(3, Draw(), ("P",))),
    (("tiles",), {"seat": 3, "score": True}, Entry(3, Score())),
    (("tiles",), {"seat": 3, "free": "O"}, Entry(3, Free("O"))),
    ((*BOARD_GAMES, *CHALLENGES), {"seat": 1, "resign": True}, Entry(1, Resign(1))),
]


@pytest.mark.parametrize(
    ("game", "values", "entry"),
    [(game, values, entry) for games, values, entry in KINDS for game in games],
)
def test_each_kind_is_read_and_written(game: str, values: dict[str, Any], entry: Entry) -> None:
    assert read_entry(values, rules_of(game)) == entry
    assert write_entry(entry, game) == values


@pytest.mark.parametrize(
    ("values", "entry"),
    [
        ({"place": "GY", "at": AT, "first": 0}, Entry(0, Place("GY", (A, B)))),
        ({"place": "GY", "at": AT, "first": 1}, Entry(0, Place("YG", (B, A)))),
        (
            {"place": "GY", "at": AT, "first": 1, "gain": [0, 1]},
            Entry(0, Place("YG", (B, A)), gain=(1, 0)),
        ),
        (
            {"place": "RR", "at": AT, "first": 1, "gain": [5, 2]},
            Entry(0, Place("RR", (B, A)), gain=(2, 5)),
        ),
    ],
)
@pytest.mark.rules("B9")
def test_the_half_scored_first_is_written_first(values: dict[str, Any], entry: Entry) -> None:
    assert read_entry({"seat": 0} | values, rules_of("team")) == entry


@pytest.mark.parametrize(
    ("values", "card"),
    [
        ({"play": "RG"}, "RG"),
        ({"play": "GR"}, "GR"),
        ({"play": "RG", "first": "R"}, "RG"),
        ({"play": "RG", "first": "G"}, "GR"),
        ({"play": "GR", "first": "R"}, "RG"),
    ],
)
@pytest.mark.rules("G3")
def test_the_symbol_of_a_card_scored_first(values: dict[str, Any], card: str) -> None:
    assert read_entry({"seat": 0} | values, rules_of("cards")) == Entry(0, Play(card))


def test_which_letter_comes_first_means_nothing_where_nothing_lies_on_the_table() -> None:
    swap = read_entry({"seat": 0, "swap": ["BO", "RR"], "draw": ["YO", "PR"]}, rules_of("duel"))
    assert swap == Entry(0, Swap(("RR", "OB")), ("OY", "RP"))
    assert read_entry({"seat": 0, "discard": ["PB", "OR"]}, rules_of("cards")).decision == Discard(
        ("RO", "BP")
    )


@pytest.mark.parametrize("game", ["classic", "team", "duel", "cards"])
def test_in_a_view_a_hidden_draw_is_its_size(game: str) -> None:
    values = {"seat": 1, "draw": 2}
    assert read_entry(values, rules_of(game), view=0) == Entry(1, None, 2)
    assert write_entry(Entry(1, None, 2), game) == values
    with pytest.raises(RecordError, match="draw should be a list, not 2"):
        read_entry(values, rules_of(game))
    with pytest.raises(RecordError, match="draw should be a list, not 2"):
        read_entry(values, rules_of(game), view=1)  # the viewer's own draw is not hidden
    with pytest.raises(RecordError, match="draw should be a whole number, not a list of 1"):
        read_entry({"seat": 1, "draw": ["RG"]}, rules_of(game), view=0)


def test_in_a_redacted_swap_the_tiles_shown_stay() -> None:
    values = {"seat": 1, "swap": ["RR"], "draw": 2}
    assert read_entry(values, rules_of("duel"), view="spectator") == Entry(1, Swap(("RR",)), 2)
    assert write_entry(Entry(1, Swap(("RR",)), 2), "duel") == values


DECISIONS = [
    (Place("GY", (A, B)), {"place": "GY", "at": AT}),
    (Swap(("RR", "OB")), {"swap": ["RR", "OB"]}),
    (Keep(), {"keep": True}),
    (Play("GR"), {"play": "GR", "first": "G"}),
    (Discard(("RO", "GB")), {"discard": ["RO", "GB"]}),
    (Reroll(), {"reroll": True}),
    (
        Resolve((WildScore((0, 2), "P"), MatchDie(1))),
        {"resolve": [{"wild": [0, 2], "as": "P"}, {"match": 1}]},
    ),
    (Draw(), {"draw": True}),
    (Score(), {"score": True}),
    (Free("R"), {"free": "R"}),
    (Resign(1), {"resign": True}),
]


@pytest.mark.parametrize(("decision", "values"), DECISIONS, ids=lambda value: type(value).__name__)
def test_a_decision_as_a_player_over_a_pipe_answers(
    decision: Decision, values: dict[str, Any]
) -> None:
    assert write_decision(decision) == values


@pytest.mark.parametrize(
    ("game", "decision"),
    [
        ("classic", Place("GY", (A, B))),
        ("classic", Swap(("RR", "OB"))),
        ("cards", Keep()),
        ("dice", Reroll()),
        ("tiles", Draw()),
        ("tiles", Resign(1)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_answer_over_a_pipe_is_read_as_the_decision(game: str, decision: Decision) -> None:
    answer = {"seat": 1} | write_decision(decision)
    assert read_decision(answer, rules_of(game, 2), 1) == decision
    assert read_decision(answer, None, 1) == decision


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ({"seat": 0, "keep": True}, "the answer is for seat 0, not for seat 1"),
        ({"seat": 1}, "an answer must be one decision, not nothing"),
        ({"seat": 1, "refill": ["RO"]}, "an answer must be one decision, not refill"),
        ({"seat": 1, "keep": True, "play": "GR"}, "one decision, not play and keep"),
    ],
)
def test_an_answer_that_is_not_one_decision_of_the_seat(answer: dict[str, Any], says: str) -> None:
    with pytest.raises(RecordError, match=says):
        read_decision(answer, rules_of("cards", 2), 1)


PLACED = {"place": "GY", "at": AT}
USE = {"match": 0}
REFUSED: list[tuple[str, object, str]] = [
    *(("classic", entry, "an entry should be an object") for entry in (None, 1, "draw", [PLACED])),
    ("classic", PLACED, "the entry has no 'seat'"),
    *(
        ("classic", PLACED | {"seat": seat}, "seat should be a whole number")
        for seat in (None, True, 1.0, "0", [0])
    ),
    (
        "classic",
        {"seat": 0},
        "an entry must have exactly one of place, draw, swap, resign; it has none",
    ),
    ("classic", {"seat": 0, "keep": True}, "classic has no 'keep', only place, draw, swap"),
    ("classic", {"seat": 0, "keep": True, "draw": ["RR"]}, "an entry must have exactly one of"),
    ("dice", {"seat": 0, "reroll": True}, "dice has no 'reroll', only roll, resolve, resign"),
    ("dice", {"seat": 0, "reroll": True, "roll": []}, "an entry must have exactly one of"),
    ("classic", {"seat": 0, "draw": ["RR"]} | PLACED, "an entry must have exactly one of"),
    ("cards", {"seat": 0, "play": "RG", "resign": True}, "an entry must have exactly one of"),
    ("solo", {"seat": 0, "swap": ["RR"], "draw": ["RR"]}, "solo has no 'swap', only draw"),
    ("solo", {"seat": 0, "play": "RG"}, "solo has no 'play', only draw, place, resign"),
    ("cards", {"seat": 0} | PLACED, "cards has no 'place', only play, discard, draw, resign"),
    ("dice", {"seat": 0, "draw": "R"}, "dice has no 'draw', only roll, resolve, resign"),
    ("tiles", {"seat": 0, "roll": ["R"]}, "tiles has no 'roll', only refill, draw, score, free"),
    ("duel", {"seat": 0, "free": "R"}, "duel has no 'free'"),
    ("classic", {"seat": 0, "swap": ["RR"]}, "the entry has no 'draw'"),
    *(("classic", {"seat": 0, "draw": draw}, "draw") for draw in (None, 1, "RG", [1], ["R"])),
    *(("classic", {"seat": 0, "swap": swap, "draw": []}, "swap") for swap in (None, 1, "RG", [1])),
    *(("cards", {"seat": 0, "discard": hand}, "discard") for hand in (None, 1, "RG", ["R"])),
    *(("dice", {"seat": 0, "roll": roll}, "roll") for roll in (None, 4, "RRRR", ["RG"], [1])),
    *(("tiles", {"seat": 0, "refill": r}, "refill") for r in (None, 1, "R", ["RG"])),
    *(("tiles", {"seat": 0, "draw": draw}, "draw should be one") for draw in (True, ["R"], "RG")),
    *(("tiles", {"seat": 0, "score": s}, "score should be true") for s in (None, False, 1, "R")),
    *(("tiles", {"seat": 0, "free": s}, "free should be one") for s in (None, True, "X", ["R"])),
    *(("dice", {"seat": 0, "resign": r}, "resign should be true") for r in (None, False, 1, 0)),
    *(
        ("classic", {"seat": 0, "place": p, "at": AT}, "place should be two of the letters")
        for p in (None, 1, "R", "XY", ["GY"])
    ),
    ("classic", {"seat": 0, "place": "GY"}, "the entry has no 'at'"),
    *(
        ("classic", {"seat": 0, "place": "GY", "at": at}, place)
        for at, place in [
            (None, "at should be a list"),
            ([], "at should be a list of 2, not a list of 0"),
            ([[0, 0]], "at should be a list of 2"),
            ([[0, 0], 1], "at[1] should be a list"),
            ([[0, 0], [0]], "at[1] should be a list of 2"),
            ([[0, 0, 0], [0, 1]], "at[0] should be a list of 2"),
            ([[0, 0], [0, 1.0]], "at[1][1] should be a whole number, not 1.0"),
            ([[True, 0], [0, 1]], "at[0][0] should be a whole number, not true"),
        ]
    ),
    *(
        ("team", {"seat": 0, "first": first} | PLACED, "first should be")
        for first in (None, True, 2, -1, 1.0, "0", "G", [0])
    ),
    *(
        ("team", {"seat": 0, "gain": gain} | PLACED, "gain")
        for gain in (None, 1, "01", [], [0], [0, 1, 2], [0, True], [0, 1.0], [None, 0])
    ),
    *(
        ("cards", {"seat": 0, "play": "RG", "first": first}, "first should be one of the letters")
        for first in (None, True, 0, 1, "", "RG", "X", ["R"])
    ),
    ("cards", {"seat": 0, "play": "RG", "first": "B"}, "the card RG has no B to score first"),
    *(("cards", {"seat": 0, "play": p}, "play should be two") for p in (None, True, "R", "XX")),
    *(("dice", {"seat": 0, "resolve": uses}, "resolve") for uses in (None, True, 0, "0", USE)),
    *(("dice", {"seat": 0, "resolve": [USE, use]}, "resolve[1]") for use in (None, 0, "0", [0])),
    *(
        ("dice", {"seat": 0, "resolve": [use]}, "resolve[0] should be either a match or a wild")
        for use in ({}, {"as": "Y"}, {"match": 0, "wild": [0, 1], "as": "Y"})
    ),
    *(
        ("dice", {"seat": 0, "resolve": [{"match": m}]}, "resolve[0].match should be a whole")
        for m in (None, True, 1.0, "0", [0])
    ),
    *(
        ("dice", {"seat": 0, "resolve": [{"wild": wild, "as": "Y"}]}, "resolve[0].wild")
        for wild in (None, True, 0, "01", [0, "1"], [0, 1.0], {"0": 1})
    ),
    ("dice", {"seat": 0, "resolve": [{"wild": [0, 1]}]}, "resolve[0] has no 'as'"),
    *(
        ("dice", {"seat": 0, "resolve": [{"wild": [0, 1], "as": s}]}, "resolve[0].as should be one")
        for s in (None, True, "", "X", "RG", ["R"])
    ),
]


@pytest.mark.parametrize(("game", "values", "says"), REFUSED)
def test_an_entry_of_another_shape_is_refused(game: str, values: object, says: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_entry(values, rules_of(game))
    assert check_readable(caught.value).message.startswith(says)


@pytest.mark.parametrize(
    ("game", "values", "says"),
    [
        *(("duel", {"seat": 1, "draw": size}, "draw should be") for size in (True, 0, -1, 7, 1.0)),
        ("solo", {"seat": 0, "draw": 1}, "draw should be a list"),
        ("dice", {"seat": 0, "roll": 4}, "roll should be a list"),
        ("tiles", {"seat": 0, "refill": 1}, "refill should be a list"),
        ("tiles", {"seat": 0, "draw": 1}, "draw should be one of the letters"),
    ],
)
def test_what_a_redacted_record_cannot_hide(game: str, values: object, says: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_entry(values, rules_of(game), view="spectator")
    assert check_readable(caught.value).message.startswith(says)
