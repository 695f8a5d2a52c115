"""Reasons for decisions: short sentences that a player understands."""

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from ingenious.bots import greedy, reasons
from ingenious.bots.players import state_for
from ingenious.bots.reasons import MAX_REASON_CHARS, Reason, reason
from ingenious.bots.reasons.dice import _boards
from ingenious.bots.reasons.parts import (
    EarnsBonus,
    Keeps,
    Loses,
    ReasonPart,
    Scores,
    ScoresNothing,
    TakesAway,
)
from ingenious.record import replay
from ingenious.record.notation import parse_move
from ingenious.rules import game
from ingenious.rules.dice import resolutions
from ingenious.rules.moves import Outcome, Resign
from testkit.modes import MODES, recorded
from testkit.positions import EMPTY_BOARD, LAST_SPACES, WHOLE_BOARD, play
from testkit.wire_types import has_wire_type

NAMES = ("Ada", "Ben", "Cy", "Dora")


def why(position: str, move: str, names: Sequence[str] = NAMES) -> str:
    """The reason for a move."""
    return reason_for(position, move, names).text


def reason_for(position: str, move: str, names: Sequence[str] = NAMES) -> Reason:
    rules, state = play(position)
    decision = parse_move(move)
    assert not isinstance(decision, Outcome)
    return reason(rules, state, decision, names)


def drawn(game: str, row: str, *lines: str, board: str = EMPTY_BOARD, phase: str = "place") -> str:
    """A position with another middle row on its board."""
    middle = next(line for line in board.splitlines() if "P" in line)
    assert len(row.split()) == len(middle.split())
    return "\n".join([f"game: {game}", f"phase: {phase}", *lines, "board:"]) + board.replace(
        middle, row
    )


ROW = "P . . R R . . G G G B"
"""Red and green on H8 and H9 score 2 red and 3 green."""

LONG_ROW = "P . . . . G G G G G B"
"""H7 is the best place for green, by far."""


@pytest.mark.parametrize(
    ("pegs", "expected"),
    [
        ("0 0 0 0 0 0", "scores 3 green and 2 red"),
        ("5 5 5 1 5 5", "scores 3 green (your lowest) and 2 red"),
        ("1 5 5 5 5 5", "scores 2 red (your lowest) and 3 green"),
        ("5 5 1 1 5 5", "scores 3 green (your lowest) and 2 red"),
        ("1 5 5 1 5 5", "scores 3 green (your lowest) and 2 red (your lowest)"),
        (
            "17 0 0 0 0 0",
            "scores 3 green and 1 red; Ingenious in red: a bonus tile; 1 point is lost at 18",
        ),
        (
            "16 0 0 15 0 0",
            "scores 3 green and 2 red; Ingenious in red and green: 2 bonus tiles",
        ),
        ("18 0 0 18 0 0", "scores nothing; 5 points are lost at 18"),
        ("17 18 18 18 18 18", "wins at once; scores 1 red (your lowest)"),
    ],
)
def test_the_points_of_a_placement(pegs: str, expected: str) -> None:
    assert why(drawn("classic 2", ROW, f"pegs 0: {pegs}", "rack 0: RG OO"), "RG H8-H9") == expected


@pytest.mark.parametrize(
    ("pegs", "rack", "expected"),
    [
        ("5 5 1 5 5 5", "RG YO", "; keeps a tile for 1 yellow (your lowest)"),
        ("5 1 1 5 5 5", "RG PY", "; keeps a tile for 1 yellow (your lowest)"),
        ("5 5 1 5 5 5", "RG PO", ""),
        ("5 1 1 1 5 5", "RG YO", ""),
    ],
)
def test_a_tile_that_is_kept_for_a_lowest_colour(pegs: str, rack: str, expected: str) -> None:
    position = drawn("classic 2", ROW, f"pegs 0: {pegs}", f"rack 0: {rack}")
    assert why(position, "RG H8-H9") == f"scores 3 green and 2 red{expected}"


def test_the_halves_of_a_double_add_up() -> None:
    position = drawn("classic 2", "P . . R R . . R R . B", "rack 0: RR OO")
    assert why(position, "RR H8-H9") == "scores 4 red"


