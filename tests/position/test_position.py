"""Positions: text, one line, unknown pieces, moves."""

import pickle
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from ingenious import IllegalMove, NotationError, parse, parse_move, parse_position
from ingenious.position import Position, UnknownPieces
from ingenious.position.unknown import hands_of, stock_size
from ingenious.record import MatchRecord, redact, replay
from ingenious.rules import BoardState, game
from ingenious.rules.moves import Chance, Discard, Place, Space, Swap, Turn
from testkit.cases import SOAK
from testkit.modes import MODES, moves, recorded

EMPTY_LINE = "classic2 0:place:1:0 0.0.0.0.0.0/0.0.0.0.0.0 R4G/7/8/9/10/P9B/10/9/8/7/Y4O"


def same_in_every_form(position: Position) -> None:
    """Fail unless the position survives text, one line and pickle."""
    assert Position.parse(str(position)) == position
    assert Position.parse(position.line) == position
    assert Position.parse(position.line.replace(" ", "_")) == position
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert hash(again) == hash(position)


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", MODES)
def test_every_position_of_a_game_survives_text_one_line_and_pickle(mode: tuple[str, int]) -> None:
    position = Position.new(*mode)
    for state, move in moves(position.rules, Random(6)):
        assert position.state == state
        same_in_every_form(position)
        position = position.play(move)
    same_in_every_form(position)
    assert position.result is not None


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", MODES)
def test_every_redacted_position_survives_and_plays_on(mode: tuple[str, int]) -> None:
    """What a seat knows follows from move to move as it follows from the whole position."""
    rules, viewer = game(*mode), 0
    position = Position.new(*mode)
    known = position.redact(viewer)
    for number, (state, move) in enumerate(moves(rules, Random(7))):
        assert known == Position(rules, state).redact(viewer)
        if SOAK or number % 3 == 0:
            same_in_every_form(known)
        assert stock_size(known.state) == stock_size(state)
        known = known.play(move).redact(viewer)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seat", [0, None])
def test_the_positions_of_a_redacted_record(mode: tuple[str, int], seat: int | None) -> None:
    record = recorded(*mode, seed=3, stop_after=25)
    states = list(replay(record))
    for at, state in enumerate(states):
        assert Position.of(record, at).state == state
    redacted = redact(record, seat)
    hand_sizes = [len(hand) for hand in hands_of(states[-1])]
    found = Position.of(redacted)
    assert [len(hand) for hand in hands_of(found.state)] == hand_sizes
    assert found.scores == record.game.scores(states[-1])
    assert stock_size(found.state) == stock_size(states[-1])


@pytest.mark.parametrize("mode", MODES)
def test_with_a_seed_the_outcomes_follow(mode: tuple[str, int]) -> None:
    position = Position.new(*mode, seed=7)
    rng = Random(1)
    while position.result is None:
        assert isinstance(position.awaits, Turn)
        position = position.play(rng.choice(position.legal))
    assert position.turn is None
    assert position.awaits is None
    assert Position.new(*mode, seed=7) == Position.new(*mode, seed="7")


def test_without_a_seed_chance_is_played_by_hand() -> None:
    position = Position.new("solo")
    awaited = position.awaits
    assert isinstance(awaited, Chance)
    assert (awaited.kind, awaited.count, position.turn) == ("draw", 1, None)
    position = position.play("[rg]")
    assert position.turn == 0
    assert isinstance(position.state, BoardState)
    assert position.state.racks == (("RG",),)


def test_moves_are_read_in_any_case_and_with_or_without_a_hyphen() -> None:
    position = Position.new("solo").play("[RG]")
    first = position.legal[0]
    assert isinstance(first, Place)
    a, b = (space.name for space in first.at)
    for text in (f"rg {a}-{b}", f"RG {a} {b}", f"Rg{a}{b}".lower(), f" RG {a}–{b} "):
        assert position.play(text) == position.play(first)
        assert position.is_legal(text)


