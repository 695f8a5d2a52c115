"""Reading: whatever has not the shape of a record gets one error that says where."""

import json
from typing import Any

import pytest

from ingenious.record import Record, RecordError, parse, read
from ingenious.record.reading import MAX_ENTRIES, MAX_RECORD_CHARS
from ingenious.rules import EDITIONS, PLAYERS
from testkit.modes import MODES
from testkit.records import (
    EXAMPLE,
    Json,
    changed,
    document,
    match_document,
    parse_error,
    played,
    read_error,
    without,
)

CLASSIC = json.loads(EXAMPLE)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not JSON: Expecting value at column 1"),
        ("{", "not JSON"),
        ("not JSON", "not JSON"),
        ('{"format": "ingenious-record/1" 7}', "at column 33"),
        ('{"format": "ingenious-record/1",}', "not JSON"),  # the column depends on the Python
        ('{"a": 1}{"a": 2}', "Extra data"),
        ("{'a': 1}", "not JSON"),
        ("\ufeff{}", "not JSON"),
        ('"\x00"', "not JSON"),
        ('{"format": NaN}', "not JSON: NaN is not a JSON number"),
        ('{"a": [Infinity]}', "not JSON: Infinity is not a JSON number"),
        ('{"a": -Infinity}', "not JSON: -Infinity is not a JSON number"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ("[" * 100_000 + "]" * 100_000, "nested too deeply"),
        ("1" * 10_000, "a number in this record is too long"),
        ('{"a": -' + "1" * 10_000 + "}", "a number in this record is too long"),
        (
            " " * MAX_RECORD_CHARS + "1",
            f"at most {MAX_RECORD_CHARS} characters, not {MAX_RECORD_CHARS + 1}",
        ),
        ("null", "should be an object, not null"),
        ("true", "should be an object, not true"),
        ("1", "should be an object, not 1"),
        ("1e999", "should be an object, not inf"),
        ("9" * 4000, "should be an object, not a huge number"),
        ("[[], []]", "should be an object, not a list of 2"),
        ('"a record"', "should be an object, not 'a record'"),
        (r'"\ud800\u001b[2J\n"', r"not '\ud800\x1b[2J\n'"),
        (f'"{"x" * 1000}"', "xxx..."),
        ("{}", "the record has no 'format'"),
        ('{"format": "ingenious-record/2"}', "format should be 'ingenious-record/1' or"),
        ('{"format": {}}', "not an object"),
    ],
    ids=lambda value: value if len(value) < 40 else f"{len(value)}-characters",
)
def test_text_that_is_no_record(text: str, says: str) -> None:
    assert says in parse_error(text).message


def test_text_may_be_as_long_as_is_said() -> None:
    text = json.dumps(CLASSIC)
    assert parse(text + " " * (MAX_RECORD_CHARS - len(text))) == read(CLASSIC)


@pytest.mark.parametrize("entry", [{}, 0, CLASSIC["log"][1]])
def test_a_million_entries_are_too_many(entry: object) -> None:
    entries = [entry] * 1_000_000
    with pytest.raises(RecordError, match=f"at most {MAX_ENTRIES} entries, not 1000000"):
        read(changed(CLASSIC, "log", entries))


ProblemDoc = tuple[object, ...]

NUMBER: ProblemDoc = (None, True, False, 1.0, "1", [1], {})
LIST: ProblemDoc = (None, True, 1, 1.0, "[]", {})
OBJECT: ProblemDoc = (None, True, 1, 1.0, "{}", [])
TEXT: ProblemDoc = (None, True, 1, 1.0, [], {})
BOOL: ProblemDoc = (None, 0, 1, 1.0, "true", [], {})
SYMBOL: ProblemDoc = (*TEXT, "", "X", "r", "RR", "RO", ["R"])
PAIR: ProblemDoc = (*TEXT, "", "R", "RX", "rg", "RGB", ["RG"])

CARDS = document("cards", 2)
DICE = document("dice", 2)
TILES = document("tiles", 2)
MATCH = match_document()
REDACTED = {"view": 0} | CLASSIC

