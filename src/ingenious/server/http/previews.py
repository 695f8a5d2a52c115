"""Previews: what a link to a table or a replay shows in chats and social networks (Open Graph).

The tags and the picture show what a spectator knows, even to players.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Literal
from urllib.parse import urlencode

from starlette.requests import Request

from ...picture.png import IS_AVAILABLE
from ...record import Record, to_json
from ...rulebook import page_text
from ...rules import AnyGame, BoardGame, Pegs
from ...rules.scoreboards import TugOfWar
from ...table import Table, visibility
from ..config import Config
from ..state import AppState
from .endpoint import address_of, to_problem
from .errors import Problem
from .picture import SIZE
from .record_reader import PictureRequest

TAGS_TIMEOUT_S = 1.0
"""How long a page waits for the tags of its table."""

LAST_GAME = -1
"""The last game of a table, or its first one if none has begun."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The texts of a preview."""

    title: str
    description: str


async def tags(request: Request) -> str:
    """The meta tags of the page of a table or a replay; empty if not everyone may see the table."""
    state: AppState = request.app.state.app_state
    if state.requests.after(address_of(request)):
        return ""
    table_id, query = request.path_params["table"], request.query_params
    number, invite = query.get("game", ""), query.get("invite", "")
    is_number = number.isascii() and number.isdigit() and len(number) < 10
    try:
        async with asyncio.timeout(TAGS_TIMEOUT_S), state.service.locked(table_id) as live:
            is_invited = state.people.is_invited(live.id, invite)
            visibility.check_watch(live.table, "", is_invited=is_invited)
            records = visibility.game_records(live.table, None)
            last = len(records) - 1
            has_game = is_number and int(number) <= last
            preview = preview_of(live.table, records, int(number) if has_game else last)
            is_private = not live.table.settings.spectators and live.table.phase != "over"
    except TimeoutError:
        return ""
    except Exception as error:  # the page says what is wrong
        if to_problem(error) is None:
            raise
        return ""
    address = public_address(request, state.config)
    asked = ({"game": number} if has_game else {}) | ({"invite": invite} if is_private else {})
    picture = f"{address}/api/tables/{table_id}/preview.png"
    picture += f"?{urlencode(asked)}" if asked else ""
    return write_tags(preview, address + request.url.path, picture if IS_AVAILABLE else "")


def public_address(request: Request, config: Config) -> str:
    """The address at which people reach the server: its first origin, or else the host."""
    if origins := config.origins.split():
        return origins[0].rstrip("/")
    return f"{'https' if config.secure else request.url.scheme}://{request.url.netloc}"


def write_tags(preview: Preview, address: str, picture: str) -> str:
    """The tags in HTML; an empty `picture` is left out."""
    properties = {
        "og:type": "website",
        "og:site_name": "Ingenious",
        "og:title": preview.title,
        "og:description": preview.description,
        "og:url": address,
    }
    kind: Literal["summary", "summary_large_image"] = "summary"
    if picture:
        kind = "summary_large_image"
        properties |= {
            "og:image": picture,
            "og:image:type": "image/png",
            "og:image:width": str(SIZE[0]),
            "og:image:height": str(SIZE[1]),
            "og:image:alt": preview.description,
        }
    lines = [
        f'<meta property="{name}" content="{escape(value)}" />'
        for name, value in properties.items()
    ]
    return "\n".join([*lines, f'<meta name="twitter:card" content="{kind}" />', ""])


def preview_of(table: Table, records: Sequence[Record], number: int) -> Preview:
    """The texts for a game of a table; `records` are those of a spectator."""
    if not records:
        return _before_game(table)
    record, rules = records[number], records[number].game
    title = f"{_title(rules.name)}: {' – '.join(record.seats)}"
    if (result := record.result) is not None:
        winners = [name for name, rank in zip(record.seats, result.ranks, strict=True) if rank == 1]
        won = f"{' and '.join(winners)} won. " if len(record.seats) > 1 else "The game is over. "
        return Preview(title, won + _scores(rules, record.seats, result.scores))
    game = table.game
    assert game is not None  # only a game that is played here has no result
    turn = game.turn_for(None)
    next_ = "" if turn is None else f"{record.seats[turn.seat]} is to move. "
    return Preview(title, next_ + _scores(rules, record.seats, rules.scores(game.state_for(None))))


def _before_game(table: Table) -> Preview:
    names = [seat.shown_name for seat in table.seats if not seat.is_free]
    free = len(table.seats) - len(names)
    title = _title(table.rules.name) + (f": {' – '.join(names)}" if names else "")
    if table.phase == "over":
        return Preview(title, "This table is closed.")
    seats = {0: "All seats are taken.", 1: "One seat is free."}.get(free, f"{free} seats are free.")
    return Preview(title, seats)


def _scores(rules: AnyGame, names: Sequence[str], scores: Sequence[Pegs]) -> str:
    if isinstance(rules, BoardGame) and isinstance(rules.scoring, TugOfWar):
        sides = [
            f"{name} {sum(peg > 0 for peg in pegs)}"
            for name, pegs in zip(names, scores, strict=True)
        ]
        return f"Pegs on each side: {', '.join(sides)}."
    lowest = [f"{name} {min(pegs)}" for name, pegs in zip(names, scores, strict=True)]
    return f"Lowest {'peg' if len(names) == 1 else 'pegs'}: {', '.join(lowest)}."


@cache
def _title(game: str) -> str:
    return page_text(game, "en").partition("\n")[0].removeprefix("# ")


def picture_request(table: Table, number: int) -> PictureRequest:
    """What to draw of a table: a game as spectators know it, or the table before the first one.

    Raises `Problem` if there is no such game.
    """
    records = visibility.game_records(table, None)
    if not records and number == LAST_GAME:
        rules = table.rules
        names = [seat.shown_name or "…" for seat in table.seats]
        opening = rules.name, rules.players, rules.edition, rules.options
        return PictureRequest(tuple(names), *opening)
    if number >= len(records):
        why = f"there is no game {number} at this table; it has {len(records)}"
        raise Problem(404, "missing", why)
    record = records[number]
    return PictureRequest(record.seats, record.game.name, record=to_json(record))
