"""The referee: checks whether a record or a match is valid."""

import hashlib
import re

from .board import BoardGame, DuelGame, SoloGame
from .challenges import CardGame, DiceGame
from .game import Game
from .shape import Refused, as_list, as_object, list_of, need, text, whole, whole_row
from .tiles import TileGame

__all__ = ["Refused", "check", "replay"]

RECORD = "ingenious-record/1"
MATCH = "ingenious-match/1"
SEATS: dict[str, tuple[int, ...]] = {
    "classic": (2, 3, 4),
    "solo": (1,),
    "team": (4,),
    "duel": (2,),
    "cards": (2, 3, 4),
    "dice": (2, 3, 4),
    "tiles": (2, 3, 4),
}
CHALLENGES = ("cards", "dice", "tiles")


def check(document: object) -> None:
    """Raise `Refused` unless the record or match is valid."""
    whole_document = as_object(document, "the document")
    if whole_document.get("format") == MATCH:
        check_match(whole_document)
    else:
        replay(whole_document)


def replay(record: dict[str, object]) -> Game:
    """Check a record, and return the game after its last entry."""
    game = begin(record)
    for number, entry in enumerate(as_list(need(record, "log", "the record"), "log")):
        try:
            game.apply(entry)
        except Refused as error:
            error.entry = number
            raise
    check_result(game, record.get("result"))
    check_dealer(record)
    return game


DEALT: dict[str, tuple[str, ...]] = {
    "classic": ("racks",),
    "solo": (),
    "team": ("racks",),
    "duel": ("racks",),
    "cards": ("hands", "faceup"),
    "dice": ("dice",),
    "tiles": ("centre",),
}


def begin(record: dict[str, object]) -> Game:
    """Check everything before the log, and deal."""
    if "view" in record:
        raise Refused("a redacted record cannot be checked: hidden draws are missing")
    if record.get("format") != RECORD:
        raise Refused(f"format must be {RECORD}")
    kind = text(need(record, "game", "the record"), "game")
    if kind not in SEATS:
        raise Refused("there is no such game")
    check_edition(kind, record)
    seats = [
        text(name, "a seat's name")
        for name in as_list(need(record, "seats", "the record"), "seats")
    ]
    if len(seats) not in SEATS[kind]:
        raise Refused("the game cannot have this number of seats")
    start = whole(need(record, "start", "the record"), "start")
    if not 0 <= start < len(seats):
        raise Refused("start is not a seat", rule="A2")
    options = as_object(record.get("options", {}), "options")
    deal = as_object(need(record, "deal", "the record"), "deal")
    for part in ("racks", "hands", "faceup", "dice", "centre"):
        if part in deal and part not in DEALT[kind]:
            raise Refused(f"{part} are never dealt in this game")
    return deal_game(kind, len(seats), start, options, deal)


def check_edition(kind: str, record: dict[str, object]) -> None:
    if kind in CHALLENGES:
        exists = "edition" not in record or record["edition"] == "2010"
    elif kind == "duel":
        exists = record.get("edition") == "2023"
    else:
        exists = record.get("edition") in ("2004", "2023")
    if not exists:
        raise Refused("there is no such edition of this game", rule="B17")


def deal_game(
    kind: str, players: int, start: int, options: dict[str, object], deal: dict[str, object]
) -> Game:
    if kind == "solo":
        return SoloGame(start)
    if kind == "duel":
        return DuelGame(players, start, need(deal, "racks", "the deal"))
    if kind == "cards":
        return CardGame(
            players, start, need(deal, "hands", "the deal"), need(deal, "faceup", "the deal")
        )
    if kind == "dice":
        return deal_dice_game(players, start, options, deal)
    if kind == "tiles":
        return TileGame(players, start, need(deal, "centre", "the deal"))
    return BoardGame(kind, players, start, need(deal, "racks", "the deal"))


def deal_dice_game(
    players: int, start: int, options: dict[str, object], deal: dict[str, object]
) -> Game:
    opening_roll = options.get("opening_roll", True)
    if not isinstance(opening_roll, bool):
        raise Refused("opening_roll must be true or false", rule="H2")
    if not opening_roll and "dice" in deal:
        raise Refused("without the opening roll no dice are dealt", rule="H2")
    dice = need(deal, "dice", "the deal") if opening_roll else None
    return DiceGame(players, start, dice, opening_roll)


def check_result(game: Game, value: object) -> None:
    if not game.over():
        if value is not None:
            raise Refused("the game is not over, so there is no result")
        return
    if value is None:
        raise Refused("the game is over, so the result is required")
    result = as_object(value, "result")
    if need(result, "reason", "the result") != game.reason:
        raise Refused(f"reason must be {game.reason}")
    rows = list_of(need(result, "scores", "the result"), game.players, "scores")
    if [whole_row(row, 6, "scores") for row in rows] != game.scores():
        raise Refused(f"scores must be {game.scores()}")
    if whole_row(need(result, "ranks", "the result"), game.players, "ranks") != game.ranks():
        raise Refused(
            f"ranks must be {game.ranks()}", rule="E4" if isinstance(game, DuelGame) else "A4"
        )


