"""Mutations of a record's other parts, of the order of its log, of its result, and of matches."""

import copy
import hashlib
import random
from typing import Any

from .check import SEATS, Refused, begin, totals_and_ranks
from .game import Game
from .make import blank
from .mutate_tree import Document, Mutation, some_junk
from .shape import ACTIONS

REASONS = ("board-full", "instant-win", "won", "stalled", "resigned", "Won", "", None)


def entries_of(record: Document) -> list[Any]:
    log = record.get("log")
    return log if isinstance(log, list) else []


def some_entry(record: Document, rng: random.Random) -> int | None:
    log = entries_of(record)
    return rng.randrange(len(log)) if log else None


def state_before(record: Document, number: int) -> Game:
    """The game before that entry of a valid record."""
    game = begin(record)
    for entry in entries_of(record)[:number]:
        game.apply(entry)
    return game


def choice_for(key: str, values: list[object]) -> Mutation:
    """A mutation that sets a key of the record to one of the values."""

    def mutation(record: Document, rng: random.Random) -> bool:
        record[key] = copy.deepcopy(rng.choice(values))
        return True

    return mutation


# The frame.


def wrong_seat_count(record: Document, rng: random.Random) -> bool:
    seats = record["seats"]
    assert isinstance(seats, list)
    record["seats"] = rng.choice(([*seats, "Eve"], seats[:-1], [*seats, "Eve", "Fay"], []))
    return True


def set_dealer(record: Document, rng: random.Random) -> bool:
    """Set a right or wrong commitment; the outcomes are not recomputed."""
    seed = rng.randbytes(32)
    commit = hashlib.sha256(seed).hexdigest()
    record["dealer"] = rng.choice(
        (
            {"commit": commit},
            {"commit": commit, "seed": seed.hex()},
            {"commit": commit.upper(), "seed": seed.hex().upper()},
            {"commit": commit, "seed": seed[:-1].hex()},
            {"commit": commit, "seed": seed.hex()[:-1]},
            {"commit": commit, "seed": None},
            {"commit": commit[:-1]},
            {"commit": commit[:-1] + "g"},
            {"seed": seed.hex()},
            {},
            None,
            commit,
        )
    )
    return True


def other_deal(record: Document, rng: random.Random) -> bool:
    """The deal of another game of the same kind."""
    seats = record["seats"]
    assert isinstance(seats, list)
    record["deal"] = blank(str(record["game"]), len(seats), rng)["deal"]
    return True


# The order of the log.


def double_entry(record: Document, rng: random.Random) -> bool:
    number = some_entry(record, rng)
    if number is None:
        return False
    log = entries_of(record)
    log.insert(number, copy.deepcopy(log[number]))
    return True


def drop_entry(record: Document, rng: random.Random) -> bool:
    number = some_entry(record, rng)
    if number is None:
        return False
    entries_of(record).pop(number)
    return True


def exchange_entries(record: Document, rng: random.Random) -> bool:
    number = some_entry(record, rng)
    if not number:
        return False
    log = entries_of(record)
    log[number - 1], log[number] = log[number], log[number - 1]
    return True


def shuffle_part(record: Document, rng: random.Random) -> bool:
    number = some_entry(record, rng)
    if number is None:
        return False
    log = entries_of(record)
    part = log[number : number + 5]
    rng.shuffle(part)
    log[number : number + 5] = part
    return True


def cut_log(record: Document, rng: random.Random) -> bool:
    """Cut the log; valid only if the result is removed too."""
    number = some_entry(record, rng)
    if number is None:
        return False
    record["log"] = entries_of(record)[:number]
    if rng.random() < 0.3:
        record["result"] = None
    return True


def entry_at_end(record: Document, rng: random.Random) -> bool:
    number = some_entry(record, rng)
    if number is None:
        return False
    seat = entries_of(record)[-1]["seat"]
    entry = rng.choice(
        (entries_of(record)[number], {"seat": seat, "resign": True}, {"seat": seat}, {}, None)
    )
    entries_of(record).append(copy.deepcopy(entry))
    return True


def wrong_seat(record: Document, rng: random.Random) -> bool:
    number = some_entry(record, rng)
    if number is None:
        return False
    entry = entries_of(record)[number]
    entry["seat"] = rng.choice([seat for seat in (-1, 0, 1, 2, 3, 4) if seat != entry["seat"]])
    return True