def test_legal_moves_are_a_sequence() -> None:
    position = Position.new("classic", players=2, seed=7)
    legal = position.legal
    assert list(legal) == list(position.rules.legal(position.state))
    assert list(legal[2:9:3]) == [legal[2], legal[5], legal[8]]
    assert legal[-1] == legal[len(legal) - 1]
    assert legal[3] in legal
    assert Place("RR", (Space(0, -7), Space(1, -7))) not in legal
    assert not position.is_legal("RR A1-A2")
    assert not position.is_legal("nonsense")
    assert not position.is_legal("[RG]")
    assert repr(legal).startswith(f"<{len(legal)} moves: ")
    assert repr(legal).endswith(", …>")
    assert repr(Position.new("classic").legal) == "<0 moves>"


@pytest.mark.rules("B6")
def test_an_illegal_move_names_the_rule() -> None:
    position = Position.new("solo").play("[RR]")
    with pytest.raises(IllegalMove, match=r"outside the boundary for this game \(B6\)$"):
        position.play("RR A1-A2")
    with pytest.raises(IllegalMove, match=r"\(B5\)$"):
        position.play("GG H8-H9")
    with pytest.raises(NotationError, match="this is not a move"):
        position.play("castle")
    with pytest.raises(IllegalMove, match="seat 0 cannot swap now"):
        position.play("swap")


@pytest.mark.parametrize(
    ("name", "text", "examples"),
    [
        ("classic", "Rr C9", "'RG H8-H9', 'swap RG YB', 'keep', 'resign'"),
        ("classic", "swap Rx", "'RG H8-H9', 'swap RG YB', 'keep', 'resign'"),
        ("solo", "[rx]", "'RG H8-H9'"),
        ("cards", "play it", "'play RG', 'discard RG YB', 'keep', 'resign'"),
        ("dice", "reroll now", "'reroll', 'use 0 1+2=Y', 'resign'"),
        ("tiles", "Draw two", "'draw', 'score', 'free R', 'resign'"),
    ],
)
def test_what_is_not_a_move_is_quoted_and_this_game_has_examples(
    name: str, text: str, examples: str
) -> None:
    with pytest.raises(NotationError) as refused:
        Position.new(name, seed=1).play(text)
    assert str(refused.value) == (
        f"this is not a move: {text!r}; here {name} has moves like {examples}"
    )


def test_an_outcome_has_an_example_where_chance_comes_next() -> None:
    with pytest.raises(NotationError, match=r"has moves like '\[R O Y\]'$"):
        Position.new("dice").play("[roll]")


def test_a_position_comes_from_a_record() -> None:
    wrong: Any
    for wrong in ("games.jsonl", MatchRecord((), (), (), ())):
        with pytest.raises(TypeError, match="this must be a record, such as `read` yields"):
            Position.of(wrong)


def test_a_swap_and_a_resignation_need_no_more_words() -> None:
    rules = game("classic", 2)
    state = next(state for state, _ in moves(rules, Random(2)) if state.phase == "swap")
    position = Position(rules, state)
    assert position.play("swap") == position.play(rules.legal(state)[0])
    over = Position.new("duel", seed=1).play("resign")
    assert over.result is not None
    assert over.result.reason == "resigned"


def test_the_moves_of_an_unknown_rack_are_not_known() -> None:
    position = Position.new("classic", players=2, seed=7, start=0).redact(1)
    with pytest.raises(UnknownPieces, match="the pieces of seat 0 are not known"):
        _ = position.legal
    shown = position.play("RG C9-C10")
    assert isinstance(shown.state, BoardState)
    assert len(shown.state.racks[0]) == 5


def test_filling_deals_what_has_not_been_seen() -> None:
    position = Position.new("cards", players=3, seed=4)
    known = position.redact(0)
    assert not known.is_known
    filled = known.fill(Random(1).randrange)
    assert filled.is_known
    assert filled.redact(0) == known
    assert filled != position


