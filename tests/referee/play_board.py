"""Random players and draws for the board games.

Chance may lean: any possible draw is a legal one.
"""

import copy
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from .board import DIRECTIONS, RACK, BoardGame, Space, half_points, line_length, step
from .shape import SYMBOLS, as_sorted_list, ordered

Entry = dict[str, object]

# How a seat plays.
# random: anywhere. greedy: lift the lowest pegs. shy: score as little as possible.
# narrow: only two colours (duel, so that tokens change hands before a player wins).
# hoard: bring all pegs close to the next 18 first, then earn as many bonus placements in one turn
# as possible (B11, B12).
# helper: score what the favoured side needs, which makes its lines longer.
# brink: greedy, but win outright only with the tile that fills the board (A3).
STYLES = ("random", "greedy", "narrow", "shy", "hoard", "helper", "brink")


@dataclass
class Strategy:
    """How a game is played."""

    styles: list[str]
    # fair, kind (tiles of the lowest colours), best or perfect (those that score most now)
    luck: str
    colours: str  # the two colours of a narrow player
    phase: int  # narrow players are active in turn, each for this many entries
    favoured: int  # the seat that helpers help
    foresight: float  # how much the ends of lines count


class Option(NamedTuple):
    tile: str  # the first letter is placed on the first space
    one: Space
    other: Space
    gains: tuple[int, int]


def choose_strategy(game: BoardGame, rng: random.Random) -> Strategy:
    plan = rng.choice(
        ("alike", "leader", "champion", "champion", "hoard", "mixed", "narrow", "brink")
    )
    favoured = rng.randrange(game.sides())
    others = "helper" if plan == "champion" else rng.choice(("random", "greedy", "shy", "helper"))
    leaders = {"leader": "greedy", "champion": "greedy", "hoard": "hoard", "brink": "brink"}
    alike = "narrow" if plan == "narrow" else rng.choice(STYLES)
    styles = []
    for seat in range(game.players):
        if plan in leaders:
            styles.append(leaders[plan] if game.side(seat) == favoured else others)
        else:
            styles.append(rng.choice(STYLES) if plan == "mixed" else alike)
    luck = "perfect" if plan == "champion" else rng.choice(("fair", "kind", "best"))
    foresight = 0.0 if plan == "champion" else rng.choice((0.0, 0.0, 0.3))
    return Strategy(
        styles, luck, "".join(rng.sample(SYMBOLS, 2)), rng.choice((20, 30, 40)), favoured, foresight
    )


def deal_racks(game_bag: Counter[str], players: int, rng: random.Random) -> list[list[str]]:
    tiles = as_sorted_list(game_bag)
    rng.shuffle(tiles)
    return [
        [turned(tile, rng) for tile in tiles[RACK * seat : RACK * seat + RACK]]
        for seat in range(players)
    ]


def turned(tile: str, rng: random.Random) -> str:
    """The tile with its letters in either order."""
    return tile if rng.random() < 0.5 else tile[::-1]


# Finding placements.


def free_pairs(game: BoardGame, seat: int) -> list[tuple[Space, Space]]:
    """All pairs of adjacent empty spaces that the seat may use now, each once."""
    empty = {space for space in game.spaces if space not in game.symbols}
    found = []
    for space in sorted(empty):
        for direction in DIRECTIONS[:3]:  # the other three find the same pairs from the other end
            near = step(space, direction)
            if near in empty:
                found.append((space, near))
    if game.first_placement(seat):
        found = [pair for pair in found if game.touches_free_symbol(*pair)]
    return found


def points_around(game: BoardGame, space: Space) -> Counter[str]:
    """What each colour would score on the empty space.

    The other half's space is empty too, so it counts nothing.
    """
    points: Counter[str] = Counter()
    for direction in DIRECTIONS:
        colour = game.symbols.get(step(space, direction))
        if colour is not None:
            points[colour] += line_length(game.symbols, space, direction, colour)
    return points


