"""Simple players that look one move ahead, against which the bots are measured.

`random` and `greedy` play every game. The others play the board games: `points` takes the most
points now, needed or not; `lexicographic` the best score board, sorted from the lowest peg up;
`soft-min` weighs every peg by how low it is; and `denial` also takes the others' best places away.

A policy gets the whole state and must use only what its seat knows: its own rack or hand, and what
is face up. It also uses the counts of the pool, which anyone can work out.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import TypeVar

from ..rules import (
    AnyGame,
    AnyState,
    BoardGame,
    BoardState,
    CardChallenge,
    CardState,
    DiceChallenge,
    DiceState,
    TileChallenge,
    TileState,
)
from ..rules.game import Pegs
from ..rules.moves import (
    Chance,
    Decision,
    Discard,
    Draw,
    Free,
    Outcome,
    Place,
    Play,
    Reroll,
    Resolve,
    Score,
    Space,
    Swap,
)
from ..rules.scoreboards import TugOfWar
from ..rules.symbols import ORDER, SYMBOLS

Policy = Callable[[AnyGame, AnyState, Random], Decision]
Gains = tuple[int, int]
Lift = tuple[float, int, int]
"""What a placement does for one colour: how much it lifts the peg, bonuses, and steps."""

T = TypeVar("T")
V = TypeVar("V", float, list[int])

GREEDY_STEP_DECAY = 0.75
"""For `greedy`, the value of a peg's step relative to the same step one place lower."""

STEP_DECAY = 0.85
"""The same for `soft-min` and `denial`."""

KEEP_ROLL_POINTS = {2: 3, 3: 3, 4: 2}
"""The points from which `greedy` keeps a roll, by the number of players."""


def at_random(game: AnyGame, state: AnyState, rng: Random) -> Decision:
    """Any legal decision, all equally likely."""
    return _pick(game.legal(state), rng)


def random_outcome(chance: Chance, rng: Random) -> Outcome:
    """A random outcome of chance, from Python's own generator."""
    if chance.repeats:
        faces = len(chance.source)
        return Outcome(
            tuple([chance.source[int(faces * rng.random())] for _ in range(chance.count)])
        )
    left, pieces = list(chance.source), []
    for _ in range(chance.count):
        left = left or list(chance.renewal)
        pieces.append(left.pop(int(rng.random() * len(left))))
    return Outcome(tuple(pieces))


def greedy(game: AnyGame, state: AnyState, rng: Random) -> Decision:
    """The decision that gains most immediately; ties are broken at random."""
    match game, state:
        case BoardGame(), BoardState():
            return _greedy_on_board(game, state, rng)
        case CardChallenge(), CardState():
            return pick_best(game.legal(state), lambda move: _card_value(game, state, move), rng)
        case DiceChallenge(), DiceState():
            return _greedy_dice(game, state, rng)
        case TileChallenge(), TileState():
            return pick_best(game.legal(state), lambda move: _tile_value(game, state, move), rng)
        case _:
            raise TypeError(f"there is no greedy policy for {game.name}")


POLICIES: Mapping[str, Policy] = {"random": at_random, "greedy": greedy}
"""The baselines that play every game, by name."""


def _pick(choices: Sequence[T], rng: Random) -> T:
    """One of the choices. Only `random()` gives the same numbers in every version of Python."""
    return choices[int(rng.random() * len(choices))]


def pick_best(choices: Sequence[T], value: Callable[[T], float], rng: Random) -> T:
    """The choice with the highest value; ties are broken at random."""
    values = [value(choice) for choice in choices]
    best = max(values)
    return _pick([c for c, v in zip(choices, values, strict=True) if v == best], rng)


def _greedy_on_board(game: BoardGame, state: BoardState, rng: Random) -> Decision:
    """Lift the low pegs, plus a little for bonuses and points; in the duel, steps and bonuses."""
    if state.phase == "swap":
        return _swap(game, state)
    return _best_placement(game, state, _greedy_value(game, state), rng)


