"""The score board of the Card and the Dice Challenge, with its four areas (F)."""

from itertools import pairwise

from .events import CalledIngenious, PegMoved, Story
from .game import Pegs, with_item
from .symbols import ORDER, SYMBOLS

AREAS = ((0, 0), (1, 3), (4, 6), (7, 10))
"""The first and the last column of each area (F1)."""

LAST_COLUMN = AREAS[-1][1]
GOAL_COLUMN = AREAS[-1][0]  # F4
BORDERS = tuple(first for first, _ in AREAS[2:])
"""The columns in front of which pegs can be stopped (F2)."""

BORDER_RULE = "F2"  # by which points are lost at the border of an area

# A peg may enter an area only if all others have reached the area before it (F2).
_FLOOR = {
    column: before
    for (before, _), (first, last) in pairwise(AREAS)
    for column in range(first, last + 1)
}


def floor(column: int) -> int:
    """The column that all pegs must reach before any peg may enter this one (F2)."""
    return _FLOOR[column]


def blockers(pegs: Pegs, column: int) -> str:
    """The symbols whose pegs are too low for any peg to enter this column (F2)."""
    return "".join(
        symbol for symbol, peg in zip(SYMBOLS, pegs, strict=True) if peg < _FLOOR[column]
    )


def score(
    pegs: Pegs, seat: int, symbol: str, points: int, story: Story = None
) -> tuple[Pegs, bool]:
    """Move a peg one column at a time; the second value says whether it reached 10 (F3).

    Its own steps count: the last peg on 0 opens the next area for itself when it moves to 1.
    """
    colour = ORDER[symbol]
    start = pegs[colour]
    stopped_by = ""
    for _ in range(points):
        column = pegs[colour] + 1
        if column > LAST_COLUMN:
            break
        stopped_by = blockers(pegs, column)
        if stopped_by:
            break
        pegs = with_item(pegs, colour, column)
    end = pegs[colour]
    ingenious = start != end == LAST_COLUMN
    if story is not None and points:
        lost = start + points - end
        story.append(
            PegMoved(seat, symbol, start, end, lost, BORDER_RULE if lost else "", stopped_by)
        )
        if ingenious:
            story.append(CalledIngenious(seat, symbol, "F3"))
    return pegs, ingenious


def has_won(pegs: Pegs) -> bool:
    """Whether all six pegs are on 7 or higher (F4)."""
    return min(pegs) >= GOAL_COLUMN
