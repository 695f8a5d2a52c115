"""A server that always deals the same game, and in which only seat 0, or no seat, may swap.

A test plays the same game on both variants. If the other seats receive the same data from both,
they cannot know whether seat 0 could have swapped its tiles or discarded its hand.
"""

import os
import sys

import pytest

from ingenious.cli import main
from ingenious.rules import cards
from ingenious.rules.boardgame import BoardGame
from ingenious.table import commands

SWAPS = "TWIN_SWAPS"
"""The environment variable that is empty if no seat may swap."""

SEED = bytes(range(32))

NEVER_S = 3600.0


def forbid_swaps(patch: pytest.MonkeyPatch, *, except_seat: int | None = None) -> None:
    """Never offer a swap or a discard, except to one seat."""
    tiles_to_swap, may_discard = BoardGame._tiles_to_swap, cards._may_discard
    patch.setattr(
        BoardGame,
        "_tiles_to_swap",
        lambda self, standing, seat, rack: (
            tiles_to_swap(self, standing, seat, rack) if seat == except_seat else ()
        ),
    )
    patch.setattr(
        cards, "_may_discard", lambda state: state.seat == except_seat and may_discard(state)
    )


if __name__ == "__main__":
    with pytest.MonkeyPatch.context() as patch:
        # A busy machine can keep a client silent for seconds. The server would then pause its clock
        # and send heartbeats, at one of the two servers and not at the other.
        for name in ("PING_AFTER_S", "BEAT_AFTER_S", "DEAD_AFTER_S"):
            patch.setattr(f"ingenious.server.http.heartbeat.{name}", NEVER_S)
        forbid_swaps(patch, except_seat=0 if os.environ[SWAPS] else None)
        start = commands.start
        patch.setattr(commands, "start", lambda table, who, _, at: start(table, who, SEED, at))
        sys.exit(main())
