"""What a table tells: enough to draw it, and nothing that a seat has not seen."""

import json
from random import Random
from typing import Any

import msgspec
import pytest

from ingenious.record import completed_state, redact, write_record
from ingenious.rules import BoardState, CardState, Game
from ingenious.rules.board import from_cells
from ingenious.rules.moves import Turn
from ingenious.rules.symbols import SYMBOLS
from ingenious.table import Settings, Table, Views, commands
from ingenious.table.positions import Positions, choices, held
from ingenious.table.rays import rays_of, renew
from tests.modes import MODES
from tests.table.test_table import BOT, OPEN, SEED, Sitting


def as_sent(values: object) -> Any:
    return json.loads(msgspec.json.encode(values))


def hidden_groups(table: Table) -> list[tuple[str, ...]]:
    assert table.game is not None
    state = table.game.state
    if isinstance(state, BoardState) and table.game.rules.players > 1:
        return list(state.racks)
    return list(state.hands) if isinstance(state, CardState) else []


@pytest.mark.parametrize(("name", "players"), MODES)
def test_news_and_view_of_whole_games_hold_nothing_hidden(name: str, players: int) -> None:
    sitting = Sitting(Settings((name,), (OPEN,) * players), by="p0")
    sitting.sit(*[f"p{seat}" for seat in range(players)])
    sitting.do(commands.start(sitting.table, "p0", SEED, sitting.later(1)))
    table, views, rng = sitting.table, Views(sitting.table), Random(name)
    viewers: list[int | None] = [None, *range(players)]
    logs = {viewer: as_sent(views.record(viewer)) for viewer in viewers}
    while table.phase == "playing":
        before = table.number
        sitting.play(rng)
        fresh = [news for news in table.news if news.number > before]
        for viewer in viewers:
            told = [as_sent(views.news(news, viewer)) for news in fresh]
            for news in told:
                logs[viewer]["log"] += news.get("entries", [])
                assert SEED.hex() not in json.dumps(news)
                assert "decision" not in news
            if table.records[-1].result:
                continue
            # The entries told make exactly the redacted record, which has its own proofs.
            redacted = as_sent(write_record(redact(table.records[-1], viewer)))
            assert logs[viewer] == redacted
            view = as_sent(views.view(viewer, f"p{viewer}"))
            assert view["number"] == table.number
            groups = view.get("racks", view.get("hands", []))
            for owner, group in enumerate(hidden_groups(table)):
                assert groups[owner] == (list(group) if owner == viewer else len(group))
            turn = table.turn
            assert turn is not None
            if turn.kind in ("swap", "discard") and viewer != turn.seat:
                assert view["turn"] == {"seat": turn.seat, "kind": None}
                assert "choices" not in view
    whole = as_sent(views.record(None))
    assert whole == as_sent(write_record(table.records[-1]))
    assert whole["dealer"]["seed"] == SEED.hex()


def test_a_view_of_the_board_says_where_tiles_may_go_and_what_they_score() -> None:
    sitting = Sitting(Settings(("classic",), (OPEN, BOT), start=0)).sit("host").start()
    views, rng = Views(sitting.table), Random(5)
    for _ in range(25):
        game = sitting.table.game
        assert game is not None
        state = game.state
        position = as_sent(views.view(0))["position"]
        board = state.board
        placements = {place.at for place in game.rules.legal(state) if hasattr(place, "at")}
        if placements:
            index = board.layout.index
            pairs = {tuple(sorted(index[space] for space in at)) for at in placements}
            bits = int(position["spots"], 16)
            edges = [edge for number, edge in enumerate(board.layout.edges) if bits >> number & 1]
            assert {tuple(sorted(index[space] for space in edge)) for edge in edges} == pairs
        assert position["first_turn"] == (state.turns < 2)
        for number, text in enumerate(position["rays"]):
            space = board.layout.spaces[number]
            if board.cells[number] != ".":
                assert text == ""
                continue
            for symbol in SYMBOLS:
                runs = tuple(
                    int(text[2 * way + 1], 16) if text[2 * way] == symbol else 0 for way in range(6)
                )
                assert runs == board.rays(symbol, space)
        sitting.play(rng)