@pytest.mark.parametrize(
    ("pegs", "expected"),
    [
        ("9 9 9 9 9 9", "scores nothing; keeps 5 green from Ben"),
        ("9 9 9 14 9 9", "scores nothing; keeps 4 green from Ben"),
        ("9 9 9 17 9 9", "scores nothing; gives Ben nothing new"),
        ("9 9 9 18 9 9", "scores nothing; gives Ben nothing new"),
    ],
)
def test_only_points_that_count_are_denied(pegs: str, expected: str) -> None:
    position = drawn("classic 2", LONG_ROW, "rack 0: OY", f"pegs 1: {pegs}")
    assert why(position, "OY H6-H7") == expected


def test_a_place_with_an_equal_one_denies_nothing() -> None:
    both_ends = drawn("classic 2", "P . . . G G G G . . B", "rack 0: OY")
    assert why(both_ends, "OY H5-H6") == "scores nothing; gives Ben nothing new"


# H8 sees four reds to the left, and five greens up to the right.
TWO_COLOURS = """
     R . . . . G
    . . . . . G .
   . . . . . G . .
  . . . . . G . . .
 . . . . . G . . . .
P R R R R . . . . . B
 . . . . . . . . . .
  . . . . . . . . .
   . . . . . . . .
    . . . . . . .
     Y . . . . O
"""


@pytest.mark.parametrize(
    ("pegs", "expected"), [("2 9 9 12 9 9", "4 red"), ("12 9 9 2 9 9", "5 green")]
)
def test_denying_a_low_colour_is_named_first(pegs: str, expected: str) -> None:
    position = f"game: classic 2\nphase: place\nrack 0: OY\npegs 1: {pegs}\nboard:{TWO_COLOURS}"
    assert why(position, "YO H8-H9") == f"scores nothing; keeps {expected} from Ben"


BIG_BOARD = """
      . . . . . . .
     . R . . . . G .
    . . . . . . . . .
   . . . . . . . . . .
  . . . . . . . . . . .
 . . . . . . . . . . . .
. P R R R R . . . . . B .
 . . . . . . . . . . . .
  . . . . . . . . . . .
   . . . . . . . . . .
    . . . . . . . . .
     . Y . . . . O .
      . . . . . . .
"""


@pytest.mark.parametrize(
    ("seat", "pegs", "expected"),
    [
        (0, ("0", "9", "3"), "4 red from Cy"),
        (0, ("0", "3", "9"), "4 red from Ben"),
        (1, ("5", "0", "5"), "4 red from Cy"),  # whose turn is next
        (2, ("9", "16", "0"), "4 red from Ada"),
    ],
)
def test_the_rival_who_loses_most_is_named(seat: int, pegs: tuple[str, ...], expected: str) -> None:
    lines = [f"pegs {n}: {red} 9 9 9 9 9" for n, red in enumerate(pegs)]
    head = "\n".join(["game: classic 3", "phase: place", f"seat: {seat}", *lines])
    position = f"{head}\nrack {seat}: OY\nboard:{BIG_BOARD}"
    assert why(position, "YO H8-H9") == f"scores nothing; keeps {expected}"


@pytest.mark.parametrize(
    ("rack", "pegs", "expected"),
    [
        ("RR RO", "0 0 0 0 0 0", "scores 3 red; sets up 5 red"),
        ("RR RO", "0 4 4 4 4 4", "scores 3 red (your lowest); sets up 5 red (your lowest)"),
        ("RR YO", "0 0 0 0 0 0", "scores 3 red"),
        ("RR RO", "14 0 0 0 0 0", "scores 3 red"),  # one more is all that counts
    ],
)
def test_a_place_is_set_up_for_the_tiles_on_the_rack(rack: str, pegs: str, expected: str) -> None:
    position = drawn("classic 2", "P . R R R . . . . . B", f"rack 0: {rack}", f"pegs 0: {pegs}")
    assert why(position, "RR H8-H9") == expected


