"""What a table tells: enough to draw it, and nothing that a seat has not seen."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ingenious.bots.determinize import determinized_state
from ingenious.record import redact, write_record
from ingenious.rules import EDITIONS, BoardState, CardState, Game, TileState, areas
from ingenious.rules.board import from_cells
from ingenious.rules.events import Event, Matched, PegMoved, WildScored
from ingenious.rules.moves import MatchDie, Resign, Resolve, Turn, WildScore
from ingenious.rules.symbols import SYMBOLS
from ingenious.table import Settings, Table, ViewBuilder, commands
from ingenious.table.view.build import brief
from ingenious.table.view.position import PositionBuilder, choices_of, hands_of, racks_of
from ingenious.table.view.rays import rays_of, update_rays
from ingenious.table.view.structs import View
from testkit.cases import SOAK
from testkit.modes import MODES
from testkit.positions import play
from testkit.tables import BOT, OPEN, SEED, TableDriver, through_json


def shared(view: View) -> Any:
    return through_json(view.shared)


def hidden_groups(table: Table) -> list[tuple[str, ...]]:
    assert table.game is not None
    state = table.game.state
    if isinstance(state, BoardState) and table.game.rules.players > 1:
        return list(state.racks)
    return list(state.hands) if isinstance(state, CardState) else []


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "players"), MODES)
def test_news_and_views_of_whole_games_contain_nothing_hidden(name: str, players: int) -> None:
    driver = TableDriver(Settings((name,), (OPEN,) * players), by="p0")
    driver.sit(*[f"p{seat}" for seat in range(players)])
    driver.apply(commands.start(driver.table, "p0", SEED, driver.advance(1)))
    table, views, rng = driver.table, ViewBuilder(driver.table), Random(name)
    viewers: list[int | None] = [None, *range(players)]
    logs = {viewer: through_json(views.record(viewer)) for viewer in viewers}
    while table.phase == "playing":
        before = table.number
        driver.play(rng)
        fresh = [news for news in table.news if news.number > before]
        for viewer in viewers:
            told = [through_json(views.news(news, viewer)) for news in fresh if news.is_for(viewer)]
            for news in told:
                logs[viewer]["log"] += news.get("entries", [])
                assert SEED.hex() not in json.dumps(news)
                assert "decision" not in news
            if table.records[-1].result:
                continue
            turn = table.turn
            assert turn is not None
            if not (SOAK or turn.kind in ("swap", "discard") or table.number % 3 == 0):
                continue
            # The entries sent make up exactly the redacted record, which has its own tests.
            known = table.records_for(viewer)[-1]
            redacted = through_json(write_record(redact(known, viewer)))
            assert logs[viewer] == redacted
            view = through_json(views.view(viewer, f"p{viewer}"))
            assert view["number"] == table.number_for([] if viewer is None else [viewer])
            groups = view.get("racks", view.get("hands", []))
            if turn.kind in ("swap", "discard") and viewer != turn.seat:
                assert view["turn"]["kind"] in ("place", "play")
                assert "choices" not in view
                assert len(known.log) < len(table.records[-1].log)
                assert groups[turn.seat] == len(hidden_groups(table)[turn.seat]) + 1
                continue
            for owner, group in enumerate(hidden_groups(table)):
                assert groups[owner] == (list(group) if owner == viewer else len(group))
    whole = through_json(views.record(None))
    assert whole == through_json(write_record(table.records[-1]))
    assert whole["dealer"]["seed"] == SEED.hex()


def test_a_view_of_the_board_says_where_tiles_may_go_and_what_they_score() -> None:
    driver = TableDriver(Settings(("classic",), (OPEN, BOT), start=0)).sit("host").start()
    views, rng = ViewBuilder(driver.table), Random(5)
    for _ in range(25):
        game = driver.table.game
        assert game is not None
        state = game.state
        assert isinstance(state, BoardState)
        position = shared(views.view(0))["position"]
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
        driver.play(rng)


def test_rays_are_recomputed_after_a_takeback() -> None:
    rng = Random(3)
    spaces = 91
    before = "".join(rng.choice(SYMBOLS + "." * 6) for _ in range(spaces))
    rays = rays_of(from_cells(5, before))
    for _ in range(50):
        at = rng.randrange(spaces)
        after = before[:at] + rng.choice(SYMBOLS + ".") + before[at + 1 :]
        board = from_cells(5, after)
        rays = update_rays(rays, before, board)
        assert rays == rays_of(board)
        before = after


def test_news_of_an_earlier_challenge_stay_the_same() -> None:
    driver = TableDriver(Settings(("cards", "dice"), (OPEN, OPEN), start=0)).sit("host", "bob")
    views, rng = ViewBuilder(driver.table), Random(4)
    driver.start()
    while driver.table.phase == "playing":
        driver.play(rng)
    before = [through_json(views.news(news, None)) for news in driver.table.news]
    driver.start()
    fresh = ViewBuilder(driver.table)
    after = [through_json(fresh.news(news, None)) for news in driver.table.news]
    assert before[-50:] == after[-51:-1]


def test_the_view_lists_what_a_person_can_do() -> None:
    driver = TableDriver(Settings(("duel",), (OPEN, OPEN), start=0))
    views = ViewBuilder(driver.table)

    def can(who: str) -> list[str]:
        words: list[str] = through_json(views.view(None, who))["can"]
        return words

    assert can("host") == ["close"]
    driver.sit("ann", "bob")
    assert (can("host"), can("ann"), can("eve")) == (
        ["start", "close"],
        ["start", "react"],
        [],
    )
    driver.start()
    assert (can("ann"), can("eve")) == (["resign", "react"], [])
    driver.play(Random(1))
    assert can("ann") == ["resign", "takeback", "react"]
    driver.apply(commands.request_takeback(driver.table, "ann", 0, 5))
    assert can("ann") == ["resign", "takeback-withdraw", "react"]
    assert can("bob") == ["resign", "takeback-reply", "react"]
    driver.apply(commands.play(driver.table, "ann", 0, Resign(0), 6))
    assert (can("ann"), can("host")) == (["rematch", "react"], [])


def test_the_view_has_the_risk_of_drawing_a_tile() -> None:
    driver = TableDriver(Settings(("tiles",), (OPEN, OPEN), start=0)).sit("ann", "bob").start()
    position = shared(ViewBuilder(driver.table).view(0))["position"]
    game = driver.table.game
    assert game is not None
    assert isinstance(game.state, TileState)
    pool = game.state.pool
    outside = sum(symbol not in position["centre"] for symbol in pool)
    assert position["risk"] == pytest.approx(outside / len(pool))
    assert position["bust"] == "".join(s for s in SYMBOLS if s not in position["centre"])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_tiles_of_the_pool_are_public(players: int) -> None:
    """So it is no secret how many there are of each colour."""
    for position, _ in positions("tiles", players):
        lying = position["centre"] + position["drawn"]
        for colour, symbol in enumerate(SYMBOLS):
            gone = sum(pegs[colour] for pegs in position["pegs"])
            assert position["unseen"][colour] == 21 - lying.count(symbol) - gone
        assert sum(position["unseen"]) == position["pool"]
        if "bust" in position:
            safe = [s for s in position["centre"] if s not in position["drawn"]]
            assert not set(safe) & set(position["bust"])


def positions(name: str, players: int, seed: int = 0) -> Iterator[tuple[dict[str, Any], Table]]:
    """The positions of a game that is played at random, as they are sent."""
    driver = TableDriver(Settings((name,), (OPEN,) * players)).sit(*"abcd"[:players])
    driver.apply(commands.start(driver.table, "host", SEED, driver.advance(1)))
    rng, views = Random(seed), ViewBuilder(driver.table)
    while driver.table.phase == "playing":
        yield shared(views.view(None))["position"], driver.table
        driver.play(rng)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_uses_of_dice_in_a_view_are_those_of_the_rules(players: int) -> None:
    for position, table in positions("dice", players):
        game, turn, uses = table.game, table.turn, position["uses"]
        assert game is not None
        assert turn is not None
        dice = position["dice"][turn.seat]
        single = Resolve(tuple(MatchDie(die) for die in range(len(dice))))
        matched = [e for e in game.rules.events(game.state, single) if isinstance(e, Matched)]
        assert uses["match"] == [len(event.by) for event in matched]
        assert all(len({dice[die] for die in equal}) == 1 for equal in uses["equal"])
        together = {die for equal in uses["equal"] for die in equal}
        assert together == {n for n, die in enumerate(dice) if dice.count(die) > 1}
        for equal in uses["equal"]:
            for size in range(2, len(equal) + 1):
                rest = [MatchDie(die) for die in range(len(dice)) if die not in equal[:size]]
                wild = Resolve((WildScore(tuple(equal[:size]), "R"), *rest))
                told = game.rules.events(game.state, wild)[0]
                assert isinstance(told, WildScored)
                assert uses["wild"][size] == told.points


@pytest.mark.parametrize("name", ["cards", "dice"])
def test_the_closed_column_in_a_view_is_the_one_that_stops_a_peg(name: str) -> None:
    for position, _ in positions(name, 2):
        for pegs, closed in zip(position["pegs"], position["closed"], strict=True):
            for symbol, peg in zip(SYMBOLS, pegs, strict=True):
                story: list[Event] = []
                after, _ = areas.score(tuple(pegs), 0, symbol, areas.LAST_COLUMN, story)
                (moved, *_) = story
                assert isinstance(moved, PegMoved)
                own = closed is not None and closed["blockers"] == symbol
                if closed is None:
                    assert after[SYMBOLS.index(symbol)] == areas.LAST_COLUMN
                elif peg < closed["column"] and not own:
                    assert moved.end == closed["column"] - 1
                    assert set(moved.blockers) == set(closed["blockers"]) - {symbol}


def test_the_areas_are_those_of_the_rules() -> None:
    """Pegs are held up where an area begins, and nowhere else."""
    needed = [
        min(peg for peg in range(11) if not areas.blockers((peg,) * 6, column))
        for column in range(1, areas.LAST_COLUMN + 1)
    ]
    begins = [1, *(n + 1 for n in range(1, len(needed)) if needed[n] != needed[n - 1])]
    assert [first for first, _ in areas.AREAS] == [0, *begins]
    assert [last for _, last in areas.AREAS] == [first - 1 for first in begins] + [
        areas.LAST_COLUMN
    ]


def test_only_the_seat_itself_sees_what_it_may_swap_for() -> None:
    found = set()
    for name, seed in (("classic", 2), ("duel", 73), ("cards", 1)):
        for _, table in positions(name, 2, seed):
            turn, game = table.turn, table.game
            assert turn is not None
            assert game is not None
            views = ViewBuilder(table)
            assert "choices" not in through_json(views.view(1 - turn.seat))
            mine = through_json(views.view(turn.seat))
            if turn.kind not in ("swap", "discard"):
                assert "lowest" not in mine["choices"]
                continue
            found.add((name, turn.kind))
            pegs, lowest = mine["shared"]["position"]["pegs"][turn.seat], mine["choices"]["lowest"]
            level = 9 if name == "duel" else min(pegs)
            assert lowest == "".join(s for s, p in zip(SYMBOLS, pegs, strict=True) if p == level)
            held = mine.get("racks", mine.get("hands"))[turn.seat]
            shows = [any(s in piece for s in lowest) for piece in held]
            assert any(shows) if name == "duel" else not any(shows)
    assert found == {("classic", "swap"), ("duel", "swap"), ("cards", "discard")}


@pytest.mark.parametrize(
    ("name", "players", "goal", "win", "bonus", "sides", "held"),
    [
        ("classic", 3, 18, 18, [18], [[0], [1], [2]], 6),
        ("solo", 1, 36, 36, [18, 36], [[0]], 1),
        ("team", 4, 36, 36, [18, 36], [[0, 2], [1, 3]], 6),
        ("duel", 2, 9, 1, [9], [[0], [1]], 6),
        ("cards", 2, 10, 7, [10], [[0], [1]], 6),
        ("dice", 2, 10, 7, [10], [[0], [1]], 0),
        ("tiles", 2, 7, 7, [7], [[0], [1]], 0),
        ("tiles", 4, 5, 5, [5], [[0], [1], [2], [3]], 0),
    ],
)
def test_the_rules_in_a_view_never_change(
    name: str,
    players: int,
    goal: int,
    win: int,
    bonus: list[int],
    sides: list[list[int]],
    held: int,
) -> None:
    table = TableDriver(Settings((name,), (OPEN,) * players)).table
    rules = shared(ViewBuilder(table).view(None))["rules"]
    told = (rules["game"], rules["goal"], rules["win"], rules["bonus"], rules["sides"])
    assert told == (name, goal, win, bonus, sides)
    assert rules["edition"] == EDITIONS[name][0]
    assert bool(rules["areas"]) == (name in ("cards", "dice"))
    assert rules["held"] == held
    assert rules["hidden"] == (held > 1)
    assert rules["rolls"] == (3 if name == "dice" else 0)
    assert rules["laps"] == (2 if name in ("solo", "team") else 1)


@pytest.mark.parametrize(("name", "players"), MODES)
def test_a_position_has_what_decides_and_what_is_due(name: str, players: int) -> None:
    driver = TableDriver(Settings((name,), (OPEN, *(BOT,) * (players - 1)))).sit("host").start()
    views, rng = ViewBuilder(driver.table), Random(name)
    while True:
        position = shared(views.view(0))["position"]
        by = position["ranked_by"]
        assert position["ranks"] == [1 + sum(other > mine for other in by) for mine in by]
        if name == "duel":
            pegs = [peg for peg in position["pegs"][1] if peg > 0]
            assert by[1] == [len(pegs), *sorted(pegs)]
        for seat, shut in enumerate(position.get("closed", [])):
            low = [] if shut is None else [p < shut["floor"] for p in position["pegs"][seat]]
            assert sum(low) == (0 if shut is None else len(shut["blockers"]))
            assert shut is None or shut["why"] == "F2"
        if driver.table.phase != "playing":
            return
        if position["kind"] == "board":
            again = driver.table.game and driver.table.game.state.phase == "bonus"
            assert position["bonus"] == again
            assert not (again and name == "solo")
        driver.play(rng)


def test_a_list_says_whose_turn_it_is_and_how_far_the_game_is() -> None:
    driver = TableDriver(Settings(("cards", "dice"), (OPEN, OPEN), start=1)).sit("ann", "bob")

    def shown() -> tuple[Any, ...]:
        told = through_json(brief(driver.table))
        return told["game"], told["turn"], told["moves"], told["phase"]

    assert shown() == ("cards", None, 0, "gathering")
    driver.start()
    assert shown() == ("cards", 1, 0, "playing")
    rng = Random(4)
    driver.play(rng)
    assert shown()[2] == 1
    while driver.table.phase == "playing":
        driver.play(rng)
    assert shown()[1] is None
    assert shown()[3] == "between"
    driver.start()
    assert shown() == ("dice", 0, 0, "playing")


@pytest.mark.parametrize(("name", "players"), MODES)
def test_a_view_is_the_same_whatever_is_hidden(name: str, players: int) -> None:
    """Nothing hidden can be in a view that does not change when all that is hidden does."""
    driver = TableDriver(Settings((name,), (OPEN,) * players), by="p0")
    driver.sit(*[f"p{seat}" for seat in range(players)])
    driver.apply(commands.start(driver.table, "p0", SEED, driver.advance(1)))
    table, rng = driver.table, Random(name)
    while table.phase == "playing":
        game = table.game
        assert game is not None
        if game.turn is not None and rng.random() < 0.2:
            viewer = game.turn.seat
            other = determinized_state(redact(game.record, viewer), rng.randrange)
            assert drawn(game.rules, game.state, viewer, game.turn) == drawn(
                game.rules, other, viewer, game.turn
            )
        driver.play(rng)


CARDS = """game: cards 2
phase: play
faceup 0: RO YG
faceup 1: BP RP
hand 0: RO YG OB
hand 1: OP
"""


def cards_in_order(pegs: str) -> list[str]:
    """The cards of a hand that are named because their order matters."""
    rules, state = play(f"{CARDS}pegs 0: {pegs}")
    turn = rules.awaits(state)
    assert isinstance(turn, Turn)
    return list(choices_of(rules, state, turn).order_matters or ())


@pytest.mark.parametrize(
    ("pegs", "cards"),
    [
        ("2 2 2 2 2 2", []),  # nothing is closed to any peg
        ("4 4 6 3 4 4", ["YG"]),  # green on 4 opens the last area to yellow
    ],
)
def test_a_card_is_named_only_if_its_order_matters(pegs: str, cards: list[str]) -> None:
    assert cards_in_order(pegs) == cards


def drawn(rules: Game[Any], state: Any, viewer: int, turn: Turn) -> list[Any]:
    return [
        through_json(PositionBuilder().build(rules, state)),
        through_json([part for part in (racks_of(state, viewer), hands_of(state, viewer)) if part]),
        through_json(choices_of(rules, state, turn)),
    ]
