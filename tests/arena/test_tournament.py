"""Whole tournaments: the same wherever they are played, and won by who should win them."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ingenious.arena.processes import on_processes
from ingenious.arena.render import shortened
from ingenious.arena.sprt import Sprt
from ingenious.arena.standings import Anchor, BotStanding, Standings
from ingenious.arena.tournament import (
    ArenaError,
    Group,
    Groups,
    PlayedGame,
    Setting,
    Tournament,
    in_this_process,
    play_in_worker,
)
from ingenious.record import Record, parse, verify


def setting(game: str, players: int, *bots: str, keeps_records: bool = False) -> Setting:
    names = tuple(f"{bot} {number}" for number, bot in enumerate(bots))
    return Setting(game, players, bots, names, keeps_records=keeps_records)


def outcome(group: Group) -> Group:
    """A group without its times, which are never the same."""
    return replace(group, games=tuple(replace(game, milliseconds=()) for game in group.games))


def held(chosen: Setting, games: int, jobs: int = 1, test: Sprt | None = None) -> Tournament:
    tournament = Tournament.of(chosen, games, test)
    played = list(tournament.play(on_processes(jobs)))
    assert played == tournament.groups
    return tournament


def rows(tournament: Tournament) -> list[BotStanding]:
    standings = Standings(tournament.setting, Anchor(len(tournament.setting.specs) - 1))
    for group in tournament.groups:
        standings.add(group)
    return standings.rows()


def test_neither_the_number_of_processes_nor_a_test_changes_a_game() -> None:
    chosen = setting("dice", 2, "greedy", "random", keeps_records=True)
    alone = held(chosen, 40, test=Sprt(0, 400, 2))
    together = held(chosen, 40, jobs=2, test=Sprt(0, 400, 2))
    assert alone.is_decided
    assert len(alone.groups) < alone.planned
    assert list(map(outcome, together.groups)) == list(map(outcome, alone.groups))
    assert together.test is not None
    assert alone.test is not None
    assert together.test.ratio == alone.test.ratio
    without = held(chosen, 2 * len(alone.groups))
    assert list(map(outcome, without.groups)) == list(map(outcome, alone.groups))


def test_other_seeds_are_other_games() -> None:
    chosen = setting("dice", 2, "random", "random")
    other = held(replace(chosen, seed="1"), 2)
    assert list(map(outcome, other.groups)) != list(map(outcome, held(chosen, 2).groups))


@pytest.mark.parametrize(
    ("game", "players", "games"),
    [("classic", 2, 6), ("team", 4, 2), ("duel", 2, 8), ("dice", 3, 6)],
)
def test_greed_beats_chance(game: str, players: int, games: int) -> None:
    best, worst = rows(held(setting(game, players, "greedy", "random"), games))
    assert (best.bot, worst.bot) == (0, 1)
    assert best.balance.games == games
    assert best.balance.won >= 0.8 * games
    assert best.elo is not None
    assert best.elo.value > 200


def test_the_games_of_a_group_are_one_deal() -> None:
    chosen = setting("classic", 3, "random", "random", "random", keeps_records=True)
    for group in held(chosen, 6).groups:
        records = [parse(game.record or "") for game in group.games]
        assert len(records) == 3
        starts, deals, seats = set(), set(), set()
        for record in records:
            assert isinstance(record, Record)
            verify(record)
            starts.add(record.start)
            deals.add(str(record.deal))
            seats.add(record.seats)
        assert (len(starts), len(deals), len(seats)) == (1, 1, 3)


def test_alone_the_lowest_peg_counts() -> None:
    tournament = held(setting("solo", 1, "random", "greedy", "random"), 3)
    assert len(tournament.groups) == 3
    best, *others = rows(tournament)
    assert best.bot == 1
    assert best.lowest is not None
    assert best.ahead is not None
    assert best.ahead.low > 0
    assert {row.bot: row.ahead is None for row in others} == {0: False, 2: True}
    # The same bot on the same deals with the same luck is never ahead of itself.
    twin = next(row for row in others if row.bot == 0)
    assert twin.ahead is not None
    assert twin.ahead.value == 0


def test_a_bot_that_only_forfeits_loses_and_is_reported() -> None:
    best, worst = rows(held(setting("tiles", 2, "true", "random"), 4))
    assert (best.bot, worst.bot) == (1, 0)
    assert worst.balance.lost == worst.forfeits == 4
    first = worst.first_forfeit
    assert first is not None
    assert (first.game, first.group) == (0, 0)
    assert first.entry >= 0
    assert first.reason.startswith("the process ended")
    assert best.forfeits == 0


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("1 Newcomer", "1 Newcomer"),
        ("python my_bot.py", "python my_bot.py"),
        ("python3.11 my_bot.py", "my_bot.py"),
        ("/home/ada/project/.venv/bin/python my_bot.py #2", "my_bot.py #2"),
        ("node docs/examples/any_move.mjs", "any_move.mjs"),
        ("/opt/bots/fast", "/opt/bots/fast"),
        ("/opt/bots/fast --depth 7", "fast --depth 7"),
        ("python -m bots.careful --seconds 3", "…ful --seconds 3"),
    ],
)
def test_a_long_name_loses_what_says_least(name: str, shown: str) -> None:
    assert shortened(name) == shown


def backwards(chosen: Setting, numbers: Sequence[int]) -> Groups:
    """An arena whose groups are done in the wrong order."""
    yield from sorted(in_this_process(chosen, numbers), key=lambda group: -group.number)


def test_groups_count_in_the_order_of_their_numbers() -> None:
    tournament = Tournament.of(setting("dice", 2, "greedy", "greedy"), 8)
    counted = [group.number for group in tournament.play(backwards)]
    assert counted == [0, 1, 2, 3]


def test_another_version_does_not_play_for_this_one() -> None:
    other = replace(setting("dice", 2, "random", "random"), version="0.0.0")
    with pytest.raises(ArenaError, match=r"of the cluster has version .*, not 0\.0\.0"):
        play_in_worker(other, 0)


def test_what_comes_after_the_decision_does_not_count() -> None:
    closed = []

    def arena(_: Setting, numbers: Sequence[int]) -> Groups:
        won = PlayedGame((0, 1), 0, "won", (1, 0), (7, 0), ((), ()))
        lost = PlayedGame((1, 0), 0, "won", (0, 1), (0, 7), ((), ()))
        try:
            for number in numbers:
                yield Group(number, (won, lost))
        finally:
            closed.append(True)

    tournament = Tournament(setting("tiles", 2, "random", "random"), 1000, Sprt(0, 50, 2))
    list(tournament.play(arena))
    assert tournament.test is not None
    assert tournament.test.verdict == "elo1"
    assert len(tournament.groups) == tournament.test.groups < 1000
    assert closed


def test_three_bots_meet_two_by_two() -> None:
    tournament = held(setting("dice", 2, "greedy", "random", "random"), 4)
    standings = Standings(tournament.setting, Anchor(2))
    assert [row.elo for row in standings.rows()] == [None, None, None]
    for group in tournament.groups:
        standings.add(group)
    met = standings.encounters()
    assert [encounter.bots for encounter in met] == [(0, 1), (0, 2), (1, 2)]
    assert [encounter.balance.games for encounter in met] == [4, 4, 4]
    by_bot = {row.bot: row for row in standings.rows()}
    won = [by_bot[bot].balance.won for bot in range(3)]
    assert won[0] == met[0].balance.won + met[1].balance.won
    assert sum(won) + sum(row.balance.tied for row in by_bot.values()) / 2 == 12
