"""Why a decision may be good, in a player's words.

A reason is told from the rules' events and from what the seat sees: its own pieces, and what lies
open. The pieces of the others, which are filled in by chance before a bot thinks, have no part.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, inf, prod
from typing import Any

from ..rules import (
    BoardGame,
    BoardState,
    CardState,
    DiceState,
    Game,
    TileChallenge,
    TileState,
    areas,
)
from ..rules.board import Board
from ..rules.dice import ROLLS
from ..rules.events import (
    BonusLapsed,
    CalledIngenious,
    Event,
    FaceUpReplaced,
    PegMoved,
    TokenTaken,
    WildScored,
)
from ..rules.moves import (
    Decision,
    Discard,
    Draw,
    Free,
    Keep,
    Place,
    Play,
    Reroll,
    Resolve,
    Score,
    Swap,
)
from ..rules.protocol import Pegs, lowest
from ..rules.scoreboards import TUG_END, TugOfWar
from ..rules.symbols import ORDER, SYMBOLS, Pieces, show_any
from .policies import CLOSENESS

LONGEST = 90
"""So many letters a reason has at most; what is least telling is left out."""

PARTS = 3
LONGEST_NAME = 24

WORTH_TELLING = 2
"""So many points must be taken away or set up to be told."""

COLOURS = {
    "R": "red",
    "O": "orange",
    "Y": "yellow",
    "G": "green",
    "B": "blue",
    "P": "purple",
}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def reason(game: Game[Any], state: Any, decision: Decision, names: Sequence[str]) -> str:
    """Why a decision may be good for the seat to move, in a sentence without its full stop."""
    scene = Scene.of(game, state, decision, names)
    match decision:
        case Place():
            parts = _placement(scene)
        case Play():
            parts = _play(scene)
        case Resolve():
            parts = _use(scene)
        case Reroll():
            parts = _reroll(scene)
        case Draw():
            parts = _draw(scene)
        case Score() | Free():
            parts = _score(scene)
        case Swap() | Discard():
            parts = _exchange(scene)
        case Keep():
            parts = _keep(scene)
        case _:
            parts = iter(["gives the game up"])
    return _sentence(parts)


def _sentence(parts: Iterable[str]) -> str:
    """The first parts that there is room for; they come in the order of how telling they are."""
    sentence, told = "", 0
    for part in filter(None, parts):
        longer = f"{sentence}; {part}" if sentence else part
        if not sentence or (told < PARTS and len(longer) <= LONGEST):
            sentence, told = longer, told + 1
    return sentence


@dataclass(frozen=True, slots=True)
class Scene:
    """A decision, and what became of it."""

    game: Game[Any]
    before: Any
    decision: Decision
    after: Any
    events: tuple[Event, ...]
    names: Sequence[str]

    @classmethod
    def of(cls, game: Game[Any], state: Any, decision: Decision, names: Sequence[str]) -> "Scene":
        """The scene of a decision."""
        after, events = game.apply(state, decision), game.events(state, decision)
        return cls(game, state, decision, after, events, names)

    @property
    def seat(self) -> int:
        """Who decides."""
        return int(self.before.seat)

    @property
    def side(self) -> tuple[int, ...]:
        """The seats that win and lose with it."""
        return next(side for side in self.game.sides if self.seat in side)

    @property
    def rivals(self) -> list[int]:
        """A seat of every other side, the one whose turn is next first."""
        players = self.game.players
        order = [(self.seat + n) % players for n in range(1, players)]
        sides = [side for side in self.game.sides if side != self.side]
        return sorted((min(side, key=order.index) for side in sides), key=order.index)

    @property
    def pegs(self) -> Pegs:
        """The pegs of the seat before the decision."""
        return self.game.scores(self.before)[self.seat]

    @property
    def low(self) -> str:
        """Its lowest colours, where these are few enough to be worth a word.

        In the duel it is not the lowest peg that counts but the side on which it stands.
        """
        return "" if self.game.name == "duel" else few_lowest(self.pegs)

    @property
    def gains(self) -> dict[str, int]:
        """How far each peg moved, of those that did."""
        moved = Counter[str]()
        for event in self.events:
            if isinstance(event, PegMoved):
                moved[event.symbol] += event.end - event.start
        return {symbol: points for symbol, points in moved.items() if points}

    @property
    def whose(self) -> str:
        """Whose score board it is."""
        return "your" if len(self.side) == 1 else "your team's"

    def remark(self, symbols: Sequence[str]) -> str:
        """That some of the colours are the lowest, if so."""
        return lowest_remark(symbols, self.low, self.whose)

    def called(self, seat: int) -> str:
        """What the others are called."""
        if len(self.side) > 1:
            return "the other team"
        name = self.names[seat] or f"seat {seat}"
        return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def few_lowest(pegs: Pegs) -> str:
    """The lowest colours where there are one or two: with more, it says little to be one."""
    low = lowest(pegs)
    return low if len(low) < 3 else ""


def _list(words: Sequence[str], last: str = "and") -> str:
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end


def _number_of(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _colours(symbols: Iterable[str], last: str = "and") -> str:
    return _list([COLOURS[symbol] for symbol in symbols], last)


# What is scored, in all games


def _amounts(scene: Scene) -> str:
    """The points that count: `4 green, your lowest, and 1 red`; those of a card in their order."""
    gains, low = scene.gains, scene.low
    hits = [symbol for symbol in gains if symbol in low]
    remark = scene.remark(hits)
    if isinstance(scene.decision, Play):
        marked = hits[-1:]
        words = [_points(symbol, gains) + remark * (symbol in marked) for symbol in gains]
        return ", then ".join(words)
    rest = sorted((symbol for symbol in gains if symbol not in low), key=lambda s: -gains[s])
    told = _list([_points(symbol, gains) for symbol in hits or rest]) if gains else ""
    if hits and rest:
        joint = ", and " if len(rest) == 1 else ", plus "
        return told + remark + joint + _list([_points(symbol, gains) for symbol in rest])
    return told + remark


def _points(symbol: str, gains: dict[str, int]) -> str:
    return f"{gains[symbol]} {COLOURS[symbol]}"


def lowest_remark(symbols: Iterable[str], low: str, whose: str) -> str:
    """That some of the colours are somebody's lowest, if so."""
    hits = sum(symbol in low for symbol in symbols)
    if not hits:
        return ""
    if len(low) == 1:
        return f", {whose} lowest"
    return f", {whose} two lowest" if hits == len(low) else f", one of {whose} lowest"