@pytest.mark.parametrize(
    ("pegs", "expected"),
    [
        ("0 0 0 0 0 0", "fills the board, and you win; scores 1 blue"),
        ("0 0 0 0 1 0", "fills the board, and you share the win; scores 1 blue"),
        ("1 1 1 1 1 1", "fills the board, but Ben would win; scores 1 blue"),
    ],
)
def test_who_wins_when_the_board_is_full(pegs: str, expected: str) -> None:
    lines = f"game: classic 2\nphase: place\nrack 0: OB\npegs 1: {pegs}\nboard:"
    assert why(lines + LAST_SPACES, "OB D7-D8") == expected


@pytest.mark.parametrize(
    ("rack", "pegs", "swap", "keep"),
    [
        (
            "RO RY",
            "5 5 5 1 5 5",
            "no tile has your lowest (green): swap them all",
            "keep your tiles: they can score 2 red",
        ),
        (
            "RO",
            "5 5 1 1 5 1",
            "no tile has your lowest (yellow, green, and purple): swap them all",
            "keep your tiles: they can score 2 red",
        ),
        (
            "PP PP",
            "0 0 0 0 0 18",
            "no tile has your lowest (red, orange, yellow, green, and blue): swap them all",
            "keep your tiles and draw 4",
        ),
    ],
)
def test_the_reasons_to_swap_or_keep(rack: str, pegs: str, swap: str, keep: str) -> None:
    lines = (f"rack 0: {rack}", f"pegs 0: {pegs}")
    position = drawn("classic 2", ROW, *lines, phase="swap")
    assert why(position, f"swap {rack}") == swap
    assert why(position, "keep") == keep


TEAM_ROW = ". . P . . G G G G G . . B . ."


def test_a_team_has_one_board_and_one_rival() -> None:
    lines = ("rack 2: OY GY", "seat: 2", "pegs 0: 5 5 5 1 5 5", "pegs 1: 1 1 1 1 1 1")
    position = drawn("team 4", TEAM_ROW, *lines, board=WHOLE_BOARD)
    assert why(position, "YG H4-H5") == "scores 5 green (your lowest)"
    assert why(position.replace("G . . B", "G O O B"), "OY H4-H5") == (
        "scores nothing; keeps 5 green from Ben and Dora"
    )
    swap = drawn("team 4", TEAM_ROW, "rack 0: OY", "pegs 0: 1 5 5 5 5 5", board=WHOLE_BOARD,
                 phase="swap")  # fmt: skip
    assert why(swap, "swap OY") == "no tile has your lowest (red): swap them all"


def test_a_bonus_that_lapses_is_not_named() -> None:
    lines = ("rack 0: {}", "pegs 0: 9 9 9 16 9 9", "pegs 1: 9 9 9 36 9 9")
    position = drawn("team 4", TEAM_ROW, *lines, board=WHOLE_BOARD)
    lost = "scores 2 green; {}3 points are lost at 18"
    assert why(position.format("OG"), "GO H5-H4") == lost.format("")
    assert why(position.format("OG OO"), "GO H5-H4") == lost.format(
        "Ingenious in green: a bonus tile; "
    )


def test_solo_has_neither_rivals_nor_bonuses() -> None:
    position = drawn("solo 1", ROW, "rack 0: RG", "pegs 0: 16 20 20 18 20 20")
    assert why(position, "RG H8-H9") == "scores 2 red (your lowest) and 3 green"
    assert why(position, "RG E8-E9") == "scores nothing"


@pytest.mark.parametrize(
    ("pegs", "tokens", "expected"),
    [
        ("-1 0 0 -5 0 0", "", "scores 3 green and 2 red; pulls red over to your side"),
        ("-1 0 0 -2 0 0", "", "scores 3 green and 2 red; pulls red and green over to your side"),
        ("0 0 0 5 0 0", "", "scores 3 green and 2 red; pulls red to your side"),
        ("-2 0 0 5 0 0", "", "scores 3 green and 2 red; pulls red back to the middle"),
        ("4 0 0 5 0 0", "", "scores 3 green and 2 red"),
        (
            "4 0 0 7 0 0",
            "- - - 1 - -",
            "scores 2 red and 2 green; Ingenious in green: a bonus tile; takes the token: green",
        ),
        (
            "1 1 1 -1 1 1",
            "",
            "wins at once; scores 3 green and 2 red; pulls green over to your side",
        ),
    ],
)
def test_the_tug_of_war_of_the_duel(pegs: str, tokens: str, expected: str) -> None:
    lines = ["rack 0: RG OO", f"pegs 0: {pegs}", *([f"tokens: {tokens}"] if tokens else [])]
    assert why(drawn("duel 2", ROW, *lines), "RG H8-H9") == expected