WRONG: list[tuple[Json, str, ProblemDoc, str]] = [
    (CLASSIC, "format", TEXT, "format"),
    (CLASSIC, "game", (*TEXT, "chess", ""), "game should be one of classic, solo, team"),
    (CLASSIC, "edition", (*TEXT, "2010"), "edition should be '2023' or '2004' for classic"),
    (CLASSIC, "options", OBJECT, "options"),
    (CLASSIC, "seats", LIST, "seats"),
    (CLASSIC, "seats.1", TEXT, "seats[1]"),
    (CLASSIC, "start", NUMBER, "start"),
    (CLASSIC, "start", (-1, 2, 10**17), "start should be a seat from 0 to 1"),
    (CLASSIC, "deal", OBJECT, "deal"),
    (CLASSIC, "deal.racks", (*LIST, [], [[], [], []], CLASSIC["deal"]["racks"][:1]), "racks"),
    (CLASSIC, "deal.racks.1", (*LIST, 6, [], ["RG"] * 5, ["RG"] * 7), "racks[1]"),
    (CLASSIC, "deal.racks.1.5", PAIR, "racks[1][5]"),
    (CLASSIC, "start", (10**18, -(10**18), 10**4000), "start should be a whole number of at most"),
    (CLASSIC, "log", LIST, "log"),
    (CLASSIC, "result", (True, 1, 1.0, "won", []), "result"),
    (CLASSIC, "dealer", OBJECT, "dealer"),
    (CLASSIC, "view", (True, 1.0, "1", [1], {}, -1, 2), "view"),
    (REDACTED, "deal.racks.1", (*LIST[1:3], 1.0, 0, -6, 5, 7), "racks[1]"),
    (CARDS, "edition", (*TEXT, "2023"), "edition should be '2010' for cards"),
    (CARDS, "deal.hands", (*LIST, []), "hands"),
    (CARDS, "deal.hands.0", (*LIST, 6, ["RG"] * 2), "hands[0]"),
    (CARDS, "deal.hands.0.0", PAIR, "hands[0][0]"),
    (CARDS, "deal.faceup", (*LIST, ["RG", "RG"]), "faceup"),
    (CARDS, "deal.faceup.0", (*LIST, 2, ["RG"], ["RG"] * 3), "faceup[0]"),
    (CARDS, "deal.faceup.0.1", PAIR, "faceup[0][1]"),
    (CARDS | {"view": 0}, "deal.hands.0", (6,), "hands[0]"),
    (CARDS | {"view": 0}, "deal.hands.0", (["RG"] * 6,), "hands[1] should be a whole number"),
    (DICE, "options", OBJECT, "options"),
    (DICE, "options.opening_roll", BOOL, "options.opening_roll"),
    (DICE, "deal.dice", (*LIST, ["R", "R"]), "dice"),
    (DICE, "deal.dice.0", (*LIST, "RRRR", ["R"] * 3), "dice[0]"),
    (DICE, "deal.dice.0.3", SYMBOL, "dice[0][3]"),
    (TILES, "deal.centre", (*LIST, "RRR", ["R"] * 2, ["R"] * 4), "centre"),
    (TILES, "deal.centre.2", SYMBOL, "centre[2]"),
    (DICE, "result.reason", (*TEXT, "", "over"), "result.reason"),
    (DICE, "result.scores", (*LIST, [], [[0] * 6] * 3), "result.scores"),
    (DICE, "result.scores.1", (*LIST, [0] * 5, [0] * 7), "result.scores[1]"),
    (DICE, "result.scores.1.5", NUMBER, "result.scores[1][5]"),
    (DICE, "result.ranks", (*LIST, [1], [1, 2, 3]), "result.ranks"),
    (DICE, "result.ranks.0", NUMBER, "result.ranks[0]"),
    (DICE, "dealer.commit", (*TEXT, "", "0", "xy", "0x", " " * 64), "dealer.commit"),
    (DICE, "dealer.commit", ("00", "00" * 31, "00" * 33), "dealer.commit should be 64"),
    (DICE, "dealer.seed", (*TEXT, "", "abc", "gg", "00 11", "\u0661\u0661"), "dealer.seed"),
    (MATCH, "games", LIST, "games"),
    (MATCH, "games", ([],), "a match must have at least one game"),
    (MATCH, "games.1", OBJECT, "a record"),
    (MATCH, "games.1.start", NUMBER, "start"),
    (MATCH, "points", LIST, "points"),
    (MATCH, "points.2", LIST, "points[2]"),
    (MATCH, "points.2.1", NUMBER, "points[2][1]"),
    (MATCH, "totals", LIST, "totals"),
    (MATCH, "totals.1", NUMBER, "totals[1]"),
    (MATCH, "ranks", LIST, "ranks"),
    (MATCH, "ranks.0", NUMBER, "ranks[0]"),
]


@pytest.mark.parametrize(
    ("values", "path", "value", "place"),
    [(values, path, value, place) for values, path, wrong, place in WRONG for value in wrong],
)
def test_a_wrong_value_is_refused_with_its_place(
    values: Json, path: str, value: object, place: str
) -> None:
    assert read_error(changed(values, path, value)).message.startswith(place)


@pytest.mark.parametrize("key", ["format", "game", "edition", "seats", "start", "deal", "log"])
def test_what_every_record_has(key: str) -> None:
    assert key in read_error(without(CLASSIC, key)).message