def _scores(scene: Scene) -> str:
    return f"scores {_amounts(scene) or 'nothing'}"


def _losses(scene: Scene) -> str:
    """The points that do not count, and why."""
    lost = Counter[str]()
    for event in scene.events:
        if isinstance(event, PegMoved) and event.lost:
            lost[_where_lost(event)] += event.lost
    if not lost or scene.after.ending is not None:
        return ""
    ((where, number),) = lost.most_common(1)
    return f"{_number_of(number, 'point')} {'is' if number == 1 else 'are'} lost {where}"


def _where_lost(event: PegMoved) -> str:
    if not event.blockers:
        return f"at {event.end}"
    still = "on 0" if event.end < 6 else "below 4"  # F2
    if len(event.blockers) > 2:
        return f"while {NUMBERS[len(event.blockers)]} colours are {still}"
    verb = "is" if len(event.blockers) == 1 else "are"
    return f"while {_colours(event.blockers)} {verb} {still}"


BONUS = {"cards": ("play", "card"), "dice": ("take", "turn"), "tiles": ("take", "turn")}


def _ingenious(scene: Scene) -> str:
    """The bonus that was earned and can be made."""
    called = [event.symbol for event in scene.events if isinstance(event, CalledIngenious)]
    lapsed = any(isinstance(event, BonusLapsed) for event in scene.events)
    if not called or lapsed or scene.after.ending is not None or scene.game.players == 1:
        return ""
    verb, thing = BONUS.get(scene.game.name, ("place", "tile"))
    number = f"another {thing}" if len(called) == 1 else f"{NUMBERS[len(called)]} more {thing}s"
    return f"Ingenious in {_colours(called)}: {verb} {number}"


def _ending(scene: Scene) -> str:
    """How the game ends, if it does."""
    ending = scene.after.ending
    if ending is None:
        return ""
    if ending.reason in ("instant-win", "won"):
        return f"wins at once: all six pegs {_goal(scene.game)}"
    ends = "fills the board" if ending.reason == "board-full" else "ends the long standstill"
    if scene.game.players == 1:
        return ends
    ranks = scene.game.ranks(scene.after)
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    others = dict.fromkeys(scene.called(seat) for seat in winners if seat not in scene.side)
    if scene.seat in winners:
        return f"{ends} and {'shares the win' if others else 'wins'}"
    return f"{ends}, and {_list(list(others))} {'wins' if len(others) == 1 else 'share the win'}"