def test_a_left_out_rack_is_unknown_and_full() -> None:
    drawn = str(Position.new("classic", players=2, seed=7, start=0)).splitlines()
    text = "\n".join(line for line in drawn if not line.startswith(("rack 1", "bag")))
    position = Position.parse(text)
    assert isinstance(position.state, BoardState)
    assert position.state.racks[1] == ("?",) * 6
    assert len(position.state.bag) == 108
    filled = position.fill(Random(2).randrange)
    assert isinstance(filled.state, BoardState)
    assert len(filled.state.bag) == 108
    assert "?" not in filled.state.bag


def test_an_unknown_bag_is_filled_with_what_the_board_leaves() -> None:
    """The tiles on the board are taken out, although it only shows symbols."""
    position = Position.of(recorded("classic", 2, seed=3, stop_after=30))
    drawn = str(position).splitlines()
    text = "\n".join(line for line in drawn if not line.startswith("bag"))
    filled = Position.parse(text).fill(Random(2).randrange)
    assert isinstance(filled.state, BoardState)
    assert isinstance(position.state, BoardState)
    symbols = sorted("".join(position.state.bag))
    assert sorted("".join(filled.state.bag)) == symbols


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("classic2 0:place:1", "a position in one line must have six fields"),
        ("chess2 0:a:1:1 - - - -", "unknown game 'chess'"),
        ("classic 0:place:1:0 - - - -", "the game must look like 'classic2'"),
        (f"{EMPTY_LINE} RGRGRG/?6 ?3000", "a pile must look like"),
        (f"{EMPTY_LINE} RGRGRG/?6 ?110", "'bag' must have 111 tiles, not 110"),
        (f"{EMPTY_LINE} RGRGR/?6 ?111", "a hand must look like 'RGYB?4', not 'RGRGR'"),
        (f"{EMPTY_LINE} -/?6 ?114", "seat 0 has no legal move, but the game is not over (B6)"),
        (f"{EMPTY_LINE} RGRGRG/?7 ?110", "seat 1 can have at most 6 pieces, not 7"),
        (
            f"{EMPTY_LINE} RGRGRGRGRGRGRG/?6 ?107",
            "there are more pieces than the box contains: there is no RG left in the box",
        ),
        (f"{EMPTY_LINE} RGRGRG/- ?117", "seat 1 must have 6 pieces, not 0"),
        (f"{EMPTY_LINE} RGRGRG/?5 ?112", "seat 1 must have 6 pieces, not 5"),
        (
            f"{EMPTY_LINE} RGRGRG/?6 ?111".replace(":place:", ":deal:"),
            "seat 0 can have at most 0 pieces, not 3",
        ),
        (f"{EMPTY_LINE} RGRGRG/?6 ?111".replace(":1:0", ":2:0"), "'due' can be 1 at most"),
        (
            f"{EMPTY_LINE} RGRGRG/?6 ?111".replace(":1:0", ":1:1"),
            "after 1 turn, the board must have as many tiles, not 0 (B7)",
        ),
        (
            f"{EMPTY_LINE} RGRGRG/?6 ?111".replace("0.0.0.0.0.0/", "18.18.18.18.18.18/"),
            "the game is over: its ending must be instant-win (B16)",
        ),
        (
            f"{EMPTY_LINE} RGRGRG/?6 ?111".replace("place:1:0", "over:0:0:board-full"),
            "the ending cannot be board-full: the game could go on (A3)",
        ),
        (
            f"{EMPTY_LINE} RGRGRG/?6 ?111".replace("place:1:0", "swap:0:2").replace(
                "0.0.0.0.0.0/", "0.1.1.0.1.1/"
            ),
            "seat 0 cannot swap now (B13)",
        ),
        ("dice2 0:choose:2:1 0.0.0.0.0.0/0.0.0.0.0.0 ROYG/ROYG - -", "'due' can be 1 at most"),
        (
            "dice2 0:choose:1:1 9.2.1.1.3.0/0.0.0.0.0.0 ROYG/ROYG - -",
            "seat 0 cannot have a peg on 9: before that, O Y G B P must reach 4 (F2)",
        ),
        (
            "dice2 0:choose:1:1 7.7.7.7.7.7/0.0.0.0.0.0 ROYG/ROYG - -",
            "the game is over: its ending must be won (F4)",
        ),
        (
            "tiles2 0:choose:1 7.7.7.7.7.7/0.0.0.0.0.0 ROY+ - -",
            "the game is over: its ending must be won (I8)",
        ),
        ("dice2 0:choose:1:1 0.0.0.0.0.0/0.0.0.0.0.0 -/- - -", "seat 0 must have rolled its dice"),
        ("dice2 0:choose:1:4 0.0.0.0.0.0/0.0.0.0.0.0 ROYG/ROYG - -", "a player may roll three"),
        (
            "tiles2 0:choose:1 0.0.0.0.0.0/0.0.0.0.0.0 RO+ - -",
            "the centre must have at least three",
        ),
        ("tiles2 0:choose:1:1 0.0.0.0.0.0/0.0.0.0.0.0 ROY+ - -", "the turn must look like"),
        ("tiles2 0:choose:1 0.0.0.0.0.8/0.0.0.0.0.0 ROY+ - -", "pegs must be six numbers up to 7"),
    ],
)
def test_what_cannot_be_is_refused(line: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse(line)
    assert str(caught.value).startswith(says)


@pytest.mark.parametrize("value", [None, 5, b"duel2", ["H8"]])
def test_what_is_no_text_is_refused_in_the_same_words(value: Any) -> None:
    position = Position.new("duel")
    readers: dict[str, list[Callable[[], object]]] = {
        "a position must be a text (str)": [
            lambda: Position.parse(value),
            lambda: parse_position(value),
        ],
        "a record must be a text (str)": [lambda: parse(value)],
        "a move must be a text (str)": [lambda: parse_move(value)],
        "a move must be a text or a Move": [
            lambda: position.play(value),
            lambda: position.events(value),
        ],
        "a space must be a text (str)": [lambda: position.svg(arrows=[("H8", value)])],
    }
    for words, calls in readers.items():
        for read in calls:
            with pytest.raises(
                TypeError, match=f"^{re.escape(words)}, not {type(value).__name__}$"
            ):
                read()
    assert not position.is_legal(value)


def test_a_board_that_the_tiles_cannot_form() -> None:
    position = Position.of(recorded("classic", 2, seed=3, stop_after=30))
    assert "R R" in str(position)
    swapped = str(position).replace("R R", "R G", 1)
    with pytest.raises(NotationError, match=r"must be on .* spaces of the board"):
        Position.parse(swapped)


DECK = "deck: RO2 OY OG2 OB YP GB GP"
HAND = "hand 2: RO RG RB RP YB BP"


@pytest.mark.parametrize(
    ("name", "changes", "says"),
    [
        ("classic", {"R . B B": ". . B B"}, "the six printed symbols must be on"),
        ("classic", {"R R .": "R . ."}, "the tiles on the board must cover an even number"),
        ("classic", {"rack 1: RO RG2 OP BB PP": "rack 1: ?6"}, "with unknown racks, write 'unseen"),
        ("cards", {DECK: "deck: RO2"}, "'deck' must be the rest of the box: RO2 OY OG2 OB YP GB"),
        ("cards", {HAND: "hand 2: ?6"}, "with unknown hands, 'deck' must be its size: ?9"),
        ("cards", {HAND: "hand 2: ?6", DECK: "deck: ?8"}, "'deck' must have 9 pieces, not 8"),
    ],
)
def test_a_text_that_contradicts_itself_is_refused(
    name: str, changes: dict[str, str], says: str
) -> None:
    text = str(Position.of(recorded(name, {"cards": 3}.get(name, 2), seed=3, stop_after=30)))
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1)
    with pytest.raises(NotationError) as caught:
        Position.parse(text)
    assert str(caught.value).startswith(says)


