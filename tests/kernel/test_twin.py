"""The kernel is the twin of the rules: the one place that proves it for the board games.

Whole games, random and greedy, over all board modes: after every entry the kernel's state is the
state of the rules, its legal decisions are theirs, and so is its ranking at the end. What random
games seldom reach is constructed: instant wins, chains of bonus placements, lapses.
"""

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from ingenious.bots import greedy
from ingenious.kernel.board import position as kernel
from ingenious.kernel.board.convert import (
    decision_of_number,
    tile_numbers,
    to_kernel,
)
from ingenious.kernel.board.geometry import EDGE_NUMBER, SPACE_NUMBER, TILE_NAMES, TILE_NUMBER
from ingenious.kernel.board.position import KEEP, MAX_MOVES, OVER, SWAP, States
from ingenious.kernel.jit import compiled
from ingenious.kernel.rng import Rng, seeded
from ingenious.rules import BoardGame, BoardState, game
from ingenious.rules.events import BonusLapsed
from ingenious.rules.moves import Chance, Decision, Keep, Move, Outcome, Place, Swap
from ingenious.rules.scoreboards import Standing, TugOfWar
from ingenious.rules.symbols import CANONICAL
from testkit.cases import cases
from testkit.modes import MODES, Choose, at_random, moves, random_outcome

BOARD_MODES = [mode for mode in MODES if mode[0] in ("classic", "solo", "team", "duel")]


def number_of_decision(decision: Decision) -> int:
    """The kernel's number for a decision."""
    match decision:
        case Swap():
            return SWAP
        case Keep():
            return KEEP
        case Place(tile, at):
            a, b = (SPACE_NUMBER[space] for space in at)
            if CANONICAL[tile] != tile:
                a, b = b, a
            edge = EDGE_NUMBER[min(a, b), max(a, b)]
            return TILE_NUMBER[CANONICAL[tile]] * 1024 + edge * 2 + (a > b)
        case _:
            raise ValueError(f"not a decision of a board game: {decision}")


@compiled
def _decide(states: States, number: int) -> None:
    kernel.decide(states[0], number)


@compiled
def _legal(states: States, out: kernel.Moves) -> int:
    return kernel.legal(states[0], out)


@compiled
def _end_turn(states: States) -> None:
    kernel.end_turn(states[0])


@compiled
def _share(states: States, side: int) -> float:
    return kernel.win_share(states[0], side)


@compiled
def _redeal(states: States, seat: int, rng: Rng) -> None:
    kernel.redeal(states[0], seat, rng)


def board_game(name: str, players: int) -> BoardGame:
    rules = game(name, players)
    assert isinstance(rules, BoardGame)
    return rules


def _draw(states: States, tiles: tuple[str, ...], players: int) -> None:
    """What the kernel draws by chance, given by hand; tiles go to the racks from the bag."""
    st = states[0]
    bag = st["bag"][: st["bagged"]].tolist()
    dealing = st["phase"] == kernel.DEALING
    for i, tile in enumerate(tile_numbers(tiles)):
        bag.remove(tile)
        seat = i // 6 if dealing else int(st["seat"])
        st["racks"][seat, st["held"][seat]] = tile
        st["held"][seat] += 1
    st["bag"][: len(bag)] = bag
    st["bagged"] = len(bag)
    if dealing:
        st["phase"] = kernel.PLACING
    else:
        _end_turn(states)


def _seen(states: States) -> dict[str, Any]:
    """Everything a state says, without the order of tiles and of open edges."""
    st = states[0]
    racks = [sorted(st["racks"][seat, : st["held"][seat]].tolist()) for seat in range(4)]
    return {
        "cells": st["cells"].tobytes(),
        "gains": st["gains"].tobytes(),
        "open": np.sort(st["edges"][: st["open"]]).tobytes(),
        "pegs": st["pegs"].tobytes(),
        "tokens": st["tokens"].tobytes(),
        "racks": racks,
        "bag": sorted(st["bag"][: st["bagged"]].tolist()),
        "aside": sorted(st["aside"][: st["shown"]].tolist()),
        "left": st["left"].tobytes(),
        **{key: int(st[key]) for key in ("mode", "players", "sides", "phase", "ending", "laps")},
        **{key: int(st[key]) for key in ("seat", "due", "turns")},
    }


