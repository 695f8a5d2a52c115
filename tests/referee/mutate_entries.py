"""Mutations of single entries: each breaks, or nearly breaks, one rule."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from .board import DIRECTIONS, PRINTED, BoardGame
from .challenges import CardGame
from .mutate_frame import entries_of, state_before
from .mutate_tree import Document, Mutation
from .shape import SYMBOLS, as_sorted_list
from .tiles import TileGame

Entry = dict[str, Any]


def on_entry(action: str, change: Callable[[Entry, random.Random], bool]) -> Mutation:
    """A mutation of one random entry with this action."""

    def mutation(record: Document, rng: random.Random) -> bool:
        found = [entry for entry in entries_of(record) if action in entry]
        return bool(found) and change(rng.choice(found), rng)

    return mutation


def find(record: Document, rng: random.Random, action: str) -> int | None:
    numbers = [number for number, entry in enumerate(entries_of(record)) if action in entry]
    return rng.choice(numbers) if numbers else None


def pair(rng: random.Random) -> str:
    return rng.choice(SYMBOLS) + rng.choice(SYMBOLS)


# Placements.


def move_space(entry: Entry, rng: random.Random) -> bool:
    """Move one space: it is occupied, not adjacent, outside or, by chance, still legal."""
    half = rng.randrange(2)
    direction = rng.choice(DIRECTIONS)
    far = rng.choice((1, 1, 1, 2, 3, 20))
    entry["at"][half] = [
        entry["at"][half][0] + far * direction[0],
        entry["at"][half][1] + far * direction[1],
    ]
    entry.pop("gain", None)
    return True


def move_tile(entry: Entry, rng: random.Random) -> bool:
    """Move both spaces in the same direction, so that they stay adjacent."""
    direction = rng.choice(DIRECTIONS)
    far = rng.choice((1, 1, 2, 3, 8))
    entry["at"] = [[q + far * direction[0], r + far * direction[1]] for q, r in entry["at"]]
    entry.pop("gain", None)
    return True


def odd_spaces(entry: Entry, rng: random.Random) -> bool:
    one, other = entry["at"]
    printed = list(rng.choice(list(PRINTED)))
    entry["at"] = rng.choice(
        (
            [one, one],
            [other, one],
            [one],
            [one, other, one],
            [printed, other],
            [[*one, 0], other],
            one,
            {"0": one, "1": other},
            [[6, 0], [6, -1]],
            [[7, 0], [7, -1]],
            [[8, 0], [8, -1]],
            [[0, 0], [1, 1]],
        )
    )
    if rng.random() < 0.8:
        entry.pop("gain", None)
    return True


def odd_tile(entry: Entry, rng: random.Random) -> bool:
    entry["place"] = rng.choice(
        (pair(rng), entry["place"][::-1], entry["place"][0] * 2, entry["place"][0])
    )
    if rng.random() < 0.8:
        entry.pop("gain", None)
    return True


def wrong_first(entry: Entry, rng: random.Random) -> bool:
    entry["first"] = rng.choice((0, 1, 2, -1, True, False, None, 0.0, "0", entry["place"][0]))
    return True


def odd_gain(entry: Entry, rng: random.Random) -> bool:
    gain = entry.get("gain", [rng.randrange(4), rng.randrange(4)])
    wrong = list(gain)
    wrong[rng.randrange(2)] += rng.choice((-1, 1))
    entry["gain"] = rng.choice(
        (wrong, wrong, wrong, gain[::-1], [*gain, 0], gain[:1], sum(gain), None, [False, False])
    )
    return True


def first_turn_elsewhere(record: Document, rng: random.Random) -> bool:
    """Break B7: move a first tile to the middle or to a printed symbol that is already touched."""
    log = entries_of(record)
    firsts: dict[int, Entry] = {}
    for entry in log:
        if "place" in entry:
            firsts.setdefault(entry["seat"], entry)
    if not firsts:
        return False
    entry = rng.choice(list(firsts.values()))
    corner = rng.choice(list(PRINTED))
    spots = [
        [[0, 0], [1, 0]],
        [[0, -4], [0, -3]],
        [[corner[0] // 5 * 4, corner[1] // 5 * 4], [0, 0]],
    ]
    spots += [
        [[one[0] // 5 * 4, one[1] // 5 * 4], [one[0] // 5 * 3, one[1] // 5 * 3]] for one in PRINTED
    ]
    entry["at"] = rng.choice(spots)
    entry.pop("gain", None)
    return True


def unearned_placement(record: Document, rng: random.Random) -> bool:
    """A second placement in a turn without a bonus placement, or none where one is due."""
    number = find(record, rng, "draw")
    if number is None:
        return False
    game = state_before(record, number)
    if not isinstance(game, BoardGame) or game.stage != "refill":
        return False
    log = entries_of(record)
    rack = as_sorted_list(game.racks[game.turn])
    empty = [[*space] for space in game.spaces if game.is_empty(space)]
    if rack and rng.random() < 0.5:
        log.insert(
            number, {"seat": game.turn, "place": rng.choice(rack), "at": rng.sample(empty, 2)}
        )
    elif number > 1 and "place" in log[number - 2]:
        log.pop(number - 1)  # the last placement was a bonus one: now it is declined
    else:
        return False
    return True


# Draws, swaps and discards.


def odd_draw_list(entry: Entry, rng: random.Random) -> bool:
    for name in ("draw", "refill", "roll", "swap", "discard"):
        items = entry.get(name)
        if isinstance(items, list) and items and rng.random() < 0.7:
            kind = rng.randrange(5)
            if kind == 0:
                items.append(items[0])
            elif kind == 1:
                items.pop()
            elif kind == 2:
                items.clear()
            elif kind == 3:
                items[rng.randrange(len(items))] = (
                    pair(rng) if len(str(items[0])) == 2 else rng.choice(SYMBOLS)
                )
            else:
                entry[name] = rng.choice((len(items), items[0], None, [items], {"0": items[0]}))
            return True
    return False


def draw_what_is_gone(record: Document, rng: random.Random) -> bool:
    """Draw the rarest pieces of the bag, deck or pool, perhaps more than there are."""
    number = find(record, rng, rng.choice(("draw", "draw", "refill")))
    if number is None:
        return False
    game = state_before(record, number)
    stock: Counter[str] = Counter()
    if isinstance(game, BoardGame):
        stock = game.bag
    elif isinstance(game, CardGame):
        stock = game.deck
    elif isinstance(game, TileGame):
        stock = game.pool
    if not stock:
        return False
    least = min(sorted(stock), key=lambda item: stock[item])
    entry = entries_of(record)[number]
    name = "refill" if "refill" in entry else "draw"
    if isinstance(entry[name], list):
        many = rng.choice((1, len(entry[name])))
        entry[name][len(entry[name]) - many :] = [least] * many
    else:
        entry[name] = least
    return True


def draw_own_swap(entry: Entry, rng: random.Random) -> bool:
    """B13: the tiles set aside are not in the bag yet.

    Wrong only when the bag has no other of the kind.
    """
    entry["draw"] = (entry["swap"] * 6)[: len(entry["draw"])]
    return True


def smaller_swap(entry: Entry, rng: random.Random) -> bool:
    """Swap only some of the tiles, with a matching draw."""
    entry["swap"].pop(rng.randrange(len(entry["swap"])))
    if rng.random() < 0.8:
        entry["draw"].pop()
    return True


def swap_to_draw(entry: Entry, rng: random.Random) -> bool:
    """Keep the rack instead: legal if the number of tiles fits."""
    number = len(entry["draw"]) - len(entry.pop("swap"))
    entry["draw"] = entry["draw"][:number]
    return True


def forced_swap(record: Document, rng: random.Random) -> bool:
    """B13, E3: turn a refill into a swap of the whole rack or of a part, allowed or not."""
    number = find(record, rng, "draw")
    if number is None:
        return False
    game = state_before(record, number)
    entry = entries_of(record)[number]
    if not isinstance(game, BoardGame) or game.stage != "refill" or "swap" in entry:
        return False
    rack = as_sorted_list(game.racks[game.turn])
    shown = rack if rng.random() < 0.5 else rng.sample(rack, rng.randint(0, len(rack)))
    kept = len(rack) - len(shown)
    entry["swap"] = shown
    entry["draw"] = rng.sample(as_sorted_list(game.bag), 6 - kept)
    return True


def forced_discard(record: Document, rng: random.Random) -> bool:
    """G6: discard before a refill, allowed or not, all or some, with a matching draw."""
    number = find(record, rng, "draw")
    if number is None:
        return False
    game = state_before(record, number)
    if not isinstance(game, CardGame) or game.stage != "refill":
        return False
    hand = as_sorted_list(game.hands[game.turn])
    shown = hand if rng.random() < 0.7 else hand[:-1]
    log = entries_of(record)
    log.insert(number, {"seat": game.turn, "discard": shown})
    if game.deck.total() >= 6 - len(hand) + len(shown):
        log[number + 1]["draw"] = rng.sample(as_sorted_list(game.deck), 6 - len(hand) + len(shown))
    return True


def after_renewal(record: Document, rng: random.Random) -> bool:
    """G7: reverse a draw across the renewal: its later cards are not in the old deck."""
    for number in range(len(entries_of(record))):
        entry = entries_of(record)[number]
        if isinstance(entry.get("draw"), list) and len(entry["draw"]) > 1 and rng.random() < 0.3:
            game = state_before(record, number)
            if isinstance(game, CardGame) and game.deck.total() < len(entry["draw"]):
                entry["draw"].reverse()
                return True
    return False


# Cards.


def odd_play(entry: Entry, rng: random.Random) -> bool:
    card = entry["play"]
    kind = rng.randrange(3)
    if kind == 0:
        entry["play"] = rng.choice((pair(rng), card[0] * 2, card[::-1], card[0]))
    elif kind == 1:
        entry["first"] = rng.choice((*SYMBOLS, card[0], card[1], card, 0, 1, None, ""))
    elif "first" in entry:
        del entry["first"]
    else:
        entry["first"] = card[1]
    return True


# Dice.


def odd_resolve(entry: Entry, rng: random.Random) -> bool:
    uses = entry["resolve"]
    use = rng.choice(uses)
    kind = rng.randrange(9)
    if kind == 0:
        uses.append(dict(use))  # a die used twice
    elif kind == 1:
        uses.remove(use)  # a die left out
    elif kind == 2:
        rng.shuffle(uses)
    elif kind == 3 and "match" in use:
        use["match"] = rng.choice((-1, 0, 1, 2, 3, 4, 9, True, 0.0, "0", None, [0]))
    elif kind == 4 and "wild" in use:
        use["as"] = rng.choice((*SYMBOLS, "x", None, 0, "RO"))
    elif kind == 5 and "wild" in use:
        use.pop("as")
    elif kind == 6:
        use.update(rng.choice(({"match": 0}, {"wild": [0, 1], "as": "R"})))
    elif kind == 7:
        split_wild(uses, use)
    else:
        merge_uses(uses, rng)
    return True


def split_wild(uses: list[Entry], use: Entry) -> None:
    """Use the last die of a wild score, or the only one of a match, in the other way."""
    if "wild" in use:
        uses.append({"match": use["wild"].pop()})  # of two dice this leaves a wild score of one
    else:
        use["wild"] = [use.pop("match")]
        use["as"] = "R"


def merge_uses(uses: list[Entry], rng: random.Random) -> None:
    """Merge two uses into one wild score, mostly of different symbols."""
    if len(uses) < 2:
        return
    one, other = uses.pop(), uses.pop()
    dice = [number for use in (one, other) for number in use.get("wild", [use.get("match")])]
    uses.append({"wild": dice, "as": rng.choice(SYMBOLS)})


def more_rolls(record: Document, rng: random.Random) -> bool:
    """H3: one more roll (legal up to three), or four in all."""
    number = find(record, rng, "roll")
    if number is None:
        return False
    log = entries_of(record)
    for _ in range(rng.choice((1, 1, 2, 3))):
        entry = {
            "seat": log[number]["seat"],
            "roll": [rng.choice(SYMBOLS) for _ in log[number]["roll"]],
        }
        log.insert(number, entry)
    return True


# Tiles.


def odd_free(entry: Entry, rng: random.Random) -> bool:
    entry["free"] = rng.choice((*SYMBOLS, "x", "", True, None, [entry["free"]]))
    return True


def other_tile_action(record: Document, rng: random.Random) -> bool:
    """Another action of the Tile Challenge before or instead of the one taken (I3, I4, I5)."""
    numbers = [
        number
        for number, one in enumerate(entries_of(record))
        if {"score", "free", "refill"} & set(one)
    ]
    game = begin_tiles(record)
    if not numbers or game is None:
        return False
    number = rng.choice(numbers)
    log = entries_of(record)
    seat = log[number]["seat"]
    actions: tuple[Entry, ...] = (
        {"score": True},
        {"score": False},
        {"score": 1},
        {"free": rng.choice(SYMBOLS)},
        {"draw": rng.choice(SYMBOLS)},
        {"draw": [rng.choice(SYMBOLS)]},
        {"refill": [rng.choice(SYMBOLS)]},
        {"refill": []},
        {"draw": True},
    )
    entry = {"seat": seat, **rng.choice(actions)}
    if rng.random() < 0.5:
        log[number] = entry
    else:
        log.insert(number, entry)
    return True


def draw_from_empty_pool(record: Document, rng: random.Random) -> bool:
    """I9: draw from an empty pool."""
    game = begin_tiles(record)
    if game is None:
        return False
    dry = []
    for number, entry in enumerate(entries_of(record)):
        if game.pool.total() == 0 and ("free" in entry or "score" in entry):
            dry.append(number)
        game.apply(entry)
    if not dry:
        return False
    number = rng.choice(dry)
    entries_of(record).insert(
        number, {"seat": entries_of(record)[number]["seat"], "draw": rng.choice(SYMBOLS)}
    )
    return True


def begin_tiles(record: Document) -> TileGame | None:
    game = state_before(record, 0)
    return game if isinstance(game, TileGame) else None


# The deal.


def odd_deal(record: Document, rng: random.Random) -> bool:
    """One tile, card or die too many or too few, or more of a kind than exist."""
    deal: Any = record["deal"]
    if not deal:
        return False
    rows = deal[rng.choice(sorted(deal))]
    row = rng.choice(rows) if isinstance(rows[0], list) else rows
    kind = rng.randrange(6)
    if kind == 0:
        row.append(rng.choice(row))
    elif kind == 1:
        row.pop()
    elif kind == 2:
        row[:] = [row[0]] * len(row)
    elif kind == 3:
        rows.append(list(row))
    elif kind == 4:
        row[0] = row[0][0] * len(row[0])
    else:
        row.reverse()
    return True


ENTRY_MUTATIONS: list[Mutation] = [
    on_entry("place", move_space),
    on_entry("place", move_tile),
    on_entry("place", odd_spaces),
    on_entry("place", odd_tile),
    on_entry("place", wrong_first),
    on_entry("place", odd_gain),
    first_turn_elsewhere,
    unearned_placement,
    on_entry("draw", odd_draw_list),
    on_entry("refill", odd_draw_list),
    on_entry("roll", odd_draw_list),
    on_entry("discard", odd_draw_list),
    draw_what_is_gone,
    on_entry("swap", draw_own_swap),
    on_entry("swap", smaller_swap),
    on_entry("swap", swap_to_draw),
    on_entry("swap", odd_draw_list),
    forced_swap,
    forced_discard,
    after_renewal,
    on_entry("play", odd_play),
    on_entry("play", odd_play),
    on_entry("resolve", odd_resolve),
    on_entry("resolve", odd_resolve),
    more_rolls,
    on_entry("free", odd_free),
    other_tile_action,
    draw_from_empty_pool,
    odd_deal,
]