def all_options(game: BoardGame, seat: int, tiles: list[str]) -> list[Option]:
    """Every placement that scores, and some that do not."""
    places = free_pairs(game, seat)
    points = {
        space: points_around(game, space) for space in {one for pair in places for one in pair}
    }
    found = []
    barren = 0
    for one, other in places:
        here, there = points[one], points[other]
        for tile in tiles:
            gains = (here[tile[0]], there[tile[1]])
            barren += gains == (0, 0)
            if gains != (0, 0) or barren % 17 == 1:
                found.append(Option(tile, one, other, gains))
    return found


# Evaluating placements: higher is better for the style.


def climb(game: BoardGame, pegs: dict[str, int], option: Option) -> tuple[float, int]:
    """The value of an option for these pegs: points, more for low pegs, and bonus placements."""
    worth = 0.0
    earned = 0
    top = game.top()
    for colour, gain in zip(option.tile, option.gains, strict=True):
        peg = pegs[colour]
        limit = 18 if peg < 18 < top else top
        steps = min(limit - peg, gain)
        worth += steps * (1.2 - peg / top)
        earned += steps > 0 and peg + steps == limit
    return worth, earned


def outlook(game: BoardGame, option: Option) -> int:
    """What later tiles could score at the ends of the lines that this one extends."""
    value = 0
    for colour, space in zip(option.tile, (option.one, option.other), strict=True):
        for direction in DIRECTIONS:
            ahead = step(space, direction)
            if game.is_empty(ahead) and ahead not in (option.one, option.other):
                behind = (-direction[0], -direction[1])
                value += 1 + line_length(game.symbols, space, behind, colour)
    return value


