"""What goes over the wire, as types: everything that a table tells, and every decision.

The views are written as plain values, because that is quick; these types say what is in them. They
describe the API (`/api/openapi.json`) and the browser's own types (`web/src/wire.ts`) are written
from them. The tests hold everything that a server sends in whole games against them.
"""

from msgspec import Struct

from .decisions import (
    Decision,
    DiscardChoice,
    DiscardDecision,
    DrawChoice,
    DrawDecision,
    FreeChoice,
    FreeDecision,
    KeepChoice,
    KeepDecision,
    MatchUse,
    PlaceChoice,
    PlaceDecision,
    PlayChoice,
    PlayDecision,
    RerollChoice,
    RerollDecision,
    ResignDecision,
    ResolveChoice,
    ResolveDecision,
    ScoreChoice,
    ScoreDecision,
    SwapChoice,
    SwapDecision,
    WildUse,
)
from .news import News
from .positions import Position
from .records import (
    DrawEntry,
    MatchDocument,
    PlaceEntry,
    RecordDocument,
    RefillEntry,
    RollEntry,
    SwapEntry,
)
from .stories import STORY, StoryItem, as_told
from .told import Colour, Game, Told
from .views import Brief, Can, PartnerMessage, Rules, View

__all__ = [
    "EITHER",
    "STORY",
    "Brief",
    "Can",
    "Colour",
    "Decision",
    "Game",
    "MatchDocument",
    "News",
    "PartnerMessage",
    "Position",
    "RecordDocument",
    "Rules",
    "StoryItem",
    "Told",
    "View",
    "as_told",
]

EITHER: dict[str, tuple[type[Struct], ...]] = {
    "DieUse": (MatchUse, WildUse),
    "Choice": (
        PlaceChoice,
        SwapChoice,
        KeepChoice,
        PlayChoice,
        DiscardChoice,
        RerollChoice,
        ResolveChoice,
        DrawChoice,
        ScoreChoice,
        FreeChoice,
    ),
    "Decision": (
        PlaceDecision,
        SwapDecision,
        KeepDecision,
        PlayDecision,
        DiscardDecision,
        RerollDecision,
        ResolveDecision,
        DrawDecision,
        ScoreDecision,
        FreeDecision,
        ResignDecision,
    ),
    "LogEntry": (
        PlaceEntry,
        SwapEntry,
        DrawEntry,
        PlayDecision,
        DiscardDecision,
        RollEntry,
        ResolveDecision,
        RefillEntry,
        ScoreDecision,
        FreeDecision,
        ResignDecision,
    ),
}
"""Kinds that are one of several, told apart by their keys alone."""
