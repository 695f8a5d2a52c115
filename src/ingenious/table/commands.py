"""What people, bots and the clock can do at a table.

Each command looks at the table and returns the events that would follow, or raises `Refused`.
Nothing happens yet: the caller appends the events to the table's log and applies them.
"""

from dataclasses import dataclass
from typing import Literal, get_args

from msgspec.structs import replace

from ..rules import IllegalMove
from ..rules.moves import Decision, Resign
from . import errors, messages, talking, visibility
from .errors import Refused
from .events import (
    Checked,
    ClockExpired,
    ClockPaused,
    ClockResumed,
    DecisionMade,
    Event,
    GameImported,
    GameStarted,
    MessageSent,
    Reaction,
    ReactionSent,
    RematchOpened,
    SeatLeft,
    SeatTaken,
    ServerAway,
    TableClosed,
    TableOpened,
    TakebackAccepted,
    TakebackApplied,
    TakebackDeclined,
    TakebackRequested,
    TakebackWithdrawn,
)
from .live_game import LiveGame
from .seats import Seat
from .settings import (
    IDLE_TABLE_MS,
    MAX_EVENTS,
    MAX_TAKEBACKS,
    MIN_OUTAGE_MS,
    REACTION_INTERVAL_MS,
    Settings,
    check_settings,
)
from .table import Table
from .texts import check_message, check_name
from .view.decision import from_doc
from .visibility import Viewer, viewer_of


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends a command, the seat they see through, and whether they are invited."""

    person_id: str
    name: str
    viewer: Viewer = None
    is_invited: bool = False


def dispatch(
    table: Table, message: messages.TableCommand, sender: Sender, seed: bytes, at: int
) -> list[Event]:
    """The events that follow from a message; raises `Refused`. `seed` is for a game that starts."""
    person_id, viewer = sender.person_id, sender.viewer
    match message:
        case messages.Play(seat=seat, decision=doc):
            if not doc.resign:
                visibility.check_shown(table, person_id, seat, viewer)
            return play(table, person_id, seat, from_doc(doc, seat), at)
        case messages.Sit(seat=seat):
            visibility.check_sit(table, person_id, seat, is_invited=sender.is_invited)
            return sit(table, person_id, message.name or sender.name, seat, at)
        case messages.Leave(seat=seat):
            return leave(table, person_id, seat, at)
        case messages.Start():
            return start(table, person_id, seed, at)
        case messages.RequestTakeback(seat=seat):
            return request_takeback(table, person_id, seat, at, viewer)
        case messages.AnswerTakeback(agrees=agrees, seat=asking):
            return answer_takeback(table, person_id, agrees, at, asking)
        case messages.WithdrawTakeback():
            return withdraw_takeback(table, person_id, at)
        case messages.React(seat=seat, reaction=reaction):
            return react(table, person_id, seat, reaction, at)
        case messages.Say(seat=seat, text=text):
            visibility.check_shown(table, person_id, seat, viewer)
            return say(table, person_id, seat, text, at)
        case messages.Close():
            return close(table, person_id, at)


PossibleCommand = Literal[
    "start",
    "rematch",
    "close",
    "resign",
    "takeback",
    "takeback-reply",
    "takeback-withdraw",
    "react",
    "say",
]
"""The commands, besides decisions, that a view lists if they are possible."""

_POSSIBLE_COMMANDS: tuple[PossibleCommand, ...] = get_args(PossibleCommand)


def _attempt(
    command: PossibleCommand, table: Table, person_id: str, seat: int, viewer: Viewer
) -> None:
    """Try a command for one of a person's seats; raises `Refused`. Nothing happens."""
    at = table.changed
    match command:
        case "start":
            start(table, person_id, b"", at)
        case "rematch":
            rematch(table, person_id, "", at)
        case "close":
            close(table, person_id, at)
        case "resign":
            check_resign(table, person_id, seat)
        case "takeback":
            request_takeback(table, person_id, seat, at, viewer)
        case "takeback-reply":
            answer_takeback(table, person_id, True, at)
        case "takeback-withdraw":
            withdraw_takeback(table, person_id, at)
        case "react":
            check_react(table, person_id, seat)
        case "say":
            check_say(table, person_id, seat)


_NO_SEAT = -1


def possible(table: Table, person_id: str, viewer: Viewer = None) -> list[PossibleCommand]:
    """The commands that the table would accept from a person now, found by trying them.

    A command for a seat is possible if one of the person's seats can do it.
    """
    seats = table.held_by(person_id)
    if not seats and person_id != table.host:
        return []
    found: list[PossibleCommand] = []
    for command in _POSSIBLE_COMMANDS:
        for seat in seats or (_NO_SEAT,):
            try:
                _attempt(command, table, person_id, seat, viewer)
            except Refused:
                continue
            found.append(command)
            break
    return found


