"""Random players and draws for the three challenges."""

import random
from collections import Counter
from dataclasses import dataclass

from .challenges import CardGame, DiceGame, advance, full_deck
from .play_board import Entry, turned
from .shape import SYMBOLS, as_sorted_list, lowest_symbols, shows_any
from .tiles import TileGame


@dataclass
class Habits:
    """How a challenge is played."""

    # random, greedy, lazy (moves as little as possible), hoard (no peg to 10 before many can)
    style: str
    shunned: str  # cards: the colour that no player wants to show first (G8)
    lucky: bool  # draws are biased towards the style
    reroll: float
    again: float  # tiles: the probability of drawing again
    free: float  # tiles: the probability of taking a free score


def choose_habits(rng: random.Random) -> Habits:
    return Habits(
        style=rng.choice(("random", "greedy", "greedy", "lazy", "hoard")),
        shunned=rng.choice(SYMBOLS),
        lucky=rng.random() < 0.5,
        reroll=rng.choice((0.1, 0.4, 0.8)),
        again=rng.choice((0.1, 0.5, 0.97)),
        free=rng.choice((0.05, 0.3, 0.7)),
    )


# Cards.


def deal_cards(players: int, rng: random.Random) -> dict[str, object]:
    cards = as_sorted_list(full_deck())
    rng.shuffle(cards)
    hands = [[turned(cards.pop(), rng) for _ in range(6)] for _ in range(players)]
    rows = [
        [turned(cards.pop(), rng) for _ in range(2 if players == 2 else 1)] for _ in range(players)
    ]
    return {"hands": hands, "faceup": rows}


def card_entry(game: CardGame, habits: Habits, rng: random.Random) -> Entry:
    if game.stage == "play":
        return card_play(game, habits, rng)
    if game.stage == "refill" and game.may_discard() and rng.random() < 0.6:
        hand = as_sorted_list(game.hands[game.turn])
        rng.shuffle(hand)
        return {"seat": game.turn, "discard": [turned(card, rng) for card in hand]}
    return {"seat": game.turn, "draw": card_draw(game, habits, rng)}


def card_play(game: CardGame, habits: Habits, rng: random.Random) -> Entry:
    ways = [
        (card, first)
        for card in sorted(set(as_sorted_list(game.hands[game.turn])))
        for first in card
    ]
    judged = [
        (card_worth(game, card, first, habits), rng.random(), card, first) for card, first in ways
    ]
    _, _, card, first = rng.choice(judged) if habits.style == "random" else max(judged)
    written = turned(card, rng)
    entry: Entry = {"seat": game.turn, "play": written}
    if first != written[0] or rng.random() < 0.5:
        entry["first"] = first
    return entry


def card_worth(game: CardGame, card: str, first: str, habits: Habits) -> float:
    pegs = dict(game.pegs[game.turn])
    tens = list(pegs.values()).count(10)
    worth = 0.0
    for symbol in (first, card.replace(first, "")):
        low = 10 - pegs[symbol]
        worth += advance(pegs, symbol, game.on_table(symbol)) * (1 + low / 10)
    tens = list(pegs.values()).count(10) - tens
    if habits.style == "lazy":
        return lazy_worth(game, card, worth, habits.shunned)
    if habits.style == "hoard":
        ready = game.owed > 0 or min(pegs.values()) >= 6 or max(game.pegs[game.turn].values()) == 10
        return worth + (50 if ready else -50) * tens
    return worth


def lazy_worth(game: CardGame, card: str, worth: float, shunned: str) -> float:
    """Never score the shunned colour; play its cards while none of them is face up."""
    if shunned not in card:
        return -worth
    rid = 0.5 if held(game, shunned) >= 3 else -0.5
    return -worth + rid - 100 * game.on_table(shunned)


def held(game: CardGame, symbol: str) -> int:
    """The cards of the hand that show the symbol."""
    return sum(count for card, count in game.hands[game.turn].items() if symbol in card)