def _goal(game: Game[Any]) -> str:
    match game:
        case BoardGame(scoring=TugOfWar()):
            return "on your side"
        case BoardGame(scoring=scoring):
            return f"on {scoring.stops[-1]}"
        case TileChallenge():
            return f"on {game.target}"
        case _:
            return "on 7 or higher"


# The board games


def _placement(scene: Scene) -> Iterator[str]:
    spoils, plans = _taken_away(scene), _set_up(scene)
    yield _ending(scene)
    if scene.gains:
        yield _scores(scene)
        yield _ingenious(scene)
        yield _pulled(scene)
        yield _token(scene)
        yield spoils
    else:
        quiet = spoils or plans
        yield f"scores nothing but {quiet}" if quiet else "scores nothing" + _nothing_opened(scene)
    yield _losses(scene)
    if not spoils and scene.gains:
        yield plans


def _pulled(scene: Scene) -> str:
    """The pegs of a duel that changed sides."""
    if scene.game.name != "duel":
        return ""
    now = scene.game.scores(scene.after)[scene.seat]
    ways = dict[str, list[str]]()
    for symbol in scene.gains:
        start, end = scene.pegs[ORDER[symbol]], now[ORDER[symbol]]
        if start <= 0 <= end:
            way = "to the middle" if end == 0 else "over to your side" if start else "to your side"
            ways.setdefault(way, []).append(symbol)
    for way in ("over to your side", "to your side", "to the middle"):
        if way in ways:
            return f"pulls {_colours(ways[way])} {way}"
    return ""


def _token(scene: Scene) -> str:
    taken = [e.symbol for e in scene.events if isinstance(e, TokenTaken) and e.from_opponent]
    if not taken:
        return ""
    tokens = "token" if len(taken) == 1 else "tokens"
    return f"takes the {_colours(taken)} {tokens} from {scene.called(1 - scene.seat)}"


def _taken_away(scene: Scene) -> str:
    """The best place of a colour that a rival can no longer have, where it is missed most."""
    most, told = 0.0, ""
    for rival in scene.rivals:
        for symbol, had, left in _best_places(scene, rival):
            missed = _lift(scene, rival, symbol, left, had)
            if had - left >= WORTH_TELLING and missed > most:
                owner = scene.called(rival)
                most, told = missed, f"takes away {owner}'s {had} in {COLOURS[symbol]}"
    return told


def _set_up(scene: Scene) -> str:
    """A better place than before for a colour that is still on the rack."""
    rack = "".join(scene.after.racks[scene.seat]) or SYMBOLS  # in solo any tile may come
    most, told = 0.0, ""
    for symbol, had, now in _best_places(scene, scene.seat):
        gained = _lift(scene, scene.seat, symbol, had, now)
        if symbol in rack and now - had >= WORTH_TELLING and gained > most:
            most, told = gained, f"sets up {now} in {COLOURS[symbol]}{scene.remark([symbol])}"
    return told


def _lift(scene: Scene, seat: int, symbol: str, less: int, more: int) -> float:
    """How much more points are worth to a seat than fewer: the lower the peg, the more."""
    peg = scene.game.scores(scene.after)[seat][ORDER[symbol]]
    return float(CLOSENESS ** (peg + less) - CLOSENESS ** (peg + more))


def _nothing_opened(scene: Scene) -> str:
    """That a quiet move at least gives nothing to the others, if so."""
    rivals = scene.rivals
    places = [place for rival in rivals for place in _best_places(scene, rival)]
    if not places or any(now > had for _, had, now in places):
        return ""
    return f" and opens nothing for {scene.called(rivals[0]) if len(rivals) == 1 else 'the others'}"


def _best_places(scene: Scene, seat: int) -> Iterator[tuple[str, int, int]]:
    """For each colour, the most that a half can score for a seat, before the move and after it.

    Both are counted on the score boards after the move: only what will count is of interest.
    """
    game, standing = scene.game, scene.after.standing
    assert isinstance(game, BoardGame)
    scoring, pegs = game.scoring, game.scores(scene.after)[seat]

    def counted(symbol: str, points: int) -> int:
        moved, _ = scoring.score(standing, seat, symbol, points, None)
        return scoring.scores(moved, game.players)[seat][ORDER[symbol]] - pegs[ORDER[symbol]]

    if scene.after.ending is None:
        before, after = _best_gains(scene.before.board), _best_gains(scene.after.board)
        for symbol, had, now in zip(SYMBOLS, before, after, strict=True):
            yield symbol, counted(symbol, had), counted(symbol, now)