def second_action(record: Document, rng: random.Random) -> bool:
    """Add another action to an entry, from elsewhere in the log or invented."""
    number = some_entry(record, rng)
    if number is None:
        return False
    log = entries_of(record)
    entry = log[number]
    donor = rng.choice(log)
    if rng.random() < 0.5:
        added = {name: copy.deepcopy(value) for name, value in donor.items() if name not in entry}
    else:
        name = rng.choice(ACTIONS)
        added = {} if name in entry else {name: rng.choice((True, None, "R", ["R"], ["RG"]))}
    entry.update(added)
    return bool(added)


def no_action(record: Document, rng: random.Random) -> bool:
    number = some_entry(record, rng)
    if number is None:
        return False
    entry = entries_of(record)[number]
    entries_of(record)[number] = {
        name: value for name, value in entry.items() if name not in ACTIONS
    }
    return True


def pipe_entry(record: Document, rng: random.Random) -> bool:
    """Use `keep` or `reroll`, which exist only in the bots' protocol."""
    number = some_entry(record, rng)
    if number is None:
        return False
    seat = entries_of(record)[number]["seat"]
    entries_of(record).insert(number, {"seat": seat, rng.choice(("keep", "reroll", "pass")): True})
    return True


def junk_entry(record: Document, rng: random.Random) -> bool:
    number = some_entry(record, rng)
    if number is None:
        return False
    entries_of(record)[number] = some_junk(rng)
    return True


def resign_somewhere(record: Document, rng: random.Random) -> bool:
    """A5: resign; legal where two sides play, with the right result."""
    number = rng.randrange(len(entries_of(record)) + 1)
    game = state_before(record, number)
    if game.over():
        return False
    entry: dict[str, Any] = {
        "seat": rng.randrange(game.players),
        "resign": rng.choice((True, True, True, False, 1)),
    }
    record["log"] = [*entries_of(record)[:number], entry]
    try:
        game.apply(entry)
    except Refused:
        # The result as if it were allowed.
        game.resigned, game.reason = game.side(entry["seat"]), "resigned"
    record["result"] = game.result()
    if rng.random() < 0.2 and isinstance(record["result"], dict):
        record["result"]["ranks"] = game.ranks()[::-1]
    return True


# The result.


def change_result(record: Document, rng: random.Random) -> bool:
    result = record.get("result")
    if not isinstance(result, dict):
        return False
    seat = rng.randrange(len(result["ranks"]))
    kind = rng.randrange(8)
    if kind == 0:
        result["reason"] = rng.choice(REASONS)
    elif kind == 1:
        result["scores"][seat][rng.randrange(6)] += rng.choice((-1, 1))
    elif kind == 2:
        result["ranks"][seat] += rng.choice((-1, 1))
    elif kind == 3:
        result["ranks"] = [rng.randint(1, len(result["ranks"])) for _ in result["ranks"]]
    elif kind == 4:
        rng.shuffle(result["scores"])
    elif kind == 5:
        rng.shuffle(result["scores"][seat])
    elif kind == 6:
        result.pop(rng.choice(("reason", "scores", "ranks")))
    else:
        result[rng.choice(("reason", "scores", "ranks"))] = some_junk(rng)
    return True


def change_presence(record: Document, rng: random.Random) -> bool:
    """Remove the result, or add one before the end."""
    if record.get("result") is None:
        game = state_before(record, len(entries_of(record)))
        record["result"] = {
            "reason": rng.choice(REASONS),
            "scores": game.scores(),
            "ranks": game.ranks(),
        }
    elif rng.random() < 0.5:
        record["result"] = rng.choice((None, False, {}, [], 0))
    else:
        del record["result"]
    return True


