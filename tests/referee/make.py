"""Makes random legal games, so that every kind of entry and many rare situations occur."""

import copy
import random
from collections.abc import Callable

from .board import BoardGame, full_bag
from .challenges import DICE_EACH, CardGame, DiceGame
from .check import CHALLENGES, MATCH, RECORD, begin, totals_and_ranks
from .game import Game
from .play_board import Entry, board_entry, choose_strategy, deal_racks
from .play_challenges import (
    card_entry,
    choose_habits,
    deal_cards,
    deal_dice,
    deal_tiles,
    dice_entry,
    tile_entry,
)
from .tiles import TileGame

NAMES = ("Ada", "Ben", "Cleo", "Dov", "", "Ada", "Ünal", "seat 1")


def make(
    game: str,
    players: int,
    rng: random.Random,
    *,
    stop_early: bool = False,
    resigning: float = 0.12,
) -> dict[str, object]:
    """Play a random legal game to its end, or stop it at a random entry without a result.

    `resigning` is the probability that a side resigns, where two sides play.
    """
    record = blank(game, players, rng)
    table = begin(record)
    log: list[Entry] = []
    resign_at = rng.randrange(60) if rng.random() < resigning else -1
    choose = chooser(table, rng)
    while not table.over():
        if len(log) == resign_at and table.sides() == 2:
            entry: Entry = {"seat": rng.randrange(players), "resign": True}
        else:
            entry = choose(len(log))
        # A copy, so that the game and the record share nothing.
        table.apply(copy.deepcopy(entry))
        log.append(entry)
    record["log"] = log
    record["result"] = table.result()
    if stop_early:
        record["log"] = log[: rng.randrange(len(log))]
        record["result"] = None
        if rng.random() < 0.5:
            del record["result"]
    return record


def blank(game: str, players: int, rng: random.Random) -> dict[str, object]:
    """The record with its deal and an empty log."""
    record: dict[str, object] = {"format": RECORD, "game": game}
    edition = chosen_edition(game, rng)
    if edition:
        record["edition"] = edition
    options: dict[str, object] = {}
    if game == "dice" and rng.random() < 0.5:
        options["opening_roll"] = rng.random() < 0.3
    if rng.random() < 0.2:
        options["talk"] = "silent"
    if options or rng.random() < 0.7:
        record["options"] = options
    record["seats"] = [rng.choice(NAMES) for _ in range(players)]
    record["start"] = rng.randrange(players)
    record["deal"] = chosen_deal(game, players, rng, options)
    record["log"] = []
    if rng.random() < 0.2:
        record["note"] = {"view": None, "log": [1.0]}  # readers ignore unknown keys
    return record


def chosen_edition(game: str, rng: random.Random) -> str | None:
    if game in CHALLENGES:
        return rng.choice((None, "2010"))
    return "2023" if game == "duel" else rng.choice(("2004", "2023"))


def chosen_deal(
    game: str, players: int, rng: random.Random, options: dict[str, object]
) -> dict[str, object]:
    if game == "cards":
        return deal_cards(players, rng)
    if game == "dice":
        opening_roll = options.get("opening_roll", True)
        return deal_dice(players, DICE_EACH[players], rng) if opening_roll else {}
    if game == "tiles":
        return deal_tiles(rng)
    return {} if game == "solo" else {"racks": deal_racks(full_bag(), players, rng)}


def chooser(table: Game, rng: random.Random) -> Callable[[int], Entry]:
    """A function that chooses the next entry, given the number of entries so far."""
    if isinstance(table, BoardGame):
        board, strategy = table, choose_strategy(table, rng)
        return lambda entries: board_entry(board, strategy, rng, entries)
    habits = choose_habits(rng)
    if isinstance(table, CardGame):
        cards = table
        return lambda entries: card_entry(cards, habits, rng)
    if isinstance(table, DiceGame):
        dice = table
        return lambda entries: dice_entry(dice, habits, rng)
    assert isinstance(table, TileGame)
    tiles = table
    return lambda entries: tile_entry(tiles, habits, rng)


def make_match(players: int, rng: random.Random) -> dict[str, object]:
    """J1: one to four challenges, of which the last may be unfinished.

    With the agreed list, no game follows a resignation (J2); without it, the match is an older one.
    """
    agreed = [rng.choice(CHALLENGES) for _ in range(rng.randint(1, 4))]
    follows_j2 = rng.random() < 0.6
    starts = rng.choice(("rotate", "same", "drawn", None))
    running = rng.random() < 0.3
    games: list[dict[str, object]] = []
    points: list[list[int]] = []
    resigned: int | None = None
    first = rng.randrange(players)
    for number, name in enumerate(agreed):
        stop = running and number == len(agreed) - 1
        begins = {"same": first, "drawn": rng.randrange(players)}.get(starts or "", first + number)
        record = make_with_start(name, players, rng, begins % players if number else first, stop)
        record["seats"] = copy.deepcopy(games[0]["seats"] if games else record["seats"])
        games.append(record)
        result = record.get("result")
        if isinstance(result, dict):
            points.append([min(row) for row in result["scores"]])
            if follows_j2 and result["reason"] == "resigned":
                resigned = result["ranks"].index(2)
                break
        elif rng.random() < 0.5:
            points.append([0] * players)
    totals, ranks = totals_and_ranks(points, players, resigned)
    match: dict[str, object] = {"format": MATCH, "games": games, "points": points}
    match |= {"totals": totals, "ranks": ranks}
    if follows_j2:
        match["challenges"] = [*agreed, *rng.choice(([], ["dice"], ["cards", "tiles"]))]
    if starts is not None:
        match["starts"] = starts
    return match


def make_with_start(
    game: str, players: int, rng: random.Random, start: int, stop_early: bool
) -> dict[str, object]:
    """Make games until one has this start."""
    while True:
        record = make(game, players, rng, stop_early=stop_early, resigning=0.3)
        if record["start"] == start:
            return record
