"""The Card Challenge, and the score board with areas that it shares with the dice."""

from collections import Counter

import pytest

from ingenious.rules import Result, areas, game
from ingenious.rules.cards import BOX
from ingenious.rules.events import (
    CalledIngenious,
    DeckRenewed,
    Drew,
    Ended,
    Event,
    FaceUpReplaced,
    Matched,
    PegMoved,
    Shown,
    TurnBegan,
)
from ingenious.rules.moves import Chance, Discard, Keep, Outcome, Play, Turn
from testkit.positions import after, broken_rule, events_of, legal, play


@pytest.mark.rules("F1", "F2")
@pytest.mark.parametrize(
    ("pegs", "points", "end", "blockers"),
    [
        ((2, 0, 3, 3, 3, 3), 2, 3, "O"),  # 4 to 6 stay closed while orange is on 0
        ((2, 1, 3, 3, 3, 3), 2, 4, ""),
        ((5, 1, 4, 4, 4, 4), 3, 6, "O"),  # 7 to 10 stay closed while a peg is on 1 to 3
        ((5, 4, 4, 4, 4, 4), 3, 8, ""),
        ((9, 4, 4, 4, 4, 4), 3, 10, ""),  # nothing passes 10
        ((0, 3, 3, 3, 3, 3), 5, 5, ""),  # the last peg on 0 opens the next area for itself
        ((3, 6, 6, 6, 6, 6), 6, 9, ""),  # and the last one on 3
        ((0, 0, 0, 0, 0, 0), 9, 3, "OYGBP"),
        ((10, 9, 9, 9, 9, 9), 1, 10, ""),
        ((3, 4, 4, 4, 4, 4), 0, 3, ""),
    ],
)
def test_points_move_a_peg_as_far_as_the_areas_allow(
    pegs: tuple[int, ...], points: int, end: int, blockers: str
) -> None:
    story: list[Event] = []
    moved, ingenious = areas.score(pegs, 1, "R", points, story)
    assert moved == (end, *pegs[1:])
    assert ingenious == (end == 10 and pegs[0] < 10)
    lost = pegs[0] + points - end
    told_points = [PegMoved(1, "R", pegs[0], end, lost, "F2" if lost else "", blockers)]
    assert story[:1] == (told_points if points else [])
    assert areas.score(pegs, 1, "R", points)[0] == moved


@pytest.mark.rules("F2")
def test_an_area_opens_when_all_pegs_have_left_the_one_before_the_last() -> None:
    assert [areas.floor(column) for column in range(1, 11)] == [0, 0, 0, 1, 1, 1, 4, 4, 4, 4]


@pytest.mark.rules("F4")
def test_all_pegs_on_7_win() -> None:
    assert areas.has_won((7, 8, 9, 10, 7, 7))
    assert not areas.has_won((10, 10, 10, 10, 10, 6))


@pytest.mark.rules("G1")
def test_the_deck_has_60_cards() -> None:
    counts = Counter(BOX)
    assert (len(BOX), len(counts), set(counts.values())) == (60, 15, {4})
    assert "RR" not in counts


@pytest.mark.rules("G2")
@pytest.mark.parametrize(("players", "faceup"), [(2, 2), (3, 1), (4, 1)])
def test_hands_and_face_up_cards_are_dealt(players: int, faceup: int) -> None:
    rules = game("cards", players)
    assert rules.awaits(rules.new()) == Chance("deal", "G2", None, players * (6 + faceup), BOX)
    state = rules.apply(rules.new(1), Outcome(BOX[: players * (6 + faceup)]))
    assert [len(hand) for hand in state.hands] == [6] * players
    # The card drawn first is nearer the centre.
    assert state.faceup[0] == BOX[6 * players : 6 * players + faceup]
    assert rules.awaits(state) == Turn(1, "play", "G3")
    assert len(state.deck) == 60 - players * (6 + faceup)


# The printed example: two face-up cards show red, two show purple.
PRINTED = """
game: cards 4
phase: play
hand 0: RP OY
faceup 0: RB
faceup 1: RG
faceup 2: YP
faceup 3: OP
pegs 0: 2 3 4 5 3 5
"""