def test_a_token_is_taken_from_the_opponent() -> None:
    lines = ("rack 0: OG OO", "pegs 0: 0 0 0 6 0 0", "tokens: - - - 1 - -")
    assert why(drawn("duel 2", ROW, *lines), "OG H8-H9") == (
        "scores 3 green; Ingenious in green: a bonus tile; takes the token: green"
    )


@pytest.mark.parametrize(
    ("rack", "tiles", "expected"),
    [
        ("RO GB YY", "RO GB", "red and blue cannot go further: swap the 2 tiles"),
        ("RO RR YY", "RO RR", "red cannot go further: swap the 2 tiles"),
        ("RO YY", "RO", "red cannot go further: swap the tile"),
        ("RB YY", "RB", "red and blue cannot go further: swap the tile"),
    ],
)
def test_an_exchange_in_the_duel(rack: str, tiles: str, expected: str) -> None:
    lines = (f"rack 0: {rack}", "pegs 0: 9 0 0 -9 9 0")
    position = drawn("duel 2", ROW, *lines, phase="swap")
    assert why(position, f"swap {tiles}") == expected


def test_missing_and_long_names() -> None:
    position = drawn("classic 2", LONG_ROW, "rack 0: OY")
    assert why(position, "OY H6-H7", ("", "")) == "scores nothing; keeps 5 green from seat 2"
    long = why(position, "OY H6-H7", ("", "Benjamin Alexander the Second"))
    assert long == "scores nothing; keeps 5 green from Benjamin Alexander the …"


def cards(*lines: str, phase: str = "play") -> str:
    """Two red, two green, one blue and one purple face up, in a game of three."""
    table = ("faceup 0: RG", "faceup 1: RB", "faceup 2: GP")
    return "\n".join(["game: cards 3", f"phase: {phase}", *table, *lines])


@pytest.mark.parametrize(
    ("pegs", "move", "expected"),
    [
        ("1 1 1 1 1 1", "play RG", "scores 2 red and 2 green"),
        ("1 1 1 0 1 1", "play RG", "scores 2 red and 2 green (your lowest)"),
        ("1 1 1 0 1 1", "play GR", "scores 2 green (your lowest) and 2 red"),
        ("0 1 1 0 1 1", "play GR", "scores 2 green (your lowest) and 2 red (your lowest)"),
        ("2 0 1 3 1 1", "play RG", "scores 1 red; 3 points are lost: orange too low"),
        ("6 4 4 5 2 3", "play RG",
         "scores 1 green; 3 points are lost: blue and purple too low"),
        ("3 0 0 3 0 1", "play RG",
         "scores nothing; 4 points are lost: 3 colours too low"),
        ("8 7 7 4 7 6", "play RG",
         "scores 2 red and 2 green (your lowest); Ingenious in red: play another card"),
        ("10 7 7 4 7 6", "play RG", "scores 2 green (your lowest); 2 points are lost at 10"),
        ("7 7 7 5 7 7", "play RG",
         "wins at once; scores 2 red and 2 green (your lowest)"),
        ("1 1 0 1 1 1", "play OY", "scores nothing; but shows yellow, your lowest"),
        ("1 1 1 1 1 1", "play OY", "scores nothing"),
    ],
)  # fmt: skip
def test_playing_a_card(pegs: str, move: str, expected: str) -> None:
    assert why(cards("hand 0: RG OY", f"pegs 0: {pegs}"), move) == expected


def test_a_card_takes_a_colour_off_the_table() -> None:
    position = cards("hand 1: OY", "seat: 1", "pegs 0: 3 3 3 3 0 3", "pegs 2: 3 3 3 3 0 0")
    assert why(position, "play OY") == (
        "scores nothing; takes the last blue off the table, Cy’s lowest"
    )
    # The purple ring of Cy's own card stays.
    assert why(position.replace("3 0 0", "3 3 0"), "play OY") == (
        "scores nothing; takes the last blue off the table, Ada’s lowest"
    )


