"""What all messages are made of."""

from typing import Literal

from msgspec import Struct

Game = Literal["classic", "solo", "team", "duel", "cards", "dice", "tiles"]
Colour = Literal["R", "O", "Y", "G", "B", "P"]
Groups = tuple[tuple[str, ...] | int, ...]
"""For each seat its tiles or cards, or how many it has."""


class Told(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a message consists of; nothing else is in it."""