def create(settings: Settings, by: str, at: int) -> list[Event]:
    """Open a table; raises `InvalidSettings`."""
    return [TableOpened(at, check_settings(settings).with_current_rules(), by)]


def import_game(settings: Settings, record: dict[str, object], at: int) -> list[Event]:
    """Create a table for a game that was played elsewhere."""
    return [TableOpened(at, settings, ""), GameImported(at, record)]


def sit(table: Table, person_id: str, name: str, seat: int, at: int) -> list[Event]:
    """Take a free seat, or return to your own."""
    seat_state = _seat(table, seat)
    if seat_state.person_id == person_id and seat_state.away:  # allowed even at a full table
        return [SeatTaken(at, seat, person_id, seat_state.name)]
    _check_length(table)
    if seat_state.person_id == person_id:
        raise Refused("seated", f"you are already in seat {seat}")
    if not seat_state.is_free:
        raise Refused("seat-taken", f"seat {seat} is taken")
    if table.closed:
        raise Refused("closed")
    if table.phase != "gathering":
        raise Refused("begun", "the game has already begun; it is too late to join")
    if at - table.changed > IDLE_TABLE_MS:
        raise Refused("closed", "the table was closed because no player joined for a day")
    return [SeatTaken(at, seat, person_id, check_name(name))]


def leave(table: Table, person_id: str, seat: int, at: int) -> list[Event]:
    """Leave a seat: before the start it is free again, later a bot plays on."""
    seat_state = _own_seat(table, person_id, seat)
    if seat_state.away:
        raise Refused("seat-left", f"you have already left seat {seat}")
    if table.phase == "over":
        raise Refused("over")
    _check_length(table)  # a player could leave and return forever
    return [SeatLeft(at, seat), *_takeback_granted(table, seat, at)]


def start(table: Table, person_id: str, seed: bytes, at: int) -> list[Event]:
    """Start the game, or the next one of a match."""
    if person_id != table.host and not table.held_by(person_id):
        raise Refused("not-seated", "only seated players and the host can start the game")
    if table.closed:
        raise Refused("closed")
    if table.phase == "playing":
        raise Refused("begun")
    if table.phase == "over":
        raise Refused("over")
    if free := [number for number, seat in enumerate(table.seats) if seat.is_free]:
        raise Refused("seat-free", f"seat {free[0]} is still free; the game needs all seats taken")
    return [GameStarted(at, seed.hex())]


def close(table: Table, person_id: str, at: int) -> list[Event]:
    """Close a table at which no game has begun; this ends the table."""
    if person_id != table.host:
        raise Refused("not-host", "only the host can close the table")
    if table.closed:
        raise Refused("closed")
    if table.phase != "gathering":
        raise Refused("begun")
    return [TableClosed(at)]


def play(table: Table, person_id: str, seat: int, decision: Decision, at: int) -> list[Event]:
    """Decide for a seat; resigning is possible out of turn too (A5)."""
    game = _own_game(table, person_id, seat)
    if not isinstance(decision, Resign):
        _check_turn(table, seat)
        deadline = table.deadline()
        if table.seats[seat].late or (deadline is not None and at > deadline):
            raise Refused("time-is-up", f"seat {seat} has run out of time")
    return _decide(game, seat, decision, at, stand_in=False)


def check_resign(table: Table, person_id: str, seat: int) -> None:
    """Refuse resigning where the rules do (A5)."""
    refusal = _own_game(table, person_id, seat).resigning_refused
    if refusal is not None:
        raise errors.decision_refused(refusal)


def play_for(table: Table, seat: int, decision: Decision, at: int) -> list[Event]:
    """Decide for a seat that a bot or a program plays."""
    game = _game(table)
    _check_turn(table, seat)
    actor = table.actor()
    if actor is None or actor.kind == "person":
        raise Refused("not-your-seat", f"seat {seat} is played by a person, not by a bot")
    stand_in = table.seats[seat].plan.kind == "open"
    return _decide(game, seat, decision, at, stand_in=stand_in)