def test_a_standstill_ends_the_game() -> None:
    position = cards("hand 0: OY", "idle: 59", "pegs 0: 3 3 3 3 3 2", "pegs 1: 3 3 3 3 3 2")
    said = "ends the game in a standstill, and you share the win; scores nothing"
    assert why(position, "play OY") == said


def test_the_reasons_to_discard_or_keep() -> None:
    position = cards("hand 0: RG OY", "pegs 0: 3 3 3 2 3 1", phase="discard")
    assert why(position, "discard RG OY") == ("no card has your lowest (purple): discard them all")
    assert why(position, "keep") == "keep your cards: they can score 2 red and 2 green"
    nothing = cards("hand 0: OY", "pegs 0: 3 3 3 2 3 1", phase="discard")
    assert why(nothing, "keep") == "keep your cards and draw 5"


def dice(own: str, pegs: str, rolls: int = 3) -> str:
    return (
        f"game: dice 3\nphase: choose\nrolls: {rolls}\npegs 0: {pegs}\n"
        f"dice 0: {own}\ndice 1: RRG\ndice 2: RYB"
    )


@pytest.mark.parametrize(
    ("own", "pegs", "move", "expected"),
    [
        ("RGG", "1 1 1 1 1 1", "use 0 1 2", "scores 3 red and 2 green"),
        ("RGG", "0 1 1 1 1 1", "use 0 1 2", "scores 3 red (your lowest) and 2 green"),
        ("RGB", "0 1 1 2 2 2", "use 0 1 2", "scores 3 red (your lowest), 1 green, and 1 blue"),
        ("RGG", "1 1 1 1 1 0", "use 0 1+2=P",
         "scores 1 purple (your lowest) and 2 red; 1 point is lost: purple too low"),
        ("RGG", "1 1 1 1 1 0", "use 1+2=P 0",
         "scores 1 purple (your lowest) and 3 red; wild score in purple"),
        ("OOO", "7 7 7 7 6 9", "use 0+1+2=P",
         "scores 1 purple; Ingenious in purple: a bonus turn; 1 point is lost at 10"),
        ("OOO", "7 7 7 7 7 5", "use 0+1+2=P", "wins at once; scores 2 purple (your lowest)"),
        ("OPO", "1 1 1 1 1 1", "use 0 1 2", "scores nothing"),
    ],
)  # fmt: skip
def test_using_dice(own: str, pegs: str, move: str, expected: str) -> None:
    assert why(dice(own, pegs), move) == expected


def test_rolling_again() -> None:
    poor, rich = dice("OPY", "1 1 1 1 1 1", 1), dice("RRR", "1 1 1 1 1 1", 2)
    assert why(poor, "reroll") == "5 in 6 rolls are better; 2 rolls left"
    assert why(rich, "reroll") == "1 in 6 rolls is better"
    assert why(rich, "use 0 1 2") == (
        "scores 5 red; 4 points are lost: 5 colours too low; 1 in 6 rolls is better"
    )
    assert why(poor, "use 0 1 2") == "scores 1 yellow"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_uses_of_a_roll_are_compared(players: int) -> None:
    rules, rng = game("dice", players), Random(7)
    each = rules.deal_parts[0].size
    for _ in range(12):
        dice = tuple("".join(rng.choices("ROYGBP", k=each)) for _ in range(players))
        pegs = tuple(rng.choice([(0, 1, 2, 3, 3, 3), (4, 3, 6, 6, 5, 2)]))
        state = replace(
            rules.new(), dice=dice, pegs=(pegs, *((0,) * 6,) * (players - 1)), phase="choose"
        )
        used = {rules.apply(state, use).pegs[0] for use in resolutions(dice[0])}
        assert _boards(pegs, "".join(sorted(dice[0])), "".join(dice[1:])) == used


def tiles(*lines: str) -> str:
    return "\n".join(["game: tiles 2", "phase: choose", "centre: RRGB", *lines])