@lru_cache(maxsize=16)
def _best_gains(board: Board) -> tuple[int, ...]:
    """The most points of a half in each colour, on spaces where a tile still fits."""
    fitting = [n for n, edges in enumerate(board.layout.edges_at) if edges & board.open]
    return tuple(
        max((board.gains[6 * space + colour] for space in fitting), default=0)
        for colour in range(6)
    )


# Tiles and hands that may be exchanged


def _exchange(scene: Scene) -> Iterator[str]:
    match scene.decision:
        case Swap(tiles) if scene.game.name == "duel":
            yield _duel_swap(scene, tiles)
        case _:
            pieces = "cards" if isinstance(scene.decision, Discard) else "tiles"
            low = lowest(scene.pegs)
            colours = f"{_colours(low, 'or')}, {scene.whose} lowest"
            if len(low) > 3:
                colours = f"any of {scene.whose} lowest colours"
            yield f"none of your {pieces} shows {colours}: six new ones"


def _duel_swap(scene: Scene, tiles: Pieces) -> str:
    done = [s for s in SYMBOLS if scene.pegs[ORDER[s]] == TUG_END and show_any(tiles, s)]
    is_, them = ("is", "it") if len(done) == 1 else ("are", "them")
    shown = f"the tile that shows {them}"
    if len(tiles) > 1:
        shown = f"the {NUMBERS[len(tiles)]} tiles that show {them}"
    return f"{_colours(done)} {is_} on your {TUG_END}: exchanges {shown}"


def _keep(scene: Scene) -> Iterator[str]:
    """What could be done with what is kept, as things lie."""
    state: BoardState | CardState = scene.before
    if isinstance(state, BoardState):
        what, held = "tiles", state.racks[scene.seat]
    else:
        what, held = "hand", state.hands[scene.seat]
    if amounts := _amounts(_best_next(scene)):
        yield f"keeps your {what}, which can score {amounts}"
    else:
        yield f"keeps your {what} and draws {NUMBERS[6 - len(held)]}"


def _best_next(scene: Scene) -> Scene:
    """The placement or play that would bring most, were it the next turn."""
    game, names = scene.game, scene.names
    phase = "place" if isinstance(scene.before, BoardState) else "play"
    state = replace(scene.before, phase=phase, due=1)
    tries = dict[object, Decision]()
    for move in game.legal(state):
        same = (move.tile, state.board.gain_of(move)) if isinstance(move, Place) else move
        tries.setdefault(same, move)
    scenes = (Scene.of(game, state, move, names) for move in tries.values())
    return max(scenes, key=lambda tried: sum(tried.gains.values()))


# The Challenges


def _play(scene: Scene) -> Iterator[str]:
    yield _ending(scene)
    yield _scores(scene) if scene.gains else "scores nothing" + _shown(scene)
    yield _ingenious(scene)
    yield _losses(scene)
    yield _cleared(scene)


def _shown(scene: Scene) -> str:
    """A lowest colour that the card brings to the table."""
    assert isinstance(scene.decision, Play)
    low = [symbol for symbol in scene.decision.card if symbol in scene.low]
    if not low:
        return ""
    return f" but shows {_colours(low)}{scene.remark(low)}"


def _cleared(scene: Scene) -> str:
    """A colour that went from the table while a rival needs it."""
    gone = next(event.discarded for event in scene.events if isinstance(event, FaceUpReplaced))
    table = [card for cards in scene.after.faceup for card in cards]
    for rival in scene.rivals:
        low = few_lowest(scene.after.pegs[rival])
        for symbol in gone:
            if symbol in low and not show_any(table, symbol):
                remark = lowest_remark(symbol, low, f"{scene.called(rival)}'s")
                return f"takes the last {COLOURS[symbol]} off the table{remark}"
    return ""


def _use(scene: Scene) -> Iterator[str]:
    yield _ending(scene)
    yield _scores(scene)
    yield _ingenious(scene)
    yield _losses(scene)
    if scene.before.rolls < ROLLS and (better := _better_rolls(scene)) < 0.4:
        yield _of_rolls(better)
    wild = {event.symbol: True for event in scene.events if isinstance(event, WildScored)}
    if wild:  # which the dice themselves do not show
        yield f"wild score in {_colours(wild)}"


def _reroll(scene: Scene) -> Iterator[str]:
    yield f"re-roll: {_of_rolls(_better_rolls(scene))}"
    if scene.before.rolls == 1:
        yield "two rolls are left"