@compiled
def _order(states: States) -> None:
    st = states[0]
    for seat in range(4):
        st.racks[seat, : st.held[seat]].sort()
        st.racks[seat, st.held[seat] :] = 0
    st.bag[: st.bagged].sort()
    st.bag[st.bagged :] = 0
    st.aside[: st.shown].sort()
    st.aside[st.shown :] = 0
    st.edges[: st.open].sort()
    st.edges[st.open :] = 0
    st.place[:] = 0


def _ordered(states: States) -> bytes:
    """The same as `_seen`, too quick to be read."""
    ordered = states.copy()
    _order(ordered)
    # Field by field, for what lies between them is anything.
    return b"".join([ordered[name].tobytes() for name in ordered.dtype.names or ()])


def _either_way(listed: list[int]) -> set[int]:
    """The decisions; a double whose order of halves is all the same either way round."""
    known = set(listed)
    single = {n for n in listed if n >= 0 and n >> 10 >= 15 and n ^ 1 not in known}
    return {n & ~1 if n in single else n for n in listed}


def _assert_twins(rules: BoardGame, state: BoardState, states: States, *, deeply: bool) -> None:
    same = to_kernel(rules, state)
    if _ordered(states) != _ordered(same):
        assert _seen(states) == _seen(same)
        raise AssertionError("they differ in something that is not looked at")
    if deeply:
        buffer = np.zeros(MAX_MOVES, np.int32)
        listed = buffer[: _legal(states, buffer)].tolist()
        assert len(set(listed)) == len(listed)
        assert _either_way(listed) == _either_way(
            [number_of_decision(m) for m in rules.legal(state)]
        )
    if state.phase == "over":
        ranks = rules.ranks(state)
        for seat in range(rules.players):
            side = seat % int(states[0]["sides"])
            winners = {other % int(states[0]["sides"]) for other, r in enumerate(ranks) if r == 1}
            assert _share(states, side) == (1 / len(winners) if ranks[seat] == 1 else 0)


def _apply(states: States, move: Move, players: int) -> None:
    if isinstance(move, Outcome):
        _draw(states, move.pieces, players)
    else:
        _decide(states, number_of_decision(move))


def _play(rules: BoardGame, rng: Random, choose: Choose, *, deeply: bool) -> None:
    start = rng.randrange(rules.players)
    states = kernel.new_state(rules.name, rules.players, start)
    for state, move in moves(rules, rng, start, choose):
        _assert_twins(rules, state, states, deeply=deeply)
        if not isinstance(move, Outcome):
            assert decision_of_number(number_of_decision(move), states) in (move, _sorted(move))
        _apply(states, move, rules.players)
    _assert_twins(rules, rules.apply(state, move), states, deeply=deeply)
    assert states[0]["phase"] == OVER


def _sorted(move: Decision) -> Decision:
    """A placement as the kernel spells it: the tile canonically, its spaces turned with it."""
    if isinstance(move, Place) and move.tile not in TILE_NAMES:
        return Place(move.tile[::-1], move.at[::-1])
    return move


GAMES = {1: 12, 2: 12, 3: 7, 4: 5}
"""Most of them where they are short."""


@pytest.mark.parametrize(("name", "players"), BOARD_MODES)
def test_random_games_are_the_same(name: str, players: int) -> None:
    rng = Random(f"{name} {players}")
    for number in range(cases(GAMES[players])):
        _play(board_game(name, players), rng, at_random, deeply=number < 3)


@pytest.mark.parametrize(("name", "players"), BOARD_MODES)
def test_greedy_games_are_the_same(name: str, players: int) -> None:
    rng = Random(f"greedy {name} {players}")
    for number in range(cases(2)):
        _play(board_game(name, players), rng, greedy, deeply=number < 1)


def _nearly_done(rules: BoardGame, state: BoardState, rng: Random) -> BoardState:
    """The position with every peg just before a stop, so that anything earns a bonus."""
    ends = [16, 17, 17, 18] if len(rules.scoring.stops) == 1 else [16, 17, 17, 34, 35, 35, 36]
    if isinstance(rules.scoring, TugOfWar):
        pegs = tuple(rng.choice([-9, -8, 7, 8, 8, 9]) for _ in range(6))
        if rules.scoring.has_won(Standing((pegs,)), 0):
            pegs = (-1, *pegs[1:])
        return replace(state, standing=Standing((pegs,)))
    boards = []
    for board in state.standing.pegs:
        pegs = tuple(rng.choice(ends) for _ in board)
        boards.append((*pegs[:5], min(pegs[5], ends[-2])))  # not yet won
    return replace(state, standing=Standing(tuple(boards)))


