"""One live table: seats, clocks, takebacks, views; pure."""

from . import commands
from .events import Event, Reaction, decode, encode
from .news import News
from .refusals import Refused, TableCode
from .seats import Actor
from .settings import Clock, SeatPlan, Settings, Unsuitable
from .table import Phase, Table
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
    "TableCode",
    "Unsuitable",
    "Views",
    "commands",
    "decode",
    "encode",
]
