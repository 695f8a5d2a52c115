"""What all structs of the wire have in common."""

from typing import Annotated, TypeAlias

from msgspec import Struct

from ..naming import wire_type

Colour: TypeAlias = Annotated[str, wire_type("Colour")]
"""The letter of a symbol."""

Groups = tuple[tuple[str, ...] | int, ...]
"""For each seat its tiles or cards, or how many it has if they are hidden."""


class WireStruct(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of what is sent; it has these fields and no others."""
