"""One live table: seats, clocks, takebacks, views; pure."""

from .events import Event, decode, encode
from .settings import Clock, SeatPlan, Settings
from .table import Actor, Refused, Table

__all__ = [
    "Actor",
    "Clock",
    "Event",
    "Refused",
    "SeatPlan",
    "Settings",
    "Table",
    "decode",
    "encode",
]