def in_phase(name: str, phase: str) -> Position:
    """A position in which a seat may swap or discard, as a spectator knows it."""
    rules = game(name, 2)
    for state, _ in moves(rules, Random(2)):
        if state.phase == phase:
            return Position(rules, state).redact(None)
    raise AssertionError(f"no {phase} in this game")


@pytest.mark.parametrize(
    ("name", "phase", "word"), [("classic", "swap", "swap"), ("cards", "discard", "discard")]
)
def test_what_an_unknown_hand_shows_must_be_written(name: str, phase: str, word: str) -> None:
    known = in_phase(name, phase)
    with pytest.raises(NotationError, match="write what it shows"):
        known.play(word)
    move = Swap(("?",) * 5) if word == "swap" else Discard(("?",) * 5)
    with pytest.raises(IllegalMove, match="they cannot be unknown"):
        known.play(move)


@pytest.mark.parametrize("mode", MODES)
def test_a_filled_position_follows_the_rules(mode: tuple[str, int]) -> None:
    """A seat may swap or discard exactly if what it was dealt allows it."""
    rules, rng = game(*mode), Random(3)
    for number, (state, _) in enumerate(moves(rules, rng)):
        if number % 7 == 0:
            filled = Position(rules, state).redact(None).fill(rng.randrange)
            same_in_every_form(filled)
            for move in filled.legal:
                filled.play(move)
                break
            assert Swap(()) not in list(filled.legal)[:1]


