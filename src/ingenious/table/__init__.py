"""One live table: seats, clocks, takebacks, views; pure."""

from . import commands
from .commands import Refused
from .events import Event, Reaction, decode, encode
from .settings import Clock, SeatPlan, Settings, Unsuitable
from .table import Actor, News, Phase, Table
from .views import Views

__all__ = [
    "Actor",
    "Clock",
    "Event",
    "News",
    "Phase",
    "Reaction",
    "Refused",
    "SeatPlan",
    "Settings",
    "Table",
    "Unsuitable",
    "Views",
    "commands",
    "decode",
    "encode",
]
