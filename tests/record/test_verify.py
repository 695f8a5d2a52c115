"""Verifying a record: it holds from its deal to its result."""

import pytest

from ingenious.bots import at_random, play_game
from ingenious.record import (
    Dealer,
    Record,
    read,
    replay,
    verify,
    write_record,
)
from ingenious.rules import game
from ingenious.rules.symbols import PAIRS
from testkit.modes import MODES
from testkit.records import (
    Json,
    changed,
    document,
    verify_error,
    without,
    without_dealer,
)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_that_was_played_holds(mode: tuple[str, int], seed: int) -> None:
    values = document(*mode, seed)
    verify(read(values))
    verify(read(without_dealer(values)))


@pytest.mark.parametrize("mode", MODES)
def test_a_missing_result_is_refused(mode: tuple[str, int]) -> None:
    values = without_dealer(document(*mode))
    error = verify_error(values | {"result": None})
    reason = values["result"]["reason"]
    assert str(error) == f"the game is over ({reason}): result should say so"


@pytest.mark.parametrize("mode", MODES)
def test_an_early_result_is_refused(mode: tuple[str, int]) -> None:
    whole, running = document(*mode), document(*mode, stop_after=5)
    error = verify_error(without_dealer(running | {"result": whole["result"]}))
    assert str(error) == "the game is not over: result should be null"


@pytest.mark.parametrize("mode", MODES)
def test_a_wrong_reason_is_refused(mode: tuple[str, int]) -> None:
    values = without_dealer(document(*mode))
    reason = values["result"]["reason"]
    error = verify_error(changed(values, "result.reason", "resigned"))
    assert str(error) == f"result.reason should be '{reason}', not 'resigned' (A3)"


@pytest.mark.parametrize("mode", MODES)
def test_a_wrong_score_is_refused(mode: tuple[str, int]) -> None:
    values = without_dealer(document(*mode))
    seat = mode[1] - 1
    pegs = values["result"]["scores"][seat]
    wrong = [*pegs[:5], pegs[5] + 1]
    error = verify_error(changed(values, f"result.scores.{seat}", wrong))
    assert str(error) == f"result.scores[{seat}] should be {pegs}, not {wrong}"


@pytest.mark.parametrize("mode", MODES)
def test_wrong_ranks_are_refused(mode: tuple[str, int]) -> None:
    values = without_dealer(document(*mode))
    ranks = values["result"]["ranks"]
    wrong = [rank + 1 for rank in ranks]
    error = verify_error(changed(values, "result.ranks", wrong))
    assert str(error) == f"result.ranks should be {ranks}, not {wrong} (A4)"


def test_large_numbers_make_a_short_error() -> None:
    values = without_dealer(document("duel", 2))
    error = verify_error(changed(values, "result.scores.0", [10**17] * 6))
    assert error.message.startswith("result.scores[0] should be")


def with_resignation(values: Json, seat: int) -> Json:
    return changed(without_dealer(values), "log", [*values["log"], {"seat": seat, "resign": True}])


@pytest.mark.rules("A5")
@pytest.mark.parametrize("name", ["classic", "team", "duel", "cards", "dice", "tiles"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_resignation_ends_the_game_in_or_out_of_turn(name: str, seat: int) -> None:
    players = 4 if name == "team" else 2
    values = with_resignation(document(name, players, stop_after=4), seat)
    assert "the game is over (resigned)" in verify_error(values).message
    record = read(values)
    assert isinstance(record, Record)
    *_, last = replay(record)
    ranks = [1 if other % 2 != seat % 2 else 1 + players // 2 for other in range(players)]
    pegs = [list(row) for row in game(name, players).scores(last)]
    verify(read(values | {"result": {"reason": "resigned", "scores": pegs, "ranks": ranks}}))


def test_the_commitment_has_to_be_the_hash_of_the_seed() -> None:
    values = document("duel", 2)
    for path, wrong in [("commit", "00" * 32), ("seed", "00" * 32)]:
        error = verify_error(changed(values, f"dealer.{path}", wrong))
        assert str(error) == "dealer.commit should be the SHA-256 of dealer.seed"


@pytest.mark.parametrize("mode", MODES)
def test_the_seed_stays_secret_until_the_result(mode: tuple[str, int]) -> None:
    seed = document(*mode)["dealer"]["seed"]
    running = document(*mode, stop_after=5)
    verify(read(running))
    error = verify_error(changed(running, "dealer.seed", seed))
    assert str(error) == "dealer.seed must stay secret until the game has a result"


def test_a_commitment_alone_can_be_anything() -> None:
    values = without(document("duel", 2), "dealer.seed")
    verify(read(changed(values, "dealer.commit", "00" * 32)))


@pytest.mark.parametrize("name", ["classic", "cards", "dice", "tiles"])
def test_a_deal_that_the_seed_does_not_give_is_refused(name: str) -> None:
    values = document(name, 2)
    (key, groups), *_ = values["deal"].items()
    other = [group[::-1] for group in groups] if key != "centre" else groups[::-1]
    assert other != groups, "another seed is needed to show this"
    error = verify_error(changed(values, f"deal.{key}", other))
    assert error.entry is None
    assert error.message.startswith("outcome 1 of dealer.seed is ")
    assert f", not {''.join(other[0])[:2] if key != 'dice' else other[0][0]}" in error.message


@pytest.mark.parametrize("mode", [("classic", 2), ("team", 4), ("duel", 2)])
def test_a_draw_that_the_seed_does_not_give_is_refused(mode: tuple[str, int]) -> None:
    """The last tile drawn is placed no more: for the rules alone it could be another."""
    values = document(*mode)
    draws = {number: entry["draw"] for number, entry in enumerate(values["log"]) if "draw" in entry}
    number = max(draws)
    tile, *rest = draws[number]
    other = next(pair for pair in PAIRS if pair != tile)
    forged = changed(values, f"log.{number}.draw", [other, *rest])
    verify(read(without_dealer(forged)))
    assert str(verify_error(forged)) == (
        f"log entry {number}: outcome {len(draws) + 1} of dealer.seed "
        f"is {' '.join([tile, *rest])}, not {' '.join([other, *rest])}"
    )


@pytest.mark.rules("A2")
def test_a_starting_seat_that_the_seed_does_not_give_is_refused() -> None:
    seed = bytes(32)
    drawn = Dealer(seed).start(3)
    other = (drawn + 1) % 3
    values = write_record(play_game(game("tiles", 3), at_random, seed, "seat", other))
    verify(read(values))
    error = verify_error(changed(values, "dealer.drew_start", True))
    assert str(error) == f"start should be {drawn}, drawn from dealer.seed (A2)"