def check_dealer(record: dict[str, object]) -> None:
    """Check the commitment; the referee does not know how outcomes follow from the seed."""
    if "dealer" not in record:
        return
    dealer = as_object(record["dealer"], "dealer")
    commit = text(need(dealer, "commit", "the dealer"), "commit")
    if not re.fullmatch("[0-9a-fA-F]{64}", commit):
        raise Refused("commit must be 64 hexadecimal digits")
    if "seed" not in dealer:
        return
    seed = text(dealer["seed"], "seed")
    if record.get("result") is None:
        raise Refused("the seed stays hidden until the result is set")
    if not re.fullmatch("([0-9a-fA-F]{2})+", seed):
        raise Refused("the seed must be hexadecimal")
    if hashlib.sha256(bytes.fromhex(seed)).hexdigest() != commit.lower():
        raise Refused("the seed does not match the commitment")


# Matches (J1, J2).


def check_match(match: dict[str, object]) -> None:
    games: list[Game] = []
    records = [
        as_object(game, "a game") for game in as_list(need(match, "games", "the match"), "games")
    ]
    if not records:
        raise Refused("a match must have at least one game", rule="J1")
    starts = match.get("starts", "rotate")
    if starts not in ("rotate", "same", "drawn"):
        raise Refused("starts must be rotate, same or drawn", rule="J1")
    for number, record in enumerate(records):
        try:
            games.append(replay(record))
        except Refused as error:
            error.why = f"game {number}: {error.why}"
            raise
        check_place_in_match(number, record, records[0], starts)
        if not games[-1].over() and number < len(records) - 1:
            raise Refused(f"game {number} is not over, so no game may follow it", rule="J1")
    if "challenges" in match:
        check_agreed(match["challenges"], records, games)
    check_points(match, games)


def check_agreed(value: object, records: list[dict[str, object]], games: list[Game]) -> None:
    """Check that the games follow the agreed list, and that a resignation is the last (J2)."""
    agreed = [text(name, "a challenge") for name in as_list(value, "challenges")]
    if any(name not in CHALLENGES for name in agreed):
        raise Refused("challenges must be cards, dice or tiles", rule="J1")
    if len(records) > len(agreed):
        raise Refused("there are more games than were agreed on", rule="J1")
    for number, record in enumerate(records):
        if record["game"] != agreed[number]:
            raise Refused(f"game {number} must be {agreed[number]}", rule="J1")
    for number, game in enumerate(games[:-1]):
        if game.resigned is not None:
            raise Refused(f"game {number} was resigned, so no game may follow it", rule="J2")


def check_place_in_match(
    number: int, record: dict[str, object], first: dict[str, object], starts: object
) -> None:
    if record["game"] not in CHALLENGES:
        raise Refused(f"game {number} is not a challenge", rule="J1")
    if record["seats"] != first["seats"]:
        raise Refused(f"game {number} has other seats", rule="J1")
    seats = as_list(record["seats"], "seats")
    begins = whole(first["start"], "start")
    if starts == "rotate" and record["start"] != (begins + number) % len(seats):
        raise Refused(f"game {number}: the start moves on by one seat each challenge", rule="J1")
    if starts == "same" and record["start"] != begins:
        raise Refused(f"game {number}: the same seat begins each challenge", rule="J1")


def check_points(match: dict[str, object], games: list[Game]) -> None:
    players = games[0].players
    # A seat's points are its lowest peg; a game that is not over does not count yet.
    due = [[min(row) for row in game.scores()] for game in games if game.over()]
    rows = [
        whole_row(row, players, "points")
        for row in as_list(need(match, "points", "the match"), "points")
    ]
    allowed = [due]
    if not games[-1].over():
        allowed.append([*due, [0] * players])
    if rows not in allowed:
        raise Refused(f"points must be {due}", rule="J1")
    # A match without the agreed list was played before J2.
    resigned = games[-1].resigned if "challenges" in match else None
    totals, ranks = totals_and_ranks(due, players, resigned)
    if whole_row(need(match, "totals", "the match"), players, "totals") != totals:
        raise Refused(f"totals must be {totals}", rule="J1")
    if whole_row(need(match, "ranks", "the match"), players, "ranks") != ranks:
        raise Refused(f"ranks must be {ranks}", rule="J1" if resigned is None else "J2")


def totals_and_ranks(
    points: list[list[int]], players: int, resigned: int | None = None
) -> tuple[list[int], list[int]]:
    """The sums, and the ranks by them; J2: the seat that resigned the match is last."""
    totals = [sum(row[seat] for row in points) for seat in range(players)]
    if resigned is not None:
        return totals, [2 if seat == resigned else 1 for seat in range(players)]
    return totals, [1 + sum(other > own for other in totals) for own in totals]
