"""What a seat knows: the redacted record has what the page on the format says, and no more."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ingenious.bots import greedy
from ingenious.record import (
    Entry,
    Record,
    match_of,
    parse,
    read,
    redact,
    steps,
    to_json,
    verify,
    write_record,
)
from ingenious.rules.events import Event
from ingenious.rules.moves import Discard, Swap
from testkit.cases import cases
from testkit.hidden import MODES_WITH_HIDDEN_PIECES, alternative_records
from testkit.modes import MODES, recorded
from testkit.records import Json, document, match_games, played

OPEN = [mode for mode in MODES if mode[0] in ("solo", "dice", "tiles")]
VIEWS = [(*mode, seat) for mode in MODES for seat in (*range(mode[1]), None)]


def known(values: Json, seat: int | None) -> Json:
    """What the seat knows, from the JSON values alone, as the page tells it."""
    redacted = dict(values)
    for key in {"racks", "hands"} & values["deal"].keys():
        groups = [group if owner == seat else 6 for owner, group in enumerate(values["deal"][key])]
        redacted["deal"] = redacted["deal"] | {key: groups}
    if values["game"] in ("classic", "team", "duel", "cards"):
        redacted["log"] = [
            entry | {"draw": len(entry["draw"])}
            if "draw" in entry and entry["seat"] != seat
            else entry
            for entry in values["log"]
        ]
    redacted["dealer"] = {"commit": values["dealer"]["commit"]}
    return redacted | {"view": seat}


@pytest.mark.parametrize(("name", "players", "seat"), VIEWS)
@pytest.mark.parametrize("stop_after", [3, 20, None])
def test_a_seat_knows_what_the_page_says(
    name: str, players: int, seat: int | None, stop_after: int | None
) -> None:
    record = played(name, players, 3, stop_after=stop_after)
    redacted = redact(record, seat)
    assert write_record(redacted) == known(write_record(record), seat)
    assert parse(to_json(redacted)) == redacted
    assert redact(redacted, seat) == redacted


@pytest.mark.parametrize(("name", "players", "seat"), VIEWS)
def test_keys_that_the_page_does_not_name_are_dropped(
    name: str, players: int, seat: int | None
) -> None:
    values: Any = document(name, players)
    for part in (values, values["deal"], values["result"], values["dealer"], *values["log"]):
        part["secret"] = "the bag"
    values["options"] = {"secret": "the bag"}
    record = read(values)
    assert isinstance(record, Record)
    text = to_json(redact(record, seat))
    assert "secret" not in text
    assert "seed" not in text


@pytest.mark.parametrize("mode", OPEN)
def test_where_nothing_is_hidden_everyone_knows_everything(mode: tuple[str, int]) -> None:
    record = played(*mode, 1)
    for seat in (*range(mode[1]), None):
        redacted = redact(record, seat)
        assert (redacted.deal, redacted.log, redacted.result) == (
            record.deal,
            record.log,
            record.result,
        )


def entries_with(kind: type[Swap] | type[Discard], mode: tuple[str, int]) -> list[Entry]:
    """Entries in which a seat shows what it had, as a spectator gets them."""
    found = []
    for seed in (1, 2):
        record = played(*mode, seed, greedy)
        for entry, redacted in zip(record.log, redact(record, None).log, strict=True):
            if isinstance(entry.decision, kind):
                assert redacted.decision == entry.decision
                found.append(redacted)
    assert found, "other seeds are needed to show this"
    return found


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", [mode for mode in MODES_WITH_HIDDEN_PIECES if mode[0] != "cards"])
def test_tiles_shown_in_a_swap_stay_and_the_draw_is_its_size(mode: tuple[str, int]) -> None:
    for entry in entries_with(Swap, mode):
        assert isinstance(entry.outcome, int)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_hand_that_is_discarded_stays(players: int) -> None:
    for entry in entries_with(Discard, ("cards", players)):
        assert entry.outcome is None


def test_a_record_redacted_for_one_seat_cannot_be_redacted_for_another() -> None:
    record = played("classic", 3, 1)
    with pytest.raises(ValueError, match="a record redacted for 0 cannot be redacted for 1"):
        redact(redact(record, 0), 1)
    with pytest.raises(ValueError, match="there is no seat 3"):
        redact(record, 3)


def test_of_a_match_only_the_running_game_is_redacted() -> None:
    *finished, last = match_games()
    running = played("cards", 2, 1, stop_after=5)
    match = redact(match_of([*finished, running]), 0)
    assert match.games == (*finished, redact(running, 0))
    assert redact(match_of([last]), None).games == (last,)


def told(record: Record) -> list[Event]:
    """All events of a record; every viewer may see them."""
    return [event for step in steps(record) for event in record.game.events(step.before, step.move)]


@pytest.mark.no_cover
@given(
    st.sampled_from(MODES_WITH_HIDDEN_PIECES),
    st.integers(0, 2**32),
    st.integers(0, 70),
    st.integers(-1, 3),
)
@settings(max_examples=cases(12))
def test_a_redacted_record_leaks_nothing(
    mode: tuple[str, int], seed: int, decisions: int, viewer: int
) -> None:
    """Whatever another seat holds hidden could be something else for all that a seat knows."""
    seat = viewer if 0 <= viewer < mode[1] else None
    record = replace(recorded(*mode, seed, stop_after=decisions), dealer=None)
    verify(record)
    worlds = list(alternative_records(record, seat, Random(seed)))
    assume(worlds)
    for owner, world in worlds:
        assert to_json(world) != to_json(record)
        assert to_json(redact(world, owner)) != to_json(redact(record, owner))
        assert to_json(redact(world, seat)) == to_json(redact(record, seat))
        assert told(world) == told(record)


def test_a_record_that_is_redacted_already_loses_its_seed() -> None:
    record = recorded("duel", 2, 7)
    assert record.dealer is not None
    assert record.dealer.seed is not None
    again = redact(replace(redact(record, 0), dealer=record.dealer), 0)
    assert again == redact(record, 0)
    assert again.dealer is not None
    assert again.dealer.seed is None