FRAME_MUTATIONS: list[Mutation] = [
    choice_for(
        "format", ["ingenious-record/2", "ingenious-record/1 ", "ingenious-match/1", "", None, 1]
    ),
    choice_for("game", [*SEATS, "chess", "Classic", None, ["classic"]]),
    choice_for("edition", ["2004", "2023", "2010", "2005", 2023, None, ["2023"], ""]),
    choice_for("start", [-1, 0, 1, 2, 3, 4, True, 0.0, "0", None]),
    choice_for(
        "options",
        [{}, {"opening_roll": False}, {"opening_roll": True}, {"opening_roll": 0}, None, [], "x"],
    ),
    choice_for("view", [None, 0, 1, "x"]),
    choice_for(
        "deal",
        [
            {},
            None,
            [],
            {"racks": []},
            {"racks": [[], []]},
            {"dice": []},
            {"centre": ["R", "R", "R"]},
        ],
    ),
    wrong_seat_count,
    set_dealer,
    other_deal,
    double_entry,
    drop_entry,
    exchange_entries,
    shuffle_part,
    cut_log,
    entry_at_end,
    wrong_seat,
    second_action,
    no_action,
    pipe_entry,
    junk_entry,
    resign_somewhere,
    change_result,
    change_result,
    change_result,
    change_presence,
]


# Matches.


def change_counts(match: Document, rng: random.Random) -> bool:
    rows: Any = match["points"]
    totals: Any = match["totals"]
    seat = rng.randrange(len(totals))
    kind = rng.randrange(6)
    if kind == 0 and rows:
        rng.choice(rows)[seat] += rng.choice((-1, 1))
    elif kind == 1:
        totals[seat] += rng.choice((-1, 1))
    elif kind == 2:
        match["ranks"] = [rng.randint(1, len(totals)) for _ in totals]
    elif kind == 3 and rows:
        rows.pop()
    elif kind == 4:
        rows.append([0] * len(totals))
    else:
        rng.shuffle(rows)
    return True


def change_games(match: Document, rng: random.Random) -> bool:
    games: Any = match["games"]
    number = rng.randrange(len(games))
    game = games[number]
    kind = rng.randrange(7)
    if kind == 0:
        game["start"] = rng.randrange(len(game["seats"]))
    elif kind == 1:
        game["seats"][0] = "somebody else"
    elif kind == 2:
        rng.shuffle(games)
    elif kind == 3:
        games[number] = blank("classic", len(game["seats"]), rng)
    elif kind == 4:
        game["log"] = game["log"][: rng.randrange(len(game["log"]) + 1)]
        game["result"] = None
    elif kind == 5:
        games.append(copy.deepcopy(game))
    else:
        games.pop(number)
    return True


def change_agreement(match: Document, rng: random.Random) -> bool:
    """Other challenges or starts than were agreed on, or none (J1)."""
    games: Any = match["games"]
    names = [str(game["game"]) for game in games]
    kind = rng.randrange(6)
    if kind == 0:
        match["starts"] = rng.choice(("rotate", "same", "drawn", "Same", "", None, 1, ["same"]))
    elif kind == 1:
        match["challenges"] = [*names, *rng.choice(([], ["dice"], ["duel"], ["classic"], [None]))]
    elif kind == 2:
        match["challenges"] = names[: rng.randrange(len(names))]
    elif kind == 3:
        names[rng.randrange(len(names))] = rng.choice(("cards", "dice", "tiles"))
        match["challenges"] = names
    elif kind == 4:
        match["challenges"] = some_junk(rng)
    else:
        match.pop(rng.choice(("challenges", "starts")), None)
    return True


def resign_in_match(match: Document, rng: random.Random) -> bool:
    """J2: a resignation ends the match, and the side that resigned is last."""
    games: Any = match["games"]
    number = rng.randrange(len(games))
    if len(games[number]["seats"]) != 2 or not games[number]["log"]:
        return False
    game = games[number]
    if game.get("result") is not None and game["result"]["reason"] == "resigned":
        return False
    entries = rng.randrange(len(game["log"]))
    quitter = rng.randrange(2)
    table = state_before(game, entries)
    table.apply({"seat": quitter, "resign": True})
    game["log"] = [*game["log"][:entries], {"seat": quitter, "resign": True}]
    game["result"] = table.result()
    game.pop("dealer", None)
    if rng.random() < 0.7:  # else games follow, as before J2
        del games[number + 1 :]
    points = [[min(row) for row in one["result"]["scores"]] for one in games if one.get("result")]
    last = [2 if seat == quitter else 1 for seat in range(2)]
    totals, by_totals = totals_and_ranks(points, 2)
    match["points"], match["totals"] = points, totals
    match["ranks"] = rng.choice((last, last, by_totals, last[::-1], [1, 1]))
    return True


MATCH_MUTATIONS: list[Mutation] = [
    change_counts,
    change_counts,
    change_games,
    change_agreement,
    resign_in_match,
    resign_in_match,
]