def card_draw(game: CardGame, habits: Habits, rng: random.Random) -> list[str]:
    """Card by card, so that an empty deck is renewed in between (G7)."""
    deck, discards = Counter(game.deck), Counter(game.discards)
    cards = []
    for _ in range(6 - game.hands[game.turn].total()):
        card = rng.choice(lucky_cards(game, deck, habits) or as_sorted_list(deck))
        deck[card] -= 1
        cards.append(turned(card, rng))
        if deck.total() == 0:
            deck, discards = discards, Counter()
    return cards


def lucky_cards(game: CardGame, deck: Counter[str], habits: Habits) -> list[str]:
    if not habits.lucky:
        return []
    if habits.style == "lazy":
        needs_shunned = held(game, habits.shunned) < 2
        return [card for card in as_sorted_list(deck) if (habits.shunned in card) == needs_shunned]
    low = lowest_symbols(game.pegs[game.turn])
    return [card for card in as_sorted_list(deck) if shows_any(card, low)]


# Dice.


def rolled(number: int, rng: random.Random) -> list[str]:
    return [rng.choice(SYMBOLS) for _ in range(number)]


def deal_dice(players: int, each: int, rng: random.Random) -> dict[str, object]:
    return {"dice": [rolled(each, rng) for _ in range(players)]}


def dice_entry(game: DiceGame, habits: Habits, rng: random.Random) -> Entry:
    if game.rolls == 0 or (game.rolls < 3 and rng.random() < habits.reroll):
        dice = rolled(game.each, rng)
        if habits.lucky and rng.random() < 0.4:
            dice = [dice[0]] * game.each
        return {"seat": game.turn, "roll": dice}
    return {"seat": game.turn, "resolve": dice_uses(game, habits, rng)}


def dice_uses(game: DiceGame, habits: Habits, rng: random.Random) -> list[object]:
    """Any split of equal dice (H4), in any order."""
    uses: list[dict[str, object]] = []
    by_symbol: dict[str, list[int]] = {}
    for number, symbol in enumerate(game.dice[game.turn]):
        by_symbol.setdefault(symbol, []).append(number)
    for left in by_symbol.values():
        rng.shuffle(left)
        while left:
            size = rng.randint(1, len(left))
            part = left[:size]
            del left[:size]
            uses.append({"match": part[0]} if size == 1 else {"wild": part, "as": ""})
    rng.shuffle(uses)
    pegs = game.pegs[game.turn]
    for use in uses:
        if "wild" in use:
            greedy = habits.style in ("greedy", "hoard")
            use["as"] = rng.choice(lowest_symbols(pegs) if greedy else SYMBOLS)
    return list(uses)


# Tiles.


def deal_tiles(rng: random.Random) -> dict[str, object]:
    return {"centre": [rng.choice(SYMBOLS) for _ in range(3)]}


def tile_entry(game: TileGame, habits: Habits, rng: random.Random) -> Entry:
    seat = game.turn
    if game.missing() > 0:
        return {"seat": seat, "refill": rng.sample(as_sorted_list(game.pool), game.missing())}
    may_draw = game.pool.total() > 0
    if game.drawn:
        if may_draw and rng.random() < habits.again:
            return {"seat": seat, "draw": drawn_tile(game, habits, rng)}
        return {"seat": seat, "score": True}
    free = [symbol for symbol in lowest_symbols(game.pegs[seat]) if symbol in game.centre]
    if not may_draw and not free:
        raise AssertionError("I9: a free score should always be possible with an empty pool")
    if free and (not may_draw or rng.random() < habits.free):
        return {"seat": seat, "free": rng.choice(free)}
    return {"seat": seat, "draw": drawn_tile(game, habits, rng)}


def drawn_tile(game: TileGame, habits: Habits, rng: random.Random) -> str:
    pool = as_sorted_list(game.pool)
    if habits.lucky and rng.random() < 0.6:
        safe = [symbol for symbol in pool if symbol in game.centre and symbol not in game.drawn]
        useful = [symbol for symbol in safe if game.pegs[game.turn][symbol] < game.target]
        pool = useful or safe or pool
    return rng.choice(pool)