def _of_rolls(better: float) -> str:
    share = Fraction(better).limit_denominator(6)
    if share.denominator == 1:
        return f"{'nearly every' if share else 'hardly any'} roll does better"
    return f"{_times(share, 'roll')} {'does' if share.numerator == 1 else 'do'} better"


def _times(share: Fraction, thing: str) -> str:
    """A share as people say it: `2 times in 3`."""
    return f"{_number_of(share.numerator, thing)} in {share.denominator}"


def _better_rolls(scene: Scene) -> float:
    """How often a new roll brings more than this one."""
    state: DiceState = scene.before
    rolled = state.dice[scene.seat]
    others = "".join(dice for seat, dice in enumerate(state.dice) if seat != scene.seat)
    now, better, total = _roll_worth(scene.pegs, rolled, others), 0, 0
    for dice in combinations_with_replacement(SYMBOLS, len(rolled)):
        repeats = prod(factorial(number) for number in Counter(dice).values())
        orders = factorial(len(dice)) // repeats
        total += orders
        if _roll_worth(scene.pegs, "".join(dice), others) > now:
            better += orders
    return better / total


@lru_cache(maxsize=512)
def _roll_worth(pegs: Pegs, dice: str, others: str) -> float:
    """What the best use of a roll brings: low pegs lifted, bonus turns, or the win."""
    boards = _boards(pegs, dice, others)
    if any(map(areas.has_won, boards)):
        return inf
    return max(0.3 * board.count(areas.LAST) - sum(CLOSENESS**peg for peg in board)
               for board in boards)  # fmt: skip


@lru_cache(maxsize=8192)
def _boards(pegs: Pegs, dice: str, others: str) -> frozenset[Pegs]:
    """The score boards that a roll can lead to, its dice used in any way and order (H4)."""
    if not dice:
        return frozenset((pegs,))
    found = set[Pegs]()
    for symbol in dict.fromkeys(dice):
        for size in range(1, dice.count(symbol) + 1):
            ways = (
                [(symbol, others.count(symbol))] if size == 1 else [(s, size - 1) for s in SYMBOLS]
            )
            rest = dice.replace(symbol, "", size)
            for scored, points in ways:
                found |= _boards(areas.score(pegs, 0, scored, points)[0], rest, others)
    return frozenset(found)


def _score(scene: Scene) -> Iterator[str]:
    yield _ending(scene)
    yield _scores(scene)
    yield _ingenious(scene)
    if isinstance(scene.decision, Free):
        yield "a free score has no risk"
    elif scene.before.pool:
        yield f"the next tile would {_out(scene.before, 'put')}"
    yield _losses(scene)


def _draw(scene: Scene) -> Iterator[str]:
    state: TileState = scene.before
    yield f"the next tile {_out(state, 'puts')}"
    if state.drawn:
        at_stake = sum(Scene.of(scene.game, state, Score(), scene.names).gains.values())
        bonus = " and a bonus turn" if state.due > 1 else ""
        yield f"{_number_of(at_stake, 'point')}{bonus} at stake"
    yield _hoped_for(scene)


def bust_chance(state: TileState) -> Fraction:
    """The chance that the next tile drawn puts the seat out (I5); 0 when none can be drawn."""
    safe = set(state.centre) - set(state.drawn)
    return Fraction(sum(tile not in safe for tile in state.pool), len(state.pool) or 1)


def _out(state: TileState, puts: str) -> str:
    """How often the next tile ends the turn, in words."""
    out = bust_chance(state)
    if out in (0, 1):
        return f"surely {puts} you out" if out else "cannot put you out"
    share = out.limit_denominator(6)
    if share.denominator == 1:
        return f"{'nearly always' if share else 'hardly ever'} {puts} you out"
    return f"{puts} you out {_times(share, 'time')}"


def _hoped_for(scene: Scene) -> str:
    """The tile that would help most, and what it would bring."""
    state, pegs = scene.before, scene.pegs
    assert isinstance(scene.game, TileChallenge)
    room = [scene.game.target - peg for peg in pegs]
    most, told = 0.0, ""
    for symbol in sorted(set(state.centre) - set(state.drawn), key=ORDER.__getitem__):
        peg = pegs[ORDER[symbol]]
        points = min(state.centre.count(symbol) + 1, room[ORDER[symbol]])
        worth = CLOSENESS**peg - CLOSENESS ** (peg + points)
        if symbol in state.pool and worth > most:
            most, told = worth, f"can bring {points} {COLOURS[symbol]}{scene.remark([symbol])}"
    return told
