"""Runs the command that a client's message asks for."""

from dataclasses import dataclass

from . import commands, messages, visibility
from .events import Event
from .table import Table
from .view.decision import to_decision
from .visibility import Viewer


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends a command: a person, the seat they see through, and what they bring."""

    who: str
    name: str
    viewer: Viewer = None
    is_invited: bool = False


def dispatch(
    table: Table, message: messages.TableCommand, sender: Sender, seed: bytes, at: int
) -> list[Event]:
    """The events that follow from a message; raises `Refused`. `seed` is for a game that starts."""
    who, viewer = sender.who, sender.viewer
    match message:
        case messages.Play(seat=seat, decision=doc):
            if not doc.resign:
                visibility.check_shown(table, who, seat, viewer)
            return commands.play(table, who, seat, to_decision(doc, seat), at)
        case messages.Sit(seat=seat):
            visibility.check_sit(table, who, seat, is_invited=sender.is_invited)
            return commands.sit(table, who, message.name or sender.name, seat, at)
        case messages.Leave(seat=seat):
            return commands.leave(table, who, seat, at)
        case messages.Start():
            return commands.start(table, who, seed, at)
        case messages.Back(seat=seat):
            return commands.ask_back(table, who, seat, at, viewer)
        case messages.AnswerBack(agrees=agrees, seat=asking):
            return commands.answer_back(table, who, agrees, at, asking)
        case messages.WithdrawBack():
            return commands.withdraw_back(table, who, at)
        case messages.React(seat=seat, reaction=reaction):
            return commands.react(table, who, seat, reaction, at)
        case messages.Say(seat=seat, text=text):
            visibility.check_shown(table, who, seat, viewer)
            return commands.say(table, who, seat, text, at)
        case messages.Close():
            return commands.close(table, who, at)
