"""Invariants of every state of every game, in all 15 modes."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingenious.bots import greedy
from ingenious.rules import (
    BoardState,
    CardState,
    DiceState,
    Game,
    IllegalMove,
    TileState,
    boardgame,
    cards,
    game,
    tiles,
)
from ingenious.rules.events import CalledIngenious, Ended, PegMoved, TurnBegan
from ingenious.rules.moves import (
    Chance,
    Decision,
    Discard,
    Draw,
    Free,
    Keep,
    MatchDie,
    Outcome,
    Place,
    Play,
    Reroll,
    Resolve,
    Score,
    Swap,
    WildScore,
)
from ingenious.rules.symbols import SYMBOLS
from testkit.cases import cases
from testkit.modes import MODES, moves

SEEDS = st.integers(0, 2**32)
every_mode = pytest.mark.parametrize(("name", "players"), MODES)


@every_mode
@settings(max_examples=cases(3))
@given(seed=SEEDS, start=st.integers(0, 3))
def test_every_random_game_ends_and_pieces_are_conserved(
    name: str, players: int, seed: int, start: int
) -> None:
    rules = game(name, players)
    state = rules.new(start % players)
    for before, move in moves(rules, Random(seed), start % players):
        state = rules.apply(before, move)
        assert_conserved(state)
    result = rules.result(state)
    assert result is not None
    assert sorted(result.ranks)[0] == 1
    assert rules.awaits(state) is None


def assert_conserved(state: Any) -> None:
    match state:
        case BoardState():
            off_board = [*state.bag, *state.aside, *(tile for rack in state.racks for tile in rack)]
            on_board = len(state.board.cells) - state.board.cells.count(".") - 6
            assert 2 * len(off_board) + on_board == 240
            symbols = Counter("".join(off_board)) + Counter(state.board.cells.replace(".", ""))
            assert set(symbols.values()) == {41}  # 40 on tiles and one printed
            assert not Counter(off_board) - Counter(boardgame.BOX)
        case CardState() if state.phase != "deal":
            hands = (card for group in (*state.hands, *state.faceup) for card in group)
            assert Counter([*state.deck, *state.discards, *hands]) == Counter(cards.BOX)
            assert state.deck  # G7: never empty
        case DiceState():
            assert {len(dice) for dice in state.dice} <= {0, {2: 4, 3: 3, 4: 2}[len(state.dice)]}
        case TileState():
            scored = Counter[str]()
            for pegs in state.pegs:
                scored += Counter(dict(zip(SYMBOLS, pegs, strict=True)))
            in_play = Counter(state.pool) + Counter(state.centre) + Counter(state.drawn)
            assert in_play + scored == Counter(tiles.BOX)
        case _:
            assert state.phase == "deal"


def universe(rules: Game[Any], state: Any, rng: Random) -> Iterator[Decision]:
    """Conceivable decisions, legal or not."""
    yield from (Keep(), Reroll(), Draw(), Score())
    yield from (Free(symbol) for symbol in SYMBOLS)
    pairs = [x + y for x in SYMBOLS for y in SYMBOLS]
    yield from (Play(pair) for pair in pairs)
    if isinstance(state, BoardState):
        yield Swap(state.racks[state.seat])
        yield Swap(state.racks[state.seat][1:])
        spaces = state.board.layout.spaces
        near = [(a, b) for edge in state.board.layout.edges for a, b in (edge, edge[::-1])]
        some = rng.sample(near, 12) + [(rng.choice(spaces), rng.choice(spaces)) for _ in range(12)]
        yield from (Place(pair, at) for pair in pairs for at in some)
    if isinstance(state, CardState):
        yield Discard(state.hands[state.seat])
        yield Discard(state.hands[state.seat][1:])
    if isinstance(state, DiceState):
        for _ in range(30):
            order = rng.sample(range(5), rng.randrange(1, 5))
            cut = rng.randrange(len(order) + 1)
            wild = (WildScore(tuple(order[:cut]), rng.choice(SYMBOLS)),) if cut else ()
            yield Resolve((*wild, *(MatchDie(die) for die in order[cut:])))


def spelled(rules: Game[Any], state: Any, move: Decision, listed: set[Decision]) -> set[Decision]:
    """The forms in which `legal` could list this decision."""
    if isinstance(move, Place):
        turned = Place(move.tile[::-1], move.at[::-1])
        first_matters = move.tile[0] == move.tile[1] and {move, turned} <= listed
        return {move} if first_matters else {move, turned}
    if isinstance(move, Resolve) and isinstance(state, DiceState):
        roll = state.dice[state.seat]

        def shape(way: Decision) -> object:
            assert isinstance(way, Resolve)
            return [
                roll[use.die : use.die + 1]
                if isinstance(use, MatchDie)
                else (sorted(roll[die : die + 1] for die in use.dice), use.symbol)
                for use in way.uses
            ]

        used = [
            die
            for use in move.uses
            for die in ((use.die,) if isinstance(use, MatchDie) else use.dice)
        ]
        if sorted(used) != list(range(len(roll))):
            return {move}
        return {way for way in listed if isinstance(way, Resolve) and shape(way) == shape(move)}
    return {move}


@pytest.mark.no_cover
@every_mode
@settings(max_examples=cases(2))
@given(seed=SEEDS)
def test_legal_lists_exactly_what_apply_accepts(name: str, players: int, seed: int) -> None:
    rules, rng = game(name, players), Random(seed)
    for number, (state, _) in enumerate(moves(rules, Random(seed))):
        if number % 12 != seed % 12:
            continue
        listed = set(rules.legal(state))
        assert len(listed) == len(rules.legal(state))
        for move in rng.sample(sorted(listed, key=repr), min(12, len(listed))):
            rules.apply(state, move)
        for move in universe(rules, state, rng):
            try:
                rules.apply(state, move)
            except IllegalMove:
                assert not spelled(rules, state, move, listed) & listed, move
            else:
                assert spelled(rules, state, move, listed) & listed, move


@every_mode
@settings(max_examples=cases(2))
@given(seed=SEEDS)
def test_chance_is_awaited_exactly_when_no_seat_decides(name: str, players: int, seed: int) -> None:
    rules = game(name, players)
    for state, _ in moves(rules, Random(seed)):
        awaited = rules.awaits(state)
        assert bool(rules.legal(state)) != isinstance(awaited, Chance)
        if isinstance(awaited, Chance):
            short = Outcome(tuple(awaited.source[: awaited.count - 1]))
            with pytest.raises(IllegalMove):
                rules.apply(state, short)


@every_mode
@settings(max_examples=cases(2))
@given(seed=SEEDS)
def test_events_report_every_move_of_the_pegs(name: str, players: int, seed: int) -> None:
    rules = game(name, players)
    policy = greedy if seed % 2 else None
    played = moves(rules, Random(seed), 0, policy) if policy else moves(rules, Random(seed))
    for state, move in islice(played, 120):
        after = rules.apply(state, move)
        events = rules.events(state, move)
        pegs = [list(row) for row in rules.scores(state)]
        for event in events:
            if isinstance(event, PegMoved):
                colour = SYMBOLS.index(event.symbol)
                assert pegs[event.seat][colour] == event.start <= event.end
                assert bool(event.lost) == bool(event.why)
                pegs[event.seat][colour] = event.end
        moved = {event.seat for event in events if isinstance(event, PegMoved)}
        assert all(tuple(pegs[seat]) == rules.scores(after)[seat] for seat in moved)
        bonus = any(isinstance(event, CalledIngenious) for event in events)
        if name == "solo":
            assert not bonus or rules.scores(after)[0] != rules.scores(state)[0]
        assert (rules.result(after) is not None) == any(isinstance(e, Ended) for e in events)
        begun = [event.seat for event in events if isinstance(event, TurnBegan)]
        assert not begun or begun == [after.seat]


@pytest.mark.no_cover
@every_mode
def test_greedy_games_end(name: str, players: int) -> None:
    rules = game(name, players)
    state = rules.new()
    for seed in range(cases(1)):
        for before, move in moves(rules, Random(seed), 0, greedy):
            state = rules.apply(before, move)
        assert rules.result(state) is not None
