"""What a message asks for, done at a table."""

from ..table import Event, Table, commands
from . import messages
from .access import Access
from .answers import Problem
from .hall import Hall, new_start
from .live import Command
from .people import Person


async def carry_out(
    hall: Hall,
    access: Access,
    table: str,
    person: Person | None,
    message: messages.Message,
    by: object = None,
    looks: int | None = None,
) -> int:
    """Do at a table what a message asks; the number of the last event.

    `looks` is the seat that is seen through, where several share a screen. Raises `Problem` and
    what `Hall.do` raises.
    """
    if person is None:
        raise Problem(401, "nobody", "spectators cannot do that; choose a name first")
    who = person.id
    if isinstance(message, messages.Rematch):
        await hall.rematch(table, who, by)
        async with hall.at(table) as live:
            return live.table.number_for(live.table.seats_of(who))
    expects = message.number if isinstance(message, messages.Play) else None
    command = _sit(access, table, person, message) or _command(who, message, looks)
    return await hall.do(table, command, expects, by, who)


def _sit(access: Access, id_: str, person: Person, message: messages.Message) -> Command | None:
    if not isinstance(message, messages.Sit):
        return None

    def sit(table: Table, at: int) -> list[Event]:
        access.check_sit(id_, table, person.id, message.seat, message.invite)
        return commands.sit(table, person.id, message.name or person.name, message.seat, at)

    return sit


def check_look(table: Table, who: str, seat: int, looks: int | None) -> None:
    """Refuse to act for a seat on a shared screen before its hand is shown.

    What is wrong with a decision can tell what the seat holds.
    """
    seats = table.held_by(who)
    if len(seats) > 1 and seat in seats and seat != looks:
        why = f"several seats share this screen; send look for seat {seat} first"
        raise Problem(409, "look-first", why)


def _play(who: str, message: messages.Play, looks: int | None) -> Command:
    def play(table: Table, at: int) -> list[Event]:
        if "resign" not in message.decision:
            check_look(table, who, message.seat, looks)
        return commands.play(table, who, message.seat, message.decision, at)

    return play


def _say(who: str, message: messages.Say, looks: int | None) -> Command:
    def say(table: Table, at: int) -> list[Event]:
        check_look(table, who, message.seat, looks)
        return commands.say(table, who, message.seat, message.text, at)

    return say


def _command(who: str, message: messages.Message, looks: int | None) -> Command:
    match message:
        case messages.Play():
            return _play(who, message, looks)
        case messages.Leave(seat=seat):
            return lambda table, at: commands.leave(table, who, seat, at)
        case messages.Start():
            return new_start(who)
        case messages.Back(seat=seat):
            return lambda table, at: commands.ask_back(table, who, seat, at, looks)
        case messages.AnswerBack(agrees=agrees, seat=asking):
            return lambda table, at: commands.answer_back(table, who, agrees, at, asking)
        case messages.WithdrawBack():
            return lambda table, at: commands.withdraw_back(table, who, at)
        case messages.React(seat=seat, reaction=reaction):
            return lambda table, at: commands.react(table, who, seat, reaction, at)
        case messages.Say():
            return _say(who, message, looks)
        case messages.Close():
            return lambda table, at: commands.close(table, who, at)
        case _:
            raise Problem(409, "malformed", "this message can only be sent over a WebSocket")
