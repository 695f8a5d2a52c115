"""What a move did to the pegs, as parts of an explanation.

A part is the name of a sentence with its values. The words are in the pages' catalogue, under
`learn.why.` and the name.
"""

from ..rules import BoardGame, BoardState
from ..rules.events import CalledIngenious, PegMoved
from ..rules.scoreboards import TugOfWar
from ..rules.symbols import ORDER
from .goals import Answer, colours_of, pegs_moved
from .model import Part, Value

Reason = tuple[Part, str]
"""A part, and the rule behind it."""


def is_duel(answer: Answer) -> bool:
    """Whether the pegs are pulled between two sides."""
    rules = answer.before.rules
    return isinstance(rules, BoardGame) and isinstance(rules.scoring, TugOfWar)


def next_stop(answer: Answer, peg: int) -> int:
    """Where a peg stops next: at the end of its lap, or of its side in the duel."""
    rules = answer.before.rules
    assert isinstance(rules, BoardGame)
    stops = rules.scoring.stops
    return next((stop for stop in stops if peg < stop), stops[-1])


def reached(answer: Answer, colours: str) -> Reason:
    """Why no peg came to the end of a lap, or brought no token."""
    moved = [event for event in pegs_moved(answer, colours) if event.start < event.end]
    rule = "E2" if is_duel(answer) else "B11"
    if not moved and len(colours) == 1:
        return ("still", {"colour": colours}), rule
    if not moved:
        return ("nothing", {"stop": next_stop(answer, 0)}), rule
    best = max(moved, key=lambda event: event.end - next_stop(answer, event.start))
    stop = next_stop(answer, best.start)
    if best.end == stop:
        return ("token", {"colour": best.symbol}), rule
    if best.end <= 0:
        return on_side(answer, best.symbol)
    values: dict[str, Value] = {"colour": best.symbol, "n": best.end, "stop": stop}
    return ("reaches", values | {"gains": gains(answer)}), rule


def gains(answer: Answer) -> str:
    """The points of a move by colour: `G2 Y1`."""
    points: dict[str, int] = {}
    for event in pegs_moved(answer):
        more = abs(event.end - event.start) + event.lost
        points[event.symbol] = points.get(event.symbol, 0) + more
    return " ".join(f"{symbol}{n}" for symbol, n in points.items() if n)


def on_side(answer: Answer, colours: str) -> Reason:
    """Why no other peg came to the player's side of the duel."""
    moved = list(pegs_moved(answer, colours))
    if not moved:
        return ("side.nothing", {}), "E1"
    best = max(moved, key=lambda event: (event.start <= 0, event.end))
    if best.start > 0:
        return ("side.own", {"colour": best.symbol}), "E4"
    if best.end == 0:
        return ("side.zero", {"colour": best.symbol}), "E4"
    if best.end < 0:
        return ("side.other", {"colour": best.symbol, "n": -best.end}), "E4"
    return ("side.one", {"colour": best.symbol}), "E4"


def order(answer: Answer, colours: str) -> Reason | None:
    """That the peg would have come further if the other half had been scored first (D3)."""
    rules, state = answer.before.rules, answer.before.state
    moved = list(pegs_moved(answer, colours))
    if len(moved) != 2 or not isinstance(rules, BoardGame) or not isinstance(state, BoardState):
        return None
    (first, second), standing = moved, state.standing
    gains = [event.end - event.start + event.lost for event in moved]
    for points in reversed(gains):
        standing, _ = rules.scoring.score(standing, answer.seat, first.symbol, points, None)
    if rules.scoring.pegs(standing, answer.seat)[ORDER[first.symbol]] <= second.end:
        return None
    values: dict[str, Value] = {"n": gains[0], "lost": first.lost, "stop": first.end}
    return ("order", values), first.why


def number(answer: Answer, value: str) -> Reason | None:
    """What a guess about pegs, bonus placements or swapped tiles has to consider."""
    word, colours = value.split(".", maxsplit=1)[0], colours_of(value)
    match word:
        case "pegs" if isinstance(answer.before.rules, BoardGame):
            return _travel(answer, colours)
        case "lowest":
            return ("count.lowest", {}), "A4"
        case "calls" | "due":
            return _bonus(answer)
        case "swapped":
            return ("rule", {"rule": "E3"}), "E3"
        case _:
            return None


def _travel(answer: Answer, colours: str) -> Reason | None:
    """Where a peg began, and how far it moves."""
    moved = list(pegs_moved(answer, colours))
    if not moved:
        return None
    first = moved[0]
    n = sum(event.end - event.start + event.lost for event in moved)
    values: dict[str, Value] = {"colour": first.symbol, "n": n}
    if is_duel(answer):
        kind = "pull.across" if first.start < 0 else "pull.own"
        return (kind, values | {"start": abs(first.start)}), "E1"
    stop = next_stop(answer, first.start)
    kind = "lap.stop" if any(event.lost for event in moved) else "lap.on"
    return (kind, values | {"start": first.start, "stop": stop}), "D3"


def _bonus(answer: Answer) -> Reason:
    """Why a move earns as many bonus placements as it does, or none."""
    if answer.before.rules.players == 1 and any(answer.of(CalledIngenious)):
        return ("rule", {"rule": "C2"}), "C2"
    blocked = [one for one in pegs_moved(answer) if _is_at_stop(answer, one)]
    if is_duel(answer) and len(blocked) > len(list(answer.of(CalledIngenious))):
        return ("token", {"colour": blocked[0].symbol}), "E2"
    return ("count.bonus", {}), "E2" if is_duel(answer) else "B11"


def _is_at_stop(answer: Answer, event: PegMoved) -> bool:
    return event.end == next_stop(answer, event.start) != event.start