@pytest.mark.parametrize(
    ("values", "path"),
    [
        (CLASSIC, "deal.racks"),
        (CARDS, "deal.hands"),
        (CARDS, "deal.faceup"),
        (DICE, "deal.dice"),
        (TILES, "deal.centre"),
        (DICE, "result.reason"),
        (DICE, "result.scores"),
        (DICE, "result.ranks"),
        (DICE, "dealer.commit"),
        (MATCH, "games"),
        (MATCH, "points"),
        (MATCH, "totals"),
        (MATCH, "ranks"),
        (MATCH, "games.2.log"),
    ],
)
def test_a_missing_part_is_named(values: Json, path: str) -> None:
    _, _, key = path.rpartition(".")
    assert f"has no '{key}'" in read_error(without(values, path)).message


@pytest.mark.parametrize(
    ("values", "path", "says"),
    [
        (CLASSIC, "log.1.draw", "log entry 1: draw should be"),
        (CLASSIC, "log.0.at.1", "log entry 0: at[1] should be"),
        (CARDS, "log.1.seat", "log entry 1: seat should be"),
        (MATCH, "games.2.log.5.seat", "game 2: log entry 5: seat should be"),
    ],
)
def test_an_error_in_the_log_has_the_number_of_its_entry(
    values: Json, path: str, says: str
) -> None:
    assert str(read_error(changed(values, path, None))).startswith(says)


@pytest.mark.rules("B17")
@pytest.mark.parametrize("name", PLAYERS)
def test_the_editions_of_a_game(name: str) -> None:
    values = document(name, PLAYERS[name][0])
    for edition in ("2004", "2010", "2023", "2024"):
        if edition in EDITIONS[name]:
            record = read(values | {"edition": edition})
            assert isinstance(record, Record)
            assert record.game.edition == edition
        else:
            assert read_error(values | {"edition": edition}).rule == "B17"


@pytest.mark.parametrize("name", ["cards", "dice", "tiles"])
def test_the_challenges_need_not_say_their_edition(name: str) -> None:
    assert read(without(document(name, 3), "edition")) == played(name, 3, 1)


@pytest.mark.rules("A2")
@pytest.mark.parametrize(
    ("name", "players"),
    [(name, players) for name in PLAYERS for players in range(6) if players not in PLAYERS[name]],
)
def test_a_wrong_number_of_seats(name: str, players: int) -> None:
    values = document(name, PLAYERS[name][0]) | {"seats": [""] * players}
    error = read_error(values)
    assert error.message.startswith(f"seats: {name} is for ")
    plural = "" if name == "solo" else "s"
    assert error.message.endswith(f" player{plural}, not {players}")


@pytest.mark.parametrize(
    ("values", "key"),
    [
        (document("solo", 1), "racks"),
        (CLASSIC, "hands"),
        (CARDS, "racks"),
        (CARDS, "dice"),
        (DICE, "centre"),
        (TILES, "faceup"),
        (without(DICE, "deal.dice") | {"options": {"opening_roll": False}}, "dice"),
    ],
)
def test_a_deal_has_no_parts_of_other_games(values: Json, key: str) -> None:
    assert f"has no '{key}'" in read_error(changed(values, f"deal.{key}", [])).message


def test_of_two_foreign_parts_the_first_by_name_is_reported() -> None:
    values = changed(changed(CLASSIC, "deal.hands", []), "deal.centre", [])
    assert "'centre'" in read_error(values).message


@pytest.mark.parametrize("value", BOOL)
def test_whether_the_start_was_drawn_is_a_key_of_our_own(value: object) -> None:
    """The page on the format does not name it, so that others may write there what they like."""
    record = read(changed(DICE, "dealer.drew_start", value))
    assert isinstance(record, Record)
    assert record.dealer is not None
    assert not record.dealer.drew_start


def test_hexadecimal_digits_may_be_large_or_small() -> None:
    assert read(changed(DICE, "dealer.commit", DICE["dealer"]["commit"].upper())) == read(DICE)


def add_keys(value: Any) -> Any:
    """The same values with a key in every object that no reader knows."""
    if isinstance(value, dict):
        return {key: add_keys(inner) for key, inner in value.items()} | {"note": [value]}
    return [add_keys(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("mode", MODES)
def test_unknown_keys_are_ignored(mode: tuple[str, int]) -> None:
    values = document(*mode)
    assert read(add_keys(values)) == read(values) == played(*mode, 1)


def test_unknown_keys_of_a_match_are_ignored() -> None:
    assert read(add_keys(MATCH)) == read(MATCH)


def test_a_missing_result_is_null_and_missing_options_are_none() -> None:
    values = without(without(CLASSIC, "result"), "options")
    assert read(values) == read(CLASSIC | {"result": None, "options": {}})


def test_an_option_of_another_game_is_ignored_like_any_other_key() -> None:
    assert read(CLASSIC | {"options": {"opening_roll": 0, "colour": "red"}}) == read(CLASSIC)


def test_a_key_stands_once() -> None:
    text = EXAMPLE.replace('"start": 0', '"start": 0, "seats": ["Eve", "Ben"]')
    with pytest.raises(RecordError, match="the key 'seats' appears twice in one object"):
        parse(text)