def judge(
    game: BoardGame, seat: int, strategy: Strategy, entries: int
) -> Callable[[Option], float]:
    """How the seat's style values a placement."""
    style = strategy.styles[seat]
    pegs = game.pegs_of(strategy.favoured if style == "helper" else seat)
    if style == "shy":
        return lambda option: -float(sum(option.gains))
    if style == "narrow":
        sign = 1.0 if (entries // strategy.phase) % 2 == seat % 2 else -1.0
        return lambda option: narrow_worth(option, strategy.colours, sign)
    if style == "hoard":
        gaps = [(18 if peg < 18 else game.top()) - peg for peg in pegs.values()]
        ready = game.owed > 0 or game.bonuses_this_turn > 0 or max(gaps) <= 5
        return lambda option: (
            climb(game, pegs, option)[0] + (100 if ready else -100) * climb(game, pegs, option)[1]
        )
    return lambda option: climb(game, pegs, option)[0] + 3 * climb(game, pegs, option)[1]


def narrow_worth(option: Option, colours: str, sign: float) -> float:
    points = sum(
        gain for colour, gain in zip(option.tile, option.gains, strict=True) if colour in colours
    )
    return sign * points - 0.5 * (sum(option.gains) - points)


def brink_worth(game: BoardGame, seat: int, option: Option) -> float:
    """Winning is good only with the tile that fills the board; it is tried on a copy."""
    trial = copy.copy(game)
    trial.symbols = {**game.symbols, option.one: option.tile[0], option.other: option.tile[1]}
    wins = winning(game, seat, option)
    if trial.is_full():
        return 1000.0 if wins else 0.0
    return -1000.0 if wins else 0.0


def winning(game: BoardGame, seat: int, option: Option) -> bool:
    goal = 1 if game.kind == "duel" else game.top()
    pegs = dict(game.pegs_of(seat))
    for colour, gain in zip(option.tile, option.gains, strict=True):
        pegs[colour] += gain
    return all(value >= goal for value in pegs.values())


# The entries.


def placement(game: BoardGame, strategy: Strategy, rng: random.Random, entries: int) -> Entry:
    seat = game.turn
    tiles = sorted({way for tile in as_sorted_list(game.racks[seat]) for way in (tile, tile[::-1])})
    if strategy.styles[seat] == "random":
        one, other = rng.choice(free_pairs(game, seat))
        option = Option(rng.choice(tiles), one, other, (0, 0))
    else:
        option = best_option(game, seat, tiles, strategy, rng, entries)
    if rng.random() < 0.5:  # the same placement, written from its other end
        option = Option(option.tile[::-1], option.other, option.one, option.gains[::-1])
    return write_placement(game, option, rng)


def best_option(
    game: BoardGame,
    seat: int,
    tiles: list[str],
    strategy: Strategy,
    rng: random.Random,
    entries: int,
) -> Option:
    value = judge(game, seat, strategy, entries)
    judged = [(value(option), rng.random(), option) for option in all_options(game, seat, tiles)]
    if strategy.styles[seat] in ("shy", "narrow"):
        return max(judged)[2]
    few = sorted(judged, reverse=True)[:25]
    if strategy.styles[seat] == "brink":
        few = [
            (worth + brink_worth(game, seat, option), chance, option)
            for worth, chance, option in few
        ]
    return max(
        (worth + strategy.foresight * outlook(game, option), chance, option)
        for worth, chance, option in few
    )[2]


def write_placement(game: BoardGame, option: Option, rng: random.Random) -> Entry:
    entry: Entry = {
        "seat": game.turn,
        "place": option.tile,
        "at": [list(option.one), list(option.other)],
    }
    if rng.random() < 0.5:
        entry["gain"] = [
            half_points(game.symbols, option.one, option.other, option.tile[0]),
            half_points(game.symbols, option.other, option.one, option.tile[1]),
        ]
    if rng.random() < 0.5:
        entry["first"] = rng.randrange(2)
    return entry


def drawn_tiles(
    game: BoardGame, number: int, strategy: Strategy, rng: random.Random, entries: int
) -> list[str]:
    """Draw tiles from the bag, perhaps with a bias."""
    bag = Counter(game.bag)
    tiles: list[str] = []
    values = tile_values(game, strategy, entries)
    for _ in range(number):
        kinds = [tile for tile in sorted(bag) if bag[tile] > 0]
        if values and (strategy.luck == "perfect" or rng.random() < 0.9):
            tile = max(kinds, key=lambda one: (values[one] - 3 * tiles.count(one), rng.random()))
        else:
            tile = rng.choice(as_sorted_list(bag))
        bag[tile] -= 1
        tiles.append(tile)
    return [turned(tile, rng) for tile in tiles]


def tile_values(game: BoardGame, strategy: Strategy, entries: int) -> dict[str, float]:
    """The bias for each kind of tile for the seat that draws; empty for a fair draw."""
    seat = game.turn
    if strategy.luck == "fair" or strategy.styles[seat] in ("random", "shy"):
        return {}
    kinds = sorted(tile for tile in game.bag if game.bag[tile] > 0)
    pegs = game.pegs_of(seat)
    if strategy.luck == "kind":
        return {tile: -float(pegs[tile[0]] + pegs[tile[1]]) for tile in kinds}
    best = dict.fromkeys(kinds, -1000.0)
    ways = sorted({way for tile in kinds for way in (tile, tile[::-1])})
    value = judge(game, seat, strategy, entries)
    for option in all_options(game, seat, ways):
        tile = ordered(option.tile)
        best[tile] = max(best[tile], value(option))
    return best


def refill(game: BoardGame, strategy: Strategy, rng: random.Random, entries: int) -> Entry:
    seat = game.turn
    due = [] if game.kind == "solo" else game.swappable(seat)
    if due and rng.random() < 0.6:
        rng.shuffle(due)
        number = RACK - game.racks[seat].total() + len(due)
        shown = [turned(tile, rng) for tile in due]
        return {
            "seat": seat,
            "swap": shown,
            "draw": drawn_tiles(game, number, strategy, rng, entries),
        }
    number = 1 if game.kind == "solo" else RACK - game.racks[seat].total()
    return {"seat": seat, "draw": drawn_tiles(game, number, strategy, rng, entries)}


def board_entry(game: BoardGame, strategy: Strategy, rng: random.Random, entries: int) -> Entry:
    if game.stage == "place":
        return placement(game, strategy, rng, entries)
    return refill(game, strategy, rng, entries)