def request_takeback(
    table: Table, person_id: str, seat: int, at: int, shown: Viewer = None
) -> list[Event]:
    """Take back to before the seat's last decision, if all other people agree.

    A decision that the others have not seen yet needs no agreement. `shown` is the seat whose hand
    a shared screen shows; a person with several seats sees such a decision only there.
    """
    seat_state = _own_seat(table, person_id, seat)
    if table.phase != "playing" or table.game is None:
        raise Refused(
            "nothing-to-take-back", "no game is being played, so there is nothing to take back"
        )
    if not table.settings.casual:
        raise Refused("not-casual", "takebacks are only allowed at casual tables")
    viewer = viewer_of(table, person_id, shown)
    is_secret = table.held is not None and table.held.only_for == seat == viewer
    if table.game.before_last(seat, known=not is_secret) is None:
        raise Refused("nothing-to-take-back", f"seat {seat} has not made a decision yet")
    if (table.secret_takebacks if is_secret else table.takebacks) >= MAX_TAKEBACKS:
        raise Refused("too-many-takebacks", f"a game allows at most {MAX_TAKEBACKS} takebacks")
    if seat_state.away:
        raise errors.seat_left(seat)
    if seat not in table.awaited() or (is_secret and seat_state.late):
        raise Refused("time-is-up", f"seat {seat} has run out of time for this game")
    if is_secret:
        return [TakebackApplied(at, seat, len(table.game.decisions) - 1)]
    _check_length(table)
    if table.asking is not None:
        raise Refused("asked", "another takeback request is still open")
    if not table.others(person_id):
        return [_apply_takeback(table.game, seat, at)]
    return [TakebackRequested(at, seat)]


def answer_takeback(
    table: Table, person_id: str, agrees: bool, at: int, asking: int | None = None
) -> list[Event]:
    """Accept or decline a takeback request; `asking`, if given, must be the seat that asked."""
    requester, game = _takeback_requester(table)
    if asking is not None and asking != requester:
        raise Refused("other-asks", f"the open takeback request is from seat {requester}")
    asker = table.seats[requester].person_id
    if asker is None or person_id not in table.others(asker):
        raise Refused("not-asked", "only the other players at the table can answer this request")
    if person_id in table.agreed:
        raise Refused("agreed", "you have already agreed; other players still have to")
    seat = table.held_by(person_id)[0]
    if not agrees:
        return [TakebackDeclined(at, seat)]
    if table.unanswered() - {person_id}:
        return [TakebackAccepted(at, seat)]
    return [TakebackAccepted(at, seat), _apply_takeback(game, requester, at)]


def withdraw_takeback(table: Table, person_id: str, at: int) -> list[Event]:
    """Withdraw the person's own takeback request."""
    requester, _ = _takeback_requester(table)
    if table.seats[requester].person_id != person_id:
        raise Refused("other-asks", f"the takeback request is from seat {requester}, not from you")
    return [TakebackWithdrawn(at, requester)]


def _takeback_requester(table: Table) -> tuple[int, LiveGame]:
    """The seat that requests a takeback, and the game."""
    if table.asking is None or table.game is None:
        raise Refused("nobody-asks")
    return table.asking, table.game


def react(table: Table, person_id: str, seat: int, reaction: Reaction, at: int) -> list[Event]:
    """Send a quick chat message."""
    check_react(table, person_id, seat)
    if at - table.reacted_at.get(seat, at - REACTION_INTERVAL_MS) < REACTION_INTERVAL_MS:
        raise Refused("too-quick", "you can send one quick chat message per second")
    return [ReactionSent(at, seat, reaction)]


def check_react(table: Table, person_id: str, seat: int) -> None:
    """Refuse quick chat where it could carry signals between partners who do not talk (D1)."""
    _own_seat(table, person_id, seat)
    _check_length(table)
    if talking.is_silent(table):
        why = "partners may not talk at this table, so there is no quick chat during the game"
        raise Refused("silent", why, "D1")


def say(table: Table, person_id: str, seat: int, text: str, at: int) -> list[Event]:
    """Write to the seat's partner, if partners may talk (D1)."""
    check_say(table, person_id, seat)
    talking.check_pace(table, seat, at)
    return [MessageSent(at, seat, check_message(text))]


def check_say(table: Table, person_id: str, seat: int) -> None:
    """Refuse messages from a seat that has no partner to write to now."""
    _own_seat(table, person_id, seat)
    _check_length(table)
    talking.check_write(table, seat)


def rematch(table: Table, person_id: str, other: str, at: int) -> list[Event]:
    """Continue at another table, whose first events are those of `next_table`."""
    if not table.held_by(person_id):
        raise Refused("not-seated", "only seated players can start a rematch")
    if table.closed:
        raise Refused("closed")
    if table.phase != "over" or table.game is None:
        raise Refused("not-over")
    if table.rematch is not None:
        raise Refused("rematched", "the rematch already has a table")
    return [RematchOpened(at, other)]