@pytest.mark.rules("B11", "B12", "B15", "B16", "C3", "D4", "D6", "E2", "E5")
@pytest.mark.parametrize(("name", "players"), BOARD_MODES)
def test_bonus_chains_instant_wins_and_lapses_are_the_same(name: str, players: int) -> None:
    rules, rng = board_game(name, players), Random(f"constructed {name} {players}")
    wins = chains = lapses = broken_off = 0
    for number in range(cases(60)):
        if number >= cases(10) and wins and chains and broken_off and (lapses or name != "team"):
            break  # all of it was met
        played = [state for state, _ in moves(rules, rng) if state.phase == "place"]
        state = _nearly_done(rules, rng.choice(played[players:]), rng)
        states = to_kernel(rules, state)
        in_turn = due = 0
        while (awaited := rules.awaits(state)) is not None:
            if isinstance(awaited, Chance):
                move: Move = random_outcome(awaited, rng)
                in_turn = 0
            else:
                move = greedy(rules, state, rng) if rng.random() < 0.7 else _any(rules, state, rng)
                in_turn += isinstance(move, Place)
                told = rules.events(state, move)
                lapses += any(isinstance(event, BonusLapsed) for event in told)
            due = state.due
            _apply(states, move, players)
            state = rules.apply(state, move)
            _assert_twins(rules, state, states, deeply=False)
            chains += in_turn == 3
        assert state.ending is not None
        wins += state.ending.reason == "instant-win"
        broken_off += state.ending.reason == "board-full" and due > 1
    assert wins
    assert chains or players == 1
    assert broken_off or players == 1
    assert lapses or name != "team"


def _any(rules: BoardGame, state: BoardState, rng: Random) -> Decision:
    return rng.choice(rules.legal(state))


@pytest.mark.parametrize(("name", "players"), BOARD_MODES)
def test_random_decisions_are_legal_and_reach_all_of_them(name: str, players: int) -> None:
    """The kernel's quick way to pick at random is not to be narrower than its list."""
    rules, rng = board_game(name, players), Random(f"picks {name} {players}")
    played = [state for state, _ in moves(rules, rng) if state.phase in ("place", "bonus")]
    state = played[-3]
    if len(rules.scoring.stops) > 1:
        state = _nearly_done(rules, state, rng)
    states = to_kernel(rules, state)
    buffer, luck = np.zeros(MAX_MOVES, np.int32), seeded(7)
    legal = set(buffer[: _legal(states, buffer)].tolist())
    picked = {_random_move(states, luck, buffer) for _ in range(40 * len(legal))}
    assert picked == legal


@compiled
def _random_move(states: States, rng: Rng, buffer: kernel.Moves) -> int:
    return kernel.random_move(states[0], rng, buffer)


@pytest.mark.parametrize(("name", "players"), [mode for mode in BOARD_MODES if mode[1] > 1])
def test_a_redeal_keeps_what_the_seat_sees(name: str, players: int) -> None:
    rules, rng = board_game(name, players), Random(f"redeal {name} {players}")
    played = [state for state, _ in moves(rules, rng) if state.phase == "place"]
    luck = seeded(3)
    for state in rng.sample(played, 5):
        before, after = _seen(to_kernel(rules, state)), to_kernel(rules, state)
        _redeal(after, state.seat, luck)
        seen = _seen(after)
        assert seen["racks"][state.seat] == before["racks"][state.seat]
        assert [len(rack) for rack in seen["racks"]] == [len(rack) for rack in before["racks"]]
        assert seen["racks"] != before["racks"]
        hidden = [sorted(sum(side["racks"], side["bag"])) for side in (seen, before)]
        assert hidden[0] == hidden[1]
        for key in ("cells", "gains", "open", "pegs", "left", "seat", "due", "turns", "phase"):
            assert seen[key] == before[key]