def test_a_tile_that_cannot_be_unseen_is_refused() -> None:
    position = Position.new("solo").play("[RG]")
    drawn = "\n".join(line for line in str(position).splitlines() if not line.startswith("bag"))
    unknown = Position.parse(drawn.replace("rack 0: RG", "rack 0: ?1"))
    with pytest.raises(IllegalMove):
        unknown.play(Place("QQ", (Space(1, -5), Space(2, -5))))


def test_an_unknown_bag_of_a_late_position_is_filled() -> None:
    """An unlucky tiling is begun again."""
    for seed in range(6):
        position = Position.of(recorded("classic", 4, seed=seed, stop_after=75))
        text = "\n".join(
            line for line in str(position).splitlines() if not line.startswith(("rack", "bag"))
        )
        assert Position.parse(text).fill(Random(seed).randrange).is_known


def test_the_unseen_tiles_must_be_known() -> None:
    position = Position.new("classic", players=2, seed=7, start=0).redact(0)
    unseen = next(line for line in str(position).splitlines() if line.startswith("unseen"))
    with pytest.raises(NotationError, match="'unseen' must be tiles like 'RG2 YB'"):
        Position.parse(str(position).replace(unseen, "unseen: ?114"))


@pytest.mark.parametrize("mode", MODES)
def test_a_position_gets_a_seed_later(mode: tuple[str, int]) -> None:
    position = Position.of(recorded(*mode, seed=3, stop_after=9)).with_seed("later")
    rng = Random(2)
    while position.result is None:
        assert position.turn is not None
        position = position.play(rng.choice(position.legal))
    same_in_every_form(position)


def test_only_a_known_position_gets_a_seed() -> None:
    with pytest.raises(UnknownPieces, match="fill the position first"):
        Position.new("duel", seed=1).redact(0).with_seed(2)


def test_racks_and_hands() -> None:
    position = Position.new("classic", players=2, seed=7)
    assert position.racks[1] == ("RR", "YY", "YB", "GP", "PP", "PP")
    assert position.redact(1).racks[0] == ("?",) * 6
    assert len(Position.new("cards", seed=7).racks[0]) == 6
    assert Position.new("tiles", seed=7).racks == ()


def test_letters_of_dice_and_tiles_need_no_spaces() -> None:
    tiles = Position.new("tiles", players=2)
    assert tiles.play("[roy]") == tiles.play("[R O Y]") == tiles.play("[R, O, Y]")


def test_a_symbol_without_its_other_half_is_refused() -> None:
    position = Position.new("solo").play("[RG]").play("RG C9-C10")
    assert "RRG2G" in position.line
    assert Position.parse(position.line) == position
    with pytest.raises(NotationError, match="cannot be covered with the tiles"):
        Position.parse(position.line.replace("RRG2G", "RR1G1G"))
