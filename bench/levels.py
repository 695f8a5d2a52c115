"""Levels against lower ones, quickly: `python -m bench.levels GAME PLAYERS BOT OTHER [GAMES]`.

The games are played in one process and without records. One side has the bot and the others its
opponent; every deal is played from every side. Levels 1 to 4 of the board games and of the Card
Challenge play in compiled code; in the board games `points` and `soft-min` are opponents, too. In
solo, the mean of the lowest pegs is shown. `bench.strength tiles` has more games of the Tile
Challenge, which plays in compiled code there.
"""

import argparse
from random import Random

import numpy as np
import numpy.typing as npt

from ingenious.arena.ratings import mean
from ingenious.bots import Budget, Question
from ingenious.bots.baselines import random_outcome
from ingenious.bots.board import casual, load_evaluator, way_of
from ingenious.bots.cards import METHODS
from ingenious.bots.cards import load_net as load_cards_net
from ingenious.bots.levels import thinker
from ingenious.kernel.board.heuristic import new_workspace
from ingenious.kernel.board.play import Way, play_out
from ingenious.kernel.board.position import MAX_MOVES, STATE, new_state, win_share
from ingenious.kernel.board.search import SEARCH_STATES
from ingenious.kernel.cards.evaluate import new_evaluator
from ingenious.kernel.cards.sight import play_out as play_hands
from ingenious.kernel.rng import seeded
from ingenious.rules import PLAYERS, BoardGame, game
from ingenious.rules.moves import Chance
from ingenious.rules.words import pluralize

Results = npt.NDArray[np.float64]

BASELINES = {
    "points": Way(casual(decay=1.0), most=1, places=1, swaps=True),
    "soft-min": Way(casual(), most=1, places=1, swaps=True),
}
"""Baselines that compiled code can play."""


def play_boards(mode: str, players: int, bots: tuple[str, str], games: int) -> Results:
    """What the first bot wins by deal and side; in solo its lowest peg."""
    one, other = (BASELINES.get(bot) or way_of(mode, players, int(bot)) for bot in bots)
    evaluator, workspaces = load_evaluator(mode, players), new_workspace()
    states, moves = np.zeros(SEARCH_STATES, STATE), np.zeros(MAX_MOVES, np.int32)
    scores = np.zeros(2 * MAX_MOVES)
    sides = len(game(mode, players).sides)
    won = np.zeros((games // sides, sides))
    for deal, side in np.ndindex(won.shape):
        states[0] = new_state(mode, players, deal % players)[0]
        rng = seeded(deal)
        play_out(states, workspaces, evaluator, (one, other), side, rng, moves, scores)
        if mode == "solo":
            won[deal, side] = states[0]["pegs"][0, :6].min()
        else:
            won[deal, side] = win_share(states[0], side)
    return won


def play_cards(players: int, bots: tuple[str, str], games: int) -> Results:
    """What the first bot wins of the Card Challenge by deal and seat, up to level 4."""
    evaluator = new_evaluator(load_cards_net(players))
    methods = np.array([METHODS[int(bot)] for bot in bots])
    won = np.zeros((games // players, players))
    for deal, seat in np.ndindex(won.shape):
        number = deal * players + seat
        won[deal, seat] = play_hands(players, number, methods, evaluator, seeded(deal))
    return won


def play_challenges(name: str, players: int, bots: tuple[str, str], games: int) -> Results:
    """What the first bot wins by deal and seat, ties shared."""
    rules, one, other = game(name, players), int(bots[0]), int(bots[1])
    think = thinker(rules)
    won = np.zeros((games // players, players))
    for deal, seat in np.ndindex(won.shape):
        rng = Random(deal)
        state = rules.new(deal % players)
        while (awaited := rules.awaits(state)) is not None:
            if isinstance(awaited, Chance):
                state = rules.apply(state, random_outcome(awaited, rng))
                continue
            level = one if awaited.seat == seat else other
            question = Question(rules, state, awaited.seat, level, Budget(), rng.getrandbits(60))
            state = rules.apply(state, think(question)[0].decision)
        ranks = rules.ranks(state)
        won[deal, seat] = (ranks[seat] == 1) / ranks.count(1)
    return won


def main() -> None:
    """Play, and print the result with its 95 % interval from whole deals."""
    parser = argparse.ArgumentParser(prog="python -m bench.levels")
    parser.add_argument("game", choices=PLAYERS)
    parser.add_argument("players", type=int)
    parser.add_argument("bot", help="a level from 1 to 5; for the board games from 1 to 4")
    parser.add_argument("other", help="another level; for the board games also points or soft-min")
    parser.add_argument("games", type=int, nargs="?", default=1000, help="default: 1000")
    options = parser.parse_args()
    name, bot, other, number = options.game, options.bot, options.other, options.games
    if options.players not in PLAYERS[name]:
        parser.error(f"{name} is not for {pluralize(options.players, 'player')}")
    rules, bots = game(name, options.players), (bot, other)
    levels = {"1", "2", "3", "4", *(BASELINES if isinstance(rules, BoardGame) else ("5",))}
    if unknown := set(bots) - levels:
        known = ", ".join(sorted(levels))
        parser.error(f"{', '.join(sorted(unknown))} cannot play here, only {known}")
    if number < 10 * len(rules.sides):
        parser.error("an interval needs at least ten deals, each played from every side")
    if isinstance(rules, BoardGame):
        won = play_boards(name, rules.players, bots, number)
    elif name == "cards" and "5" not in bots:
        won = play_cards(rules.players, bots, number)
    else:
        won = play_challenges(name, rules.players, bots, number)
    share = mean(won.mean(axis=1).tolist())
    scale, unit = (1, " (lowest peg)") if name == "solo" else (100, " %")
    print(
        f"{name} {rules.players}: {bot} against {other}: {scale * share.value:.1f} "
        f"± {scale * (share.high - share.value):.1f}{unit}, {won.size} games"
    )


if __name__ == "__main__":
    main()
