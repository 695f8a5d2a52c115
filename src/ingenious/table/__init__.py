"""One live table: seats, clocks, takebacks, views; pure."""

from . import commands, messages, visibility
from .applied import AppliedEvent
from .commands import Sender, dispatch
from .errors import Private, Refused, TableCode
from .events import Event, Reaction, decode, encode
from .seats import Actor
from .settings import Clock, InvalidSettings, SeatPlan, Settings
from .table import Phase, Table
from .view.build import ViewBuilder

__all__ = [
    "Actor",
    "AppliedEvent",
    "Clock",
    "Event",
    "InvalidSettings",
    "Phase",
    "Private",
    "Reaction",
    "Refused",
    "SeatPlan",
    "Sender",
    "Settings",
    "Table",
    "TableCode",
    "ViewBuilder",
    "commands",
    "decode",
    "dispatch",
    "encode",
    "messages",
    "visibility",
]