def next_table(table: Table, at: int) -> list[Event]:
    """The first events of a rematch: those still present are seated, and the next seat begins."""
    assert table.first is not None, "there was a game before"
    first = (table.first + 1) % len(table.seats)
    people = [
        (number, seat.person_id, seat.name)
        for number, seat in enumerate(table.seats)
        if seat.person_id and not seat.away
    ]
    is_drawn = table.settings.is_match and table.settings.starts == "drawn"
    settings = replace(table.settings, start=None if is_drawn else first).with_current_rules()
    return [TableOpened(at, settings, table.host), *(SeatTaken(at, *person) for person in people)]


def tick(table: Table, at: int) -> list[Event]:
    """Expire the clock of the seat that has to decide, if its time is up."""
    deadline = table.deadline()
    if deadline is None or at <= deadline or table.turn is None:
        return []
    seat = table.turn.seat
    if table.settings.clock.kind == "move":  # the player can still answer a takeback request
        return [ClockExpired(at, seat)]
    return [ClockExpired(at, seat), *_takeback_granted(table, seat, at)]


def _takeback_granted(table: Table, gone: int, at: int) -> list[Event]:
    """Grant the takeback request if this seat was the last one that could answer it."""
    if table.asking in (None, gone) or table.unanswered(without=gone) or table.game is None:
        return []
    return [_apply_takeback(table.game, table.asking, at)]


def pause_clock(table: Table, seat: int, heard: int, at: int) -> list[Event]:
    """Pause the clock of a silent player, from when they were last heard from, if it is running."""
    deadline, turn = table.deadline(), table.turn
    if deadline is None or turn is None or turn.seat != seat or table.paused is not None:
        return []
    since = table.timing.pause_from(min(heard, at))
    if since >= deadline or not table.timing.allowance(seat, heard):
        return []
    return [ClockPaused(at, seat, since)]


def resume_clock(table: Table, seat: int, at: int) -> list[Event]:
    """Resume the clock of a player who is back, if it is paused."""
    paused = table.paused
    return [ClockResumed(at, seat)] if paused is not None and paused.seat == seat else []


def record_outage(table: Table, since: int, at: int) -> list[Event]:
    """Do not count the time since the server was last running, if a clock was running."""
    since = max(since, table.changed)
    if table.deadline() is None or at - since < MIN_OUTAGE_MS:
        return []
    return [ServerAway(at, since, at)]


def _seat(table: Table, seat: int) -> Seat:
    if not 0 <= seat < len(table.seats):
        raise Refused(
            "no-seat", f"there is no seat {seat}; the seats are 0 to {len(table.seats) - 1}"
        )
    return table.seats[seat]


def _own_seat(table: Table, person_id: str, seat: int) -> Seat:
    seat_state = _seat(table, seat)
    if seat_state.person_id != person_id:
        raise errors.not_your_seat(seat)
    return seat_state


def _check_length(table: Table) -> None:
    if table.public_number >= MAX_EVENTS:  # secret events have their own limits
        raise Refused("full", "this table has reached its limit of events; only the game goes on")


def _game(table: Table) -> LiveGame:
    if table.game is None and table.phase == "gathering":
        raise Refused("not-begun")
    if table.game is None:
        raise Refused("over")
    return table.game


def _own_game(table: Table, person_id: str, seat: int) -> LiveGame:
    """The game in which a person decides for a seat."""
    if _own_seat(table, person_id, seat).away:
        raise errors.seat_left(seat)
    return _game(table)


def _check_turn(table: Table, seat: int) -> None:
    if table.turn is None:
        raise Refused("over")
    if table.turn.seat != seat:
        raise Refused("not-your-turn", f"it is seat {table.turn.seat}'s turn", "A2")


def check_decision(game: LiveGame | None, decision: Decision) -> Checked:
    """What a decision of the seat to move would do; raises `Refused` if it is illegal."""
    assert game is not None, "a seat has to decide"
    try:
        return game.check(decision)
    except IllegalMove as error:
        raise errors.decision_refused(error) from None


def _decide(
    game: LiveGame, seat: int, decision: Decision, at: int, *, stand_in: bool
) -> list[Event]:
    checked = check_decision(game, decision)
    return [DecisionMade(at, seat, decision, stand_in, game.leads_to_secret(checked), checked)]


def _apply_takeback(game: LiveGame, seat: int, at: int) -> TakebackApplied:
    decisions = game.before_last(seat, known=True)
    assert decisions is not None, "the request was accepted, so the seat has decided"
    return TakebackApplied(at, seat, decisions)