def test_rays_after_a_takeback_are_counted_again() -> None:
    rng = Random(3)
    spaces = 91
    before = "".join(rng.choice(SYMBOLS + "." * 6) for _ in range(spaces))
    rays = rays_of(from_cells(5, before))
    for _ in range(50):
        at = rng.randrange(spaces)
        after = before[:at] + rng.choice(SYMBOLS + ".") + before[at + 1 :]
        board = from_cells(5, after)
        rays = renew(rays, before, board)
        assert rays == rays_of(board)
        before = after


def test_news_of_an_earlier_challenge_stay_what_they_were() -> None:
    sitting = Sitting(Settings(("cards", "dice"), (OPEN, OPEN), start=0)).sit("host", "bob")
    views, rng = Views(sitting.table), Random(4)
    sitting.start()
    while sitting.table.phase == "playing":
        sitting.play(rng)
    before = [as_sent(views.news(news, None)) for news in sitting.table.news]
    sitting.start()
    fresh = Views(sitting.table)
    after = [as_sent(fresh.news(news, None)) for news in sitting.table.news]
    assert before[-50:] == after[-51:-1]


def test_what_somebody_can_do() -> None:
    sitting = Sitting(Settings(("duel",), (OPEN, OPEN), start=0))
    views = Views(sitting.table)

    def can(who: str) -> list[str]:
        words: list[str] = as_sent(views.view(None, who))["can"]
        return words

    assert can("host") == []
    sitting.sit("ann", "bob")
    assert (can("host"), can("ann"), can("eve")) == (["start"], ["start"], [])
    sitting.start()
    assert (can("ann"), can("eve")) == (["resign"], [])
    sitting.play(Random(1))
    assert can("ann") == ["resign", "back"]
    sitting.do(commands.ask_back(sitting.table, "ann", 0, 5))
    assert (can("ann"), can("bob")) == (["resign"], ["resign", "answer-back"])
    sitting.do(commands.play(sitting.table, "ann", 0, {"seat": 0, "resign": True}, 6))
    assert (can("ann"), can("host")) == (["rematch"], [])


def test_the_risk_of_drawing_a_tile_is_told() -> None:
    sitting = Sitting(Settings(("tiles",), (OPEN, OPEN), start=0)).sit("ann", "bob").start()
    position = as_sent(Views(sitting.table).view(0))["position"]
    game = sitting.table.game
    assert game is not None
    pool = game.state.pool
    outside = sum(symbol not in position["centre"] for symbol in pool)
    assert position["risk"] == pytest.approx(outside / len(pool))


@pytest.mark.parametrize(("name", "players"), MODES)
def test_a_view_is_the_same_whatever_is_hidden(name: str, players: int) -> None:
    """Nothing hidden can be in a view that does not change when all that is hidden does."""
    sitting = Sitting(Settings((name,), (OPEN,) * players), by="p0")
    sitting.sit(*[f"p{seat}" for seat in range(players)])
    sitting.do(commands.start(sitting.table, "p0", SEED, sitting.later(1)))
    table, rng = sitting.table, Random(name)
    while table.phase == "playing":
        game = table.game
        assert game is not None
        if game.turn is not None and rng.random() < 0.2:
            viewer = game.turn.seat
            other = completed_state(redact(game.record, viewer), rng.randrange)
            assert drawn(game.rules, game.state, viewer, game.turn) == drawn(
                game.rules, other, viewer, game.turn
            )
        sitting.play(rng)


def drawn(rules: Game[Any], state: Any, viewer: int, turn: Turn) -> list[Any]:
    return [
        as_sent(Positions().shared(rules, state)),
        as_sent(held(state, viewer)),
        as_sent(choices(rules, state, turn)),
    ]