@pytest.mark.rules("G3", "F2")
def test_the_printed_example_of_scoring() -> None:
    """Red goes from 2 to 4; purple only from 5 to 6, because some pegs are in the second area."""
    assert after(PRINTED, "play RP").pegs[0] == (4, 3, 4, 5, 3, 6)
    events = events_of(PRINTED, "play RP")
    assert Matched(0, "R", ((0, 0), (1, 0))) in events  # its own face-up card counts too
    assert PegMoved(0, "P", 5, 6, 1, "F2", "OB") in events


@pytest.mark.rules("G3", "F2")
def test_which_symbol_is_scored_first_can_matter() -> None:
    position = PRINTED.replace("pegs 0: 2 3 4 5 3 5", "pegs 0: 3 4 4 4 4 6")
    assert after(position, "play RP").pegs[0] == (5, 4, 4, 4, 4, 8)
    assert after(position, "play PR").pegs[0] == (5, 4, 4, 4, 4, 6)
    assert {Play("RP"), Play("PR"), Play("OY"), Play("YO")} == legal(position)


@pytest.mark.rules("G3")
def test_only_cards_of_the_hand_can_be_played() -> None:
    assert broken_rule(PRINTED, "play RO") == "G3"
    assert broken_rule(PRINTED, "play RR") == "G3"
    assert broken_rule(PRINTED, "draw") == "G3"
    assert broken_rule(PRINTED, "[RP]") == "G3"


@pytest.mark.rules("G4")
def test_the_played_card_takes_the_place_of_the_face_up_one() -> None:
    state = after(PRINTED, "play PR")
    assert state.faceup[0] == ("RP",)
    assert state.discards == ("RB",)
    assert FaceUpReplaced(0, "RB", ("RP",)) in events_of(PRINTED, "play PR")


@pytest.mark.rules("G4")
def test_with_two_players_the_card_nearer_the_centre_goes() -> None:
    position = "game: cards 2\nphase: play\nhand 0: RP OY\nfaceup 0: RB GB\nfaceup 1: OP OG"
    state = after(position, "play RP")
    assert state.faceup[0] == ("GB", "RP")
    assert state.discards == ("RB",)


BONUS = """
game: cards 3
phase: play
hand 0: RP OY OG
faceup 0: RB
faceup 1: RP
faceup 2: YP
pegs 0: 9 5 7 7 7 8
"""


@pytest.mark.rules("F3", "G5")
def test_a_peg_on_10_earns_a_bonus_turn_without_a_refill() -> None:
    rules, state = play(BONUS, "play RP")
    assert state.pegs[0] == (10, 5, 7, 7, 7, 10)
    assert (state.phase, state.seat, state.due, len(state.hands[0])) == ("play", 0, 2, 2)
    events = events_of(BONUS, "play RP")
    assert CalledIngenious(0, "R", "F3") in events
    assert TurnBegan(0, bonus=True) in events
    state = after(BONUS, "play RP", "play OY")
    assert (state.phase, state.due) == ("play", 1)
    rules, state = play(BONUS, "play RP", "play OY", "play OG")
    awaited = rules.awaits(state)
    assert isinstance(awaited, Chance)
    assert awaited.count == 6  # an empty hand is just refilled


@pytest.mark.rules("F3")
def test_a_peg_on_10_earns_nothing_more() -> None:
    assert after(BONUS.replace("9 5 7 7 7 8", "10 5 7 7 7 5"), "play RP").due == 0


@pytest.mark.rules("F4", "A3", "A4")
def test_all_six_on_7_win_before_any_bonus() -> None:
    position = BONUS.replace("9 5 7 7 7 8", "9 7 7 7 7 6") + "pegs 1: 10 10 10 10 10 6"
    rules, state = play(position, "play RP")
    assert rules.result(state) == Result(
        "won", ((10, 7, 7, 7, 7, 8), (10, 10, 10, 10, 10, 6), (0,) * 6), (1, 2, 3)
    )
    assert broken_rule(position, "play RP", "play OY") == "A3"


