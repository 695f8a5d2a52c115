"""Writing: one line of plain JSON that reads back as the same record."""

import json
from hashlib import sha256

import pytest

from ingenious.record import (
    Entry,
    Record,
    match_of,
    parse,
    read,
    redact,
    to_json,
    verify,
    write_record,
)
from ingenious.rules import game
from ingenious.rules.moves import Place, Space
from testkit.modes import MODES
from testkit.records import EXAMPLE, changed, document, match_games, played


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("stop_after", [0, 1, 7, None])
def test_a_record_reads_back_as_it_was(mode: tuple[str, int], stop_after: int | None) -> None:
    record = played(*mode, 2, stop_after=stop_after)
    text = to_json(record)
    assert parse(text) == record
    assert text.isascii()
    assert text.isprintable()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_reads_back_as_it_was(players: int) -> None:
    match = match_of(match_games(players))
    assert parse(to_json(match)) == match


def test_the_example_of_the_description_holds_and_is_written_as_it_stands() -> None:
    record = parse(EXAMPLE)
    assert isinstance(record, Record)
    assert record.result is None
    verify(record)
    assert write_record(record) == json.loads(to_json(record)) == json.loads(EXAMPLE)


def test_a_second_half_scored_first_is_written_first() -> None:
    values = json.loads(EXAMPLE)
    values["log"][0] |= {"place": "YG", "at": [[-4, 4], [-5, 4]], "gain": [1, 0], "first": 1}
    record = read(values)
    assert record == parse(EXAMPLE)
    assert isinstance(record, Record)
    assert record.log[0] == Entry(0, Place("GY", (Space(-5, 4), Space(-4, 4))), gain=(0, 1))


@pytest.mark.parametrize(
    ("mode", "shape"),
    [
        (("classic", 3), {"racks": [6, 6, 6]}),
        (("solo", 1), {}),
        (("team", 4), {"racks": [6, 6, 6, 6]}),
        (("duel", 2), {"racks": [6, 6]}),
        (("cards", 2), {"hands": [6, 6], "faceup": [2, 2]}),
        (("cards", 4), {"hands": [6, 6, 6, 6], "faceup": [1, 1, 1, 1]}),
        (("dice", 2), {"dice": [4, 4]}),
        (("dice", 3), {"dice": [3, 3, 3]}),
        (("dice", 4), {"dice": [2, 2, 2, 2]}),
    ],
)
def test_what_is_dealt_seat_by_seat(mode: tuple[str, int], shape: dict[str, list[int]]) -> None:
    deal = document(*mode)["deal"]
    assert {key: [len(group) for group in groups] for key, groups in deal.items()} == shape


def test_the_one_centre_of_the_tile_challenge() -> None:
    deal = document("tiles", 2)["deal"]
    assert list(deal) == ["centre"]
    assert [len(symbol) for symbol in deal["centre"]] == [1, 1, 1]


def test_the_dice_challenge_without_the_opening_roll() -> None:
    rules = game("dice", 2, options={"opening_roll": False})
    written = write_record(Record(rules, ("Ada", "Ben"), 0, {}, ()))
    assert written["options"] == {"opening_roll": False}
    assert written["deal"] == {}
    assert read(written) == Record(rules, ("Ada", "Ben"), 0, {}, ())


def test_the_usual_game_has_no_options() -> None:
    assert document("dice", 2)["options"] == {}
    usual = read(changed(document("dice", 2), "options", {"opening_roll": True}))
    assert usual == played("dice", 2, 1)


def test_a_dealer_shows_its_seed_once_the_game_has_its_result() -> None:
    running, over = document("duel", 2, stop_after=3), document("duel", 2)
    seed = (1).to_bytes(32, "big")
    commit = sha256(seed).hexdigest()
    assert running["result"] is None
    assert running["dealer"] == {"commit": commit, "drew_start": True}
    assert over["dealer"] == {"commit": commit, "seed": seed.hex(), "drew_start": True}


def test_only_a_redacted_record_has_a_view() -> None:
    record = played("duel", 2, 1)
    assert "view" not in write_record(record)
    assert write_record(redact(record, 1))["view"] == 1
    assert write_record(redact(record, None))["view"] is None


@pytest.mark.parametrize("name", ["", "Ada\n", '"', "\\", "Zoë", "\x1b[2J", "\ud800", "\U0001f3b2"])
def test_a_name_may_be_any_text(name: str) -> None:
    values = changed(document("duel", 2, stop_after=2), "seats.1", name)
    record = read(values)
    text = to_json(record)
    assert parse(text) == record
    assert text.isascii()
    assert text.isprintable()
    assert json.loads(text)["seats"][1] == name