def _best_placement(
    game: BoardGame,
    state: BoardState,
    value: Callable[[str, Gains], V],
    rng: Random,
) -> Place:
    """The placement with the highest value; ties are broken at random.

    Thousands of placements have few distinct gains, and only the chosen one is created.
    """
    placements = game.placements(state)
    groups = [(tile, gains, set(gains)) for tile, gains in placements.gains(state.board)]
    kinds = {(tile, gain) for tile, _, distinct in groups for gain in distinct}
    values = {kind: value(*kind) for kind in kinds}
    best = max(values.values())
    choices, first = list[int](), 0
    for tile, gains, distinct in groups:
        good = {gain for gain in distinct if values[tile, gain] == best}
        if good:
            choices += [n for n, gain in enumerate(gains, first) if gain in good]
        first += len(gains)
    return placements[_pick(choices, rng)]


def _swap(game: BoardGame, state: BoardState) -> Decision:
    return next(move for move in game.legal(state) if isinstance(move, Swap))


def _greedy_value(game: BoardGame, state: BoardState) -> Callable[[str, Gains], float]:
    """The value of a tile with its gains.

    Two colours do not affect each other, so what each half brings is computed once.
    """
    scoring, seat = game.scoring, state.seat
    before = scoring.pegs(state.standing, seat)
    known = dict[tuple[str, int], Lift]()

    def lift(symbol: str, end: int, bonuses: int) -> Lift:
        start = before[ORDER[symbol]]
        return GREEDY_STEP_DECAY**start - GREEDY_STEP_DECAY**end, bonuses, end - start

    def half(symbol: str, points: int) -> Lift:
        if (symbol, points) not in known:
            known[symbol, points] = lift(
                symbol, *scoring.peg_after(state.standing, seat, symbol, points)
            )
        return known[symbol, points]

    def double(symbol: str, first: int, second: int) -> Lift:
        standing, bonus = scoring.score(state.standing, seat, symbol, first, None)
        end, another = scoring.peg_after(standing, seat, symbol, second)
        return lift(symbol, end, bonus + another)

    def value(tile: str, gains: Gains) -> float:
        x, y = tile
        if x == y:
            lifted, bonuses, steps = double(x, *gains)
        else:
            first, second = half(x, gains[0]), half(y, gains[1])
            if ORDER[x] > ORDER[y]:  # the same sum to the last bit, whichever half is first
                first, second = second, first
            lifted = first[0] + second[0]
            bonuses, steps = first[1] + second[1], first[2] + second[2]
        if isinstance(scoring, TugOfWar):
            return float(steps + 3 * bonuses)
        return lifted + 0.3 * bonuses + 0.01 * steps

    return value


def _card_value(game: CardChallenge, state: CardState, move: Decision) -> float:
    """The points that count; a hand without a lowest colour is worth discarding."""
    if isinstance(move, Play):
        return _points(game, state, move)
    return float(isinstance(move, Discard))


def _points(game: AnyGame, state: AnyState, move: Decision) -> int:
    """How far the seat's pegs move in total."""
    after = game.apply(state, move)
    return sum(game.scores(after)[state.seat]) - sum(game.scores(state)[state.seat])


def _greedy_dice(game: DiceChallenge, state: DiceState, rng: Random) -> Decision:
    """The uses that move the pegs most; a roll that scores too little is rerolled."""
    legal = game.legal(state)
    uses = [move for move in legal if isinstance(move, Resolve)]
    points = {move: _points(game, state, move) for move in uses}
    if Reroll() in legal and max(points.values()) < KEEP_ROLL_POINTS[game.players]:
        return Reroll()
    return pick_best(uses, lambda move: points[move], rng)


def _tile_value(game: TileChallenge, state: TileState, move: Decision) -> float:
    """The value of scoring now, or the average value of scoring after one more tile."""
    if isinstance(move, Score | Free):
        return _scored_value(game, state, move)
    drawing = game.apply(state, Draw())
    pool, value = Counter(state.pool), 0.0
    for symbol, number in pool.items():
        after = game.apply(drawing, Outcome((symbol,)))
        if after.drawn:  # otherwise it is a bust
            value += number * _scored_value(game, after, Score())
    return value / len(state.pool)


def _scored_value(game: TileChallenge, state: TileState, move: Score | Free) -> float:
    before = state.pegs[state.seat]
    after = game.apply(state, move).pegs[state.seat]
    value = 0.0
    for colour in range(len(SYMBOLS)):
        steps = after[colour] - before[colour]
        lowest = before[colour] == min(before)
        finished = before[colour] < after[colour] == game.target
        value += steps + (0.5 if steps and lowest else 0) + (2 if finished else 0)
    return value