DISCARD = """
game: cards 2
phase: play
hand 0: RP OY OG
faceup 0: RB GB
faceup 1: RO OP
pegs 0: 2 2 2 2 1 2
"""


@pytest.mark.rules("G6")
def test_a_hand_without_the_lowest_colours_may_be_discarded() -> None:
    rules, state = play(DISCARD, "play RP")  # the lowest is blue
    assert rules.awaits(state) == Turn(0, "discard", "G6")
    assert rules.legal(state) == (Discard(("OY", "OG")), Keep())
    assert events_of(DISCARD, "play RP", "discard OY OG") == (Shown(0, ("OY", "OG"), "G6"),)
    rules, state = play(DISCARD, "play RP", "discard OY OG")
    awaited = rules.awaits(state)
    assert isinstance(awaited, Chance)
    assert awaited.count == 6
    assert state.discards == ("RB", "OY", "OG") or sorted(state.discards) == ["OG", "OY", "RB"]
    assert broken_rule(DISCARD, "play RP", "discard OY") == "G6"
    rules, state = play(DISCARD, "play RP", "keep")
    awaited = rules.awaits(state)
    assert isinstance(awaited, Chance)
    assert awaited.count == 4


@pytest.mark.rules("G6")
def test_a_hand_with_a_lowest_colour_is_kept() -> None:
    position = DISCARD.replace("2 2 2 2 1 2", "2 1 2 2 1 2")
    assert after(position, "play RP").phase == "draw"  # orange ties for lowest
    assert broken_rule(position, "play RP", "discard OY OG") == "G6"
    assert broken_rule(position, "play RP", "keep") == "G6"


RENEW = """
game: cards 2
phase: draw
hand 0: RP OY OG
faceup 0: RB GB
faceup 1: RO OP
deck: {deck}
discards: YP3
"""


@pytest.mark.rules("G7")
def test_an_empty_deck_is_renewed_from_the_discards_within_a_draw() -> None:
    position = RENEW.format(deck="BP")
    state = after(position, "[BP YP YP]")
    assert (state.deck, state.discards) == (("YP",), ())
    events = (Drew(0, 1), DeckRenewed(3), Drew(0, 2), TurnBegan(1))
    assert events_of(position, "[BP YP YP]") == events
    assert broken_rule(position, "[YP BP YP]") == "G7"  # the rest of the deck comes first
    assert broken_rule(position, "[BP YP RO]") == "G7"


@pytest.mark.rules("G7")
def test_a_deck_that_is_just_used_up_is_renewed_at_once() -> None:
    position = RENEW.format(deck="BP3")
    state = after(position, "[BP BP BP]")
    assert (state.deck, state.discards) == (("YP", "YP", "YP"), ())
    assert after(RENEW.format(deck="BP4"), "[BP BP BP]").discards == ("YP", "YP", "YP")


STAND_OFF = """
game: cards 2
phase: play
idle: {idle}
hand 0: RO OY
faceup 0: RB GB
faceup 1: GB RP
pegs 0: 3 3 3 3 3 0
pegs 1: 0 3 3 3 3 3
"""


@pytest.mark.rules("G8")
def test_twenty_idle_plays_for_each_player_end_the_game() -> None:
    rules, state = play(STAND_OFF.format(idle=39), "play RO")
    result = rules.result(state)
    assert result is not None
    assert (result.reason, result.ranks) == ("stalled", (1, 1))
    assert events_of(STAND_OFF.format(idle=39), "play RO")[-1] == Ended("stalled", "G8")
    assert after(STAND_OFF.format(idle=38), "play RO").idle == 39
    moving = STAND_OFF.format(idle=39).replace("0: 3 3 3 3 3 0", "0: 2 3 3 3 3 0")
    assert after(moving, "play RO").idle == 0


@pytest.mark.rules("A5")
def test_resigning_a_challenge() -> None:
    rules, state = play(STAND_OFF.format(idle=0), "resign 0")
    assert rules.ranks(state) == (2, 1)
    assert broken_rule(PRINTED, "resign 0") == "A5"  # four sides
