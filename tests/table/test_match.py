"""Matches at a table: what was agreed, who begins, and what resigning gives up (J1, J2)."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingenious.record import Dealer, MatchRecord, read, verify, write_match
from ingenious.rules.match import Starts
from ingenious.rules.moves import Resign
from ingenious.table import Refused, Settings, Table, ViewBuilder, commands, decode, encode
from testkit.cases import cases
from testkit.tables import OPEN, TableDriver

STORED = Path(__file__).parent / "stored" / "match-before-j2.jsonl"
"""The events of a match as they were stored before J2, its second challenge resigned."""


def match_table(*games: str, players: int = 2, **more: Any) -> TableDriver:
    driver = TableDriver(Settings(games, (OPEN,) * players, **more))
    return driver.sit(*["ann", "bob", "cleo", "dov"][:players])


def start(driver: TableDriver, number: int) -> None:
    seed = bytes([number + 7] * 32)
    driver.apply(commands.start(driver.table, "ann", seed, driver.advance(1)))


def play_challenge(driver: TableDriver, number: int, rng: Random) -> None:
    start(driver, number)
    while driver.table.phase == "playing":
        driver.play(rng)


def resign(driver: TableDriver, seat: int) -> None:
    who = driver.table.seats[seat].person_id or ""
    driver.apply(commands.play(driver.table, who, seat, Resign(seat), driver.advance(1)))


def match_at(table: Table) -> MatchRecord:
    assert table.match is not None
    verify(table.match)
    assert read(write_match(table.match)) == table.match
    return table.match


def seen(table: Table) -> dict[str, Any]:
    """What all see of a table."""
    shared: dict[str, Any] = msgspec.json.decode(ViewBuilder(table).view(None).shared)
    return shared


def can(table: Table) -> tuple[str, ...]:
    """What Ann can do at a table."""
    words = ViewBuilder(table).view(None, "ann").can
    assert words is not msgspec.UNSET
    return words


@pytest.mark.rules("J2")
@settings(max_examples=cases(8))
@given(
    seed=st.integers(0, 2**32),
    finished=st.integers(0, 2),
    seat=st.integers(0, 1),
    decisions=st.integers(0, 30),
)
def test_resigning_gives_up_the_match(seed: int, finished: int, seat: int, decisions: int) -> None:
    rng = Random(seed)
    driver = match_table("dice", "tiles", "dice")
    for number in range(finished):
        play_challenge(driver, number, rng)
    start(driver, finished)
    for _ in range(decisions):
        if driver.table.phase == "playing":
            driver.play(rng)
    if driver.table.phase != "playing":
        return
    resign(driver, seat)
    table = driver.table
    assert table.phase == "over"
    match = match_at(table)
    assert match.ranks[seat] > match.ranks[1 - seat]
    assert match.challenges == ("dice", "tiles", "dice")
    assert seen(table)["match"]["resigned"] is True
    with pytest.raises(Refused, match="over"):
        commands.start(table, "ann", bytes(32), driver.advance(1))
    again = Table.fold(decode(encode(event)) for event in driver.events)
    assert again.match == match


@pytest.mark.rules("A5", "J2")
@pytest.mark.parametrize("players", [3, 4])
def test_with_more_than_two_sides_no_player_resigns_a_match(players: int) -> None:
    driver = match_table("dice", "tiles", players=players)
    start(driver, 0)
    assert "resign" not in can(driver.table)
    with pytest.raises(Refused) as caught:
        resign(driver, 0)
    assert caught.value.rule == "A5"


@pytest.mark.rules("J2")
def test_between_challenges_no_player_resigns() -> None:
    driver = match_table("dice", "tiles")
    play_challenge(driver, 0, Random(1))
    assert driver.table.phase == "between"
    assert "resign" not in can(driver.table)
    with pytest.raises(Refused):
        resign(driver, 0)


@pytest.mark.rules("J2")
def test_a_table_of_an_earlier_version_keeps_its_ranks_and_continues() -> None:
    events = [decode(line) for line in STORED.read_bytes().splitlines()]
    table = Table.fold(events)
    assert (table.settings.resigning, table.settings.starts) == ("challenge", "rotate")
    assert seen(table)["phase"] == "between"
    old = match_at(table)
    assert (old.totals, old.ranks, old.challenges) == ((7, 4), (1, 2), None)
    assert "challenges" not in write_match(old)
    assert "resigned" not in seen(table)["match"]
    for event in commands.start(table, "ben", bytes(32), table.changed + 1):
        table.apply(event)
    for event in commands.play(table, "ada", 0, Resign(0), table.changed + 2):
        table.apply(event)
    assert seen(table)["phase"] == "over"
    assert [record.start for record in table.records] == [0, 1, 0]
    assert match_at(table).ranks == (1, 2)
    rematch = Table.fold(commands.next_table(table, table.changed + 3))
    assert rematch.settings.resigning == "match"


@pytest.mark.rules("J2")
def test_a_table_cannot_ask_for_the_old_rule() -> None:
    wanted = Settings(("dice", "tiles"), (OPEN, OPEN), resigning="challenge")
    table = Table.fold(commands.create(wanted, "host", 0))
    assert table.settings.resigning == "match"


@pytest.mark.rules("J1")
@pytest.mark.parametrize(("starts", "expected"), [("rotate", [1, 0, 1, 0]), ("same", [1] * 4)])
def test_the_players_choose_who_begins_each_challenge(starts: Starts, expected: list[int]) -> None:
    driver = match_table("dice", "tiles", "dice", "dice", start=1, starts=starts)
    for number in range(4):
        play_challenge(driver, number, Random(number))
    match = match_at(driver.table)
    assert [record.start for record in match.games] == expected
    assert match.starts == starts


@pytest.mark.rules("J1")
def test_a_drawn_start_is_drawn_for_each_challenge() -> None:
    driver = match_table(*["dice"] * 6, starts="drawn")
    for number in range(6):
        play_challenge(driver, number, Random(number))
    match = match_at(driver.table)
    drawn = [Dealer(bytes([number + 7] * 32)).start(2) for number in range(6)]
    assert [record.start for record in match.games] == drawn
    assert drawn not in ([0, 1] * 3, [1, 0] * 3, [0] * 6, [1] * 6)
    assert all(record.dealer and record.dealer.drew_start for record in match.games)
    rematch = Table.fold(commands.next_table(driver.table, 10**6))
    assert (rematch.settings.start, rematch.settings.starts) == (None, "drawn")


@pytest.mark.rules("H2", "J1")
def test_the_dice_games_of_a_mixed_match_may_have_no_opening_roll() -> None:
    driver = match_table("cards", "dice", "tiles", options={"opening_roll": False})
    for number in range(3):
        play_challenge(driver, number, Random(number))
    cards, dice, tiles = match_at(driver.table).games
    assert dice.game.options == {"opening_roll": False}
    assert dict(dice.deal) == {}
    assert cards.game.options == tiles.game.options == {}