# The other baselines of the board games


def pegs_after(game: BoardGame, state: BoardState, tile: str, gains: Gains) -> Pegs:
    """The seat's pegs after a tile's halves have scored these gains."""
    standing = state.standing
    for symbol, points in zip(tile, gains, strict=True):
        standing, _ = game.scoring.score(standing, state.seat, symbol, points, None)
    return game.scoring.pegs(standing, state.seat)


def points_counted(_game: BoardGame, _state: BoardState, _tile: str, gains: Gains) -> int:
    """The points counted, including those that are lost at the end of a track."""
    return sum(gains)


def sorted_pegs(game: BoardGame, state: BoardState, tile: str, gains: Gains) -> list[int]:
    """The score board from the lowest peg up."""
    return sorted(pegs_after(game, state, tile, gains))


def lift_value(game: BoardGame, state: BoardState, tile: str, gains: Gains) -> float:
    """How far pegs move; the lower a step, the more it counts."""
    before = game.scoring.pegs(state.standing, state.seat)
    return _pegs_value(pegs_after(game, state, tile, gains)) - _pegs_value(before)


def _pegs_value(pegs: Pegs) -> float:
    return sum(-(STEP_DECAY**peg) for peg in pegs)


def _board_position(game: AnyGame, state: AnyState) -> tuple[BoardGame, BoardState]:
    if not isinstance(game, BoardGame) or not isinstance(state, BoardState):
        raise ValueError(f"this baseline only plays the board games, not {game.name}")
    return game, state


def _board_policy(value: Callable[[BoardGame, BoardState, str, Gains], V]) -> Policy:
    """A policy that makes the placement with the highest value, and swaps whenever it can."""

    def policy(game: AnyGame, state: AnyState, rng: Random) -> Decision:
        game, state = _board_position(game, state)
        if state.phase == "swap":
            return _swap(game, state)
        return _best_placement(game, state, partial(value, game, state), rng)

    return policy


def denial(game: AnyGame, state: AnyState, rng: Random) -> Decision:
    """Soft-min plus what a rival loses when their single best place for a colour is taken."""
    game, state = _board_position(game, state)
    if state.phase == "swap":
        return _swap(game, state)
    denied = _denied(game, state)
    board = state.board

    def value(place: Place) -> float:
        lift = lift_value(game, state, place.tile, board.gain_of(place))
        return lift + sum(denied.get(space, 0.0) for space in place.at)

    return pick_best(game.placements(state), value, rng)


def _denied(game: BoardGame, state: BoardState) -> Mapping[Space, float]:
    """What the rivals lose on average, by the space that is taken from them."""
    board, rivals = state.board, [side[0] for side in game.sides if state.seat not in side]
    if not rivals:
        return {}
    edges = [edge for n, edge in enumerate(board.layout.edges) if board.open >> n & 1]
    spaces = sorted({space for edge in edges for space in edge})
    denied = dict[Space, float]()
    for colour, symbol in enumerate(SYMBOLS):
        best, second, where = 0, 0, None
        for space in spaces:
            points = board.gain(symbol, space)
            if points > best:
                best, second, where = points, best, space
            elif points > second:
                second = points
        if where is not None and best > second:
            lost = [
                _steps_value(game, pegs[colour], best) - _steps_value(game, pegs[colour], second)
                for pegs in (game.scores(state)[seat] for seat in rivals)
            ]
            denied[where] = denied.get(where, 0.0) + 0.9 * sum(lost) / len(lost)
    return denied


def _steps_value(game: BoardGame, peg: int, points: int) -> float:
    end = game.scoring.stops[-1]
    return float(STEP_DECAY**peg - STEP_DECAY ** min(peg + points, end))


BASELINES: Mapping[str, Policy] = {
    **POLICIES,
    "points": _board_policy(points_counted),
    "lexicographic": _board_policy(sorted_pegs),
    "soft-min": _board_policy(lift_value),
    "denial": denial,
}
"""All baselines, by name."""


def can_play(name: str, game: AnyGame) -> bool:
    """Whether a baseline plays a game."""
    return name in POLICIES or isinstance(game, BoardGame)
