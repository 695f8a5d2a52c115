"""Completing a redacted record: the result is a possible game, and all are equally likely."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingenious.bots import determinize as module
from ingenious.bots import greedy
from ingenious.bots.determinize import determinize, determinized_state
from ingenious.record import (
    Entry,
    Record,
    RecordError,
    read,
    redact,
    replay,
    verify,
)
from ingenious.rules import BoardState, CardState
from ingenious.rules.moves import Place, Play, Space, Swap
from testkit.cases import cases
from testkit.modes import MODES, Choose, at_random, recorded
from testkit.records import CARDS, Json, played

HIDDEN_MODES = [mode for mode in MODES if mode[0] in ("classic", "team", "duel", "cards")]


def pick(seed: int) -> Callable[[int], int]:
    """Reproducible random numbers."""
    return Random(seed).randrange


def truncated(record: Record, entries: int) -> Record:
    """The game after this many entries."""
    log = record.log[:entries]
    return replace(record, log=log, dealer=None, result=None)


def last_state(record: Record) -> Any:
    *_, state = replay(record)
    return state


def check(record: Record, seat: int | None, seed: int) -> Record:
    """Complete what a seat knows, and check that it knows the same of the completed game."""
    known = redact(record, seat)
    whole = determinize(known, pick(seed))
    assert (whole.view, whole.dealer) == ("whole", None)
    assert redact(whole, seat) == known
    state = last_state(whole)
    assert state == determinized_state(known, pick(seed))
    assert record.game.scores(state) == record.game.scores(last_state(record))
    return whole


@pytest.mark.parametrize("choose", [at_random, greedy])
@pytest.mark.parametrize(("name", "players"), MODES)
def test_a_view_of_any_seat_can_be_completed_at_any_time(
    name: str, players: int, choose: Choose
) -> None:
    record = played(name, players, 7, choose)
    length = len(record.log)
    for entries in (0, length // 2, length - 1):
        for seat in (*range(players), None):
            check(truncated(record, entries), seat, entries)


@pytest.mark.no_cover
@given(
    st.sampled_from(HIDDEN_MODES),
    st.integers(0, 2**32),
    st.integers(0, 150),
    st.integers(-1, 3),
    st.booleans(),
)
@settings(max_examples=cases(15))
def test_any_record_can_be_completed(
    mode: tuple[str, int], seed: int, decisions: int, viewer: int, is_greedy: bool
) -> None:
    seat = viewer if 0 <= viewer < mode[1] else None
    choose = greedy if is_greedy else at_random
    record = recorded(*mode, seed, choose, stop_after=decisions)
    check(replace(record, dealer=None), seat, seed)


@pytest.mark.rules("G7")
@pytest.mark.parametrize("seed", [5026, 5053])
def test_hands_through_several_decks(seed: int) -> None:
    """With three hidden hands and a renewed deck, pieces have to be reassigned."""
    record = recorded("cards", 4, seed)
    for entries in range(len(record.log) // 2, len(record.log), 11):
        for seat in (1, None):
            check(truncated(record, entries), seat, seed)


def test_a_whole_record_stays_as_it_is() -> None:
    record = played("classic", 2, 1)
    assert determinize(record, pick(0)) is record
    assert determinized_state(record, pick(0)) == last_state(record)


def test_a_finished_game_keeps_its_result() -> None:
    record = played("duel", 2, 1)
    whole = determinize(redact(record, 1), pick(0))
    assert whole.result == record.result
    verify(whole)


@pytest.mark.parametrize("seat", [0, 1])
def test_own_pieces_stay_exact(seat: int) -> None:
    record = played("classic", 2, 3, stop_after=15)
    whole = determinize(redact(record, seat), pick(4))
    mine, other = last_state(whole).racks[seat], last_state(whole).racks[1 - seat]
    assert mine == last_state(record).racks[seat]
    unseen = Counter(other) + Counter(last_state(whole).bag)
    assert unseen == Counter(last_state(record).racks[1 - seat]) + Counter(last_state(record).bag)


def test_only_the_random_numbers_decide() -> None:
    known = redact(played("cards", 3, 2, stop_after=12), 0)
    assert determinize(known, pick(1)) == determinize(known, pick(1))
    assert determinize(known, pick(1)) != determinize(known, pick(2))


@pytest.mark.no_cover
def test_hidden_pieces_are_drawn_in_proportion_to_their_number() -> None:
    record = played("classic", 2, 3, stop_after=6)
    known, chance, trials = redact(record, 0), pick(11), 1000
    unseen = Counter(last_state(record).racks[1]) + Counter(last_state(record).bag)
    held: Counter[str] = Counter()
    for _ in range(trials):
        state = determinized_state(known, chance)
        assert isinstance(state, BoardState)
        held.update(state.racks[1])
    drawn, left = sum(held.values()), sum(unseen.values())
    chi2 = sum((held[t] - drawn * n / left) ** 2 / (drawn * n / left) for t, n in unseen.items())
    assert set(held) == set(unseen)
    # A tile too many or too few in every rack would come to hundreds.
    assert chi2 < 2.5 * len(unseen)


def test_the_last_hand_of_a_deck_is_known_exactly() -> None:
    """With two players, counting reveals the other hand when the deck is renewed (G7)."""
    record = played("cards", 2, 7)
    states = [state for state in replay(record) if isinstance(state, CardState)]
    renewed = next(n for n, state in enumerate(states) if n and not state.discards and n > 2)
    held = Counter(states[renewed].hands[0])
    for seed in range(5):
        whole = determinize(redact(truncated(record, renewed), 1), pick(seed))
        assert Counter(last_state(whole).hands[0]) == held


def swaps(record: Record, seat: int) -> list[int]:
    return [n for n, e in enumerate(record.log) if isinstance(e.decision, Swap) and e.seat == seat]


@pytest.mark.rules("E3")
def test_tiles_kept_in_a_duel_swap_need_not_have_been_swapped() -> None:
    record = next(
        game for seed in range(50) if swaps(game := played("duel", 2, seed, greedy), seat=1)
    )
    entry = swaps(record, 1)[0]
    *_, before, _ = replay(truncated(record, entry + 1))
    finished = set(record.game.legal(before)[0].tiles)  # type: ignore[union-attr]
    for seed in range(30):
        whole = determinize(redact(truncated(record, entry + 1), 0), pick(seed))
        *_, thought, _ = replay(whole)
        assert set(record.game.legal(thought)[0].tiles) == finished  # type: ignore[union-attr]


# Impossible records from untrusted senders


def with_entry(record: Record, number: int, **changes: Any) -> Record:
    entry = replace(record.log[number], **changes)
    return replace(record, log=(*record.log[:number], entry, *record.log[number + 1 :]))


def known_cards(**changes: object) -> Record:
    values: Json = {**CARDS, "view": 0}
    values["deal"] = {**CARDS["deal"], "hands": [CARDS["deal"]["hands"][0], 6]}
    values["log"] = [
        entry | {"draw": len(entry["draw"])} if entry["seat"] == 1 and "draw" in entry else entry
        for entry in CARDS["log"]
    ]
    record = read(values | changes)
    assert isinstance(record, Record)
    return record


def refused(record: Record, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        determinized_state(record, pick(0))


def test_an_unknown_seat_is_refused() -> None:
    refused(with_entry(known_cards(), 2, seat=7), r"log entry 2: there is no seat 7 \(A2\)")


def test_more_copies_of_a_piece_than_in_the_box_are_refused() -> None:
    record = redact(played("classic", 2, 1, stop_after=0), 0)
    at = (Space(-5, 4), Space(-4, 4))
    log = tuple(Entry(1, Place("RR", at)) for _ in range(6))
    refused(replace(record, log=log), "more RR are visible at once than the box contains")
    refused(with_entry(known_cards(), 2, decision=Play("PP")), "seat 1 cannot have had PP")


def test_more_pieces_shown_than_drawn_are_refused() -> None:
    record = redact(played("classic", 2, 1, stop_after=0), 0)
    at = (Space(-5, 4), Space(-4, 4))
    log = [Entry(1, Place(tile, at)) for tile in ("RO", "RY", "RG", "RB", "RP", "OY", "OG")]
    refused(replace(record, log=tuple(log)), "log entry 6: seat 1 cannot have had OG")


def test_more_cards_than_are_left_are_refused() -> None:
    record = known_cards()
    log = (*record.log, *[Entry(1, None, 6) for _ in range(9)])
    refused(replace(record, log=log), r"fewer than 6 cards are left to draw \(G7\)")


def test_more_hidden_pieces_than_are_left_are_refused() -> None:
    record = redact(played("classic", 2, 1, stop_after=0), 0)
    log = tuple(Entry(1, None, 6) for _ in range(19))
    refused(replace(record, log=log), "there are not enough pieces left for those that are hidden")


def test_moves_that_break_a_rule_are_left_to_the_rules() -> None:
    record = redact(played("duel", 2, 1, greedy, stop_after=12), 0)
    number = next(n for n, entry in enumerate(record.log) if isinstance(entry.decision, Place))
    off = Place("RO", (Space(9, 9), Space(9, 8)))
    refused(with_entry(record, number, decision=off), f"log entry {number}: ")


def test_a_piece_that_was_elsewhere_all_the_time_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A seat plays a card that is known to have been elsewhere: no displacement can help."""
    monkeypatch.setattr(module, "MAX_DISPLACEMENTS", 40)
    record = played("cards", 3, 7, greedy)
    known = redact(truncated(record, len(record.log) - 1), None)
    plays = [n for n, e in enumerate(known.log) if isinstance(e.decision, Play)]
    refusals = 0
    for number in plays[len(plays) // 2 :: 3]:
        for card in ("RO", "GP", "YB"):
            try:
                determinize(with_entry(known, number, decision=Play(card)), pick(number))
            except RecordError:
                refusals += 1
    assert refusals