@pytest.mark.parametrize(
    ("lines", "move", "expected"),
    [
        ((), "free R", "scores 2 red; a free score carries no risk"),
        (("pegs 0: 1 3 3 1 3 3",), "free G",
         "scores 1 green (your lowest); a free score carries no risk"),
        (("drawn: R",), "score", "scores 3 red; 2 in 3 chance that the next tile busts you"),
        (("drawn: RG", "pegs 0: 2 3 3 1 3 3"), "score",
         "scores 2 green (your lowest) and 3 red; 5 in 6 chance that the next tile busts you"),
        (("drawn: R", "pegs 0: 5 3 3 1 3 3"), "score", "scores 2 red; "
         "Ingenious in red: a bonus turn; 2 in 3 chance that the next tile busts you"),
        (("drawn: R", "pegs 0: 4 7 7 7 7 7"), "score",
         "wins at once; scores 3 red (your lowest)"),
        (("drawn: R", "pool: G"), "draw",
         "the next tile cannot bust you; 3 points at stake; it can score 2 green"),
        (("drawn: R", "pool: O"), "draw", "the next tile is sure to bust you; 3 points at stake"),
        ((), "draw", "1 in 2 chance that the next tile busts you; it can score 3 red"),
        (("drawn: G", "pegs 0: 6 3 3 6 1 3", "due: 2"), "draw",
         "2 in 3 chance that the next tile busts you; 1 point and a bonus turn at stake"),
        (("pegs 0: 7 3 3 6 1 3",), "draw",
         "1 in 2 chance that the next tile busts you; it can score 2 blue (your lowest)"),
    ],
)  # fmt: skip
def test_scoring_and_drawing_tiles(lines: tuple[str, ...], move: str, expected: str) -> None:
    assert why(tiles(*lines), move) == expected


def test_resigning_has_a_reason_too() -> None:
    rules, state = play(tiles())
    assert reason(rules, state, Resign(0), NAMES).text == "resigns"


# The parts of a reason, for other languages


@pytest.mark.parametrize(
    ("position", "move", "said"),
    [
        (
            drawn("classic 2", ROW, "pegs 0: 17 0 0 0 0 0", "rack 0: RG OO"),
            "RG H8-H9",
            (Scores((("G", 3), ("R", 1)), ""), EarnsBonus("R", "tile"), Loses(1, 18, "")),
        ),
        (
            drawn("classic 2", LONG_ROW, "rack 0: OY", "pegs 1: 9 9 9 9 9 9"),
            "OY H6-H7",
            (ScoresNothing(), TakesAway(1, "G", 5)),
        ),
        (
            drawn("classic 2", ROW, "rack 0: RO RY", "pegs 0: 5 5 5 1 5 5", phase="swap"),
            "keep",
            (Keeps("tiles", (("R", 2),), 4),),
        ),
    ],
)
def test_the_parts_of_a_reason_have_its_values(position: str, move: str, said: object) -> None:
    assert reason_for(position, move).said == said


def test_every_kind_of_part_is_used() -> None:
    """Checked in the sources: an unused kind would be translated needlessly."""
    folder = Path(reasons.__file__).parent
    source = "".join(
        path.read_text("utf-8")
        for path in folder.glob("*.py")
        if path.stem not in ("parts", "english")
    )
    assert [kind for kind in get_args(ReasonPart) if f"{kind.__name__}(" not in source] == []


# Whole games


@pytest.mark.parametrize(("name", "players"), MODES)
def test_reasons_are_short_and_reveal_nothing_hidden(name: str, players: int) -> None:
    for decisions in (0, 5, 11, 16):
        record = recorded(name, players, 3, greedy, stop_after=decisions)
        *_, state = replay(record)
        seat, rules = state.seat, record.game
        worlds = [state, state_for(record, seat, 1), state_for(record, seat, 2)]
        legal = rules.legal(state)
        for decision in Random(1).sample(list(legal), min(len(legal), 8)):
            found = {reason(rules, world, decision, NAMES[:players]) for world in worlds}
            assert len(found) == 1
            why = found.pop()
            assert why.said
            for said in why.said:
                values = json.loads(json.dumps((type(said).__name__, asdict(said))))
                assert has_wire_type("ReasonPart", values), values
            sentence = why.text
            assert 0 < len(sentence) <= MAX_REASON_CHARS
            assert sentence.isprintable()
            assert "  " not in sentence
